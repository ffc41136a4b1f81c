"""How it stands in the Princes of Florence: the ranking, the chart of the rounds, what decided, and of what the points
are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
from companion.rules.history import FrozenHistory
from companion.rules.transaction import Event as Happened
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters import standings as house
from companion.screen.report_models import ChartStepModel, ListItemModel, ReportModel
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

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
    scene: ScreenContext, scores: Mapping[str, int], cards: Mapping[str, int], *, over: bool = False
) -> tuple[RankModel, ...]:
    """Everybody by points, and once it is `over` by florins (P-E2). cards: of these so many by prestige cards."""
    words, players = scene.voice.translator, table_of(scene.snapshot).players

    def parts(who: str) -> tuple[SymbolCountModel, SymbolCountModel]:
        made = cards.get(who, 0)
        return SymbolCountModel(LAUREL, scores[who] - made), SymbolCountModel(CARD, made)

    def note(who: str) -> str:
        """Florins where they decide; before that what the track shows, where that is less."""
        if over:
            tied = [*scores.values()].count(scores[who]) > 1
            return names.florins(words, players[who].money) if tied else ""
        square = track(scores[who])
        return words.gettext("on the track: {number}", number=square) if square != scores[who] else ""

    return house.make_ranking(
        scene, scores, worth=lambda who: (scores[who], players[who].money * over), parts=parts, note=note
    )


def standing(scene: ScreenContext) -> ReportModel:
    """The points so far, or how it ended, and how it came to that."""
    position, words, history = table_of(scene.snapshot), scene.voice.translator, scene.history()
    cards: dict[str, int] = {}
    for event in (event for accepted in history.accepted_lines for event in accepted.events):
        if isinstance(event, PrestigeCounted):
            cards[event.who] = cards.get(event.who, 0) + event.counted.points
    decided = {
        "money": words.gettext("Tied on points: more florins decide."),
        "shared": words.gettext("Tied on points and on florins."),
    }
    return house.make_standings_report(
        scene,
        ranks(scene, position.points_by_player(), cards, over=position.outcome() is not None),
        LAUREL,
        ChoiceModel(FINAL_REPORT_TARGET, words.gettext("Prestige cards"), CARD) if cards else None,
        decided,
        _rounds(history),
    )


# -- the chart


def _rounds(history: FrozenHistory) -> Iterator[house.ChartColumn]:
    """Everybody's points at the beginning, at the end of each round, and now."""
    begun = _told(history.opening.position)
    now = _told((history.accepted_lines or (history.opening,))[-1].position)
    under_way = ChartStepModel("", CARD) if now.phase == "over" else ChartStepModel(str(now.round))
    return house.chart_columns(
        history,
        str(begun.round - 1),
        lambda event: str(ended(event)) if isinstance(event, RoundBegan | FinalBegan) else "",
        None if now.phase == "final" else under_way,  # of the last round everything was told
    )


def _told(position: object) -> Position:
    assert isinstance(position, Position)
    return position


def ended(event: RoundBegan | FinalBegan) -> int:
    """The round that was over then."""
    return event.round - 1 if isinstance(event, RoundBegan) else MATERIAL["rounds"]


# -- the ledger


def ledger_of(who: str, scene: ScreenContext) -> ReportModel:
    """Where a player's points come from: a line for each event, with its round and clause."""
    because = _becauses(scene.history(), scene.voice.translator)
    return house.points_ledger(who, scene, lambda _entry: next(because))


def _becauses(history: FrozenHistory, words: Translator) -> Iterator[ListItemModel]:
    """Why, for each event that makes points: round, thing and clause. What is gained is for what happened last."""
    now = _told(history.opening.position).round
    for accepted in (history.opening, *history.accepted_lines):
        because: Happened | None = None
        for event in accepted.events:
            if event.points_by_player():
                because = because if isinstance(event, Gained) and because is not None else event
                about = (words.gettext("Round {round}", round=now), *_because(because, event, words))
                yield ListItemModel(" \N{MIDDLE DOT} ".join(about), sign_of_points(because) or "points")
            elif sign_of_points(event):
                because = event
            if isinstance(event, RoundBegan):
                now = event.round
        now = _told(accepted.position).round


def _because(about: Happened, event: Happened, words: Translator) -> tuple[str, str]:
    """What made the points, and where the rules say so."""
    clause = CLAUSES[event.why] if isinstance(event, Gained) else ""
    match about:
        case LandscapeLaid(tile=tile):
            landscape = words.name_of("landscape", tile.name)
            return words.gettext("One more landscape of a kind: {landscape}", landscape=landscape), clause
        case BuilderCame(number=number):
            return words.gettext("Builder no. {n}", n=number), clause
        case BuildingBuilt(tile=tile):
            return words.gettext(
                "Building: {building}", building=words.name_of("building", tile.name)
            ), clause
        case BestWork(value=value):
            return words.gettext("Best work of the round: value {value}", value=value), clause
        case Sold(florins=florins):
            return words.gettext("Sold for {florins}", florins=names.florins(words, florins)), "P-B8"
        case WorkDone(profession=profession, value=value):
            said = words.name_of("profession", profession)
            return words.gettext(
                "Work: {profession}, value {value}", profession=said, value=value.total
            ), "P-B3"
        case PrestigeCounted(card=card):
            said = words.name_of("prestige", card)
            return words.gettext("Prestige card: {card}", card=said), "P-E1"
    raise LookupError(f"the ledger of the Princes of Florence has no words for {type(about).__name__}")
