"""Moves of Louis XIV as short phrases: what a player does, without the player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.louis_xiv.rules.phases.rewards import MAINTENON_STONES_TILE
from companion.games.louis_xiv.rules.pieces import JOKER
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.event_sentences import stones_on_tile_text
from companion.rules.moves import Move
from companion.voice.translator import Translator


def describe_move(move: Move, translator: Translator) -> str:
    """The phrase of a move; words that are no move of this game stay as they are."""
    words = move.words[1:]
    try:
        return (
            _by_table(words, translator)
            or _with_card(words, translator)
            or _with_mission(words, translator)
            or _by_player(words, translator)
        )
    except (LookupError, ValueError):
        return " ".join(words)


def _by_table(words: tuple[str, ...], translator: Translator) -> str:
    match words:
        case ("money", louis, tile):
            king = names.person_name(translator, tile)
            return translator.gettext(
                "Money card: {louis}, the king at {tile}",
                louis=names.louis_text(translator, int(louis)),
                tile=king,
            )
        case ("neutral", *cards):
            persons = [
                names.influence_card_name(translator, JOKER)
                if card == JOKER
                else names.person_name(translator, card)
                for card in cards
            ]
            return _with_colon(translator.name_of("word", "neutral"), ", ".join(persons))
        case ("arms", who, *kinds):
            counts = dict(kind.split(":") for kind in kinds)
            shown = names.arms_by_kind_text(translator, {kind: int(count) for kind, count in counts.items()})
            return _with_colon(
                translator.name_of("word", "arms"), f"{translator.player_name(who)} {shown}".rstrip()
            )
        case ("correct", *values):
            return _with_colon(translator.gettext("Correction"), " ".join(values))
        case ("money" | "neutral" | "evaluate" as word,):
            return translator.name_of("word", word)
    return ""


def _with_card(words: tuple[str, ...], translator: Translator) -> str:
    """The phrase of an influence card played."""
    match words:
        case (card, "place", *tiles):
            return _with_colon(names.influence_card_name(translator, card), _path(tiles, translator))
        case (card, "take"):
            return _with_colon(
                names.influence_card_name(translator, card), translator.name_of("word", "take")
            )
        case (card, "four", "place", *tiles):
            return _with_colon(_as_four(card, translator), _path(tiles, translator))
        case (card, "four", "take"):
            return _with_colon(_as_four(card, translator), translator.name_of("word", "take"))
        case ("exchange", card):
            return _with_colon(
                translator.name_of("word", "exchange"), names.influence_card_name(translator, card)
            )
    return ""


def _with_mission(words: tuple[str, ...], translator: Translator) -> str:
    """The phrase of what is done with missions and their chips."""
    match words:
        case ("fulfil", mission, *chips):
            paid = ", ".join(names.chip_name(translator, chip) for chip in chips)
            return _with_colon(
                translator.name_of("word", "fulfil"), f"{names.mission_name(translator, mission)}, {paid}"
            )
        case ("draw", stack):
            return _with_colon(translator.name_of("word", "draw"), translator.name_of("stack", stack))
        case ("swap" | "keep" as word, chip):
            return _with_colon(translator.name_of("word", word), names.chip_name(translator, chip))
        case ("renew", *steps):
            return _renewal(steps, translator)
    return ""


def _by_player(words: tuple[str, ...], translator: Translator) -> str:
    match words:
        case ("plus-two", way):
            return translator.name_of("plus-two", way)
        case ("mission-stone" | "stone", tile):
            return stones_on_tile_text(translator, 1, int(tile))
        case ("stones", number):
            return stones_on_tile_text(translator, int(number), MAINTENON_STONES_TILE)
        case ("intrigue", card, supply, *number):
            return _intrigue(card, supply, int(number[0]) if number else 1, translator)
        case (word, "yes" | "no" as answer):
            return _with_colon(translator.name_of("word", word), translator.name_of("word", answer))
        case (word,):
            return translator.name_of("word", word)
    return " ".join(words)


def _with_colon(what: str, how: str) -> str:
    return f"{what}: {how}"


def _as_four(card: str, translator: Translator) -> str:
    return translator.gettext("{card} as 4 stones", card=names.influence_card_name(translator, card))


def _path(tiles: Sequence[str], translator: Translator) -> str:
    """The stones of a card by tile, in the order in which the tiles are reached."""
    return ", ".join(
        stones_on_tile_text(translator, tiles.count(tile), int(tile)) for tile in dict.fromkeys(tiles)
    )


def _intrigue(card: str, supply: str, number: int, translator: Translator) -> str:
    stones = stones_on_tile_text(translator, number, int(card))
    own, general = translator.gettext("from the own supply"), translator.gettext("from the general supply")
    return _with_colon(
        translator.name_of("word", "intrigue"), f"{stones} {own if supply == 'own' else general}"
    )


def _renewal(steps: Sequence[str], translator: Translator) -> str:
    """The phrase of `return light draw dark`: stacks returned to, then drawn from."""
    stacks: dict[str, list[str]] = {"return": [], "draw": []}
    for step, stack in zip(steps[::2], steps[1::2], strict=True):
        stacks[step].append(translator.name_of("stack", stack))
    return "; ".join(
        _with_colon(translator.name_of("word", step), ", ".join(each)) for step, each in stacks.items()
    )
