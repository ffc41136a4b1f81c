"""View models: plain values that widgets show, made from a position and its events by a game's presenter.

Where a widget shows a part of the position, its model has that part itself, and the translator for its words;
else texts come ready in the language of the table. The screen decides nothing. A `touch_target` is the name under
which a touch is passed on: `tile/6`, `card/inf6`, `take`, `done`. A widget glows, and reacts, when its touch target
is among the `enabled_targets`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from companion.rules.game import EditionLine, Seat
from companion.voice.language import mark_message

PlayerStateT = TypeVar("PlayerStateT")
"""What a game keeps of one player in its positions."""


class SymbolCountModel(Struct, frozen=True):
    """So many of something that has a symbol: chips, stones of a colour, card backs."""

    symbol: str
    count: int = 1


class PromptModel(Struct, frozen=True):
    """What is to be done now, and by whom.

    `seat` is None where the table acts. `hint` says how this table can do it, or what was understood so far.
    """

    seat: Seat | None
    sentence: str
    hint: str = ""


class ChoiceModel(Struct, frozen=True):
    """An answer that can be touched."""

    touch_target: str
    text: str
    symbol: str = ""
    emphasis: Literal["main", "choice", "chosen", "quiet"] = "choice"
    """`main`: the one way on ("done"). `choice`: an answer. `chosen`: the one that holds now. `quiet`: a secondary
    answer ("clear").
    """


class CardModel(Struct, frozen=True):
    """A card of a hand, or one that may be meant: its number (or "" and a symbol) and its name.

    Not `enabled` where it must be another one.
    """

    touch_target: str
    number: str
    name: str
    symbol: str = ""
    printed_symbols: tuple[str, ...] = ()
    """Symbols of what else is printed on it: the chips of a mission."""
    enabled: bool = True


class StepperModel(Struct, frozen=True):
    """A number to be set by touch: its value and its maximum, both shown as multiples of `unit`."""

    touch_target: str
    text: str
    symbol: str
    value: int
    maximum: int
    unit: int = 1


class EventModel(Struct, frozen=True):
    """Something that has just happened, in a sentence; the symbol (a colour, a chip) shows its subject."""

    sentence: str
    symbol: str = ""


class TableFrameModel(Struct, frozen=True, kw_only=True):
    """What every table has around its board; a game's own model adds what lies there."""

    prompt: PromptModel
    """Whose turn it is and what to do now."""
    recent_events: tuple[EventModel, ...] = ()
    """The last three, the newest last."""
    hand_cards: tuple[CardModel, ...] = ()
    """The open hand of the person at the screen."""
    choices: tuple[ChoiceModel, ...] = ()
    """The answers that can be touched."""
    enabled_targets: frozenset[str] = frozenset()
    """The touch targets that may be touched now."""
    has_reader: bool = False
    """Whether cards can be laid on a reader drawn on the screen (the virtual table)."""
    lax_word: str = ""
    """What is done about what the rules forbid, in a word, where it is not refused; else ""."""
    can_undo: bool = False
    """Whether there is a move to take back."""
    can_redo: bool = False
    """Whether what was taken back can be laid again."""
    line_count: int = 0
    """How many moves were made: what a finger was about to end may have ended by itself."""
    pointed_targets: frozenset[str] = frozenset()
    """The touch targets that the shared buttons point at."""


class NewGameRequest(Struct, frozen=True):
    """A game as it was set up on the screen.

    `answers` holds what differs from the default, by the question's name.
    """

    game: str
    seats: tuple[Seat, ...]
    first_player: str
    answers: dict[str, str] = {}
    is_virtual: bool = False
    """Whether the program shuffles and deals, and cards are laid on a reader drawn on the screen."""
    bot_colours: tuple[str, ...] = ()
    """The colours that virtual players play."""
    beginners: tuple[str, ...] = ()
    """Those of them who play as beginners."""


class SavedGameModel(Struct, frozen=True):
    """A game that was interrupted: which, how far, who and when, in words, and its symbol.

    damaged_number: by which people call a damaged evening, which is asked about before it goes on; `heading` says from
    which line. Else 0 and "". again: of one that is over, how the same people begin once more; the next one begins.
    """

    game: str
    progress: str
    seats: tuple[Seat, ...]
    last_played: str
    symbol: str
    damaged_number: int = 0
    heading: str = ""
    again: NewGameRequest | None = None


class SetupAnswerModel(Struct, frozen=True):
    """One way to answer a question of the set-up: its value in the record and its text."""

    value: str
    text: str


class SetupQuestionModel(Struct, frozen=True):
    """A house rule or a printed value.

    `subject` is the clause or the piece it is about; the first answer is the default. With a single answer
    there is nothing to choose: it is how the game is played here.
    """

    name: str
    subject: str
    text: str
    answers: tuple[SetupAnswerModel, ...] = ()


class AvailableGameModel(Struct, frozen=True):
    """A game that can be played: what the new-game page needs for it."""

    name: str
    title: str
    min_players: int
    max_players: int
    colours: tuple[str, ...]
    first_player_rule: str
    """Which of the people begins, in words: `the oldest`."""
    house_rules: tuple[SetupQuestionModel, ...] = ()
    """House rules."""
    edition_questions: tuple[SetupQuestionModel, ...] = ()
    """Values that nobody has read off this copy's cardboard yet."""
    has_edition_page: bool = False
    """Whether the game has a view of its own for what is printed (its plug-in part `edition`)."""
    edition: str = ""
    """Which of several editions is played, in words; "" where there is one."""
    has_beginners: bool = False
    """Whether virtual players can be skilled or beginners: else they are all alike."""
    symbol: str = "deck"
    """The symbol that stands for the game."""
    minutes: str = ""
    """How long it lasts, as its box says: `75–100`; "" where it does not."""


class EditionModel(Struct, frozen=True):
    """What the owner's file says is printed on their copy; `error`: why it could not be read or written."""

    game: str
    edition_lines: tuple[EditionLine, ...] = ()
    error: str = ""


class RefusalModel(Struct, frozen=True):
    """A refusal in words: what was tried, why not, the clause, and what would be allowed.

    The position has not changed.
    """

    seat: Seat | None
    attempt: str
    reason: str
    clause: str
    clause_title: str
    """The clause's heading."""
    allowed_instead: tuple[str, ...] = ()
    overrule_label: str = ""
    """The label of a button by which people may do it all the same (strictness: hint); "" where they may not.
    """


class MovementModel(Struct, frozen=True):
    """One movement to make on the table: its symbol, its text, and whether it is done."""

    text: str
    symbol: str = ""
    is_done: bool = False


class RankModel(Struct, frozen=True):
    """A player's place in a ranking, 0 while there is none.

    `point_parts` are what the points are made of, `touch_target` opens the ledger.
    """

    place: int
    seat: Seat
    points: int
    point_parts: tuple[SymbolCountModel, ...] = ()
    note: str = ""
    touch_target: str = ""


class PlayerAtTable(Struct, Generic[PlayerStateT], frozen=True):
    """A player as their strip shows them.

    `state` is what is theirs in the public position, `phase` decides what of it matters now.
    """

    seat: Seat
    state: PlayerStateT
    is_start_player: bool = False
    is_on_turn: bool = False
    phase: str = ""


class ChoiceOverlayModel(Struct, frozen=True):
    """A question with buttons over the page; `message` stands above them. `back` closes it.

    `message_height`: how many millimetres the message takes.
    """

    title: str
    choices: tuple[ChoiceModel, ...]
    subtitle: str = ""
    message: str = ""
    columns: int = 2
    message_height: float = 22.0


class TouchAnswer(NamedTuple):
    """What a touch that leads to nothing is answered with: a sentence, and the clause that it rests on, "" for none.

    way, way_label: the touch target of a button that leads on, and what stands on it; "" for none. Without a label it
    leads to more of the same.
    """

    text: str
    clause: str = ""
    way: str = ""
    way_label: str = ""
    title: str = ""
    """What was asked about, where it was held; it stays until the next touch."""


NEXT_MOVE: Final = "next-move"
"""The touch target at which a virtual player makes their move."""
SCREEN_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "menu": (
        mark_message("Menu"),
        mark_message("The points so far, what may be done now, the table check, settings, and the way out."),
    ),
    "home": (
        mark_message("First page"),
        mark_message("An evening that is begun waits there until you come back."),
    ),
    "back": (mark_message("Back"), mark_message("To where you came from. Nothing changes at the table.")),
    "undo": (
        mark_message("Take back"),
        mark_message(
            "Shows the moves made so far. You choose how many are taken back; they can be laid again."
        ),
    ),
    "redo": (mark_message("Lay again"), mark_message("What was taken back last is laid again.")),
    "done": (mark_message("Done"), mark_message("Ends the move as it is described above.")),
    "clear": (
        mark_message("Start over"),
        mark_message("What was touched for this move is let go."),
    ),
    "reader": (
        mark_message("Card reader"),
        mark_message(
            "A card that glows is laid here: a touch on the card does it. What lies face down stays secret."
        ),
    ),
    "look": (
        mark_message("The cards of a hand"),
        mark_message("Shows the cards of that player: take the screen, so that the others do not see them."),
    ),
    "cards": (mark_message("The cards of a hand"), mark_message("Shows the cards of that kind.")),
    "step": (
        mark_message("Made on the table"),
        mark_message("Ticks this off; the game goes on as it stands."),
    ),
    "slide": (mark_message("How many"), mark_message("Nothing is done until it is confirmed.")),
    "price": (mark_message("How many"), mark_message("Nothing is done until it is confirmed.")),
    "lay": (mark_message("Lay it here"), mark_message("Ends the move as it is shown.")),
    "cancel": (mark_message("Start over"), mark_message("What was touched for this move is let go.")),
    "turn": (mark_message("Turn the board"), mark_message("So that it lies as it does before you.")),
    NEXT_MOVE: (
        mark_message("Next"),
        mark_message("The virtual player whose turn it is makes their move."),
    ),
    "pace": (
        mark_message("Virtual players"),
        mark_message("How fast they play: slow, usual, fast, or one move at each touch."),
    ),
    "strictness": (
        mark_message("What the rules forbid"),
        mark_message("It is refused, or Herald warns and a touch lets it stand, or Herald lets it pass."),
    ),
    "check": (
        mark_message("Table check"),
        mark_message("What should lie where. What differs is touched, and corrected."),
    ),
    "line": (mark_message("What happened"), mark_message("Shows the table as it looked after that.")),
    "lines": (mark_message("All moves"), mark_message("All that has happened, the newest on top.")),
    "now": (mark_message("Now"), mark_message("Back to the table as it is.")),
    "standing": (
        mark_message("Points so far"),
        mark_message("Everybody's points, and where they come from."),
    ),
    "reports": (
        mark_message("The last evaluation"),
        mark_message("Tells it once more, sheet by sheet; first what was not seen yet."),
    ),
    "help": (
        mark_message("What may be done now"),
        mark_message("All moves that the rules allow at this moment."),
    ),
    "settings": (
        mark_message("Settings"),
        mark_message("Language, voice, letters, and what is done about what the rules forbid."),
    ),
    "of": (
        mark_message("Whose places"),
        mark_message("Shows what lies before that player, or in the middle."),
    ),
    "before": (
        mark_message("Whose places"),
        mark_message("Shows what lies before that player, or in the middle."),
    ),
    "write-down": (
        mark_message("Write it down"),
        mark_message("The corrections are written down as one line, which can be taken back."),
    ),
    "moves": (mark_message("Up to this move"), mark_message("This move and all after it are taken back.")),
    "take-back": (
        mark_message("Take back"),
        mark_message("The marked moves are taken back; then Herald says what goes where on the table."),
    ),
    "earlier": (mark_message("The page before"), mark_message("The list goes on above.")),
    "later": (mark_message("The next page"), mark_message("The list goes on below.")),
    "less": (mark_message("One less"), mark_message("Nothing is done until it is confirmed.")),
    "more": (mark_message("One more"), mark_message("Nothing is done until it is confirmed.")),
    "open": (mark_message("More of these"), mark_message("Shows the answers that begin so.")),
    "next": (mark_message("Go on"), mark_message("Shows the next sheet.")),
    "skip-all": (mark_message("Go on"), mark_message("Passes over the sheets that tell what happened.")),
    "ending": (
        mark_message("The winner, and why"),
        mark_message("Tells the end of the game once more, count by count."),
    ),
    "go-on": (mark_message("I see"), mark_message("The message goes. Nothing has changed at the table.")),
    "overrule": (
        mark_message("Let it stand all the same"),
        mark_message("The move is written down as a correction."),
    ),
}
"""Word of a touch target that every screen has -> its title, and what it does."""


PAGE_WORDS: Final = ("home", "back", "earlier", "later")
"""Those of them that mean the same on every page."""


def screen_word_answer(touch_target: str, gettext: Callable[[str], str]) -> TouchAnswer | None:
    """What is said where a finger is held on something that every screen has; None for anything else."""
    title, what = SCREEN_WORDS.get(touch_target.partition("/")[0], ("", ""))
    return TouchAnswer(gettext(what), title=gettext(title)) if title else None
