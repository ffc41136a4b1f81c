"""What lies over the table of Kabale und Hiebe for a while, as the tests show it: as much as there can be."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Seat
from companion.screen.kabale.asides import Evaluation, Judged, Opening, Sum, Way, Won
from companion.screen.views import Count, Event, Rank

PEOPLE = tuple(
    Seat(colour, name)
    for colour, name in zip(
        ("black", "blue", "green", "red", "white", "yellow"),
        ("Kateřina", "Bert", "Carla", "Dominik", "Eliška", "Jiří"),
        strict=True,
    )
)
CARDS = (
    Judged("white", "Čarodějnice", "1", "Drak −4", "0"),
    Judged("black", "Paleček", "2", "Paleček +27, Drak −4", "25"),
    Judged("yellow", "Dvojník = Šermíř", "12", "Drak −4", "8"),
    Judged("red", "Drak", "11", "Drak −2", "9"),
    Judged("green", "Drak", "11", "Drak −2", "9"),
    Judged("blue", "Mordýř", "9½", "Drak −4", "5½"),
    Judged("blue", "Král", "20", "odstraňuje: Mág", "", removed=True),
    Judged("red", "Poustevník", "12", "Poustevník −9, Drak −2", "1"),
    Judged("white", "Dvojník", "–", "", "–"),
    Judged("black", "Mág", "7", "Drak −4", "3"),
)
SUMS = (
    Sum(PEOPLE[0], "28", wins=True),
    Sum(PEOPLE[3], "10"),
    Sum(PEOPLE[2], "9"),
    Sum(PEOPLE[5], "8"),
    Sum(PEOPLE[1], "5½"),
    Sum(PEOPLE[4], "0"),
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
WON = (
    *(Won(symbol, 5, best=True) for symbol in SYMBOLS),
    *(Won(symbol, 3) for symbol in SYMBOLS[:5]),
    *(Won("fencing", value) for value in (2, 1)),
)
OVER: dict[str, Any] = {
    "column": Evaluation("Sloupec 5, náboženství 5", "religion", CARDS, SUMS, LINES, 5, 6),
    "column-one": Evaluation("Sloupec 1, umění 1", "music", CARDS[:1], SUMS[:1], LINES[:1]),
    "opened": Opening(
        PEOPLE[0],
        "13 získaných bodových karet",
        SYMBOLS,
        WON,
        (
            Way("Součet", "5 + 5 + 5 + 5 + 5 + 5 + 3 + 3 + 3 + 3 + 3 + 2 + 1", "48"),
            Way("Šestice dvakrát", "2 × 30 − 7", "53", better=True),
        ),
        RANKS,
        53,
        6,
        6,
    ),
    "opened-none": Opening(
        PEOPLE[5],
        "0 získaných bodových karet",
        SYMBOLS,
        (),
        (Way("Součet", "", "0", better=True), Way("Šestice dvakrát", "chybí 6 symbolů", "")),
        RANKS[-1:],
        53,
        1,
        6,
    ),
}
"""By name."""
