from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

import pytest

from companion.games import game_rules
from companion.games.louis_xiv.rules.events import MoneyCardTurned
from companion.rules.clauses import BAD_CORRECTION_VALUE
from companion.rules.history import GameHistory
from companion.rules.moves import Observation, touch_observation
from companion.table import guesses
from companion.table.interpretation.judge import Ambiguous, Incomplete, Interpreted
from companion.table.messages import (
    ChangeDeck,
    ChangeZonePlan,
    ChooseAnswer,
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    FinishMove,
    ForeignCardPresent,
    OverruleRefusal,
    ReaderDown,
    ReaderRecovered,
    ReadingClearAgain,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    SetStrictness,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
    Touch,
    UndoMoves,
)
from companion.table.session import Session, SessionThread
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.table.evenings import setup

SETUP = setup("louis-xiv", 3)
GAME = game_rules("louis-xiv")
BOX = make_box_pieces((*GAME.taggable_pieces(SETUP), "king"), GAME.colours)
READERS = ZonePlan(
    {"play": "reader", **{f"tile/{tile}": "reader" for tile in range(1, 13)}, "seat/blue": "reader"}
)


class Table:
    """A session with a whole deck, and hands that tap."""

    def __init__(self, plan: ZonePlan = READERS, *said: str) -> None:
        self.deck = Deck(GAME.name, BOX)
        for number, piece in enumerate(BOX):
            self.deck.bind_tag(piece, f"{number:08x}")
        self.session = Session(
            GameHistory(GAME, SETUP, GAME.initial_position(SETUP)), deck=self.deck, zone_plan=plan
        )
        self.said: list[str] = []
        self.session.add_listener(lambda now: self.said.extend(entry.text for entry in now.new_entries))
        self.do(*map(EnterLine, said))

    def do(self, *messages: SessionMessage) -> Snapshot:
        for message in messages:
            self.session.post(message)
        self.session.process_queue()
        return self.session.snapshot

    def tap(self, word: str, zone: str, copy: int = 1) -> Snapshot:
        """Lay a piece on a reader and take it away."""
        piece = next(piece for piece in BOX if piece.word == word and piece.copy_number == copy)
        uid = self.deck.uid_of_piece(piece) or ""
        return self.do(ReportInput(TagPresent(zone, uid)), ReportInput(TagRemoved(zone, uid)))

    def touch(self, *things: str) -> Snapshot:
        return self.do(*map(Touch, things))


@pytest.fixture
def table() -> Table:
    return Table(READERS, "table money 4 2")


# -- from taps to moves


def test_a_card_and_stones_tapped_at_readers_are_a_move(table: Table) -> None:
    table.tap("card/inf6", "play")
    table.tap("seal/blue", "tile/6")
    table.tap("seal/blue", "tile/6")
    table.tap("seal/blue", "tile/1")
    assert table.said[-1] == "blue inf6 place 6 6 1"


def test_stones_may_be_tapped_before_the_card(table: Table) -> None:
    table.tap("seal/blue", "tile/3")
    table.tap("seal/blue", "tile/4")
    table.tap("card/joker", "play", copy=5)
    assert table.said[-1] == "blue joker place 3 4"


def test_fingers_and_readers_mix(table: Table) -> None:
    table.tap("card/inf6", "play")
    table.touch("take")
    assert table.said[-1] == "blue inf6 take"


def test_a_tag_that_rests_is_noticed_once(table: Table) -> None:
    uid = table.deck.uid_of_piece(BOX[0]) or ""
    now = table.do(*[ReportInput(TagPresent("play", uid))] * 5)
    assert now.pending_input == (Observation(BOX[0].word, "play"),)


def test_a_tag_that_lay_there_before_is_no_evidence_until_it_comes_back(table: Table) -> None:
    uid = table.deck.uid_of_piece(BOX[0]) or ""
    assert (
        table.do(
            ReportInput(TagAlreadyPresent("play", uid)), ReportInput(TagPresent("play", uid.upper()))
        ).pending_input
        == ()
    )
    now = table.do(ReportInput(TagRemoved("play", uid)), ReportInput(TagPresent("play", uid)))
    assert now.pending_input == (Observation(BOX[0].word, "play"),)


def test_a_reader_that_says_late_that_a_tag_left_does_not_make_it_come_anew_where_it_is_now(
    table: Table,
) -> None:
    table.tap("card/inf6", "play")
    uid = table.deck.uid_of_piece(next(piece for piece in BOX if piece.word == "seal/blue")) or ""
    once = table.do(
        ReportInput(TagPresent("tile/6", uid)), ReportInput(TagPresent("tile/1", uid))
    ).pending_input
    assert once[-1] == Observation("seal/blue", "tile/1")
    assert (
        table.do(ReportInput(TagRemoved("tile/6", uid)), ReportInput(TagPresent("tile/1", uid))).pending_input
        == once
    )


def test_a_meaning_is_asked_by_the_table_as_it_is_when_its_turn_comes(table: Table) -> None:
    asked: list[Sequence[str]] = []

    def done(now: Snapshot) -> SessionMessage | None:
        asked.append(now.accepted_texts)
        return FinishMove() if now.pending_input else None

    table.session.post(done)
    table.do(Touch("card/inf6"), Touch("tile/6"))
    table.session.post(Touch("tile/6"))
    table.session.post(done)
    table.session.process_queue()
    assert table.said[-1] == "blue inf6 place 6 6"
    assert asked == [("table money 4 2",)] * 2


def test_a_move_that_may_go_on_waits_for_done(table: Table) -> None:
    now = table.touch("card/inf6", "tile/6")
    assert isinstance(now.interpretation, Interpreted)
    assert now.interpretation.may_continue
    assert table.said == ["table money 4 2"]
    table.do(FinishMove())
    assert table.said[-1] == "blue inf6 place 6"


@pytest.mark.parametrize("done", [Touch("done"), ReportInput(SeatButtonPressed("blue", "done"))])
def test_done_may_be_a_finger_or_a_button(table: Table, done: SessionMessage) -> None:
    table.touch("card/inf6", "tile/6")
    table.do(done)
    assert table.said[-1] == "blue inf6 place 6"


def test_a_move_that_may_go_on_is_taken_when_the_next_begins(table: Table) -> None:
    table.touch("card/inf6", "tile/6")
    now = table.tap("card/inf3", "play")
    assert table.said[-1] == "blue inf6 place 6"
    assert now.pending_input == (Observation("card/inf3", "play"),)


def test_a_stone_against_the_rules_is_never_the_beginning_of_the_next_move(table: Table) -> None:
    table.tap("card/inf6", "play")
    table.tap("seal/blue", "tile/6")
    now = table.tap("seal/blue", "tile/12")
    assert now.refusal_notice is not None
    assert table.said == ["table money 4 2"]


def test_done_says_nothing_while_something_is_missing(table: Table) -> None:
    now = table.do(Touch("card/inf6"), FinishMove())
    assert isinstance(now.interpretation, Incomplete)
    assert now.pending_input == (touch_observation("card/inf6"),)


def test_one_touch_clears_the_bag(table: Table) -> None:
    now = table.do(Touch("card/inf6"), Touch("tile/6"), ClearPendingInput())
    assert (now.pending_input, now.interpretation, table.said) == ((), None, ["table money 4 2"])


def test_what_glows_is_what_may_come_next(table: Table) -> None:
    assert "card/inf6" in table.session.snapshot.step_by_touch_target
    glowing = table.touch("card/inf6").step_by_touch_target
    assert {"take", "tile/6"} <= set(glowing)
    assert "tile/1" not in glowing
    assert "tile/1" in table.touch("tile/6").step_by_touch_target


# -- refusals


def test_where_everything_lies_is_worked_out_when_it_is_first_asked_for(table: Table) -> None:
    now = table.touch("card/inf6")
    assert "layout" not in vars(now)
    assert {place.id for place in now.layout} >= {"tile/6", "own/blue", "hand/yellow"}
    assert now.layout is now.layout


def test_a_sighting_that_fits_nothing_is_refused_with_the_rule_and_set_aside(table: Table) -> None:
    table.tap("card/inf6", "play")
    now = table.tap("seal/blue", "tile/12")
    assert now.refusal_notice is not None
    assert str(now.refusal_notice.refusal).startswith("L-2.4 own-tile-first")
    assert "blue inf6 place 6" in map(str, now.refusal_notice.nearest_moves)
    assert now.refusal_notice.offending_observation == Observation("seal/blue", "tile/12")
    assert now.pending_input == (Observation("card/inf6", "play"),)
    assert table.tap("seal/blue", "tile/6").refusal_notice is None


def test_two_directions_are_refused_with_their_tiles(table: Table) -> None:
    now = table.touch("card/inf6", "tile/6", "tile/1", "tile/5")
    assert now.refusal_notice is not None
    assert str(now.refusal_notice.refusal) == "L-2.4 two-directions (tile=6 first=1 second=5)"
    assert isinstance(now.interpretation, Interpreted)
    table.do(FinishMove())
    assert table.said[-1] == "blue inf6 place 6 1"


def test_a_strangers_piece_is_not_your_turn(table: Table) -> None:
    table.tap("card/inf6", "play")
    now = table.tap("seal/yellow", "tile/6")
    assert now.refusal_notice is not None
    assert now.refusal_notice.refusal.clause.code == "not-your-turn"
    assert now.refusal_notice.refusal.facts == {"who": "yellow", "awaited": "blue"}


def test_a_line_nobody_understands_is_refused_and_changes_nothing(table: Table) -> None:
    before = table.session.snapshot
    now = table.do(EnterLine("blue rubbish"))
    assert now.refusal_notice is not None
    assert now.refusal_notice.tried_line == "blue rubbish"
    assert now.position == before.position


def test_a_refusal_is_gone_once_it_was_read(table: Table) -> None:
    table.do(EnterLine("blue rubbish"))
    assert table.do(DismissNotices()).refusal_notice is None


# -- strictness


def test_hint_lets_a_person_allow_what_is_refused_and_writes_it_down_as_a_correction(table: Table) -> None:
    table.do(SetStrictness("hint"))
    now = table.touch("card/inf6", "tile/12")
    assert now.refusal_notice is not None
    assert now.refusal_notice.can_be_allowed
    now = table.do(OverruleRefusal())
    assert now.refusal_notice is None
    assert table.said[-1].startswith("table correct ")
    position = now.position.to_json()
    assert position["tiles"]["12"]["stones"] == {"blue": 1}
    assert position["played"] == {"inf6": 1}
    assert position["turn"] == "yellow"


def test_strict_allows_nothing(table: Table) -> None:
    now = table.touch("card/inf6", "tile/12")
    assert now.refusal_notice is not None
    assert not now.refusal_notice.can_be_allowed
    assert table.do(OverruleRefusal()).position == now.position


def test_silent_keeps_score_of_what_was_done_and_refuses_nothing(table: Table) -> None:
    table.do(SetStrictness("silent"))
    now = table.touch("card/inf6", "tile/12")
    assert now.refusal_notice is None
    assert now.position.to_json()["tiles"]["12"]["stones"] == {"blue": 1}
    assert table.touch("tile/1").refusal_notice is None


# -- undo, corrections, help


def test_undo_shows_its_plan_first_and_needs_a_yes(table: Table) -> None:
    before = table.session.snapshot.position
    table.do(EnterLine("blue inf6 place 6 6 1"))
    shown = table.do(UndoMoves(1)).undo_plan
    assert shown is not None
    assert not shown.is_carried_out
    assert table.said[-1] == "blue inf6 place 6 6 1"
    now = table.do(UndoMoves(1, is_confirmed=True))
    assert now.undo_plan is not None
    assert now.undo_plan.is_carried_out
    assert now.undo_plan.movements == shown.movements
    assert now.position == before
    assert table.said[-1] == "undo 1"


def test_a_said_undo_is_carried_out_with_its_plan(table: Table) -> None:
    now = table.do(EnterLine("undo"))
    assert now.undo_plan is not None
    assert now.undo_plan.is_carried_out
    assert isinstance(now.undo_plan.irreversible_events[0], MoneyCardTurned)


@pytest.mark.parametrize("line", ["undo 2", "undo 0", "undo x", "undo 1 1"])
def test_an_undo_that_cannot_be_is_refused(table: Table, line: str) -> None:
    now = table.do(EnterLine(line))
    assert now.refusal_notice is not None
    assert now.accepted_texts == ("table money 4 2",)


def test_a_person_corrects_the_record(table: Table) -> None:
    now = table.do(CorrectPosition((("/players/blue/money", 7),)))
    assert now.position.to_json()["players"]["blue"]["money"] == 7
    assert table.said[-1] == "table correct /players/blue/money 7"


def test_a_correction_nested_too_deep_to_be_read_is_refused_by_its_clause(table: Table) -> None:
    now = table.do(EnterLine("table correct /players/blue/money " + "[" * 20_000))
    assert now.refusal_notice is not None
    assert now.refusal_notice.refusal.clause == BAD_CORRECTION_VALUE
    assert not now.problems
    assert table.said == ["table money 4 2"]


def test_an_impossible_correction_is_refused(table: Table) -> None:
    now = table.do(CorrectPosition((("/players/blue/own", 99),)))
    assert now.refusal_notice is not None
    assert table.said == ["table money 4 2"]


# -- readers


def test_a_broken_reader_is_never_a_card_that_left(table: Table) -> None:
    table.tap("card/inf6", "play")
    now = table.do(ReportInput(ReaderDown("tile/6", "no answer")))
    assert now.pending_input == (Observation("card/inf6", "play"),)
    assert [(each.code, each.subject, each.detail) for each in now.problems] == [
        ("reader-down", "tile/6", "no answer")
    ]
    assert [each.code for each in table.do(DismissNotices()).problems] == ["reader-down"]
    assert table.do(ReportInput(ReaderRecovered("tile/6"))).problems == ()


def test_what_a_broken_reader_may_have_missed_is_asked_not_guessed(table: Table) -> None:
    table.do(ReportInput(ReaderDown("tile/6", "no answer")))
    table.tap("card/inf6", "play")
    now = table.tap("seal/blue", "tile/1")
    assert isinstance(now.interpretation, Ambiguous)
    assert now.interpretation.question.kind == "often"
    twice = next(option for option in now.interpretation.question.options if option.touch_count == 2)
    table.do(ChooseAnswer(twice))
    assert table.said[-1] == "blue inf6 place 6 6 1"


def test_a_reader_that_comes_back_takes_no_move_by_itself(table: Table) -> None:
    table.do(ReportInput(ReaderDown("tile/6", "no answer")))
    table.tap("card/inf6", "play")
    table.tap("seal/blue", "tile/6")
    table.tap("seal/blue", "tile/6")
    now = table.do(ReportInput(ReaderRecovered("tile/6")))
    assert isinstance(now.interpretation, Interpreted)
    assert table.said == ["table money 4 2"]


def test_a_zone_given_to_touch_is_blind_no_more(table: Table) -> None:
    table.do(ReportInput(ReaderDown("tile/6", "no answer")))
    table.do(ChangeZonePlan(ZonePlan({**READERS.zones, "tile/6": "touch"})))
    table.tap("card/inf6", "play")
    now = table.touch("tile/6")
    assert isinstance(now.interpretation, Interpreted)


def test_a_purse_is_told_once_and_no_more_once_it_has_left(table: Table) -> None:
    now = table.do(ReportInput(ForeignCardPresent("play")))
    assert [(each.code, each.subject) for each in now.problems] == [("foreign-card", "play")]
    assert table.do(DismissNotices()).problems == ()
    table.do(ReportInput(ForeignCardPresent("play")))
    assert table.do(ReportInput(ReadingClearAgain("play"))).problems == ()


def test_two_cards_and_garble_are_told_and_never_guessed(table: Table) -> None:
    now = table.do(ReportInput(SeveralTagsPresent("play")), ReportInput(TagUnreadable("tile/6")))
    assert now.pending_input == ()
    assert [(each.code, each.subject) for each in now.problems] == [
        ("two-cards", "play"),
        ("garbled", "tile/6"),
    ]
    assert [each.subject for each in table.tap("card/inf6", "play").problems] == ["tile/6"]


def test_two_cards_and_garble_are_told_no_more_when_the_reader_is_calm(table: Table) -> None:
    table.do(ReportInput(SeveralTagsPresent("play")), ReportInput(TagUnreadable("tile/6")))
    assert [each.subject for each in table.do(ReportInput(ReadingClearAgain("play"))).problems] == ["tile/6"]
    assert table.do(ReportInput(ReadingClearAgain("tile/6"))).problems == ()


def test_an_unknown_tag_is_told_until_it_is_taken_away(table: Table) -> None:
    now = table.do(ReportInput(TagPresent("play", "deadbeef")))
    assert [(each.code, each.subject) for each in now.problems] == [("unknown-tag", "deadbeef")]
    assert table.do(ReportInput(TagRemoved("play", "deadbeef"))).problems == ()


def test_a_tag_that_replaced_a_lost_one_counts_from_then_on() -> None:
    table = Table(READERS, "table money 4 2")
    piece = next(piece for piece in BOX if piece.word == "card/inf6")
    lost = table.deck.uid_of_piece(piece) or ""
    deck = Deck(GAME.name, BOX)
    deck.restore_tags(table.deck.uid_by_key)
    deck.release_tag(piece)
    deck.bind_tag(piece, "deadbeef")
    now = table.do(ChangeDeck(deck), ReportInput(TagPresent("play", "deadbeef")))
    assert now.pending_input == (Observation("card/inf6", "play"),)
    now = table.do(
        ReportInput(TagRemoved("play", "deadbeef")),
        ClearPendingInput(),
        ReportInput(TagPresent("play", lost)),
    )
    assert (now.pending_input, [each.code for each in now.problems]) == ((), ["unknown-tag"])


def test_what_an_event_promises_is_absorbed_and_is_never_a_move() -> None:
    table = Table(READERS, "table money 4 2")
    assert table.session.snapshot.expected_observations == (Observation("king", "tile/2"),)
    now = table.tap("king", "tile/2")
    assert (now.expected_observations, now.pending_input, now.refusal_notice) == ((), (), None)
    again = table.tap("king", "tile/2")
    assert again.refusal_notice is not None


def test_nothing_is_owed_where_no_reader_would_see_it() -> None:
    assert Table(ZonePlan({"play": "reader"}), "table money 4 2").session.snapshot.expected_observations == ()


# -- one owner, one queue


def test_an_error_of_our_own_leaves_the_game_as_it_was_and_tells_a_person(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.touch("card/inf6")

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(guesses, "judge", broken)
    now = table.touch("tile/6")
    monkeypatch.undo()
    assert (now.position, now.pending_input) == (before.position, before.pending_input)
    assert [each.code for each in now.problems] == ["fault"]
    assert "in broken" in now.problems[0].detail
    assert now.problems[0].detail.endswith("ZeroDivisionError")
    assert now.problems[0].subject == "Touch"
    table.touch("tile/6", "done")
    assert table.said[-1] == "blue inf6 place 6"


def test_a_listener_that_fails_stops_neither_the_game_nor_the_others(table: Table) -> None:
    def broken(_: Snapshot) -> None:
        raise ZeroDivisionError

    table.session.add_listener(broken)
    seen: list[int] = []
    table.session.add_listener(lambda now: seen.append(now.sequence_number))
    table.do(EnterLine("blue inf6 take"), ClearPendingInput())
    assert len(seen) == 2
    assert [each.code for each in table.session.snapshot.problems] == ["fault"]


def test_messages_are_handled_in_order_by_one_thread_whoever_posts_them() -> None:
    session = Session(GameHistory(GAME, SETUP, GAME.initial_position(SETUP)))
    threads: set[str] = set()
    numbers: list[int] = []

    def note(now: Snapshot) -> None:
        threads.add(threading.current_thread().name)
        numbers.append(now.sequence_number)

    session.add_listener(note)
    runner = SessionThread(session)
    runner.start()

    def ask() -> None:
        for _ in range(50):
            session.post(ClearPendingInput())

    posting = [threading.Thread(target=ask) for _ in range(4)]
    for thread in posting:
        thread.start()
    for thread in posting:
        thread.join()
    session.post(EnterLine("table money 4 2"))
    runner.stop()
    assert threads == {"session"}
    assert numbers == list(range(1, 202))
    assert session.snapshot.accepted_texts == ("table money 4 2",)


def test_what_a_correction_set_off_stands_in_its_entry_though_no_event_tells_it() -> None:
    """A corrected table whose round ends at once: events told again from the old one would lead nowhere."""
    kabale = game_rules("kabale")
    people = setup("kabale", 2)
    session = Session(GameHistory(kabale, people, kabale.initial_position(people)))
    who, other = (seat.colour for seat in people.seats)
    filled = [
        {"objective": "alchemy:1", "cards": [{"by": who, "card": "king"}]},
        {"objective": "trade:1", "cards": [{"by": other, "card": "king"}]},
    ]
    hands = [(f"/players/{each}/hand", {"?": 2}) for each in (who, other)]
    session.handle_message(
        CorrectPosition((("/phase", "play"), ("/turn", who), ("/columns", filled), *hands))
    )
    now = session.snapshot
    (entry,) = now.new_entries
    assert entry.is_correction
    assert now.position.to_json()["round"] == 2
    assert entry.position == now.position
    assert now.problems == ()


def test_what_ends_the_program_ends_it_from_the_sessions_thread_too() -> None:
    session = Session(GameHistory(GAME, SETUP, GAME.initial_position(SETUP)))
    runner = SessionThread(session)
    session.post(lambda _now: sys.exit(3))

    def play() -> None:
        runner.start()
        runner.stop()
        threading.Event().wait(60)

    with pytest.raises(KeyboardInterrupt):
        play()
    assert session.handle_message(EnterLine("table money 4 2")).accepted_texts == ("table money 4 2",)
