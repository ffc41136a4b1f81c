"""Moves of Louis XIV as short phrases: what a player does, without saying who."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.louis_xiv.rules.pieces import JOKER
from companion.games.louis_xiv.rules.rewards import MAINTENON_GIVES_ON
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.moved import stones_on
from companion.rules.moves import Move
from companion.voice.translator import Translator


def phrase(move: Move, words: Translator) -> str:
    """What the move does; what is no move of this game stays as it was written."""
    said = move.words[1:]
    try:
        return (
            _by_table(said, words)
            or _with_card(said, words)
            or _with_mission(said, words)
            or _by_player(said, words)
        )
    except (LookupError, ValueError):
        return " ".join(said)


def _by_table(said: tuple[str, ...], words: Translator) -> str:
    match said:
        case ("money", louis, tile):
            king = names.tile(words, tile)
            return words.gettext(
                "Money card: {louis}, the king at {tile}", louis=names.louis(words, int(louis)), tile=king
            )
        case ("neutral", *cards):
            persons = [
                names.card(words, JOKER) if card == JOKER else names.tile(words, card) for card in cards
            ]
            return _colon(words.name_of("word", "neutral"), ", ".join(persons))
        case ("arms", who, *kinds):
            counts = dict(kind.split(":") for kind in kinds)
            shown = names.kinds(words, {kind: int(count) for kind, count in counts.items()})
            return _colon(words.name_of("word", "arms"), f"{words.player_name(who)} {shown}".rstrip())
        case ("correct", *values):
            return _colon(words.gettext("Correction"), " ".join(values))
        case ("money" | "neutral" | "evaluate" as word,):
            return words.name_of("word", word)
    return ""


def _with_card(said: tuple[str, ...], words: Translator) -> str:
    """An influence card played."""
    match said:
        case (card, "place", *tiles):
            return _colon(names.card(words, card), _path(tiles, words))
        case (card, "take"):
            return _colon(names.card(words, card), words.name_of("word", "take"))
        case (card, "four", "place", *tiles):
            return _colon(_as_four(card, words), _path(tiles, words))
        case (card, "four", "take"):
            return _colon(_as_four(card, words), words.name_of("word", "take"))
        case ("exchange", card):
            return _colon(words.name_of("word", "exchange"), names.card(words, card))
    return ""


def _with_mission(said: tuple[str, ...], words: Translator) -> str:
    """What is done with missions and their chips."""
    match said:
        case ("fulfil", mission, *chips):
            paid = ", ".join(names.chip(words, chip) for chip in chips)
            return _colon(words.name_of("word", "fulfil"), f"{names.mission(words, mission)}, {paid}")
        case ("draw", stack):
            return _colon(words.name_of("word", "draw"), words.name_of("stack", stack))
        case ("swap" | "keep" as word, chip):
            return _colon(words.name_of("word", word), names.chip(words, chip))
        case ("renew", *steps):
            return _renewal(steps, words)
    return ""


def _by_player(said: tuple[str, ...], words: Translator) -> str:
    match said:
        case ("plus-two", way):
            return words.name_of("plus-two", way)
        case ("mission-stone" | "stone", tile):
            return stones_on(words, 1, int(tile))
        case ("stones", number):
            return stones_on(words, int(number), MAINTENON_GIVES_ON)
        case ("intrigue", card, supply, *number):
            return _intrigue(card, supply, int(number[0]) if number else 1, words)
        case (word, "yes" | "no" as answer):
            return _colon(words.name_of("word", word), words.name_of("word", answer))
        case (word,):
            return words.name_of("word", word)
    return " ".join(said)


def _colon(what: str, how: str) -> str:
    return f"{what}: {how}"


def _as_four(card: str, words: Translator) -> str:
    return words.gettext("{card} as 4 stones", card=names.card(words, card))


def _path(tiles: Sequence[str], words: Translator) -> str:
    """The stones of a card by tile, in the order in which the tiles are reached."""
    return ", ".join(stones_on(words, tiles.count(tile), int(tile)) for tile in dict.fromkeys(tiles))


def _intrigue(card: str, supply: str, number: int, words: Translator) -> str:
    stones = stones_on(words, number, int(card))
    own, general = words.gettext("from the own supply"), words.gettext("from the general supply")
    return _colon(words.name_of("word", "intrigue"), f"{stones} {own if supply == 'own' else general}")


def _renewal(steps: Sequence[str], words: Translator) -> str:
    """`return light draw dark`: stacks returned to, then drawn from."""
    stacks: dict[str, list[str]] = {"return": [], "draw": []}
    for step, stack in zip(steps[::2], steps[1::2], strict=True):
        stacks[step].append(words.name_of("stack", stack))
    return "; ".join(_colon(words.name_of("word", step), ", ".join(each)) for step, each in stacks.items())
