"""The results of simulated games: a table for people, JSON lines for programs."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.simulator.progress import format_rate


class SimulatedGameResult(Struct, frozen=True):
    """The result of one game. `refused`: refusals by clause. `faults`: how often each happened.

    scores: player -> victory points, clockwise.
    decisions: moves of players and table.
    clauses: in how many of them each clause governed a word.
    questions: how often the app had to ask.
    waits: how often something was missing.
    said: moves that had to be entered as a line, because showing was not understood.
    touches: touches of the screen.
    typed: lines, including forbidden ones.
    cheats: illegal attempts; caught: of those, refused.
    """

    game: int
    start: str
    scores: Mapping[str, int]
    winners: tuple[str, ...]
    decided_by: str
    decisions: int
    questions: int
    waits: int
    said: int
    touches: int
    typed: int
    cheats: int
    caught: int
    clauses: Mapping[str, int]
    refused: Mapping[str, int]
    faults: Mapping[str, int]


def result_to_json(result: SimulatedGameResult, record: str | None) -> bytes:
    """One line for one game."""
    line: dict[str, Any] = msgspec.to_builtins(result)
    return msgspec.json.encode(line | ({"record": record} if record else {}))


def summarise_results(
    results: Sequence[SimulatedGameResult], ways: Mapping[str, str], seconds: float
) -> dict[str, Any]:
    """All games together, as plain values. `ways`: how each player chose, clockwise."""
    games = len(results)
    return {
        "games": games,
        "players": {
            who: {"plays": way, **_standing([_share(each, who) for each in results])}
            for who, way in ways.items()
        },
        "seats": list(_standings_by_seat(results, ways)),
        "decisions": sum(each.decisions for each in results),
        "length": _spread([each.decisions for each in results]),
        "questions": sum(each.questions for each in results),
        "waits": sum(each.waits for each in results),
        "said": sum(each.said for each in results),
        "touches": sum(each.touches for each in results),
        "typed": sum(each.typed for each in results),
        "cheats": sum(each.cheats for each in results),
        "caught": sum(each.caught for each in results),
        "clauses": _total_counts(each.clauses for each in results),
        "refused": _total_counts(each.refused for each in results),
        "faults": _total_counts(each.faults for each in results),
        "seconds": round(seconds, 2),
        "games_per_second": round(games / seconds, 4) if seconds else 0.0,
    }


_Share = tuple[int, float]
"""The points of a player in one game, and their share of the victory."""


def _share(result: SimulatedGameResult, who: str) -> _Share:
    return result.scores[who], 1 / len(result.winners) if who in result.winners else 0


def _standing(shares: Sequence[_Share]) -> dict[str, Any]:
    """How somebody fared in these games: victories, mean and deviation of their points."""
    points = _spread([score for score, _ in shares])
    return {
        "games": len(shares),
        "won": round(sum(won for _, won in shares), 4),
        "points": points["mean"],
        "deviation": points["deviation"],
    }


def _standings_by_seat(
    results: Sequence[SimulatedGameResult], ways: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    """How each seat fared with each way to play; seat 1 begins, the others follow clockwise."""
    shares: dict[tuple[int, str], list[_Share]] = {}
    for result in results:
        colours = tuple(result.scores)
        first = colours.index(result.start)
        for seat, who in enumerate((*colours[first:], *colours[:first]), 1):
            shares.setdefault((seat, ways[who]), []).append(_share(result, who))
    for (seat, way), found in sorted(shares.items()):
        yield {"seat": seat, "plays": way, **_standing(found)}


def _spread(values: Sequence[int]) -> dict[str, Any]:
    """Mean and deviation (of the sample) with one decimal, least and most; zeros for no values."""
    return {
        "mean": round(statistics.fmean(values), 1) if values else 0.0,
        "deviation": round(statistics.stdev(values), 1) if len(values) > 1 else 0.0,
        "least": min(values, default=0),
        "most": max(values, default=0),
    }


def _total_counts(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(sorted(total.items()))


def format_summary(total: Mapping[str, Any]) -> str:
    """The summary for people."""
    games = total["games"]
    lines = [
        f"{games} {'game' if games == 1 else 'games'}, {total['decisions']} decisions, {total['seconds']:.1f} s, "
        f"{format_rate(total['games_per_second'])} games a second"
    ]
    if not games:
        return lines[0]
    lines += [
        "",
        f"{'player':<8} {'plays':<8} {'games':>6} {'won':>7} {'share':>6} {'points':>7} {'deviation':>10}",
    ]
    lines += [_standing_line(who, each) for who, each in total["players"].items()]
    lines += [_standing_line(f"seat {each['seat']}", each) for each in total["seats"]]
    length = total["length"]
    lines += [
        "",
        f"decisions in a game: {length['mean']:.1f}, deviation {length['deviation']:.1f}, "
        f"from {length['least']} to {length['most']}",
        f"questions the app asked: {total['questions']}; times it waited for something: {total['waits']}",
        f"touches of the screen: {total['touches']}; lines typed: {total['typed']}",
    ]
    if total["cheats"]:
        lines.append(f"{total['caught']} of {total['cheats']} illegal things were refused")
    for title, counts in (
        ("decisions, by clause", total["clauses"]),
        ("refused, by clause", total["refused"]),
        ("faults", total["faults"]),
    ):
        if counts:
            lines += ["", f"{title}:", *(f"  {name:<34} {count:>6}" for name, count in counts.items())]
    return "\n".join(lines)


def _standing_line(name: str, standing: Mapping[str, Any]) -> str:
    games, won = standing["games"], standing["won"]
    return (
        f"{name:<8} {standing['plays']:<8} {games:>6} {won:>7.1f} {won / games:>6.0%} "
        f"{standing['points']:>7.1f} {standing['deviation']:>10.1f}"
    )
