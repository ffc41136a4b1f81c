"""The table of any game as lines, players and answers. The `Shown` of companion.screen.live.live."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.games import part
from companion.rules.game import Seat
from companion.screen.asides import Line as Row
from companion.screen.default.box import face
from companion.screen.draw.signs import PLAYER_SIGNS
from companion.screen.look import Look
from companion.screen.presenters.moment import capital, events, prompt
from companion.screen.presenters.pointer import marked
from companion.screen.presenters.ways import again, answers, at_the_end, finish, hands
from companion.screen.views import Card, Choice, Event, Prompt
from companion.table.judge import Ask, Done
from companion.table.question import Option
from companion.table.snapshot import Snapshot
from companion.voice.pending import answered
from companion.voice.say import Voice
from companion.voice.told import Line

AT_ONCE = 24
"""So many things to touch are shown together; more are turned like pages."""


class Player(Struct, frozen=True):
    """A player and their points."""

    seat: Seat
    points: int
    turn: bool


class Table(Struct, frozen=True):
    """What companion.screen.default.table shows."""

    game: str
    prompt: Prompt
    rows: tuple[Row, ...]
    players: tuple[Player, ...]
    events: tuple[Event, ...]
    cards: tuple[Card, ...]
    choices: tuple[Choice, ...]
    open: frozenset[str]
    reader: bool
    undo: bool
    pointed: frozenset[str]


def table(now: Snapshot, look: Look, voice: Voice, lines: Sequence[Line]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    position = now.position
    points, awaited = position.points(), position.offered.awaited
    choices = tuple(_choices(now, look, voice))
    return Table(
        now.game,
        _prompt(now, look, voice),
        tuple(Row(line) for line in voice.laid(position, now.setup)),
        tuple(Player(seat, points.get(seat.colour, 0), seat.colour in awaited) for seat in now.setup.seats),
        tuple(events(now, voice, lines)),
        tuple(face(piece) for piece in look.hand if piece not in look.lying(now.bag)),
        choices,
        frozenset(now.glowing) if now.bag or look.concerns(position.offered) else frozenset(),
        bool(look.hand),
        bool(now.standing),
        marked(now),
    )


def _prompt(now: Snapshot, look: Look, voice: Voice) -> Prompt:
    words = voice.words

    def further(who: Seat | None, what: str, things: str) -> Prompt:
        match now.verdict:
            case Ask():
                return Prompt(who, words.gettext("Which is meant?"), things)
            case Done(move):
                right = words.gettext("Done, or touch what else belongs to it.")
                return Prompt(who, capital(voice.phrase(move)), right)
        return Prompt(who, what, things)

    def how() -> str:
        if not look.concerns(now.position.offered):
            return words.gettext("This happens by itself.")
        reads = any(now.watched.reads(sight.zone) for step in now.glowing.values() for sight in step.sights)
        return words.gettext("Lay it on the reader, or touch it.") if reads else ""

    return prompt(now, voice, how, further)


# -- what may be touched


def _choices(now: Snapshot, look: Look, voice: Voice) -> Iterator[Choice]:
    words = voice.words
    if now.position.outcome() is not None:
        yield from at_the_end(words, "crown")
        return
    if now.bag or look.concerns(now.position.offered):

        def answer(option: Option, often: bool) -> tuple[str, str]:
            return answered(option, voice, often=often), _symbol(option.thing)

        yield from answers(now.verdict, answer)
        things = [
            thing
            for thing, step in now.glowing.items()
            if thing not in look.hand and not (step.implied and thing == step.word)
        ]
        yield from finish(now, look, things, words)
        yield from _some(things, look, voice)
    if part(now.game, "players", "truth") is not None:  # else nobody holds what others do not see
        yield from hands(now, look, words, bool(look.hand))
    yield from again(now, words)


def _some(things: Sequence[str], look: Look, voice: Voice) -> Iterator[Choice]:
    """The things of the page that is open, and the way to the next one."""
    pages = max(1, -(-len(things) // AT_ONCE))
    at = int(look.folder or 0) % pages if look.folder.isdecimal() or not look.folder else 0
    for thing in things[at * AT_ONCE : (at + 1) * AT_ONCE]:
        yield Choice(
            thing, capital(voice.called(thing)), _symbol(thing), "main" if thing == "done" else "choice"
        )
    if pages > 1:
        yield Choice(f"open/{(at + 1) % pages}", f"{at + 1} / {pages}", "next", "quiet")


def _symbol(thing: str) -> str:
    """The sign of the player it names; "" for any other thing."""
    return next(
        (part for part in thing.split("/") if part in PLAYER_SIGNS), "check" if thing == "done" else ""
    )
