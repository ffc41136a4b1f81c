"""Notes on who leads on a tile: at all levels when the lead changes, at level full always."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.louis_xiv.rules.events import NeutralStonesPlaced, StonesPlaced
from companion.games.louis_xiv.rules.phases.tile_ranking import rank_tile
from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.state import TableState
from companion.games.louis_xiv.voice import names
from companion.rules.multiset import Multiset
from companion.rules.transaction import Event
from companion.voice.narration import NarrationLine
from companion.voice.translator import Translator


def narrate_consequences(
    before: TableState, after: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[NarrationLine]:
    """The notes on the tiles where stones were placed."""
    placed = [each.tile for each in events if isinstance(each, (StonesPlaced, NeutralStonesPlaced))]
    for tile in dict.fromkeys(placed):
        condition = after.condition(tile)
        stones_before, stones = before.tiles[tile].stones, after.tiles[tile].stones
        if condition.kind == "stones":
            yield from _stones_wanted_notes(tile, condition.number, stones_before, stones, translator)
        else:
            yield from _lead_notes(tile, stones_before, stones, translator)


def _stones_wanted_notes(
    tile: int, wanted: int, stones_before: Multiset, stones: Multiset, translator: Translator
) -> Iterator[NarrationLine]:
    """L-3.6: how many of the stones asked for somebody has; at level short once they are enough."""
    name = names.person_name(translator, tile)
    for who, count in stones.items():
        had = stones_before.get(who, 0)
        if who == NEUTRAL or count == had or had >= wanted:
            continue
        if count >= wanted:
            text = translator.gettext(
                "{who} now has enough stones at {tile}", who=translator.player_name(who), tile=name
            )
        else:
            text = translator.gettext(
                "{who} has {count} of {wanted} stones at {tile}",
                who=translator.player_name(who),
                count=count,
                wanted=wanted,
                tile=name,
            )
        yield NarrationLine(translator.to_sentence(text), who, count >= wanted)


def _lead_notes(
    tile: int, stones_before: Multiset, stones: Multiset, translator: Translator
) -> Iterator[NarrationLine]:
    ranks = rank_tile(stones, None)
    changed = bool(stones_before) and set(ranks.leaders) != set(rank_tile(stones_before, None).leaders)
    most = max(stones.values(), default=0)
    name = names.person_name(translator, tile)
    if not ranks.leaders:
        return  # placed, and returned since
    if len(ranks.leaders) > 1:
        text = translator.ngettext(
            "Tie at {tile}: {who}, {n} stone each",
            "Tie at {tile}: {who}, {n} stones each",
            most,
            tile=name,
            who=translator.joined_player_names(ranks.leaders),
        )
        yield NarrationLine(translator.to_sentence(text), "", changed)
        return
    (who,) = ranks.leaders
    player = translator.player_name(who)
    if ranks.runners_up:
        second = stones[ranks.runners_up[0]]
        if changed:
            text = translator.gettext(
                "{who} now leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        else:
            text = translator.gettext(
                "{who} leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        yield NarrationLine(translator.to_sentence(text), who, changed)
    elif not stones_before and who != NEUTRAL:
        text = translator.gettext("Only {who} has stones at {tile}", who=player, tile=name)
        yield NarrationLine(translator.to_sentence(text), who, False)
