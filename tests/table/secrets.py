"""Whether anything that people see depends on a card that lies face down.

Two sessions live through the same evening, but for which cards are laid face down. Whatever is public must
be equal all the time: one letter that differs is a card told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from companion.table.messages import SessionMessage
from companion.table.pointer import pointer_sequence
from companion.table.session import DeferredMessage, Session
from companion.table.snapshot import Snapshot


class Evenings(Protocol):
    """The evening, twice."""

    def __call__(self, first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
        """The one session or the other, and what is posted to it, in order."""
        ...


Output = Callable[[Session], Any]
"""Something that people see or hear of a session after each message: `str(output(...))` must be equal."""


def everything(now: Snapshot) -> dict[str, Any]:
    """All of a snapshot by name, also what it makes when it is asked."""
    fields = {name: getattr(now, name) for name in now.__struct_fields__}
    more = {"names": now.player_name_by_colour, "paper": now.position.to_json()}
    return {
        **fields,
        "glowing": now.step_by_touch_target,
        "answers": now.next_button_presses,
        "untold": now.touch_only_targets,
        "row": pointer_sequence(now),
        **more,
    }


def pictures(evenings: Evenings, first: bool, outputs: Sequence[Output]) -> Iterator[dict[str, Any]]:
    """What is public after each message."""
    session, messages = evenings(first)
    for message in messages:
        session.post(message)
        session.process_queue()
        now = session.snapshot
        assert not any(trouble.code == "fault" for trouble in now.problems), now.problems
        told = {f"{number}": output(session) for number, output in enumerate(outputs)}
        yield {"message": type(message).__name__, **everything(now), **told}


def keep_secrets(evenings: Evenings, *outputs: Output) -> int:
    """Assert that both evenings look alike to people from beginning to end; after how many messages."""
    both = (pictures(evenings, first, outputs) for first in (True, False))
    count = 0
    for count, (one, other) in enumerate(zip(*both, strict=True), 1):
        for name, seen in one.items():
            assert str(seen) == str(other[name]), f"after message {count}, {name}"
    return count


def names_nothing(session: Session, names: Sequence[str]) -> None:
    """Assert that no public word of a session is one of those names."""
    told = str(everything(session.snapshot))
    for name in names:
        assert name not in told, name
