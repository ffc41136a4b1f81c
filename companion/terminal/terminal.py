"""The table told in a terminal, for a computer without a display: the same game, the same journal, typed lines."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from companion.games import game_rules
from companion.rules.clauses import MoveRefused, not_offered_refusal
from companion.rules.history import CORRECTION_PREFIX
from companion.rules.moves import Move
from companion.table.dealer import Dealer
from companion.table.messages import Dismiss, Message, Say
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.voice.language import message, translation
from companion.voice.say import Voice
from companion.voice.told import Line
from companion.voice.troubles import stumbled, told

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_MOVES = 10_000  # looked at to help; no hand has so many
FEW = 3  # moves of one card that the short help shows
MOST_SHOWN = 60
WIDTH = 30  # letters of a typed line, so that the meanings stand below each other
UNDO, TABLE, HELP, QUIT = "undo", "table", ("help", "?"), ("quit", "q")
ANSWERS = ("yes", "no", "skip", "done")
"""Understood alone, where only one move ends so."""
LOST_TYPED = message(
    "The table was corrected, and the dealt cards no longer fit. From now on all moves of all players are typed; "
    "`undo` takes the correction back and brings the cards back."
)
Ask = Callable[[str], str]
Tell = Callable[[str], None]
Speak = Callable[[Iterable[Line]], None]


def silently(_lines: Iterable[Line]) -> None:
    """Where there is no voice."""


class Terminal:
    """One evening in a terminal. `people`: the colours that the person at the keyboard plays.

    `speak`: lets be heard what happens, and returns at once.
    """

    def __init__(
        self,
        session: Session,
        dealer: Dealer,
        people: tuple[str, ...],
        lang: str,
        ask: Ask,
        tell: Tell,
        speak: Speak = silently,
    ) -> None:
        self._session, self._dealer, self._people = session, dealer, people
        self._ask, self._tell, self._speak = ask, tell, speak
        self._text = translation(lang)
        now = session.snapshot
        self._voice = Voice(now.game, now.names, lang)
        self._public = game_rules(now.game).public_words
        self._before = now.position
        self._lost = self._stumbled = False

    def play(self) -> None:
        """Until the game is over or nobody types any more (the journal keeps it)."""
        self._carefully(self._welcome)
        self._carefully(lambda: self._follow(self._session.snapshot))
        while not self._over():
            self._carefully(self._tell_what_happens)
            if self._over() or not self._typed():
                break
        if not self._over():
            self._tell(self._text.gettext("Kept. Start Herald again, and this evening goes on."))

    def _over(self) -> bool:
        return self._carefully(self._session.snapshot.position.outcome) is not None

    def _carefully(self, do: Callable[[], T]) -> T | None:
        """What it gives; None where the game fails: a person is told once a line, and can type on."""
        try:
            return do()
        except Exception as fault:
            if not self._stumbled:
                log.error("something of a game is left out", exc_info=fault)
                self._tell(stumbled(self._voice.words.game, self._voice.words.lang))
            self._stumbled = True
            return None

    def _welcome(self) -> None:
        now = self._session.snapshot
        you = ", ".join(now.names[who] for who in self._people)
        self._tell(self._text.gettext("You play {names}. Type `help` at any time.").format(names=you))
        if now.standing:
            self._tell(self._text.gettext("The evening goes on where it was left."))
        if assumed := self._voice.assumed(self._session.account.game.assumed_values(now.setup)):
            self._tell(assumed)
        for text in self._troubles(now):
            self._tell(text)

    # -- what happens

    def _tell_what_happens(self) -> None:
        while messages := self._dealer.next(self._session.snapshot):
            for each in messages:
                self._handle(each)

    def _handle(self, message: Message) -> None:
        now = self._session.handle(message)
        for line in self._heard(now):
            self._tell(line.text)
        for text in self._troubles(now):
            self._tell(text)
        self._follow(now)

    def _heard(self, now: Snapshot) -> Sequence[Line]:
        """What has happened in words, spoken too."""
        lines = self._voice.lines(self._before, [event for entry in now.fresh for event in entry.events])
        self._speak(lines)
        self._before = now.position
        return lines

    def _follow(self, now: Snapshot) -> None:
        """The dealt cards are brought to where the session stands; that they no longer fit is told once."""
        self._dealer.follow(now, self._session.account)
        if self._dealer.lost and not self._lost:
            self._tell(self._text.gettext(LOST_TYPED))
        self._lost = self._dealer.lost

    def _troubles(self, now: Snapshot) -> Iterator[str]:
        if now.no is not None:
            yield self._refusal(MoveRefused(now.no.refusal, now.no.nearest))
        for trouble in now.troubles:
            yield told(trouble, self._voice.words)
        if now.no is not None or now.troubles:
            self._session.handle(Dismiss())

    def _refusal(self, refused: MoveRefused) -> str:
        """Why not, and what could be typed instead."""
        possible = (move for move in refused.nearest_moves if self._dealer.refuses(move) is None)
        return "\n".join((self._voice.refusal(refused.refusal), *map(self._line, possible)))

    # -- what is typed

    def _typed(self) -> bool:
        """Ask for one line and do it; whether the evening goes on after it."""
        try:
            words = self._ask(self._carefully(self._prompt) or "> ").split()
        except (EOFError, KeyboardInterrupt):
            self._tell("")
            return False
        self._stumbled = False
        return self._carefully(lambda: self._does(words)) is not False

    def _does(self, words: Sequence[str]) -> bool:
        first = words[0].lower() if words else ""
        if first in QUIT:
            return False
        if first in HELP:
            self._help(words[1:])
        elif list(words) == [TABLE]:
            now = self._session.snapshot
            for text in self._voice.laid(now.position, now.setup):
                self._tell(text)
        elif list(words) == [UNDO]:
            self._handle(Say(f"{UNDO} {self._since_own()}"))
        elif words:
            self._say(words)
        return True

    def _prompt(self) -> str:
        now = self._session.snapshot
        who = self._asked(now)
        hand = ", ".join(map(_name, self._dealer.hand(who, now))) if who else ""
        shown = self._text.gettext("Your hand: {hand}").format(hand=hand) + "\n" if hand else ""
        return f"{shown}{self._voice.prompt(now.position)}\n> "

    def _asked(self, now: Snapshot) -> str:
        """The person who may do something now, first of all one who is awaited; "" when nobody of them may."""
        may = (*now.position.choice_tree.awaited_actors, *now.position.choice_tree.choice_by_actor)
        return next((who for who in may if who in self._people), "")

    def _since_own(self) -> int:
        """How many moves back the person's own last one lies: what others did since then goes with it."""
        back = 0
        for back, text in enumerate(reversed(self._session.snapshot.standing), 1):
            if self._typed_here(text):
                return back
        return max(back, 1)

    def _typed_here(self, text: str) -> bool:
        """Whether that move was the person's own doing; where nobody deals, all are."""
        return self._lost or text.split()[0] in self._people or _is_correction(text.split())

    def _plays_here(self, who: str) -> bool:
        """Whether his moves are typed here: those of a virtual player would tell what he holds."""
        return self._lost or who in self._people or who not in self._session.snapshot.names

    def _say(self, words: Sequence[str]) -> None:
        text = " ".join(self._with_actor(words))
        of_the_game = words[0] != UNDO and not _is_correction(words)
        refused = self._dealer.refuses(Move.parse(text)) if of_the_game else None
        if refused is not None:
            self._tell(self._refusal(refused))
        else:
            self._handle(Say(text))

    def _with_actor(self, words: Sequence[str]) -> Sequence[str]:
        """The line with who moves, if that was left out: whoever may say its first word."""
        turn = self._session.snapshot.position.choice_tree
        if words[0] in (*turn.all_actors, UNDO) or not turn.awaited_actors:
            return words
        if len(words) == 1 and words[0] in ANSWERS and (meant := self._ending(words[0])) is not None:
            return meant.words
        could = (
            who
            for who in (self._asked(self._session.snapshot), *turn.awaited_actors)
            if who in turn.choice_by_actor
        )
        who = next(
            (who for who in could if turn.choice_by_actor[who].candidate_for_word(words[0]) is not None),
            turn.awaited_actors[0],
        )
        return (who, *words)

    def _ending(self, answer: str) -> Move | None:
        """The one move of who is awaited that ends with this word; None when there are several, or none."""
        now = self._session.snapshot
        awaited = now.position.choice_tree.awaited_actors
        who = next((who for who in awaited if who in self._people), awaited[0])
        if not self._plays_here(who):
            return None
        ends = (move for move in self._dealer.moves(who, now) if move.words[-1] == answer)
        found = list(islice(ends, 2))
        return found[0] if len(found) == 1 else None

    # -- help

    def _help(self, words: Sequence[str]) -> None:
        """What could be typed: short, or everything that begins with these words, else all that has them, and what
        a card does that is asked for."""
        now = self._session.snapshot
        awaited = (self._asked(now), *now.position.choice_tree.awaited_actors)
        actors = dict.fromkeys(who for who in awaited if who and self._plays_here(who))
        moves = self._sayable(
            [move for who in actors for move in islice(self._dealer.moves(who, now), MOST_MOVES)]
        )
        if words:
            found = [move for move in moves if move.words[1:][: len(words)] == tuple(words)]
            found = found or [move for move in moves if set(words) <= set(move.words)]
            does = self._voice.does(words[-1])
            if does:
                self._tell(does)
            elif not found:
                clause = now.position.choice_tree.out_of_turn_clause.id
                self._tell(self._voice.refusal(not_offered_refusal(clause, " ".join(words))))
            self._tell_some(found, MOST_SHOWN)
            return
        groups: dict[str, list[Move]] = {}
        for move in moves:
            groups.setdefault(move.words[1], []).append(move)
        for word, group in groups.items():
            self._tell_some(group, FEW, word)
        self._tell(
            self._text.gettext(
                "Type one of these lines, or `table`, `undo`, `help CARD`, `quit`. "
                "`undo` goes back to before your last move."
            )
        )

    def _sayable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Those that tell nobody else what lies face down; a card that no word can hide is said."""
        public = {move: Move(self._public(move.words)) for move in moves}
        return [move for move in moves if public[move] == move or public[move] not in public]

    def _tell_some(self, moves: Sequence[Move], most: int, word: str = "") -> None:
        for move in moves[:most]:
            self._tell(self._line(move))
        left = len(moves) - most
        if left > 0:
            more = self._text.ngettext("{n} more", "{n} more", left).format(n=left)
            self._tell(f"  ... {more}" + (f": help {word}" if word else ""))

    def _line(self, move: Move) -> str:
        """A move as it is typed, and what it means."""
        typed = " ".join(move.words[1:] if move.words[0] in self._people else move.words)
        return f"  {typed:{WIDTH}} {self._voice.phrase(move)}"


def _is_correction(words: Sequence[str]) -> bool:
    return tuple(words[:2]) == CORRECTION_PREFIX


def _name(piece: str) -> str:
    """A piece as it is typed; one whose name is a mere number says what it is."""
    kind, *_, name = piece.split("/")
    return f"{kind} {name}" if name.isdigit() else name
