"""A whole game on the real screen, by touch alone: from the first page to the winner."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from companion.games import game_rules
from companion.rules.history import replay_record
from companion.screen.game_session.game_controller import CARDS_LOST
from companion.screen.overlays import about
from companion.screen.view_models import SymbolCountModel, TouchAnswer
from companion.table.messages import CorrectPosition
from companion.table.session import Session
from companion.table.storage.journal import Journal, read_record
from companion.voice.language import load_translation
from tests.long import usually
from tests.screen import SIZES, in_every_language
from tests.screen.harness.evening import (
    PATIENT,
    begin,
    evening,
    journals,
    over,
    real_influence,
    sat_down,
    set_up,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.long(
    instead="tests/screen/kabale/test_game.py::test_a_whole_game_is_played_by_touch_from_the_first_page_to_the_winner"
)
@pytest.mark.parametrize(
    ("lang", "size", "wins"),
    usually(
        [("cs", SIZES[0], "Vyhrává")],
        [
            ("cs", SIZES[0], "Vyhrává"),
            ("nl", SIZES[1], "wint"),
            ("de", SIZES[0], "gewinnt"),
            ("en", SIZES[1], "wins"),
        ],
    ),
)
def test_a_whole_game_is_played_by_touch_from_the_first_page_to_the_winner(
    home: Path, lang: str, size: tuple[int, int], wins: str
) -> None:
    faults: dict[str, list[str]] = {}

    def look() -> None:
        now = guest.live.snapshot
        moment = f"{now.position.phase} {type(now.position.agenda[0]).__name__} {bool(now.pending_input)}"
        if moment not in faults:
            faults[moment] = guest.driver.faults()

    with evening(lang, size) as guest:
        begin(guest, players=3)
        guest.play(Random(3), over, look)
        outcome = guest.live.snapshot.position.outcome()
        while "next" in guest.driver.things():
            guest.tap("next")  # what was exchanged, then kind by kind who has most
        assert guest.driver.sees(wins)
        assert "home" in guest.driver.things()
        guest.driver.tap("home")
        assert not guest.driver.sees(load_translation(lang).gettext("Go on with the game"))
    assert {moment: found for moment, found in faults.items() if found} == {}
    head, lines = read_record(journals(home)[0])
    account = replay_record(head, game_rules(head.game), lines)
    assert account.position.outcome() == outcome


def test_of_two_quick_taps_the_second_is_no_part_of_the_next_move() -> None:
    with evening("en") as guest:
        sat_down(guest, "kabale", "virtual", persons=2)
        guest.tap("look/black")
        guest.tap(next(thing for thing in guest.ways() if thing.startswith("card/")))
        for _ in range(2):  # before the screen has heard of the first
            guest.live.touch("column/1")
        guest.settle()
        assert len([move for move in guest.live.snapshot.accepted_texts if move.startswith("black")]) == 1
        assert guest.live.snapshot.pending_input == ()
        assert "look/blue" in guest.driver.things()


def test_what_cannot_be_shown_over_the_table_is_told_once_and_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(about, "make_explanation_report", broken)
    with evening("en") as guest:
        begin(guest)
        guest.live.touch("about/tile/1")
        guest.settle()
        assert guest.model.refusal is not None
        guest.tap("go-on")
        guest.settle()
        assert guest.model.refusal is None
        guest.live.touch("back")  # a second tap, quicker than the screen
        guest.settle()
        assert guest.model.refusal is None
    assert [each.exc_info[0] for each in caplog.records if each.exc_info] == [LookupError]
    caplog.clear()  # it was meant to fail


def test_a_game_of_four_on_the_larger_panel_hands_the_screen_from_person_to_person() -> None:
    with evening("de", SIZES[1]) as guest:
        begin(guest, players=4, persons=2)
        hands: set[str] = set()

        def look() -> None:
            hands.add(guest.live.ui_state.hand_owner)
            table = guest.model.table_model
            waits = guest.live.snapshot.position.awaited_player
            if waits in guest.live.ui_state.human_colours and guest.live.ui_state.hand_owner not in (
                "",
                waits,
            ):
                assert (
                    not {card.touch_target for card in table.hand_cards} & table.enabled_targets
                )  # nobody plays another's cards

        guest.play(Random(5), lambda now: now.position.phase == "missions", look)
        assert {"blue", "yellow"} <= hands


def test_of_several_people_everybody_may_look_at_their_own_cards_at_any_time_and_plays_none_of_them() -> None:
    with evening("en") as guest:
        begin(guest, players=3, persons=2)
        guest.play(
            Random(5), lambda now: now.position.awaited_player == "blue" and len(now.accepted_texts) > 2
        )
        told: list[TouchAnswer] = []
        for who in ("yellow", "red"):
            guest.live.explain_touch(f"player/{who}", "", told.append)
            guest.settle()
        assert told[0].way == "about/player/yellow"
        assert told[1].way != "about/player/red"  # nobody at the screen
        guest.tap("menu")
        guest.live.touch(told[0].way)
        guest.settle()
        guest.tap("hand/yellow")
        hand = guest.live._dealer.hand_pieces("yellow", guest.live.snapshot)
        shown = guest.model.overlay.model.left_blocks[0].items
        assert [item.text for item in shown] == [guest.live._voice.piece_name(piece).name for piece in hand]
        assert set(guest.driver.things()) == {"back", "home"}
        assert guest.live.ui_state.hand_owner != "yellow"
        guest.live.touch("hand/red")
        guest.settle()
        assert guest.model.overlay.model.left_blocks[0].items == ()


def test_a_refusal_is_shown_read_and_over(home: Path) -> None:
    with evening("cs") as guest:
        begin(guest)
        first, second = (card.touch_target for card in guest.model.table_model.hand_cards[:2])
        guest.tap(first)
        before = guest.live.snapshot.position
        guest.lay(second)
        assert guest.model.refusal is not None
        assert guest.model.refusal.clause.startswith("L-")
        assert guest.driver.sees(guest.model.refusal.reason)
        guest.tap("go-on")
        assert guest.model.refusal is None
        assert guest.live.snapshot.position == before


def test_what_was_done_is_taken_back_to_the_last_move_of_a_person() -> None:
    with evening("cs") as guest:
        begin(guest)
        before, standing = guest.live.snapshot.position, guest.live.snapshot.accepted_texts
        hand = guest.live.ui_state.hand_pieces
        guest.tap(guest.model.table_model.hand_cards[0].touch_target)
        guest.tap("take")
        assert len(guest.live.snapshot.accepted_texts) > len(standing) + 1  # the others have played since
        guest.tap("undo")
        guest.tap("take-back")
        assert guest.live.snapshot.position == before
        assert guest.live.ui_state.hand_pieces == hand


@in_every_language
def test_that_the_dealt_cards_no_longer_fit_is_told_once_and_undo_brings_them_back(lang: str) -> None:
    with evening(lang) as guest:
        begin(guest)
        hand, standing = guest.live.ui_state.hand_pieces, guest.live.snapshot.accepted_texts
        guest.live._post(CorrectPosition((("/players/blue/influence/?", 6),)))
        guest.driver.until(lambda: guest.model.refusal is not None, PATIENT)
        guest.settle()
        assert guest.model.refusal.reason == load_translation(lang).gettext(CARDS_LOST)
        assert guest.driver.sees(guest.model.refusal.reason)
        assert guest.driver.faults() == []
        guest.tap("go-on")
        assert guest.model.refusal is None
        assert not guest.live.ui_state.is_virtual
        assert guest.live.ui_state.hand_pieces == ()
        guest.tap("undo")
        guest.tap("take-back")
        assert guest.live.snapshot.accepted_texts == standing
        assert guest.live.ui_state.is_virtual
        assert guest.live.ui_state.hand_pieces == hand
        assert guest.model.refusal is None
        assert guest.live.snapshot.undo_plan is None


def test_a_finger_that_is_too_early_does_not_play_for_somebody_who_is_absent() -> None:
    with evening("cs", pause=1.0) as guest:
        begin(guest)
        mine, *others = (card.touch_target for card in guest.model.table_model.hand_cards)
        guest.tap(mine)
        guest.driver.tap("take")
        guest.driver.until(
            lambda: not guest.live.is_busy and guest.live.snapshot.position.awaited_player != "blue",
            1_000_000,
        )
        guest.driver.wait(0.1)
        assert guest.ways() == []
        standing = guest.live.snapshot.accepted_texts
        for thing in (*others, "tile/1", "done"):
            guest.live.touch(thing)
        guest.driver.wait(0.1)
        assert guest.live.snapshot.accepted_texts == standing
        assert not guest.live.snapshot.pending_input
        guest.settle()
        assert guest.live.ui_state.is_virtual
        assert guest.live.snapshot.position.awaited_player == "blue"
        assert len(guest.live.snapshot.accepted_texts) == len(standing) + 2


def test_an_evening_goes_on_after_the_plug_was_pulled(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening("cs") as guest:
        begin(guest)
        guest.play(Random(1), lambda now: len(now.accepted_texts) > 7)
        position, hand, said = (
            guest.live.snapshot.position,
            guest.live.ui_state.hand_pieces,
            guest.model.table_model.recent_events,
        )
        shutil.copytree(home, tmp_path / "disk")  # all that is left when the plug is pulled
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "disk"))
    with evening("cs") as guest:
        guest.driver.until(lambda: guest.model.saved_game is not None, 1_000_000)
        assert guest.driver.sees("Louis XIV: 1. kolo")
        guest.driver.tap("go-on")
        guest.settle()
        assert guest.live.snapshot.position == position
        assert guest.live.ui_state.hand_pieces == hand
        assert guest.model.table_model.recent_events == said
        guest.play(Random(2), lambda now: len(now.accepted_texts) > 14)


def test_everything_on_the_table_changes_its_language_at_once() -> None:
    with evening("cs") as guest:
        begin(guest)
        guest.tap(guest.model.table_model.hand_cards[0].touch_target)
        guest.tap("take")
        assert guest.driver.sees("Zahraj kartu vlivu")
        said = [event.sentence for event in guest.model.table_model.recent_events]
        guest.model.lang = "nl"
        guest.driver.rest()
        assert guest.driver.sees("Speel een invloedskaart")
        assert not any(guest.driver.sees(sentence) for sentence in said)
        assert len(guest.model.table_model.recent_events) == len(said)


def test_leaving_the_table_leaves_nothing_behind() -> None:
    with evening("en") as guest:
        begin(guest)
        position = guest.live.snapshot.position
        guest.driver.tap("home")
        assert guest.driver.sees("Go on with the game")
        guest.driver.tap("go-on")
        guest.settle()
        assert guest.live.snapshot.position == position
        guest.driver.tap("home")
        begin(guest)
        assert len(guest.live.snapshot.accepted_texts) == 1


def test_what_happens_by_itself_comes_slowly_enough_to_follow() -> None:
    with evening("cs", pause=1.0) as guest:
        begin(guest)
        guest.driver.tap(guest.model.table_model.hand_cards[0].touch_target)
        guest.driver.until(lambda: not guest.live.is_busy, 100_000)
        guest.driver.tap("take")
        guest.driver.until(lambda: not guest.live.is_busy, 100_000)
        moves = len(guest.live.snapshot.accepted_texts)
        guest.driver.wait(0.8)
        assert len(guest.live.snapshot.accepted_texts) == moves
        guest.driver.wait(0.4)
        guest.driver.until(lambda: len(guest.live.snapshot.accepted_texts) == moves + 1, 100_000)


def test_a_fault_in_the_session_never_stops_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("a mistake of ours")

    with evening("en") as guest:
        begin(guest)
        position = guest.live.snapshot.position
        with monkeypatch.context() as wrong:
            wrong.setattr("companion.table.guesses.judge", broken)
            guest.tap(guest.model.table_model.hand_cards[0].touch_target)
        assert guest.driver.sees("Something went wrong")
        guest.tap("go-on")
        assert guest.live.snapshot.position == position
        guest.tap(guest.model.table_model.hand_cards[0].touch_target)
        guest.tap("take")
        assert guest.live.snapshot.position != position


def test_on_a_disk_that_fails_an_evening_begins_in_memory_and_the_way_leads_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "file" / "home"))
    (tmp_path / "file").write_text("no folder")
    with evening("cs") as guest:
        driver = guest.driver
        set_up(driver, "louis-xiv")
        driver.tap("start")
        driver.until(lambda: guest.model.table_model is not None, 100_000)
        assert guest.live.snapshot.disk_problem is not None
        driver.tap("home")
        assert "deck" in driver.things()


def test_an_evening_that_another_herald_keeps_is_told_in_the_language_of_the_table(home: Path) -> None:
    with evening("cs") as guest:
        begin(guest)
    with evening("cs") as guest:
        guest.driver.until(lambda: guest.model.saved_game is not None, 1_000_000)
        other = Journal(journals(home)[0])
        guest.driver.tap("go-on")
        guest.driver.until(lambda: guest.model.refusal is not None, 1_000_000)
        assert guest.driver.sees("Tento večer právě vede jiný Herald.")
        other.close()
        guest.driver.tap("go-on")
        assert "deck" in guest.driver.things()


def test_a_damaged_evening_is_told_on_the_first_page(home: Path) -> None:
    with evening("cs") as guest:
        begin(guest)
    (path,) = journals(home)
    path.write_bytes(path.read_bytes().replace(b"seat", b"seaT", 1))
    with evening("cs") as guest:
        guest.driver.until(lambda: guest.driver.sees("Poslední večer je poškozen na řádku 4"))
        assert "go-on" not in guest.driver.things()


def test_a_table_without_readers_counts_and_chooses_everything_by_touch(home: Path) -> None:
    with evening("cs") as guest:
        real_influence(guest)
        assert len(guest.model.table_model.hand_cards) == 13
        guest.tap("card/inf6")
        guest.tap("tile/6")
        tiles = {tile.number: tile.noticed_stones for tile in guest.model.table_model.board.tiles}
        assert tiles[6] == SymbolCountModel("blue", 1)  # it lies there, and belongs to no move yet
        assert [number for number, stones in tiles.items() if stones] == [6]
        guest.tap("done")
        assert all(tile.noticed_stones is None for tile in guest.model.table_model.board.tiles)
        assert guest.live.snapshot.accepted_texts[-1] == "blue inf6 place 6"
        assert not list((home / "evenings").glob("*.virtual"))


def test_a_table_that_waits_is_not_drawn_again() -> None:
    with evening("cs", pause=1.0) as guest:
        begin(guest)
        guest.settle()
        drawn = guest.driver.frames_drawn
        guest.driver.wait(5)
        assert guest.driver.frames_drawn == drawn


# an answer's panel remembers which was touched
@pytest.mark.parametrize(("thing", "functions"), [("louis/4", 13), ("tile/2", 12), ("card/inf6", 12)])
def test_from_the_finger_that_leaves_to_the_session_a_touch_runs_through_twelve_functions(
    thing: str, functions: int
) -> None:
    way: list[str] = []
    has_arrived: list[bool] = []

    def walk(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if has_arrived or event != "call" or f"{os.sep}companion{os.sep}" not in code.co_filename:
            return
        if code.co_name == "on_touch_up":
            way.clear()  # of a widget that it was not meant for, which passed it on
        way.append(code.co_qualname)
        has_arrived.extend([True] if code is Session.post.__code__ else [])

    with evening("en") as guest:
        sat_down(guest, "louis-xiv", "real")
        for before in ("louis/4", "tile/2", "card/inf6"):
            if before == thing:
                sys.setprofile(walk)
            try:
                guest.tap(before)
            finally:
                sys.setprofile(None)
            if before == thing:
                break
    assert has_arrived
    assert way[0].endswith(".on_touch_up")
    assert len(dict.fromkeys(way)) <= functions, way
