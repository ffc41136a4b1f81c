"""What lies over the table of Kabale und Hiebe for a while, as the tests show it: as much as there can be."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Seat
from companion.screen.report_models import (
    CARDS_COLUMN_WIDTH,
    PileModel,
    PilesModel,
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
        ("black", "blue", "green", "red", "white", "yellow"),
        ("Kateřina", "Bert", "Carla", "Dominik", "Eliška", "Jiří"),
        strict=True,
    )
)
CARDS = tuple(
    ScoredCardModel(by, name, counts, printed, why, is_struck_out=not counts)
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
    ReportRowModel(
        PEOPLE[at].colour, PEOPLE[at].name, said, is_highlighted=said == "28", is_dimmed=said != "28"
    )
    for at, said in ((0, "28"), (3, "10"), (2, "9"), (5, "8"), (1, "5½"), (4, "0"))
)
LINES = (
    EventModel("Nejvyšší součet 28 (Kateřina a Bert), vyhrává Kateřina, nejblíž bodové kartě.", "black"),
    EventModel("Mág odstraňuje: Král (Bert)."),
    EventModel("Bodová karta, lícem dolů: Kateřina.", "hand"),
    EventModel("Karty jdou na odkládací balíčky svých majitelů.", "hand"),
)
SYMBOLS = ("alchemy", "fencing", "farming", "trade", "religion", "music")
RANKS = tuple(
    RankModel(
        place,
        seat,
        points,
        (SymbolCountModel("alchemy", 5), SymbolCountModel("doubled", points - 5)),
        "",
        f"ledger/{seat.colour}",
    )
    for place, (seat, points) in enumerate(zip(PEOPLE, (53, 39, 21, 18, 14, 5), strict=True), 1)
)
PILES = tuple(
    PileModel(
        symbol, (("2×5", True), *([("3", False)] * (at < 5)), *([("2", False), ("1", False)] * (at == 1)))
    )
    for at, symbol in enumerate(SYMBOLS)
)
OVER: dict[str, Any] = {
    "column": ReportModel(
        "Sloupec 5, náboženství 5",
        (ScoredCardsModel(CARDS),),
        (ReportRowsModel(SUMS), SentencesModel(LINES)),
        symbol="religion",
        left_width=CARDS_COLUMN_WIDTH,
        actions=(
            ChoiceModel("next", "Další sloupec", "next", "main"),
            ChoiceModel("skip-all", "Rovnou k tomu, co se rozhoduje"),
        ),
        page_number=5,
        page_count=6,
    ),
    "column-one": ReportModel(
        "Sloupec 1, umění 1",
        (ScoredCardsModel(CARDS[:1]),),
        (ReportRowsModel(SUMS[:1]), SentencesModel(LINES)),
        symbol="music",
        left_width=CARDS_COLUMN_WIDTH,
        actions=(ChoiceModel("next", "Dál", "next", "main"),),
    ),
    "opened": ReportModel(
        "Kateřina",
        (
            PilesModel(PILES),
            ReportRowsModel(
                (
                    ReportRowModel("", "Součet", "48", is_dimmed=True),
                    ReportRowModel("", "Šestice dvakrát", "53", "2 × 30 − 7", is_highlighted=True),
                ),
                2,
            ),
        ),
        (RankingModel(RANKS, 53),),
        "13 získaných bodových karet",
        "black",
        CARDS_COLUMN_WIDTH,
        actions=(ChoiceModel("next", "Kdo vyhrál?", "next", "main"),),
        page_number=6,
        page_count=6,
    ),
    "opened-none": ReportModel(
        "Jiří",
        (
            PilesModel(tuple(PileModel(symbol) for symbol in SYMBOLS)),
            ReportRowsModel(
                (
                    ReportRowModel("", "Součet", "0", is_highlighted=True),
                    ReportRowModel("", "Šestice dvakrát", "", "chybí 6 symbolů", is_dimmed=True),
                ),
                2,
            ),
        ),
        (RankingModel(RANKS[-1:], 53),),
        "0 získaných bodových karet",
        "yellow",
        CARDS_COLUMN_WIDTH,
        actions=(
            ChoiceModel("next", "Další hráč", "next", "main"),
            ChoiceModel("skip-all", "Rovnou k vítězi"),
        ),
        page_number=1,
        page_count=6,
    ),
}
"""By name."""
