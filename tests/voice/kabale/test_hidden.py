"""What only the referee knows is never said: games that differ in cards face down alone sound the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games import game_rules
from companion.games.kabale.rules.constants import CHARACTERS
from companion.games.kabale.rules.events import CardRemoved
from companion.games.kabale.rules.position import KabalePosition
from companion.games.kabale.rules.state import CardState, ColumnState
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, Move
from companion.rules.public_view import public_events
from companion.rules.tree_walk import pick_legal_move
from companion.voice.language import languages
from companion.voice.voice import Voice
from tests.voice.evenings import begun, setup, taken_back, voice

GAME = game_rules("kabale")
LAID = 3  # words of a move that lays a card: who, column, card


def known(players: int, seed: int) -> Iterator[tuple[KabalePosition, Move]]:
    """A whole game as the referee knows it, with every card seen by a reader, and the move made at each position."""
    chance = random.Random(seed)
    position = begun("kabale", players)
    while position.outcome() is None:
        assert isinstance(position, KabalePosition)
        move, _ = pick_legal_move(position.choice_tree, chance.choice)
        yield position, move
        position, _ = position.play(move)


def twin(position: KabalePosition) -> KabalePosition:
    """The same table with other cards face down, as far as there are others nobody has seen."""
    unseen = {
        who: iter([name for name in CHARACTERS if name not in position.known_cards(who)])
        for who in position.players
    }

    def other(card: CardState) -> CardState:
        hidden = not card.up and card.card != UNKNOWN
        return CardState(card.by, next(unseen[card.by], card.card)) if hidden else card

    columns = tuple(
        ColumnState(column.objective, column.closed, tuple(map(other, column.cards)))
        for column in position.columns
    )
    return replace(position, columns=columns)


def said(speaking: Voice, position: KabalePosition) -> list[str]:
    """All that a position makes the voice say."""
    return [
        speaking.prompt_sentence(position),
        *speaking.describe_table(position, setup("kabale", len(position.players))),
    ]


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_a_position_is_told_without_what_lies_face_down(lang: str) -> None:
    speaking = voice("kabale", lang)
    differing = 0
    for position, _ in known(4, 5):
        other = twin(position)
        differing += other != position
        assert said(speaking, other) == said(speaking, position) == said(speaking, position.to_public())
    assert differing > 50


@pytest.mark.parametrize("lang", languages())
def test_what_happens_is_told_alike_to_the_referee_and_to_everybody(lang: str) -> None:
    speaking = voice("kabale", lang)
    for position, move in known(3, 6):
        _, events = position.play(move)
        public = speaking.narrate(position.to_public(), public_events(GAME, events))
        assert speaking.narrate(position, events) == public


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_another_card_laid_face_down_changes_no_word(lang: str) -> None:
    """Neither in the move, nor in what it does, nor in how it is taken back."""
    speaking = voice("kabale", lang)
    compared = 0
    for position, move in known(3, 7):
        if len(move.words) != LAID or move.words[2] not in CHARACTERS or move.words[0] == TABLE_ACTOR:
            continue
        other = Move((*move.words[:2], next(card for card in CHARACTERS if _may(position, move, card))))
        (after, events), (instead, others) = position.play(move), position.play(other)
        if after.phase != "play" or any(isinstance(event, CardRemoved) for event in events):
            continue  # the card is shown: the round is over, or an Assassin took it
        compared += 1
        assert speaking.describe_move_with_player(other) == speaking.describe_move_with_player(move)
        assert speaking.narrate(position, others) == speaking.narrate(position, events)
        assert said(speaking, instead) == said(speaking, after)
        back, again = (
            taken_back("kabale", 3, position, events, after),
            taken_back("kabale", 3, position, others, instead),
        )
        assert again == back
    assert compared > 50


def _may(position: KabalePosition, move: Move, card: str) -> bool:
    other = Move((*move.words[:2], card))
    return other != move and other in position.legal_moves()


def test_a_card_that_lies_face_down_has_no_name_as_a_piece() -> None:
    assert str(voice("kabale").piece_name("card/blue/?")) == "influence card: Face down (Bert)"
