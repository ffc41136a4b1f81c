"""The table check of any game: what lies otherwise is set by touch, place by place, and nothing else is offered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import game_rules, playable_plugin_by_name
from companion.games.louis_xiv.rules.layout import BOARD_LAYOUT
from companion.games.louis_xiv.screen.board import rotate_square
from companion.rules.history import GameHistory, format_correction
from companion.rules.moves import UNKNOWN
from companion.screen.context import ScreenContext
from companion.screen.default.table_check import (
    BOARD_TAB,
    MAX_ENTRIES_BESIDE_PLACES,
    TABLE_TAB,
    TableCheckController,
    TableCheckModel,
)
from companion.screen.overlays.check import TableCheckOverlay
from companion.screen.view_models import ChoiceModel, StepperModel
from companion.table.messages import Touch, UndoMoves
from companion.voice.language import load_translation
from nine_mens_morris.plugin import PLUGIN
from tests.long import ALL as LONG
from tests.ours import GAMES
from tests.screen import SIZES
from tests.screen.default.test_whole_games import begin
from tests.screen.harness.checked import entry, scene, touched
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import PATIENT, Guest, evening
from tests.screen.harness.plain import parted
from tests.screen.harness.stage import Alone

EVERY = (*GAMES, PLUGIN.name)
PLACES = 1000 if LONG else 3
"""So many places of a table are tried."""


@pytest.fixture(autouse=True)
def morris(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nine Men's Morris is installed, too; a house of its own for every test."""
    monkeypatch.setitem(playable_plugin_by_name(), PLUGIN.name, PLUGIN)
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))


def places(moment: ScreenContext) -> Iterator[tuple[str, str]]:
    """Every place that can be touched, after its tab."""
    check = TableCheckController(moment)
    for who in (BOARD_TAB, TABLE_TAB, *moment.snapshot.player_name_by_colour):
        check.touch(*parted(f"of/{who}"))
        yield from ((f"of/{who}", f"at/{spot.touch_target}") for spot in check.make_model(moment).places)


# -- what is offered


@pytest.mark.long(usual="kabale")
@pytest.mark.parametrize("name", EVERY)
def test_whatever_is_offered_sets_something_or_leads_on(name: str) -> None:
    moment, chance = scene(name), Random(name)
    every = list(places(moment))
    for way in chance.sample(every, min(PLACES, len(every))):
        _, value = touched(moment, *way)
        for each in chance.sample(value.entries, min(PLACES, len(value.entries))):
            thing = each.touch_target
            if isinstance(each, StepperModel):
                thing = f"count/{thing}={each.value - 1 if each.value else 1}"
            check, after = touched(moment, *way, thing)
            assert check.corrections or after.entries != value.entries, (way, each)
            if isinstance(each, StepperModel):
                assert check.touch(*parted(entry(after, "As it was")))
                assert not check.corrections


@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_wrong_or_to_be_written_before_anything_is_touched(name: str) -> None:
    for moves in (0, 1000):
        check, value = touched(scene(name, moves))
        assert not value.has_error
        assert not value.has_changes
        assert check.corrections == ()


@pytest.mark.parametrize(
    ("way", "pointer"),
    [
        (("of/board", "at/tile/4", "=+ King"), "/king"),
        (("of/{other}", "at/player/{other}", "=1 / 2", "=+ Start player card"), "/start"),
        (("of/{other}", "at/player/{other}", "count/chip/ring>=1"), "/players/{other}/chips"),
        (("of/{other}", "at/hand/{other}", "count/card/?>down=1"), "/players/{other}/influence"),
        (("of/{other}", "at/hand/{other}", "count/mission/light/?>down=0"), "/players/{other}/hand"),
        (
            ("of/{other}", "at/laid/{other}", "=Put a piece", "=+ Mission card", "="),
            "/players/{other}/missions",
        ),
    ],
)
def test_king_start_player_chips_missions_and_counts_of_a_hand_are_set(
    way: tuple[str, ...], pointer: str
) -> None:
    moment = scene("louis-xiv", 12)
    position: Any = moment.snapshot.position
    other = next(who for who in position.players if who != position.start)
    check, _ = touched(moment, *(each.format(other=other) for each in way))
    assert any(path.startswith(pointer.format(other=other)) for path, _ in check.corrections)


def test_what_tells_missions_of_one_kind_apart_stands_first() -> None:
    _, value = touched(scene("louis-xiv", 60), "of/blue", "at/laid/blue", "=Put a piece", "=+ Mission card")
    texts = [each.text for each in value.entries]
    assert texts[0] == "Sceptre: +1 mission card when laid out"
    assert len(set(texts)) == len(texts)


def test_of_what_lies_face_down_no_name_is_offered() -> None:
    _, value = touched(scene("louis-xiv"), "of/blue", "at/hand/blue")
    assert all("?" in each.touch_target for each in value.entries)


def test_an_open_card_of_many_is_named_and_not_counted() -> None:
    moment = scene("louis-xiv", 120, players=4)
    position: Any = moment.snapshot.position
    who = next(who for who, player in position.players.items() if player.missions)
    _, value = touched(moment, f"of/{who}", f"at/laid/{who}")
    assert not any(isinstance(each, StepperModel) for each in value.entries)
    check, _ = touched(moment, f"of/{who}", f"at/laid/{who}", value.entries[0].touch_target, "=Not there")
    assert check.corrections


def test_florins_are_counted_by_hundreds() -> None:
    moment = scene("florence")
    position: Any = moment.snapshot.position
    before = position.players["blue"].money
    check, value = touched(moment, "of/blue")
    (money,) = [each for each in value.entries if isinstance(each, StepperModel) and each.unit == 100]
    assert money.value * 100 == before
    check.touch(*parted(f"count/{money.touch_target}={money.value + 1}"))
    assert check.corrections == (("/players/blue/money", before + 100),)


def test_where_nothing_can_be_set_that_is_said_and_nothing_offered() -> None:
    _, value = touched(scene("louis-xiv"), "of/table", "at/bank")
    assert "Nothing can be set there" in value.message
    assert (value.entries, value.has_changes) == ((), False)


def test_families_of_pieces_have_the_names_of_pieces() -> None:
    moment = scene("louis-xiv", 60)
    _, value = touched(moment, "of/blue", "at/laid/blue", "=Put a piece there")
    assert [each.text for each in value.entries][:3] == [
        f"+ Mission card ({blue} blue)…" for blue in ("light", "mid", "dark")
    ]
    _, value = touched(moment, "of/blue", "at/player/blue")
    assert "Louis" in {each.text for each in value.entries}
    _, value = touched(moment, "of/blue", "at/player/blue", "=1 / 2")
    assert entry(value, "+ Coat of arms…")


def test_neutral_stones_are_offered_to_two_players_only() -> None:
    for players in (2, 4):
        _, value = touched(scene("louis-xiv", 60, players=players), "at/tile/1")
        assert any("neutral" in each.touch_target for each in value.entries) == (players == 2)


def test_a_column_always_has_an_objective() -> None:
    moment = scene("kabale")
    check, value = touched(moment, "at/column/1", "set/0")
    assert not any(each.text == "Not there" for each in value.entries)
    other = next(each for each in value.entries if not each.text.endswith("…"))
    check.touch(*parted(other.touch_target))
    assert dict(check.corrections)["/columns"][0]["objective"]


def test_of_objectives_that_lie_face_down_none_is_added_that_nobody_could_name() -> None:
    moment = scene("kabale", 40, players=4)
    position: Any = moment.snapshot.position
    assert position.players["black"].won == (UNKNOWN,)
    _, value = touched(moment, "of/black", "at/player/black")
    assert not any(isinstance(each, StepperModel) for each in value.entries)


# -- rows, grids, markers


def test_a_marker_is_put_where_it_lies_and_lies_nowhere_else() -> None:
    check, value = touched(scene("louis-xiv", 0, players=2), "at/tile/4", "=King")
    assert dict(check.corrections)["/king"] == 4
    assert not value.has_error, value.message
    check.touch(*parted("at/tile/3"))
    value = check.make_model(scene("louis-xiv", 0, players=2))
    check.touch(*parted(entry(value, "King")))
    assert dict(check.corrections)["/king"] == 3


def test_the_round_marker_goes_step_by_step() -> None:
    moment = scene("florence")
    position: Any = moment.snapshot.position
    before = position.round
    check, value = touched(moment, "at/round")
    (number,) = value.entries
    assert isinstance(number, StepperModel)
    assert number.value == before
    check.touch(*parted(f"count/{number.touch_target}={before - 1}"))
    assert dict(check.corrections)["/round"] == before - 1


def test_a_card_of_a_row_is_another_one_or_not_there_or_one_more() -> None:
    moment = scene("kabale")
    position: Any = moment.snapshot.position
    column = position.columns[0]
    _, value = touched(moment, "at/column/1", "=1. ", "=Witch")
    assert value.has_changes
    check, value = touched(moment, "at/column/1", "=1. ", "=Not there")
    assert len(dict(check.corrections)["/columns"][0]["cards"]) == len(column.cards) - 1
    check, _ = touched(moment, "at/column/1", "=Put a piece", "=Bert", "=Romeo")
    assert dict(check.corrections)["/columns"][0]["cards"][-1] == {"by": "blue", "card": "romeo", "up": True}


def test_the_cards_of_a_long_row_are_seen_all_at_once() -> None:
    moment = scene("kabale")
    way = ("at/column/1", *("=Put a piece", "=Bert", "=Face down") * 3)
    _, value = touched(moment, *way)
    cards = [each.text for each in value.entries if each.text[0].isdecimal()]
    assert len(cards) > MAX_ENTRIES_BESIDE_PLACES
    assert value.places == ()
    _, value = touched(moment, *way, "keep")
    assert value.places
    assert value.title == ""


def test_a_card_of_which_there_is_one_leaves_the_player_who_had_it() -> None:
    moment = scene("florence", 400)
    position: Any = moment.snapshot.position
    table = position.players
    who, card = next(
        (who, card) for who, player in table.items() for card in player.table if card != "recruiting"
    )
    other = next(each for each in table if each != who)
    words = moment.voice.translator.name_of("face", card)
    check, _ = touched(moment, f"of/{other}", f"at/table/{other}", "=profession", f"={words}")
    assert {path.split("/")[2] for path, _ in check.corrections} == {who, other}


def test_on_a_grid_a_finger_says_where_a_piece_lies_and_how_it_is_turned() -> None:
    moment = scene("florence")
    grid = moment.snapshot.layout[0].owner
    way = (f"of/{grid}", f"at/grid/{grid}")
    _, value = touched(moment, *way)
    assert value.grid is not None
    free = {cell.name for cell in value.grid.cells} - {
        cell for token in value.grid.tokens for cell in token.cells
    }
    first, *_, last = sorted(free & {"a3", "b3", "c3", "d1", "d2", "d3", "e1", "g7", "g6", "f7"})
    check, value = touched(moment, *way, "=Put a piece", "=Forest", f"cell/{first}")
    before = check.corrections
    assert before
    check.touch(*parted(entry(value, "Turn it")))
    value = check.make_model(moment)
    assert check.corrections != before
    check.touch(*parted(f"cell/{last}"))
    check.make_model(moment)
    assert check.corrections != before
    value = check.make_model(moment)
    check.touch(*parted(entry(value, "Not there")))
    check.make_model(moment)
    check.touch(*parted("cell/a9"))  # a finger beside it
    assert not check.corrections


# -- by touch

WRONG = {
    "louis-xiv": (("own", "less/stone/{who}>"), ("general", "more/stone/{who}>")),
    "kabale": (("deck", "more/card/{who}/?>down"), ("hand", "less/card/{who}/?>down")),
    "florence": (("player", "more/money>"),),
    PLUGIN.name: (("hand", "less/man/{who}>"),),
}
"""Places and what is touched there."""
OTHER = {"more": "less", "less": "more"}


def set_by_touch(guest: Guest, touches: tuple[tuple[str, str], ...], who: str, back: bool = False) -> None:
    """Through the menu, and written down."""
    for thing in ("menu", "check", f"of/{who}"):
        guest.tap(thing)
    for place, touch in touches:
        way, _, rest = touch.format(who=who).partition("/")
        guest.tap_place(f"{place}/{who}")
        guest.tap(f"{OTHER[way] if back else way}/{rest}")
    assert guest.driver.faults() == []


@pytest.mark.long(usual="kabale")
@pytest.mark.parametrize("name", EVERY)
def test_what_was_set_wrongly_is_set_right_and_the_game_goes_on(name: str) -> None:
    with evening("en") as guest:
        begin(guest, name, 2, virtual=True)
        before = guest.live.snapshot.position
        who = guest.live.snapshot.setup.seats[0].colour
        set_by_touch(guest, WRONG[name], who)
        guest.tap("back")  # without keeping it
        assert guest.live.snapshot.position == before
        set_by_touch(guest, WRONG[name], who)
        guest.tap("write-down")
        assert guest.live.snapshot.accepted_texts[-1].startswith("table correct")
        assert guest.live.snapshot.position != before
        while "menu" not in guest.driver.things():  # the cards that were dealt do not fit any more
            guest.tap("go-on" if "go-on" in guest.driver.things() else "back")
        set_by_touch(guest, WRONG[name], who, back=True)
        guest.tap("write-down")
        assert guest.live.snapshot.position == before
        while "menu" not in guest.driver.things():
            guest.tap("go-on" if "go-on" in guest.driver.things() else "back")
        count = len(guest.live.snapshot.accepted_texts)
        guest.play(Random(1), lambda now: len(now.accepted_texts) > count)


def changed(guest: Guest, number: int) -> bool:
    """Whether the screen has heard of something since then."""
    return bool(guest.live.snapshot.sequence_number > number)


def test_of_two_quick_taps_only_the_first_writes_down_or_takes_back() -> None:
    with evening("en") as guest:
        begin(guest, PLUGIN.name, 2, virtual=False)
        guest.tap(min(guest.live.snapshot.step_by_touch_target))
        for thing in ("menu", "check", "of/white", "less/man/white>"):
            guest.tap(thing)
        for thing, count in (("write-down", 2), ("take-back", 1)):
            for _ in range(2):  # before the screen has heard of the first
                guest.live.touch(thing)
            guest.settle()
            assert guest.live.snapshot.refusal_notice is None
            assert len(guest.live.snapshot.accepted_texts) == count
            if count == 2:
                guest.tap("undo")


def test_a_table_check_is_over_when_something_happens_or_is_taken_back() -> None:
    with evening("en") as guest:
        begin(guest, PLUGIN.name, 2, virtual=False)
        check = ("menu", "check", "of/white")
        for message in (
            Touch(min(guest.live.snapshot.step_by_touch_target)),
            UndoMoves(1, is_confirmed=True),
        ):
            for thing in check:
                guest.tap(thing)
            guest.tap("less/man/white>")
            assert "write-down" in guest.driver.things()
            number = guest.live.snapshot.sequence_number
            guest.live.session.post(message)
            guest.driver.until(partial(changed, guest, number), PATIENT)
            assert "of/white" not in guest.driver.things()
            assert ("back" in guest.driver.things()) is (guest.live.snapshot.undo_plan is not None)


def test_of_two_fingers_the_later_one_does_not_touch_what_has_gone() -> None:
    with evening("en") as guest:
        driver = guest.driver
        begin(guest, PLUGIN.name, 2, virtual=False)
        for thing in ("menu", "check", "of/white"):
            guest.tap(thing)
        driver.hold([driver.find("less/man/white>").center])
        lift = driver.panel.lift
        driver.tap(f"of/{TABLE_TAB}")
        driver.panel.lift = lift
        driver.lift()
        guest.settle()
        assert guest.model.refusal is None
        assert "write-down" not in driver.things()


def test_more_men_than_there_are_cannot_be_written_down_and_others_are() -> None:
    moment = scene(PLUGIN.name, 4)
    check, value = touched(moment, "of/white")
    (hand,) = value.entries
    assert isinstance(hand, StepperModel)
    check.touch(*parted(f"count/{hand.touch_target}=10"))
    assert check.make_model(moment).has_error
    check.touch(*parted(f"count/{hand.touch_target}={hand.value - 1}"))
    assert not check.make_model(moment).has_error
    account = GameHistory(game_rules(PLUGIN.name), moment.snapshot.setup, moment.snapshot.position)
    account.apply_line(" ".join(format_correction(check.corrections)))
    assert account.position.to_json()["players"]["white"]["hand"] == hand.value - 1


# -- how it looks


def rects(view: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Where the places stand, and the entries by what they say."""
    check = view.widget
    places = {each.touch_target: each.rect for each in check.places_view.place_views}
    if check.grid_view.parent is not None:
        places[check.grid_view.model.touch_target] = check.grid_view.rect
    entries, model = reversed(check.entries_view.children), check.entries_view.model[0]
    return places, {each.text: widget.rect for each, widget in zip(model, entries, strict=True)}


@pytest.mark.long(usual="kabale")
@pytest.mark.parametrize("name", EVERY)
def test_whatever_is_touched_every_place_and_every_button_stays_where_it_stood(name: str) -> None:
    moment, chance = scene(name, lang="en"), Random(name)
    view = Alone(lambda: TableCheckOverlay(lambda thing: None, lambda: load_translation("en")))
    every = list(places(moment))
    with Driver(view, SIZES[0]) as person:

        def shown(value: TableCheckModel) -> tuple[dict[str, Any], dict[str, Any]]:
            view.widget.show(value)
            person.rest()
            return rects(view)

        for tab, at in chance.sample(every, min(PLACES, len(every))):
            check, _ = touched(moment, tab)
            check.touch("keep", "")  # closed, as the table is before a place is touched
            stood, _ = shown(check.make_model(moment))
            _, value = touched(moment, tab, at)
            there, buttons = shown(value)
            assert there in (stood, {})
            for each in chance.sample(value.entries, min(PLACES, len(value.entries))):
                thing = each.touch_target
                if isinstance(each, StepperModel):
                    thing = f"count/{thing}={each.value + 1}"
                check, after = touched(moment, tab, at, thing)
                if not check.corrections:  # it opens a page
                    continue
                now, moved = shown(after)
                assert now == there
                if not each.text[0].isdecimal():  # the next cards of a row come up
                    assert {text: moved[text] for text in buttons.keys() & moved.keys()} == {
                        text: buttons[text] for text in buttons.keys() & moved.keys()
                    }
                if any(other.text == "As it was" for other in after.entries):
                    check.touch(*parted(entry(after, "As it was")))
                    now, moved = shown(check.make_model(moment))
                    assert now == there
                    assert all(buttons[text] == moved[text] for text in buttons.keys() & moved.keys())


@pytest.mark.parametrize("quarters", range(4))
def test_the_places_of_a_board_stand_as_on_the_table_from_every_side(quarters: int) -> None:
    moment = scene("louis-xiv")
    moment = replace(moment, ui_state=replace(moment.ui_state, board_rotation=quarters))
    view = Alone(lambda: TableCheckOverlay(lambda thing: None, lambda: load_translation("en")))
    with Driver(view, SIZES[0]) as person:
        view.widget.show(touched(moment)[1])
        person.rest()
        stood, _ = rects(view)
        assert person.faults() == []
    square = {
        f"tile/{what}": rotate_square(row, column, quarters)
        for row, line in enumerate(BOARD_LAYOUT)
        for column, what in enumerate(line)
        if isinstance(what, int)
    }
    assert stood.keys() == square.keys()
    for one, other in combinations(stood, 2):
        (row, column), (below, right) = square[one], square[other]
        assert (row < below) == (stood[one].y > stood[other].y + 1)
        assert (column < right) == (stood[one].x < stood[other].x - 1)


@pytest.mark.long(usual="kabale")
@pytest.mark.parametrize("name", EVERY)
def test_everything_has_room_on_the_smallest_screen(name: str) -> None:
    moment, chance, wrong = scene(name, lang="cs"), Random(name), dict[Any, Any]()
    view = Alone(lambda: TableCheckOverlay(lambda thing: None, lambda: load_translation("cs")))
    every = list(places(moment))
    tried = chance.sample(every, min(PLACES, len(every)))
    with Driver(view, SIZES[0]) as person:
        for way in (("of/" + TABLE_TAB,), *tried):
            _, value = touched(moment, *way)
            pages = [way]
            leads = (
                each for each in value.entries if isinstance(each, ChoiceModel) and each.text.endswith("…")
            )
            pages += [(*way, each.touch_target) for each in leads]
            for page in pages:
                view.widget.show(touched(moment, *page)[1])
                person.rest()
                if faults := person.faults():
                    wrong[page] = faults
    assert wrong == {}
