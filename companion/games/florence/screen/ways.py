"""What can be touched now: what stands on the stage, players, answers, cards of the hand that lies open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.florence.rules.final import ShowPrestige
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.screen.bidding import auction_of
from companion.games.florence.screen.lying import results, table_of
from companion.games.florence.screen.named import symbol
from companion.games.florence.screen.placing import Placing, placing_of
from companion.games.florence.screen.selling import purse, selling_of
from companion.games.florence.screen.showing import face, naming_of
from companion.games.florence.screen.stages import Stage
from companion.games.florence.screen.turning import actions_of, offered_of
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered, Results
from companion.games.florence.screen.work_sheet import worksheet_of
from companion.games.florence.voice.things import called
from companion.rules.moves import Step
from companion.screen.look import Look
from companion.screen.presenters.ways import again, answers, at_the_end, finish
from companion.screen.views import Card, Choice
from companion.table.judge import Ask
from companion.table.question import Option
from companion.table.snapshot import Snapshot
from companion.voice.pending import answered
from companion.voice.say import Voice
from companion.voice.words import Words

OURS = (Auction, Actions, Offered, Naming)
"""What stands on the stage and says by `open` what may be touched there; the others know it themselves."""
ON_STAGE = ("pile/", "building/", "freedom/", "profession/", "bonus/", "prestige/", "action/")
BUTTONS = ("bid", "pass", "build", "freedom", "done")
"""What is touched on the stage."""
CARDS = (PROFESSION, BONUS_CARD, PRESTIGE_CARD)


class Ways(Struct, frozen=True):
    """Buttons, cards of the hand, the things on stage and panels that may be touched, and the stage."""

    choices: tuple[Choice, ...] = ()
    cards: tuple[Card, ...] = ()
    open: frozenset[str] = frozenset()
    stage: Stage | None = None


def ways(now: Snapshot, look: Look, voice: Voice) -> Ways:
    """Everything that may be touched at this moment."""
    words, position = voice.words, table_of(now)
    if position.outcome() is not None:
        ended = Results(tuple(results(position, now.setup.seats, words)))
        return Ways(at_the_end(words, "lily"), stage=ended)
    stage = stage_of(now, position, look, voice)
    things = _things(now, look)
    choices = tuple(_choices(now, position, look, voice, things, stage))
    return Ways(choices, tuple(_hand(position, look, stage, words)), _open(now, things, stage), stage)


def stage_of(now: Snapshot, position: Position, look: Look, voice: Voice) -> Stage | None:
    """What the moment is about: what somebody turned to, then what was begun, then what is asked."""
    words = voice.words
    return (
        selling_of(now, look, words)
        or worksheet_of(now, look, words)
        or placing_of(now, look, voice)
        or offered_of(now, position, words)
        or naming_of(now, position, look, words)
        or auction_of(now, position, look, words)
        or actions_of(now, position, look, words)
    )


def _things(now: Snapshot, look: Look) -> Mapping[str, Step]:
    """What may come next, and be said here."""
    return now.glowing if now.bag or look.concerns(now.position.offered) else {}


def _open(now: Snapshot, things: Mapping[str, Step], stage: Stage | None) -> frozenset[str]:
    """What glows on stage and panels. Who it is must be said only where cards are shown, or when it is asked."""
    open_ = {thing for thing in things if thing in BUTTONS or thing.startswith(ON_STAGE)}
    item = table_of(now).agenda[0]
    if isinstance(item, ShowPrestige):
        open_ |= {thing for thing in things if thing.startswith("player/")}
    if isinstance(stage, Actions):
        open_ -= {action.thing for action in stage.actions if action.barred}
    return frozenset(open_ | set(_asked(now)))


def _asked(now: Snapshot) -> list[str]:
    """The things that answer the question that stands."""
    if not isinstance(now.verdict, Ask):
        return []
    return [option.thing for option in now.verdict.question.options if option.thing.startswith("player/")]


# -- buttons


def _choices(
    now: Snapshot,
    position: Position,
    look: Look,
    voice: Voice,
    things: Mapping[str, Step],
    stage: Stage | None,
) -> Iterator[Choice]:
    """Answers, done, the words that nothing else says, the hand of who is asked, his purse, start over."""

    def answer(option: Option, often: bool) -> tuple[str, str]:
        return answered(option, voice, often=often), symbol(option.thing)

    words = voice.words
    asked = position.turn or ""
    if not _asked(now):
        yield from answers(now.verdict, answer)
    if not isinstance(stage, OURS):  # it has buttons of its own
        if not isinstance(stage, Placing):
            yield from again(now, words)
        return
    buttons = [thing for thing in ("skip", *_kept(stage, look)) if thing in things]
    yield from finish(now, look, buttons, words)
    for thing in buttons:
        yield Choice(thing, called(thing, words), symbol(thing))
    if _hand_asked(now, look, asked):
        shows = words.gettext("Cards: {who}", who=words.player(asked))
        needed = isinstance(stage, Naming) and not stage.faces
        yield Choice(f"look/{asked}", shows, "hand", "main" if needed else "quiet")
    if asked and _purse_wanted(now, position, look, stage, asked):
        yield Choice(purse(asked), words.named("word", "sell"), "points", "quiet")
    yield from again(now, words)


def _purse_wanted(now: Snapshot, position: Position, look: Look, stage: Stage | None, asked: str) -> bool:
    """Whether the way to his purse is shown: he is here and has prestige, and the stage does not lead there."""
    here = not look.virtual or asked in look.persons
    led = isinstance(stage, Actions)
    if isinstance(stage, Auction) and stage.bidding is not None:
        led = bool(stage.bidding.purse)
    return here and not now.bag and not led and position.players[asked].points > 0


def _kept(stage: Stage | None, look: Look) -> tuple[str, ...]:
    """A card is kept that no reader saw: nobody can name it."""
    return ("keep",) if isinstance(stage, Naming) and not look.virtual else ()


def _hand_asked(now: Snapshot, look: Look, asked: str) -> bool:
    """Whether the hand of who is asked could lie open and does not."""
    return look.virtual and asked in look.persons and look.holder != asked


# -- the hand


def _hand(position: Position, look: Look, stage: Stage | None, words: Words) -> Iterator[Card]:
    """The cards of the hand that lies open, to be looked at: where they are chosen from they lie on the stage."""
    if not isinstance(stage, Auction | Actions):
        return
    for piece in look.hand:
        shown = face(piece, words)
        kind = piece.partition("/")[0]
        signs = shown.signs if kind == PROFESSION else (kind, *shown.signs[:1])
        yield Card(piece, "", shown.name, kind, signs)
