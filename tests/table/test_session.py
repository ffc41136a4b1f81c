from __future__ import annotations

import threading

import pytest

from companion.games import game_rules
from companion.games.louis_xiv.rules.events import MoneyTurned
from companion.rules.history import GameHistory
from companion.rules.moves import Observation, touch_observation
from companion.table import session as session_module
from companion.table.judge import Ask, Done, Wait
from companion.table.messages import (
    Allow,
    Choose,
    Clear,
    Correct,
    Dismiss,
    Finish,
    Message,
    Notice,
    Retag,
    Rezone,
    Say,
    SetStrictness,
    Touch,
    Undo,
)
from companion.table.pieces import Deck, pieces
from companion.table.runner import Runner
from companion.table.session import Session
from companion.table.sightings import (
    Calm,
    Crowded,
    Garbled,
    Gone,
    Present,
    Pressed,
    ReaderBack,
    ReaderDown,
    Resting,
)
from companion.table.snapshot import Snapshot
from companion.table.zones import Plan
from tests.table.evenings import setup

SETUP = setup("louis-xiv", 3)
GAME = game_rules("louis-xiv")
BOX = pieces((*GAME.taggable_pieces(SETUP), "king"), GAME.colours)
READERS = Plan(
    {"play": "reader", **{f"tile/{tile}": "reader" for tile in range(1, 13)}, "seat/blue": "reader"}
)


class Table:
    """A session with a whole deck, and hands that tap."""

    def __init__(self, plan: Plan = READERS, *said: str) -> None:
        self.deck = Deck(GAME.name, BOX)
        for number, piece in enumerate(BOX):
            self.deck.bind(piece, f"{number:08x}")
        self.session = Session(
            GameHistory(GAME, SETUP, GAME.initial_position(SETUP)), deck=self.deck, plan=plan
        )
        self.said: list[str] = []
        self.session.listen(lambda now: self.said.extend(entry.text for entry in now.fresh))
        self.do(*map(Say, said))

    def do(self, *messages: Message) -> Snapshot:
        for message in messages:
            self.session.post(message)
        self.session.step()
        return self.session.snapshot

    def tap(self, word: str, zone: str, copy: int = 1) -> Snapshot:
        """Lay a piece on a reader and take it away."""
        piece = next(piece for piece in BOX if piece.word == word and piece.copy == copy)
        uid = self.deck.tag(piece) or ""
        return self.do(Notice(Present(zone, uid)), Notice(Gone(zone, uid)))

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
    uid = table.deck.tag(BOX[0]) or ""
    now = table.do(*[Notice(Present("play", uid))] * 5)
    assert now.bag == (Observation(BOX[0].word, "play"),)


def test_a_tag_that_lay_there_before_is_no_evidence_until_it_comes_back(table: Table) -> None:
    uid = table.deck.tag(BOX[0]) or ""
    assert table.do(Notice(Resting("play", uid)), Notice(Present("play", uid.upper()))).bag == ()
    now = table.do(Notice(Gone("play", uid)), Notice(Present("play", uid)))
    assert now.bag == (Observation(BOX[0].word, "play"),)


def test_a_reader_that_says_late_that_a_tag_left_does_not_make_it_come_anew_where_it_is_now(
    table: Table,
) -> None:
    table.tap("card/inf6", "play")
    uid = table.deck.tag(next(piece for piece in BOX if piece.word == "seal/blue")) or ""
    once = table.do(Notice(Present("tile/6", uid)), Notice(Present("tile/1", uid))).bag
    assert once[-1] == Observation("seal/blue", "tile/1")
    assert table.do(Notice(Gone("tile/6", uid)), Notice(Present("tile/1", uid))).bag == once


def test_a_meaning_is_asked_by_the_table_as_it_is_when_its_turn_comes(table: Table) -> None:
    asked: list[tuple[str, ...]] = []

    def done(now: Snapshot) -> Message | None:
        asked.append(now.standing)
        return Finish() if now.bag else None

    table.session.post(done)
    table.do(Touch("card/inf6"), Touch("tile/6"))
    table.session.post(Touch("tile/6"))
    table.session.post(done)
    table.session.step()
    assert table.said[-1] == "blue inf6 place 6 6"
    assert asked == [("table money 4 2",)] * 2


def test_a_move_that_may_go_on_waits_for_done(table: Table) -> None:
    now = table.touch("card/inf6", "tile/6")
    assert isinstance(now.verdict, Done)
    assert now.verdict.open
    assert table.said == ["table money 4 2"]
    table.do(Finish())
    assert table.said[-1] == "blue inf6 place 6"


@pytest.mark.parametrize("done", [Touch("done"), Notice(Pressed("blue", "done"))])
def test_done_may_be_a_finger_or_a_button(table: Table, done: Message) -> None:
    table.touch("card/inf6", "tile/6")
    table.do(done)
    assert table.said[-1] == "blue inf6 place 6"


def test_a_move_that_may_go_on_is_taken_when_the_next_begins(table: Table) -> None:
    table.touch("card/inf6", "tile/6")
    now = table.tap("card/inf3", "play")
    assert table.said[-1] == "blue inf6 place 6"
    assert now.bag == (Observation("card/inf3", "play"),)


def test_a_stone_against_the_rules_is_never_the_beginning_of_the_next_move(table: Table) -> None:
    table.tap("card/inf6", "play")
    table.tap("seal/blue", "tile/6")
    now = table.tap("seal/blue", "tile/12")
    assert now.no is not None
    assert table.said == ["table money 4 2"]


def test_done_says_nothing_while_something_is_missing(table: Table) -> None:
    now = table.do(Touch("card/inf6"), Finish())
    assert isinstance(now.verdict, Wait)
    assert now.bag == (touch_observation("card/inf6"),)


def test_one_touch_clears_the_bag(table: Table) -> None:
    now = table.do(Touch("card/inf6"), Touch("tile/6"), Clear())
    assert (now.bag, now.verdict, table.said) == ((), None, ["table money 4 2"])


def test_what_glows_is_what_may_come_next(table: Table) -> None:
    assert "card/inf6" in table.session.snapshot.glowing
    glowing = table.touch("card/inf6").glowing
    assert {"take", "tile/6"} <= set(glowing)
    assert "tile/1" not in glowing
    assert "tile/1" in table.touch("tile/6").glowing


# -- refusals


def test_where_everything_lies_is_worked_out_when_it_is_first_asked_for(table: Table) -> None:
    now = table.touch("card/inf6")
    assert "layout" not in vars(now)
    assert {place.id for place in now.layout} >= {"tile/6", "own/blue", "hand/yellow"}
    assert now.layout is now.layout


def test_a_sighting_that_fits_nothing_is_refused_with_the_rule_and_set_aside(table: Table) -> None:
    table.tap("card/inf6", "play")
    now = table.tap("seal/blue", "tile/12")
    assert now.no is not None
    assert str(now.no.refusal).startswith("L-2.4 own-tile-first")
    assert "blue inf6 place 6" in map(str, now.no.nearest)
    assert now.no.undo == Observation("seal/blue", "tile/12")
    assert now.bag == (Observation("card/inf6", "play"),)
    assert table.tap("seal/blue", "tile/6").no is None


def test_two_directions_are_refused_with_their_tiles(table: Table) -> None:
    now = table.touch("card/inf6", "tile/6", "tile/1", "tile/5")
    assert now.no is not None
    assert str(now.no.refusal) == "L-2.4 two-directions (tile=6 first=1 second=5)"
    assert isinstance(now.verdict, Done)
    table.do(Finish())
    assert table.said[-1] == "blue inf6 place 6 1"


def test_a_strangers_piece_is_not_your_turn(table: Table) -> None:
    table.tap("card/inf6", "play")
    now = table.tap("seal/yellow", "tile/6")
    assert now.no is not None
    assert now.no.refusal.clause.code == "not-your-turn"
    assert now.no.refusal.facts == {"who": "yellow", "awaited": "blue"}


def test_a_line_nobody_understands_is_refused_and_changes_nothing(table: Table) -> None:
    before = table.session.snapshot
    now = table.do(Say("blue rubbish"))
    assert now.no is not None
    assert now.no.said == "blue rubbish"
    assert now.position == before.position


def test_a_refusal_is_gone_once_it_was_read(table: Table) -> None:
    table.do(Say("blue rubbish"))
    assert table.do(Dismiss()).no is None


# -- strictness


def test_hint_lets_a_person_allow_what_is_refused_and_writes_it_down_as_a_correction(table: Table) -> None:
    table.do(SetStrictness("hint"))
    now = table.touch("card/inf6", "tile/12")
    assert now.no is not None
    assert now.no.may_allow
    now = table.do(Allow())
    assert now.no is None
    assert table.said[-1].startswith("table correct ")
    position = now.position.to_json()
    assert position["tiles"]["12"]["stones"] == {"blue": 1}
    assert position["played"] == {"inf6": 1}
    assert position["turn"] == "yellow"


def test_strict_allows_nothing(table: Table) -> None:
    now = table.touch("card/inf6", "tile/12")
    assert now.no is not None
    assert not now.no.may_allow
    assert table.do(Allow()).position == now.position


def test_silent_keeps_score_of_what_was_done_and_refuses_nothing(table: Table) -> None:
    table.do(SetStrictness("silent"))
    now = table.touch("card/inf6", "tile/12")
    assert now.no is None
    assert now.position.to_json()["tiles"]["12"]["stones"] == {"blue": 1}
    assert table.touch("tile/1").no is None


# -- undo, corrections, help


def test_undo_shows_its_plan_first_and_needs_a_yes(table: Table) -> None:
    before = table.session.snapshot.position
    table.do(Say("blue inf6 place 6 6 1"))
    shown = table.do(Undo(1)).undo
    assert shown is not None
    assert not shown.carried
    assert table.said[-1] == "blue inf6 place 6 6 1"
    now = table.do(Undo(1, agreed=True))
    assert now.undo is not None
    assert now.undo.carried
    assert now.undo.movements == shown.movements
    assert now.position == before
    assert table.said[-1] == "undo 1"


def test_a_said_undo_is_carried_out_with_its_plan(table: Table) -> None:
    now = table.do(Say("undo"))
    assert now.undo is not None
    assert now.undo.carried
    assert isinstance(now.undo.unseen[0], MoneyTurned)


@pytest.mark.parametrize("line", ["undo 2", "undo 0", "undo x", "undo 1 1"])
def test_an_undo_that_cannot_be_is_refused(table: Table, line: str) -> None:
    now = table.do(Say(line))
    assert now.no is not None
    assert now.standing == ("table money 4 2",)


def test_a_person_corrects_the_record(table: Table) -> None:
    now = table.do(Correct((("/players/blue/money", 7),)))
    assert now.position.to_json()["players"]["blue"]["money"] == 7
    assert table.said[-1] == "table correct /players/blue/money 7"


def test_an_impossible_correction_is_refused(table: Table) -> None:
    now = table.do(Correct((("/players/blue/own", 99),)))
    assert now.no is not None
    assert table.said == ["table money 4 2"]


# -- readers


def test_a_broken_reader_is_never_a_card_that_left(table: Table) -> None:
    table.tap("card/inf6", "play")
    now = table.do(Notice(ReaderDown("tile/6", "no answer")))
    assert now.bag == (Observation("card/inf6", "play"),)
    assert [(each.code, each.where, each.what) for each in now.troubles] == [
        ("reader-down", "tile/6", "no answer")
    ]
    assert [each.code for each in table.do(Dismiss()).troubles] == ["reader-down"]
    assert table.do(Notice(ReaderBack("tile/6"))).troubles == ()


def test_what_a_broken_reader_may_have_missed_is_asked_not_guessed(table: Table) -> None:
    table.do(Notice(ReaderDown("tile/6", "no answer")))
    table.tap("card/inf6", "play")
    now = table.tap("seal/blue", "tile/1")
    assert isinstance(now.verdict, Ask)
    assert now.verdict.question.kind == "often"
    twice = next(option for option in now.verdict.question.options if option.times == 2)
    table.do(Choose(twice))
    assert table.said[-1] == "blue inf6 place 6 6 1"


def test_a_reader_that_comes_back_takes_no_move_by_itself(table: Table) -> None:
    table.do(Notice(ReaderDown("tile/6", "no answer")))
    table.tap("card/inf6", "play")
    table.tap("seal/blue", "tile/6")
    table.tap("seal/blue", "tile/6")
    now = table.do(Notice(ReaderBack("tile/6")))
    assert isinstance(now.verdict, Done)
    assert table.said == ["table money 4 2"]


def test_a_zone_given_to_touch_is_blind_no_more(table: Table) -> None:
    table.do(Notice(ReaderDown("tile/6", "no answer")))
    table.do(Rezone(Plan({**READERS.zones, "tile/6": "touch"})))
    table.tap("card/inf6", "play")
    now = table.touch("tile/6")
    assert isinstance(now.verdict, Done)


def test_two_cards_and_garble_are_told_and_never_guessed(table: Table) -> None:
    now = table.do(Notice(Crowded("play")), Notice(Garbled("tile/6")))
    assert now.bag == ()
    assert [(each.code, each.where) for each in now.troubles] == [
        ("two-cards", "play"),
        ("garbled", "tile/6"),
    ]
    assert [each.where for each in table.tap("card/inf6", "play").troubles] == ["tile/6"]


def test_two_cards_and_garble_are_told_no_more_when_the_reader_is_calm(table: Table) -> None:
    table.do(Notice(Crowded("play")), Notice(Garbled("tile/6")))
    assert [each.where for each in table.do(Notice(Calm("play"))).troubles] == ["tile/6"]
    assert table.do(Notice(Calm("tile/6"))).troubles == ()


def test_an_unknown_tag_is_told_until_it_is_taken_away(table: Table) -> None:
    now = table.do(Notice(Present("play", "deadbeef")))
    assert [(each.code, each.where) for each in now.troubles] == [("unknown-tag", "deadbeef")]
    assert table.do(Notice(Gone("play", "deadbeef"))).troubles == ()


def test_a_tag_that_replaced_a_lost_one_counts_from_then_on() -> None:
    table = Table(READERS, "table money 4 2")
    piece = next(piece for piece in BOX if piece.word == "card/inf6")
    lost = table.deck.tag(piece) or ""
    deck = Deck(GAME.name, BOX)
    deck.restore(table.deck.tags)
    deck.release(piece)
    deck.bind(piece, "deadbeef")
    now = table.do(Retag(deck), Notice(Present("play", "deadbeef")))
    assert now.bag == (Observation("card/inf6", "play"),)
    now = table.do(Notice(Gone("play", "deadbeef")), Clear(), Notice(Present("play", lost)))
    assert (now.bag, [each.code for each in now.troubles]) == ((), ["unknown-tag"])


def test_what_an_event_promises_is_absorbed_and_is_never_a_move() -> None:
    table = Table(READERS, "table money 4 2")
    assert table.session.snapshot.owed == (Observation("king", "tile/2"),)
    now = table.tap("king", "tile/2")
    assert (now.owed, now.bag, now.no) == ((), (), None)
    again = table.tap("king", "tile/2")
    assert again.no is not None


def test_nothing_is_owed_where_no_reader_would_see_it() -> None:
    assert Table(Plan({"play": "reader"}), "table money 4 2").session.snapshot.owed == ()


# -- one owner, one queue


def test_an_error_of_our_own_leaves_the_game_as_it_was_and_tells_a_person(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.touch("card/inf6")

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(session_module, "judge", broken)
    now = table.touch("tile/6")
    monkeypatch.undo()
    assert (now.position, now.bag) == (before.position, before.bag)
    assert [each.code for each in now.troubles] == ["fault"]
    assert "in broken" in now.troubles[0].what
    assert now.troubles[0].what.endswith("ZeroDivisionError")
    assert now.troubles[0].where == "Touch"
    table.touch("tile/6", "done")
    assert table.said[-1] == "blue inf6 place 6"


def test_a_listener_that_fails_stops_neither_the_game_nor_the_others(table: Table) -> None:
    def broken(_: Snapshot) -> None:
        raise ZeroDivisionError

    table.session.listen(broken)
    seen: list[int] = []
    table.session.listen(lambda now: seen.append(now.number))
    table.do(Say("blue inf6 take"), Clear())
    assert len(seen) == 2
    assert [each.code for each in table.session.snapshot.troubles] == ["fault"]


def test_messages_are_handled_in_order_by_one_thread_whoever_posts_them() -> None:
    session = Session(GameHistory(GAME, SETUP, GAME.initial_position(SETUP)))
    threads: set[str] = set()
    numbers: list[int] = []

    def note(now: Snapshot) -> None:
        threads.add(threading.current_thread().name)
        numbers.append(now.number)

    session.listen(note)
    runner = Runner(session)
    runner.start()

    def ask() -> None:
        for _ in range(50):
            session.post(Clear())

    posting = [threading.Thread(target=ask) for _ in range(4)]
    for thread in posting:
        thread.start()
    for thread in posting:
        thread.join()
    session.post(Say("table money 4 2"))
    runner.stop()
    assert threads == {"session"}
    assert numbers == list(range(1, 202))
    assert session.snapshot.standing == ("table money 4 2",)


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
    session.handle(Correct((("/phase", "play"), ("/turn", who), ("/columns", filled), *hands)))
    now = session.snapshot
    (entry,) = now.fresh
    assert entry.corrected
    assert now.position.to_json()["round"] == 2
    assert entry.after == now.position
    assert now.troubles == ()
