"""What may stand on the stage, and the whole table screen of the Princes of Florence."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from companion.games.florence.screen.placing import Placing
from companion.games.florence.screen.selling import Selling
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered, Player, Results, When
from companion.games.florence.screen.work_sheet import WorkSheet
from companion.screen.views import Card, Choice, Event, Prompt

Stage = Auction | Actions | Offered | Naming | Results | Placing | WorkSheet | Selling
"""What stands in the middle: each has a widget of its own (`table.STAGES`)."""


class Table(Struct, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "florence"
    prompt: Prompt
    players: tuple[Player, ...]
    when: When
    events: tuple[Event, ...] = ()
    """The last three, the newest last."""
    cards: tuple[Card, ...] = ()
    choices: tuple[Choice, ...] = ()
    open: frozenset[str] = frozenset()
    """The things that may be touched now."""
    stage: Stage | None = None
    """What the moment is about."""
    reader: bool = False
    """No reader is drawn: a card is chosen where the stage says what it does."""
    undo: bool = False
    """Whether there is a move to take back."""
    pointed: frozenset[str] = frozenset()
    """The names of the thing that the shared buttons point at."""
