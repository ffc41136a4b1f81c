"""What lies over the table of the Princes of Florence for a while, as the tests show it: as much as there can be."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Seat
from companion.screen.asides import ENDING
from companion.screen.reports import Course, Paper, Papers, Points, Report, Row, Rows, Run, Sentences, Step
from companion.screen.views import Choice, Count, Event, Rank

PEOPLE = tuple(
    Seat(colour, name)
    for colour, name in zip(
        ("blue", "green", "orange", "red", "yellow"),
        ("Kateřina", "Bert", "Carla", "Dominik", "Eliška"),
        strict=True,
    )
)
RANKS = tuple(
    Rank(place, seat, points, (Count("points", points - cards), Count("prestige", cards)), note, thing)
    for place, seat, points, cards, note, thing in (
        (1, PEOPLE[0], 61, 13, "na počítadle: 11", "ledger/blue"),
        (2, PEOPLE[3], 61, 8, "na počítadle: 11", "ledger/red"),
        (3, PEOPLE[1], 44, 7, "", "ledger/green"),
        (4, PEOPLE[2], 38, 5, "", "ledger/orange"),
        (5, PEOPLE[4], 17, 6, "", "ledger/yellow"),
    )
)
AT_THE_END = tuple(
    Rank(rank.place, rank.seat, rank.points, rank.parts, note, rank.thing)
    for rank, note in zip(RANKS, ("1400 florinů", "900 florinů", "", "", ""), strict=True)
)
BARE = tuple(Rank(rank.place, rank.seat, rank.points, rank.parts, "", rank.thing) for rank in RANKS)
STEPS = (*(Step(str(round_)) for round_ in range(8)), Step("", "prestige"))
RUNS = (
    Run("blue", (0, 3, 9, 20, 25, 33, 40, 48, 61)),
    Run("red", (0, 6, 9, 14, 20, 31, 45, 53, 61)),
    Run("green", (0, 0, 3, 9, 12, 20, 25, 37, 44)),
    Run("orange", (0, 0, 3, 6, 12, 14, 25, 33, 38)),
    Run("yellow", (0, 0, 0, 3, 5, 6, 8, 11, 17)),
)
OVER: dict[str, Any] = {
    "florence-round": Report(
        "3. kolo skončilo",
        (
            Rows(
                tuple(
                    Row(
                        seat.colour,
                        seat.name,
                        value,
                        gains=(Count("", 3),) * (value == "23"),
                        marked=value == "23",
                    )
                    for seat, value in zip(PEOPLE, ("23", "23", "17", "12", "–"), strict=True)
                )
            ),
            Sentences(
                (
                    Event("Figurka na 11: Kateřina", "hand"),
                    Event("Figurka na 44: Bert", "hand"),
                    Event("4. kolo: začíná Bert; díla od hodnoty 14.", "green"),
                )
            ),
        ),
        (Points(RANKS),),
        "Nejlepší dílo kola, hodnota 23: Kateřina a Bert.",
        "best-work",
        ways=(Choice("next", "Dál", "next", "main"),),
    ),
    "florence-card": Report(
        "Kateřina",
        (
            Papers((Paper("landscape", "Nejvíc krajin", "+7", note="7 bodů, při shodě 4"),)),
            Rows(
                tuple(
                    Row(seat.colour, seat.name, str(count), bar=count, marked=count == 6, dim=count != 6)
                    for seat, count in zip(PEOPLE, (6, 3, 0, 4, 5), strict=True)
                )
            ),
            Sentences((Event("Nikdo nemá víc: 7 bodů."),)),
        ),
        (Points(BARE, 61),),
        "Prestižní karta",
        "blue",
        88.0,
        ways=(Choice("next", "Další karta", "next", "main"), Choice("skip-all", "Rovnou k vítězi")),
        at=3,
        of=11,
    ),
    "florence-needs": Report(
        "Bert",
        (
            Papers((Paper("builder", "1 stavitel, 1 kejklíř a 2 krajiny", "0", note="7 bodů", struck=True),)),
            Rows(
                (
                    Row("builder", "Stavitelé", "1 / 1", met=True),
                    Row("jester", "Kejklíři", "0 / 1", met=False),
                    Row("landscape", "Krajiny", "3 / 2", met=True),
                )
            ),
            Sentences((Event("Nesplněno: 0 bodů."),)),
        ),
        (Points(BARE, 61),),
        "Prestižní karta",
        "green",
        88.0,
        ways=(Choice("next", "Kdo vyhrál?", "next", "main"),),
        at=11,
        of=11,
    ),
    "florence-winner": Report(
        "Kateřina vítězí",
        (Points(AT_THE_END),),
        (Course(STEPS, RUNS),),
        "Stejně bodů: rozhoduje víc florinů.",
        "points",
        80.0,
        over=True,
        ways=(
            Choice("home", "Na úvodní stránku", "home", "main"),
            Choice(ENDING, "Prestižní karty", "prestige"),
        ),
    ),
    "florence-standing": Report(
        "Body zatím",
        (Points(RANKS[:3]),),
        (Course(STEPS[:1], tuple(Run(run.colour, (0,)) for run in RUNS[:3])),),
        symbol="chart",
        wide=80.0,
    ),
}
"""By name."""
