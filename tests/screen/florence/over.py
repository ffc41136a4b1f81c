"""What lies over the table of the Princes of Florence for a while, as the tests show it: as much as there can be."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Seat
from companion.screen.overlays.standing import LEAST_RANKING_WIDTH
from companion.screen.report_models import (
    FINAL_REPORT_TARGET,
    ChartLineModel,
    ChartStepModel,
    PointsChartModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.view_models import ChoiceModel, EventModel, RankModel, SymbolCountModel

PEOPLE = tuple(
    Seat(colour, name)
    for colour, name in zip(
        ("blue", "green", "orange", "red", "yellow"),
        ("Kateřina", "Bert", "Carla", "Dominik", "Eliška"),
        strict=True,
    )
)
RANKS = tuple(
    RankModel(
        place,
        seat,
        points,
        (SymbolCountModel("points", points - cards), SymbolCountModel("prestige", cards)),
        note,
        thing,
    )
    for place, seat, points, cards, note, thing in (
        (1, PEOPLE[0], 61, 13, "počítadlo: 11", "ledger/blue"),
        (2, PEOPLE[3], 61, 8, "počítadlo: 11", "ledger/red"),
        (3, PEOPLE[1], 44, 7, "", "ledger/green"),
        (4, PEOPLE[2], 38, 5, "", "ledger/orange"),
        (5, PEOPLE[4], 17, 6, "", "ledger/yellow"),
    )
)
AT_THE_END = tuple(
    RankModel(rank.place, rank.seat, rank.points, rank.point_parts, note, rank.touch_target)
    for rank, note in zip(RANKS, ("1400 florinů", "900 florinů", "", "", ""), strict=True)
)
BARE = tuple(
    RankModel(rank.place, rank.seat, rank.points, rank.point_parts, "", rank.touch_target) for rank in RANKS
)
STEPS = (
    ChartStepModel("0"),
    *(ChartStepModel(str(round_), touch_target=f"history/{34 * round_}") for round_ in range(1, 8)),
    ChartStepModel("", "prestige", "history/245"),
)
RUNS = (
    ChartLineModel("blue", (0, 3, 9, 20, 25, 33, 40, 48, 61)),
    ChartLineModel("red", (0, 6, 9, 14, 20, 31, 45, 53, 61)),
    ChartLineModel("green", (0, 0, 3, 9, 12, 20, 25, 37, 44)),
    ChartLineModel("orange", (0, 0, 3, 6, 12, 14, 25, 33, 38)),
    ChartLineModel("yellow", (0, 0, 0, 3, 5, 6, 8, 11, 17)),
)
OVER: dict[str, Any] = {
    "florence-round": ReportModel(
        "3. kolo skončilo",
        (
            ReportRowsModel(
                tuple(
                    ReportRowModel(
                        seat.colour,
                        seat.name,
                        value,
                        gains=(SymbolCountModel("", 3),) * (value == "23"),
                        is_highlighted=value == "23",
                    )
                    for seat, value in zip(PEOPLE, ("23", "23", "17", "12", "–"), strict=True)
                )
            ),
            SentencesModel(
                (
                    EventModel("Figurka na 11: Kateřina", "hand"),
                    EventModel("Figurka na 44: Bert", "hand"),
                    EventModel("4. kolo: začíná Bert; díla od hodnoty 14.", "green"),
                )
            ),
        ),
        (RankingModel(RANKS),),
        "Nejlepší dílo kola, hodnota 23: Kateřina a Bert.",
        "best-work",
        actions=(ChoiceModel("next", "Dál", "next", "main"),),
    ),
    "florence-card": ReportModel(
        "Kateřina",
        (
            ScoredCardsModel(
                (ScoredCardModel("landscape", "Nejvíc krajin", "+7", note="7 bodů, při shodě 4"),)
            ),
            ReportRowsModel(
                tuple(
                    ReportRowModel(
                        seat.colour,
                        seat.name,
                        str(count),
                        bar_value=count,
                        is_highlighted=count == 6,
                        is_dimmed=count != 6,
                    )
                    for seat, count in zip(PEOPLE, (6, 3, 0, 4, 5), strict=True)
                )
            ),
            SentencesModel((EventModel("Nikdo nemá víc: 7 bodů."),)),
        ),
        (RankingModel(BARE, 61),),
        "Prestižní karta",
        "blue",
        88.0,
        actions=(
            ChoiceModel("next", "Další karta", "next", "main"),
            ChoiceModel("skip-all", "Rovnou k vítězi"),
        ),
        page_number=3,
        page_count=11,
    ),
    "florence-needs": ReportModel(
        "Bert",
        (
            ScoredCardsModel(
                (
                    ScoredCardModel(
                        "builder", "1 stavitel, 1 kejklíř a 2 krajiny", "0", note="7 bodů", is_struck_out=True
                    ),
                )
            ),
            ReportRowsModel(
                (
                    ReportRowModel("builder", "Stavitelé", "1 / 1", is_condition_met=True),
                    ReportRowModel("jester", "Kejklíři", "0 / 1", is_condition_met=False),
                    ReportRowModel("landscape", "Krajiny", "3 / 2", is_condition_met=True),
                )
            ),
            SentencesModel((EventModel("Nesplněno: 0 bodů."),)),
        ),
        (RankingModel(BARE, 61),),
        "Prestižní karta",
        "green",
        88.0,
        actions=(ChoiceModel("next", "Kdo vyhrál?", "next", "main"),),
        page_number=11,
        page_count=11,
    ),
    "florence-winner": ReportModel(
        "Kateřina vítězí",
        (RankingModel(AT_THE_END),),
        (PointsChartModel(STEPS, RUNS),),
        "Stejně bodů: rozhoduje víc florinů.",
        "points",
        LEAST_RANKING_WIDTH,
        is_final=True,
        actions=(
            ChoiceModel("home", "Na úvodní stránku", "home", "main"),
            ChoiceModel(FINAL_REPORT_TARGET, "Prestižní karty", "prestige"),
        ),
    ),
    "florence-standing": ReportModel(
        "Body zatím",
        (RankingModel(RANKS[:3]),),
        (PointsChartModel(STEPS[:1], tuple(ChartLineModel(run.colour, (0,)) for run in RUNS[:3])),),
        symbol="chart",
        left_width=80.0,
    ),
}
"""By name."""
