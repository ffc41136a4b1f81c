"""How it stands in the Princes of Florence: the ranking, the chart of the rounds, what decided, and of what the points
are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.games.florence.rules.events import (
    BestWork,
    BuilderCame,
    BuildingBuilt,
    Gained,
    LandscapeLaid,
    RoundBegan,
    Sold,
    WorkDone,
)
from companion.games.florence.rules.final import FinalBegan, PrestigeCounted
from companion.games.florence.rules.printed import MATERIAL, POINTS
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.screen.signs import sign_of_points
from companion.games.florence.voice import names
from companion.rules.account import History
from companion.rules.ledger import Entry, ledger
from companion.rules.position import Outcome
from companion.rules.tale import Event as Happened
from companion.screen.asides import ENDING, Line, Listing
from companion.screen.scene import Scene
from companion.screen.views import Choice, Count, Rank
from companion.screen.widgets.chart import Course, Run, Step
from companion.table.snapshot import Snapshot
from companion.voice.ranking import points
from companion.voice.words import Words

LAUREL, CARD = "points", "prestige"
"""Symbols of prestige, and of what prestige cards gave."""

CLAUSES = {"landscape": "P-A4", "builder": "P-A5", "building": "P-B4", "best-work": "P-B7"}
"""Why prestige was gained -> where the rules say so."""


def table_of(now: Snapshot) -> Position:
    """What everybody may know of the table."""
    position = now.position
    assert isinstance(position, Position)
    return position


def track(number: int) -> int:
    """What the track shows of so many points: its figure starts again (P-B7)."""
    return number % POINTS["track"]


# -- the ranking


def ranks(
    scene: Scene, scores: Mapping[str, int], cards: Mapping[str, int], *, over: bool = False
) -> tuple[Rank, ...]:
    """Everybody by points, and once it is `over` by florins (P-E2). cards: of these so many by prestige cards."""
    money = {who: player.money * over for who, player in table_of(scene.now).players.items()}

    def worth(who: str) -> tuple[int, int]:
        return scores[who], money[who]

    found = []
    for seat in sorted(scene.now.setup.seats, key=lambda seat: worth(seat.colour), reverse=True):
        who = seat.colour
        place = 1 + sum(worth(other) > worth(who) for other in scores)
        made = cards.get(who, 0)
        parts = [part for part in (Count(LAUREL, scores[who] - made), Count(CARD, made)) if part.count]
        tied = [*scores.values()].count(scores[who]) > 1
        note = _florins(money[who] if tied else None, scene) if over else _on_the_track(scores[who], scene)
        found.append(Rank(place, seat, scores[who], tuple(parts), note, f"ledger/{who}"))
    return tuple(found)


def _florins(money: int | None, scene: Scene) -> str:
    """Where they decide."""
    return "" if money is None else names.florins(scene.voice.words, money)


def _on_the_track(number: int, scene: Scene) -> str:
    """What the track shows of so many points, where that is less."""
    square = track(number)
    return scene.voice.words.gettext("on the track: {number}", number=square) if square != number else ""


def standing(scene: Scene) -> Course:
    """The points so far, or how it ended, and how it came to that."""
    position, words, history = table_of(scene.now), scene.voice.words, scene.history()
    outcome = position.outcome()
    counts = [
        event
        for accepted in history.standing
        for event in accepted.events
        if isinstance(event, PrestigeCounted)
    ]
    cards = {
        who: sum(event.counted.points for event in counts if event.who == who) for who in position.players
    }
    found = ranks(scene, position.points(), cards, over=outcome is not None)
    columns = list(_columns(history))
    steps = tuple(step for step, _ in columns)
    runs = tuple(
        Run(rank.seat.colour, tuple(scores[rank.seat.colour] for _, scores in columns)) for rank in found
    )
    if outcome is None:
        return Course(words.gettext("Points so far"), found, "", "chart", steps=steps, runs=runs)
    title, note = _decided(outcome, words)
    ending = Choice(ENDING, words.gettext("Prestige cards"), CARD) if counts else None
    return Course(title, found, note, LAUREL, True, ending, steps, runs)


def _decided(outcome: Outcome, words: Words) -> tuple[str, str]:
    """Who has won, and by what (P-E2)."""
    who = words.players(outcome.winners)
    match outcome.decided_by:
        case "points":
            return words.gettext("{who} wins", who=who), ""
        case "money":
            return words.gettext("{who} wins", who=who), words.gettext("Tied on points: more florins decide.")
    return words.gettext("{who} share the win", who=who), words.gettext("Tied on points and on florins.")


# -- the chart


def _columns(history: History) -> Iterator[tuple[Step, Mapping[str, int]]]:
    """Everybody's points at the beginning, at the end of each round, and now."""
    begun, scores = _told(history.opening.position), dict(history.opening.position.points())
    if history.standing:
        yield Step(str(begun.round - 1)), dict(scores)
    for accepted in history.standing:
        for event in accepted.events:
            if isinstance(event, RoundBegan | FinalBegan):
                yield Step(str(_ended(event))), dict(scores)
            for who, number in event.points().items():
                scores[who] += number
        scores = dict(accepted.position.points())  # a person may have set them
    now = _told((history.standing or (history.opening,))[-1].position)
    if now.phase != "final":  # of the last round everything was told
        yield Step("", CARD) if now.phase == "over" else Step(str(now.round)), scores


def _told(position: object) -> Position:
    assert isinstance(position, Position)
    return position


def _ended(event: RoundBegan | FinalBegan) -> int:
    """The round that was over then."""
    return event.round - 1 if isinstance(event, RoundBegan) else MATERIAL["rounds"]


# -- the ledger


def ledger_of(who: str, scene: Scene) -> Listing:
    """Where a player's points come from: a line for each event, with its round and clause."""
    words, history = scene.voice.words, scene.history()
    because, mine = _becauses(history, words), []
    for entry in ledger(history).entries:
        line = next(because) if entry.event is not None else _unexplained(entry, words)
        if entry.who == who:
            mine.append(replace(line, number=f"{entry.points:+d}".replace("-", "\N{MINUS SIGN}")))
    return Listing(
        words.gettext("{who}: where the points come from", who=words.player(who)),
        tuple(mine),
        "" if mine else words.gettext("No points yet."),
        who,
        points(words, table_of(scene.now).players[who].points),
    )


def _unexplained(entry: Entry, words: Words) -> Line:
    if entry.move:
        return Line(words.gettext("Corrected by hand."), "quill")
    return Line(words.gettext("Already there at the beginning."), "quill")


def _becauses(history: History, words: Words) -> Iterator[Line]:
    """Why, for each event that makes points: round, thing and clause. What is gained is for what happened last."""
    now = _told(history.opening.position).round
    for accepted in (history.opening, *history.standing):
        because: Happened | None = None
        for event in accepted.events:
            if event.points():
                because = because if isinstance(event, Gained) and because is not None else event
                about = (words.gettext("Round {round}", round=now), *_because(because, event, words))
                yield Line(" \N{MIDDLE DOT} ".join(about), sign_of_points(because) or "points")
            elif sign_of_points(event):
                because = event
            if isinstance(event, RoundBegan):
                now = event.round
        now = _told(accepted.position).round


def _because(about: Happened, event: Happened, words: Words) -> tuple[str, str]:
    """What made the points, and where the rules say so."""
    clause = CLAUSES[event.why] if isinstance(event, Gained) else ""
    match about:
        case LandscapeLaid(tile=tile):
            landscape = words.named("landscape", tile.name)
            return words.gettext("One more landscape of a kind: {landscape}", landscape=landscape), clause
        case BuilderCame(number=number):
            return words.gettext("Builder no. {n}", n=number), clause
        case BuildingBuilt(tile=tile):
            return words.gettext("Building: {building}", building=words.named("building", tile.name)), clause
        case BestWork(value=value):
            return words.gettext("Best work of the round: value {value}", value=value), clause
        case Sold(florins=florins):
            return words.gettext("Sold for {florins}", florins=names.florins(words, florins)), "P-B8"
        case WorkDone(profession=profession, value=value):
            said = words.named("profession", profession)
            return words.gettext(
                "Work: {profession}, value {value}", profession=said, value=value.total
            ), "P-B3"
        case PrestigeCounted(card=card):
            said = words.named("prestige", card)
            return words.gettext("Prestige card: {card}", card=said), "P-E1"
    raise LookupError(f"the ledger of the Princes of Florence has no words for {type(about).__name__}")
