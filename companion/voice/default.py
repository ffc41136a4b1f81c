"""The voice of a game that brings none: a `GameVoice` of companion.voice.say that knows nothing but the game's names.

Of `data/names.toml` it takes, besides what every game must have:

    event     tag of an event -> what happens: a predicate where the event has a field `who`, else a sentence.
              The event's fields stand in braces: `puts a man on {point}`
    asked     clause of a decision -> what is to be done now, beginning small; else the clause's title
    word      a word of the notation
    place     a zone, or what all places are called that begin so
    thing     a kind of piece (`man`), and what is touched (`"pit/1"`: a button says that)
    many      a kind of piece before a number, where that is another word (`men`)
    fact      a plain value of the position, or of a player in `players`, which is told with the table (`quiet`); and
              what is known of a place (companion.voice.laid)

A word that has no name is said as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from companion.rules.moves import FINGER, PLAY_ZONE, UNKNOWN, Move, Observation
from companion.rules.transaction import Event
from companion.voice.catalogue import clause_title
from companion.voice.told import Asked, Called, Line, Told
from companion.voice.words import Words

if TYPE_CHECKING:  # the first page comes before anything is taken back
    from companion.rules.movements import Movement

GROUPS = ("word", "place", "thing")
"""Where the name of a word is looked for, one after another."""
BESIDE = ("player", "button", *GROUPS)
"""Kinds of things that are no pieces: what stands behind the stroke says it all."""
UNSAID = ("agenda", "round", "phase", "turn", "scores", "winners")
"""Keys of a position that are no part of the table."""


def called(thing: str, words: Words) -> str:
    """What people call a word of the notation, a piece, a place or a player."""
    if thing == PLAY_ZONE:
        return words.gettext("Play area")
    if name := _first(GROUPS, thing, words):
        return name
    if words.is_player(thing):
        return words.player(thing)
    kind, slash, which = thing.partition("/")
    if not slash:
        return thing
    return called(which, words) if kind in BESIDE else str(piece(thing, words))


def noticed(sight: Observation, words: Words) -> str:
    """What was noticed: a thing that was touched, else a piece and where it was."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    return f"{called(sight.piece, words)} ({called(sight.zone, words)})"


def _first(groups: Sequence[str], word: str, words: Words) -> str:
    """What the first of those groups says that has a name for it; "" where none has."""
    return next((name for group in groups if (name := words.named(group, word)) != word), "")


# -- what happened


def tell(event: Event, words: Words) -> Told:
    """The event's text with its fields filled in; its tag and fields where it has none."""
    facts = asdict(event)
    tag = str(event.__struct_config__.tag)
    who = facts.get("who", "")
    filled = {name: fact(name, value, words) for name, value in facts.items()}
    text = words.named("event", tag)
    try:
        said = text.format_map(filled)
    except (LookupError, ValueError, AttributeError):
        said = text
    if text == tag:
        said = ", ".join([tag, *(each for name, each in filled.items() if name != "who")])
    return Told(said, who if words.is_player(who) else "")


def tell_all(before: Any, events: Sequence[Event], words: Words) -> Sequence[Told | None]:
    """Each by itself; once the game is over by them it is nobody's turn any more."""
    told: list[tuple[Told, bool]] = []
    for event in events:
        after = event.apply_to(before)
        told.append((tell(event, words), _passes_the_turn(before, after)))
        before = after
    over = before.outcome() is not None
    return [None if over and turn else each for each, turn in told]


def _passes_the_turn(before: Any, after: Any) -> bool:
    """Whether it is somebody else's turn now, and else nothing of what is told of the table is another."""
    was, now = before.to_json(), after.to_json()
    changed = {key for key in was | now if was.get(key) != now.get(key)}
    return "turn" in changed and changed <= {*UNSAID}


def notes(before: Any, after: Any, events: Sequence[Event], words: Words) -> Iterator[Line]:
    """Nothing beyond the events."""
    return iter(())


# -- what is to be done, and how the table lies


def asked(position: Any, words: Words) -> Asked | None:
    """What the clause asks for that governs the next decision; None when the game is over."""
    if position.outcome() is not None:
        return None
    turn = position.offered
    who = next(iter(turn.awaited_actors), "")
    choice = turn.after.get(who)
    clause = choice.clause if choice is not None else turn.out_of_turn_clause.id
    what = words.named("asked", clause)
    if what == clause:
        title = clause_title(words.game, clause, words.lang)
        what = title[:1].lower() + title[1:]
    return Asked(what, who if words.is_player(who) else "")


def known(position: Any, words: Words) -> Iterator[tuple[str, str]]:
    """Each plain value of the position that has a name among [fact], those of `players` of whom they are."""
    table = position.to_json()
    players = table.get("players", {})
    for who, values in (("", table), *(players.items() if isinstance(players, dict) else ())):
        for key, value in values.items() if isinstance(values, dict) else ():
            name = words.named("fact", key)
            if name != key and isinstance(value, str | int):
                yield who, f"{name}: {fact(key, value, words)}"


def _counted(value: Any, words: Words) -> str:
    """A part of a position on one line: `d2 white, d3 black`."""
    if isinstance(value, dict):
        return ", ".join(f"{called(str(key), words)} {_counted(each, words)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(_counted(each, words) for each in value)
    if isinstance(value, int):  # a count: as a word of the notation the same digits may be `take two`
        return str(value)
    return "" if value is None else called(str(value), words)


# -- words


def phrase(move: Move, words: Words) -> str:
    """The move's words by their names."""
    said = move.words[1:]
    if said[:1] == ("correct",):
        return f"{words.gettext('Correction')}: {' '.join(said[1:])}"
    return " ".join(called(word, words) for word in said)


def movement(movement: Movement, words: Words) -> str:
    """What is carried, from where, to where."""
    what, source, target = (called(word, words) for word in (movement.piece, movement.from_, movement.to))
    what = what if movement.count == 1 else f"{movement.count} × {what}"
    return words.sentence(
        words.gettext("{what}: from {source} to {target}", what=what, source=source, target=target)
    )


def fact(name: str, value: Any, words: Words) -> str:
    """A fact of an event or a refusal by its name; several with commas between."""
    if name == "at":  # a number here is a number, whatever a word of moves of the same digits is called
        return " ".join(each if each.isdecimal() else called(each, words) for each in str(value).split("/"))
    if isinstance(value, str):
        return ", ".join(called(word, words) for word in value.split())
    if isinstance(value, Mapping):
        return _counted(dict(value), words)
    if isinstance(value, Sequence):
        return ", ".join(fact(name, each, words) for each in value)
    return "–" if value is None else str(value)


def piece(word: str, words: Words) -> Called:
    """Its kind by name; which of them by the rest of its word, as far as that is known."""
    kind, _, name = word.partition("/")
    which = " ".join(called(part, words) for part in name.split("/") if part not in ("", UNKNOWN))
    return Called(_first(("thing", "place"), kind, words) or kind, which)


def counted(piece: str, number: int, words: Words) -> str:
    """Which of a kind it is; the kind where nobody knows, or where there is but one. A player's: and whose."""
    kind, *parts = piece.split("/")
    whose = ", ".join(words.player(part) for part in parts if words.is_player(part))
    which = " ".join(called(part, words) for part in parts if part != UNKNOWN and not words.is_player(part))
    if UNKNOWN in parts or not which:
        name = words.named("many", kind) if number != 1 else kind
        name = words.named("thing", kind) if name == kind else name
        whose = ", ".join(filter(None, (which, whose)))
    else:
        name = which
    name = f"{name} ({whose})" if whose else name
    return name if number == 1 else f"{name} {number}"


def does(word: str, words: Words) -> str:
    """Nothing is known of what a card does."""
    return ""
