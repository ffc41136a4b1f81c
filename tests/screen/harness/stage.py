"""What the tests put before the driver: one widget alone, a court in mid-game, and a program that only listens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from msgspec.structs import replace

from companion.export.bg_stats import NoResultYet
from companion.games.louis_xiv.rules.edition import TileCondition
from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.state import PlayerState, TileState
from companion.games.louis_xiv.screen.board import BoardModel, TileAtTable
from companion.games.louis_xiv.screen.table_view import TableModel
from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.settings import Strictness
from companion.screen.view_models import (
    AvailableGameModel,
    CardModel,
    ChoiceModel,
    EventModel,
    NewGameRequest,
    PlayerAtTable,
    PromptModel,
    SavedGameModel,
    SetupAnswerModel,
    SetupQuestionModel,
    SymbolCountModel,
    TouchAnswer,
)
from companion.table.table_hardware import TableHardware


class Alone(App):
    """An app of one widget, made when the window is there, at the place that `place` gives it."""

    def __init__(self, make: Callable[[], Any], place: Callable[[Rect], Rect] = lambda whole: whole) -> None:
        super().__init__()
        self.make = make
        self.place = place

    def build(self) -> Any:
        self.widget = self.make()
        return Stage(self.widget, self.place)


class Stage(CanvasWidget):
    """One widget at its place."""

    def __init__(self, widget: Any, place: Callable[[Rect], Rect]) -> None:
        self.widget = widget
        self.place = place
        super().__init__()
        self.add_widget(widget)

    def arrange_children(self, bounds: Rect) -> None:
        place_widget(self.widget, self.place(bounds))


class Listener:
    """The program behind the screen, which does nothing but remember what it was told."""

    is_virtual_by_default = False
    can_switch_off = False
    game_at_hand = "louis-xiv"
    journal_path: Path | None = None
    hardware: TableHardware | None = None

    def __init__(
        self, evening: bool = True, notice: str = "", games: tuple[AvailableGameModel, ...] = ()
    ) -> None:
        self._games = games or (LOUIS,)
        self.heard: list[str] = []
        self.plans: list[NewGameRequest] = []
        self.game_controller = self
        self._evening = evening
        self._notice = notice

    def answer_touch(self, touch_target: str, tell: Callable[[TouchAnswer], None]) -> None:
        self.heard.append(f"answer {touch_target}")

    def explain_touch(self, touch_target: str, symbol: str, tell: Callable[[TouchAnswer], None]) -> None:
        self.heard.append(f"explain {touch_target}")

    def set_strictness(self, level: Strictness, is_for_all: bool) -> None:
        self.heard.append(f"{level} {'for all' if is_for_all else 'this evening'}")

    def resumable_game_model(self, lang: str) -> SavedGameModel | None:
        people = SIX_PEOPLE if SIX in self._games else PEOPLE
        how_far = {"cs": "2. kolo, vliv", "nl": "ronde 2, invloed", "de": "2. Runde, Einfluss"}.get(
            lang, "round 2, influence"
        )
        return SavedGameModel("Louis XIV", how_far, people, "21:14", "king") if self._evening else None

    def available_game_models(self, lang: str) -> tuple[AvailableGameModel, ...]:
        return self._games

    def player_names(self) -> tuple[str, ...]:
        return ("Kateřina", "Bert", "Carla", "Dominik", "Eliška", "Jiří")

    def forget_player_name(self, name: str) -> None:
        self.heard.append(f"forget {name}")

    def status_notice(self, lang: str) -> str:
        return self._notice

    def begin_game(self, request: NewGameRequest) -> None:
        self.plans.append(request)

    def on_finger_down(self, is_hasty: bool) -> None: ...

    def find_hardware(self) -> None: ...

    def running_evening(self, lang: str) -> Any:
        """None runs."""
        raise NoResultYet

    def run_in_background(self, work: Callable[[], None]) -> None: ...

    def leave_game(self) -> None: ...

    def face_down_tags(self) -> frozenset[str]:
        return frozenset()

    def replace_deck(self, game: str) -> None: ...

    def resume_evening(self, path: Path, game: str, checks_table: bool = False) -> None: ...

    def look_for_games(self) -> None: ...

    def resume_game(self) -> None:
        self.heard.append("go on")

    def touch(self, touch_target: str) -> None:
        self.heard.append(touch_target)


PEOPLE = (Seat("blue", "Kateřina"), Seat("yellow", "Bert"), Seat("red", "Carla"), Seat("green", "Dominik"))

YES_NO = (SetupAnswerModel("yes", "ano"), SetupAnswerModel("no", "ne"))
RULES = (
    SetupQuestionModel(
        "neutral-turns-tile", "L-3.11", "Má-li nejvíc kamenů neutrální barva sama, dílek se otočí.", YES_NO
    ),
    SetupQuestionModel(
        "king-empty-turns", "L-3.8", "Králův dílek se otočí, i když u něj nikdo nestojí.", YES_NO
    ),
    SetupQuestionModel(
        "stones-tile-majority-first",
        "L-3.9",
        "U dílků na kameny dostane odměnu první ten, kdo jich tam má nejvíc.",
        YES_NO[::-1],
    ),
    SetupQuestionModel(
        "once-first-second", "L-3.3", "Zbude-li po „jednou první“ jediný další, je u krále druhý.", YES_NO
    ),
    SetupQuestionModel(
        "four-jumps",
        "L-2.7",
        "Kolikrát smějí čtyři kameny skočit.",
        (SetupAnswerModel("3", "třikrát"), SetupAnswerModel("2", "dvakrát")),
    ),
    SetupQuestionModel("hands", "L-M4", "Kolik karet má kdo v ruce, je veřejné."),
)
PRICES = tuple(SetupAnswerModel(f"money:{price}", f"{price} louisdory") for price in (3, 4, 2))
PRINTED = tuple(
    SetupQuestionModel(f"tile {at} front", str(at), "Cena na přední straně", PRICES)
    for at in (1, 2, 3, 4, 8, 12)
)
LOUIS = AvailableGameModel(
    "louis-xiv",
    "Louis XIV",
    2,
    4,
    ("blue", "yellow", "red", "green"),
    "nejstarší",
    RULES,
    PRINTED,
    has_beginners=True,
)
SIX = AvailableGameModel(
    "six", "Hra pro šest", 3, 6, ("black", "blue", "green", "red", "white", "yellow"), "nejmladší", RULES[:1]
)
"""A game that there is not, for more people and in other colours."""
SIX_PEOPLE = tuple(
    Seat(colour, name)
    for colour, name in zip(SIX.colours, ("Eva", "Filip", "Dominik", "Kateřina", "Hynek", "Jan"), strict=True)
)

NAMES = (
    "Anne d'Autriche",
    "Philippe",
    "Marie-Thérèse",
    "Grand Dauphin",
    "Montespan",
    "Condé",
    "Colbert",
    "Maintenon",
    "La Vallière",
    "Turenne",
    "Mazarin",
    "Louvois",
)
FIRST = (5, 7, 9, 11)
STONES = {
    1: {"blue": 2, "yellow": 1},
    2: {"red": 3, "green": 3},
    4: {"blue": 1, "yellow": 2, "red": 1, "green": 4},
    6: {"yellow": 3, "green": 1},
    7: {"blue": 2},
    8: {"blue": 1, "yellow": 1, "red": 1},
    11: {"blue": 2, "red": 2, "green": 15},
}


def tile(number: int, now: int = 0) -> TileAtTable:
    """A tile in mid-game; `is_being_evaluated` is the one that is evaluated."""
    kind = "first" if number in FIRST else "stones" if number in (6, 10) else "money"
    return TileAtTable(
        number,
        NAMES[number - 1],
        TileState("back" if number in (5, 9, 10) else "front", STONES.get(number, {})),
        TileCondition(kind, {"first": 0, "stones": 3, "money": 4}[kind]),
        (*(seat.colour for seat in PEOPLE), NEUTRAL),
        has_king=number == 4,
        is_being_evaluated=number == now,
        intrigue_is_open=number == now,
    )


def board(now: int = 0, side: int = 0, noticed: int = 0) -> BoardModel:
    """The board in mid-game; `noticed_stones` is a tile where two stones of Bert's were just noticed."""
    players = {
        seat.colour: PlayerState(general=count) for seat, count in zip(PEOPLE, (5, 5, 16, 7), strict=True)
    }
    phase = "vyhodnocení" if now else "vliv"
    tiles = [tile(number, now) for number in range(1, 13)]
    if noticed:
        tiles[noticed - 1] = replace(tiles[noticed - 1], noticed_stones=SymbolCountModel("yellow", 2))
    return BoardModel(tuple(tiles), players, "6", ("2. kolo", phase), side)


PLAYERS = (
    PlayerAtTable(
        PEOPLE[0],
        PlayerState(
            money=5,
            own=11,
            general=5,
            arms=2,
            chips={"crown": 2, "ring": 1, "letter": 1},
            influence={"?": 5},
            intrigue={"?": 1},
            hand={"light": 1, "mid": 1},
            missions=("light-stone:ring", "dark-tile:ring+ring"),
        ),
        is_start_player=True,
    ),
    PlayerAtTable(
        PEOPLE[1],
        PlayerState(money=12, own=9, general=6, influence={"?": 4}, hand={"light": 1, "mid": 1}),
        is_on_turn=True,
    ),
    PlayerAtTable(
        PEOPLE[2],
        PlayerState(
            money=13,
            own=10,
            general=16,
            arms=11,
            chips={"crown": 1, "ring": 2, "letter": 1, "helmet": 1, "sceptre": 3},
            influence={"?": 5},
            intrigue={"?": 2},
            hand={"light": 1, "mid": 1, "dark": 2},
            missions=("light-stone:ring",) * 4,
        ),
    ),
    PlayerAtTable(
        PEOPLE[3],
        PlayerState(
            own=4,
            general=12,
            arms=3,
            chips={"helmet": 1},
            influence={"?": 5},
            hand={"light": 2},
            missions=("light-stone:ring",),
        ),
    ),
)
EVENTS = (
    EventModel("Carla: 2 kameny na Philippe, 1 na Colberta.", "red"),
    EventModel("Dominik a Carla teď mají u Philippa stejně, po 3.", "letter"),
    EventModel("Kateřina bere 3 kameny ze společné zásoby do vlastní.", "blue"),
)
HAND = (
    *(CardModel(f"card/inf{n}", str(n), NAMES[n - 1]) for n in (4, 6, 8, 11)),
    CardModel("card/joker", "", "Žolík", "joker"),
)
ANY = (*(CardModel(f"card/inf{n}", str(n), NAMES[n - 1]) for n in range(1, 13)), HAND[-1])


def things(cards: tuple[CardModel, ...]) -> frozenset[str]:
    """The names of these cards."""
    return frozenset(card.touch_target for card in cards)


CARD_WANTED = TableModel(
    prompt=PromptModel(PEOPLE[1], "Zahraj kartu vlivu", "Polož ji na čtečku, nebo se jí dotkni."),
    board=board(),
    players=PLAYERS,
    recent_events=EVENTS,
    hand_cards=HAND,
    enabled_targets=things(HAND),
    has_reader=True,
    can_undo=True,
)
STONES_WANTED = TableModel(
    prompt=PromptModel(PEOPLE[1], "Kam s kameny? Až 3 na Condého a jeho sousedy"),
    board=board(noticed=6),
    players=PLAYERS,
    recent_events=EVENTS,
    hand_cards=HAND[1:2],
    choices=(
        ChoiceModel("done", "Hotovo", "check", "main"),
        ChoiceModel("take", "Vzít 3 zpět"),
        ChoiceModel("clear", "Zahodit: karta 6, 2 kameny na Condého", "cross", "quiet"),
    ),
    enabled_targets=frozenset({"tile/6", "tile/1", "tile/5"}),
    has_reader=True,
    can_undo=True,
)
ANSWER_WANTED = TableModel(
    prompt=PromptModel(PEOPLE[0], "Koupit helmici za 3 louisdory?"),
    board=board(now=4, side=1),
    players=PLAYERS,
    recent_events=EVENTS,
    choices=(ChoiceModel("yes", "Ano, za 3", "louis"), ChoiceModel("no", "Ne", "cross")),
    can_undo=True,
)
ANY_CARD_WANTED = TableModel(
    prompt=PromptModel(PEOPLE[3], "Zahraj kartu vlivu"),
    board=board(side=3),
    players=PLAYERS,
    recent_events=EVENTS,
    hand_cards=ANY,
    enabled_targets=things(ANY),
    can_undo=True,
)
TWO_AT_TABLE = TableModel(
    prompt=PromptModel(None, "Otoč peněžní kartu", "Kolik louisdorů je na ní?"),
    board=board(side=2),
    players=PLAYERS[:2],
    recent_events=EVENTS[:1],
    choices=tuple(ChoiceModel(f"louis/{count}", str(count), "louis") for count in range(2, 9)),
)
TABLES = {
    "card": CARD_WANTED,
    "stones": STONES_WANTED,
    "answer": ANSWER_WANTED,
    "any-card": ANY_CARD_WANTED,
    "two": TWO_AT_TABLE,
}
"""The table screen in its different moments."""
