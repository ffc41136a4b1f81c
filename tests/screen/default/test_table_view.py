"""The table that any game has without asking: whatever glows can be touched, and everything has room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.metrics import mm
from msgspec.structs import replace

from companion.games import game_rules, playable_plugin_by_name
from companion.rules.history import GameHistory
from companion.rules.layout import Place, PlacedPieces
from companion.rules.moves import PLAY_ZONE
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import ScreenContext, UiState
from companion.screen.default.place_models import CellModel, PlaceModel, TokenModel, make_place_models
from companion.screen.default.place_view import PlaceView, square_rects
from companion.screen.default.presenter import DefaultTableModel, table_model
from companion.screen.default.table_view import AnswerButton, TableView
from companion.screen.draw.canvas_widget import ModelView, place_widget
from companion.screen.draw.painter import PaintedShape, Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, CHALK
from companion.screen.game_session.game_controller import TouchInterpreter
from companion.screen.overlays.about import make_explanation_report
from companion.screen.overlays.standing import round_columns
from companion.screen.presenters.table_presenter import PieceAppearance
from companion.screen.presenters.table_presenter import appearance_lookup as default_faces
from companion.screen.view_models import CardModel, ChoiceModel
from companion.table.interpretation.judge import Ambiguous, Interpreted, step_by_touch_target
from companion.table.interpretation.question import AnswerOption, ClarifyingQuestion
from companion.table.messages import ChooseAnswer, Touch
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.zones import ZonePlan, ZoneStatus
from companion.voice.language import load_translation
from companion.voice.voice import Voice
from nine_mens_morris.plugin import PLUGIN
from tests.long import ALL
from tests.ours import GAMES
from tests.screen import SIZES, everywhere
from tests.screen.harness.driver import Driver
from tests.screen.harness.pictures import as_told
from tests.screen.harness.plain import moments, parted, table, voice
from tests.screen.harness.reading import text
from tests.screen.harness.stage import Alone
from tests.screen.harness.translated import wrong
from tests.table.evenings import begun, setup

EVERY = (*GAMES, PLUGIN.name)
SMALL = ("cs", SIZES[0])
MOMENTS = 12 if ALL else 2
"""Of a game, and in each those of a move."""
KEPT = {"louis-xiv": 2, "kabale": 7, "florence": 1, PLUGIN.name: 2}
"""Which of them, in the middle of a game, is kept as text."""


@pytest.fixture(autouse=True)
def morris(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine Men's Morris is installed, too."""
    monkeypatch.setitem(playable_plugin_by_name(), PLUGIN.name, PLUGIN)


def every_moment() -> Iterator[tuple[str, int, int, Snapshot]]:
    """Of every game at its tables: its name, how many players, which moment, and that."""
    for name in EVERY:
        for players in tables(name):
            for at, now in enumerate(moments(name, players, MOMENTS)):
                yield name, players, at, now


class Screen(TableView):
    """A table that nobody hears."""

    def __init__(self) -> None:
        super().__init__(lambda thing: None, lambda: load_translation("en"))

    def show(self, table: DefaultTableModel) -> None:
        """Each moment for itself: no move has just ended."""
        self.model = None
        super().show(table)


def tables(name: str) -> list[int]:
    """At how many players: the most, and where all is long every number."""
    return (
        [*range(game_rules(name).min_players, game_rules(name).max_players + 1)]
        if ALL
        else [game_rules(name).max_players]
    )


@everywhere
def test_nothing_is_cut_off_or_over_another(lang: str, size: tuple[int, int]) -> None:
    found = {}
    with Driver(Alone(Screen), size) as person:
        for name, players, at, now in every_moment():
            person.app.widget.show(table(now, lang))
            person.rest()
            faults = person.faults()
            if at == KEPT[name] and (lang, size) == SMALL and not ALL:
                faults += as_told(f"default-{name}-cs-800", text(person))
            found[name, players, at] = faults
    assert {moment: faults for moment, faults in found.items() if faults} == {}


@pytest.mark.long(instead="test_nothing_is_cut_off_or_over_another")
@pytest.mark.parametrize("size", SIZES)
def test_there_is_room_for_texts_that_are_longer(other_language: str, size: tuple[int, int]) -> None:
    found = {}
    with Driver(Alone(Screen), size) as person:
        for name, players, at, now in every_moment():
            person.app.widget.show(table(now, other_language))
            person.rest()
            found[name, players, at] = wrong(person)
    assert {moment: faults for moment, faults in found.items() if faults} == {}


def test_places_lie_there_from_the_first_frame() -> None:
    now = next(now for now in moments("florence", 2, 20) if "pass" in now.step_by_touch_target)

    def begun() -> TableView:
        view = TableView(lambda thing: None, lambda: load_translation("en"))
        view.show(table(now))
        return view

    with Driver(Alone(begun), SIZES[0]) as person:
        assert {"pass", "pile/lake"} <= {*person.things()}


class Counted(DefaultTableModel, frozen=True, kw_only=True):
    """A game's own table: the default one, and how many men are still to come."""

    men_left: int


class MenLeft(ModelView[int]):
    """A strip with that number."""

    def paint_model(self, painter: Painter, bounds: Rect, men: int) -> None:
        painter.draw_text(f"{men} men left", bounds, BODY_TEXT, CHALK)


class CountedView(TableView):
    """The default table beneath that strip, as the recipe of another panel has it."""

    def __init__(self) -> None:
        self.men_left = MenLeft()
        super().__init__(lambda thing: None, lambda: load_translation("en"))
        self.add_board_widget(self.men_left)

    def show(self, table: Any) -> None:
        self.men_left.show(table.men_left)
        super().show(table)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        strip, board_rect = board_rect.cut_top(mm(6))
        place_widget(self.men_left, strip)
        super().arrange_board(board_rect, foot_rect)


def test_a_game_adds_a_panel_of_its_own_to_the_default_table() -> None:
    now = next(moments(PLUGIN.name, 2, 1))
    shown = table_model(now, UiState(), voice(now, "en"), (), partial(Counted, men_left=18))
    with Driver(Alone(CountedView), SIZES[0]) as person:
        person.app.widget.show(shown)
        person.rest()
        assert person.sees("18 men left")
        assert {*person.things()} >= {
            touch for touch in now.step_by_touch_target if touch.startswith("point/")
        }
        assert person.faults() == []


# -- fingers


@pytest.fixture
def columns() -> Iterator[tuple[Driver, list[str]]]:
    """Two columns of Kabale where a card is to be laid, and what was touched."""
    heard: list[str] = []
    view = Alone(lambda: TableView(heard.append, lambda: load_translation("en")))
    now = next(
        now
        for now in moments("kabale", 2, 20)
        if "column/2" in now.step_by_touch_target and not now.pending_input
    )
    with Driver(view, SIZES[0]) as person:
        view.widget.show(table(now))
        person.rest()
        yield person, heard


def faces(person: Driver) -> dict[str, PlaceView]:
    """The places that are drawn, dark or not."""
    return {each.touch_target: each for each in person._seen() if isinstance(each, PlaceView)}


def test_a_place_that_glows_is_touched_by_its_name(columns: tuple[Driver, list[str]]) -> None:
    person, heard = columns
    person.tap("column/2")
    assert heard == ["column/2"]


@pytest.mark.parametrize(
    ("moves", "rounds", "said"),
    [
        (3, False, ["0", "1", "2", "3"]),
        (4, True, ["0", "1", "2", "3", "4"]),
        (100, False, ["0", "13", "26", "39", "52", "65", "78", "91", "100"]),
    ],
)
def test_the_chart_has_a_few_columns_however_long_the_game_was(
    moves: int, rounds: bool, said: list[str]
) -> None:
    def position(at: int) -> Any:
        data = {"round": at + 1} if rounds else {}
        return SimpleNamespace(
            position=SimpleNamespace(to_json=lambda: data, points_by_player=lambda: {"blue": at - 1})
        )

    history: Any = SimpleNamespace(
        opening=position(0), accepted_lines=[position(at) for at in range(1, moves + 1)]
    )
    columns = [*round_columns(history)]
    assert [step.text for step, _ in columns] == said
    assert [step.touch_target for step, _ in columns] == ["", *(f"history/{each}" for each in said[1:])]
    assert [scores["blue"] for _, scores in columns] == [max(0, int(each) - 1) for each in said]


def test_while_an_answer_is_tried_the_table_is_as_it_would_be_and_no_answer_moves() -> None:
    view = Alone(Screen)
    kinds, changed = set[tuple[str, str]](), 0
    with Driver(view, SIZES[0]) as person:
        for name in GAMES:
            for now in moments(name, game_rules(name).max_players, MOMENTS):
                there = table(now, "cs")
                for thing in sorted(there.previewable_targets):
                    if (kind := (name, thing.partition("/")[0])) not in kinds:
                        kinds.add(kind)
                        tried = table(now, "cs", UiState(previewed_answer=thing))
                        assert (tried.choices, tried.needs_full_height) == (
                            there.choices,
                            there.needs_full_height,
                        )
                        view.widget.show(tried)
                        person.rest()
                        assert person.faults() == []
                        changed += any(
                            spot.is_changed for spot in (*tried.shared_places, *tried.player_places)
                        )
    assert changed


BIDS = tuple(ChoiceModel(f"bid/{number}", f"{number} florins") for number in range(0, 4001, 100))


@pytest.mark.parametrize("tall", [False, True])
def test_one_of_many_numbers_is_picked_and_taken_by_a_touch(tall: bool) -> None:
    now = next(now for now in moments("florence", 5, 20) if table(now).needs_full_height is tall)
    offered = replace(
        table(now),
        choices=(*BIDS, ChoiceModel("pass", "Pass")),
        number_targets=tuple(each.touch_target for each in BIDS),
        hand_cards=(),
    )
    heard: list[str] = []
    view = Alone(lambda: TableView(heard.append, lambda: load_translation("en")))
    with Driver(view, SIZES[0]) as person:
        view.widget.show(offered)
        person.rest()
        assert person.faults() == []
        person.tap("bid/100")  # the least that is anything
        person.tap("more/bid")
        person.tap("bid/200")
        track = person.find("slide/bid")
        person.tap_at(track.x + track.width - 1, track.center[1])
        person.tap("less/bid")
        person.tap("bid/3900")
        person.tap("pass")
        assert heard == ["bid/100", "bid/200", "bid/3900", "pass"]
        view.widget.show(replace(offered, pointed_targets=frozenset({"bid/700"})))
        person.rest()
        assert "bid/700" in person.things()


def test_what_no_move_names_says_what_lies_there(columns: tuple[Driver, list[str]]) -> None:
    person, heard = columns
    deck = next(thing for thing in faces(person) if thing.startswith("deck/"))
    person.tap_at(*faces(person)[deck].rect.center)
    assert heard == [f"about/{deck}"]


def test_a_stack_of_which_no_place_lists_anything_shows_how_many_are_left() -> None:
    now = next(moments("louis-xiv", 4, 1))
    (deck,) = (spot for spot in table(now).shared_places if spot.touch_target == "stack/light")
    assert [(token.appearance.symbol, token.count, token.face_down) for token in deck.tokens] == [
        ("light", 20 - 4, True)
    ]


def test_who_plays_from_a_hand_is_told_to_take_the_screen_and_then_to_lay_a_card() -> None:
    now = next(
        now for now in moments("kabale", 3, 30) if now.position.choice_tree.awaited_actors[0] != "table"
    )
    who, seats = now.position.choice_tree.awaited_actors[0], tuple(seat.colour for seat in now.setup.seats)
    hand = (f"card/{who}/mage", f"card/{who}/witch", f"card/{who}/witch")
    before, after = table(now, look=UiState(True, seats)), table(now, look=UiState(True, seats, who, hand))
    assert before.prompt.hint == "Take the screen, and look at your cards."
    assert [choice.emphasis for choice in before.choices if choice.touch_target == f"look/{who}"] == ["main"]
    assert after.prompt.hint == "Lay a card on the reader, or touch it."
    assert [card.name for card in after.hand_cards] == ["Mage", "Witch ×2"]


def test_amid_a_move_that_lacks_a_card_of_a_hand_its_player_is_told_to_take_the_screen() -> None:
    position, chance = begun("florence", 2), Random(1)
    while "action/bonus" not in step_by_touch_target(position, (), ZoneStatus(ZonePlan(), {})):
        position = position.play(pick_legal_move(position.choice_tree, chance.choice)[0])[0]
    session = Session(
        GameHistory(game_rules("florence"), setup("florence", 2), position),
        zone_plan=ZonePlan({PLAY_ZONE: "reader"}),
    )
    session.handle_message(Touch("action/bonus"))
    now = session.snapshot
    assert isinstance(now.interpretation, Interpreted)
    who, *_ = now.position.choice_tree.awaited_actors
    persons = UiState(is_virtual=True, human_colours=tuple(now.player_name_by_colour))
    shown = {choice.touch_target: choice.emphasis for choice in table(now, look=persons).choices}
    assert "done" not in shown
    assert {thing: weight for thing, weight in shown.items() if thing.startswith("look/")} == {
        f"look/{who}": "main"
    }


def test_an_answer_that_shows_a_grid_has_no_symbol_over_its_words() -> None:
    cell = PlaceModel("grid", "Grid", "grid", "", "grid", (), cells=(CellModel("a1"), CellModel("b1")))
    answer = AnswerButton("stone/blue", lambda thing: None, "Stone: Anna", "blue", "choice")
    answer.preview_place = cell
    with Driver(Alone(lambda: answer, lambda whole: whole.centred(230, 60)), SIZES[0]) as person:
        assert person.sees("Stone: Anna")
        assert not [
            mark for mark in answer.painted_items if isinstance(mark, PaintedShape) and mark.kind == "symbol"
        ]


def test_what_lies_on_a_square_is_seen_whether_a_tile_covers_it_or_not_and_is_touched_by_the_square() -> None:
    pieces = (
        PlacedPieces("stone/blue", at="a1"),
        PlacedPieces("chip/ring", at="b2/r1", covered_cells=("b2",)),
    )
    garden = Place(
        "garden", "grid", pieces=(*pieces, PlacedPieces("stone/red", at="b2")), cells=("a1", "a2", "b1", "b2")
    )
    (spot,) = make_place_models(
        (garden,), default_faces(Voice("louis-xiv", {}, "en")), ("garden/a1", "garden/b2")
    )
    heard: list[str] = []
    with Driver(Alone(lambda: PlaceView(spot, heard.append)), SIZES[0]) as person:
        face = faces(person)["garden"]
        lies = square_rects(spot, face.rect)
        drawn = {
            mark.name: mark.rect
            for mark in face.painted_items
            if isinstance(mark, PaintedShape) and mark.name
        }
        assert {
            name: [square for square, rect in lies.items() if rect.overlaps(where)]
            for name, where in drawn.items()
        } == {"blue": ["a1"], "ring": ["b2"], "red": ["b2"]}
        assert person.faults() == []
        person.tap("garden/a1")
        person.tap("garden/b2")
    assert heard == ["garden/a1", "garden/b2"]


def test_who_is_looked_at_leads_back_to_the_common_table() -> None:
    now = next(now for now in moments("kabale", 2, 20) if "column/2" in now.step_by_touch_target)
    for who in now.player_name_by_colour:
        look = UiState(viewed_player=who)
        (person,) = (player for player in table(now, look=look).players if player.is_viewed)
        back = TouchInterpreter(None).interpret_touch(
            person.touch_target, *parted(person.touch_target), now, look
        )
        assert isinstance(back, UiState)
        assert table(now, look=back).shared_places == table(now).shared_places != ()
        assert not any(player.is_viewed for player in table(now, look=back).players)


def test_what_is_asked_about_is_touched_where_it_lies() -> None:
    now = next(moments("florence", 3, 1))
    people, works = [f"player/{who}" for who in now.player_name_by_colour], ["work/1", "work/2"]
    for things, answered in ((people, []), (works, ["answer/0", "answer/1"])):
        options = tuple(AnswerOption(thing, 1, ()) for thing in things)
        asked = replace(now, interpretation=Ambiguous(ClarifyingQuestion("which", options)))
        there = table(asked)
        assert [
            choice.touch_target for choice in there.choices if choice.touch_target.startswith("answer/")
        ] == answered
        assert {each.touch_target for each in there.players if each.enabled} == (
            set() if answered else {*people}
        )
        assert TouchInterpreter(None).interpret_touch(things[1], *parted(things[1]), asked, UiState()) == (
            ChooseAnswer(options[1]),
        )


def test_a_word_of_the_game_is_played_though_the_screen_has_the_same_for_itself() -> None:
    now = next(now for now in moments("florence", 2, 20) if "open" in now.step_by_touch_target)
    fingers = TouchInterpreter(None)
    assert fingers.interpret_touch("open", *parted("open"), now, UiState()) == (Touch("open"),)
    assert fingers.interpret_touch("open/landscape", *parted("open/landscape"), now, UiState()) == UiState(
        answer_folder="landscape"
    )


def test_of_more_pieces_than_there_is_room_for_those_are_drawn_that_may_be_touched() -> None:
    cards = [TokenModel(PieceAppearance("", "", f"card {number}"), at=str(number)) for number in range(1, 41)]
    chosen = {f"row/{number}" for number in (33, 40)}
    tokens = tuple(
        replace(card, touch_target=f"row/{card.at}") if f"row/{card.at}" in chosen else card for card in cards
    )
    heard: list[str] = []
    spot = PlaceModel("row", "Row", "row", "", "row", tokens)
    view = Alone(lambda: PlaceView(spot, heard.append), lambda whole: whole.centred(200, 110))
    with Driver(view, SIZES[0]) as person:
        person.rest()
        for thing in sorted(chosen):
            person.tap(thing)
        assert heard == sorted(chosen)
        view.widget.show(
            replace(spot, tokens=tuple(replace(card, touch_target=f"row/{card.at}") for card in cards))
        )
        person.rest()
        there = [face.rect for face in view.widget.children]
        assert 1 < len(there) < len(cards)
        assert all(view.widget.rect.overlaps(rect) for rect in there)
        assert person.faults() == []
        heard.clear()
        person.tap("open/row")
        assert heard == ["open/row"]


def test_a_board_that_may_be_touched_is_there_however_many_cards_lie_below_it() -> None:
    view = Alone(lambda: TableView(lambda thing: None, lambda: load_translation("cs")))
    now = next(
        now
        for now in moments("louis-xiv", 4, 20)
        if "tile/6" in now.step_by_touch_target and now.pending_input
    )
    hand = tuple(CardModel(f"card/inf{number}", "", f"Card {number}") for number in range(1, 10))
    with Driver(view, SIZES[0]) as person:
        view.widget.show(replace(table(now, "cs"), hand_cards=hand, has_reader=True))
        person.rest()
        assert view.widget.has_many_choices
        assert {"tile/6", "clear"} <= set(person.things())
        assert person.faults() == []


def test_how_many_are_left_gives_way_where_there_is_no_room_for_all_places() -> None:
    crowded, (*_, roomy) = next(moments("louis-xiv", 4, 1)), islice(moments("kabale", 2, 6), 3)
    view = Alone(Screen)
    with Driver(view, SIZES[1]) as person:
        for now, there in ((crowded, False), (roomy, True)):
            left = {spot.touch_target for spot in table(now).shared_places if spot.shows_count_only}
            view.widget.show(table(now))
            person.rest()
            assert left
            assert (left <= faces(person).keys()) is there
            assert person.faults() == []


def test_what_is_explained_of_a_point_has_all_that_is_known_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    point = Place("point/d3", "spot", facts={"price": 7})
    now = next(moments(PLUGIN.name, 2, 1))
    monkeypatch.setattr(type(game_rules(PLUGIN.name)), "layout", lambda self, position: (point,))
    told = make_explanation_report(
        "point/d3", ScreenContext(now, lambda: pytest.fail("nobody asks"), voice(now, "en"), UiState())
    )
    assert any("7" in line.text for block in told.left_blocks for line in getattr(block, "items", ()))
