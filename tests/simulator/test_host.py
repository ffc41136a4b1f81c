"""A person at the screen of a virtual table against virtual players: whole games, and nobody's cards but their own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import game_rules
from companion.games.louis_xiv.players.ground_truth import LouisXIVGroundTruth
from companion.rules.history import GameHistory
from companion.rules.moves import PLAY_ZONE, TABLE_ACTOR, Move, Observation
from companion.rules.public_view import public_move
from companion.rules.record import RecordHeader
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.move_observations import observations_of_move, steps_of_move
from companion.simulator.plugin_parts import heuristic_move_chooser
from companion.simulator.random_players import choose_random_move
from companion.simulator.virtual_dealer import VirtualDealer
from companion.simulator.virtual_sensors import make_tagged_deck
from companion.table.interpretation.judge import Ambiguous
from companion.table.messages import (
    ChooseAnswer,
    EnterLine,
    FinishMove,
    PutBack,
    RedoMoves,
    ReportInput,
    SessionMessage,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from companion.table.tags.deck import make_box_pieces
from companion.table.zones import ZonePlan
from tests.simulator.parties import colours, every_game, setup, usual_counts, wrong


class Evening:
    """One person, the first of the colours, with a host who deals and plays for all others."""

    def __init__(self, name: str, players: int, seed: str) -> None:
        at_table = setup(name, players)
        self.game, self.seed = game_rules(name), seed
        self.me, *self.others = colours(name, players)
        self.host = self.fresh_host()
        deck = make_tagged_deck(name, make_box_pieces(self.game.taggable_pieces(at_table), self.game.colours))
        self.tags = {
            piece.word: uid for piece in deck.pieces_by_key.values() if (uid := deck.uid_of_piece(piece))
        }
        account = GameHistory.from_header(RecordHeader(name, at_table), self.game)
        self.session = Session(account, deck=deck, zone_plan=ZonePlan({PLAY_ZONE: "reader"}))
        self.chance = Random(seed)
        self.host.follow_session(self.session.snapshot, account)

    def fresh_host(self) -> VirtualDealer:
        return VirtualDealer(self.seed, dict.fromkeys(self.others, heuristic_move_chooser(self.game.name)))

    @property
    def truth(self) -> GroundTruth:
        assert self.host._ground_truth is not None
        return self.host._ground_truth

    @property
    def over(self) -> bool:
        return self.session.snapshot.position.outcome() is not None

    def tell(self, message: SessionMessage) -> None:
        now = self.session.handle_message(message)
        assert now.problems == ()
        self.host.follow_session(now, self.session.history, self.session.returned_pieces)
        assert not self.host.has_lost_track

    def go_on(self) -> bool:
        """Handle what happens without the person; return False when they are awaited."""
        messages = self.host.next_session_messages(self.session.snapshot)
        for message in messages:
            self.tell(message)
        return bool(messages)

    def moves(self) -> None:
        """Make one of the moves that the person's own hand allows, or let the table go on.

        Before the first one they put back a card, where more are dealt than they keep.
        """
        now = self.session.snapshot
        if self.me in self.host.people_to_put_back():
            self.tell(PutBack(self.me, self.chance.choice(self.host.hand_pieces(self.me, now))))
            return
        move = choose_random_move(self.truth.knowledge_of(self.me, now.position), self.chance)
        if move is None:
            assert now.position.choice_tree.awaited_actors == (TABLE_ACTOR,)
            self.tell(EnterLine(str(self.truth.table_move())))
            return
        if len(now.position.choice_tree.choice_by_actor) > 1:
            self.tell(Touch(f"player/{self.me}"))
        self.show(move)
        while self.session.snapshot.accepted_texts == now.accepted_texts:
            self.answer(move)

    def show(self, move: Move) -> None:
        """Hold cards of the person's hand, or that they look at now, to the reader on the screen; touch all else."""
        offered = self.session.snapshot.position.choice_tree
        hidden = {
            sight
            for step in steps_of_move(offered, move)
            if step.face_down
            for sight in step.accepted_observations
        }
        held = set(self.host.hand_pieces(self.me, self.session.snapshot))

        def reads(sight: Observation) -> bool:
            return sight.zone == PLAY_ZONE and (sight.piece in held or sight in hidden)

        for sight in observations_of_move(offered, move, reads):
            if reads(sight):
                assert sight.piece in self.host.hand_pieces(self.me, self.session.snapshot)
                self.tell(ReportInput(TagPresent(PLAY_ZONE, self.tags[sight.piece])))
                self.tell(ReportInput(TagRemoved(PLAY_ZONE, self.tags[sight.piece])))
            else:
                self.tell(Touch(sight.zone))

    def answer(self, move: Move) -> None:
        now = self.session.snapshot
        assert now.refusal_notice is None
        if isinstance(now.interpretation, Ambiguous):
            heard, before = public_move(self.game, move), now.position
            options = now.interpretation.question.options
            meant = [
                option
                for option in options
                if any(before.play(each)[0] == before.play(heard)[0] for each in option.moves)
            ]
            self.tell(ChooseAnswer(meant[0]))
        else:
            self.tell(FinishMove())

    def plays(self, turns: int) -> None:
        """Go on that many times, or to the end."""
        for _ in range(turns):
            if self.over:
                return
            if not self.go_on():
                self.moves()


ALL = 10_000


@pytest.mark.long(usual="kabale-3")
@usual_counts
def test_a_whole_evening(name: str, players: int) -> None:
    evening = Evening(name, players, "whole")
    evening.plays(ALL)
    assert evening.over
    assert wrong(name, evening.truth) == []
    assert not any("?" in accepted.text for accepted in evening.session.history.accepted_lines)


@every_game
def test_the_screen_never_has_what_others_hold_or_laid_face_down(name: str) -> None:
    evening = Evening(name, 3, "private")
    for _ in range(60):
        evening.plays(1)
        now = evening.session.snapshot
        assert now.position == now.position.to_public()
        shown = evening.host.hand_pieces(evening.me, now)
        assert set(shown) <= set(evening.truth.hand_pieces(evening.me, now.pending_input))


@pytest.mark.long(usual="kabale")
@every_game
def test_who_goes_on_after_the_plug_was_pulled_deals_the_same(name: str) -> None:
    evening = Evening(name, 3, "plug")
    evening.plays(40)
    again, now = evening.fresh_host(), evening.session.snapshot
    again.follow_session(now, evening.session.history, evening.session.returned_pieces)
    assert not again.has_lost_track
    for who in (evening.me, *evening.others):
        assert again.hand_pieces(who, now) == evening.host.hand_pieces(who, now)
    evening.host = again
    evening.plays(40)


@every_game
def test_a_move_that_is_taken_back_brings_its_cards_back(name: str) -> None:
    evening = Evening(name, 2, "undo")
    evening.plays(10)
    before = evening.session.snapshot, evening.host.hand_pieces(evening.me, evening.session.snapshot)
    evening.plays(6)
    back = len(evening.session.snapshot.accepted_texts) - len(before[0].accepted_texts)
    evening.tell(UndoMoves(back, is_confirmed=True))
    assert evening.session.snapshot.position == before[0].position
    assert evening.host.hand_pieces(evening.me, evening.session.snapshot) == before[1]


@every_game
def test_the_dealer_plays_a_move_once_and_all_again_only_after_an_undo(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(name, 2, "counted")
    played: list[str] = []
    real = type(evening.truth).play

    def counting(truth: GroundTruth, move: Move, reported_move: Move | None = None) -> None:
        played.append(str(move))
        real(truth, move, reported_move)

    monkeypatch.setattr(type(evening.truth), "play", counting)
    evening.plays(12)
    stands = [accepted.text for accepted in evening.session.history.accepted_lines]
    assert played == stands
    evening.host.follow_session(
        evening.session.snapshot, evening.session.history, evening.session.returned_pieces
    )
    assert played == stands
    evening.tell(UndoMoves(2, is_confirmed=True))
    assert played == [*stands, *stands[:-2]]


@every_game
def test_a_correction_loses_the_dealt_cards_and_taking_it_back_finds_them(name: str) -> None:
    evening = Evening(name, 2, "lost")
    evening.plays(6)
    said = f'table correct /start "{evening.others[0]}"'
    now = evening.session.handle_message(EnterLine(said))
    evening.host.follow_session(now, evening.session.history, evening.session.returned_pieces)
    assert evening.host.has_lost_track
    assert evening.host.hand_pieces(evening.me, now) == ()
    evening.tell(UndoMoves(1, is_confirmed=True))
    assert evening.host.hand_pieces(evening.me, evening.session.snapshot)


@pytest.mark.parametrize(
    ("name", "lacking"),
    [("louis-xiv", "{me} {card} take"), ("kabale", "{me} 1 {card}"), ("kabale", "{me} 1 ?")],
)
def test_nobody_plays_what_was_not_dealt_to_him(name: str, lacking: str) -> None:
    evening = Evening(name, 2, "dealt")
    while evening.me not in evening.session.snapshot.position.choice_tree.awaited_actors or evening.go_on():
        evening.plays(1)
    held = {
        piece.rpartition("/")[2] for piece in evening.host.hand_pieces(evening.me, evening.session.snapshot)
    }
    words = lacking.format(me=evening.me, card="{card}")
    box = (piece.rpartition("/")[2] for piece in evening.game.taggable_pieces(evening.session.snapshot.setup))
    foreign = (Move.parse(words.format(card=card)) for card in box if card not in held)
    position = evening.session.snapshot.position
    assert (
        evening.host.refusal_for(next(move for move in foreign if move in position.legal_moves())) is not None
    )
    allowed = set(evening.host.possible_moves(evening.me, evening.session.snapshot))
    assert all(evening.host.refusal_for(move) is None for move in allowed)
    assert any(word in held for move in allowed for word in move.words)


@every_game
def test_whoever_knows_their_cards_may_go_on_with_those_alone(name: str) -> None:
    evening = Evening(name, game_rules(name).min_players, "their own")
    while evening.go_on():
        pass
    now = evening.session.snapshot
    hand, may = evening.host.hand_pieces(evening.me, now), evening.host.allowed_targets(evening.me, now)
    assert may is not None
    kinds = {piece.partition("/")[0] for piece in hand}
    named = {piece for piece in may if piece.partition("/")[0] in kinds and "/" in piece}
    assert named <= {*hand}
    assert may & {*hand, *now.step_by_touch_target}


def test_L_M3__whoever_has_coats_of_arms_may_look_at_their_own_at_any_time() -> None:
    evening, seen = Evening("louis-xiv", 3, "arms"), 0
    while seen < 3:
        evening.plays(1)
        now = evening.session.snapshot
        position: Any = now.position
        won = position.players[evening.me].arms
        looked_at = [
            piece for piece in evening.host.hand_pieces(evening.me, now) if piece.startswith("arms/")
        ]
        assert len(looked_at) == won
        assert "arms/?" not in looked_at
        seen += won > 0


def four_dealt(evening: Evening) -> tuple[str, ...]:
    return evening.host.hand_pieces(evening.me, evening.session.snapshot)


def test_nobody_moves_until_a_person_has_put_back_one_of_their_four_professions() -> None:
    evening = Evening("florence", 3, "four")
    first, evening.me, last = evening.me, *evening.others
    evening.others = [first, last]
    evening.host = evening.fresh_host()
    evening.host.follow_session(evening.session.snapshot, evening.session.history)
    assert evening.host.people_to_put_back() == (evening.me,)
    assert not evening.go_on()
    four = four_dealt(evening)
    assert len(four) == 4
    evening.tell(PutBack(evening.me, four[2]))
    assert evening.host.people_to_put_back() == ()
    assert four_dealt(evening) == (*four[:2], *four[3:])
    assert evening.go_on()


def test_what_was_put_back_is_no_line_and_nobody_sees_a_difference() -> None:
    shown = []
    for at in range(4):
        evening = Evening("florence", 3, "secret")
        evening.tell(PutBack(evening.me, four_dealt(evening)[at]))
        assert evening.session.history.accepted_lines == ()
        shown.append(evening.session.snapshot)
    assert all(each == shown[0] for each in shown)


def test_the_same_hand_is_dealt_again_when_everything_was_taken_back() -> None:
    evening = Evening("florence", 2, "taken back")
    evening.tell(PutBack(evening.me, four_dealt(evening)[3]))
    hand = four_dealt(evening)
    evening.plays(6)
    evening.tell(UndoMoves(len(evening.session.snapshot.accepted_texts), is_confirmed=True))
    assert evening.host.people_to_put_back() == ()
    assert four_dealt(evening) == hand


def test_an_evening_with_lines_is_never_asked_what_was_put_back() -> None:
    evening = Evening("florence", 2, "earlier")
    assert evening.host.people_to_put_back() == (evening.me,)
    evening.tell(EnterLine(f"{evening.me} pass"))
    assert evening.host.people_to_put_back() == ()
    assert len(four_dealt(evening)) == 3
    evening.tell(UndoMoves(1, is_confirmed=True))
    assert evening.host.people_to_put_back() == ()
    assert len(four_dealt(evening)) == 3


def test_a_correction_before_anybody_has_chosen_takes_the_choice_away_only_while_it_stands() -> None:
    evening = Evening("florence", 2, "earlier")
    now = evening.session.handle_message(EnterLine("table correct /round 2"))
    evening.host.follow_session(now, evening.session.history)
    assert evening.host.has_lost_track
    assert evening.host.people_to_put_back() == ()
    evening.tell(UndoMoves(1, is_confirmed=True))
    assert evening.host.people_to_put_back() == (evening.me,)
    assert len(four_dealt(evening)) == 4


def test_a_choice_that_was_not_dealt_is_asked_again() -> None:
    evening = Evening("florence", 2, "altered")
    absent = next(piece for piece in evening.tags if piece not in four_dealt(evening))
    evening.tell(PutBack(evening.me, absent))
    assert evening.host.people_to_put_back() == (evening.me,)


@pytest.mark.parametrize("name", ["louis-xiv", "kabale"])
def test_where_no_card_is_put_back_nobody_is_asked(name: str) -> None:
    assert Evening(name, 3, "unasked").host.people_to_put_back() == ()


def after_missions_went_back() -> Evening:
    """One person of two has just put two of three mission cards with the same back under their stack (L-4.5)."""
    evening = Evening("louis-xiv", 2, "renew 70")
    while evening.me not in evening.host.people_to_put_back():
        evening.plays(1)
    assert evening.session.snapshot.accepted_texts[-1].startswith("blue renew return mid return mid draw")
    return evening


def stack(evening: Evening) -> list[str]:
    truth = evening.truth
    assert isinstance(truth, LouisXIVGroundTruth)
    return truth.mission_stacks["mid"]


def test_l_4_5_a_player_chooses_which_of_their_missions_go_under_the_stack_and_in_which_order() -> None:
    below = []
    for at in (0, 1):
        evening = after_missions_went_back()
        asked, shown = (
            evening.host.hand_pieces(evening.me, evening.session.snapshot),
            evening.session.snapshot,
        )
        assert len(asked) == 2
        assert not evening.go_on()
        evening.tell(PutBack(evening.me, asked[at]))
        assert evening.host.people_to_put_back() == ()
        assert evening.session.snapshot.position == shown.position
        assert evening.session.snapshot.accepted_texts == shown.accepted_texts
        below.append((asked, stack(evening)[:2]))
        assert wrong("louis-xiv", evening.truth) == []
    for at, (asked, lying) in enumerate(below):
        assert [f"mission/{name}" for name in lying] == [asked[1 - at], asked[at]]


def test_l_4_5_what_was_put_back_stays_with_its_line_and_with_no_other() -> None:
    evening = after_missions_went_back()
    asked = evening.host.hand_pieces(evening.me, evening.session.snapshot)
    evening.tell(PutBack(evening.me, asked[1]))
    lying, text = stack(evening)[:], evening.session.snapshot.accepted_texts[-1]
    evening.plays(5)
    evening.tell(UndoMoves(len(evening.session.snapshot.accepted_texts) - 24, is_confirmed=True))
    evening.tell(RedoMoves())
    assert evening.host.people_to_put_back() == ()
    evening.tell(UndoMoves(len(evening.session.snapshot.accepted_texts) - 25, is_confirmed=True))
    assert stack(evening) == lying
    evening.tell(UndoMoves(1, is_confirmed=True))
    evening.tell(EnterLine(text))
    assert evening.host.people_to_put_back() == (evening.me,)


def test_l_4_5_who_holds_only_cards_that_are_alike_is_not_asked_which() -> None:
    evening = after_missions_went_back()
    text = evening.session.snapshot.accepted_texts[-1]
    evening.tell(UndoMoves(1, is_confirmed=True))
    truth = evening.truth
    assert isinstance(truth, LouisXIVGroundTruth)
    truth.mission_hands[evening.me] = [truth.mission_hands[evening.me][0]] * 2
    evening.tell(EnterLine(text))
    assert evening.session.snapshot.accepted_texts[-1] == text
    assert evening.host.people_to_put_back() == ()
