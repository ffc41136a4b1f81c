"""The end of a game in words: points, places, and who won by what."""

from __future__ import annotations

from collections.abc import Mapping

from companion.voice.translator import Translator


def points_text(translator: Translator, number: int) -> str:
    """A number of points in words."""
    return translator.ngettext("{n} point", "{n} points", number)


def format_signed_points(number: int) -> str:
    """Points won or lost, as a ledger shows them."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")


def counts_by_player_text(
    translator: Translator, counts: Mapping[str, int], *, fewest_first: bool = False
) -> str:
    """Counts by player, most first: `Anna 3, Bert 2`."""
    ranked = sorted(counts.items(), key=lambda each: each[1] if fewest_first else -each[1])
    return ", ".join(f"{translator.player_name(who)} {count}" for who, count in ranked)


def ranking_text(
    translator: Translator, scores: Mapping[str, int], winners: tuple[str, ...], winner_text: str
) -> str:
    """Every place with its points, and at the end `winner_text`: the winner, and what decided."""
    ranking = "; ".join(
        translator.gettext(
            "{place}. {who}, {points}",
            place=place,
            who=translator.joined_player_names(players),
            points=points_text(translator, score),
        )
        for place, players, score in rank_players(scores, winners)
    )
    return translator.gettext("{ranking}. {winner}", ranking=ranking, winner=winner_text)


def winners_text(translator: Translator, winners: tuple[str, ...]) -> str:
    """Who has won, that several share the win, or that nobody wins."""
    if not winners:
        return translator.gettext("Nobody wins")
    who = translator.joined_player_names(winners)
    if len(winners) > 1:
        return translator.gettext("The win is shared: {who}", who=who)
    return translator.gettext("{who} wins", who=who)


def rank_players(
    scores: Mapping[str, int], winners: tuple[str, ...]
) -> list[tuple[int, tuple[str, ...], int]]:
    """The ranking: place, its players, points; the winners before others with as many points."""
    ranked = [(1, tuple(winners), scores[winners[0]])] if winners else []
    others = {player: score for player, score in scores.items() if player not in winners}
    for score in sorted(set(others.values()), reverse=True):
        players = tuple(player for player in others if others[player] == score)
        ranked.append((1 + sum(len(above) for _, above, _ in ranked), players, score))
    return ranked
