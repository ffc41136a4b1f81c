"""Phrases of the Princes of Florence: moves without their player, movements of hands, and the facts of refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.florence.rules.grid_geometry import ROTATIONS
from companion.games.florence.rules.pieces import BONUS_CARD, COLOURS, PRESTIGE_CARD
from companion.games.florence.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN, Move
from companion.voice.language import mark_message
from companion.voice.movement_text import PlacePhrases, carrying_text, player_in, turning_text
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

# -- moves of the Princes of Florence as short phrases: what a player does, without the player

PATTERN_MARK = "…"
"""Stands in a list of moves for the pattern of a word."""


def describe_move(move: Move, translator: Translator) -> str:
    """The phrase of a move, in which a card that goes face down has no name.

    Words that are no move of this game stay as they are.
    """
    words = move.words[1:]
    match words:
        case ("bid" | "pass" | "done" | "skip" as word,):
            return translator.name_of("word", word)
        case ("keep" | "profession" | "bonus" as word, _):
            return translator.name_of("word", word)  # nobody may hear which card it is
        case ("correct", *_):
            return translator.gettext("Correction")
        case (word, *more) if how := _how(word, tuple(more), translator):
            return f"{translator.name_of('word', word)}: {how}"
    return " ".join(words)


def _how(word: str, more: Sequence[str], translator: Translator) -> str:
    """The phrase that follows the first word of a move; "" where there is none."""
    match word, *more:
        case ("open" | "choose", kind):
            return translator.name_of("kind", kind)
        case ("place" | "build", tile, square, turn) if turn in ROTATIONS:
            return f"{names.tile_name(translator, tile)}, {names.square_and_rotation_text(translator, square, turn)}"
        case ("freedom", freedom):
            return translator.name_of("freedom", freedom)
        case ("recruit", profession, "from", who):
            return names.name_with_owner(translator, translator.name_of("profession", profession), who)
        case ("sell", number) if number.isdecimal():
            return points_text(translator, int(number))
        case ("work", profession, *cards, "take", amount) if amount.isdecimal():
            return _work(profession, cards[1:], int(amount), translator)
        case ("prestige", who, *cards) if cards:
            shown = ", ".join(_card(card, translator) for card in cards if card != "...")
            return f"{translator.player_name(who)} ({shown})"
    return ""


def _work(profession: str, cards: Sequence[str], amount: int, translator: Translator) -> str:
    """The phrase of the worker, the bonus cards, and the income kept."""
    who = translator.name_of("profession", profession)
    if cards:
        who = f"{who} ({names.card_names_text(translator, BONUS_CARD, cards)})"
    return f"{who}, {names.florins_text(translator, amount)}"


def _card(card: str, translator: Translator) -> str:
    return PATTERN_MARK if card == "CARD" else names.card_name(translator, PRESTIGE_CARD, card)


# -- the sentences of movements: what people carry where after an undo or a correction

PLACE_PHRASES: PlacePhrases = {
    "bank": (mark_message("from the bank"), mark_message("to the bank")),
    "supply": (mark_message("from the supply"), mark_message("to the supply")),
    "stack": (mark_message("from the stack"), mark_message("to the stack")),
    "box": (mark_message("from the box"), mark_message("to the box")),
    "hand": (mark_message("from the hand"), mark_message("to the hand")),
    "table": (mark_message("from the table"), mark_message("to the table")),
    "used": (mark_message("from the bonus cards played"), mark_message("to the bonus cards played")),
    "aside": (mark_message("from what lies aside"), mark_message("to what lies aside")),
    "grid": (mark_message("from the grid ({where})"), mark_message("to the grid ({where})")),
    "pile": (mark_message("from the pile ({where})"), mark_message("to the pile ({where})")),
    "track": (
        mark_message("from square {where} of the track"),
        mark_message("to square {where} of the track"),
    ),
    "round": (mark_message("from round {where}"), mark_message("to round {where}")),
}


def describe_movement(movement: Movement, translator: Translator) -> str:
    """A movement as an instruction, led by the player whose pieces it moves."""
    what = _moved_piece(movement, translator)
    if movement.kind == "turn":
        return turning_text(translator, what, movement)
    return carrying_text(
        translator,
        what,
        movement,
        PLACE_PHRASES,
        _place_facts,
        giver=player_in(translator, movement.from_),
        taker=player_in(translator, movement.to),
        owner=player_in(translator, movement.piece),
    )


def _moved_piece(movement: Movement, translator: Translator) -> str:
    number = movement.count
    match movement.piece.split("/"):
        case ["money"]:
            return names.florins_text(translator, number)
        case ["points", _]:
            return translator.gettext("figure")
        case ["stone", _]:
            return translator.gettext("stone")
        case ["start"]:
            return translator.gettext("black figure")
        case ["round"]:
            return translator.gettext("black stone")
        case [kind, name] if name != UNKNOWN:
            name_text = names.card_name(translator, kind, name)
        case [kind, *_]:
            name_text = translator.name_of("thing", kind)
    return name_text if number == 1 else f"{name_text} ({number})"


def _place_facts(translator: Translator, place: str) -> Mapping[str, object]:
    match place.split("/"):
        case ["grid", _, square, turn]:
            return {"where": names.square_and_rotation_text(translator, square, turn)}
        case ["pile", what]:
            return {"where": translator.name_of("kind", what)}
    return {"where": " ".join(place.split("/")[1:])}


# -- the facts of refusals made readable: colours as players, words as names

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start", "player", "by")
MOVE_WORDS = (
    "open",
    "bid",
    "pass",
    "place",
    "keep",
    "choose",
    "recruit",
    "skip",
    "work",
    "build",
    "sell",
    "done",
)
"""Words of moves that do not also name a piece of the game."""
PLAIN_FACTS = ("path", "name", "value", "number", "points", "price", "money", "square")


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name` as people at the table say it; other values stay as they are."""
    text = str(value)
    if name in PLAYER_FACTS:
        return translator.joined_player_names(text.split() or [UNKNOWN])
    if name == "turn":
        return translator.player_name(text) if text in COLOURS else _turn(text, translator)
    if name == "at":
        return _where(text, translator)
    if name in PLAIN_FACTS:
        return text
    if name == "actions":
        return ", ".join(translator.name_of("word", each) for each in text.split()) or text
    if name == "action":
        return translator.name_of("word", text)
    if name == "card":
        return _card_fact(text, translator)
    return _piece_or_place(text, translator) if name == "word" else names.name_without_kind(translator, text)


def _turn(turn: str, translator: Translator) -> str:
    """The rotation of a tile in words; unknown ones stay as they are."""
    if turn not in ROTATIONS:
        return turn
    return names.rotation_text(translator, turn) or translator.gettext("not turned")


def _where(at: str, translator: Translator) -> str:
    """Where a piece lies within a place: square and rotation of a tile, a number, or the object of a pile."""
    square, slash, turn = at.partition("/")
    if not slash:
        return names.name_without_kind(translator, at)
    turned = names.rotation_text(translator, turn)
    return f"{square} ({turned})" if turned else square


def _card_fact(card: str, translator: Translator) -> str:
    if card == UNKNOWN:
        return translator.gettext("face down")
    return names.name_without_kind(translator, card)


def _piece_or_place(text: str, translator: Translator) -> str:
    """The words of a piece or place that was touched or shown (`landscape/forest`, `grid/blue/d4`)."""
    match text.split("/"):
        case ["player" | "sell", who]:
            return translator.player_name(who)
        case ["turn", turn]:
            return _turn(turn, translator)
        case ["take" | "points", which] | ["grid", _, which] if which not in COLOURS:
            return which
        case ["action", word]:
            return translator.name_of("word", word)
        case [_, card] if card not in (*COLOURS, UNKNOWN):
            return _card_fact(card, translator)
    if text == UNKNOWN:
        return _card_fact(text, translator)
    return (
        translator.name_of("word", text) if text in MOVE_WORDS else names.name_without_kind(translator, text)
    )
