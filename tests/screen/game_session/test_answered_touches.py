"""Every touch on a table is answered: what leads to nothing says why, in one line beside the finger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.metrics import mm

from companion.games import game_rules, playable_plugin_by_name
from companion.rules.layout import touch_targets
from companion.rules.moves import touch_observation
from companion.screen.draw.canvas_widget import RESTING_SECONDS, CanvasWidget, TouchableWidget, visible_within
from companion.screen.draw.painter import PaintedShape
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD
from companion.screen.overlays.about import touch_answer
from companion.screen.view_models import TouchAnswer
from companion.screen.widgets.overlay import AnswerBubble
from companion.screen.widgets.slider import SliderTrack
from companion.table.interpretation.judge import Ambiguous, Incomplete, Interpreted, interpret
from companion.table.storage.evening_notes import NOTES
from companion.table.storage.kept_files import KEPT_FILES
from nine_mens_morris.plugin import PLUGIN
from tests.long import ALL
from tests.ours import GAMES
from tests.screen.florence import playing as florence
from tests.screen.game_session.test_explanations import read_on
from tests.screen.harness.evening import Guest, begin, evening, over, real_influence, sat_down
from tests.screen.harness.plain import moments, voice, without_views
from tests.screen.kabale import playing as kabale


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def bubble(guest: Guest) -> AnswerBubble:
    found: AnswerBubble = guest.page.bubble
    return found


def touched(guest: Guest, target: str) -> str:
    """What is said of a touch of that thing, with its clause; "" where nothing is."""
    part = next(each for each in visible_within(guest.page.view) if each.asked_target == target)
    guest.driver.tap_at(*part.center)
    guest.settle()
    answer = bubble(guest).answer
    if answer is None:
        return ""
    return f"{answer.text} {answer.clause}".strip()


def closed(guest: Guest) -> None:
    """The answer is touched, and gone; nothing beneath it has felt the finger."""
    guest.driver.tap_at(bubble(guest).x + 8, bubble(guest).top - 8)
    assert bubble(guest).parent is None
    guest.driver.wait(1)


def test_what_may_not_be_touched_says_why_and_nothing_happens() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        guest.tap("card/inf6")
        before = guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input
        assert touched(guest, "tile/9") == "S touto kartou patří první kámen sem: Condé. L-2.4"
        closed(guest)
        assert touched(guest, "player/yellow").startswith("9 louisdorů, vlastní zásoba 11")
        closed(guest)
        assert touched(guest, "prompt") == "Hráč 1: zahraj kartu vlivu. L-2.3"
        closed(guest)
        assert touched(guest, "log") == ""
        story = guest.model.overlay.model.left_blocks[0].story
        assert "Každý dostává 5 karet vlivu." in " ".join(story[-1].sentences)
        guest.tap("back")
        assert (guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input) == before


@pytest.fixture
def morris(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine Men's Morris is installed, too."""
    monkeypatch.setitem(playable_plugin_by_name(), PLUGIN.name, PLUGIN)


@pytest.mark.parametrize("name", [*GAMES, PLUGIN.name])
@pytest.mark.usefixtures("morris")
def test_whatever_lies_on_a_table_has_an_answer_that_adds_nothing_to_the_journal(name: str) -> None:
    chance = Random(name)
    for now in moments(name, game_rules(name).max_players, 20 if ALL else 4):
        targets = [*touch_targets(now.layout)]
        asked = chance.sample(targets, min(40 if ALL else 12, len(targets)))
        for target in (*asked, "prompt", "undo", "less/any"):
            answer = touch_answer(target, now, voice(now, "cs"), now.position)
            if answer is None:
                verdict = interpret(
                    now.position, (*now.pending_input, touch_observation(target)), now.zone_status
                )
                assert isinstance(verdict, Incomplete | Ambiguous | Interpreted)
                assert not isinstance(verdict, Interpreted) or verdict.may_continue
            else:
                assert answer.text


def dead_things(guest: Guest) -> list[str]:
    """What stands for something on the table and no finger can press."""
    parts = [each for each in visible_within(guest.page.view) if each.asked_target]
    return [each.asked_target for each in parts if is_dead(guest, *each.center)]


def is_dead(guest: Guest, x: float, y: float) -> bool:
    """Whether no widget takes a finger there."""
    parts = [each for each in visible_within(guest.page) if each.collide_point(x, y)]
    return not any(
        isinstance(each, SliderTrack) or (isinstance(each, TouchableWidget) and each.accepts_touch(x, y))
        for each in parts
    )


BEGIN = {"louis-xiv": begin, "kabale": kabale.begin, "florence": florence.begin}


@pytest.mark.long(usual=("louis-xiv-virtual", "kabale-virtual", "florence-virtual", "nine-mens-morris-real"))
@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("game", [*GAMES, PLUGIN.name])
@pytest.mark.usefixtures("morris")
def test_every_finger_on_a_table_is_answered_and_what_is_dead_adds_nothing(game: str, table: str) -> None:
    chance = Random(f"{game} {table}")
    columns, rows, visits = (10, 6, range(6)) if ALL else (5, 3, [1])  # one in the middle of the game
    with evening("cs") as guest:
        sat_down(guest, game, table)
        width, height = guest.page.size
        for visit in visits:
            more = len(guest.live.snapshot.accepted_texts) + visit * chance.randrange(12)
            guest.play(chance, partial(far_enough, more, count()))
            read_on(guest)
            gaps = [
                ((column + 0.5) * width / columns, (row + 0.5) * height / rows)
                for column in range(columns)
                for row in range(rows)
            ]
            things = dict.fromkeys(dead_things(guest))
            assert "prompt" in things
            before = guest.live.snapshot
            parts = {each.asked_target: each.center for each in visible_within(guest.page.view)}
            for x, y in (*(parts[thing] for thing in things), *gaps):
                if is_dead(guest, x, y) and not guest.model.overlay and not guest.model.refusal:
                    answered(guest, x, y)
                    assert guest.live.snapshot.accepted_texts == before.accepted_texts


MOST_TOUCHES = 600
"""After so many touches what is there is looked at: whoever counts arms at random may count for ever."""


def far_enough(lines: int, touches: Iterator[int], now: Any) -> bool:
    """Whether so many lines were accepted, the game is over, or enough was touched."""
    return over(now) or len(now.accepted_texts) >= lines or next(touches) >= MOST_TOUCHES


def has_room(guest: Guest, leads_on: list[Rect], x: float, y: float) -> bool:
    """Whether the answer could lie somewhere beside the finger, over nothing that leads on, with some room around."""
    (wide, high), (right, top), finger = bubble(guest).size, guest.page.size, mm(AnswerBubble.FINGER)
    places = (
        Rect(left, bottom, wide, high)
        for left in range(round(mm(1)), round(right - wide - mm(1)), round(mm(6)))
        for bottom in range(round(mm(1)), round(top - high - mm(1)), round(mm(2)))
    )
    return any(
        not place.inset(-finger - mm(3)).contains_point(x, y)
        and not any(map(place.inset(-mm(3), -mm(1)).overlaps, leads_on))
        for place in places
    )


def answered(guest: Guest, x: float, y: float) -> None:
    """A finger there is told something, or has entered a part of a move, which is taken away again.

    On the log it opens what has happened, which leads back.
    """
    pending = guest.live.snapshot.pending_input
    guest.driver.tap_at(x, y)
    guest.settle()
    if guest.model.overlay is not None:
        assert guest.model.overlay.model.title == "Co se stalo"
        assert guest.driver.faults() == []
        guest.tap("back")
        return
    if bubble(guest).answer is None:
        assert len(guest.live.snapshot.pending_input) == len(pending) + 1, (x, y)
        guest.tap("clear")
        return
    assert guest.driver.faults() == []
    leads_on = [each.rect for each in visible_within(guest.page.view) if felt(each, *each.center)]
    assert not any(map(bubble(guest).rect.overlaps, leads_on)) or not has_room(guest, leads_on, x, y)
    closed(guest)


def test_what_belongs_to_a_move_is_taken_in_any_order_at_a_real_table() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        guest.tap_place("tile/6")
        assert [each.zone for each in guest.live.snapshot.pending_input] == ["tile/6"]
        guest.tap("card/inf6")
        assert [each.zone for each in guest.live.snapshot.pending_input] == ["tile/6", "card/inf6"]
        guest.tap("done")
        assert guest.live.snapshot.accepted_texts[-1] == "blue inf6 place 6"


def test_the_answer_goes_with_the_next_touch_by_itself_and_with_a_move() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        guest.tap("card/inf6")
        touched(guest, "tile/9")
        guest.driver.wait(AnswerBubble.SECONDS + 0.1)
        assert bubble(guest).parent is None
        touched(guest, "tile/9")
        guest.tap("tile/6")
        assert bubble(guest).parent is None
        assert [each.zone for each in guest.live.snapshot.pending_input] == ["card/inf6", "tile/6"]


def ringed(guest: Guest) -> bool:
    """Whether a ring is drawn around a finger, above everything."""
    return bool(Window.canvas.after.children)


def test_a_finger_is_felt_in_the_next_frame() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        part = next(each for each in visible_within(guest.page.view) if each.asked_target == "prompt")
        guest.driver.hold([part.center])
        assert ringed(guest)
        guest.driver.look(RESTING_SECONDS + 0.1)
        guest.driver.lift()
        guest.driver.wait(1)
        assert not ringed(guest)


def test_warned_people_read_the_reason_and_one_more_touch_lets_it_stand(home: Path) -> None:
    with evening("cs") as guest:
        real_influence(guest)
        guest.live.set_strictness("hint", is_for_all=False)
        guest.tap("card/inf6")
        before = guest.live.snapshot
        assert touched(guest, "tile/9") == "S touto kartou patří první kámen sem: Condé. L-2.4"
        assert guest.live.snapshot.accepted_texts == before.accepted_texts
        guest.tap("overrule/tile/9")
        assert guest.live.snapshot.accepted_texts[-1].startswith("table correct ")
        assert bubble(guest).parent is None
        (notes,) = home.rglob("*.notes")
        kept = (KEPT_FILES["notes"].at(notes).load(NOTES).refusals or ())[-1]
        assert (kept.is_allowed, kept.line) == (True, len(guest.live.snapshot.accepted_texts))
        assert [each.zone for each in kept.observations] == ["card/inf6", "tile/9"]


def test_let_pass_says_what_will_be_written_down_and_writes_it_when_people_say_done() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        guest.live.set_strictness("silent", is_for_all=False)
        guest.tap("card/inf6")
        before = guest.live.snapshot.accepted_texts
        assert touched(guest, "tile/9") == "Hráč 1: karta Condé: 1 kámen na kartičku La Vallière. L-2.4"
        assert guest.live.snapshot.accepted_texts == before
        guest.tap("overrule/tile/9")
        assert guest.live.snapshot.accepted_texts[-1].startswith("table correct ")


def test_where_a_touch_alone_cannot_stand_the_table_check_is_one_touch_away() -> None:
    with evening("cs") as guest:
        florence.begin(guest, 4)
        guest.play(Random(5), lambda now: len(now.accepted_texts) >= 12)
        guest.live.set_strictness("hint", is_for_all=False)
        guest.settle()
        assert any(
            touched(guest, thing) and bubble(guest).button.touch_target == "check"
            for thing in dead_things(guest)
        )
        guest.tap("check")
        assert guest.model.overlay is not None


def golden(part: CanvasWidget) -> bool:
    """Whether it, or a part of it, glows, or it has gold around it."""
    shapes = [mark for mark in part.painted_items if isinstance(mark, PaintedShape)]
    return any(
        mark.kind == "glow"
        or (
            mark.kind in ("box", "frame")
            and mark.colour == GOLD
            and min(mark.rect.width - part.width, mark.rect.height - part.height) > -mm(2)
        )
        for mark in shapes
    )


def unlike_what_they_are(guest: Guest) -> set[str]:
    """What looks as if a finger could press it and cannot, and what stands for nothing that could be asked about."""
    shown = [each for each in visible_within(guest.page.view) if each.painted_items]
    faults = {
        f"{type(each).__name__} is gold" for each in shown if golden(each) and not felt(each, *each.center)
    }
    leaves = [each for each in shown if not any(isinstance(child, CanvasWidget) for child in each.children)]
    return faults | {f"{type(each).__name__} is dumb" for each in leaves if not asked(each)}


def asked(part: Any) -> bool:
    """Whether it, or what it is a part of, stands for something."""
    return isinstance(part, CanvasWidget) and bool(part.asked_target or asked(part.parent))


def felt(part: CanvasWidget, x: float, y: float) -> bool:
    """Whether a finger that comes down on it there is taken by it."""
    if isinstance(part, TouchableWidget):
        return part.accepts_touch(x, y)
    return isinstance(part, SliderTrack)


@pytest.mark.parametrize("game", [*GAMES, "default"])
def test_what_looks_touchable_can_be_touched_and_everything_stands_for_something(game: str) -> None:
    with ExitStack() as stack:
        if game == "default":
            stack.enter_context(without_views())
        guest = stack.enter_context(evening("cs"))
        BEGIN.get(game, begin)(guest, 3)
        faults = set[str]()

        def look() -> None:
            faults.update(unlike_what_they_are(guest))

        guest.play(Random(3), lambda now: over(now) or len(now.accepted_texts) >= 20, look)
        assert faults == set()


def test_a_touch_on_the_reader_says_what_is_to_be_laid_and_it_is_gold_under_a_card_alone() -> None:
    with evening("cs") as guest:
        begin(guest, 3)
        reader = guest.page.view.virtual_reader
        before = guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input
        guest.driver.tap_at(*reader.center)
        guest.driver.until(lambda: bubble(guest).answer is not None)
        assert bubble(guest).answer == TouchAnswer("Hráč 1: zahraj kartu vlivu.", "L-2.3")
        assert (guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input) == before
        closed(guest)
        assert not golden(reader)
        reader.show(reader.label, True, True)
        guest.driver.wait(0.1)
        assert golden(reader)
