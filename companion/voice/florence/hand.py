"""Hand movements in words: what people carry where when moves are taken back or the table is put right."""

from __future__ import annotations

from companion.rules.hands import Hand
from companion.voice.florence import names
from companion.voice.words import Words


def hand(hand: Hand, words: Words) -> str:
    """One movement as an instruction, with the person whose things they are in front."""
    return words.sentence(f"{hand.what} {hand.from_} {hand.to} {names.florins(words, hand.count)}")
