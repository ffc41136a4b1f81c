"""Phase 3, evaluation: the window, once first, who gets what, stones home, tiles turned (L-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, Literal

from companion.games.louis_xiv.rules.events import IntriguePlayed, PhaseBegan, StonesPlaced, TileOpened
from companion.games.louis_xiv.rules.outcomes import MissionUsed
from companion.games.louis_xiv.rules.pieces import STONE, TABLE, TILES, button, implied, touched
from companion.games.louis_xiv.rules.ranking import most
from companion.games.louis_xiv.rules.state import PlayersDecision, Table
from companion.games.louis_xiv.rules.verdict import Evaluate
from companion.rules.agenda import Decision, Item
from companion.rules.choice import Choice, Turn, either, end, word
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import UNKNOWN, Sight, Step
from companion.rules.tale import Deed, Tale

NO_INTRIGUE = clause("L-3.2", "no-intrigue", "who", "awaited")
OTHER_TILE = clause("L-3.2", "other-tile", "card", "tile")
INTRIGUE_ELSEWHERE = clause("L-3.2", "intrigue-elsewhere", "card")
INTRIGUE_NOT_HELD = clause("L-3.2", "intrigue-not-held", "card")
GENERAL_EMPTY = clause("L-3.2", "general-empty")
OWN_TOO_FEW = clause("L-3.2", "own-too-few", "own")
NOT_ONCE_FIRST = clause("L-3.3", "not-once-first", "who", "awaited")

ONCE_FIRST = "dark-once-first"
INTRIGUE_STONES = 2  # L-3.2: from the own supply


def evaluation_agenda(position: Table, tile: int = 1) -> tuple[Item, ...]:
    """Phase 3 from `tile` on."""
    return (*(OpenTile(each) for each in TILES if each >= tile), EvaluationEnds())


class OpenTile(Item, frozen=True, tag="open"):
    """L-3.1: the next tile."""

    tile: int

    def settle(self, tale: Tale) -> bool:
        tale.tell(TileOpened(self.tile))
        tale.plan(Window(self.tile), Tie(self.tile))
        return True


# -- L-3.2


class Window(Decision, frozen=True, tag="window"):
    """Intrigue cards may be played. Open whenever anybody with a stone to place holds any, so that
    the wait does not tell what a reader saw."""

    tile: int

    def moot(self, position: Table) -> bool:
        return not any(player.intrigue and player.stones for player in position.players.values())

    def offer(self, position: Table) -> Turn:
        after: dict[str, Choice] = {TABLE: _EVALUATE}
        for who in position.from_start:
            if position.players[who].intrigue:
                after[who] = _intrigue(position, who, self.tile)
        return Turn(after, position.house.everybody, (TABLE,), NO_INTRIGUE, said=True)


class CloseWindow(Deed, frozen=True):
    """Nobody (else) wants to."""

    def do(self, tale: Tale) -> None:
        tale.plan()


_EVALUATE = word(touched("evaluate"), end(CloseWindow(), "L-3.2", fixed=True))


def _intrigue(position: Table, who: str, tile: int) -> Choice:
    player = position.players[who]
    held = why_not_held(position, who, tile)
    return _playing(who, tile, held, min(player.own, INTRIGUE_STONES), player.general > 0)


@lru_cache(maxsize=1024)
def _playing(who: str, tile: int, held: Refusal | None, own: int, general: bool) -> Choice:
    """held: why the card of the tile cannot be in his hand. own, general: what he has to place."""

    def may(card: int) -> Refusal | None:
        return held if card == tile else OTHER_TILE(card, tile)

    stones = _stones(who, tile, own, general)
    cards = Choice("L-3.2", TILES, _INTRIGUE.__getitem__, lambda _: stones, may, fixed=True)
    return word(implied("intrigue"), cards)


_INTRIGUE: Mapping[int, Step] = {
    tile: Step(str(tile), (Sight(f"intrigue/{tile}", "play"),), thing=f"intrigue/{tile}") for tile in TILES
}


def why_not_held(position: Table, who: str, card: int) -> Refusal | None:
    """L-3.2, L-M4: None when the intrigue card can be in his hand."""
    held = position.players[who].intrigue
    if held.get(str(card)):
        return None
    if not held.get(UNKNOWN):
        return INTRIGUE_NOT_HELD(card)
    if any(player.intrigue.get(str(card)) for player in position.players.values()):
        return INTRIGUE_ELSEWHERE(card)
    return None


def _stones(who: str, tile: int, own: int, general: bool) -> Choice:
    def may(stones: int) -> Refusal | None:
        return None if own >= stones else OWN_TOO_FEW(own)

    def place(stones: int) -> Choice:
        return end(Intrigue(who, tile, "own", stones), "L-3.2", fixed=True)

    among = range(1, INTRIGUE_STONES + 1)
    owns = Choice("L-3.2", among, lambda stones: _own_step(who, tile, stones), place, may, fixed=True)
    one = end(Intrigue(who, tile, "general", 1), "L-3.2", fixed=True) if general else GENERAL_EMPTY()
    return either("L-3.2", [(touched("general"), one), (implied("own"), owns)], fixed=True)


def _own_step(who: str, tile: int, stones: int) -> Step:
    return Step(str(stones), STONE[who][tile].shows * stones, thing=f"from-own/{stones}")


class Intrigue(Deed, frozen=True):
    """An intrigue card: one stone from the general, or one or two from the own supply."""

    who: str
    tile: int
    supply: Literal["own", "general"]
    stones: int

    def do(self, tale: Tale) -> None:
        tale.tell(IntriguePlayed(self.who, self.tile))
        tale.tell(StonesPlaced(self.who, self.tile, self.stones, self.supply))
        tale.plan()


# -- L-3.3


class Tie(Item, frozen=True, tag="tie"):
    """After the window: whoever may decide a tie here is asked, then the tile is evaluated."""

    tile: int

    def settle(self, tale: Tale) -> bool:
        who = tie_breaker(tale.position, self.tile)
        tale.plan(Evaluate(self.tile) if who is None else OnceFirst(who, self.tile))
        return True


def tie_breaker(position: Table, tile: int) -> str | None:
    """Who may decide a tie here, being in it and owning "once first"; None: nobody, or there is no tie."""
    tied = most(position.tiles[tile].stones)
    if len(tied) < 2 or position.condition(tile).kind == "stones":
        return None
    for who in position.from_start:
        if who in tied and position.players[who].ready(ONCE_FIRST):
            return who
    return None


class OnceFirst(PlayersDecision, frozen=True, tag="once-first"):
    """A tie for the most may be decided by one who is in it and owns "once first"."""

    tile: int

    def moot(self, position: Table) -> bool:
        return tie_breaker(position, self.tile) != self.who

    def settle(self, tale: Tale) -> bool:
        if self.moot(tale.position):  # a correction has undone the tie
            tale.plan(Tie(self.tile))
            return True
        return False

    def offer(self, position: Table) -> Turn:
        who = self.who
        choice = _once_first(who, self.tile)
        return Turn({who: choice}, position.house.everybody, (who,), NOT_ONCE_FIRST)


@cache
def _once_first(who: str, tile: int) -> Choice:
    yes = end(DecideTie(who, tile, True), "L-3.3", fixed=True)
    no = end(DecideTie(who, tile, False), "L-3.3", fixed=True)
    return word(
        implied("once-first"),
        either("L-3.3", [(button(who, "yes"), yes), (button(who, "no"), no)], fixed=True),
    )


class DecideTie(Deed, frozen=True):
    """Once first: yes or no."""

    who: str
    tile: int
    yes: bool

    def do(self, tale: Tale) -> None:
        if self.yes:
            tale.tell(MissionUsed(self.who, ONCE_FIRST))
        tale.plan(Evaluate(self.tile, self.who if self.yes else None))


class EvaluationEnds(Item, frozen=True, tag="evaluation-ends"):
    """After tile 12: phase 4."""

    terminal: ClassVar[bool] = True

    def settle(self, tale: Tale) -> bool:
        tale.tell(PhaseBegan("missions"))
        tale.plan(*tale.position.phase_agenda("missions"))
        return True
