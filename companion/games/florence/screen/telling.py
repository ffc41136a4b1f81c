"""What is told over the table while a game of the Princes of Florence goes on: every round when it is over, and at the
end one prestige card after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.games.florence.rules.events import BestWork, Gained, RoundBegan, WorkDone
from companion.games.florence.rules.final import FinalBegan, GameEnded, PrestigeCounted
from companion.games.florence.rules.prestige import PRESTIGE
from companion.games.florence.rules.printed import MATERIAL
from companion.games.florence.rules.state import Table
from companion.games.florence.screen.asides import CardCounted, Had, Need, RoundEnd, Worked
from companion.games.florence.screen.named import sign
from companion.games.florence.screen.points import CARD, ranks, standing, table_of, track
from companion.games.florence.screen.signs import sign_of_card
from companion.games.florence.voice.done import round_began
from companion.games.florence.voice.reasons import why
from companion.rules.account import Corrected
from companion.rules.position import Position
from companion.rules.tale import Event as Happened
from companion.screen.presenters.moment import capital
from companion.screen.scene import Scene
from companion.screen.views import Event
from companion.screen.widgets.chart import Course
from companion.voice.ranking import points
from companion.voice.words import Words


class RoundTold:
    """A round that is over. `works`: everybody's best work of it; `best`: whose was the best of all, None where nobody
    has done any; `scores`: the points after it; `next`: what comes then.
    """

    kind = "round"

    def __init__(
        self,
        works: Mapping[str, int],
        best: BestWork | None,
        gains: Mapping[str, int],
        scores: Mapping[str, int],
        next_: RoundBegan | FinalBegan,
    ) -> None:
        self.works, self.best, self.gains = dict(works), best, dict(gains)
        self.scores, self.next = dict(scores), next_

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> RoundEnd:
        """As the screen shows it. At a virtual table there is nothing to move."""
        words = scene.voice.words
        ended = self.next.round - 1 if isinstance(self.next, RoundBegan) else MATERIAL["rounds"]
        order = sorted(scene.now.setup.seats, key=lambda seat: -self.works[seat.colour])
        none = words.gettext("Nobody has completed a work.")
        return RoundEnd(
            words.gettext("Round {round} is over", round=ended),
            none if self.best is None else scene.voice.sentence(self.best),
            tuple(Worked(seat, self.works[seat.colour], self.gains.get(seat.colour, 0)) for seat in order),
            tuple(self._lines(scene)),
            ranks(scene, self.scores, {}),
            at,
            of,
        )

    def _lines(self, scene: Scene) -> Iterator[Event]:
        """Where the figures of those who gained something go; what comes next."""
        words = scene.voice.words
        for who in () if scene.look.virtual else self.gains:
            square = track(self.scores[who])
            said = words.gettext("Figure to {number}: {who}", number=square, who=words.player(who))
            yield Event(said, "hand")
        if isinstance(self.next, RoundBegan):
            least = table_of(scene.now).house.least[self.next.round - 1]
            yield Event(words.sentence(round_began(self.next, least, words).text), self.next.start)
        else:
            yield Event(scene.voice.sentence(self.next), CARD)


class CardTold:
    """A prestige card that was counted. `cards`: what cards have made for each player so far, `scores`: all points,
    both after it; `longest`: the most that anybody has in the end.
    """

    kind = "card"

    def __init__(
        self, event: PrestigeCounted, cards: Mapping[str, int], scores: Mapping[str, int], longest: int
    ) -> None:
        self.event, self.cards, self.scores, self.longest = event, dict(cards), dict(scores), longest

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> CardCounted:
        """As the screen shows it, points as they are after it."""
        event, words = self.event, scene.voice.words
        return CardCounted(
            scene.seat(event.who),
            capital(words.named("prestige", event.card)),
            _gives(event.card, words),
            sign_of_card(event.card),
            tuple(self._had(scene)),
            tuple(
                Need(capital(words.named("many", thing)), sign(thing), have, needed)
                for thing, (have, needed) in event.counted.needs.items()
            ),
            f"{capital(why(event.counted, words))}: {points(words, event.counted.points)}.",
            event.counted.points,
            tuple(replace(rank, note="") for rank in ranks(scene, self.scores, self.cards)),
            self.longest,
            at,
            of,
        )

    def _had(self, scene: Scene) -> Iterator[Had]:
        """Everybody's count; the best of all are those that the owner's is compared with."""
        counted, owner = self.event.counted, self.event.who
        fewest = bool(PRESTIGE[self.event.card].fewest)
        counts = [count for count in counted.counts.values() if count or fewest]
        best = (min if fewest else max)(counts, default=None)
        for seat in scene.now.setup.seats:
            count = counted.counts[seat.colour]
            yield Had(seat, count, seat.colour == owner, count == best)


def _gives(card: str, words: Words) -> str:
    """What it may give."""
    most = points(words, PRESTIGE[card].points)
    if not PRESTIGE[card].tied:
        return most
    return words.gettext("{points}, when tied {tied}", points=most, tied=PRESTIGE[card].tied)


class WinnerTold:
    """How it ended."""

    kind = "winner"

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> Course:
        """As the screen shows it."""
        return standing(scene)


Told = RoundTold | CardTold | WinnerTold


class Teller:
    """Gives what is to be told one after another."""

    def feed(self, before: Position, events: Sequence[Happened]) -> list[Told]:
        """These events happened to that position."""
        told: list[Told] = []
        if events and not isinstance(events[0], Corrected):  # else `before` is not what they happened to
            assert isinstance(before, Table)
            told += _rounds(before, events)
        ended = next((event for event in events if isinstance(event, GameEnded)), None)
        if ended is not None:
            told += (*_cards(events, ended), WinnerTold())
        return told


def _rounds(before: Table, events: Sequence[Happened]) -> Iterator[RoundTold]:
    """The round that ended, if one did."""
    works = {who: player.best for who, player in before.players.items()}
    scores, gains, best = dict(before.points()), dict[str, int](), None
    for event in events:
        for who, number in event.points().items():
            scores[who] += number
        match event:
            case WorkDone(who=who, value=value):
                works[who] = max(works[who], value.total)
            case BestWork():
                best = event
            case Gained(who=who, number=number, why="best-work"):
                gains[who] = number
            case RoundBegan() | FinalBegan():
                yield RoundTold(works, best, gains, scores, event)


def _cards(events: Sequence[Happened], ended: GameEnded) -> Iterator[CardTold]:
    """One after another, from the points before the first of them on."""
    counts = [event for event in events if isinstance(event, PrestigeCounted)]
    scores, cards = dict(ended.scores), dict[str, int]()
    for event in counts:
        scores[event.who] -= event.counted.points
    for event in counts:
        scores[event.who] += event.counted.points
        cards[event.who] = cards.get(event.who, 0) + event.counted.points
        yield CardTold(event, cards, scores, max(ended.scores.values()))
