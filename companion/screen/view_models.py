"""What the screen is given to show: plain values, made from a position and its events by whoever knows the
game.

Words come ready in the language of the table; the screen adds nothing and decides nothing. `touch_target` is the
name by which a finger's touch is told: `tile/6`, `card/inf6`, `take`, `is_done`. A thing glows, and reacts,
when its name is among the `enabled_targets` ones.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.rules.game import EditionLine, Seat


class SymbolCountModel(Struct, frozen=True):
    """So many of something that has a symbol: chips, stones of a colour, card backs."""

    symbol: str
    count: int = 1


class PromptModel(Struct, frozen=True):
    """What is to be done now, and by whom (None: by the table). `hint` says how this table can do it, or
    what was understood so far.
    """

    seat: Seat | None
    sentence: str
    hint: str = ""


class ChoiceModel(Struct, frozen=True):
    """An answer that can be touched."""

    touch_target: str
    text: str
    symbol: str = ""
    emphasis: Literal["main", "choice", "quiet"] = "choice"
    """`main`: the one way on ("done"). `quiet`: beside the matter ("clear")."""


class CardModel(Struct, frozen=True):
    """A card of a hand, or one that may have been played: its number (or "" and a symbol), its name."""

    touch_target: str
    number: str
    name: str
    symbol: str = ""
    printed_symbols: tuple[str, ...] = ()
    """Symbols of what is printed on it besides: the chips of a mission."""


class StepperModel(Struct, frozen=True):
    """Something to be counted by touch: how many there are, and how many there can be at most; shown by `unit`."""

    touch_target: str
    text: str
    symbol: str
    value: int
    maximum: int
    unit: int = 1


class EventModel(Struct, frozen=True):
    """Something that has just happened, in a sentence; the symbol (a colour, a chip) is what it is about."""

    sentence: str
    symbol: str = ""


class TableFrameModel(Struct, frozen=True, kw_only=True):
    """What every table has around its board: the screen of a game adds what lies there."""

    prompt: PromptModel
    """Whose turn it is and what to do now."""
    recent_events: tuple[EventModel, ...] = ()
    """The last three, the newest last."""
    hand_cards: tuple[CardModel, ...] = ()
    """Those that lie open before the person at the screen."""
    choices: tuple[ChoiceModel, ...] = ()
    """The answers that can be touched."""
    enabled_targets: frozenset[str] = frozenset()
    """The things that may be touched now."""
    has_reader: bool = False
    """Whether cards can be laid on a reader drawn on the screen (the virtual table)."""
    can_undo: bool = False
    """Whether there is a move to take back."""
    pointed_targets: frozenset[str] = frozenset()
    """The names of the thing that the shared buttons point at."""


class SavedGameModel(Struct, frozen=True):
    """A game that was interrupted: which, how far, who, when; all in words, and its sign."""

    game: str
    progress: str
    seats: tuple[Seat, ...]
    last_played: str
    symbol: str


class SetupAnswerModel(Struct, frozen=True):
    """One way to answer a question of the set-up: its value in the record and its words."""

    value: str
    text: str


class SetupQuestionModel(Struct, frozen=True):
    """A house rule or a printed value. `subject` is the clause or the thing it is about; the first answer is
    the default.

    With a single answer there is nothing to choose: it is how the game is played here.
    """

    name: str
    subject: str
    text: str
    answers: tuple[SetupAnswerModel, ...] = ()


class AvailableGameModel(Struct, frozen=True):
    """A game that can be played: what the new-game screen asks for it."""

    name: str
    title: str
    min_players: int
    max_players: int
    colours: tuple[str, ...]
    first_player_rule: str
    """Who of the people begins, in words: `the oldest`."""
    house_rules: tuple[SetupQuestionModel, ...] = ()
    """House rules."""
    edition_questions: tuple[SetupQuestionModel, ...] = ()
    """Values that nobody has read off this copy's cardboard yet."""
    has_edition_page: bool = False
    """Whether what is printed is told by a view of the game's own (its module `printed`) instead."""


class EditionModel(Struct, frozen=True):
    """What the owner's file says is printed on his copy; `error`: why it could not be read or written."""

    game: str
    edition_lines: tuple[EditionLine, ...] = ()
    error: str = ""


class NewGameRequest(Struct, frozen=True):
    """A game as it was set up on the screen. `answers` holds what differs from the default, by the
    question's name.
    """

    game: str
    seats: tuple[Seat, ...]
    first_player: str
    answers: dict[str, str] = {}
    is_virtual: bool = False
    """Whether the program shuffles and deals, and cards are laid on a reader drawn on the screen."""
    bot_colours: tuple[str, ...] = ()
    """Colours that virtual players play."""


class RefusalModel(Struct, frozen=True):
    """A refusal in words: what was tried, why not, the clause, and what would be allowed. The position has
    not changed.
    """

    seat: Seat | None
    attempt: str
    reason: str
    clause: str
    clause_title: str
    """The clause's heading."""
    allowed_instead: tuple[str, ...] = ()
    overrule_label: str = ""
    """Words of a button by which the people may do it all the same (strictness: hint); "" where they may
    not.
    """


class MovementModel(Struct, frozen=True):
    """One movement to make on the table: its symbol, in words, and whether it is done."""

    text: str
    symbol: str = ""
    is_done: bool = False


class RankModel(Struct, frozen=True):
    """A player's place in a ranking, 0 while there is none. `point_parts` are what the points are made of,
    `touch_target` opens the ledger.
    """

    place: int
    seat: Seat
    points: int
    point_parts: tuple[SymbolCountModel, ...] = ()
    note: str = ""
    touch_target: str = ""
