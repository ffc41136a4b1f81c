"""How a game ended, in words: points, places, and who won by what."""

from __future__ import annotations

from collections.abc import Mapping

from companion.voice.words import Words


def points(words: Words, number: int) -> str:
    """So many points."""
    return words.ngettext("{n} point", "{n} points", number)


def ranking(words: Words, scores: Mapping[str, int], winners: tuple[str, ...], won: str) -> str:
    """Every place with its points, and at the end `won`: who won, and what decided."""
    said = "; ".join(
        words.gettext(
            "{place}. {who}, {points}", place=place, who=words.players(whos), points=points(words, score)
        )
        for place, whos, score in places(scores, winners)
    )
    return words.gettext("{ranking}. {winner}", ranking=said, winner=won)


def places(scores: Mapping[str, int], winners: tuple[str, ...]) -> list[tuple[int, tuple[str, ...], int]]:
    """The ranking: place, who shares it, points; the winners before others with as many points."""
    ranked = [(1, tuple(winners), scores[winners[0]])]
    others = {who: score for who, score in scores.items() if who not in winners}
    for score in sorted(set(others.values()), reverse=True):
        whos = tuple(who for who in others if others[who] == score)
        ranked.append((1 + sum(len(above) for _, above, _ in ranked), whos, score))
    return ranked
