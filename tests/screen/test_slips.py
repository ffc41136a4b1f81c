"""A slip of the finger makes no move: double taps, second fingers, palms and worse, at tables of four people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.draw.rect import Rect
from companion.screen.touch_guard import ANOTHER_PERSON, ANOTHER_THING, SAME_TOUCH
from tests.long import ALL, usually
from tests.screen.harness.driver import FRAME
from tests.screen.harness.evening import Guest
from tests.screen.harness.slips import (
    LATE,
    SLIP_TABLES,
    Hand,
    Table,
    likely_way,
    seated,
    slip_through,
    twice,
)

GAPS = (0.06, 0.10, 0.15, 0.20, 0.25)
"""Seconds between two touches that were seen to count twice."""
LONGEST = 200
"""Careful touches until something can be touched."""
KABALE, FLORENCE, LOUIS = Table("kabale"), Table("florence"), Table("louis-xiv")


@pytest.fixture(params=usually([0.0], [0.0, LATE]), ids=["at-once", "late"])
def delay(request: pytest.FixtureRequest) -> float:
    """Seconds after which the session answers."""
    seconds: float = request.param
    return seconds


@contextmanager
def at(table: Table, home: Path, delay: float, until: str = "", seed: int = 1) -> Iterator[Guest]:
    """People at that table, careful until such a thing can be touched."""
    with seated(table, home, delay) as guest:
        chance = Random(seed)
        for _ in range(LONGEST):
            if not until or until in guest.driver.things():
                break
            guest.tap(likely_way(guest, chance))
        yield guest


def play_moves(guest: Guest, count: int) -> None:
    """So many lines, by touch."""
    chance = Random(3)
    while len(lines(guest)) < count or guest.model.overlay is not None:
        guest.tap(likely_way(guest, chance))


def lines(guest: Guest) -> list[str]:
    """What was accepted."""
    return list(guest.live.snapshot.accepted_texts)


def lines_of(guest: Guest, act: Callable[[], None]) -> list[str]:
    """What is accepted meanwhile, and afterwards until all is at rest."""
    before = lines(guest)
    act()
    guest.driver.rest()
    guest.settle()
    after = lines(guest)
    assert after[: len(before)] == before
    return after[len(before) :]


# -- A1: a double tap commits two people's turns


@pytest.mark.long(usual="at-once-0.25")
@pytest.mark.parametrize("gap", usually((0.10, 0.25), GAPS))
def test_a_double_tap_on_a_column_lays_one_card(tmp_path: Path, delay: float, gap: float) -> None:
    with at(KABALE, tmp_path, delay, "column/4") as guest:
        assert lines_of(guest, lambda: twice(guest, "column/4", gap)) == ["black 4 ?"]


@pytest.mark.long(
    usual=("at-once-louis-xiv-real-done", "at-once-florence-real-pass", "at-once-florence-real-lay")
)
@pytest.mark.parametrize(
    ("table", "thing"),
    [
        (LOUIS, "done"),
        (LOUIS, "take"),
        (LOUIS, "yes"),
        (FLORENCE, "bid"),
        (FLORENCE, "pass"),
        (FLORENCE, "done"),
        (FLORENCE, "lay"),
    ],
    ids=str,
)
def test_a_double_tap_ends_nobody_elses_move(tmp_path: Path, delay: float, table: Table, thing: str) -> None:
    with at(table, tmp_path, delay, thing, seed=2) as guest:
        said = lines_of(guest, lambda: twice(guest, thing, 0.25))
        assert len(said) == 1
        assert guest.live.snapshot.pending_input == ()


def test_a_second_pass_throws_nobody_out_of_the_auction(tmp_path: Path, delay: float) -> None:
    with at(FLORENCE, tmp_path, delay, "bid") as guest:
        guest.tap("pass")
        guest.tap("pass")
        bidding = guest.live.snapshot.position.awaited_player
        (said,) = lines_of(guest, lambda: twice(guest, "pass", 0.25))
        assert said == f"{bidding} pass"


def test_the_second_touch_of_a_card_is_no_part_of_the_next_move(tmp_path: Path, delay: float) -> None:
    with at(LOUIS, tmp_path, delay, "card/inf4") as guest:
        assert lines_of(guest, lambda: twice(guest, "card/inf4", 0.2)) == []
        assert len(guest.live.snapshot.pending_input) == 1


# -- A2: a double tap on the arrow takes a move back


@pytest.mark.parametrize("gap", usually((0.10, 0.25), GAPS))
def test_a_double_tap_on_the_arrow_only_opens_take_back(tmp_path: Path, delay: float, gap: float) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        guest.tap("column/1")
        assert lines_of(guest, lambda: twice(guest, "undo", gap)) == []
        assert "take-back" in guest.driver.things()


def test_six_quick_touches_on_the_arrow_take_nothing_back(tmp_path: Path, delay: float) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        guest.tap("column/1")
        at_arrow, hand = guest.driver.find("undo").center, Hand(guest.driver)

        def six() -> None:
            guest.driver.look()
            for _ in range(6):
                hand.tap(*at_arrow)
                hand.wait(0.2)

        assert lines_of(guest, six) == []


@pytest.mark.long(usual=("0.55", "0.65"))
@pytest.mark.parametrize(
    ("seconds", "counts"), [(0.4, False), (0.55, False), (0.65, True)], ids=["0.4", "0.55", "0.65"]
)
def test_six_tenths_of_a_second_after_it_opened_take_back_counts(
    tmp_path: Path, seconds: float, counts: bool
) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        guest.tap("column/1")
        before, driver, hand = lines(guest), guest.driver, Hand(guest.driver)
        driver.look()
        hand.tap(*driver.find("undo").center)
        while "take-back" not in driver.things():
            driver.frame()
        hand.wait(seconds)
        hand.tap(*driver.find("take-back").center)
        driver.rest()
        guest.settle()
        assert (len(lines(guest)) < len(before)) == counts


def test_the_arrow_take_back_and_its_done_lie_apart(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        guest.tap("column/1")
        places = [guest.driver.find("undo")]
        guest.tap("undo")
        places.append(guest.driver.find("take-back"))
        guest.tap("take-back")
        places.extend(each for each in guest.driver.places() if each.name == "back" and each.y < 100)
        assert len(places) == 3
        rects = [each.widget.rect for each in places]
        assert not any(one.overlaps(other) for one in rects for other in rects if one is not other)


# -- A3: the second touch of two names a card in what opened under it


def test_a_second_touch_names_no_card_in_the_grid_that_opened_under_it(tmp_path: Path, delay: float) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        chance = Random(4)
        while not any(each.startswith("card/") for each in guest.driver.things()):
            column = chance.choice([each for each in guest.driver.things() if each.startswith("column/")])
            assert len(lines_of(guest, partial(twice, guest, column, 0.25))) <= 1
        assert guest.live.snapshot.pending_input == ()


@pytest.mark.long(usual="at-once-0.25")
@pytest.mark.parametrize("gap", usually((0.10, 0.25), GAPS))
def test_a_second_touch_on_go_on_touches_nothing_of_the_table(
    tmp_path: Path, delay: float, gap: float
) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        guest.driver.tap("home")
        assert lines_of(guest, lambda: twice(guest, "go-on", gap)) == []
        assert "column/1" in guest.driver.things()
        assert guest.live.snapshot.pending_input == ()


@pytest.mark.parametrize("gap", usually((0.10, 0.25), GAPS))
def test_a_second_touch_beside_the_menu_touches_nothing_of_the_table(
    tmp_path: Path, delay: float, gap: float
) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        place, hand = guest.driver.find("column/1"), Hand(guest.driver)
        guest.tap("menu")

        def beside() -> None:
            guest.driver.look()
            hand.double_tap(place.x + mm(2), place.center[1], gap)

        assert lines_of(guest, beside) == []
        assert guest.model.overlay is None


# -- A4: the third stone ends the move by itself


def test_where_done_would_be_nothing_is_touched_when_the_third_stone_ended_the_move(
    tmp_path: Path, delay: float
) -> None:
    with at(LOUIS, tmp_path, delay, "card/inf4") as guest:
        hand = Hand(guest.driver)
        guest.tap("card/inf4")
        guest.tap("tile/4")
        guest.tap("tile/4")
        done = guest.driver.find("done").center

        def third_and_done() -> None:
            guest.driver.look()
            hand.tap(*guest.driver.find("tile/4").center)
            while guest.driver.sees("That move is done") is False:
                guest.driver.frame()
            hand.wait(ANOTHER_PERSON + 0.1)  # the guard would let it through
            hand.tap(*done)

        assert len(lines_of(guest, third_and_done)) == 1
        assert guest.live.snapshot.pending_input == ()
        guest.driver.wait(1.0)
        assert not guest.driver.sees("That move is done")


def test_a_third_stone_that_comes_too_soon_is_not_laid(tmp_path: Path, delay: float) -> None:
    with at(LOUIS, tmp_path, delay, "card/inf4") as guest:
        guest.tap("card/inf4")
        guest.tap("tile/4")
        assert lines_of(guest, lambda: twice(guest, "tile/4", 0.2)) == []
        assert len(guest.live.snapshot.pending_input) == 3
        guest.driver.tap("tile/4")
        guest.settle()
        assert len(lines(guest)) == 2  # the money card, and the move


# -- A5: a double tap lays two objectives


@pytest.mark.parametrize("gap", usually((0.10, 0.25), GAPS))
def test_a_double_tap_on_an_objective_lays_one(tmp_path: Path, delay: float, gap: float) -> None:
    with at(KABALE, tmp_path, delay) as guest:
        assert lines_of(guest, lambda: twice(guest, "objective/1/music:3", gap)) == []
        assert len(guest.live.snapshot.pending_input) == 1


def test_a_card_that_is_held_or_dropped_beside_the_reader_is_not_laid(tmp_path: Path) -> None:
    with at(Table("kabale", virtual=True), tmp_path, 0.0, "look/black") as guest:
        guest.tap("look/black")
        driver, hand = guest.driver, Hand(guest.driver)
        card = next(each for each in driver.places() if each.name.startswith("card/"))
        finger = hand.down(*card.center)
        hand.wait(1.5)
        hand.up(finger)
        driver.rest()
        guest.settle()
        driver.look()
        finger = hand.down(*card.center)
        for step in (1, 2, 3):
            hand.move(finger, card.center[0], card.center[1] + mm(10) * step)
        hand.up(finger)
        driver.rest()
        guest.settle()
        assert guest.live.snapshot.pending_input == ()
        assert card.name in driver.things()


def test_a_finger_drags_a_card_from_six_millimetres_on(tmp_path: Path) -> None:
    with at(Table("kabale", virtual=True), tmp_path, 0.0, "look/black") as guest:
        guest.tap("look/black")
        card = next(each for each in guest.driver.places() if each.name.startswith("card/"))
        hand, (x, y) = Hand(guest.driver), card.center
        finger = hand.down(x, y)
        hand.move(finger, x + mm(5.8), y)
        assert not card.widget.is_dragged
        hand.move(finger, x + mm(6.2), y)
        assert card.widget.is_dragged
        hand.up(finger)


# -- A7 and A8: what slides under the finger, and where take back opens


def test_the_other_cards_keep_their_places_when_one_was_laid(tmp_path: Path) -> None:
    with at(Table("louis-xiv", virtual=True), tmp_path, 0.0, "look/blue") as guest:
        guest.tap("look/blue")
        cards = [each for each in guest.driver.places() if each.name.startswith("card/")]
        order = [each.name for each in sorted(cards, key=lambda each: each.x)]
        guest.tap(order[1])
        left = [each for each in order if each != order[1]]
        widgets = [
            next(each for each in guest.driver._seen() if each.represented_target == name) for name in left
        ]
        assert [each.index for each in widgets] == [0, 2, 3, 4]


def test_take_back_opens_at_its_newest_move(tmp_path: Path) -> None:
    with at(FLORENCE, tmp_path, 0.0) as guest:
        play_moves(guest, 9)
        guest.tap("undo")
        assert "moves/1" in guest.driver.things()
        guest.tap("later")
        assert "moves/1" not in guest.driver.things()
        guest.tap("back")
        guest.tap("undo")
        assert "moves/1" in guest.driver.things()


# -- edges and lists


@pytest.mark.parametrize("table", [KABALE, LOUIS, FLORENCE], ids=str)
def test_a_button_at_the_rim_takes_touches_out_to_the_last_pixel(tmp_path: Path, table: Table) -> None:
    with at(table, tmp_path, 0.0) as guest:
        width, height = guest.driver.size
        for x, y, opened in (
            (width - 1, height - 1, "back"),
            (0, height - 1, "deck"),
        ):
            guest.driver.tap_at(x, y)
            assert opened in guest.driver.things()
            guest.driver.tap("back" if opened == "back" else "go-on")


def test_a_list_is_dragged_from_page_to_page_and_the_drag_presses_nothing(tmp_path: Path) -> None:
    with at(FLORENCE, tmp_path, 0.0) as guest:
        play_moves(guest, 9)
        guest.tap("undo")
        driver, selected = guest.driver, guest.model.overlay.model.selected_count
        x, y = driver.find("moves/4").center
        driver.stroke([(x, y), (x, y + mm(4)), (x, y + mm(9)), (x, y + mm(14))])
        assert "moves/1" not in driver.things()
        assert guest.model.overlay.model.selected_count == selected
        x, y = driver.find("moves/7").center
        driver.stroke([(x, y), (x, y - mm(4)), (x, y - mm(9))])
        assert "moves/1" in driver.things()
        for _ in range(2):  # drag after drag, as quickly as one can: on, and back again
            x, y = driver.find("moves/3").center if "moves/3" in driver.things() else (x, y)
            driver.stroke([(x, y), (x, y + mm(4)), (x, y + mm(9))])
            driver.stroke([(x, y), (x, y - mm(4)), (x, y - mm(9))], look=0.1)
            assert "moves/1" in driver.things()
        driver.stroke([(x, y), (x, y - mm(4)), (x, y - mm(9))])  # there is no earlier page
        assert "moves/1" in driver.things()
        assert guest.model.overlay.model.selected_count == selected


def test_the_wheel_turns_the_pages_under_it_and_nothing_else(tmp_path: Path) -> None:
    with at(FLORENCE, tmp_path, 0.0) as guest:
        play_moves(guest, 9)
        guest.tap("undo")
        driver, hand, selected = guest.driver, Hand(guest.driver), guest.model.overlay.model.selected_count
        place = driver.find("moves/4").center

        def notch(button: str) -> bool:
            driver.look()
            hand.up(hand.down(*place, button))
            driver.rest()
            return "moves/1" in driver.things()

        # Kivy names a notch by what the page does: towards the person it moves up
        notches = ("scrollup", "scrollup", "scrolldown", "scrolldown")
        assert [notch(each) for each in notches] == [False, False, True, True]
        assert guest.model.overlay.model.selected_count == selected


# -- A6 and what else commits: each has a place of its own


def places_in_turn(
    guest: Guest, names: dict[str, Callable[[list[str]], str]], touches: int
) -> dict[str, set[Rect]]:
    """Where careful people see these: name -> which thing it is among what can be touched, "" for none just now."""
    chance, found = Random(2), {name: set[Rect]() for name in names}
    for _ in range(touches):
        things = guest.driver.things()
        for name, thing_of in names.items():
            if thing := thing_of(things):
                found[name].add(guest.driver.find(thing).widget.rect)
        if all(found.values()):
            break
        guest.tap(likely_way(guest, chance))
    return found


def lie_apart(one: set[Rect], other: set[Rect]) -> bool:
    """Whether none of these rectangles lies over one of those; there are some of both."""
    return bool(one) and bool(other) and not any(here.overlaps(there) for here in one for there in other)


def actions_left(guest: Guest) -> int:
    """How many actions the turn has left."""
    return int(getattr(guest.model.table_model.stage, "actions_left", -1))


def test_pass_the_way_out_of_the_auction_lay_it_here_and_the_ends_of_turns_lie_apart(tmp_path: Path) -> None:
    names: dict[str, Callable[[list[str]], str]] = {
        "pass": lambda things: "pass" * ("pass" in things and "bid" in things),
        "out": lambda things: "pass" * ("pass" in things and "bid" not in things),
        "lay": lambda things: "lay" * ("lay" in things),
        "first end of a turn": lambda things: "done" * ("done" in things and actions_left(guest) > 0),
        "end of a turn": lambda things: "done" * ("done" in things and actions_left(guest) == 0),
    }
    with at(FLORENCE, tmp_path, 0.0) as guest:
        found = places_in_turn(guest, names, 150)
    assert lie_apart(found["pass"], found["out"])
    assert lie_apart(found["pass"], found["lay"])
    assert lie_apart(found["out"], found["lay"])
    assert lie_apart(found["lay"], found["end of a turn"])
    assert lie_apart(found["end of a turn"], found["first end of a turn"])


def test_the_ways_past_an_evaluation_lie_apart_from_yes_and_the_arrow(tmp_path: Path) -> None:
    names: dict[str, Callable[[list[str]], str]] = {
        name: lambda things, name=name: name * (name in things)  # type: ignore[misc]
        for name in ("yes", "skip-all", "next", "undo")
    }
    with at(LOUIS, tmp_path, 0.0) as guest:
        found = places_in_turn(guest, names, 150)
    assert lie_apart(found["yes"], found["skip-all"])
    assert lie_apart(found["yes"], found["next"])
    assert lie_apart(found["undo"], found["skip-all"] | found["next"])


def test_the_cloaks_skip_never_lies_where_cards_lies(tmp_path: Path) -> None:
    table = Table("kabale", virtual=True)
    with seated(table, tmp_path) as guest:
        chance, cards = Random(5), None
        while "skip" not in guest.driver.things():
            things = guest.driver.things()
            looks = [each for each in things if each.startswith("look/")]
            if looks and cards is None:
                cards = guest.driver.find(looks[0]).widget.rect
            guest.tap(likely_way(guest, chance))
        assert cards is not None
        assert not guest.driver.find("skip").widget.rect.overlaps(cards)


# -- what was taken back is laid again with one touch


def test_a_move_taken_back_is_laid_again_with_one_touch_and_hands_are_told(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        guest.tap("column/1")
        before = lines(guest)
        assert "redo" not in guest.driver.things()
        guest.tap("undo")
        guest.tap("take-back")
        guest.tap("back")
        redo = guest.driver.find("redo").widget.rect
        assert not redo.overlaps(guest.driver.find("undo").widget.rect)
        guest.tap("redo")
        assert lines(guest) == before
        assert guest.driver.sees("1 move was laid again")
        done = next(each for each in guest.driver.places() if each.name == "back" and each.y < 100)
        assert not redo.overlaps(done.widget.rect)
        guest.tap("back")
        assert "redo" not in guest.driver.things()


def test_a_double_tap_lays_again_once_and_a_move_ends_the_offer(tmp_path: Path, delay: float) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        for column in (1, 2):
            guest.tap(f"column/{column}")
        for _ in range(2):
            guest.tap("undo")
            guest.tap("take-back")
            guest.tap("back")
        assert lines_of(guest, lambda: twice(guest, "redo", 0.2)) == ["black 1 ?"]
        guest.tap("back")
        assert "redo" in guest.driver.things()  # the other one
        guest.tap("column/3")
        assert "redo" not in guest.driver.things()


def test_at_a_virtual_table_nothing_is_to_be_read_and_cards_are_dealt_as_they_were(tmp_path: Path) -> None:
    table = Table("kabale", virtual=True)
    with at(table, tmp_path, 0.0) as guest:
        chance = Random(3)
        while sum(" ?" in each for each in lines(guest)) < 3:
            guest.tap(likely_way(guest, chance))
        before = lines(guest)
        guest.tap("undo")
        guest.tap("take-back")
        assert "redo" in guest.driver.things()
        guest.tap("redo")
        assert lines(guest) == before
        assert guest.model.overlay is None
        assert guest.model.refusal is None
        assert guest.live.ui_state.is_virtual


# -- one's own move, and careful people


def test_people_enter_their_own_move_as_quickly_as_they_like(tmp_path: Path, delay: float) -> None:
    with at(LOUIS, tmp_path, delay, "card/inf4") as guest:
        hand = Hand(guest.driver)
        guest.driver.look()
        hand.tap(*guest.driver.find("card/inf4").center)
        while not any(each.startswith("tile/") for each in guest.driver.things()):
            guest.driver.frame()
        for tile in ("tile/4", "tile/4"):
            hand.wait(0.2 - 2 * FRAME)
            hand.tap(*guest.driver.find(tile).center)
        guest.driver.rest()
        guest.settle()
        assert len(guest.live.snapshot.pending_input) == 3


def test_keys_may_be_typed_as_quickly_as_one_can(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0) as guest:
        driver, hand = guest.driver, Hand(guest.driver)
        driver.tap("home")
        driver.tap("game/louis-xiv")
        driver.tap("table/virtual")
        driver.tap("name/0")
        driver.look()
        for letter in "anna":
            hand.tap(*driver.find(f"key/{letter}").center)
            hand.wait(SAME_TOUCH)
        driver.rest()
        assert driver.sees("Anna")


# -- what is no finger, and other bad input


def test_only_the_left_button_is_a_finger(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand, place = Hand(guest.driver), guest.driver.find("column/1").center

        def others() -> None:
            for button in ("right", "middle", "scrollup", "scrolldown"):
                guest.driver.look()
                hand.up(hand.down(*place, button))

        assert lines_of(guest, others) == []
        assert len(lines_of(guest, lambda: guest.tap("column/1"))) == 1


def test_forty_fingers_at_once_are_one(tmp_path: Path, delay: float) -> None:
    with at(LOUIS, tmp_path, delay) as guest:
        hand, places = Hand(guest.driver), guest.driver.places()

        def forty() -> None:
            guest.driver.look()
            fingers = [hand.down(*places[at % len(places)].center) for at in range(40)]
            for finger in reversed(fingers):
                hand.up(finger)

        assert lines_of(guest, forty) == []
        assert len(guest.live.snapshot.pending_input) <= 1  # what the first of them touched


@pytest.mark.parametrize(("seconds", "late"), usually([(6, LATE)], [(6, LATE), (60, 0.0), (60, LATE)]))
def test_thirty_touches_a_second_for_a_minute_are_the_first(
    tmp_path: Path, seconds: int, late: float
) -> None:
    with at(KABALE, tmp_path, late, "column/1") as guest:
        hand, place = Hand(guest.driver), guest.driver.find("column/1").center

        def drum() -> None:
            guest.driver.look()
            for _ in range(30 * seconds):
                hand.tap(*place)

        assert lines_of(guest, drum) == ["black 1 ?"]
        guest.driver.look()
        assert len(lines_of(guest, lambda: guest.tap("column/2"))) == 1


def test_a_touch_that_never_ends_keeps_nobody_from_the_table(tmp_path: Path, delay: float) -> None:
    with at(KABALE, tmp_path, delay, "column/1") as guest:
        hand = Hand(guest.driver)
        hand.down(*guest.driver.find("column/3").center)
        hand.wait(1.5)
        assert lines_of(guest, lambda: guest.tap("column/1")) == ["black 1 ?"]


def test_a_clock_that_stands_still_makes_no_move_and_the_next_careful_touch_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand, place = Hand(guest.driver), guest.driver.find("column/1").center
        guest.driver.look()
        still = Clock.time()
        with monkeypatch.context() as stopped:
            stopped.setattr("tests.screen.harness.driver.FRAME", 0.0)

            def touches() -> None:
                for _ in range(20):
                    hand.tap(*place)

            assert len(lines_of(guest, touches)) == 1
            assert Clock.time() == still
        assert len(lines_of(guest, lambda: guest.tap("column/2"))) == 1


def test_a_touch_counts_by_its_own_time_however_late_it_is_handled(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand, driver = Hand(guest.driver), guest.driver
        guest.tap("column/1")
        driver.frame()
        place = driver.find("column/2").center
        driver.look(ANOTHER_PERSON - 0.1)
        finger = driver.panel.come(driver._share(*place))
        driver.look(0.2)  # a busy computer
        assert lines_of(guest, lambda: hand.up(finger)) == []


@pytest.mark.parametrize(
    ("seconds", "counts"), [(0.35, False), (0.55, False), (0.65, True)], ids=["0.35", "0.55", "0.65"]
)
def test_six_tenths_of_a_second_after_another_person_is_asked_a_touch_counts(
    tmp_path: Path, seconds: float, counts: bool
) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand, place = Hand(guest.driver), guest.driver.find("column/2").center
        before = guest.model.shown_turn
        guest.driver.look()
        hand.tap(*guest.driver.find("column/1").center)
        while guest.model.shown_turn == before:
            guest.driver.frame()

        def next_person() -> None:
            hand.wait(seconds)
            hand.tap(*place)

        assert len(lines_of(guest, next_person)) == counts


@pytest.mark.parametrize(
    ("seconds", "counts"), [(0.2, False), (0.3, False), (0.4, True)], ids=["0.2", "0.3", "0.4"]
)
def test_a_third_of_a_second_after_another_layer_a_touch_counts(
    tmp_path: Path, seconds: float, counts: bool
) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand, place = Hand(guest.driver), guest.driver.find("column/4").center
        guest.tap("menu")
        close = next(each for each in guest.driver.places() if each.name == "back").center
        guest.driver.look()
        hand.tap(*close)
        while guest.model.overlay is not None:
            guest.driver.frame()

        def beneath() -> None:
            hand.wait(seconds)
            hand.tap(*place)

        assert len(lines_of(guest, beneath)) == counts


def test_what_was_let_go_because_something_came_meanwhile_does_nothing(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand = Hand(guest.driver)
        guest.driver.look()
        finger = hand.down(*guest.driver.find("column/1").center)
        guest.live.touch("menu")  # another layer comes while it is down
        guest.driver.rest()
        assert lines_of(guest, lambda: hand.up(finger)) == []


def test_a_swallowed_touch_is_shown_as_felt(tmp_path: Path) -> None:
    with at(KABALE, tmp_path, 0.0, "column/1") as guest:
        hand = Hand(guest.driver)
        place = guest.driver.find("column/1")
        guest.driver.look()
        hand.tap(*place.center)
        guest.driver.rest()
        widget = guest.driver.find("column/1").widget
        finger = hand.down(*place.center)
        assert widget.is_pressed
        hand.up(finger)
        assert not widget.is_pressed


# -- the campaign

FINGERS = 100 if ALL else 60


@pytest.mark.parametrize(
    ("table", "late"),
    usually(
        [(KABALE, LATE), (Table("florence", virtual=True), 0.0)],
        [(table, late) for table in SLIP_TABLES for late in (0.0, LATE)],
    ),
    ids=str,
)
def test_an_evening_with_slips_is_the_evening_without(tmp_path: Path, table: Table, late: float) -> None:
    slips = slip_through(table, tmp_path, 1, FINGERS, late)
    assert not slips.wrong
    assert slips.fingers >= FINGERS


@pytest.mark.parametrize("table", usually([KABALE], SLIP_TABLES), ids=str)
def test_who_looks_for_seven_tenths_of_a_second_loses_no_touch(tmp_path: Path, table: Table) -> None:
    slips = slip_through(table, tmp_path, 2, 40, look=0.7 - 3 * FRAME, noisy=False)
    assert (slips.wrong, slips.repeated) == ("", 0)
    assert ANOTHER_THING < ANOTHER_PERSON < 0.7


# -- what lies where it lay


@pytest.mark.parametrize(
    "table", [LOUIS, Table("louis-xiv", virtual=True), Table("florence", plain=True)], ids=str
)
def test_done_has_one_place_in_every_phase_and_no_card_moves_within_a_move(
    tmp_path: Path, table: Table
) -> None:
    stood, beneath, chance = set[Rect](), set[str](), Random(2)
    move, hand = -1, dict[str, Rect]()
    with seated(table, tmp_path, 0.0) as guest:
        for _ in range(LONGEST):
            there = {each.name: each.widget.rect for each in guest.driver.places()}
            if guest.model.overlay is None:
                stood |= {there[name] for name in ("done", "counted") if name in there}
                beneath |= {
                    name for name, rect in there.items() if any(rect.overlaps(place) for place in stood)
                }
                now = {name: rect for name, rect in there.items() if name.startswith("card/")}
                if len(lines(guest)) == move:
                    assert all(now[name] == hand[name] for name in now.keys() & hand.keys())
                move, hand = len(lines(guest)), now
            guest.tap(likely_way(guest, chance))
    assert len(stood) == 1
    assert not beneath & {"undo", "evaluate", "yes", "no", "skip"}
