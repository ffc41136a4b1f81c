"""Table check in Kabale und Hiebe: how many cards lie before a player, and what was counted instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.kabale.printed import MATERIAL
from companion.games.kabale.state import Table as Position
from companion.rules.moves import UNKNOWN
from companion.screen.asides import Check
from companion.screen.kabale.lying import table_of
from companion.screen.scene import Scene
from companion.screen.views import Counter
from companion.table.overrule import Pairs

Counts = Mapping[tuple[str, str], int]
"""What was set by touch: (whose, thing) -> number."""


def check(who: str, counts: Counts, scene: Scene) -> Check:
    """One player's cards as they were set, or as they should be."""
    position, words = table_of(scene.now), scene.voice.words
    believed = _believed(position, who)
    set_ = {thing: counts.get((who, thing), number) for thing, number in believed.items()}
    laid = sum(card.by == who for column in position.columns for card in column.cards)
    cards, wanted = sum(set_.values()) + laid, MATERIAL["copies"]
    said = words.ngettext("{n} card of {all}", "{n} cards of {all}", cards, all=wanted)
    if cards == wanted:
        said = words.gettext("Does the table look like this? Touch what differs. {stones}.", stones=said)
    else:
        said = words.gettext("{stones}: they must add up before it can be written down.", stones=said)
    return Check(
        scene.now.setup.seats,
        who,
        tuple(
            Counter(thing, words.named("thing", thing), SYMBOLS[thing], number, wanted)
            for thing, number in set_.items()
        ),
        said,
        cards != wanted,
        frozenset(thing for thing, number in set_.items() if number != believed[thing]),
        bool(pairs(counts, scene)),
    )


SYMBOLS = {"hand": "held", "deck": "drawn", "discard": "discarded"}


def _believed(position: Position, who: str) -> dict[str, int]:
    player = position.players[who]
    return {"hand": player.held, "deck": player.deck, "discard": sum(player.discard.values())}


def pairs(counts: Counts, scene: Scene) -> Pairs:
    """What `table correct` must set; nothing where nothing differs."""
    return tuple(_pairs(counts, table_of(scene.now)))


def _pairs(counts: Counts, position: Position) -> Iterator[tuple[str, Any]]:
    for (who, thing), number in counts.items():
        believed = _believed(position, who)[thing]
        if number == believed:
            continue
        if thing == "deck":
            yield f"/players/{who}/deck", number
        else:
            held = position.players[who].hand if thing == "hand" else position.players[who].discard
            unknown = held.get(UNKNOWN, 0) + number - believed
            yield f"/players/{who}/{thing}/{UNKNOWN}", max(0, unknown)
