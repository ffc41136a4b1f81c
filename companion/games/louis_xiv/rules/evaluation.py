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
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep, Observation
from companion.rules.transaction import Action, Transaction

NO_INTRIGUE = declare_clause("L-3.2", "no-intrigue", "who", "awaited")
OTHER_TILE = declare_clause("L-3.2", "other-tile", "card", "tile")
INTRIGUE_ELSEWHERE = declare_clause("L-3.2", "intrigue-elsewhere", "card")
INTRIGUE_NOT_HELD = declare_clause("L-3.2", "intrigue-not-held", "card")
GENERAL_EMPTY = declare_clause("L-3.2", "general-empty")
OWN_TOO_FEW = declare_clause("L-3.2", "own-too-few", "own")
NOT_ONCE_FIRST = declare_clause("L-3.3", "not-once-first", "who", "awaited")

ONCE_FIRST = "dark-once-first"
INTRIGUE_STONES = 2  # L-3.2: from the own supply


def evaluation_agenda(position: Table, tile: int = 1) -> tuple[AgendaItem, ...]:
    """Phase 3 from `tile` on."""
    return (*(OpenTile(each) for each in TILES if each >= tile), EvaluationEnds())


class OpenTile(AgendaItem, frozen=True, tag="open"):
    """L-3.1: the next tile."""

    tile: int

    def settle(self, tale: Transaction) -> bool:
        tale.apply_event(TileOpened(self.tile))
        tale.replace_current_item(Window(self.tile), Tie(self.tile))
        return True


# -- L-3.2


class Window(Decision, frozen=True, tag="window"):
    """Intrigue cards may be played. Open whenever anybody with a stone to place holds any, so that
    the wait does not tell what a reader saw."""

    tile: int

    def is_moot(self, position: Table) -> bool:
        return not any(player.intrigue and player.stones for player in position.players.values())

    def build_choice_tree(self, position: Table) -> Turn:
        after: dict[str, Choice] = {TABLE: _EVALUATE}
        for who in position.from_start:
            if position.players[who].intrigue:
                after[who] = _intrigue(position, who, self.tile)
        return Turn(after, position.house.everybody, (TABLE,), NO_INTRIGUE, always_ask=True)


class CloseWindow(Action, frozen=True):
    """Nobody (else) wants to."""

    def perform(self, tale: Transaction) -> None:
        tale.replace_current_item()


_EVALUATE = single_word_choice(touched("evaluate"), end_choice(CloseWindow(), "L-3.2", cacheable=True))


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
    cards = Choice("L-3.2", TILES, _INTRIGUE.__getitem__, lambda _: stones, may, cacheable=True)
    return single_word_choice(implied("intrigue"), cards)


_INTRIGUE: Mapping[int, MoveStep] = {
    tile: MoveStep(str(tile), (Observation(f"intrigue/{tile}", "play"),), touch_target=f"intrigue/{tile}")
    for tile in TILES
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
        return end_choice(Intrigue(who, tile, "own", stones), "L-3.2", cacheable=True)

    among = range(1, INTRIGUE_STONES + 1)
    owns = Choice("L-3.2", among, lambda stones: _own_step(who, tile, stones), place, may, cacheable=True)
    one = (
        end_choice(Intrigue(who, tile, "general", 1), "L-3.2", cacheable=True) if general else GENERAL_EMPTY()
    )
    return branch_choice("L-3.2", [(touched("general"), one), (implied("own"), owns)], cacheable=True)


def _own_step(who: str, tile: int, stones: int) -> MoveStep:
    return MoveStep(str(stones), STONE[who][tile].observations * stones, touch_target=f"from-own/{stones}")


class Intrigue(Action, frozen=True):
    """An intrigue card: one stone from the general, or one or two from the own supply."""

    who: str
    tile: int
    supply: Literal["own", "general"]
    stones: int

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(IntriguePlayed(self.who, self.tile))
        tale.apply_event(StonesPlaced(self.who, self.tile, self.stones, self.supply))
        tale.replace_current_item()


# -- L-3.3


class Tie(AgendaItem, frozen=True, tag="tie"):
    """After the window: whoever may decide a tie here is asked, then the tile is evaluated."""

    tile: int

    def settle(self, tale: Transaction) -> bool:
        who = tie_breaker(tale.position, self.tile)
        tale.replace_current_item(Evaluate(self.tile) if who is None else OnceFirst(who, self.tile))
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

    def is_moot(self, position: Table) -> bool:
        return tie_breaker(position, self.tile) != self.who

    def settle(self, tale: Transaction) -> bool:
        if self.is_moot(tale.position):  # a correction has undone the tie
            tale.replace_current_item(Tie(self.tile))
            return True
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        choice = _once_first(who, self.tile)
        return Turn({who: choice}, position.house.everybody, (who,), NOT_ONCE_FIRST)


@cache
def _once_first(who: str, tile: int) -> Choice:
    yes = end_choice(DecideTie(who, tile, True), "L-3.3", cacheable=True)
    no = end_choice(DecideTie(who, tile, False), "L-3.3", cacheable=True)
    return single_word_choice(
        implied("once-first"),
        branch_choice("L-3.3", [(button(who, "yes"), yes), (button(who, "no"), no)], cacheable=True),
    )


class DecideTie(Action, frozen=True):
    """Once first: yes or no."""

    who: str
    tile: int
    yes: bool

    def perform(self, tale: Transaction) -> None:
        if self.yes:
            tale.apply_event(MissionUsed(self.who, ONCE_FIRST))
        tale.replace_current_item(Evaluate(self.tile, self.who if self.yes else None))


class EvaluationEnds(AgendaItem, frozen=True, tag="evaluation-ends"):
    """After tile 12: phase 4."""

    ends_phase: ClassVar[bool] = True

    def settle(self, tale: Transaction) -> bool:
        tale.apply_event(PhaseBegan("missions"))
        tale.replace_current_item(*tale.position.phase_agenda("missions"))
        return True
