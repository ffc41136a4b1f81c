"""Kabale und Hiebe twice, with other cards face down: whatever people see, hear or are lit is the same (issue 4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from weakref import WeakKeyDictionary

import pytest

from companion.games import game_rules
from companion.rules.errors import InvalidRecord
from companion.rules.record import RecordHeader
from companion.start.real_table.button_presses import message_for_button
from companion.start.real_table.reader_lights import lights_for
from companion.table.messages import EnterLine, SessionMessage
from companion.table.session import DeferredMessage, Session
from companion.table.snapshot import Snapshot
from companion.table.storage.journal import resume_journal
from companion.voice.language import languages
from companion.voice.voice import Voice
from tests.games.kabale.tables import account, paper
from tests.long import usually
from tests.table.secrets import keep_secrets, names_nothing
from tests.table.twins import PLANS, Hands, script

BUTTONS = ("yes", "no", "undo", "player/1", "player/2", *(f"column/{number}" for number in range(1, 7)))
NAMED = "musketeers"

_before: WeakKeyDictionary[Session, Snapshot] = WeakKeyDictionary()


def heard_and_lit(session: Session) -> list[object]:
    """Sentences in every language, what to do now, the table told, refusals, lights and buttons."""
    now = session.snapshot
    before = _before.get(session, now)
    told: list[object] = [
        lights_for(before, now),
        [message_for_button(now, button) for button in BUTTONS],
        now.layout,
    ]
    for lang in languages():
        voice = Voice(now.game, now.player_name_by_colour, lang)
        at = before.position
        for entry in now.new_entries:
            told += voice.narrate(at, entry.events)
            for event in entry.events:
                at = event.apply_to(at)
        told += (voice.prompt_sentence(now.position), *voice.describe_table(now.position, now.setup))
        if now.refusal_notice is not None:
            told.append(
                voice.refusal_text(now.refusal_notice.refusal, now.position, now.refusal_notice.nearest_moves)
            )
        if now.undo_plan is not None:
            told += map(voice.describe_movement, now.undo_plan.movements)
    _before[session] = now
    return told


@pytest.mark.long(usual=("0-2-touch", "0-2-a?reader?a?column"))
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("players", usually([2, 3], [2, 3, 6]))
@pytest.mark.parametrize("seed", usually([0], range(3)))
def test_nobody_learns_a_card_that_lies_face_down(plan: str, players: int, seed: int) -> None:
    told = script(players, Random(f"{plan} {players} {seed}"))
    assert told.others, "nothing was hidden all the round"

    def evening(first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
        hands = Hands(told, PLANS[plan], first, Random(seed))
        return Session(told.account(first), deck=hands.deck, zone_plan=PLANS[plan]), hands.messages()

    assert keep_secrets(evening, heard_and_lit) > 3 * len(told.lines)


def test_a_card_slid_under_a_cloak_is_not_named_to_the_table() -> None:
    asked = {"who": "black", "what": "slide", "column": 0, "card": 0}
    session = Session(account(paper("alchemy:5 +black/cloak -black/?", "music:5", asked=asked)))
    session.handle_message(EnterLine(f"black slide {NAMED}"))
    assert session.history.accepted_lines[-1].text == f"black slide {NAMED}"
    names_nothing(session, (NAMED,))


def test_a_card_that_is_put_right_in_a_hand_is_not_named_to_the_table() -> None:
    session = Session(script(2, Random(1)).account(True, 0))
    hand = session.history.position.to_json()["players"]["black"]["hand"]
    unknown = hand["?"]
    right = f"table correct /players/black/hand/{NAMED} 1 /players/black/hand/? {unknown - 1}"
    session.handle_message(EnterLine(right))
    put_right = f'table correct /players/black/hand {{"?":{unknown - 1},"{NAMED}":1}}'
    assert session.history.accepted_lines[-1].text == put_right
    assert session.snapshot.new_entries[-1].text == f'table correct /players/black/hand {{"?":{unknown}}}'
    names_nothing(session, (NAMED,))
    card_by_card = ("table", "correct", f"/players/black/hand/{NAMED}", "1")  # as it may be typed
    assert NAMED not in " ".join(game_rules("kabale").public_words(card_by_card))


def test_a_fault_names_no_card_that_the_message_or_the_exception_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It leaves nothing behind but where in the program it was: a traceback may be shown to anybody."""
    session = Session(script(2, Random(1)).account(True, 1))

    def broken(*_: object) -> None:
        raise KeyError(NAMED)

    monkeypatch.setattr(session, "_try_accept_line", broken)
    session.handle_message(EnterLine(f"black 1 {NAMED}"))
    assert [trouble.code for trouble in session.snapshot.problems] == ["fault"]
    assert "KeyError" in session.snapshot.problems[0].detail
    names_nothing(session, (NAMED,))


def test_an_evening_that_is_refused_now_says_at_which_move_and_not_which_card(tmp_path: Path) -> None:
    told = script(2, Random(1))
    journal = tmp_path / "evening.herald"
    lines = (*told.lines[:1], f"black 9 {NAMED}")
    journal.write_text(
        "".join(f"{line}\n" for line in (*RecordHeader("kabale", told.setup).to_lines(), *lines))
    )
    with pytest.raises(InvalidRecord, match=r"move 2, `black 9 \?`, is refused now: K-1.3") as wrong:
        resume_journal(journal)
    assert NAMED not in str(wrong.value)
