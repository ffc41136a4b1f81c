"""The app as the people at the table have it: they act before its readers, watch what it makes of it, and answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from companion.rules.errors import HeraldError
from companion.rules.history import GameHistory
from companion.rules.moves import FINGER, UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.rules.public_view import public_move, public_observation
from companion.rules.record import RecordHeader, line_with_checksum
from companion.simulator.cheating import could_belong_together
from companion.simulator.faults import POWER_CUT, Luck
from companion.simulator.gestures import evidence, steps, unread
from companion.simulator.order import in_any_order, laid, next_of, on_the_way, taking_the_word
from companion.simulator.senses import Said, Senses, Told
from companion.table.journal import Disk, Journal, resume
from companion.table.judge import Ask, Done, Wait
from companion.table.messages import Choose, Clear, Finish, Notice, Say, Touch
from companion.table.question import Option
from companion.table.session import Session
from companion.table.sightings import Present, Pressed
from companion.table.snapshot import No, Snapshot

PATIENCE = 12  # looks at the screen before a person gives up
CARRIED_OUT = 0.8  # how often what is moved by itself is held to its reader
SHOWS_AGAIN = 0.5  # how often a person shows a card once more that lies face down and was not read


class Misunderstood(HeraldError, RuntimeError):
    """The app and the table do not agree: this is what the virtual table exists to find."""


class Quick(Disk):
    """A disk that outlives the program, so nothing waits for it."""

    def sync(self, handle: int) -> None:
        """Kept by the system already."""


def _brings(told: Told) -> bool:
    """Whether that says what hands did, by a finger, a reader or a button."""
    return isinstance(told, Touch) or (
        isinstance(told, Notice) and isinstance(told.sighting, Present | Pressed)
    )


class Witness:
    """One session, and the hands before it.

    journal: where the evening is kept; None: nowhere, and then the power must not be cut.
    """

    def __init__(
        self,
        account: GameHistory,
        head: RecordHeader,
        senses: Senses,
        luck: Luck,
        chance: Random,
        journal: Path | None,
    ) -> None:
        self.senses = senses
        self.lines: list[str] = []
        self.questions = 0
        self.waits = 0
        self.said = 0
        self.touches = 0
        self.typed = 0
        self._made: tuple[Move, Position] | None = None
        self._luck = luck
        self._chance = chance
        self._game = account.game
        self._owners = {
            self._game.public_piece(piece.word): piece.owner for piece in senses.deck.box.values()
        }
        self._path = journal
        self._journal = Journal.begin(journal, head, Quick()) if journal else None
        self._session = Session(account, self._journal, senses.deck, senses.plan)
        self.tell_all(senses.join(self._session))

    @property
    def snapshot(self) -> Snapshot:
        """What the screen shows."""
        return self._session.snapshot

    @property
    def position(self) -> Position:
        """The app's account of the table, hidden things too: it is held against the truth, and shown to nobody."""
        return self._session.account.position

    @property
    def pending(self) -> bool:
        """Whether the last move still lies in the bag, because it may go on."""
        return self._made is not None

    def tell(self, message: Told) -> None:
        """One message to the session; what it took is noted for the record."""
        self.touches += isinstance(message, Touch | Choose | Clear | Finish)
        self.typed += isinstance(message, Say)
        self._session.post(message)
        self._session.step()
        snapshot = self.snapshot
        standing = self._session.account.accepted_lines  # a record names what nobody is shown
        self.lines += [accepted.text for accepted in standing[len(standing) - len(snapshot.fresh) :]]
        for trouble in snapshot.troubles:
            if trouble.code == "fault":
                raise Misunderstood(f"{message!r}: the session failed: {trouble.what}")

    def _say(self, what: Said) -> None:
        """People say that."""
        self.tell_all(self.senses.say(what))

    def _do(self, sight: Observation) -> None:
        """Hands do that; then the power may go, whatever lies in the bag."""
        self.tell_all(self.senses.do(sight))
        if self._luck.strikes(POWER_CUT):
            self.cut_power()

    # -- a move

    def make(self, move: Move, before: Position) -> Move:
        """People make `move` while the table looks like `before`; at the end the app has it, or it
        is pending. A pending move before it is done when this one begins, or said to be.

        Returns the move as the app has it: `?` for what lies hidden and was not read. Raises Misunderstood when
        the app cannot be brought to understand it.
        """
        sights = evidence(before.choice_tree, move, self.senses.reads)
        sights = in_any_order(sights, self.senses, self._chance)
        if self._made is not None and self._begins_plainly(sights[0], self._made[1]):
            self._do(sights.pop(0))
            if self.position == before:
                self._made = None
        self.finish()
        self._act(sights, move, before)
        said = self._see_to(move, before, whole=False)
        self.tell_all(self.senses.catch_up())
        return said

    def finish(self) -> None:
        """A person says that the pending move is done."""
        if self._made is not None:
            self._see_to(*self._made, whole=True)

    def _see_to(self, move: Move, before: Position, whole: bool) -> Move:
        """Watch what the app makes of the move and help until it has it, or (unless `whole`) only waits
        to hear whether it goes on. The move as the app has it."""
        return self._watch(move, before, whole) or self._insist(move, before)

    def _watch(self, move: Move, before: Position, whole: bool) -> Move | None:
        """As `_see_to`; None when patience has come to its end."""
        for _ in range(PATIENCE):
            if self._taken(before):
                self._made = None
                said = self._as_taken(move, before)
                self._carry_out()
                return said
            again = self._shows_again(move, before)
            said = move if again or self._was_read(move, before) else unread(before.choice_tree, move)
            if again or not self._understood(said, before):
                self._help(said, before)
            elif whole:
                self._say(Finish())
            else:
                self._made = said, before
                return said
        return None

    def _insist(self, move: Move, before: Position) -> Move:
        """The last resort: the move is typed; where nobody types, it is shown anew when everything works."""
        self._say(Clear())
        said: Move | None = None
        if self.senses.fingers:
            self.said += 1
            self.tell(Say(str(move)))
            said = move if self._taken(before) else None
        else:
            self.tell_all(self.senses.recover())
            with self._luck.spared():
                said = self._watch(move, before, whole=True)
        if said is None:
            raise Misunderstood(f"{move}: not understood even when said: {self.snapshot.no}")
        self._made = None
        return said

    def _carry_out(self) -> None:
        """Hands do what the last move set off by itself (an Explorer goes on); they forget the reader at times."""
        for event in self._session.account.accepted_lines[-1].events:
            for sight in event.expected_observations():
                if self.owes(sight) and self._chance.random() < CARRIED_OUT:
                    self._do(sight)

    def owes(self, sight: Observation) -> bool:
        """Whether the app still expects that: no move is made by it."""
        return public_observation(self._game, sight) in self.snapshot.owed

    def _begins_plainly(self, sight: Observation, before: Position) -> bool:
        """Whether nobody could take it for a part of the move that is pending since `before`: another player's
        own piece, which no such move shows beside what lies there.
        """
        bag = self.snapshot.bag
        if not isinstance(self.snapshot.verdict, Done):
            return False
        seen = public_observation(self._game, sight)
        last, other = (self._owners.get(piece, "") for piece in (bag[-1].piece, seen.piece))
        return (
            bool(last and other)
            and last != other
            and not could_belong_together(before.to_public().choice_tree, (*bag, seen), self.senses.reads)
        )

    def _taken(self, before: Position) -> bool:
        """Whether the app went on from the table as it was."""
        return not self.snapshot.bag and self.position != before

    def _act(self, sights: Iterable[Observation], move: Move, before: Position) -> bool:
        """One after another, until the app has taken the move (the rest then follows from it) or nothing of it can be
        done now; what cannot be said yet waits for the others. Whether anything was done."""
        waiting = list(sights)
        behind = list(on_the_way(move, before, self.snapshot.bag))
        if waiting and not self.snapshot.bag:
            waiting[:0] = taking_the_word(move, before, self.senses)
        done = False
        while waiting and not self._taken(before):
            if (each := next_of(waiting, self.senses)) is not None:
                waiting.remove(each)
            elif (each := next(filter(self.senses.ready, behind), None)) is not None:
                behind.remove(each)
            else:
                break
            self._do(each)
            done = True
        return done

    def _understood(self, move: Move, before: Position) -> bool:
        verdict = self.snapshot.verdict
        return isinstance(verdict, Done) and self._means(verdict.move, move, before)

    def _means(self, shown: Move, move: Move, before: Position) -> bool:
        """Whether the move which the screen shows is that one, as far as a screen may show it."""
        public, heard = before.to_public(), public_move(self._game, move)
        return shown == heard or public.play(shown)[0] == public.play(heard)[0]

    def _help(self, move: Move, before: Position) -> None:
        """What a person does who sees that he was not understood yet."""
        snapshot = self.snapshot
        if snapshot.no is not None:
            self._say(Clear())
            self._act(evidence(before.choice_tree, move, self.senses.reads), move, before)
            return
        if isinstance(snapshot.verdict, Ask):
            self.questions += 1
            answer = self._answer(snapshot.verdict.question.options, move, before)
            if answer is not None:
                self._say(Choose(answer))
                return
        self.waits += isinstance(snapshot.verdict, Wait)
        if not self._act(self._missing(move, before), move, before) and not self.senses.fingers:
            self._say(Clear())  # what was left out is not offered any more: from the beginning

    def _answer(self, options: tuple[Option, ...], move: Move, before: Position) -> Option | None:
        """The answer that leads to the move; None when something that was not noticed must be shown first."""
        fitting = (
            option for option in options if any(self._means(meant, move, before) for meant in option.moves)
        )
        return next(fitting, None)

    def _missing(self, move: Move, before: Position) -> list[Observation]:
        """What has to be shown or touched for the move and is not on the screen yet."""
        there = Counter(self.snapshot.bag)
        missing: list[Observation] = []
        for sight in evidence(before.choice_tree, move, self.senses.reads):
            shown = next(
                (each for each in (sight, public_observation(self._game, sight)) if there[each]), None
            )
            if shown is None:
                missing.append(sight)
            else:
                there[shown] -= 1
        return missing

    # -- what lies face down

    def _as_taken(self, move: Move, before: Position) -> Move:
        """The move as the app has taken it: with what it hides, or without."""
        without = unread(before.choice_tree, move)
        return without if without != move and before.play(without)[0] == self.position else move

    def _was_read(self, move: Move, before: Position) -> bool:
        """Whether a reader has told of everything that the move hides, as far as the screen shows."""
        hidden = (step for step in steps(before.choice_tree, move) if step.face_down and step.word != UNKNOWN)
        there = set(self.snapshot.bag)
        return not any(
            there.isdisjoint(public_observation(self._game, each) for each in step.accepted_observations)
            for step in hidden
        )

    def _shows_again(self, move: Move, before: Position) -> bool:
        """Whether a person who sees that a card face down was not read holds it to a reader once more; else
        he touches where it lies, and says that it is done."""
        if self._was_read(move, before):
            return False
        could = any(sight.piece != FINGER for sight in self._missing(move, before))
        return could and self._chance.random() < SHOWS_AGAIN

    # -- something else than a move

    def could_try(self, sights: tuple[Observation, ...]) -> bool:
        """Whether people can do that here, rather than type it: without fingers only what pieces show, for a button
        says nothing that is not offered."""
        return self.senses.fingers or (bool(sights) and all(map(laid, sights)))

    def try_sights(self, sights: Iterable[Observation]) -> tuple[bool, No | None]:
        """Hands do something forbidden: whether anything of it was noticed, for a reader may have died and nobody knows
        it yet; the refusal, if there is one. The bag is cleared afterwards.
        """
        noticed, refused = False, None
        for sight in sights:
            for told in self.senses.plainly(sight):
                noticed = noticed or _brings(told)
                self.tell(told)
            refused = self.snapshot.no
            if refused is not None:
                break
        self._say(Clear())
        return noticed, refused

    def try_line(self, text: str) -> No | None:
        """Somebody says a forbidden line; the refusal, if there is one."""
        self.tell(Say(text))
        refused = self.snapshot.no
        if refused is not None and text:
            self.lines.append(text)
        self.tell(Clear())
        return refused

    def tell_all(self, messages: Iterator[Told]) -> None:
        """Several messages."""
        for message in messages:
            self.tell(message)

    def cut_power(self) -> None:
        """The program dies, perhaps in the middle of a line, and goes on from its journal."""
        if self._journal is None or self._path is None:
            raise LookupError("the power may only be cut where there is a journal")
        self._journal.close()
        if self._chance.random() < 0.5:
            line = line_with_checksum("table evaluate").encode()
            with self._path.open("ab") as stream:
                stream.write(line[: self._chance.randrange(1, len(line))])
        found = resume(self._path, Quick())
        self._journal = found.journal
        self._session = Session(found.account, found.journal, self.senses.deck, self.senses.plan)
        self.tell_all(self.senses.wake(self._session))

    def close(self) -> None:
        """The evening is over."""
        if self._journal is not None:
            self._journal.close()
