"""What lies over the table for a while, in mid-game, as the tests show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.games import game_rules
from companion.games.louis_xiv.screen.board import TileReportView
from companion.rules.history import replay_record
from companion.screen.default.table_check import TableCheckModel
from companion.screen.overlays import ShownOverlay
from companion.screen.overlays.check import TableCheckOverlay
from companion.screen.overlays.menu import MenuModel, MenuOverlay
from companion.screen.overlays.undo import UndoModel, UndoOverlay
from companion.screen.report_models import (
    GameBlock,
    ListItemModel,
    MovementListModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    SentencesModel,
    StoryModel,
    make_list_report,
)
from companion.screen.view_models import ChoiceModel, EventModel, MovementModel, RankModel, SymbolCountModel
from companion.screen.widgets.report_overlay import ReportOverlay
from companion.table.storage.evening_notes import KeptRefusal
from companion.table.storage.journal import read_record
from companion.voice.evening_text import Story
from companion.voice.voice import Voice
from tests.screen.florence import over as florence
from tests.screen.harness.checked import shown
from tests.screen.harness.stage import PEOPLE, tile
from tests.screen.kabale import over as kabale

MOVES = (
    EventModel("Bert: karta Condé, 2 kameny Condé, 1 Anna", "yellow"),
    EventModel("Kateřina: karta Colbert, vzít kameny ze společné zásoby do vlastní", "blue"),
    EventModel("Dominik: žolík, 1 kámen Mazarin", "green"),
    EventModel("Carla: karta Philippe, 3 kameny Philippe", "red"),
    EventModel("Peněžní karta: 4 louisdory, král jde na dílek Philippe", ""),
    EventModel("Bert: mise „1 kámen navíc“ za koruna a prsten", "yellow"),
    EventModel("Carla: hotovo", "red"),
)
HANDS = (
    MovementModel("Kateřina: 3 kameny z dílku Condé do společné zásoby.", "blue"),
    MovementModel("Kateřina: 1 erb z balíčku.", "arms"),
    MovementModel("Bert: 1 kámen z dílku Condé do vlastní zásoby.", "yellow"),
    MovementModel("Otoč dílek Condé.", "turn"),
)
UNSEEN = ("Kateřina dobírá 1 kartu vlivu.", "Bert dobírá kartu mise (světlou).")
LINES = (
    EventModel("Bert má u Condého nejvíc kamenů a dostává 1 erb.", "yellow"),
    EventModel("Bert pokládá 1 kámen ze společné zásoby na Louvoise.", "yellow"),
    EventModel("Dominik: 1 kámen se vrací do vlastní zásoby.", "green"),
)
RANKS = tuple(
    RankModel(
        place,
        seat,
        points,
        (SymbolCountModel("mission", missions), SymbolCountModel("arms", points - missions)),
        note,
        f"ledger/{seat.colour}",
    )
    for place, (seat, points, missions, note) in enumerate(
        (
            (PEOPLE[2], 41, 25, ""),
            (PEOPLE[0], 41, 20, "o 3 kameny ve vlastní zásobě méně"),
            (PEOPLE[1], 33, 15, ""),
            (PEOPLE[3], 19, 5, ""),
        ),
        1,
    )
)
LEDGER = tuple(
    ListItemModel(words, symbol, number)
    for words, symbol, number in (
        ("Carla dostává 1 erb díky Condému.", "arms", "+1"),
        ("Carla plní misi „2 louisdory nebo kameny navíc“ za helmice a prsten.", "mission", "+5"),
        ("Carla dostává 3 erby za vrácené žetony.", "arms", "+3"),
        ("Carla vyměňuje 2 karty vlivu, 1 žeton, 3 kameny a 9 louisdorů za 9 erbů.", "arms", "+9"),
        ("Kříž: Carla má nejvíc, 4, a dostává ještě jeden erb.", "arms2", "+1"),
    )
    * 3
)
STANDS = (
    ReportRowModel(
        "yellow",
        "Bert",
        "3",
        bar_value=3,
        gains=(SymbolCountModel("arms"), SymbolCountModel("stones")),
        is_highlighted=True,
    ),
    ReportRowModel("green", "Dominik", "1", bar_value=1),
)
FOUR = (
    ReportRowModel(
        "green",
        "Dominik",
        "4",
        bar_value=4,
        gains=(SymbolCountModel("helmet"), SymbolCountModel("crown")),
        is_highlighted=True,
    ),
    ReportRowModel(
        "yellow", "Bert", "2", bar_value=2, gains=(SymbolCountModel("helmet"),), is_highlighted=True
    ),
    ReportRowModel("blue", "Kateřina", "1", bar_value=1),
    ReportRowModel("red", "Carla", "1", bar_value=1),
)
GIVEN = (
    ReportRowModel(
        "blue",
        "Kateřina",
        "11",
        item_counts=(
            SymbolCountModel("influence"),
            SymbolCountModel("crown"),
            SymbolCountModel("blue", 3),
            SymbolCountModel("louis", 9),
        ),
        gains=(SymbolCountModel("arms", 8),),
    ),
    ReportRowModel(
        "yellow",
        "Bert",
        "9",
        item_counts=(SymbolCountModel("yellow", 2),),
        gains=(SymbolCountModel("arms", 2),),
    ),
    ReportRowModel(
        "red",
        "Carla",
        "21",
        item_counts=(
            SymbolCountModel("influence"),
            SymbolCountModel("intrigue", 2),
            SymbolCountModel("helmet"),
            SymbolCountModel("red", 5),
            SymbolCountModel("louis", 9),
        ),
        gains=(SymbolCountModel("arms", 12),),
    ),
    ReportRowModel("green", "Dominik", "4"),
)
HELD = tuple(
    ReportRowModel(
        seat.colour,
        seat.name,
        str(count),
        bar_value=count,
        gains=(SymbolCountModel("", 1),) * (count == 4),
        is_highlighted=count == 4,
        is_dimmed=not count,
    )
    for seat, count in zip(PEOPLE, (4, 1, 4, 0), strict=True)
)
ON = "Dál"
RECORD = Path(__file__).parents[2] / "games" / "louis_xiv" / "records" / "two-players.herald"
SKIP = "Rovnou k tomu, co se rozhoduje"


def told_story() -> Story:
    """An evening of Louis XIV as it is told, with a move that was taken back and one that was refused."""
    head, lines = read_record(RECORD)
    history = replay_record(head, game_rules(head.game), (*lines[:80], "undo 1", lines[79]))
    refused = KeptRefusal(80, "L-2.4", "own-tile-first", {"card": "inf6", "tile": 6}, "blue inf6 place 9")
    return Story(
        history.frozen_copy, (refused,), Voice(head.game, {"blue": "Kateřina", "yellow": "Bert"}, "cs")
    )


OVER: dict[str, Any] = (
    {
        "take-back": UndoModel(MOVES, 2, 5, UNSEEN),
        "take-back-one": UndoModel(MOVES, 1, 3),
        "carry": ReportModel(
            "Vráceno",
            (
                MovementListModel(
                    tuple(
                        MovementModel(hand.text, hand.symbol, is_done=at < 1) for at, hand in enumerate(HANDS)
                    )
                ),
            ),
            subtitle="Vraťte stůl do podoby, jakou má obrazovka.",
            actions=(ChoiceModel("back", "Hotovo", "check"),),
        ),
        "ledger": make_list_report("Carla: 41 bodů", LEDGER, "Z čeho jsou body", "red", "41 bodů"),
        "help": make_list_report(
            "Co je teď možné", tuple(ListItemModel(e.sentence, e.symbol) for e in MOVES)
        ),
        "history": ReportModel(
            "Co se stalo",
            (StoryModel(told_story(), 80, 3),),
            symbol="book",
            actions=(ChoiceModel("standing", "Body zatím", "chart", "main"),),
        ),
        "standing": ReportModel("Body zatím", (RankingModel(RANKS),), symbol="chart"),
        "winner": ReportModel(
            "Carla vítězí",
            (RankingModel(RANKS),),
            (),
            "Stejně bodů; rozhodlo víc kamenů ve vlastní zásobě.",
            "king",
            is_final=True,
            actions=(
                ChoiceModel("home", "Na úvodní stránku", "home", "main"),
                ChoiceModel("ending", "Erby", "arms"),
            ),
        ),
        "menu": MenuModel(
            (
                ChoiceModel("standing", "Body zatím", "chart"),
                ChoiceModel("reports", "Poslední vyhodnocení", "lamp"),
                ChoiceModel("help", "Co je teď možné", "book"),
                ChoiceModel("check", "Kontrola stolu", "hand"),
                ChoiceModel("strictness", "Co pravidla zakazují: odmítat", "warning"),
                ChoiceModel("settings", "Nastavení", "gear"),
                ChoiceModel("home", "Úvodní stránka", "home"),
                ChoiceModel("turn", "Otočit desku", "turn"),
            )
        ),
        "check": shown("louis-xiv", "of/blue", "at/player/blue"),
        "check-wrong": shown("louis-xiv", "of/blue", "count/stone/blue>=1"),
        "check-row": shown("kabale", "at/column/3"),
        "check-card": shown("kabale", "at/column/3", "set/1"),
        "check-grid": shown("florence", "of/blue", "at/grid/blue"),
        "evaluation": ReportModel(
            "Condé",
            (GameBlock(TileReportView, tile(6, 6)), ReportRowsModel(STANDS)),
            (SentencesModel(LINES, is_large=True), MovementListModel(HANDS)),
            "Kartička 6: pro každého se 3 kameny",
            actions=(ChoiceModel("next", "Další kartička", "next", "main"), ChoiceModel("skip-all", SKIP)),
            page_number=2,
            page_count=5,
        ),
        "evaluation-last": ReportModel(
            "Grand Dauphin",
            (GameBlock(TileReportView, tile(4, 4)), ReportRowsModel(FOUR)),
            (SentencesModel(LINES[:2], is_large=True),),
            actions=(ChoiceModel("next", ON, "next", "main"),),
        ),
        "exchange": ReportModel(
            "Závěrečná výměna",
            (
                ReportRowsModel(GIVEN),
                SentencesModel(
                    (EventModel("Vraťte karty, žetony, kameny a peníze a vezměte si za ně erby.", "hand"),)
                ),
            ),
            subtitle="Každá karta, žeton, kámen na dílku a 3 louisdory jsou jeden erb.",
            symbol="arms",
            actions=(ChoiceModel("next", ON, "next", "main"),),
        ),
        "kind": ReportModel(
            "Kříž",
            (
                ReportRowsModel(HELD),
                SentencesModel(
                    (EventModel("Kateřina a Carla mají nejvíc, po 4, a berou si každá ještě jeden erb."),)
                ),
            ),
            (RankingModel(tuple(replace(rank, note="") for rank in RANKS), 45),),
            "Kdo má nejvíc, dostane ještě jeden.",
            "arms2",
            actions=(
                ChoiceModel("next", "Další druh", "next", "main"),
                ChoiceModel("skip-all", "Rovnou k vítězi"),
            ),
            page_number=2,
            page_count=6,
        ),
    }
    | kabale.OVER
    | florence.OVER
)
"""By name."""
VIEWS: dict[Any, Any] = {
    MenuModel: MenuOverlay,
    UndoModel: UndoOverlay,
    TableCheckModel: TableCheckOverlay,
    ReportModel: ReportOverlay,
}


def covering(model: Any) -> ShownOverlay:
    """What covers the table with this model."""
    return ShownOverlay(VIEWS[type(model)], model)
