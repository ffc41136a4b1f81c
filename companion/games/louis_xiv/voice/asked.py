"""What is to be done now, in words: each decision of the game as a request."""

from __future__ import annotations

from collections.abc import Mapping
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
from companion.rules.agenda import AgendaItem
from companion.voice.language import message
from companion.voice.sentences import Sentence, of, says
from companion.voice.told import Asked
from companion.voice.words import Words


def asked(position: Table, words: Words) -> Asked | None:
    """What is to be done now; None when the game is over."""
    if not position.agenda:
        return None
    item = position.agenda[0]
    return Asked(request(item, position, words), item.awaited_player or "")


@singledispatch
def request(item: AgendaItem, position: Table, words: Words) -> str:
    """What that decision asks for; "" for what happens by itself."""
    asked = REQUESTS.get(type(item))
    return asked.said(item, words) if asked is not None else ""


LAST_STONE = says(message("place 1 stone on any person?"))
REQUESTS: Mapping[type[AgendaItem], Sentence] = {
    MoneyCard: says(message("turn over the money card")),
    PlusTwo: says(message("take 2 louis, 2 stones, or one of each")),
    StoneForCard: says(message("give 1 stone for an influence card?")),
    Neutral: says(message("turn over influence cards for the neutral stones, up to three persons")),
    Play: says(message("play an influence card")),
    LastStone: LAST_STONE,
    CondeStone: LAST_STONE,
    Window: says(message("does anyone play the intrigue card {tile}? If not: evaluate"), tile=names.tile),
    OnceFirst: says(message("decide the tie at {tile} with “Once first”?"), tile=names.tile),
    MaintenonStones: says(
        message("place up to 2 stones on {tile}?"),
        tile=of(by=lambda words: names.tile(words, MAINTENON_GIVES_ON)),
    ),
    Missions: says(message("fulfil a mission, or say done")),
    Draw: says(message("draw a mission card")),
    Keep: says(message("which chip do you keep?")),
    Renew: says(message("exchange mission cards?")),
    ShowArms: says(message("show the coats of arms: {who}"), who=of("left", by=Words.players)),
}
"""What one message asks for."""


@request.register
def _(item: MissionStones, position: Table, words: Words) -> str:
    targets = stone_targets(position, position.players[item.who])
    tiles = words.either([names.tile(words, tile) for tile, _mission in targets])
    return words.gettext("place 1 mission stone on {tiles}?", tiles=tiles)


@request.register
def _(item: Buy, position: Table, words: Words) -> str:
    louis = names.louis(words, item.price(position))
    return words.gettext("buy at {tile} for {louis}?", tile=names.tile(words, item.tile), louis=louis)
