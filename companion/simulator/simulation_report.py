"""The results of simulated games: a table for people, JSON lines for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct


class SimulatedGameResult(Struct, frozen=True):
    """The result of one game. `refused`: refusals by clause. `faults`: how often each happened.

    decisions: moves of players and table.
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
    refused: Mapping[str, int]
    faults: Mapping[str, int]


def result_to_json(result: SimulatedGameResult, record: str | None) -> bytes:
    """One line for one game."""
    line: dict[str, Any] = msgspec.to_builtins(result)
    return msgspec.json.encode(line | ({"record": record} if record else {}))


def summarise_results(
    results: Sequence[SimulatedGameResult], players: Sequence[str], seconds: float
) -> dict[str, Any]:
    """All games together, as plain values."""
    games = len(results)
    return {
        "games": games,
        "players": {
            who: {
                "won": sum(1 / len(each.winners) for each in results if who in each.winners),
                "points": round(sum(each.scores[who] for each in results) / games, 1) if games else 0.0,
            }
            for who in players
        },
        "decisions": sum(each.decisions for each in results),
        "questions": sum(each.questions for each in results),
        "waits": sum(each.waits for each in results),
        "said": sum(each.said for each in results),
        "touches": sum(each.touches for each in results),
        "typed": sum(each.typed for each in results),
        "cheats": sum(each.cheats for each in results),
        "caught": sum(each.caught for each in results),
        "refused": _total_counts(each.refused for each in results),
        "faults": _total_counts(each.faults for each in results),
        "seconds": round(seconds, 2),
    }


def _total_counts(counts: Any) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(sorted(total.items()))


def format_summary(total: Mapping[str, Any], ways: Mapping[str, str]) -> str:
    """The summary for people; `ways`: how each player chose."""
    games = total["games"]
    lines = [
        f"{games} {'game' if games == 1 else 'games'}, {total['decisions']} decisions, {total['seconds']:.1f} s"
    ]
    if not games:
        return lines[0]
    lines += ["", f"{'player':<8} {'plays':<8} {'won':>6} {'share':>6} {'points':>7}"]
    for who, each in total["players"].items():
        lines.append(
            f"{who:<8} {ways[who]:<8} {each['won']:>6.1f} {each['won'] / games:>6.0%} {each['points']:>7.1f}"
        )
    lines += [
        "",
        f"questions the app asked: {total['questions']}; times it waited for something: {total['waits']}",
        f"touches of the screen: {total['touches']}; lines typed: {total['typed']}",
    ]
    if total["cheats"]:
        lines.append(f"{total['caught']} of {total['cheats']} illegal things were refused")
    for title, counts in (("refused, by clause", total["refused"]), ("faults", total["faults"])):
        if counts:
            lines += ["", f"{title}:", *(f"  {name:<34} {count:>6}" for name, count in counts.items())]
    return "\n".join(lines)
