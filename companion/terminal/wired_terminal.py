"""A real table told in a terminal: readers and buttons are heard while somebody may be typing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import RLock
from typing import Any

from companion.rules.clauses import MoveRefused
from companion.rules.moves import Move
from companion.table.judge import Ask, Done
from companion.table.messages import Clear, Dismiss, Finish, Message, Undo
from companion.table.session import Meaning
from companion.table.snapshot import Snapshot
from companion.table.undo import UndoPlan
from companion.table.wired import Hears
from companion.terminal.terminal import FEW, Terminal
from companion.voice.pending import asked_aloud, so_far, what_now
from companion.voice.told import Line
from companion.voice.troubles import told

YES = "yes"


class WiredTerminal(Terminal):
    """One evening at a real table. `join`: begins to post what readers and buttons say, from their own threads."""

    def __init__(self, *table: Any, join: Callable[[Hears], None]) -> None:
        super().__init__(*table)
        self._join = join
        self._turn = RLock()  # one at a time: who types, and the threads of readers and buttons

    def _welcome(self) -> None:
        super()._welcome()
        self._join(self)

    def post(self, message: Message | Meaning) -> None:
        """Something was noticed: it is told at once, and asked anew what was being asked."""
        with self._turn:
            texts = self._outcome(message)
            if texts:
                self._tell("\n".join(("", *texts, self._prompt())))

    def _handle(self, message: Message) -> None:
        for text in self._outcome(message):
            self._tell(text)

    def _outcome(self, message: Message | Meaning) -> list[str]:
        before = self._session.snapshot
        now = self._session.handle(message)
        texts = [*(line.text for line in self._heard(now)), *self._news(before, now)]
        if now.pointed and now.pointed != before.pointed:
            texts.append(what_now(now, self._voice))
            self._speak([Line(asked_aloud(now, self._voice))])
        return texts

    # -- what is new to be read

    def _news(self, before: Snapshot, now: Snapshot) -> Iterator[str]:
        words = self._voice.words
        if now.no is not None and now.no != before.no:
            yield self._refusal(MoveRefused(now.no.refusal, now.no.nearest))
        yield from (told(trouble, words) for trouble in now.troubles if trouble not in before.troubles)
        for zone in before.down:
            if zone not in now.down:
                yield self._text.gettext("The reader {where} answers again.").format(where=zone)
        if now.undo is not None and now.undo != before.undo:
            yield from self._taking_back(now.undo)
        if now.bag and (now.bag, now.verdict) != (before.bag, before.verdict):
            yield from self._understood(now)

    def _taking_back(self, plan: UndoPlan) -> Iterator[str]:
        if plan.carried:
            yield from map(self._voice.movement, plan.movements)
            return
        moves = "; ".join(self._voice.move(Move.parse(text)) for text in plan.moves)
        yield self._text.gettext("To be taken back: {moves}. `yes`?").format(moves=moves)
        yield from dict.fromkeys(map(self._voice.sentence, plan.unseen))

    def _understood(self, now: Snapshot) -> Iterator[str]:
        """What the bag means so far."""
        match now.verdict:
            case Done(move):
                yield self._voice.phrase(move)
                yield self._text.gettext("`done`, or show what else belongs to it; `clear` drops it.")
            case Ask(question):
                yield self._text.gettext("Which is meant?")
                for option in question.options:
                    yield from map(self._line, islice(option.moves, FEW))
            case _:
                yield so_far(now, self._voice)

    # -- what is typed

    def _does(self, words: Sequence[str]) -> bool:
        with self._turn:
            now = self._session.snapshot
            plan = now.undo if now.undo is not None and not now.undo.carried else None
            if words and _to_read(now):
                self._handle(Undo(plan.count, agreed=True) if plan and list(words) == [YES] else Dismiss())
            match list(words):
                case ["yes" | "no"] if plan is not None:
                    return True
                case ["done"] if isinstance(now.verdict, Done):
                    self._handle(Finish())
                    return True
                case ["clear"]:
                    self._handle(Clear())
                    return True
            return super()._does(words)


def _to_read(now: Snapshot) -> bool:
    """Whether something was told that stands until it was read."""
    return now.no is not None or now.undo is not None or any(not trouble.lasting for trouble in now.troubles)
