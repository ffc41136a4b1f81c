"""Held for half a second, anything on a table explains itself, and nothing is done by holding."""

from __future__ import annotations

from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from kivy.metrics import mm

from companion.games import playable_plugin_by_name
from companion.rules.layout import touch_targets
from companion.rules.moves import PLAY_ZONE, Observation, touch_observation
from companion.screen.draw.canvas_widget import DRAG_DISTANCE, HOLD_SECONDS, visible_within
from companion.screen.draw.painter import PaintedShape
from companion.screen.widgets.overlay import AnswerBubble
from companion.screen.widgets.report_overlay import ReportOverlay
from companion.table.interpretation.judge import interpret
from companion.table.messages import EnterLine
from companion.table.snapshot import Snapshot
from companion.voice.explanations import explain
from companion.voice.language import languages
from nine_mens_morris.plugin import PLUGIN
from tests.long import ALL
from tests.ours import GAMES
from tests.screen.harness.evening import Guest, evening, over, real_influence, sat_down
from tests.screen.kabale import playing as kabale


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def held(guest: Guest, target: str) -> str:
    """What is said of that thing when a finger is held on it, with its title and its clause."""
    guest.page.bubble.close()
    guest.driver.frame()
    guest.driver.look(1)
    part = next(each for each in visible_within(guest.page) if each.asked_target == target)
    guest.driver.hold([part.center])
    guest.driver.look(HOLD_SECONDS + 0.1)
    guest.driver.lift()
    guest.driver.until(lambda: guest.page.bubble.answer is not None)
    answer = guest.page.bubble.answer
    return f"{answer.title} | {answer.text} | {answer.clause}"


def test_anything_that_is_held_explains_itself_and_nothing_is_done() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        before = guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input
        assert held(guest, "player/yellow").startswith("Hráč 2 | 9 louisdorů, vlastní zásoba 11")
        assert held(guest, "prompt").startswith("Hráč 1: zahraj kartu vlivu. | Zahajuje začínající hráč")
        assert held(guest, "prompt").endswith("| L-2.3")
        assert "Každý dostává 5 karet vlivu." in held(guest, "log")
        assert held(guest, "tile/6").startswith("Condé | ")
        assert held(guest, "card/inf6").startswith("Condé | ")  # it glows, and is not played
        assert held(guest, "undo").startswith("Vzít zpět | Ukáže dosavadní tahy.")
        assert (guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input) == before
        assert guest.model.overlay is None


def test_an_explanation_stays_until_the_next_touch_and_a_finger_that_drags_asks_nothing() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        held(guest, "tile/6")
        guest.driver.wait(2 * AnswerBubble.SECONDS)
        assert guest.page.bubble.parent is not None
        guest.tap("card/inf6")
        guest.settle()
        assert guest.page.bubble.parent is None
        assert guest.live.snapshot.pending_input
        middle = next(each for each in visible_within(guest.page) if each.asked_target == "tile/7").center
        far = middle[0] - 2 * mm(DRAG_DISTANCE), middle[1]
        guest.driver.hold([middle, far])
        guest.driver.look(HOLD_SECONDS + 0.1)
        guest.driver.lift()
        guest.settle()
        assert guest.page.bubble.parent is None


def test_a_touch_on_the_clause_opens_it_and_the_rules_around_it_and_leads_back() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        held(guest, "prompt")
        guest.tap("clause/L-2.3")
        assert guest.driver.sees("L-2.3 Zahrání karty")
        guest.tap("clause/L-2.4")
        assert guest.driver.sees("L-2.4 Kladení a skoky")
        guest.tap("clause/L-2")
        assert guest.driver.sees("L-2.10 Konec fáze vlivu")
        guest.tap("clause/L-3")
        assert guest.driver.sees("L-3.1 ")
        guest.tap("clause/L-2")
        guest.tap("clause/L-2.10")
        guest.tap("back")
        guest.settle()
        assert guest.model.overlay is None


def test_a_finger_that_left_while_the_table_went_on_asks_nothing() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        part = next(each for each in visible_within(guest.page) if each.asked_target == "tile/7")
        guest.driver.hold([part.center])
        guest.live.session.post(EnterLine("blue inf6 place 6"))
        guest.driver.until(lambda: guest.live.snapshot.accepted_texts[-1] == "blue inf6 place 6")
        guest.driver.lift()
        guest.driver.wait(2 * HOLD_SECONDS)
        guest.settle()
        assert guest.page.bubble.parent is None


def test_a_finger_on_the_table_of_then_is_told_what_it_was_told_then() -> None:
    with evening("en") as guest:
        real_influence(guest)
        things = ("player/blue", "player/yellow", "tile/6", "log")
        told_then = [held(guest, thing) for thing in things]
        mover = guest.live.snapshot.position.awaited_player
        guest.live.session.post(EnterLine(f"{mover} inf4 place 4"))
        guest.driver.until(lambda: guest.live.snapshot.accepted_texts[-1] == f"{mover} inf4 place 4")
        guest.settle()
        guest.live.touch("history")
        guest.settle()
        guest.tap("line/1")
        assert [held(guest, thing) for thing in things] == told_then
        story = guest.model.overlay.model.prompt.hint
        assert story in held(guest, "prompt")
        assert guest.page.bubble.answer.way == "lines"
        assert held(guest, "line/0") == "What happened | Shows the table as it looked after that. | "
        guest.page.bubble.close()
        guest.driver.tap_at(
            *next(part for part in visible_within(guest.page) if part.asked_target == "log").center
        )
        guest.settle()
        assert guest.page.bubble.answer.text in told_then[-1]
        guest.tap("now")
        assert guest.live.snapshot.position != guest.live.snapshot.public_history.accepted_lines[0].position


def test_a_held_refusal_explains_nothing_beneath_it_and_a_held_bubble_nothing_either() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        held(guest, "tile/6")
        said, bubble = guest.page.bubble.answer, guest.page.bubble
        guest.driver.hold([(bubble.x + 8, bubble.top - 8)])
        guest.driver.look(HOLD_SECONDS + 0.1)
        guest.driver.lift()
        guest.settle()
        assert said is not None
        assert bubble.parent is None
        guest.live.session.post(EnterLine("blue inf6 tile 9"))
        guest.driver.until(lambda: guest.model.refusal is not None)
        guest.driver.wait(1)
        guest.driver.hold([(400, 300)])
        guest.driver.look(HOLD_SECONDS + 0.1)
        guest.driver.lift()
        guest.settle()
        assert bubble.parent is None


def test_a_refusal_that_comes_while_a_clause_is_read_is_seen() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        held(guest, "prompt")
        guest.tap("clause/L-2.3")
        guest.live.session.post(EnterLine("blue inf6 tile 9"))
        guest.driver.until(lambda: guest.model.refusal is not None)
        guest.settle()
        assert guest.model.overlay is None
        assert "go-on" in guest.driver.things()


def test_the_clause_of_a_refusal_lies_above_it_and_leads_back_to_it() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        guest.live.session.post(EnterLine("blue inf6 tile 9"))
        guest.driver.until(lambda: guest.model.refusal is not None)
        guest.tap(f"clause/{guest.model.refusal.clause}")
        assert guest.driver.sees("L-2.3 Zahrání karty")
        guest.tap("back")
        guest.driver.wait(1)
        assert guest.model.refusal is not None
        guest.tap("go-on")
        guest.settle()
        assert guest.model.refusal is None


def test_an_explanation_goes_when_the_table_is_another_one() -> None:
    with evening("cs") as guest:
        real_influence(guest)
        held(guest, "tile/6")
        guest.live.session.post(EnterLine("blue inf6 place 6"))
        guest.driver.until(lambda: bool(guest.live.snapshot.accepted_texts[-1] == "blue inf6 place 6"))
        guest.settle()
        assert guest.page.bubble.parent is None


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_of_an_evaluation_says_by_which_clause_it_was_counted(game: str) -> None:
    with evening("cs") as guest:
        sat_down(guest, game, "virtual")
        guest.play(Random(4), lambda now: guest.model.overlay is not None and reported(guest) is not None)
        report = reported(guest)
        assert report is not None
        guest.driver.hold([report.center])
        guest.driver.look(HOLD_SECONDS + 0.1)
        guest.driver.lift()
        guest.settle()
        clause = report.asked_target.removeprefix("clause/")
        assert guest.page.bubble.answer.title.startswith(f"{clause} ")
        guest.tap(report.asked_target)
        assert any(text.startswith(clause) for text in guest.driver.words())
        guest.tap("back")
        guest.settle()
        assert reported(guest) is not None


def reported(guest: Guest) -> ReportOverlay | None:
    """The sheet that lies over the table, if it was counted by a clause."""
    sheet = guest.page.overlay
    return sheet if isinstance(sheet, ReportOverlay) and sheet.asked_target else None


def test_a_card_in_a_column_is_explained_by_itself() -> None:
    with evening("en") as guest:
        kabale.begin(guest)
        guest.play(
            Random(5), lambda now: any(card.up for column in now.position.columns for card in column.cards)
        )
        column = next(
            part
            for part in visible_within(guest.page)
            if part.asked_target.startswith("column/") and any(card.up for card in part.column.state.cards)
        )
        rows, _folded = column._card_rows(column._split(column.rect)[1])
        at, row = next((at, row) for at, row in rows.items() if column.column.state.cards[at].up)
        guest.page.bubble.close()
        guest.driver.hold([row.center])
        guest.driver.look(HOLD_SECONDS + 0.1)
        guest.driver.lift()
        guest.settle()
        told, card = guest.page.bubble.answer, column.column.state.cards[at]
        assert told.title == f"Column {column.column.number}, card {at + 1}"
        assert guest.live._voice.card_effect(card.card) in told.text


def test_a_hand_is_told_by_its_backs_even_to_whoever_may_look_at_it() -> None:
    with evening("en") as guest:
        kabale.begin(guest)
        (mine,) = guest.live.ui_state.human_colours
        names = [guest.live._voice.touch_target_name(card) for card in guest.live.ui_state.hand_pieces]
        assert names
        told = asked(guest, f"hand/{mine}")
        assert not [name for name in names if name in told]


def asked(guest: Guest, target: str) -> str:
    """What is said of that thing, which need not lie anywhere."""
    guest.page.explain(target, "", guest.page.center)
    guest.settle()
    answer = guest.page.bubble.answer
    assert answer is not None
    return str(answer.text)


def test_why_a_player_has_so_many_points_is_said_event_by_event() -> None:
    with evening("en") as guest:
        sat_down(guest, "florence", "virtual")
        guest.play(Random(3), lambda now: over(now) or any(now.position.points_by_player().values()))
        points = guest.live.snapshot.position.points_by_player()
        who = max(points, key=lambda each: points[each])
        told = asked(guest, f"ledger/{who}")
        assert told.startswith("+")
        assert guest.page.bubble.answer.title.endswith(f": {points[who]} points")
        assert guest.page.bubble.button.touch_target == f"ledger/{who}"


@pytest.fixture
def morris(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine Men's Morris is installed, too."""
    monkeypatch.setitem(playable_plugin_by_name(), PLUGIN.name, PLUGIN)


OVER_THE_TABLE = ("", "menu", "standing", "help", "check", "undo", "clause/H-1")
"""What may lie over a table: the table itself, and overlays."""


@pytest.mark.long(
    usual=("cs-virtual-louis-xiv", "cs-virtual-kabale", "nl-real-florence", "nl-real-nine-mens-morris")
)
@pytest.mark.parametrize("game", [*GAMES, PLUGIN.name])
@pytest.mark.parametrize(("lang", "table"), [*zip(languages(), cycle(["virtual", "real"]), strict=False)])
@pytest.mark.usefixtures("morris")
def test_every_thing_on_every_screen_of_a_table_explains_itself_beside_a_finger(
    game: str, table: str, lang: str
) -> None:
    chance = Random(f"{game} {table}")
    with evening(lang) as guest:
        sat_down(guest, game, table)
        for visit in range(3 if ALL else 2):
            more = len(guest.live.snapshot.accepted_texts) + visit * chance.randrange(12)
            guest.play(chance, partial(far_enough, more))
            read_on(guest)
            before = guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input
            nothing_legal_is_called_forbidden(guest)
            for layer in OVER_THE_TABLE:
                if guest.model.refusal is None:
                    explained(guest, layer, chance)
            assert (guest.live.snapshot.accepted_texts, guest.live.snapshot.pending_input) == before


def read_on(guest: Guest) -> None:
    """Whatever is told is read, until virtual players wait for somebody."""
    while guest.model.overlay is not None:
        guest.live.touch("next" if "next" in guest.driver.things() else "back")
        guest.settle()


def far_enough(lines: int, now: Snapshot) -> bool:
    """Whether so many lines were accepted, or the game is over."""
    return over(now) or len(now.accepted_texts) >= lines


def nothing_legal_is_called_forbidden(guest: Guest) -> None:
    """The judge is asked as the touch would ask it: with the hand, and what was entered; also of what does not glow."""
    now, ui_state, position = guest.live.snapshot, guest.live.ui_state, guest.live.snapshot.position
    if guest.live._dealer is not None:
        position = guest.live._dealer.position_known_to(ui_state.hand_owner, now)
    if not ui_state.can_humans_act_in(now.position.choice_tree):
        return
    glowing = [thing for thing in guest.driver.things() if thing in ui_state.hand_pieces]
    dark = [*touch_targets(now.layout)]
    for thing in dict.fromkeys((*glowing, *now.step_by_touch_target, *dark)):
        noticed = Observation(thing, PLAY_ZONE) if thing in ui_state.hand_pieces else touch_observation(thing)
        if (
            thing in glowing
            or interpret(position, (*now.pending_input, noticed), now.zone_status) is not None
        ):
            told = explain(
                thing, now, guest.live._voice, position, hand=ui_state.hand_pieces, chooser=ui_state.chooser
            )
            assert not any(line.is_reason for line in told.lines), thing


def explained(guest: Guest, layer: str, chance: Random) -> None:
    """Whatever stands for something says what it is, whole, beside the finger; `layer` is opened for that."""
    if layer:
        guest.live.touch(layer)
        guest.settle()
        guest.driver.wait(0.1)
    elif guest.model.overlay is not None:
        return
    parts = [
        part for part in visible_within(guest.page) if part.asked_target and part is not guest.page.bubble
    ]
    for part in chance.sample(parts, min(40 if ALL else 8, len(parts))):
        pictures = [mark.name for mark in part.painted_items if isinstance(mark, PaintedShape) and mark.name]
        guest.page.explain(part.asked_target, next(iter(pictures), ""), part.center)
        guest.settle()
        bubble = guest.page.bubble
        assert bubble.answer is not None, part.asked_target
        assert bubble.answer.text.strip(), part.asked_target
        assert bubble.answer.title, part.asked_target
        assert not bubble.rect.inset(-mm(1)).contains_point(*part.center), part.asked_target
        assert bubble.rect.distance_to(*part.center) <= mm(3 * AnswerBubble.FINGER), part.asked_target
        assert all(text.fits for text in bubble.painted_texts), part.asked_target
        assert guest.page.rect.contains_point(*bubble.pos)
        assert guest.page.rect.contains_point(bubble.right, bubble.top)
        guest.page.bubble.close()
    while guest.model.overlay is not None and layer:
        guest.live.touch("back")
        guest.settle()
