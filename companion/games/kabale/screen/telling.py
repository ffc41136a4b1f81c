"""What is told over the table while a game of Kabale und Hiebe goes on: each column when it has been evaluated, and
at the end everybody's objectives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from companion.games.kabale.rules.events import ColumnEvaluated, Counted, GameEnded
from companion.games.kabale.rules.printed import PROFESSIONS, SYMBOLS, symbol_of, value_of
from companion.games.kabale.rules.scoring import Valued
from companion.games.kabale.screen.asides import Evaluation, Judged, Opening, Sum, Way, Won
from companion.games.kabale.screen.named import face
from companion.games.kabale.screen.named import value_of as said
from companion.games.kabale.screen.points import rank, ranked, standing
from companion.games.kabale.voice import names
from companion.games.kabale.voice.reasons import of_column
from companion.rules.position import Position
from companion.rules.tale import Event as Happened
from companion.screen.asides import Standing
from companion.screen.presenters.moment import capital
from companion.screen.scene import Scene
from companion.screen.views import Event
from companion.voice.words import Words


class ColumnTold:
    """A column that was evaluated."""

    kind = "column"

    def __init__(self, event: ColumnEvaluated) -> None:
        self.event = event

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> Evaluation:
        """As the screen shows it. At a virtual table there is nothing to move."""
        event, words = self.event, scene.voice.words
        where = capital(f"{names.column(words, event.column)}, {names.objective(words, event.objective)}")
        decided = scene.voice.sentence(event).removeprefix(f"{where}: ")
        lines = [Event(capital(decided), event.winner or "")]
        lines += [Event(line.text) for line in of_column(event, words) if not line.who]
        if not scene.look.virtual:
            lines += [Event(text, "hand") for text in self._hands(words)]
        return Evaluation(
            where,
            symbol_of(event.objective),
            tuple(_judged(card, event.objective, words) for card in event.cards),
            tuple(self._sums(scene)),
            tuple(lines),
            at,
            of,
        )

    def _sums(self, scene: Scene) -> Iterator[Sum]:
        """The winner first, then by sums; who has only cards without value has none."""
        event = self.event
        there = dict.fromkeys(card.by for card in event.cards)
        least = 1 if event.rule == "lowest" else -1
        order = sorted(
            there,
            key=lambda who: (who != event.winner, who not in event.sums, least * event.sums.get(who, 0)),
        )
        for who in order:
            yield Sum(scene.seat(who), said(event.sums.get(who)), who == event.winner)

    def _hands(self, words: Words) -> Iterator[str]:
        """Where the objective and the cards go (K-3.8)."""
        if self.event.winner is None:
            yield words.gettext("The objective goes back into the box.")
        else:
            yield words.gettext("Objective, face down: {who}.", who=words.player(self.event.winner))
        if self.event.cards:
            yield words.gettext("The cards go to their owners' discard piles.")


def _judged(card: Valued, objective: str, words: Words) -> Judged:
    """A card, and in short words what made its value and what became of it."""
    name = face(words, card.card)
    if card.copies:
        name = f"{name} = {face(words, card.copies)}"
    if card.removed:
        why = words.gettext("removed by: {card}", card=face(words, card.removed))
        return Judged(card.by, name, said(card.printed), why, "", removed=True)
    reasons = ", ".join(_reasons(card, objective, words))
    return Judged(card.by, name, said(card.printed), reasons, said(card.halves))


def _reasons(card: Valued, objective: str, words: Words) -> Iterator[str]:
    if PROFESSIONS.get(card.copies or card.card) == symbol_of(objective):
        yield words.gettext("its symbol")
    for why, group in groupby(card.changes, lambda change: change.why):
        halves = sum(change.halves for change in group)
        sign = "+" if halves > 0 else "−"
        yield f"{face(words, why)} {sign}{names.number(abs(halves))}"


class CountTold:
    """One player's objectives opened. `before`: the counts that were told already, this one last."""

    kind = "count"

    def __init__(self, counts: Sequence[Counted], longest: int) -> None:
        self.counts = tuple(counts)
        self.longest = longest

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> Opening:
        """As the screen shows it, points as they are after it."""
        words, event = scene.voice.words, self.counts[-1]
        count = event.count
        doubled = count.doubled is not None and count.doubled > count.plain
        best = list(count.best) if doubled else []
        won = []
        for name in sorted(event.objectives, key=value_of, reverse=True):
            won.append(Won(symbol_of(name), value_of(name), name in best))
            if name in best:
                best.remove(name)
        ranks = ranked([replace(rank(scene, each.who, each.count), note="") for each in self.counts])
        return Opening(
            scene.seat(event.who),
            words.ngettext("{n} objective won", "{n} objectives won", len(won)),
            SYMBOLS,
            tuple(won),
            (_plain(event, words, not doubled), _doubled(event, words, doubled)),
            ranks,
            self.longest,
            at,
            of,
        )


def _plain(event: Counted, words: Words, better: bool) -> Way:
    values = " + ".join(str(value_of(name)) for name in sorted(event.objectives, key=value_of, reverse=True))
    return Way(words.gettext("Added up"), values, str(event.count.plain), better)


def _doubled(event: Counted, words: Words, better: bool) -> Way:
    """Six different ones doubled; how many symbols are missing where it is not allowed."""
    title, count = words.gettext("Six doubled"), event.count
    if count.doubled is None:
        there = {symbol_of(name) for name in event.objectives}
        lacking = sum(symbol not in there for symbol in SYMBOLS)
        return Way(title, words.ngettext("{n} symbol is missing", "{n} symbols are missing", lacking), "")
    six = sum(map(value_of, count.best))
    return Way(
        title, f"2 × {six} − {count.others}" if count.others else f"2 × {six}", str(count.doubled), better
    )


class WinnerTold:
    """How it ended."""

    kind = "winner"

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> Standing:
        """As the screen shows it."""
        return standing(scene)


Told = ColumnTold | CountTold | WinnerTold


class Teller:
    """Gives what is to be told one after another: the columns from left to right; at the end who has least first."""

    def feed(self, before: Position, events: Sequence[Happened]) -> list[Told]:
        """These events happened to that position."""
        told: list[Told] = [ColumnTold(event) for event in events if isinstance(event, ColumnEvaluated)]
        counts = sorted(
            (event for event in events if isinstance(event, Counted)), key=lambda event: event.count.points
        )
        longest = counts[-1].count.points if counts else 0
        told += [CountTold(counts[: at + 1], longest) for at in range(len(counts))]
        if any(isinstance(event, GameEnded) for event in events):
            told.append(WinnerTold())
        return told
