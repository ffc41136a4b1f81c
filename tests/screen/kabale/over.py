"""What lies over the table of Kabale und Hiebe for a while, as the tests show it: as much as there can be."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Seat
from companion.screen.reports import Paper, Papers, Pile, Piles, Points, Report, Row, Rows, Sentences
from companion.screen.views import Choice, Count, Event, Rank

PEOPLE = tuple(
    Seat(colour, name)
    for colour, name in zip(
        ("black", "blue", "green", "red", "white", "yellow"),
        ("Kateřina", "Bert", "Carla", "Dominik", "Eliška", "Jiří"),
        strict=True,
    )
)
CARDS = tuple(
    Paper(by, name, counts, printed, why, struck=not counts)
    for by, name, printed, why, counts in (
        ("white", "Čarodějnice", "1", "Drak −4", "0"),
        ("black", "Paleček", "2", "Paleček +27, Drak −4", "25"),
        ("yellow", "Dvojník = Kardinál", "12", "vlastní symbol, Drak −4", "8"),
        ("red", "Drak", "11", "Drak −2", "9"),
        ("green", "Drak", "11", "Drak −2", "9"),
        ("blue", "Mordýř", "9½", "Drak −4", "5½"),
        ("blue", "Král", "20", "odstraňuje: Mág", ""),
        ("red", "Poustevník", "12", "Poustevník −9, Drak −2", "1"),
        ("white", "Dvojník", "–", "", "–"),
        ("black", "Mág", "7", "Drak −4", "3"),
    )
)
SUMS = tuple(
    Row(PEOPLE[at].colour, PEOPLE[at].name, said, marked=said == "28", dim=said != "28")
    for at, said in ((0, "28"), (3, "10"), (2, "9"), (5, "8"), (1, "5½"), (4, "0"))
)
LINES = (
    Event("Nejvyšší součet 28 (Kateřina a Bert), vyhrává Kateřina, nejblíž bodové kartě.", "black"),
    Event("Mág odstraňuje: Král (Bert)."),
    Event("Bodová karta, lícem dolů: Kateřina.", "hand"),
    Event("Karty jdou na odkládací balíčky svých majitelů.", "hand"),
)
SYMBOLS = ("alchemy", "fencing", "farming", "trade", "religion", "music")
RANKS = tuple(
    Rank(
        place, seat, points, (Count("alchemy", 5), Count("doubled", points - 5)), "", f"ledger/{seat.colour}"
    )
    for place, (seat, points) in enumerate(zip(PEOPLE, (53, 39, 21, 18, 14, 5), strict=True), 1)
)
PILES = tuple(
    Pile(symbol, (("2×5", True), *([("3", False)] * (at < 5)), *([("2", False), ("1", False)] * (at == 1))))
    for at, symbol in enumerate(SYMBOLS)
)
OVER: dict[str, Any] = {
    "column": Report(
        "Sloupec 5, náboženství 5",
        (Papers(CARDS),),
        (Rows(SUMS), Sentences(LINES)),
        symbol="religion",
        wide=88.0,
        ways=(
            Choice("next", "Další sloupec", "next", "main"),
            Choice("skip-all", "Rovnou k tomu, co se rozhoduje"),
        ),
        at=5,
        of=6,
    ),
    "column-one": Report(
        "Sloupec 1, umění 1",
        (Papers(CARDS[:1]),),
        (Rows(SUMS[:1]), Sentences(LINES)),
        symbol="music",
        wide=88.0,
        ways=(Choice("next", "Dál", "next", "main"),),
    ),
    "opened": Report(
        "Kateřina",
        (
            Piles(PILES),
            Rows(
                (
                    Row("", "Součet", "48", "5 + 5 + 5 + 5 + 5 + 5 + 3 + 3 + 3 + 3 + 3 + 2 + 1", dim=True),
                    Row("", "Šestice dvakrát", "53", "2 × 30 − 7", marked=True),
                ),
                2,
            ),
        ),
        (Points(RANKS, 53),),
        "13 získaných bodových karet",
        "black",
        88.0,
        ways=(Choice("next", "Kdo vyhrál?", "next", "main"),),
        at=6,
        of=6,
    ),
    "opened-none": Report(
        "Jiří",
        (
            Piles(tuple(Pile(symbol) for symbol in SYMBOLS)),
            Rows(
                (
                    Row("", "Součet", "0", marked=True),
                    Row("", "Šestice dvakrát", "", "chybí 6 symbolů", dim=True),
                ),
                2,
            ),
        ),
        (Points(RANKS[-1:], 53),),
        "0 získaných bodových karet",
        "yellow",
        88.0,
        ways=(Choice("next", "Další hráč", "next", "main"), Choice("skip-all", "Rovnou k vítězi")),
        at=1,
        of=6,
    ),
}
"""By name."""
