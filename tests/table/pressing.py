"""People who have readers and the buttons `yes` and `refusal_notice`, and touch nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.moves import Move, MoveStep
from companion.rules.position import Position
from companion.rules.public_view import public_move
from companion.rules.tree_walk import pick_legal_move
from companion.start.real_table.button_presses import message_for_button
from companion.table.interpretation.evidence import is_button_press
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.interpretation.touch_only import TableSensors
from companion.table.messages import ReportInput, TagPresent, TagRemoved
from companion.table.pointer import presses_to_reach
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.table.evenings import begun, setup, steps

MOST_ASKED = 12
"""Questions until a move is understood; each leaves fewer."""


class People:
    """The people at the table of one game.

    `own`: whether there are buttons for each player. `position`: where the game begins, if not at its beginning.
    """

    def __init__(
        self,
        name: str,
        players: int,
        plan: ZonePlan,
        rng: Random,
        own: bool = True,
        position: Position | None = None,
    ) -> None:
        self.game, self.rng, self.own = game_rules(name), rng, own
        box = make_box_pieces(self.game.taggable_pieces(setup(name, players)), self.game.colours)
        self.deck = Deck(name, box)
        for number, piece in enumerate(box):
            self.deck.bind_tag(piece, f"{number:08x}")
        self.tags = {piece.word: f"{number:08x}" for number, piece in enumerate(box)}
        account = GameHistory(self.game, setup(name, players), position or begun(name, players))
        self.session = Session(account, deck=self.deck, zone_plan=plan)
        self.pressed = 0

    @property
    def now(self) -> Snapshot:
        """What is to be seen."""
        return self.session.snapshot

    @property
    def position(self) -> Position:
        """The table as the referee knows it."""
        position: Position = self.session.history.position
        return position

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.position.outcome() is not None

    def press(self, *buttons: str) -> None:
        """Each means something."""
        for button in buttons:
            assert message_for_button(self.now, button) is not None, (
                button,
                self.now.pending_input,
                self.now.pointed_at,
            )
            self.session.handle_message(partial(message_for_button, button=button))
            assert self.now.refusal_notice is None, self.now.refusal_notice
            assert not any(trouble.code == "fault" for trouble in self.now.problems), self.now.problems
            self.pressed += 1

    def touch(self, thing: str) -> None:
        """Press what says that thing; there is a way."""
        way = presses_to_reach(self.now, thing)
        assert way is not None, (
            thing,
            self.now.pending_input,
            self.now.touch_only_targets,
            self.now.interpretation,
        )
        before = self.now
        self.press(*way[:-1])
        assert self.now.pending_input == before.pending_input  # until the last press nothing is said
        self.press(way[-1])
        assert self.now.pointed_at == ""

    def lay(self, piece: str, zone: str) -> None:
        """A piece on a reader, and away."""
        self.session.handle_message(ReportInput(TagPresent(zone, self.tags[piece])))
        self.session.handle_message(ReportInput(TagRemoved(zone, self.tags[piece])))
        assert self.now.refusal_notice is None, self.now.refusal_notice

    # -- a move

    def could(self) -> Move:
        """Some legal move, for which this copy of the game has the pieces."""
        while True:
            move, _ = pick_legal_move(self.position.choice_tree, self.rng.choice)
            if all(self._has(step) for step in steps(self.position, move)):
                return move

    def _has(self, step: MoveStep) -> bool:
        if step.face_down:
            return step.is_implied or bool(self._sights(step))
        return not self._told(step) or all(sight.piece in self.tags for sight in step.accepted_observations)

    def _told(self, step: MoveStep) -> bool:
        """Whether a piece on a reader says it."""
        return not any(map(is_button_press, step.observations)) and self.senses.can_report_step(step)

    @property
    def senses(self) -> TableSensors:
        """What reports by itself here."""
        return TableSensors(self.now.zone_status, self.now.tag_coverage)

    def _sights(self, step: MoveStep) -> tuple[tuple[str, str], ...]:
        """Pieces and the readers where they are laid to say that word; () where there are none."""
        if any(map(is_button_press, step.observations)):
            return ()
        sights = step.accepted_observations if step.also_at_play or step.face_down else step.observations
        found = [
            s for s in sights if self.senses.zone_status.has_working_reader(s.zone) and s.piece in self.tags
        ]
        if step.also_at_play or step.face_down:
            found = [self.rng.choice(found)] if found else []
        elif len(found) < len(sights):
            found = []
        return tuple((sight.piece, sight.zone) for sight in found)

    def say(self, move: Move) -> None:
        """Make that move without touching anything."""
        after, _ = self.position.play(move)
        heard = public_move(self.game, move)
        count = len(self.now.accepted_texts)
        said = steps(self.position, move)[1:]
        first = next((step for step in said if not step.is_implied), said[-1])
        self._take_the_word(move.words[0], needed=not self._sights(first))
        for step in said:
            if len(self.now.accepted_texts) > count:
                break  # the rest follows
            for piece, zone in (laid := self._sights(step)):
                self.lay(piece, zone)
            offered = step.touch_target and presses_to_reach(self.now, step.touch_target) is not None
            if not laid and (offered or not step.is_implied):
                self.touch(step.touch_target)
        for _ in range(MOST_ASKED):
            if len(self.now.accepted_texts) > count:
                break
            self._answer(heard)
        assert self.position == after, (str(move), self.now.accepted_texts[-1:])

    def _take_the_word(self, who: str, needed: bool) -> None:
        """A player who is not awaited touches their name, unless one of their pieces shows it."""
        turn = self.position.choice_tree
        if who in turn.awaited_actors or not (needed or self.rng.random() < 0.5):
            return
        seats = [seat.colour for seat in self.now.setup.seats]
        button = f"player/{seats.index(who) + 1}"
        takes = message_for_button(self.now, button) is not None  # in an auction it would bid, or say nothing
        if self.own and takes and self.rng.random() < 0.5:
            self.press(button)
        else:
            self.touch(f"player/{who}")

    def _answer(self, heard: Move) -> None:
        match self.now.interpretation:
            case Interpreted(move):
                assert move == heard or self._same(move, heard), (move, heard)
                self.touch("done")
            case Ambiguous(question):
                self.touch(f"answer/{next(n for n, o in enumerate(question.options) if heard in o.moves)}")
            case _:
                raise AssertionError((str(heard), self.now.pending_input, self.now.interpretation))

    def _same(self, one: Move, other: Move) -> bool:
        return bool(self.now.position.play(one)[0] == self.now.position.play(other)[0])

    # -- and beside it

    def dawdle(self) -> None:
        """Look through what may be said, and say nothing."""
        before = self.now
        begun = [b for b in ("yes", "no") if getattr(message_for_button(before, b), "touch_target", "")]
        for button in begun:
            self.press(button)
            for _ in range(self.rng.randrange(4)):
                if self.now.pointed_at:
                    self.press("no")
            if self.now.pointed_at:
                self.press("undo")
        assert (self.now.pending_input, self.now.accepted_texts, self.now.pointed_at) == (
            before.pending_input,
            before.accepted_texts,
            "",
        )


def evening(people: People, most: int) -> Iterator[Move]:
    """Every move of a game, made by pressing; no more than `most`."""
    for _ in range(most):
        if people.over:
            return
        people.dawdle()
        move = people.could()
        people.say(move)
        yield move
