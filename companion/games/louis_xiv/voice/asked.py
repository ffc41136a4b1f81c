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
from companion.voice.narration import TurnPrompt
from companion.voice.sentence_templates import SentenceTemplate, from_fields, full_sentence
from companion.voice.translator import Translator


def asked(position: Table, words: Translator) -> TurnPrompt | None:
    """What is to be done now; None when the game is over."""
    if not position.agenda:
        return None
    item = position.agenda[0]
    return TurnPrompt(request(item, position, words), item.awaited_player or "")


@singledispatch
def request(item: AgendaItem, position: Table, words: Translator) -> str:
    """What that decision asks for; "" for what happens by itself."""
    asked = REQUESTS.get(type(item))
    return asked.fill(item, words) if asked is not None else ""


LAST_STONE = full_sentence(message("place 1 stone on any person?"))
REQUESTS: Mapping[type[AgendaItem], SentenceTemplate] = {
    MoneyCard: full_sentence(message("turn over the money card")),
    PlusTwo: full_sentence(message("take 2 louis, 2 stones, or one of each")),
    StoneForCard: full_sentence(message("give 1 stone for an influence card?")),
    Neutral: full_sentence(message("turn over influence cards for the neutral stones, up to three persons")),
    Play: full_sentence(message("play an influence card")),
    LastStone: LAST_STONE,
    CondeStone: LAST_STONE,
    Window: full_sentence(
        message("does anyone play the intrigue card {tile}? If not: evaluate"), tile=names.tile
    ),
    OnceFirst: full_sentence(message("decide the tie at {tile} with “Once first”?"), tile=names.tile),
    MaintenonStones: full_sentence(
        message("place up to 2 stones on {tile}?"),
        tile=from_fields(formatter=lambda words: names.tile(words, MAINTENON_GIVES_ON)),
    ),
    Missions: full_sentence(message("fulfil a mission, or say done")),
    Draw: full_sentence(message("draw a mission card")),
    Keep: full_sentence(message("which chip do you keep?")),
    Renew: full_sentence(message("exchange mission cards?")),
    ShowArms: full_sentence(
        message("show the coats of arms: {who}"), who=from_fields("left", formatter=Translator.player_names)
    ),
}
"""What one message asks for."""


@request.register
def _(item: MissionStones, position: Table, words: Translator) -> str:
    targets = stone_targets(position, position.players[item.who])
    tiles = words.join_with_or([names.tile(words, tile) for tile, _mission in targets])
    return words.gettext("place 1 mission stone on {tiles}?", tiles=tiles)


@request.register
def _(item: Buy, position: Table, words: Translator) -> str:
    louis = names.louis(words, item.price(position))
    return words.gettext("buy at {tile} for {louis}?", tile=names.tile(words, item.tile), louis=louis)
