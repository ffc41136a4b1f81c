"""A game that hides cards and would answer guesses at them: the promises about guesses find it, and say what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import new_class
from typing import Any

import pytest
from msgspec.structs import replace

from companion.contract.game_sampler import GameSampler
from companion.contract.guess_promises import (
    a_guess_is_judged_without_secrets,
    a_refusal_tells_no_hidden_card,
    what_is_forgotten_is_what_may_be_unknown,
    what_shows_a_secret_is_no_secret_any_more,
)
from companion.contract.promise import Promise, check_promise
from companion.rules.clauses import Refusal
from companion.rules.game import GameSetup
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from tests.table.backs import ELSEWHERE, Backs, BacksGame

GUESS_PROMISES = (
    what_is_forgotten_is_what_may_be_unknown,
    a_guess_is_judged_without_secrets,
    a_refusal_tells_no_hidden_card,
    what_shows_a_secret_is_no_secret_any_more,
)


class ShownByNobody(BacksGame):
    """It does not say that a card which is turned up cannot be turned back."""

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return ()


def game_with(**changes: Callable[[Any], Any]) -> BacksGame:
    """The game, with these functions of its positions instead of its own."""
    faulty: Any = new_class("FaultyBacks", (Backs,), {"frozen": True}, lambda into: into.update(changes))

    class FaultyBacksGame(BacksGame):
        def initial_position(self, setup: GameSetup) -> Backs:
            made: Backs = faulty()
            return made

        def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> Backs:
            made: Backs = faulty(BacksGame.position_from_json(self, data, setup).columns)
            return made

    return FaultyBacksGame()


def nothing_unknown(position: Backs) -> tuple[Refusal, ...]:
    """Faults where a card has no name, so that no card can be forgotten."""
    unknown = [card for column in position.columns for card in column if card.card == UNKNOWN]
    return (*Backs.faults(position), *(ELSEWHERE(card.by, card.card) for card in unknown))


def all_but_the_first(position: Backs) -> Backs:
    """The position without its secrets but one: the first card of the first column."""
    public = position.to_public()
    if not position.columns[0]:
        return public
    kept: Backs = public.with_column(1, (position.columns[0][0], *public.columns[0][1:]))
    return position if kept == position else kept


def empty(position: Backs) -> Backs:
    """A table without any card."""
    return replace(position, columns=((), ()))


def found_by(promise: Promise[GameSampler], game: BacksGame) -> list[str]:
    return [each.text for each in check_promise(promise, GameSampler(game, 2))]


@pytest.mark.parametrize("promise", GUESS_PROMISES, ids=lambda promise: promise.id)
def test_a_game_that_hides_cards_rightly_keeps_the_promises_about_guesses(
    promise: Promise[GameSampler],
) -> None:
    for game in (BacksGame(), game_with(without_secrets=Backs.to_public)):
        table = GameSampler(game, 2)
        assert check_promise(promise, table) == ()
        assert table.inspected_count


def test_a_game_whose_hidden_cards_cannot_be_unknown_is_told_so_with_a_guess_that_they_would_answer() -> None:
    found = found_by(a_refusal_tells_no_hidden_card, game_with(faults=nothing_unknown))
    assert (
        "what is hidden in columns cannot be forgotten, and the answer to the guess `black 2 king` tells it: "
        "it is taken; or B-1 known-elsewhere (who=black card=king)"
    ) in found
    assert a_refusal_tells_no_hidden_card.remedy.startswith("Whatever lies face down may be `?`: `faults()`")


def test_a_game_that_keeps_a_secret_where_it_says_there_are_none_is_told_so() -> None:
    game = game_with(without_secrets=all_but_the_first)
    assert found_by(a_refusal_tells_no_hidden_card, game)
    found = found_by(what_is_forgotten_is_what_may_be_unknown, game)
    assert found == ["without_secrets() differs from what trying finds in columns"]


def test_a_game_where_a_legal_move_would_be_refused_as_a_guess_is_told_so() -> None:
    found = found_by(a_guess_is_judged_without_secrets, game_with(without_secrets=empty))
    assert any(" is legal, and refused where nobody knows what lies face down: " in each for each in found)


def test_a_game_that_does_not_say_what_shows_a_card_is_told_so() -> None:
    found = found_by(what_shows_a_secret_is_no_secret_any_more, ShownByNobody())
    assert found == ["columns shows a secret, and none of Laid, Turned says so"]
