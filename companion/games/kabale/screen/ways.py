"""What can be touched now: columns, cards, answers, characters to name, objectives to lay out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from companion.games.kabale.rules.effects import AboutCard, Slide
from companion.games.kabale.rules.objectives import COPIES
from companion.games.kabale.rules.pieces import card_piece
from companion.games.kabale.rules.printed import CARDS, printed, symbol_of, value_of
from companion.games.kabale.rules.state import Table as Position
from companion.games.kabale.rules.turns import Play
from companion.games.kabale.screen.lying import column, noticed_objectives, table_of
from companion.games.kabale.screen.named import card, face, symbol
from companion.games.kabale.screen.named import value_of as said
from companion.games.kabale.screen.views import Face, Naming, Objective
from companion.games.kabale.voice.things import called
from companion.rules.moves import FINGER, PLAY, Step
from companion.screen.look import Look
from companion.screen.presenters.ways import again, answers, at_the_end, finish, hands
from companion.screen.views import Card, Choice
from companion.table.judge import Ask
from companion.table.question import Option
from companion.table.snapshot import Snapshot
from companion.voice.pending import answered
from companion.voice.say import Voice
from companion.voice.words import Words

COLUMN, CARD = "column/", "card/"
"""How things begin that are touched where they lie, columns and the cards in them, and cards that are named."""


class Ways(Struct, frozen=True):
    """Buttons, cards of the hand, the things among columns and cards that may be touched, and what lies in place of
    the columns."""

    choices: tuple[Choice, ...] = ()
    cards: tuple[Card, ...] = ()
    open: frozenset[str] = frozenset()
    naming: Naming | None = None
    objectives: tuple[Objective, ...] = ()


def ways(now: Snapshot, look: Look, voice: Voice) -> Ways:
    """Everything that may be touched at this moment."""
    words, position = voice.words, table_of(now)
    if position.outcome() is not None:
        return Ways(at_the_end(words, "rook"))
    asked = hand_asked(position)
    shown = tuple(card(piece, words) for piece in look.hand if piece not in look.lying(now.bag))
    if not now.bag and not look.concerns(now.position.offered):
        return Ways(tuple(hands(now, look, words, bool(asked))), shown)
    things = {
        thing: step
        for thing, step in now.glowing.items()
        if not (step.implied and thing == step.word and look.virtual)
    }
    open_ = {thing for thing in (*things, *_asked(now)) if thing.startswith(COLUMN)}
    if look.virtual and asked and not any(sight.zone == PLAY for sight in now.bag):
        open_ = {each.thing for each in shown if look.holder == asked}  # first the card, then where it goes
    return Ways(
        tuple(_choices(now, look, voice, things, bool(asked))),
        shown,
        frozenset(open_),
        _naming(now, things, words),
        tuple(_objectives(now)),
    )


def hand_asked(position: Position) -> str:
    """Who is to lay a card from his hand, "" for nobody."""
    item = position.agenda[0] if position.agenda else None
    return item.asked or "" if isinstance(item, Play | Slide) else ""


def _choices(
    now: Snapshot, look: Look, voice: Voice, things: Mapping[str, Step], asked: bool
) -> Iterator[Choice]:
    """Answers, done, the words that no column and no card says, other hands, start over."""

    def answer(option: Option, often: bool) -> tuple[str, str]:
        return answered(option, voice, often=often), symbol(option.thing)

    words = voice.words
    buttons = [
        thing for thing, step in things.items() if "/" not in thing and not _said_by_the_rest(thing, step)
    ]
    if not all(thing.startswith(COLUMN) for thing in _asked(now)):
        yield from answers(now.verdict, answer)
    yield from finish(now, look, buttons, words)
    for thing in buttons:
        yield Choice(thing, called(thing, words), symbol(thing), "main" if thing == "done" else "choice")
    yield from hands(now, look, words, asked)
    yield from again(now, words)


def _asked(now: Snapshot) -> list[str]:
    """The things that answer the question that stands."""
    return [option.thing for option in now.verdict.question.options] if isinstance(now.verdict, Ask) else []


def _said_by_the_rest(thing: str, step: Step) -> bool:
    """Whether what follows says it; only sliding a card has no other way to be told where nobody reads it."""
    return step.implied and thing == step.word and thing != "slide"


# -- what lies in place of the columns


def _naming(now: Snapshot, things: Iterable[str], words: Words) -> Naming | None:
    """The characters a card may be, once it is clear which card."""
    open_ = {thing for thing in things if thing.startswith(CARD)}
    place = _asked_about(now)
    if not open_ or place is None:
        return None
    number, at = place
    position = table_of(now)
    there = column(position, number, words, at)
    pieces = {name: card_piece(position.column(number).cards[at - 1].by, name) for name in CARDS}
    faces = tuple(
        Face(piece, face(words, name), said(printed(name, there.symbol)), piece in open_)
        for name, piece in pieces.items()
    )
    return Naming(faces, there)


def _asked_about(now: Snapshot) -> tuple[int, int] | None:
    """Column and card that is to be named: the one that is asked about, or that was touched."""
    position = table_of(now)
    item = position.agenda[0]
    if isinstance(item, AboutCard):
        return item.column, item.at
    for sight in now.bag:
        match sight.zone.split("/"):
            case ["column", number, at] if sight.piece == FINGER:
                return int(number), int(at)
    return None


def _objectives(now: Snapshot) -> Iterator[Objective]:
    """All kinds for the column that is next. Everybody saw which were laid out before: who won them lies face down,
    so the position does not say that they are out.
    """
    coming = [thing for thing in now.glowing if thing.startswith("objective/")]
    if not coming:
        return
    number = coming[0].split("/")[1]
    out = Counter(_laid_out(now))
    for name in COPIES:
        thing = f"objective/{number}/{name}"
        open_ = thing in coming and out[name] < COPIES[name]
        yield Objective(thing, symbol_of(name), value_of(name), open_)


def _laid_out(now: Snapshot) -> Iterator[str]:
    """Every objective of an earlier round, and those that were noticed now."""
    for line in now.standing:
        match line.split():
            case ["table", "objectives", *names]:
                yield from names
    for _, name in noticed_objectives(now.bag):
        yield name
