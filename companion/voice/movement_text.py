"""Movements as instructions, for any game: what is turned, and what is carried from one place to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.movements import Movement
from companion.voice.translator import Translator

PlacePhrases = Mapping[str, tuple[str, str]]
"""Place, or the kind of all places that begin so -> the phrases from there and to there, marked by `mark_message`."""


def turning_text(translator: Translator, what: str, movement: Movement, owner: str = "") -> str:
    """The instruction to turn a card, named in words, with its owner where it is somebody's."""
    card = f"{what} ({translator.player_name(owner)})" if owner else what
    if movement.to == "up":
        return translator.to_sentence(translator.gettext("Turn face up: {card}", card=card))
    return translator.to_sentence(translator.gettext("Turn face down: {card}", card=card))


def carrying_text(
    translator: Translator,
    what: str,
    movement: Movement,
    phrases: PlacePhrases,
    place_facts: Callable[[Translator, str], Mapping[str, object]],
    *,
    giver: str = "",
    taker: str = "",
    owner: str = "",
) -> str:
    """The instruction to carry something, named in words, led by the player who does it.

    `place_facts` gives what stands in the braces of a place's phrases. A place without phrases is not named: it is in
    front of a player, who is. `giver` and `taker` are the players in front of whom it lies before and after, `owner` is
    the player to whom it belongs wherever it lies; each is "" for nobody.
    """
    if giver and taker and giver != taker:
        text = translator.gettext(
            "{what}: {giver} gives, {taker} takes",
            what=what,
            giver=translator.player_name(giver),
            taker=translator.player_name(taker),
        )
        return translator.to_sentence(text)
    parts = [what]
    for place, way in ((movement.from_, 0), (movement.to, 1)):
        if found := phrases.get(place) or phrases.get(place.partition("/")[0]):
            parts.append(translator.gettext(found[way], **place_facts(translator, place)))
    who, phrase = giver or taker or owner, " ".join(parts)
    return translator.to_sentence(f"{translator.player_name(who)}: {phrase}" if who else phrase)


def player_in(translator: Translator, *words: str) -> str:
    """The first player whose colour one of those places and pieces has behind its kind (`hand/red`); "" for nobody."""
    parts = (part for word in words for part in word.split("/")[1:])
    return next(filter(translator.is_player_colour, parts), "")
