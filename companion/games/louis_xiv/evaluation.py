"""Phase 3, evaluation: the window, once first, who gets what, stones home, tiles turned (L-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from companion.games.louis_xiv.events import IntriguePlayed, PhaseBegan, StonesPlaced, TileOpened
from companion.games.louis_xiv.outcomes import MissionUsed
from companion.games.louis_xiv.pieces import STONE, TABLE, TILES, UNKNOWN, button, implied, touched
from companion.games.louis_xiv.ranking import most
from companion.games.louis_xiv.state import Decision, Item, PlayersDecision, Table
from companion.games.louis_xiv.verdict import Evaluate
from companion.rules.choice import Choice, Turn, either, end, word
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import Sight, Step
from companion.rules.tale import Deed, Tale

NO_INTRIGUE = clause("L-3.2", "no-intrigue", "who", "awaited")
OTHER_TILE = clause("L-3.2", "other-tile", "card", "tile")
INTRIGUE_ELSEWHERE = clause("L-3.2", "intrigue-elsewhere", "card")
INTRIGUE_NOT_HELD = clause("L-3.2", "intrigue-not-held", "card")
GENERAL_EMPTY = clause("L-3.2", "general-empty")
OWN_TOO_FEW = clause("L-3.2", "own-too-few", "own")
NOT_ONCE_FIRST = clause("L-3.3", "not-once-first", "who", "awaited")

ONCE_FIRST = "dark-once-first"


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
        evaluate = word(touched("evaluate"), end(CloseWindow(), "L-3.2"))
        after: dict[str, Choice] = {TABLE: evaluate}
        for who in position.from_start:
            if position.players[who].intrigue:
                after[who] = _intrigue(position, who, self.tile)
        return Turn(after, position.house.everybody, (TABLE,), NO_INTRIGUE, said=True)


class CloseWindow(Deed, frozen=True):
    """Nobody (else) wants to."""

    def do(self, tale: Tale) -> None:
        tale.plan()


def _intrigue(position: Table, who: str, tile: int) -> Choice:
    def may(card: int) -> Refusal | None:
        return may_play_intrigue(position, who, card, tile)

    cards = Choice("L-3.2", TILES, _INTRIGUE.__getitem__, lambda card: _stones(position, who, card), may)
    return word(implied("intrigue"), cards)


_INTRIGUE: Mapping[int, Step] = {
    tile: Step(str(tile), (Sight(f"intrigue/{tile}", "play"),), thing=f"intrigue/{tile}") for tile in TILES
}


def may_play_intrigue(position: Table, who: str, card: int, tile: int) -> Refusal | None:
    """L-3.2, L-M4: the card of the tile that comes next, if it can be in his hand."""
    held = position.players[who].intrigue
    if card != tile:
        return OTHER_TILE(card, tile)
    if held.get(str(card)):
        return None
    if not held.get(UNKNOWN):
        return INTRIGUE_NOT_HELD(card)
    if any(player.intrigue.get(str(card)) for player in position.players.values()):
        return INTRIGUE_ELSEWHERE(card)
    return None


def _stones(position: Table, who: str, tile: int) -> Choice:
    player = position.players[who]

    def own(stones: int) -> Refusal | None:
        return None if player.own >= stones else OWN_TOO_FEW(player.own)

    owns = Choice(
        "L-3.2",
        (1, 2),
        lambda stones: _own_step(who, tile, stones),
        lambda stones: end(Intrigue(who, tile, "own", stones), "L-3.2"),
        own,
    )
    general = end(Intrigue(who, tile, "general", 1), "L-3.2") if player.general else GENERAL_EMPTY()
    return either("L-3.2", [(touched("general"), general), (implied("own"), owns)])


def _own_step(who: str, tile: int, stones: int) -> Step:
    return Step(str(stones), STONE[who][tile].shows * stones, thing=f"own/{stones}")


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
        choice = word(
            implied("once-first"),
            either(
                "L-3.3",
                [
                    (button(who, "yes"), end(DecideTie(who, self.tile, True), "L-3.3")),
                    (button(who, "no"), end(DecideTie(who, self.tile, False), "L-3.3")),
                ],
            ),
        )
        return Turn({who: choice}, position.house.everybody, (who,), NOT_ONCE_FIRST)


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
