"""What a view of the table may draw on: what people have turned to, the snapshot, the game history and the voice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.choice import Turn
from companion.rules.game import Seat
from companion.rules.history import FrozenHistory
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.table.snapshot import Snapshot
from companion.table.storage.evening_notes import KeptRefusal
from companion.voice.voice import Voice

# -- what the person at the screen has turned to: it is not in the record, but decides what is shown

TABLE_PLACES = "table"
LOOK_WORDS = frozenset(("look", "cards", "turn", "open", "before", "tried", "count"))
"""The first words of touches that may only change what is looked at."""
NO_COUNTS: Mapping[str, int] = MappingProxyType({})


class UiState(Struct, frozen=True):
    """How the people at the screen look at the table.

    `is_virtual`: the program deals, so a hand can be shown. `human_colours`: the colours people play (all
    others are virtual players). `hand_owner`: whose hand is open, "" if nobody's; `hand_pieces`: its pieces;
    `card_kind`: the kind of its cards that is shown, "" for those the phase is about. `answer_folder`: the
    group of answers that is open. `allowed_targets`: what somebody who knows the open hand may touch or lay,
    None for everything enabled. `stepper_values`: what is being counted by touch so far. `viewed_player`: the
    player whose places are shown, TABLE_PLACES for those of nobody, "" as the prompt needs it. `laid_cards`:
    cards of the open hand that were laid on the virtual reader and belong to no move yet. `board_rotation`:
    quarter turns by which the board is turned towards the screen. `previewed_answer`: the answer under a
    resting finger, whose effect is previewed. `waits_for_next`: a virtual player moves at the next touch on *Next*.
    `are_cards_lost`: the program dealt, until people corrected the table.
    `chooser`: the person who is asked which of their pieces goes back, "" when nobody is;
    `returned_piece`: the one that they have marked.
    """

    is_virtual: bool = False
    human_colours: tuple[str, ...] = ()
    hand_owner: str = ""
    hand_pieces: tuple[str, ...] = ()
    card_kind: str = ""
    answer_folder: str = ""
    allowed_targets: frozenset[str] | None = None
    stepper_values: Mapping[str, int] = NO_COUNTS
    viewed_player: str = ""
    laid_cards: tuple[str, ...] = ()
    board_rotation: int = 0
    previewed_answer: str = ""
    waits_for_next: bool = False
    are_cards_lost: bool = False
    chooser: str = ""
    returned_piece: str = ""

    def after_look(self, word: str, name: str) -> UiState | None:
        """The state after a touch on `word/name` that only changes what is looked at; None: it is another touch."""
        match word:
            case "look":
                return replace(self, hand_owner=name, card_kind="")
            case "cards":
                return replace(self, card_kind=name)
            case "turn" if not name:  # with a name it is a tile of the game that is turned
                return replace(self, board_rotation=(self.board_rotation + 1) % 4)
            case "open":
                return replace(self, answer_folder=name)
            case "before":
                return replace(self, viewed_player=name)
            case "tried":
                return replace(self, previewed_answer=name)
            case "count":
                kind, _, number = name.partition("/")
                counts = {**self.stepper_values, kind: int(number)}
                return replace(self, stepper_values={kind: count for kind, count in counts.items() if count})
        return None

    @property
    def has_real_pieces(self) -> bool:
        """Whether hands move pieces on a table: not where Herald deals, or dealt until people corrected that."""
        return not self.is_virtual and not self.are_cards_lost

    def is_at_screen(self, who: str) -> bool:
        """Whether a person plays that colour here: at a real table everybody does."""
        return not self.is_virtual or who in self.human_colours

    @property
    def pieces_to_choose_from(self) -> tuple[str, ...]:
        """The pieces of which the owner of the open hand puts one back."""
        return self.hand_pieces if self.chooser and self.hand_owner == self.chooser else ()

    def can_humans_act_in(self, turn: Turn) -> bool:
        """Whether a person at the screen may act in this turn.

        Otherwise the next move happens automatically, and a finger that was too early must not play for a
        virtual player.
        """
        return not self.is_virtual or any(
            map(self.is_at_screen, (*turn.choice_by_actor, *turn.awaited_actors))
        )

    def has_needed_cards(self, move: Move, pending_input: Sequence[Observation]) -> bool:
        """Whether the move lacks no card: in a dealt hand, an unknown card must first be laid."""
        return (
            not self.is_virtual
            or UNKNOWN not in move.words
            or any(observation.zone == PLAY_ZONE for observation in pending_input)
        )

    def with_chooser(self, chooser: str) -> UiState:
        """As this person is asked which piece goes back; what another one has marked is forgotten."""
        return self if chooser == self.chooser else replace(self, chooser=chooser, returned_piece="")

    def with_names(self, observations: Sequence[Observation]) -> tuple[Observation, ...]:
        """The observations as the owner of the open hand knows them: the cards that they laid have names."""
        names = iter(self.laid_cards)
        return tuple(
            replace(each, piece=next(names, each.piece)) if each.zone == PLAY_ZONE else each
            for each in observations
        )

    def pending_laid_cards(self, pending_input: Sequence[Observation]) -> tuple[str, ...]:
        """Those of `laid_cards` that are in the pending input, where they may have no names."""
        return self.laid_cards[: sum(observation.zone == PLAY_ZONE for observation in pending_input)]


# -- one moment


PositionT = TypeVar("PositionT", bound=Position)


def public_position(snapshot: Snapshot, kind: type[PositionT]) -> PositionT:
    """The position as everybody may see it, of that game's kind."""
    assert isinstance(snapshot.position, kind)
    return snapshot.position


class ScreenContext(Struct, frozen=True):
    """One moment of a game session, to be put into words of one language.

    `history` gives all accepted lines; until the game is over, only what everybody may know of them. `know` gives the
    position as the people at the screen know it; None: as everybody does. `hand_of` gives the pieces of one of
    several people there, `refusals` what was refused, as far as it is kept.
    """

    snapshot: Snapshot
    history: Callable[[], FrozenHistory]
    voice: Voice
    ui_state: UiState
    know: Callable[[], Position] | None = None
    hand_of: Callable[[str], tuple[str, ...]] = lambda _: ()
    refusals: Callable[[], tuple[KeptRefusal, ...] | None] = tuple

    @property
    def known_position(self) -> Position:
        """The position as the people at the screen know it: the owner of the open hand, or everybody."""
        return self.know() if self.know is not None else self.snapshot.position

    def seat_of(self, who: str) -> Seat:
        """The seat of the player with that colour."""
        return next(seat for seat in self.snapshot.setup.seats if seat.colour == who)
