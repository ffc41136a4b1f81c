"""What lies over the table of Kabale und Hiebe for a while, as the tests show it: as much as there can be."""

from __future__ import annotations

from typing import Any

from companion.games.kabale.screen.asides import (
    Checked,
    ColumnCheck,
    Evaluation,
    Judged,
    Opening,
    Sum,
    Way,
    Won,
)
from companion.games.kabale.screen.views import Column, Face, Objective, Strip
from companion.rules.game import Seat
from companion.screen.views import Choice, Count, Event, Rank

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
    Judged("yellow", "Dvojník = Kardinál", "12", "vlastní symbol, Drak −4", "8"),
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
LYING = tuple(
    Strip(seat.colour, name, value)
    for seat, name, value in zip(
        PEOPLE * 2,
        (
            "Alchymista",
            "Čarodějnice",
            "",
            "Mordýř",
            "Mušketýři",
            "",
            "Poustevník",
            "Drak",
            "Král",
            "Dvojník",
            "",
            "",
        ),
        ("12", "1", "", "9½", "11", "", "12", "11", "20", "–", "", ""),
        strict=True,
    )
)
PLACES = tuple(Choice(f"column/{at}", str(at), symbol) for at, symbol in enumerate(SYMBOLS, 1))
COLUMN = ColumnCheck(
    "column/2",
    Column(2, "fencing", 5, True, False, LYING),
    (*(Checked(f"card/{at}") for at in range(1, 12)), Checked("more/0", 500)),
    tuple(Face(str(at), "Čarodějnice", "9½") for at in range(25)),
    tuple(
        Objective(str(at), symbol, value)
        for at, (symbol, value) in enumerate((s, v) for s in SYMBOLS for v in (1, 2, 3, 4, 5))
    ),
    tuple(f"count/more/1={number}" for number in range(25, 600, 100)),
    PEOPLE,
    PLACES,
    "Vypadá to takto? Dotkněte se toho, co se liší.",
    changed=True,
)
OVER: dict[str, Any] = {
    "column-check": COLUMN,
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
