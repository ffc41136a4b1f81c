"""What is to be done now, in words: each decision of the game as a request."""

from __future__ import annotations

from functools import singledispatch

from companion.games.louis_xiv.rules.evaluation import OnceFirst, Window
from companion.games.louis_xiv.rules.final import ShowArms
from companion.games.louis_xiv.rules.influence import LastStone, MissionStones, Neutral, stone_targets
from companion.games.louis_xiv.rules.missions import Keep, Missions
from companion.games.louis_xiv.rules.paying import Draw
from companion.games.louis_xiv.rules.renewing import Renew
from companion.games.louis_xiv.rules.rewards import MAINTENON_GIVES_ON, CondeStone, MaintenonStones
from companion.games.louis_xiv.rules.state import Table
from companion.games.louis_xiv.rules.supply import MoneyCard, PlusTwo, StoneForCard
from companion.games.louis_xiv.rules.turns import Play
from companion.games.louis_xiv.rules.verdict import Buy
from companion.games.louis_xiv.voice import names
from companion.rules.agenda import Item
from companion.voice.told import Asked
from companion.voice.words import Words


def asked(position: Table, words: Words) -> Asked | None:
    """What is to be done now; None when the game is over."""
    if not position.agenda:
        return None
    item = position.agenda[0]
    return Asked(request(item, position, words), item.asked or "")


@singledispatch
def request(item: Item, position: Table, words: Words) -> str:
    """What that decision asks for; "" for what happens by itself."""
    return ""


@request.register
def _(item: MoneyCard, position: Table, words: Words) -> str:
    return words.gettext("turn over the money card")


@request.register
def _(item: PlusTwo, position: Table, words: Words) -> str:
    return words.gettext("take 2 louis, 2 stones, or one of each")


@request.register
def _(item: StoneForCard, position: Table, words: Words) -> str:
    return words.gettext("give 1 stone for an influence card?")


@request.register
def _(item: Neutral, position: Table, words: Words) -> str:
    return words.gettext("turn over influence cards for the neutral stones, up to three persons")


@request.register
def _(item: MissionStones, position: Table, words: Words) -> str:
    targets = stone_targets(position, position.players[item.who])
    tiles = words.either([names.tile(words, tile) for tile, _mission in targets])
    return words.gettext("place 1 mission stone on {tiles}?", tiles=tiles)


@request.register
def _(item: Play, position: Table, words: Words) -> str:
    return words.gettext("play an influence card")


@request.register
def _(item: LastStone | CondeStone, position: Table, words: Words) -> str:
    return words.gettext("place 1 stone on any person?")


@request.register
def _(item: Window, position: Table, words: Words) -> str:
    tile = names.tile(words, item.tile)
    return words.gettext("does anyone play the intrigue card {tile}? If not: evaluate", tile=tile)


@request.register
def _(item: OnceFirst, position: Table, words: Words) -> str:
    return words.gettext("decide the tie at {tile} with “Once first”?", tile=names.tile(words, item.tile))


@request.register
def _(item: Buy, position: Table, words: Words) -> str:
    louis = names.louis(words, item.price(position))
    return words.gettext("buy at {tile} for {louis}?", tile=names.tile(words, item.tile), louis=louis)


@request.register
def _(item: MaintenonStones, position: Table, words: Words) -> str:
    return words.gettext("place up to 2 stones on {tile}?", tile=names.tile(words, MAINTENON_GIVES_ON))


@request.register
def _(item: Missions, position: Table, words: Words) -> str:
    return words.gettext("fulfil a mission, or say done")


@request.register
def _(item: Draw, position: Table, words: Words) -> str:
    return words.gettext("draw a mission card")


@request.register
def _(item: Keep, position: Table, words: Words) -> str:
    return words.gettext("which chip do you keep?")


@request.register
def _(item: Renew, position: Table, words: Words) -> str:
    return words.gettext("exchange mission cards?")


@request.register
def _(item: ShowArms, position: Table, words: Words) -> str:
    return words.gettext("show the coats of arms: {who}", who=words.players(item.left))
