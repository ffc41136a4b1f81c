"""Who leads where, as stones come and go: told when the lead changes, and at level full always."""

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
    """How things stand on the tiles where stones were placed."""
    placed = [each.tile for each in events if isinstance(each, (StonesPlaced, NeutralStonesPlaced))]
    for tile in dict.fromkeys(placed):
        condition = after.condition(tile)
        then, now = before.tiles[tile].stones, after.tiles[tile].stones
        if condition.kind == "stones":
            yield from _stones_wanted_notes(tile, condition.number, then, now, translator)
        else:
            yield from _lead_notes(tile, then, now, translator)


def _stones_wanted_notes(
    tile: int, wanted: int, then: Multiset, now: Multiset, translator: Translator
) -> Iterator[NarrationLine]:
    """L-3.6: how many of the stones wanted somebody has; told short when they are enough now."""
    name = names.person_name(translator, tile)
    for who, count in now.items():
        had = then.get(who, 0)
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


def _lead_notes(tile: int, then: Multiset, now: Multiset, translator: Translator) -> Iterator[NarrationLine]:
    ranks = rank_tile(now, None)
    changed = bool(then) and set(ranks.leaders) != set(rank_tile(then, None).leaders)
    most = max(now.values(), default=0)
    name = names.person_name(translator, tile)
    if not ranks.leaders:
        return  # placed, and gone home again since
    if len(ranks.leaders) > 1:
        text = translator.ngettext(
            "Tie at {tile}: {who}, {n} stone each",
            "Tie at {tile}: {who}, {n} stones each",
            most,
            tile=name,
            who=translator.player_names(ranks.leaders),
        )
        yield NarrationLine(translator.to_sentence(text), "", changed)
        return
    (who,) = ranks.leaders
    player = translator.player_name(who)
    if ranks.runners_up:
        second = now[ranks.runners_up[0]]
        if changed:
            text = translator.gettext(
                "{who} now leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        else:
            text = translator.gettext(
                "{who} leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        yield NarrationLine(translator.to_sentence(text), who, changed)
    elif not then and who != NEUTRAL:
        text = translator.gettext("Only {who} has stones at {tile}", who=player, tile=name)
        yield NarrationLine(translator.to_sentence(text), who, False)
