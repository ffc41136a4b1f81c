"""Movements as instructions, for any game: what is turned, and what is carried from one place to another."""

from __future__ import annotations

from companion.voice.translator import Translator


def turning_text(translator: Translator, card: str, face: str) -> str:
    """The instruction to turn a card, named in words, so that its `face` is "up" or "down"."""
    if face == "up":
        return translator.to_sentence(translator.gettext("Turn face up: {card}", card=card))
    return translator.to_sentence(translator.gettext("Turn face down: {card}", card=card))


def carrying_text(
    translator: Translator, what: str, *places: str, giver: str = "", taker: str = "", owner: str = ""
) -> str:
    """The instruction to carry something, led by the player who does it.

    `places` are phrases such as "from the bank"; empty ones are left out. `giver` and `taker` are the players in
    front of whom it lies before and after, `owner` is the player to whom it belongs wherever it lies; each is "" for
    nobody.
    """
    if giver and taker and giver != taker:
        text = translator.gettext(
            "{what}: {giver} gives, {taker} takes",
            what=what,
            giver=translator.player_name(giver),
            taker=translator.player_name(taker),
        )
        return translator.to_sentence(text)
    phrase = " ".join(part for part in (what, *places) if part)
    who = giver or taker or owner
    return translator.to_sentence(f"{translator.player_name(who)}: {phrase}" if who else phrase)
