"""The voice of a game that brings none: a `GameVoice` (companion.voice.voice) that knows only the game's names.

Of `data/names.toml` it takes, besides what every game must have (`game`, `colour` and `phase`, see
companion.voice.game_texts.load_names):

    event     tag of an event -> what happens: a predicate where the event has a field `who`, else a sentence. The
              event's fields stand in braces: `puts a man on {point}`
    asked     clause of a decision -> what is to be done now, beginning with a small letter; else the clause's title
    word      a word of the notation
    place     a zone, or the name of all places that begin so
    thing     a kind of piece (`man`), and a touch target (`"pit/1"`), whose name is on a button
    piece     a piece whose whole word is its kind (`money`), in the table check, where `thing` says something else
    many      a kind of piece after a number, where that is another word (`men`)
    points    tag of an event that makes points, or `opening` or `corrected` -> what they are for (`missions`)
    about     what a place, a piece, an answer or a symbol means (companion.voice.explanations)
    fact      a plain value of the position, or of a player in `players`, which is spoken with the table (`quiet`);
              and a fact of a place (companion.voice.table_text)

A word that has no name is given as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from companion.rules.game import AssumedValue
from companion.rules.moves import FINGER, PLAY_ZONE, UNKNOWN, Move, Observation
from companion.rules.transaction import Event
from companion.voice.game_texts import clause_title
from companion.voice.narration import EventNarration, Majority, NarrationLine, PieceName, TurnPrompt
from companion.voice.translator import Translator

if TYPE_CHECKING:  # the first page needs no movements
    from companion.rules.movements import Movement

NAME_GROUPS = ("word", "place", "thing")
"""The groups in which the name of a word is looked for, one after another."""
NON_PIECE_KINDS = ("player", "button", *NAME_GROUPS)
"""Kinds of targets that are no pieces: the part behind the slash is enough."""
KEYS_OUTSIDE_TABLE = ("agenda", "round", "phase", "turn", "scores", "winners")
"""Keys of a position that are no part of the table."""


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The name of a word of the notation, a piece, a place or a player."""
    if touch_target == PLAY_ZONE:
        return translator.gettext("Play area")
    if name := translator.first_name_of(NAME_GROUPS, touch_target):
        return name
    if translator.is_player_colour(touch_target):
        return translator.player_name(touch_target)
    kind, slash, which = touch_target.partition("/")
    if not slash:
        return touch_target
    return (
        touch_target_name(which, translator)
        if kind in NON_PIECE_KINDS
        else str(piece_name(touch_target, translator))
    )


def describe_observation(observation: Observation, translator: Translator) -> str:
    """An observation in words: a touched target, else a piece and where it was."""
    if observation.piece == FINGER:
        return touch_target_name(observation.zone, translator)
    return f"{touch_target_name(observation.piece, translator)} ({touch_target_name(observation.zone, translator)})"


def describe_assumed_value(value: AssumedValue, translator: Translator) -> str:
    """A value that nobody has read off this copy yet: each word of its name and of what is assumed by its name."""
    return ": ".join(
        " ".join(touch_target_name(word, translator) for word in text.split())
        for text in (value.name, value.value)
    )


# -- what happened


def narrate_event(event: Event, translator: Translator) -> EventNarration:
    """The event's text with its fields filled in; its tag and fields where it has no text."""
    facts = asdict(event)
    tag = str(event.__struct_config__.tag)
    player = facts.get("who", "")
    filled = {name: format_fact(name, value, translator) for name, value in facts.items()}
    text = translator.name_of("event", tag)
    try:
        narration = text.format_map(filled)
    except (LookupError, ValueError, AttributeError):
        narration = text
    if text == tag:
        narration = ", ".join([tag, *(each for name, each in filled.items() if name != "who")])
    return EventNarration(narration, player if translator.is_player_colour(player) else "")


def narrate_events(
    before: Any, events: Sequence[Event], translator: Translator
) -> Sequence[EventNarration | None]:
    """Each event by itself; where the game is over after them, without the turn of another player."""
    narrations: list[tuple[EventNarration, bool]] = []
    for event in events:
        after = event.apply_to(before)
        narrations.append((narrate_event(event, translator), _passes_the_turn(before, after)))
        before = after
    is_over = before.outcome() is not None
    return [None if is_over and turn else each for each, turn in narrations]


def _passes_the_turn(before: Any, after: Any) -> bool:
    """Whether it is another player's turn now, and nothing else on the table has changed."""
    old, new = before.to_json(), after.to_json()
    changed = {key for key in old | new if old.get(key) != new.get(key)}
    return "turn" in changed and changed <= {*KEYS_OUTSIDE_TABLE}


def narrate_consequences(
    before: Any, after: Any, events: Sequence[Event], translator: Translator
) -> Iterator[NarrationLine]:
    """Nothing beyond the events."""
    return iter(())


def majority(before: Any, event: Event, translator: Translator) -> Majority | None:
    """The majority that an event on the position `before` decided: here no event decides any."""
    return None


# -- prompts and the table


def turn_prompt(position: Any, translator: Translator) -> TurnPrompt | None:
    """The request of the clause that governs the next decision; None when the game is over."""
    if position.outcome() is not None:
        return None
    turn = position.choice_tree
    player = next(iter(turn.awaited_actors), "")
    choice = turn.choice_by_actor.get(player)
    clause = choice.clause_id if choice is not None else turn.out_of_turn_clause.id
    what = translator.name_of("asked", clause)
    if what == clause:
        title = clause_title(translator.game, clause, translator.lang)
        what = title[:1].lower() + title[1:]
    return TurnPrompt(what, player if translator.is_player_colour(player) else "")


def public_facts(position: Any, translator: Translator) -> Iterator[tuple[str, str]]:
    """Each plain value of the position that has a name among [fact]: (player or "", text)."""
    table = position.to_json()
    players = table.get("players", {})
    for player, values in (("", table), *(players.items() if isinstance(players, dict) else ())):
        for key, value in values.items() if isinstance(values, dict) else ():
            name = translator.name_of("fact", key)
            if name != key and isinstance(value, str | int):
                yield player, f"{name}: {format_fact(key, value, translator)}"


def _compact_json_text(value: Any, translator: Translator) -> str:
    """A part of a position on one line: `d2 white, d3 black`."""
    if isinstance(value, dict):
        return ", ".join(
            f"{touch_target_name(str(key), translator)} {_compact_json_text(each, translator)}"
            for key, each in value.items()
        )
    if isinstance(value, list):
        return ", ".join(_compact_json_text(each, translator) for each in value)
    if isinstance(value, int):  # a count: the same digits as a word of the notation may mean `take two`
        return str(value)
    return "" if value is None else touch_target_name(str(value), translator)


# -- words


def describe_move(move: Move, translator: Translator) -> str:
    """The names of the move's words."""
    words = move.words[1:]
    if words[:1] == ("correct",):
        return translator.gettext("Correction")
    return " ".join(touch_target_name(word, translator) for word in words)


def describe_movement(movement: Movement, translator: Translator) -> str:
    """What is moved, from where, to where."""
    what, source, target = (
        touch_target_name(word, translator) for word in (movement.piece, movement.from_, movement.to)
    )
    what = what if movement.count == 1 else f"{movement.count} × {what}"
    return translator.to_sentence(
        translator.gettext("{what}: from {source} to {target}", what=what, source=source, target=target)
    )


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """A fact of an event or a refusal by its name; several separated by commas."""
    if name == "at":  # a number here is no word of the notation
        return " ".join(
            each if each.isdecimal() else touch_target_name(each, translator)
            for each in str(value).split("/")
        )
    if isinstance(value, str):
        return ", ".join(touch_target_name(word, translator) for word in value.split())
    if isinstance(value, Mapping):
        return _compact_json_text(dict(value), translator)
    if isinstance(value, Sequence):
        return ", ".join(format_fact(name, each, translator) for each in value)
    return "–" if value is None else str(value)


def piece_name(word: str, translator: Translator) -> PieceName:
    """The name of the piece's kind, and which one it is by the rest of its word, as far as that is known."""
    kind, _, name = word.partition("/")
    which = " ".join(
        touch_target_name(part, translator) for part in name.split("/") if part not in ("", UNKNOWN)
    )
    return PieceName(translator.first_name_of(("thing", "place"), kind) or kind, which)


def format_piece_count(piece: str, number: int, translator: Translator) -> str:
    """The name of the piece, of its kind where it is unknown or the only one, with the number and the owner."""
    kind, *parts = piece.split("/")
    whose = ", ".join(translator.player_name(part) for part in parts if translator.is_player_colour(part))
    which = " ".join(
        touch_target_name(part, translator)
        for part in parts
        if part != UNKNOWN and not translator.is_player_colour(part)
    )
    if UNKNOWN in parts or not which:
        name = translator.name_of("many", kind) if number != 1 else kind
        name = translator.name_of("thing", kind) if name == kind else name
        whose = ", ".join(filter(None, (which, whose)))
    else:
        name = which
    name = f"{name} ({whose})" if whose else name
    return name if number == 1 else f"{name} {number}"


def card_effect(word: str, translator: Translator) -> str:
    """Nothing: the effects of cards are unknown here."""
    return ""


def put_back_question(translator: Translator) -> str:
    """Which of their pieces a player puts back."""
    return translator.gettext("Which of these goes back?")


def explain(word: str, position: Any, translator: Translator) -> Iterator[tuple[str, str]]:
    """Nothing beyond what layout, judge and `data/names.toml` say of it."""
    return iter(())
