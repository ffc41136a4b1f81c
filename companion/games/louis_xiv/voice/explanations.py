"""What lies on the table of Louis XIV, explained at a public position: what it is good for, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.louis_xiv.rules.edition import TILE_NEIGHBOURS, TILE_REWARDS, TILE_SIDES, TileCondition
from companion.games.louis_xiv.rules.phases.evaluation import ONCE_FIRST_MISSION, tie_breaking_player
from companion.games.louis_xiv.rules.phases.tile_ranking import players_with_most
from companion.games.louis_xiv.rules.pieces import (
    ARMS_KINDS,
    CHIPS,
    INFLUENCE_CARDS,
    JOKER,
    MISSION_STEPS,
    NEUTRAL,
    STACKS,
    SUBSTITUTE_ARMS,
    TILE_OF_PERSON,
    TILES,
    printed_chips,
)
from companion.games.louis_xiv.rules.state import POINTS_PER_MISSION, TableState
from companion.games.louis_xiv.voice import names
from companion.rules.moves import UNKNOWN
from companion.voice.language import mark_message
from companion.voice.ranking_text import counts_by_player_text, points_text
from companion.voice.translator import Translator, capitalised

CONDITION_CLAUSES = {"money": "L-3.4", "first": "L-3.5", "stones": "L-3.6"}
"""Kind of condition -> the clause about tiles that have it."""
KING_CLAUSE = "L-3.7"
"""The clause about the tile on which the king stands."""
AFTER_REWARD: Mapping[str, tuple[str, str]] = {
    "arms and stone": (
        mark_message("The stone may go on any tile: a later one counts this round, an earlier one the next"),
        "L-3.10",
    ),
    "stones": (mark_message("Then one stone goes from the general back to the own supply"), "L-3.10"),
    "influence": (mark_message("The card is for later: it cannot be played in this phase"), "L-3.12"),
    "arms and intrigue": (mark_message("The card is for later: it cannot be played in this phase"), "L-3.12"),
}
"""Reward -> what else to know of it, and the clause."""
NEUTRAL_COUNTS = mark_message("Neutral stones count, but the neutral player gets nothing")
Sentences = Iterator[tuple[str, str]]
"""Sentences, each with its clause or ""."""


def explain(word: str, position: TableState, translator: Translator) -> Sentences:
    """What a place or a piece of that word is about; nothing where `[about]` of names.toml says it all."""
    match word.split("/"):
        case ["tile", number] if number in map(str, position.tiles):
            yield from _tile(int(number), position, translator)
        case ["card", card] | [card] if card in INFLUENCE_CARDS:
            yield from _influence_card(card, position, translator)
        case ["chip", chip] | ["swap", _, chip] | [chip] if chip in CHIPS:
            yield from _chip(chip, translator)
        case ["stone", who] | [who] if who in (*position.players, NEUTRAL):
            yield _stones_of(who, position, translator)
        case ["arms", kind] | [kind, *_] if kind in (*ARMS_KINDS, SUBSTITUTE_ARMS):
            yield _arms(kind, translator)
        case ["mission" | "intrigue" | "money" | "stack" | "return" as kind, *which]:
            yield from _other_card(kind, "/".join(which), translator)


def _other_card(kind: str, which: str, translator: Translator) -> Sentences:
    """A card that is no influence card, or a stack; `which` is "" for the symbol of all of them."""
    if which in MISSION_STEPS:
        yield from _mission(which, translator)
    elif which.partition("/")[0] in STACKS:
        yield translator.meaning_of(which.partition("/")[0])
    elif not which or which == UNKNOWN:
        yield translator.meaning_of(f"{kind}/{UNKNOWN}")
    elif kind == "intrigue" and which in map(str, TILES):
        yield from _intrigue_card(which, translator)
    elif kind == "money" and which.partition(":")[0].isdecimal():
        yield _money_card(which, translator)


# -- a tile


def _tile(tile: int, position: TableState, translator: Translator) -> Sentences:
    """Its reward, what is needed for it and who has that now, then what else to know of it."""
    condition = position.condition(tile)
    reward = names.reward_text(translator, tile)
    yield translator.gettext("Reward: {reward}", reward=reward), "L-M8"
    yield from _needed(condition, position.king == tile, translator)
    if condition.kind == "stones":
        yield _who_has_enough(tile, condition.number, position, translator), "L-3.6"
    else:
        yield from _who_leads(tile, condition, position, translator)
    if more := AFTER_REWARD.get(TILE_REWARDS[tile]):
        text, clause = more
        yield translator.gettext(text), clause
    neighbours = translator.join_with_and(
        [names.person_name(translator, other) for other in TILE_NEIGHBOURS[tile]]
    )
    yield translator.gettext("Stones may jump from here to: {tiles}", tiles=neighbours), "L-2.4"
    if not position.is_last_round:
        sides = position.config.edition.conditions[tile]
        other = sides[1 - TILE_SIDES.index(position.tiles[tile].side)]
        yield (
            translator.gettext(
                "The other side, once it is turned over: {condition}",
                condition=_condition_text(other, translator),
            ),
            "L-3.8",
        )


def _condition_text(condition: TileCondition, translator: Translator) -> str:
    match condition.kind:
        case "money":
            return names.louis_text(translator, condition.number)
        case "stones":
            return names.stone_count_text(translator, condition.number)
    return translator.name_of("condition", condition.kind)


def _needed(condition: TileCondition, has_king: bool, translator: Translator) -> Sentences:
    """Who gets the reward, and for what."""
    price = names.louis_text(translator, condition.number)
    match condition.kind, has_king:
        case "stones", _:
            text = translator.ngettext(
                "Everyone with at least {n} stone here gets it",
                "Everyone with at least {n} stones here gets it",
                condition.number,
            )
        case "money", True:
            text = translator.gettext(
                "The king is here: first alone gets it and a crown, second alone gets it free, others pay {louis}",
                louis=price,
            )
        case _, True:
            text = translator.gettext(
                "The king is here: first alone gets it and a crown, second alone gets it, others nothing"
            )
        case "money", _:
            text = translator.gettext(
                "Alone with most stones: free. Everyone else with a stone here may buy it for {louis}",
                louis=price,
            )
        case _:
            text = translator.gettext("Only whoever alone has most stones here gets it")
    yield text, KING_CLAUSE if has_king and condition.kind != "stones" else CONDITION_CLAUSES[condition.kind]


def _who_has_enough(tile: int, least: int, position: TableState, translator: Translator) -> str:
    stones = position.tiles[tile].stones
    enough = {who: stones[who] for who in position.players if stones.get(who, 0) >= least}
    if not enough:
        return translator.gettext("Nobody has enough stones here now")
    return translator.gettext("Enough now: {stones}", stones=counts_by_player_text(translator, enough))


def _who_leads(
    tile: int, condition: TileCondition, position: TableState, translator: Translator
) -> Sentences:
    """Who has most stones, and what comes of a tie or of the neutral player (L-3.3 to L-3.7, L-3.11)."""
    stones = {who: count for who, count in position.tiles[tile].stones.items() if count}
    leaders = players_with_most(stones)
    has_king = position.king == tile
    clause = KING_CLAUSE if has_king else CONDITION_CLAUSES[condition.kind]
    counted = counts_by_player_text(translator, stones)
    if not leaders:
        yield translator.gettext("No stone lies here now"), clause
        return
    if len(leaders) == 1:
        who = translator.player_name(leaders[0])
        yield translator.gettext("{who} has most now: {stones}", who=who, stones=counted), clause
    elif has_king:
        yield (
            translator.gettext(
                "A tie for the most now: {stones}. Each of them gets it without a crown, nobody is second",
                stones=counted,
            ),
            clause,
        )
    elif condition.kind == "money":
        yield (
            translator.gettext("A tie for the most now, nobody gets it free: {stones}", stones=counted),
            clause,
        )
    else:
        yield translator.gettext("A tie for the most now, nobody gets it: {stones}", stones=counted), clause
    if breaker := tie_breaking_player(position, tile):
        yield (
            translator.gettext(
                "{who} may count as first alone by the mission {mission}",
                who=translator.player_name(breaker),
                mission=names.mission_name(translator, ONCE_FIRST_MISSION),
            ),
            "L-3.3",
        )
    if NEUTRAL in stones:
        yield translator.gettext(NEUTRAL_COUNTS), "L-3.11"


# -- cards


def _influence_card(card: str, position: TableState, translator: Translator) -> Sentences:
    if card == JOKER:
        yield (
            translator.gettext(
                "Places one stone on any tile and, if wanted, a second one there or on a neighbour"
            ),
            "L-2.5",
        )
        yield translator.gettext("Or takes two stones back from the general supply, and places none"), "L-2.6"
        return
    tile = TILE_OF_PERSON[card]
    yield (
        translator.gettext(
            "Places one to three stones from the own supply on {tile}",
            tile=names.person_name(translator, tile),
        ),
        "L-2.4",
    )
    yield (
        translator.gettext(
            "One of them stays, the others may jump to one neighbour, and from there once more"
        ),
        "L-2.4",
    )
    yield translator.gettext("Or takes three stones back from the general supply, and places none"), "L-2.6"
    neighbours = [names.person_name(translator, other) for other in TILE_NEIGHBOURS[tile]]
    yield (
        translator.gettext("The neighbours: {tiles}", tiles=translator.join_with_and(neighbours)),
        "L-M7",
    )
    if stones := position.tiles[tile].stones:
        yield (
            translator.gettext(
                "Stones there now: {stones}", stones=counts_by_player_text(translator, stones)
            ),
            "",
        )


def _intrigue_card(number: str, translator: Translator) -> Sentences:
    tile = names.person_name(translator, number)
    yield translator.gettext("Played just before this tile is evaluated: {tile}", tile=tile), "L-3.2"
    yield (
        translator.gettext("Adds one stone from the general supply there, or one or two from the own supply"),
        "L-3.2",
    )


def _mission(name: str, translator: Translator) -> Sentences:
    """What it does when laid out, what it takes, and its points."""
    yield translator.meaning_of(name.partition(":")[0])
    first, second = printed_chips(name)
    chips = [names.chip_name(translator, first)]
    if second == "?":
        chips.append(translator.gettext("any other chip"))
    elif second != first:
        chips.append(names.chip_name(translator, second))
    else:
        chips[0] = f"{chips[0]} 2"
    yield (
        translator.gettext(
            "Laid out for: {chips}. A crown stands for any chip", chips=translator.join_with_and(chips)
        ),
        "L-4.1",
    )
    yield (
        translator.gettext(
            "Laid out, it stays to the end: {points}", points=points_text(translator, POINTS_PER_MISSION)
        ),
        "L-4.7",
    )


def _money_card(card: str, translator: Translator) -> tuple[str, str]:
    louis, _, tile = card.partition(":")
    return (
        translator.gettext(
            "Everyone got {louis}, and the king went to {tile}",
            louis=names.louis_text(translator, int(louis)),
            tile=names.person_name(translator, tile),
        ),
        "L-1.1",
    )


# -- what lies in front of the players


def _chip(chip: str, translator: Translator) -> Sentences:
    name = capitalised(names.chip_name(translator, chip))
    if chip == "crown":
        yield (
            translator.gettext("{chip}: stands for any chip when a mission is fulfilled", chip=name),
            "L-4.1",
        )
    else:
        yield translator.gettext("{chip}: a chip; two that fit fulfil a mission", chip=name), "L-4.1"
    yield (
        translator.gettext("After the missions everyone keeps one chip; any other becomes a coat of arms"),
        "L-4.4",
    )


def _stones_of(who: str, position: TableState, translator: Translator) -> tuple[str, str]:
    if who == NEUTRAL:
        return translator.gettext(NEUTRAL_COUNTS), "L-3.11"
    on_tiles = sum(tile.stones.get(who, 0) for tile in position.tiles.values())
    player = position.players[who]
    return (
        translator.gettext(
            "Stones, {who}: own supply {own}, general supply {general}, on tiles {tiles}",
            who=translator.player_name(who),
            own=player.own,
            general=player.general,
            tiles=on_tiles,
        ),
        "L-S4",
    )


def _arms(kind: str, translator: Translator) -> tuple[str, str]:
    if kind == SUBSTITUTE_ARMS:
        return translator.gettext("Stands for a coat of arms, as none is left; it counts one point"), "L-M6"
    return (
        translator.gettext(
            "One of six kinds, one point each; whoever has most of a kind at the end gets one more"
        ),
        "L-5.2",
    )
