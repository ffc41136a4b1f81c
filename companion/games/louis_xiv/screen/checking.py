"""Table check in Louis XIV: what should lie before a player, and what was counted instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.louis_xiv.rules.pieces import TILES
from companion.games.louis_xiv.rules.printed import MATERIAL
from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.voice import names
from companion.rules.correcting import Pairs
from companion.screen.asides import Check
from companion.screen.scene import Scene
from companion.screen.views import Counter

Counts = Mapping[tuple[str, str], int]
"""What was set by touch: (whose, thing) -> number."""

MOST = 99
STONES = ("own", "general")


def check(who: str, counts: Counts, scene: Scene) -> Check:
    """One player's things as they were set, or as they should be."""
    position, words = scene.now.position, scene.voice.words
    assert isinstance(position, Position)
    believed = dict(_believed(position, who))
    set_ = {thing: counts.get((who, thing), number) for thing, number in believed.items()}
    stones = sum(number for thing, number in set_.items() if thing in STONES or thing.startswith("tile/"))
    wanted = MATERIAL["stones"]
    said = words.ngettext("{n} stone of {all}", "{n} stones of {all}", stones, all=wanted)
    if stones == wanted:
        said = words.gettext("Does the table look like this? Touch what differs. {stones}.", stones=said)
    else:
        said = words.gettext("{stones}: they must add up before it can be written down.", stones=said)
    return Check(
        scene.now.setup.seats,
        who,
        tuple(_counter(thing, number, who, scene) for thing, number in set_.items()),
        said,
        stones != wanted,
        frozenset(thing for thing, number in set_.items() if number != believed[thing]),
        bool(pairs(counts, scene)),
    )


def _believed(position: Position, who: str) -> Iterator[tuple[str, int]]:
    player = position.players[who]
    yield "money", player.money
    yield "own", player.own
    yield "general", player.general
    yield "arms", player.arms
    for number in TILES:
        yield f"tile/{number}", position.tiles[number].stones.get(who, 0)


def _counter(thing: str, number: int, who: str, scene: Scene) -> Counter:
    words = scene.voice.words
    kind, _, which = thing.partition("/")
    if kind == "tile":
        return Counter(thing, names.tile(words, which), "", number, MATERIAL["stones"])
    if kind in STONES:
        return Counter(thing, words.named("thing", kind), who, number, MATERIAL["stones"])
    symbol = "louis" if kind == "money" else kind
    return Counter(thing, words.named("thing", symbol), symbol, number, MOST)


def pairs(counts: Counts, scene: Scene) -> Pairs:
    """What `table correct` must set; nothing where nothing differs."""
    position = scene.now.position
    assert isinstance(position, Position)
    found: list[tuple[str, Any]] = []
    for (who, thing), number in counts.items():
        if number == dict(_believed(position, who))[thing]:
            continue
        if not thing.startswith("tile/"):
            found.append((f"/players/{who}/{thing}", number))
    for number in TILES:
        lying = position.tiles[number].stones
        stones = {**lying, **{who: n for (who, thing), n in counts.items() if thing == f"tile/{number}"}}
        stones = {who: n for who, n in stones.items() if n}
        if stones != dict(lying):
            found.append((f"/tiles/{number}/stones", stones))
    return tuple(found)
