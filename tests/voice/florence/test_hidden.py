"""What only the referee knows is never said: games that differ in cards held or kept alone sound the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.games import game_rules
from companion.games.florence.rules.position import FlorencePosition
from companion.rules.moves import UNKNOWN, Move
from companion.rules.public_view import public_events
from companion.rules.tree_walk import pick_legal_move
from companion.voice.language import languages
from companion.voice.voice import Voice
from tests.voice.evenings import begun, setup, taken_back, voice

GAME = game_rules("florence")
HIDDEN = ("keep", "profession", "bonus")
TAKEN = 3  # words of a move that takes a card into the hand: who, what, card


def known(players: int, seed: int) -> Iterator[tuple[FlorencePosition, Move]]:
    """A whole game in which a reader saw every card, and the move made at each position."""
    chance = random.Random(seed)
    position = begun("florence", players)
    while position.outcome() is None:
        assert isinstance(position, FlorencePosition)
        move = _seen(position, pick_legal_move(position.choice_tree, chance.choice)[0])
        yield position, move
        position, _ = position.play(move)


def _seen(position: FlorencePosition, move: Move) -> Move:
    """The move, with a name for a card nobody was to see."""
    if len(move.words) == TAKEN and move.words[1] in HIDDEN and move.words[2] == UNKNOWN:
        return next(iter(_alike(position, move)))
    return move


def _alike(position: FlorencePosition, move: Move) -> list[Move]:
    """The same move with every other card it could be."""
    public = GAME.public_words(move.words)
    return [
        other
        for other in position.legal_moves()
        if other != move and GAME.public_words(other.words) == public
    ]


def said(speaking: Voice, position: FlorencePosition) -> list[str]:
    """All that a position makes the voice say."""
    return [
        speaking.prompt_sentence(position),
        *speaking.describe_table(position, setup("florence", len(position.players))),
    ]


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_a_position_is_told_without_cards_held_or_kept(lang: str) -> None:
    speaking = voice("florence", lang)
    differing = 0
    for position, _ in known(4, 5):
        differing += position.to_public() != position
        assert said(speaking, position) == said(speaking, position.to_public())
    assert differing > 50


@pytest.mark.parametrize("lang", languages())
def test_what_happens_is_told_alike_to_the_referee_and_to_everybody(lang: str) -> None:
    speaking = voice("florence", lang)
    for position, move in known(3, 6):
        _, events = position.play(move)
        public = speaking.narrate(position.to_public(), public_events(GAME, events))
        assert speaking.narrate(position, events) == public


@pytest.mark.parametrize("lang", languages())
def test_another_card_taken_changes_no_word(lang: str) -> None:
    """Neither in the move, nor in what it does, nor in how it is taken back."""
    speaking = voice("florence", lang)
    compared = 0
    for position, move in known(3, 7):
        if len(move.words) != TAKEN or move.words[1] not in HIDDEN:
            continue
        other = _alike(position, move)[-1]
        (after, events), (instead, others) = position.play(move), position.play(other)
        compared += 1
        assert speaking.describe_move_with_player(other) == speaking.describe_move_with_player(move)
        assert speaking.narrate(position, others) == speaking.narrate(position, events)
        assert said(speaking, instead) == said(speaking, after)
        back, again = (
            taken_back("florence", 3, position, events, after),
            taken_back("florence", 3, position, others, instead),
        )
        assert again == back
    assert compared > 10
