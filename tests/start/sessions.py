"""Sessions at a moment of a game, for buttons and lights."""

from __future__ import annotations

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.moves import FINGER, Observation
from companion.table.messages import Message, Notice, Touch
from companion.table.pieces import Deck, pieces
from companion.table.session import Meaning, Session
from companion.table.sightings import Gone, Present, Pressed
from companion.table.snapshot import Snapshot
from companion.table.zones import Plan
from tests.tables import COLOURS, At, setup

GAME = game_rules("louis-xiv")
SETUP = setup(4)
BOX = pieces((*GAME.taggable_pieces(SETUP), "king"), GAME.colours)
READERS = Plan({"play": "reader", **{f"tile/{tile}": "reader" for tile in range(1, 13)}})


def deck() -> Deck:
    """A tag on every piece of the box of Louis XIV."""
    made = Deck(GAME.name, BOX)
    for number, piece in enumerate(BOX):
        made.bind(piece, f"{number:08x}")
    return made


TAGS = {piece.word: f"{number:08x}" for number, piece in reversed(list(enumerate(BOX)))}
"""The tag of the first piece that is called so."""


def session(at: At, plan: Plan = READERS) -> Session:
    """That table, watched."""
    players = sum(colour in at.position.players for colour in COLOURS)
    return Session(GameHistory(GAME, setup(players), at.position), deck=deck(), plan=plan)


def told(watched: Session, *messages: Message | Meaning) -> Snapshot:
    """What is to be seen once it has heard these."""
    for message in messages:
        watched.handle(message)
    return watched.snapshot


def messages(sight: Observation) -> tuple[Message, ...]:
    """What a session hears when that is shown, pressed or touched."""
    if sight.piece == FINGER:
        return (Touch(sight.zone),)
    if sight.piece.startswith("button/"):
        return (Notice(Pressed(sight.zone.partition("/")[2], sight.piece.partition("/")[2])),)
    uid = TAGS.get(sight.piece)
    if uid is None:
        return ()  # a card that this copy of the game has not
    return Notice(Present(sight.zone, uid)), Notice(Gone(sight.zone, uid))
