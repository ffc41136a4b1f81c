"""What lies over the table of a game that brings nothing for it: the `Asides` of companion.screen.overlays.over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.ledger import ledger
from companion.rules.movements import Movement
from companion.rules.position import Position
from companion.rules.tale import Event
from companion.screen.asides import ENDING, Line, Listing, Standing
from companion.screen.draw.signs import PLAYER_SIGNS
from companion.screen.scene import Scene
from companion.screen.views import Choice, Count, Rank
from companion.screen.widgets.chart import Course, Run, Step
from companion.voice.ranking import points

TURNS = False
COLUMNS = 8
"""More columns a chart has not."""


class Ended:
    """Who has won, told once."""

    kind = "ended"

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> Standing:
        """How it ended."""
        return standing(scene)


class Teller:
    """Tells the end of the game, and nothing before it."""

    def feed(self, before: Position, events: Sequence[Event]) -> Sequence[Ended]:
        """These events happened to that position."""
        for event in events:
            before = event.change(before)
        return (Ended(),) if before.outcome() is not None else ()


def standing(scene: Scene) -> Course:
    """Everybody's points, the most first, and how it came to that; the winners first when it is over."""
    words, position = scene.voice.words, scene.now.position
    scores, outcome = position.points(), position.outcome()
    winners = outcome.winners if outcome is not None else ()
    order = sorted(scores, key=lambda who: (who not in winners, -scores[who]))
    ranks = tuple(
        Rank(
            _place(who, scores, winners), scene.seat(who), scores[who], _bar(who, scores), "", f"ledger/{who}"
        )
        for who in order
    )
    steps, runs = _course(scene, order)
    if outcome is None:
        return Course(words.gettext("Points so far"), ranks, "", "chart", steps=steps, runs=runs)
    who = words.players(winners)
    title = words.gettext("{who} wins", who=who)
    if len(winners) > 1:
        title = words.gettext("The win is shared: {who}", who=who)
    ending = Choice(ENDING, words.gettext("The winner, and why"), "crown")
    return Course(title, ranks, "", "crown", True, ending, steps, runs)


def _bar(who: str, scores: Mapping[str, int]) -> tuple[Count, ...]:
    """The points as one part."""
    return (Count(f"{who}/flat", scores[who]),) if scores[who] > 0 else ()


def _course(scene: Scene, order: Sequence[str]) -> tuple[tuple[Step, ...], tuple[Run, ...]]:
    """Everybody's points at the end of each round; of a game without rounds, or with very many, now and then."""
    history = scene.history()
    positions = [history.opening.position, *(accepted.position for accepted in history.standing)]
    rounds = {position.to_json().get("round"): at for at, position in enumerate(positions)}
    ends, begin = ([*rounds.values()], 1) if len(rounds) > 1 else ([*range(1, len(positions))], 1)
    columns = [*enumerate(ends or [0], begin)]
    most = min(COLUMNS, len(columns))
    chosen = [columns[round(at * (len(columns) - 1) / max(1, most - 1))] for at in range(most)]
    scores = [positions[at].points() for _, at in chosen]
    steps = tuple(Step(str(number)) for number, _ in chosen)
    return steps, tuple(Run(who, tuple(max(0, each.get(who, 0)) for each in scores)) for who in order)


def _place(who: str, scores: Mapping[str, int], winners: Sequence[str]) -> int:
    """A winner is first; all others by their points, behind the winners."""
    if who in winners:
        return 1
    ahead = sum(points > scores[who] and other not in winners for other, points in scores.items())
    return 1 + len(winners) + ahead


def ledger_of(who: str, scene: Scene) -> Listing:
    """Where a player's points come from, one line an event."""
    words, voice = scene.voice.words, scene.voice
    entries = ledger(scene.history()).of(who)
    lines = tuple(
        Line(
            words.gettext("Correction") if entry.event is None else voice.sentence(entry.event),
            number=f"{entry.points:+d}".replace("-", "−"),
        )
        for entry in entries
    )
    title = words.gettext("{who}: where the points come from", who=words.player(who))
    empty = "" if lines else words.gettext("No points yet.")
    return Listing(title, lines, empty, who, points(words, sum(entry.points for entry in entries)))


def check(who: str, counts: Mapping[tuple[str, str], int], scene: Scene) -> Listing:
    """The table as it should lie, to be read and compared."""
    laid = tuple(Line(line) for line in scene.voice.laid(scene.now.position, scene.now.setup))
    return Listing(scene.voice.words.gettext("Table check"), laid)


def pairs(counts: Mapping[tuple[str, str], int], scene: Scene) -> tuple[tuple[str, Any], ...]:
    """Nothing is counted by touch."""
    return ()


def sign_of(movement: Movement) -> str:
    """The sign of the player whose piece it is; else a hand."""
    return next((part for part in movement.what.split("/") if part in PLAYER_SIGNS), "hand")
