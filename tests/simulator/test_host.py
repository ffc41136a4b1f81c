"""A person at the screen of a virtual table against virtual players: whole evenings, and nobody's cards but his own."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.moves import PLAY_ZONE, Move, Observation
from companion.rules.public_view import public_move
from companion.rules.record import RecordHeader
from companion.simulator.brought import greedy
from companion.simulator.gestures import evidence, steps
from companion.simulator.host import TABLE, Host
from companion.simulator.players import at_random
from companion.simulator.senses import tagged
from companion.simulator.truth import Truth
from companion.table.judge import Ask
from companion.table.messages import Choose, Finish, Message, Notice, Say, Touch, Undo
from companion.table.pieces import pieces
from companion.table.session import Session
from companion.table.sightings import Gone, Present
from companion.table.zones import Plan
from tests.simulator.parties import colours, every_game, setup, usual_counts, wrong


class Evening:
    """One person, the first of the colours; a host who deals and plays for all others."""

    def __init__(self, name: str, players: int, seed: str) -> None:
        at_table = setup(name, players)
        self.game, self.seed = game_rules(name), seed
        self.me, *self.others = colours(name, players)
        self.host = self.fresh_host()
        deck = tagged(name, pieces(self.game.taggable_pieces(at_table), self.game.colours))
        self.tags = {piece.word: uid for piece in deck.box.values() if (uid := deck.tag(piece))}
        account = GameHistory.from_header(RecordHeader(name, at_table), self.game)
        self.session = Session(account, deck=deck, plan=Plan({PLAY_ZONE: "reader"}))
        self.chance = Random(seed)
        self.host.follow(self.session.snapshot, account)

    def fresh_host(self) -> Host:
        return Host(self.seed, dict.fromkeys(self.others, greedy(self.game.name)))

    @property
    def truth(self) -> Truth:
        assert self.host._truth is not None
        return self.host._truth

    @property
    def over(self) -> bool:
        return self.session.snapshot.position.outcome() is not None

    def tell(self, message: Message) -> None:
        now = self.session.handle(message)
        assert now.troubles == ()
        self.host.follow(now, self.session.account)
        assert not self.host.lost

    def go_on(self) -> bool:
        """What happens without the person; False when he is awaited."""
        messages = self.host.next(self.session.snapshot)
        for message in messages:
            self.tell(message)
        return bool(messages)

    def moves(self) -> None:
        """He makes one of the moves that his own hand allows, or lets the table go on."""
        now = self.session.snapshot
        move = at_random(self.truth.seen_by(self.me, now.position), self.chance)
        if move is None:
            assert now.position.choice_tree.awaited_actors == (TABLE,)
            self.tell(Say(str(self.truth.table_move())))
            return
        if len(now.position.choice_tree.choice_by_actor) > 1:
            self.tell(Touch(f"player/{self.me}"))
        self.show(move)
        while self.session.snapshot.standing == now.standing:
            self.answer(move)

    def show(self, move: Move) -> None:
        """Cards of his hand, or that he looks at now, he holds to the reader on the screen; all else he touches."""
        offered = self.session.snapshot.position.choice_tree
        hidden = {
            sight for step in steps(offered, move) if step.face_down for sight in step.accepted_observations
        }
        held = set(self.host.hand(self.me, self.session.snapshot))

        def reads(sight: Observation) -> bool:
            return sight.zone == PLAY_ZONE and (sight.piece in held or sight in hidden)

        for sight in evidence(offered, move, reads):
            if reads(sight):
                assert sight.piece in self.host.hand(self.me, self.session.snapshot)
                self.tell(Notice(Present(PLAY_ZONE, self.tags[sight.piece])))
                self.tell(Notice(Gone(PLAY_ZONE, self.tags[sight.piece])))
            else:
                self.tell(Touch(sight.zone))

    def answer(self, move: Move) -> None:
        now = self.session.snapshot
        assert now.no is None
        if isinstance(now.verdict, Ask):
            heard, before = public_move(self.game, move), now.position
            options = now.verdict.question.options
            meant = [
                option
                for option in options
                if any(before.play(each)[0] == before.play(heard)[0] for each in option.moves)
            ]
            self.tell(Choose(meant[0]))
        else:
            self.tell(Finish())

    def plays(self, turns: int) -> None:
        """So many times what happens next, or to the end."""
        for _ in range(turns):
            if self.over:
                return
            if not self.go_on():
                self.moves()


ALL = 10_000


@usual_counts
def test_a_whole_evening(name: str, players: int) -> None:
    evening = Evening(name, players, "whole")
    evening.plays(ALL)
    assert evening.over
    assert wrong(name, evening.truth) == []
    assert not any("?" in accepted.text for accepted in evening.session.account.accepted_lines)


@every_game
def test_the_screen_never_has_what_others_hold_or_laid_face_down(name: str) -> None:
    evening = Evening(name, 3, "private")
    for _ in range(60):
        evening.plays(1)
        now = evening.session.snapshot
        assert now.position == now.position.to_public()
        shown = evening.host.hand(evening.me, now)
        assert set(shown) <= set(evening.truth.hand(evening.me, now.bag))


@every_game
def test_who_goes_on_after_the_plug_was_pulled_deals_the_same(name: str) -> None:
    evening = Evening(name, 3, "plug")
    evening.plays(40)
    again, now = evening.fresh_host(), evening.session.snapshot
    again.follow(now, evening.session.account)
    assert not again.lost
    for who in (evening.me, *evening.others):
        assert again.hand(who, now) == evening.host.hand(who, now)
    evening.host = again
    evening.plays(40)


@every_game
def test_a_move_that_is_taken_back_brings_its_cards_back(name: str) -> None:
    evening = Evening(name, 2, "undo")
    evening.plays(10)
    before = evening.session.snapshot, evening.host.hand(evening.me, evening.session.snapshot)
    evening.plays(6)
    back = len(evening.session.snapshot.standing) - len(before[0].standing)
    evening.tell(Undo(back, agreed=True))
    assert evening.session.snapshot.position == before[0].position
    assert evening.host.hand(evening.me, evening.session.snapshot) == before[1]


@every_game
def test_a_correction_loses_the_dealt_cards_and_taking_it_back_finds_them(name: str) -> None:
    evening = Evening(name, 2, "lost")
    evening.plays(6)
    said = f'table correct /start "{evening.others[0]}"'
    now = evening.session.handle(Say(said))
    evening.host.follow(now, evening.session.account)
    assert evening.host.lost
    assert evening.host.hand(evening.me, now) == ()
    evening.tell(Undo(1, agreed=True))
    assert evening.host.hand(evening.me, evening.session.snapshot)


@pytest.mark.parametrize(
    ("name", "lacking"),
    [("louis-xiv", "{me} {card} take"), ("kabale", "{me} 1 {card}"), ("kabale", "{me} 1 ?")],
)
def test_nobody_plays_what_was_not_dealt_to_him(name: str, lacking: str) -> None:
    evening = Evening(name, 2, "dealt")
    while evening.me not in evening.session.snapshot.position.choice_tree.awaited_actors or evening.go_on():
        evening.plays(1)
    held = {piece.rpartition("/")[2] for piece in evening.host.hand(evening.me, evening.session.snapshot)}
    words = lacking.format(me=evening.me, card="{card}")
    box = (piece.rpartition("/")[2] for piece in evening.game.taggable_pieces(evening.session.snapshot.setup))
    foreign = (Move.parse(words.format(card=card)) for card in box if card not in held)
    position = evening.session.snapshot.position
    assert evening.host.refuses(next(move for move in foreign if move in position.legal_moves())) is not None
    allowed = set(evening.host.moves(evening.me, evening.session.snapshot))
    assert all(evening.host.refuses(move) is None for move in allowed)
    assert any(word in held for move in allowed for word in move.words)


@every_game
def test_whoever_knows_their_cards_may_go_on_with_those_alone(name: str) -> None:
    evening = Evening(name, game_rules(name).min_players, "their own")
    while evening.go_on():
        pass
    now = evening.session.snapshot
    hand, may = evening.host.hand(evening.me, now), evening.host.may(evening.me, now)
    assert may is not None
    kinds = {piece.partition("/")[0] for piece in hand}
    named = {piece for piece in may if piece.partition("/")[0] in kinds and "/" in piece}
    assert named <= {*hand}
    assert may & {*hand, *now.glowing}
