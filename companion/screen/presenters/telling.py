"""What is told over any game's table, one sheet after another: a game says which events give which."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.rules.history import FrozenHistory, PositionCorrected
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel

WINNER = "winner"
"""The kind of what is told last: who has won."""


class Happened(NamedTuple):
    """An event and the position on either side of it."""

    event: Any
    before: Any
    after: Any


class Told(NamedTuple):
    """Something to be told: those of one `kind` are counted, and skipped, together. `show` makes it ready for the
    moment at which it is looked at.
    """

    kind: str
    show: Callable[[ScreenContext], ReportModel]


Teller = Callable[[Sequence[Happened]], Iterable[Told]]
"""Is given what happened, line by line from the beginning of a game, and gives what is to be told of it."""


def nothing(line: Sequence[Happened]) -> Iterable[Told]:
    """The teller of a game of which only the end is told."""
    return ()


def followed(before: Position, events: Iterable[Event]) -> Iterator[Happened]:
    """Event by event from that position on. Nothing after a correction: what it made of the position is not at hand."""
    for event in events:
        if isinstance(event, PositionCorrected):
            return
        after = event.apply_to(before)
        yield Happened(event, before, after)
        before = after


class Telling:
    """What is still to be told. `teller` makes somebody who follows the game from its beginning, `winner` says how it
    ended.
    """

    def __init__(
        self,
        teller: Callable[[], Teller],
        winner: Callable[[ScreenContext], ReportModel],
        history: FrozenHistory,
    ) -> None:
        self._make, self._winner = teller, winner
        self._told: deque[Told] = deque()
        self._at = 0
        """How many of the kind that is being told have been told."""
        self._made: set[int] = set()
        """The movements of hands that were ticked off on this sheet."""
        self._final: tuple[Told, ...] = ()
        self._told += self._from_the_beginning(
            history
        )  # nobody knows whether it was read before the evening stopped

    def __bool__(self) -> bool:
        return bool(self._told)

    def happened(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """A line was accepted."""
        fresh = self._fresh(before, events, after)
        if not self._told:
            self._at = 0
        self._told += fresh

    def anew(self, history: FrozenHistory) -> None:
        """Moves were taken back: only this stands."""
        self._told.clear()
        self._made.clear()
        self._from_the_beginning(history)

    def _from_the_beginning(self, history: FrozenHistory) -> tuple[Told, ...]:
        """Follow all that stands: what its last line gave to tell."""
        self._teller = self._make()
        before, last = history.opening.position, tuple[Told, ...]()
        for accepted in history.accepted_lines:
            last = self._fresh(before, accepted.events, accepted.position)
            before = accepted.position
        return last

    def _fresh(self, before: Position, events: Sequence[Event], after: Position) -> tuple[Told, ...]:
        fresh = tuple(self._teller(tuple(followed(before, events))))
        if after.outcome() is not None:
            fresh = self._final = (*fresh, Told(WINNER, self._winner))
        return fresh

    # -- what is touched

    def again(self) -> bool:
        """Tell the end once more; whether there is one."""
        if self._final:
            self._told, self._at = deque(self._final), 0
        return bool(self._final)

    def touch(self, thing: str) -> bool:
        """Whether it was something of the sheet that lies open."""
        if not self._told:
            return False
        if thing == "next":
            self._next()
        elif thing == "skip-all":
            self.skip()
        elif thing.startswith("step/"):
            self._made.add(int(thing.removeprefix("step/")))
        else:
            return False
        return True

    def _next(self) -> None:
        kind = self._told.popleft().kind
        self._made.clear()
        self._at = self._at + 1 if self._told and self._told[0].kind == kind else 0

    def skip(self) -> None:
        """All of the kind that is being told are passed over."""
        kind = self._told[0].kind
        while self._told and self._told[0].kind == kind:
            self._next()

    # -- what is shown

    def value(self, scene: ScreenContext) -> ReportModel:
        """The sheet that lies open, as its layer shows it."""
        first = self._told[0]
        shown = first.show(scene)
        if shown.actions:
            return shown
        count = sum(1 for _ in takewhile(lambda each: each.kind == first.kind, self._told))
        won = len(self._told) > count and self._told[count].kind == WINNER
        _ = scene.voice.translator.gettext
        on = shown.more_label if count > 1 else _("Who has won?") if won else _("Go on")
        skip = _("Skip to the winner") if won else _("Skip to what is asked")
        ways = (ChoiceModel("next", on, "next", "main"), ChoiceModel("skip-all", skip))
        return replace(
            shown,
            left_blocks=ticked(shown.left_blocks, self._made),
            right_blocks=ticked(shown.right_blocks, self._made),
            actions=ways if count > 1 else ways[:1],
            page_number=self._at + 1,
            page_count=self._at + count,
        )


def ticked(blocks: tuple[Any, ...], made: Container[int]) -> tuple[Any, ...]:
    """Those blocks, with the movements ticked off that were made."""
    return tuple(
        MovementListModel(tuple(replace(hand, is_done=at in made) for at, hand in enumerate(block.movements)))
        if isinstance(block, MovementListModel)
        else block
        for block in blocks
    )
