"""What can be touched now: answers, cards, things to count. Whatever glows and has no place on the board
gets one here, so that no position is a dead end.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.louis_xiv.rules.pieces import TABLE
from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.screen.named import card, symbol_of
from companion.games.louis_xiv.voice.things import ARMS_KINDS, called
from companion.rules.moves import FINGER, Step
from companion.screen.look import Look
from companion.screen.presenters.ways import again, answers, at_the_end, finish, hands
from companion.screen.views import Card, Choice, Counter
from companion.table.question import Option
from companion.table.snapshot import Snapshot
from companion.voice.pending import answered
from companion.voice.say import Voice
from companion.voice.words import Words

IN_HAND = ("card", "mission", "intrigue")
KINDS = {"missions": "mission", "evaluation": "intrigue"}
"""The cards of a hand that a phase is about; in all other phases the influence cards."""


class Ways(Struct, frozen=True):
    """Buttons, cards, counters, and the things among board and cards that may be touched."""

    choices: tuple[Choice, ...] = ()
    cards: tuple[Card, ...] = ()
    counters: tuple[Counter, ...] = ()
    open: frozenset[str] = frozenset()


def ways(now: Snapshot, look: Look, voice: Voice) -> Ways:
    """Everything that may be touched at this moment."""
    words = voice.words
    if now.position.outcome() is not None:
        return Ways(at_the_end(words, "king"))
    glowing = now.glowing
    counters = _counters(now, look, words)
    shown = cards(now, look, words)
    if not now.bag and not look.concerns(now.position.offered):
        return Ways(tuple(_hands(now, look, words)), shown)
    lying = {each.thing for each in shown}
    places = {thing for thing in glowing if thing.startswith("tile/") or thing in lying}
    rest = {
        thing: step
        for thing, step in glowing.items()
        if thing not in places and not _elsewhere(thing, step, look, bool(counters))
    }

    def answer(option: Option, often: bool) -> tuple[str, str]:
        return answered(option, voice, often=often), symbol_of(option.thing)

    if counters:
        choices = (*_counted(now, look, words), *again(now, words))
    else:
        choices = (
            *answers(now.verdict, answer),
            *finish(now, look, rest, words),
            *_buttons(rest, look, words),
            *_hands(now, look, words),
            *again(now, words),
        )
    return Ways(choices, shown, counters, frozenset(places))


def _elsewhere(thing: str, step: Step, look: Look, counting: bool) -> bool:
    """Whether a glowing thing needs no button: what follows says it, a hand has it, or it is counted."""
    kind = thing.partition("/")[0]
    if kind in ARMS_KINDS:
        return True
    if kind in IN_HAND and look.virtual:
        return True
    said_by_the_rest = step.implied and thing == step.word
    return said_by_the_rest or thing == f"player/{TABLE}" or counting


# -- buttons


def _buttons(rest: Mapping[str, Step], look: Look, words: Words) -> Iterator[Choice]:
    """A button for each thing; missions by their type first."""
    missions = [thing for thing in rest if thing.startswith("mission/")]
    opened = [thing for thing in missions if look.folder and _type(thing) == look.folder]
    if opened:
        for thing in opened:
            chips = thing.partition(":")[2].split("+")
            pictures = ", ".join(words.named("chip", chip) for chip in chips)
            yield Choice(thing, pictures, chips[0])
        yield Choice("open/", words.gettext("Back"), "back", "quiet")
        return
    for thing in rest:
        if thing not in missions:
            main = thing in ("done", "evaluate")
            yield Choice(thing, called(thing, words), symbol_of(thing), "main" if main else "choice")
    for kind in dict.fromkeys(map(_type, missions)):
        yield Choice(f"open/{kind}", words.named("mission", kind))


def _type(mission: str) -> str:
    """The type of a mission card, without its chips."""
    return mission.removeprefix("mission/").partition(":")[0]


def _hands(now: Snapshot, look: Look, words: Words) -> Iterator[Choice]:
    """Hands that may be looked at; other cards of the hand that lies open."""
    if not look.virtual or now.bag:
        return
    yield from hands(now, look, words, any(thing.partition("/")[0] in IN_HAND for thing in now.glowing))
    held = [kind for kind in IN_HAND if any(piece.startswith(f"{kind}/") for piece in look.hand)]
    shown = IN_HAND.index(kind_shown(now, look))
    following = [kind for kind in (*IN_HAND[shown + 1 :], *IN_HAND[:shown]) if kind in held]
    if following:
        name = "influence" if following[0] == "card" else following[0]
        yield Choice(f"cards/{following[0]}", words.named("thing", name), weight="quiet")


# -- cards


def kind_shown(now: Snapshot, look: Look) -> str:
    """Which cards of the hand are shown."""
    return look.kind or KINDS.get(_position(now).phase, "card")


def cards(now: Snapshot, look: Look, words: Words) -> tuple[Card, ...]:
    """The hand that lies open; without one every influence card that may be played."""
    if not look.virtual:
        return tuple(card(thing, 1, words) for thing in now.glowing if thing.startswith("card/"))
    held = Tally(piece for piece in look.hand if piece.startswith(f"{kind_shown(now, look)}/"))
    on_reader = Tally(look.lying(now.bag))
    return tuple(card(piece, count, words) for piece, count in (held - on_reader).items())


# -- counting


def _counters(now: Snapshot, look: Look, words: Words) -> tuple[Counter, ...]:
    """Coats of arms by kind, once it is said whose."""
    if not now.bag:
        return ()
    most: dict[str, int] = {}
    for thing in now.glowing:
        kind, _, count = thing.partition("/")
        if kind in ARMS_KINDS:
            most[kind] = max(most.get(kind, 0), int(count))
    return tuple(
        Counter(
            kind, words.named("arms", kind), symbol_of(kind) or "arms", look.counted.get(kind, 0), most[kind]
        )
        for kind in ARMS_KINDS
        if kind in most
    )


def counting(now: Snapshot) -> tuple[str, int]:
    """Whose coats of arms are being counted, and how many he holds."""
    who = next(
        (sight.zone.removeprefix("player/") for sight in now.bag if sight.zone.startswith("player/")), ""
    )
    return who, _position(now).players[who].arms if who else 0


def number_counted(now: Snapshot, look: Look) -> int:
    """How many of them are counted: on the screen, or said one kind after another."""
    said = (sight.zone.partition("/") for sight in now.bag if sight.piece == FINGER)
    return sum(look.counted.values()) + sum(int(number) for kind, _, number in said if kind in ARMS_KINDS)


def _counted(now: Snapshot, look: Look, words: Words) -> Iterator[Choice]:
    if number_counted(now, look) == counting(now)[1]:
        yield Choice("counted", words.named("word", "done"), "check", "main")


def _position(now: Snapshot) -> Position:
    position = now.position
    assert isinstance(position, Position)
    return position
