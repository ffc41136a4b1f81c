"""The voice of a game that brings none: a `GameVoice` of companion.voice.say that knows nothing but the game's names.

Of `data/names.toml` it takes, besides what every game must have:

    event     tag of an event -> what happens: a predicate where the event has a field `who`, else a sentence.
              The event's fields stand in braces: `puts a man on {point}`
    asked     clause of a decision -> what is to be done now, beginning small; else the clause's title
    word      a word of the notation
    place     a zone
    thing     a kind of piece (`man`), what is touched (`"pit/1"`: a button says that), and what a position counts

A word that has no name is said as it is written. How the table lies is told by the keys of `Position.to_json`, a line
each; what lies there for each player has a line for each of them. Numbers there are told as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from companion.rules.hands import Hand
from companion.rules.moves import FINGER, PLAY, Move, Sight
from companion.rules.tale import Event
from companion.voice.catalogue import clause_title
from companion.voice.told import Asked, Called, Line, Told
from companion.voice.words import Words

GROUPS = ("word", "place", "thing")
"""Where the name of a word is looked for, one after another."""
BESIDE = ("player", "button", *GROUPS)
"""Kinds of things that are no pieces: what stands behind the stroke says it all."""
UNSAID = ("agenda", "round", "phase", "turn", "scores", "winners")
"""Keys of a position that are not told as a part of the table."""


def called(thing: str, words: Words) -> str:
    """What people call a word of the notation, a piece, a place or a player."""
    if thing == PLAY:
        return words.gettext("Play area")
    for group in GROUPS:
        if (name := words.named(group, thing)) != thing:
            return name
    if _is_player(thing, words):
        return words.player(thing)
    kind, slash, which = thing.partition("/")
    if not slash:
        return thing
    return called(which, words) if kind in BESIDE else str(piece(thing, words))


def noticed(sight: Sight, words: Words) -> str:
    """What was noticed: a thing that was touched, else a piece and where it was."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    return f"{called(sight.piece, words)} ({called(sight.zone, words)})"


def _is_player(word: object, words: Words) -> bool:
    return word in words.people or words.named("colour", word) != word


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
    return Told(said, who if _is_player(who, words) else "")


def tell_all(before: Any, events: Sequence[Event], words: Words) -> Sequence[Told | None]:
    """Each by itself; once the game is over by them it is nobody's turn any more."""
    told: list[tuple[Told, bool]] = []
    for event in events:
        after = event.change(before)
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
    who = next(iter(turn.awaited), "")
    choice = turn.after.get(who)
    clause = choice.clause if choice is not None else turn.not_you.id
    what = words.named("asked", clause)
    if what == clause:
        title = clause_title(words.game, clause, words.lang)
        what = title[:1].lower() + title[1:]
    return Asked(what, who if _is_player(who, words) else "")


def laid(position: Any, words: Words) -> Iterator[str]:
    """The public position, a line for each of its parts."""
    table = position.public().to_json()
    yield words.sentence(
        f"{words.gettext('Round {round}', round=table['round'])}, {words.named('phase', table['phase'])}"
    )
    for key, value in table.items():
        if key in UNSAID:
            continue
        if isinstance(value, dict) and value and all(_is_player(who, words) for who in value):
            for who, its in value.items():
                what = (
                    "" if isinstance(its, dict) else f"{called(key, words)} "
                )  # a dict has names for its parts
                yield words.sentence(f"{words.player(who)}: {what}{_counted(its, words) or '–'}")
        else:
            yield words.sentence(f"{called(key, words)}: {_counted(value, words) or '–'}")


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


def hand(hand: Hand, words: Words) -> str:
    """What is carried, from where, to where."""
    what, source, target = (called(word, words) for word in (hand.what, hand.from_, hand.to))
    what = what if hand.count == 1 else f"{hand.count} × {what}"
    return words.sentence(
        words.gettext("{what}: from {source} to {target}", what=what, source=source, target=target)
    )


def fact(name: str, value: Any, words: Words) -> str:
    """A fact of an event or a refusal by its name; several with commas between."""
    if isinstance(value, str):
        return ", ".join(called(word, words) for word in value.split())
    if isinstance(value, Mapping):
        return _counted(dict(value), words)
    if isinstance(value, Sequence):
        return ", ".join(fact(name, each, words) for each in value)
    return "–" if value is None else str(value)


def piece(word: str, words: Words) -> Called:
    """Its kind by name; which of them by the rest of its word."""
    kind, _, name = word.partition("/")
    return Called(
        words.named("thing", kind), " ".join(called(part, words) for part in name.split("/") if part)
    )


def does(word: str, words: Words) -> str:
    """Nothing is known of what a card does."""
    return ""
