"""What is answered to somebody who tries to learn by the answers what lies face down."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.export.public_record import public_record_lines
from companion.games import game_rules
from companion.rules.history import GameHistory, MovesUndone
from companion.rules.moves import Move
from companion.rules.public_view import public_history
from companion.rules.record import RecordHeader
from companion.simulator.virtual_dealer import VirtualDealer
from companion.table.messages import DismissNotices, EnterLine, HastyTouch, Touch
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from tests.table.evenings import begun, setup
from tests.table.secrets import names_nothing

OBJECTIVES = "table objectives trade:3 music:4"


def session_of(name: str, *lines: str, players: int = 2) -> Session:
    """A session at which those lines are known, hidden names and all."""
    history = GameHistory(game_rules(name), setup(name, players), begun(name, players))
    for text in lines:
        history.apply_line(text)
    return Session(history)


def record(session: Session) -> list[str]:
    return [accepted.text for accepted in session.history.accepted_lines]


def enter(session: Session, text: str) -> Snapshot:
    session.handle_message(DismissNotices())
    return session.handle_message(EnterLine(text))


def test_a_correction_that_would_turn_a_card_up_asks_which_card_it_is() -> None:
    session = session_of("kabale", OBJECTIVES, "black 1 mage")
    now = enter(session, "table correct /columns/0/cards/0/up true")
    assert now.refusal_notice is not None
    assert now.refusal_notice.refusal.clause.code == "face-up-unknown"
    names_nothing(session, ["mage"])
    now = enter(session, 'table correct /columns/0/cards/0/up true /columns/0/cards/0/card "king"')
    assert now.refusal_notice is None
    assert now.position.to_json()["columns"][0]["cards"] == [{"by": "black", "card": "king", "up": True}]


def test_a_correction_of_the_phase_has_people_name_what_they_show() -> None:
    session = session_of("kabale", OBJECTIVES, "black 1 mage")
    now = enter(session, 'table correct /phase "shown"')
    assert now.position.choice_tree.awaited_actors == ("table",)
    assert "mage" not in str(now.new_entries)
    assert enter(session, "table shown 1.1 king").position.to_json()["round"] == 2


def test_a_card_that_only_the_readers_know_elsewhere_is_laid_like_any_other() -> None:
    for guessed in ("mage", "witch"):
        session = session_of("kabale", OBJECTIVES, "black 1 mage", "blue 2 ?")
        now = enter(session, f"black 2 {guessed}")
        assert (now.refusal_notice, now.new_entries[-1].text) == (None, "black 2 ?")
        assert guessed not in str(now.new_entries)
        assert record(session)[-1] == ("black 2 ?" if guessed == "mage" else "black 2 witch")


@pytest.mark.parametrize("guessed", ["mage", "witch"])
def test_a_discard_that_contradicts_what_lies_face_down_forgets_that_and_nobody_hears_of_it(
    guessed: str,
) -> None:
    session = session_of("kabale", OBJECTIVES, "black 1 mage", "blue 2 king")
    right = f'table correct /players/black/discard {{"{guessed}":1}} /players/black/deck 20'
    now = enter(session, right)
    assert now.refusal_notice is None
    assert now.accepted_texts[-1] == right
    assert len(now.accepted_texts) == 4
    forgotten = [r'table correct /columns/0/cards/0/card "\u003f"'] if guessed == "mage" else []
    assert record(session)[3:] == [*forgotten, right]
    assert "king" in str(session.history.position.to_json()["columns"])  # what fits is kept
    now = enter(session, "undo")
    assert now.new_entries[0].events == (MovesUndone((right,)),)
    assert now.new_entries[0].text == "undo 1"
    assert record(session) == [OBJECTIVES, "black 1 mage", "blue 2 king"]


def test_a_prestige_card_named_to_one_may_be_in_the_hand_of_another() -> None:
    said = []
    for known in ("most-lakes", "most-forests"):
        session = session_of("florence", f'table correct /players/green/prestige {{"{known}":1}}', players=3)
        said.append(
            enter(session, 'table correct /players/blue/prestige {"most-lakes":1}').accepted_texts[-1]
        )
    assert said == ['table correct /players/blue/prestige {"?":1}'] * 2


def test_what_everybody_has_seen_is_still_refused() -> None:
    session = session_of(
        "kabale", "table objectives trade:4 music:4", "black 1 king", 'table correct /phase "shown"'
    )
    assert session.history.position.to_json()["players"]["black"]["won"] == ["trade:4"]
    now = enter(session, "table objectives trade:4 farming:4")
    assert now.refusal_notice is not None


def test_a_name_that_is_touched_is_taken_though_the_readers_know_it_elsewhere() -> None:
    session = session_of("kabale", OBJECTIVES, "black 1 mage", "blue 2 ?", "black 2 ?", "table turned king")
    session = session_of(
        "kabale", OBJECTIVES, "black 1 mage", "blue 2 ?", "black 2 ?", "table turned king", "blue 2 witch"
    )
    assert session.snapshot.position.choice_tree.awaited_actors == ("table",)
    target = next(each for each in session.snapshot.step_by_touch_target if each.endswith("/mage"))
    now = session.handle_message(Touch(target))
    assert (now.refusal_notice, now.accepted_texts[-1]) == (None, "table turned mage")


def test_a_touch_that_may_not_end_a_move_forgets_nothing_either(tmp_path: Path) -> None:
    path = tmp_path / "evening.herald"
    session = Session.create(path, RecordHeader("kabale", setup("kabale", 2)))
    for text in (OBJECTIVES, "black 1 mage", "blue 2 ?", "black 2 ?", "table turned king", "blue 2 witch"):
        assert enter(session, text).refusal_notice is None
    target = next(each for each in session.snapshot.step_by_touch_target if each.endswith("/mage"))
    kept = path.read_bytes()
    session.handle_message(HastyTouch(Touch(target)))
    assert path.read_bytes() == kept
    session.handle_message(Touch(target))
    assert session.snapshot.accepted_texts[-1] == "table turned mage"
    session.close()


def test_a_journal_that_forgot_something_is_gone_on_with_as_if_nobody_had_known(tmp_path: Path) -> None:
    table = setup("kabale", 2)
    path = tmp_path / "evening.herald"
    session = Session.create(path, RecordHeader("kabale", table))
    for text in (
        OBJECTIVES,
        "black 1 mage",
        'table correct /players/black/discard {"mage":1} /players/black/deck 20',
    ):
        assert enter(session, text).refusal_notice is None
    texts = list(session.snapshot.accepted_texts)
    session.close()
    again = Session.resume(path)
    assert list(again.snapshot.accepted_texts) == texts
    assert len(public_history(again.history).accepted_lines) == 3
    again.close()
    with path.open("rb") as stream:
        lines = list(public_record_lines(stream))
    assert lines[-3:] == texts


def test_a_take_back_tells_only_of_lines_that_everybody_has_heard() -> None:
    session = session_of("kabale", OBJECTIVES, "black 1 mage")
    now = enter(session, 'table correct /players/black/discard {"mage":1} /players/black/deck 20')
    assert (len(now.public_history.accepted_lines), len(record(session))) == (3, 4)
    now = enter(session, "undo 2")
    assert [(left, undo.text) for left, undo in now.public_history.take_backs] == [(1, "undo 2")]
    assert now.public_history == public_history(session.history)
    assert now.new_entries[0].undone is not None
    assert now.new_entries[0].undone[1:] == ("black 1 ?",)
    assert [undo.text for _, undo in session.history.frozen_copy.take_backs] == ["undo 3"]


def test_at_a_virtual_table_a_guess_at_what_the_program_lays_is_refused_right_or_wrong() -> None:
    session = session_of("kabale")
    dealer = VirtualDealer("seed", {"blue": lambda *_: None})
    dealer.follow_session(session.snapshot, session.history)
    for message in dealer.next_session_messages(session.snapshot):
        session.handle_message(message)
    dealer.follow_session(session.snapshot, session.history)
    own = dealer.hand_pieces("black", session.snapshot)[0].rpartition("/")[2]
    assert dealer.refusal_for(Move.parse(f"black 1 {own}")) is None
    session.handle_message(EnterLine(f"black 1 {own}"))
    dealer.follow_session(session.snapshot, session.history)
    held = {piece.rpartition("/")[2] for piece in dealer.hand_pieces("blue", session.snapshot)}
    answers = {
        str(refused.refusal)
        for card in ("mage", "witch", "king", *held)
        if (refused := dealer.refusal_for(Move.parse(f"blue 1 {card}"))) is not None
    }
    assert len(answers) == 1
