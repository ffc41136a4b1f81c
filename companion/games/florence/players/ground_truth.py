"""The ground truth of the Princes of Florence: stacks, hands by name, and the place of every piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

from msgspec.structs import replace

from companion.games import game_rules
from companion.games.florence.players.valuation import profession_to_return
from companion.games.florence.rules.auction_events import (
    BuilderGained,
    JesterGained,
    LandscapePlaced,
    ObjectChosen,
    PrestigeCardKept,
    RecruitingCardGained,
)
from companion.games.florence.rules.edition import BUILDINGS, FREEDOMS, LANDSCAPES, PIECE_COUNTS, PRICES
from companion.games.florence.rules.events import (
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    FreedomTaken,
    ProfessionRecruited,
    ProfessionTaken,
    WorkCompleted,
)
from companion.games.florence.rules.layout import make_layout
from companion.games.florence.rules.phases.final_scoring import sort_prestige_cards
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import KeepPrestigeCardDecision
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    HIDDEN_CARD_KINDS,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUITING_CARD,
    taggable_pieces,
)
from companion.games.florence.rules.state import TableState
from companion.rules.game import GameSetup
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, Move, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.simulator.ground_truth import PlaceContents, PlayerKnowledge, shuffled_copy

ALL_PIECES = taggable_pieces()
STACK_CARDS = {
    kind: tuple(piece for piece in ALL_PIECES if piece.startswith(f"{kind}/")) for kind in HIDDEN_CARD_KINDS
}
SUPPLY, OUT_OF_GAME = "supply", "box"
"""The places of pieces that are in no stack and with nobody: available, or out of the game."""
TILE_FAMILIES = ("landscape", "building")
PIECE_FAMILIES = (*TILE_FAMILIES, "freedom", "jester", "builder", RECRUITING_CARD, PRESTIGE_CARD)
"""The kinds of pieces that lie there."""
STACK_BY_TOUCH = {touch_observation(f"action/{kind}"): kind for kind in (PROFESSION, BONUS_CARD)}
"""Touch that announces it -> the stack whose top a player looks at (P-B5)."""


class FlorenceGroundTruth:
    """A table on which everything is known; stacks are lists with their top at the end.

    Cards have the names of their pieces. `position` has what lies open, and of the cards in hands only the
    names that the app was told. `hands` are the cards that only their player knows, `lies` what lies open at
    each place, and `tables` the row in front of each player.
    """

    def __init__(self, setup: GameSetup, chance: Random) -> None:
        self._chance = chance
        self.position = cast(
            TableState, game_rules("florence").initial_position(setup).settled_with_events()[0]
        )
        seats = self.position.config.seats
        self.stacks = {kind: shuffled_copy(cards, chance) for kind, cards in STACK_CARDS.items()}
        self._dealt: dict[str, tuple[str, ...]] = {}
        self._has_put_back: set[str] = set()
        self.hands: dict[str, list[str]] = {who: self._deal_hand(who) for who in seats}
        self.stacks[PROFESSION] = shuffled_copy(self.stacks[PROFESSION], chance)
        own = (f"{place}/{who}" for place in ("player", "grid", "used") for who in seats)
        self.pieces_by_place = {place: Counter[str]() for place in (SUPPLY, OUT_OF_GAME, *own)}
        self.table_rows: dict[str, list[str]] = {who: [] for who in seats}
        for piece, number in Counter(ALL_PIECES).items():
            kind, _, name = piece.partition("/")
            if kind not in HIDDEN_CARD_KINDS:
                # P-M1
                self._lay(SUPPLY, piece, self.position.supply_of(name) if name in FREEDOMS else number)

    def _deal_hand(self, who: str) -> list[str]:
        """P-M1: the three professions kept of four; the one that fits the others least goes back."""
        stack = self.stacks[PROFESSION]
        four = [stack.pop() for _ in range(PIECE_COUNTS["hand"] + 1)]
        self._dealt[who] = tuple(sorted(four, key=ALL_PIECES.index))
        back = f"{PROFESSION}/{profession_to_return(list(map(_name, four)))}"
        four.remove(back)
        stack.insert(0, back)
        return four

    def pieces_to_choose_from(self, who: str) -> tuple[str, ...]:
        """P-M1: the four professions that the player was dealt, in the order of the box, until they choose."""
        return () if who in self._has_put_back else self._dealt.get(who, ())

    def put_back(self, who: str, pieces: Sequence[str]) -> None:
        """P-M1: the player puts the first of these back that is of the four, before the first move.

        The one put back before lies in its place in the stack, so that nothing else of the deal changes.
        """
        four, stack, hand = self._dealt.get(who, ()), self.stacks[PROFESSION], self.hands[who]
        for piece in [each for each in pieces if each in four][:1]:
            self._has_put_back.add(who)
            if piece in hand:
                before = next(each for each in four if each not in hand)
                stack[stack.index(before)], hand[hand.index(piece)] = piece, before

    # -- moves

    def play(self, move: Move, reported_move: Move | None = None) -> None:
        """Play the move and all that follows from it.

        `reported_move` is the move as the app was told it; None where that is the move itself. Raises
        MoveRefused where the rules refuse the move, or the player does not hold what they use or has not
        looked at what they take, and LookupError where the table shows other prestige cards than they have;
        then nothing has happened.
        """
        who, *words = move.words
        if who in self.hands:
            self._check_held(move)
        elif words[:1] == [PRESTIGE_CARD] and words[1:2] and words[1] in self.hands:
            self._check_shown(move)
        self.position, events = self.position.play(move if reported_move is None else reported_move)
        for event in events:
            self._carry_out(event, move.words[-1])
        self._dealt.clear()

    def _check_held(self, move: Move) -> None:
        """Raise MoveRefused where the player does not hold what they show or did not see what they take."""
        seen = self.knowledge_of(move.words[0], self.position)
        seen.position.action_for(move)
        seen.check_can_show(move)

    def _check_shown(self, move: Move) -> None:
        true = self._unnamed(move.words[2])
        if sorted(move.words[3:]) != sorted(true):
            raise LookupError(f"{move}: it is {' '.join(true)}")

    def _carry_out(self, event: Event, card: str) -> None:
        """Move the pieces as the event says; `card` is the one that is taken, if one is."""
        match event:
            case JesterGained(who=who):
                self._take(f"player/{who}", "jester")
            case BuilderGained(who=who):
                self._take(f"player/{who}", "builder")
            case RecruitingCardGained(who=who):
                self._take(f"player/{who}", RECRUITING_CARD)
            case LandscapePlaced(who=who, tile=tile):
                self._take(f"grid/{who}", f"landscape/{tile.name}")
            case BuildingBuilt(who=who, tile=tile):
                self._take(f"grid/{who}", f"building/{tile.name}")
            case FreedomTaken(who=who, freedom=freedom):
                self._take(f"player/{who}", f"freedom/{freedom}")
            case FreedomRemoved(freedom=freedom):
                self._take(OUT_OF_GAME, f"freedom/{freedom}")
            case ObjectChosen(given_up=given_up) if given_up:
                self._give_up(given_up)
            case _:
                self._cards(event, card)

    def _cards(self, event: Event, card: str) -> None:
        match event:
            case ProfessionTaken(who=who):
                self._draw(who, f"{PROFESSION}/{card}")
            case BonusCardTaken(who=who):
                self._draw(who, f"{BONUS_CARD}/{card}")
            case PrestigeCardKept(who=who):
                self._draw(who, f"{PRESTIGE_CARD}/{card}")
            case WorkCompleted(who=who, profession=profession, bonus=bonus):
                self.hands[who].remove(f"{PROFESSION}/{profession}")
                self.table_rows[who].append(f"{PROFESSION}/{profession}")
                for piece in (f"{BONUS_CARD}/{each}" for each in bonus):
                    self.hands[who].remove(piece)
                    self._lay(f"used/{who}", piece)
            case ProfessionRecruited(who=who, profession=profession, from_=from_):
                row = self.table_rows[from_]
                row[row.index(f"{PROFESSION}/{profession}")] = RECRUITING_CARD
                self.hands[who].append(f"{PROFESSION}/{profession}")
                self.pieces_by_place[f"player/{who}"] -= Counter([RECRUITING_CARD])

    def _take(self, place: str, piece: str) -> None:
        """Take the piece from the supply to that place."""
        self.pieces_by_place[SUPPLY] -= Counter([piece])
        self._lay(place, piece)

    def _lay(self, place: str, piece: str, number: int = 1) -> None:
        self.pieces_by_place[place] += Counter({piece: number})

    def _draw(self, who: str, piece: str) -> None:
        """P-A5, P-B5: take one of the top five cards; the others go under the stack, in any order."""
        kind = piece.partition("/")[0]
        others = [each for each in self.top_cards_of_stack(kind) if each != piece]
        below = self.stacks[kind][: -len(others) - 1]
        self.stacks[kind] = [*shuffled_copy(others, self._chance), *below]
        self.hands[who].append(piece)

    def _give_up(self, kind: str) -> None:
        """P-2.1: remove an object from the game; a prestige card is the top one, and nobody looks at it."""
        if kind == PRESTIGE_CARD:
            self._lay(OUT_OF_GAME, self.stacks[kind].pop())
        else:
            self._take(OUT_OF_GAME, piece_of_object(kind))

    def top_cards_of_stack(self, kind: str) -> list[str]:
        """P-A5, P-B5: the five cards on top of the stack, or all that are left."""
        return self.stacks[kind][-PRICES["stack"] :]

    # -- moves of the table

    def table_move(self) -> Move:
        """P-E1: the next player shows the prestige cards that nobody knows."""
        who = next(who for who, player in self.position.players.items() if UNKNOWN in player.prestige)
        return Move((TABLE_ACTOR, PRESTIGE_CARD, who, *self._unnamed(who)))

    def _unnamed(self, who: str) -> Sequence[str]:
        """The prestige cards of a player whose names the app does not know, in the order of the box."""
        named = self.position.players[who].prestige
        return sort_prestige_cards(dict.fromkeys(_names(self.hands[who], PRESTIGE_CARD) - named.keys(), 1))

    # -- knowledge

    def knowledge_of(self, who: str, public: Position) -> PlayerKnowledge:
        """The public table, with the player's own cards by name.

        They can show these, what lies on the tables, and what they find on top of a stack.
        """
        table = cast(TableState, public.to_public())
        own = replace(
            table.players[who],
            hand=_counted(self.hands[who], PROFESSION),
            bonus=_counted(self.hands[who], BONUS_CARD),
            prestige=_counted(self.hands[who], PRESTIGE_CARD),
        )
        on_tables = {f"{PROFESSION}/{name}" for name in table.known_professions()}
        tops = {piece for kind in HIDDEN_CARD_KINDS for piece in self.top_cards_of_stack(kind)}
        held = frozenset((*self.hands[who], *on_tables, *tops))
        return PlayerKnowledge(
            who, replace(table, players={**table.players, who: own}), held, frozenset(HIDDEN_CARD_KINDS)
        )

    def hand_pieces(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """The cards of the player's hand, in the order of the box.

        Behind them are those on top of a stack, while the player chooses one of these.
        """
        item = self.position.agenda[0] if self.position.agenda else None
        looks = [PRESTIGE_CARD] if item == KeepPrestigeCardDecision(who) else []
        if item == ActionDecision(who):
            looks += [kind for observation, kind in STACK_BY_TOUCH.items() if observation in noticed]
        tops = (piece for kind in looks for piece in self.top_cards_of_stack(kind))
        return (*sorted(self.hands[who], key=ALL_PIECES.index), *sorted(tops, key=ALL_PIECES.index))

    # -- the box

    def hidden_contents(self) -> Iterator[PlaceContents]:
        """The contents of every place except money, stones and figures."""
        for who, held in self.hands.items():
            prestige = [piece for piece in held if piece.startswith(f"{PRESTIGE_CARD}/")]
            cards = [piece for piece in held if piece not in prestige]
            yield PlaceContents(f"hand/{who}", (PROFESSION, BONUS_CARD), cards)
            before = (*self.pieces_by_place[f"player/{who}"].elements(), *prestige)
            yield PlaceContents(
                f"player/{who}", ("jester", "builder", RECRUITING_CARD, "freedom", PRESTIGE_CARD), before
            )
            yield PlaceContents(
                f"grid/{who}", TILE_FAMILIES, [*self.pieces_by_place[f"grid/{who}"].elements()]
            )
            yield PlaceContents(
                f"used/{who}", (BONUS_CARD,), [*self.pieces_by_place[f"used/{who}"].elements()]
            )
            yield PlaceContents(f"table/{who}", (PROFESSION, RECRUITING_CARD), self.table_rows[who])
        stacks = {kind: [*cards] for kind, cards in self.stacks.items()}
        for place in make_layout(self.position):
            # a prestige card set aside is the top one, which nobody has looked at (P-2.1)
            if place.id.startswith("aside/"):
                won = sum(
                    lying.count for lying in place.pieces if lying.piece.startswith(f"{PRESTIGE_CARD}/")
                )
                yield PlaceContents(
                    place.id, (PRESTIGE_CARD,), [stacks[PRESTIGE_CARD].pop() for _ in range(won)]
                )
        for kind, cards in stacks.items():
            yield PlaceContents(f"stack/{kind}", (kind,), cards)
        yield PlaceContents(OUT_OF_GAME, PIECE_FAMILIES, [*self.pieces_by_place[OUT_OF_GAME].elements()])
        yield PlaceContents(
            SUPPLY, PIECE_FAMILIES, [*(self.pieces_by_place[SUPPLY] - self._set_aside()).elements()]
        )

    def _set_aside(self) -> Counter[str]:
        """Objects won that nobody owns yet (P-2.1) or that are not placed yet: they are still in supply."""
        aside = Counter[str]()
        for place in make_layout(self.position):
            kind, _, _ = place.id.partition("/")
            for lying in place.pieces:
                if kind == "aside" or (
                    kind == "player" and lying.piece.startswith(("landscape/", "building/"))
                ):
                    aside[lying.piece] += lying.count
        return aside


def piece_of_object(kind: str) -> str:
    """The piece of an object of the auction, a building or a freedom."""
    for group, names in (("landscape", LANDSCAPES), ("building", BUILDINGS), ("freedom", FREEDOMS)):
        if kind in names:
            return f"{group}/{kind}"
    return kind


def _names(pieces: Sequence[str], kind: str) -> set[str]:
    return {_name(piece) for piece in pieces if piece.startswith(f"{kind}/")}


def _name(piece: str) -> str:
    return piece.partition("/")[2]


def _counted(pieces: Sequence[str], kind: str) -> dict[str, int]:
    return {_name(piece): 1 for piece in pieces if piece.startswith(f"{kind}/")}


def make_ground_truth(setup: GameSetup, chance: Random) -> FlorenceGroundTruth:
    """A new table, shuffled by `chance`."""
    return FlorenceGroundTruth(setup, chance)
