"""How a game ended, in words: points, places, and who won by what."""

from __future__ import annotations

from collections.abc import Mapping

from companion.voice.translator import Translator


def points_text(translator: Translator, number: int) -> str:
    """So many points."""
    return translator.ngettext("{n} point", "{n} points", number)


def ranking_text(
    translator: Translator, scores: Mapping[str, int], winners: tuple[str, ...], winner_text: str
) -> str:
    """Every place with its points, and at the end `winner_text`: who won, and what decided."""
    said = "; ".join(
        translator.gettext(
            "{place}. {who}, {points}",
            place=place,
            who=translator.player_names(whos),
            points=points_text(translator, score),
        )
        for place, whos, score in rank_players(scores, winners)
    )
    return translator.gettext("{ranking}. {winner}", ranking=said, winner=winner_text)


def rank_players(
    scores: Mapping[str, int], winners: tuple[str, ...]
) -> list[tuple[int, tuple[str, ...], int]]:
    """The ranking: place, who shares it, points; the winners before others with as many points."""
    ranked = [(1, tuple(winners), scores[winners[0]])]
    others = {who: score for who, score in scores.items() if who not in winners}
    for score in sorted(set(others.values()), reverse=True):
        whos = tuple(who for who in others if others[who] == score)
        ranked.append((1 + sum(len(above) for _, above, _ in ranked), whos, score))
    return ranked
