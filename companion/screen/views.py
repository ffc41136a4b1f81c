"""What the screen is given to show: plain values, made from a position and its events by whoever knows the
game.

Words come ready in the language of the table; the screen adds nothing and decides nothing. `thing` is the
name by which a finger's touch is told: `tile/6`, `card/inf6`, `take`, `done`. A thing glows, and reacts,
when its name is among the `open` ones.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.rules.game import EditionLine, Seat


class Count(Struct, frozen=True):
    """So many of something that has a symbol: chips, stones of a colour, card backs."""

    symbol: str
    count: int = 1


class Prompt(Struct, frozen=True):
    """What is to be done now, and by whom (None: by the table). `ways` says how this table can do it, or
    what was understood so far.
    """

    who: Seat | None
    sentence: str
    ways: str = ""


class Choice(Struct, frozen=True):
    """An answer that can be touched."""

    thing: str
    words: str
    symbol: str = ""
    weight: Literal["main", "choice", "quiet"] = "choice"
    """`main`: the one way on ("done"). `quiet`: beside the matter ("clear")."""


class Card(Struct, frozen=True):
    """A card of a hand, or one that may have been played: its number (or "" and a symbol), its name."""

    thing: str
    number: str
    name: str
    symbol: str = ""
    signs: tuple[str, ...] = ()
    """Symbols of what is printed on it besides: the chips of a mission."""


class Counter(Struct, frozen=True):
    """Something to be counted by touch: how many there are, and how many there can be at most; shown by `unit`."""

    thing: str
    words: str
    symbol: str
    number: int
    most: int
    unit: int = 1


class Event(Struct, frozen=True):
    """Something that has just happened, in a sentence; the symbol (a colour, a chip) is what it is about."""

    sentence: str
    symbol: str = ""


class Framed(Struct, frozen=True, kw_only=True):
    """What every table has around its board: the screen of a game adds what lies there."""

    prompt: Prompt
    """Whose turn it is and what to do now."""
    events: tuple[Event, ...] = ()
    """The last three, the newest last."""
    cards: tuple[Card, ...] = ()
    """Those that lie open before the person at the screen."""
    choices: tuple[Choice, ...] = ()
    """The answers that can be touched."""
    open: frozenset[str] = frozenset()
    """The things that may be touched now."""
    reader: bool = False
    """Whether cards can be laid on a reader drawn on the screen (the virtual table)."""
    undo: bool = False
    """Whether there is a move to take back."""
    pointed: frozenset[str] = frozenset()
    """The names of the thing that the shared buttons point at."""


class Evening(Struct, frozen=True):
    """A game that was interrupted: which, how far, who, when; all in words, and its sign."""

    game: str
    how_far: str
    seats: tuple[Seat, ...]
    when: str
    symbol: str


class Answer(Struct, frozen=True):
    """One way to answer a question of the set-up: its value in the record and its words."""

    value: str
    words: str


class Question(Struct, frozen=True):
    """A house rule or a printed value. `mark` is the clause or the thing it is about; the first answer is
    the default.

    With a single answer there is nothing to choose: it is how the game is played here.
    """

    name: str
    mark: str
    words: str
    answers: tuple[Answer, ...] = ()


class Game(Struct, frozen=True):
    """A game that can be played: what the new-game screen asks for it."""

    name: str
    title: str
    fewest: int
    most: int
    colours: tuple[str, ...]
    starts: str
    """Who of the people begins, in words: `the oldest`."""
    rules: tuple[Question, ...] = ()
    """House rules."""
    printed: tuple[Question, ...] = ()
    """Values that nobody has read off this copy's cardboard yet."""
    own_page: bool = False
    """Whether what is printed is told by a view of the game's own (its module `printed`) instead."""


class Copy(Struct, frozen=True):
    """What the owner's file says is printed on his copy; `wrong`: why it could not be read or written."""

    game: str
    prints: tuple[EditionLine, ...] = ()
    wrong: str = ""


class Plan(Struct, frozen=True):
    """A game as it was set up on the screen. `answers` holds what differs from the default, by the
    question's name.
    """

    game: str
    seats: tuple[Seat, ...]
    start: str
    answers: dict[str, str] = {}
    virtual: bool = False
    """Whether the program shuffles and deals, and cards are laid on a reader drawn on the screen."""
    absent: tuple[str, ...] = ()
    """Colours that virtual players play."""


class Refused(Struct, frozen=True):
    """A refusal in words: what was tried, why not, the clause, and what would be allowed. The position has
    not changed.
    """

    who: Seat | None
    tried: str
    why: str
    clause: str
    title: str
    """The clause's heading."""
    allowed: tuple[str, ...] = ()
    overrule: str = ""
    """Words of a button by which the people may do it all the same (strictness: hint); "" where they may
    not.
    """


class Hand(Struct, frozen=True):
    """One movement to make on the table: its symbol, in words, and whether it is done."""

    words: str
    symbol: str = ""
    done: bool = False


class Rank(Struct, frozen=True):
    """A player's place in a ranking, 0 while there is none. `parts` are what the points are made of, `thing` opens
    the ledger.
    """

    place: int
    seat: Seat
    points: int
    parts: tuple[Count, ...] = ()
    note: str = ""
    thing: str = ""
