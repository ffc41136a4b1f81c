"""Who leads where, as stones come and go: told when the lead changes, and at level full always."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.louis_xiv.rules.events import NeutralPlaced, StonesPlaced
from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.ranking import ranking
from companion.games.louis_xiv.rules.state import Table
from companion.games.louis_xiv.voice import names
from companion.rules.multiset import Multiset
from companion.rules.transaction import Event
from companion.voice.narration import NarrationLine
from companion.voice.translator import Translator


def notes(before: Table, after: Table, events: Sequence[Event], words: Translator) -> Iterator[NarrationLine]:
    """How things stand on the tiles where stones were placed."""
    placed = [each.tile for each in events if isinstance(each, (StonesPlaced, NeutralPlaced))]
    for tile in dict.fromkeys(placed):
        condition = after.condition(tile)
        then, now = before.tiles[tile].stones, after.tiles[tile].stones
        if condition.kind == "stones":
            yield from _towards(tile, condition.number, then, now, words)
        else:
            yield from _lead(tile, then, now, words)


def _towards(
    tile: int, wanted: int, then: Multiset, now: Multiset, words: Translator
) -> Iterator[NarrationLine]:
    """L-3.6: how many of the stones wanted somebody has; told short when they are enough now."""
    name = names.tile(words, tile)
    for who, count in now.items():
        had = then.get(who, 0)
        if who == NEUTRAL or count == had or had >= wanted:
            continue
        if count >= wanted:
            text = words.gettext(
                "{who} now has enough stones at {tile}", who=words.player_name(who), tile=name
            )
        else:
            text = words.gettext(
                "{who} has {count} of {wanted} stones at {tile}",
                who=words.player_name(who),
                count=count,
                wanted=wanted,
                tile=name,
            )
        yield NarrationLine(words.to_sentence(text), who, count >= wanted)


def _lead(tile: int, then: Multiset, now: Multiset, words: Translator) -> Iterator[NarrationLine]:
    ranks = ranking(now, None)
    changed = bool(then) and set(ranks.first) != set(ranking(then, None).first)
    most = max(now.values(), default=0)
    name = names.tile(words, tile)
    if not ranks.first:
        return  # placed, and gone home again since
    if len(ranks.first) > 1:
        text = words.ngettext(
            "Tie at {tile}: {who}, {n} stone each",
            "Tie at {tile}: {who}, {n} stones each",
            most,
            tile=name,
            who=words.player_names(ranks.first),
        )
        yield NarrationLine(words.to_sentence(text), "", changed)
        return
    (who,) = ranks.first
    player = words.player_name(who)
    if ranks.next:
        second = now[ranks.next[0]]
        if changed:
            text = words.gettext(
                "{who} now leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        else:
            text = words.gettext(
                "{who} leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        yield NarrationLine(words.to_sentence(text), who, changed)
    elif not then and who != NEUTRAL:
        text = words.gettext("Only {who} has stones at {tile}", who=player, tile=name)
        yield NarrationLine(words.to_sentence(text), who, False)
