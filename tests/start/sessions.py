"""Sessions at a moment of a game, for buttons and lights."""

from __future__ import annotations

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.moves import FINGER, Observation
from companion.table.messages import (
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    TagPresent,
    TagRemoved,
    Touch,
)
from companion.table.session import DeferredMessage, Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.tables import COLOURS, At, setup

GAME = game_rules("louis-xiv")
SETUP = setup(4)
BOX = make_box_pieces((*GAME.taggable_pieces(SETUP), "king"), GAME.colours)
READERS = ZonePlan({"play": "reader", **{f"tile/{tile}": "reader" for tile in range(1, 13)}})


def deck() -> Deck:
    """A tag on every piece of the box of Louis XIV."""
    made = Deck(GAME.name, BOX)
    for number, piece in enumerate(BOX):
        made.bind_tag(piece, f"{number:08x}")
    return made


TAGS = {piece.word: f"{number:08x}" for number, piece in reversed(list(enumerate(BOX)))}
"""The tag of the first piece that is called so."""


def session(at: At, plan: ZonePlan = READERS) -> Session:
    """That table, watched."""
    players = sum(colour in at.position.players for colour in COLOURS)
    return Session(GameHistory(GAME, setup(players), at.position), deck=deck(), zone_plan=plan)


def told(watched: Session, *messages: SessionMessage | DeferredMessage) -> Snapshot:
    """What is to be seen once it has heard these."""
    for message in messages:
        watched.handle_message(message)
    return watched.snapshot


def messages(sight: Observation) -> tuple[SessionMessage, ...]:
    """What a session hears when that is shown, pressed or touched."""
    if sight.piece == FINGER:
        return (Touch(sight.zone),)
    if sight.piece.startswith("button/"):
        return (ReportInput(SeatButtonPressed(sight.zone.partition("/")[2], sight.piece.partition("/")[2])),)
    uid = TAGS.get(sight.piece)
    if uid is None:
        return ()  # a card that this copy of the game has not
    return ReportInput(TagPresent(sight.zone, uid)), ReportInput(TagRemoved(sight.zone, uid))
