"""What is told over the table while a game of Louis XIV goes on: each tile when it has been evaluated, and at the
end what is exchanged and who has most of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.louis_xiv.rules.events import (
    ChipGained,
    KingLeft,
    Majority,
    NeutralHome,
    PhaseBegan,
    Rewarded,
    StonesHome,
    TileOpened,
    TileTurned,
)
from companion.games.louis_xiv.rules.hands import hands
from companion.games.louis_xiv.rules.outcomes import Exchanged, GameEnded
from companion.games.louis_xiv.rules.outcomes import KindWon as Won
from companion.games.louis_xiv.rules.pieces import CHIPS
from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.screen.asides import Evaluation, Exchange, Given, Held, KindWon, Stand
from companion.games.louis_xiv.screen.court import REWARDS, tile
from companion.games.louis_xiv.screen.points import ranks, standing
from companion.games.louis_xiv.screen.signs import sign_of
from companion.rules.tale import Event as Happened
from companion.screen.asides import Standing
from companion.screen.scene import Scene
from companion.screen.views import Count, Event, Hand

KINGS_CROWN = "L-3.7"
BY_HAND = (StonesHome, NeutralHome, TileTurned, KingLeft)
"""Events that are nothing but movements of hands."""
WORTH_TELLING = (Majority, TileTurned, KingLeft)


class TileTold:
    """A tile that was evaluated. `before` is the table as it stood when its stones were counted."""

    kind = "tile"

    def __init__(self, number: int, before: Position) -> None:
        self.number = number
        self.before = before
        self.after = before
        self.events: list[Happened] = []
        self.made: set[int] = set()

    def happened(self, event: Happened, after: Position) -> None:
        """It belongs to this tile. Only from the count on is it told: an intrigue card before it was seen by all."""
        if isinstance(event, Majority):
            self.before, self.events = self.after, []
        self.events.append(event)
        self.after = after

    @property
    def worth_telling(self) -> bool:
        """Whether anybody stood there, or anything of it was moved."""
        return any(isinstance(event, WORTH_TELLING) for event in self.events)

    def touch(self, thing: str) -> bool:
        """A movement is ticked off."""
        if not thing.startswith("step/"):
            return False
        self.made.add(int(thing.removeprefix("step/")))
        return True

    def value(self, at: int, of: int, scene: Scene) -> Evaluation:
        """As the screen shows it. At a virtual table there is nothing to move."""
        voice = scene.voice
        moves = () if scene.look.virtual else hands(self.before, self.after)
        return Evaluation(
            tile(self.before, self.number, (), voice.words),
            tuple(self._stands(scene)),
            tuple(
                Event(line.text, line.who)
                for line in voice.lines(self.before, self._said(bool(moves)), "short")
            ),
            tuple(
                Hand(voice.hand(hand), sign_of(hand), done=number in self.made)
                for number, hand in enumerate(moves)
            ),
            at,
            of,
        )

    def _said(self, hands: bool) -> list[Happened]:
        """What is said: where hands are told what to do, that is not said twice."""
        return [event for event in self.events if not (hands and isinstance(event, BY_HAND))]

    def _stands(self, scene: Scene) -> Iterator[Stand]:
        stones = self.before.tiles[self.number].stones
        crowned = {e.who for e in self.events if isinstance(e, ChipGained) and e.why == KINGS_CROWN}
        rewarded = {e.who for e in self.events if isinstance(e, Rewarded)}
        for who, count in sorted(stones.items(), key=lambda each: -each[1]):
            gains = (
                *(REWARDS[self.number] if who in rewarded else ()),
                *([Count("crown")] if who in crowned else ()),
            )
            yield Stand(who, scene.voice.words.player(who), count, gains)


class ExchangeTold:
    """What everybody exchanges at the end: each exchange, and the table before it."""

    kind = "exchange"

    def __init__(self, exchanges: Sequence[tuple[Exchanged, Position]]) -> None:
        self.exchanges = exchanges

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> Exchange:
        """As the screen shows it."""
        words = scene.voice.words
        return Exchange(
            words.gettext("The last exchange"),
            words.gettext("A coat of arms for each card, chip, stone on a tile, and every 3 louis."),
            tuple(_given(event, before, scene) for event, before in self.exchanges),
            "" if scene.look.virtual else words.gettext("Return all of it and take coats of arms for it."),
        )


def _given(event: Exchanged, before: Position, scene: Scene) -> Given:
    player = before.players[event.who]
    things = (
        Count("influence", event.influence),
        Count("intrigue", event.intrigue),
        *(Count(chip, player.chips.get(chip, 0)) for chip in CHIPS),
        Count(event.who, sum(event.stones.values())),
        Count("louis", event.louis),
    )
    given = tuple(thing for thing in things if thing.count)
    return Given(scene.seat(event.who), given, event.arms, player.arms + event.arms)


class KindTold:
    """One kind of coats of arms compared. `before` is the table as it stood before the extra ones of this kind."""

    kind = "kind"

    def __init__(self, won: Won, before: Position) -> None:
        self.won = won
        self.before = before

    def touch(self, thing: str) -> bool:
        """There is nothing to tick off."""
        return False

    def value(self, at: int, of: int, scene: Scene) -> KindWon:
        """As the screen shows it, points as they are after it."""
        after = self.won.change(self.before)
        name = scene.voice.words.named("arms", self.won.kind)
        longest = max(scene.now.position.points().values())
        return KindWon(
            self.won.kind,
            name[:1].upper() + name[1:],
            scene.voice.sentence(self.won),
            tuple(
                Held(
                    seat,
                    after.players[seat.colour].shown.get(self.won.kind, 0),
                    seat.colour in self.won.players,
                )
                for seat in scene.now.setup.seats
            ),
            ranks(after, scene),
            longest,
            at,
            of,
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


Told = TileTold | ExchangeTold | KindTold | WinnerTold


class Teller:
    """Follows the events and gives what is to be told one after another."""

    def __init__(self) -> None:
        self._tile: TileTold | None = None

    def feed(self, before: Position, events: Sequence[Happened]) -> list[Told]:
        """These events happened to that position."""
        told: list[Told] = []
        exchanges: list[tuple[Exchanged, Position]] = []
        position = before
        for event in events:
            after = event.change(position)
            if isinstance(event, TileOpened | PhaseBegan):
                told += self._closed()
                self._tile = TileTold(event.tile, after) if isinstance(event, TileOpened) else None
            elif self._tile is not None:
                self._tile.happened(event, after)
            if isinstance(event, Exchanged):
                exchanges.append((event, position))
            if isinstance(event, Won):
                told.append(KindTold(event, position))
            if isinstance(event, GameEnded):
                told.append(WinnerTold())
            position = after
        if exchanges:
            told.insert(0, ExchangeTold(exchanges))
        return told

    def _closed(self) -> Iterator[TileTold]:
        if self._tile is not None and self._tile.worth_telling:
            yield self._tile
