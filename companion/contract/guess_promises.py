"""Promises about guesses: what people say who may be guessing is answered as if nobody knew what lies face down.

They are looked at where something hidden is known by name: where moves have named it, and where a correction would.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.game_sampler import GameSampler, SampleGame, differing_fields, sample_legal_moves
from companion.contract.hidden_names import NamedTables
from companion.contract.promise import promise_with_remedy
from companion.rules.clauses import MoveRefused
from companion.rules.corrections import position_with_values
from companion.rules.forgetting import find_secrets, position_without_secrets
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.public_view import public_move

MAX_GAMES = 3
POSITIONS = 40
MOVES_AT_A_POSITION = 12


@promise_with_remedy(
    "`Position.without_secrets()` keeps what everybody has seen, and nothing else; leave it out, and Herald finds by"
    " trying what may be `?`."
)
def what_is_forgotten_is_what_may_be_unknown(table: GameSampler) -> Iterator[str]:
    """A position without its secrets, where the game says it, is the one that trying name by name finds."""
    for game, position in _positions(table):
        said = position.without_secrets()
        if said is None:
            continue
        secrets = find_secrets(table.game, game.setup, position)
        found = position_with_values(table.game, game.setup, position, secrets) if secrets else position
        if said != found:
            yield f"without_secrets() differs from what trying finds in {differing_fields(found, said)}"
        elif said is not position and not secrets:
            yield "nothing is secret, and without_secrets() is an equal position, not itself"


@promise_with_remedy(
    "Herald judges what people say by the position without secrets (`Position.without_secrets`), as they may be"
    " guessing: `?` may be any hidden name there, so offer each of them."
)
def a_guess_is_judged_without_secrets(table: GameSampler) -> Iterator[str]:
    """Every legal move is legal, in its own and in public words, at the position without secrets."""
    for game, position in _positions(table):
        without = position_without_secrets(table.game, game.setup, position)
        listed = sample_legal_moves(position, table.random_for(table.focus_text), MOVES_AT_A_POSITION)
        for move in listed:
            table.focus_on_move(move)
            for said in dict.fromkeys((move, public_move(table.game, move))):
                try:
                    without.action_for(said)
                except MoveRefused as refused:
                    yield f"`{said}` is legal, and refused where nobody knows what lies face down: {refused.refusal}"


@promise_with_remedy(
    "Whatever lies face down may be `?`: `faults()` and `position_from_json` take `?` where `to_public()` shows it, and"
    " `Position.without_secrets()`, if the game has it, keeps no name that `public_words` hides."
)
def a_refusal_tells_no_hidden_card(table: GameSampler) -> Iterator[str]:
    """The refusal of a guess reads the same for any other hidden card."""
    for game, one, other in _twins(table):
        seen, seen_too = (position_without_secrets(table.game, game.setup, each) for each in (one, other))
        if seen != seen_too:
            telling = _telling_guess(table, seen, seen_too)
            yield f"what is hidden in {differing_fields(seen, seen_too)} cannot be forgotten{telling}"


@promise_with_remedy(
    "`irreversible_events` has every event that shows what lay face down: a card turned up, or drawn."
)
def what_shows_a_secret_is_no_secret_any_more(table: GameSampler) -> Iterator[str]:
    """A move that shows more than it would if nothing were known has turned something up, and its events say so."""
    for game, each in table.sample_moves(MAX_GAMES):
        without = position_without_secrets(table.game, game.setup, each.before)
        if without is each.before or each.move not in without.legal_moves():
            continue
        seen = without.play(each.move)[0].to_public()
        if seen != each.after.to_public() and not table.game.irreversible_events(each.events):
            names = ", ".join(type(event).__name__ for event in each.events)
            yield f"{differing_fields(seen, each.after.to_public())} shows a secret, and none of {names} says so"


def _positions(table: GameSampler) -> Iterator[tuple[SampleGame, Position]]:
    """Positions of the games, and the same ones with names for what nobody has seen."""
    for game, position in table.sample_positions(POSITIONS):
        yield game, position
        named = _named_tables(table, game, position).named_position()
        if named != position:
            table.focus_on_position(named)
            yield game, named


def _named_tables(table: GameSampler, game: SampleGame, position: Position) -> NamedTables:
    return NamedTables(table.game, game.setup, position, table.random_for(f"{table.focus_text} names"))


def _twins(table: GameSampler) -> Iterator[tuple[SampleGame, Position, Position]]:
    """Positions that look alike to everybody: after moves that sound alike, and with other names for what is hidden."""
    for game, each in table.sample_moves(MAX_GAMES):
        heard = public_move(table.game, each.move)
        if heard == each.move:
            continue
        listed = sample_legal_moves(each.before, table.random_for(table.focus_text), MOVES_AT_A_POSITION)
        for move in (heard, *(move for move in listed if public_move(table.game, move) == heard)):
            if move not in each.before.legal_moves():
                continue
            after = each.before.play(move)[0]
            if after != each.after and after.to_public() == each.after.to_public():
                yield game, each.after, after
    for game, position in table.sample_positions(POSITIONS):
        twins = _named_tables(table, game, position).twins()
        if twins is not None:
            table.focus_on_position(twins[0])
            yield game, *twins


def _telling_guess(table: GameSampler, one: Position, other: Position, moves_ahead: int = 1) -> str:
    """The first guess found that is answered in two ways at these positions, or a move later; "" for none."""
    guesses = [
        move
        for each in (one, other)
        for move in sample_legal_moves(each, table.random_for(table.focus_text), MOVES_AT_A_POSITION)
    ]
    for guess in guesses:
        told = _answer(one, guess), _answer(other, guess)
        if told[0] != told[1]:
            return f", and the answer to the guess `{guess}` tells it: {told[0]}; or {told[1]}"
    for move in guesses if moves_ahead else ():
        after = one.play(move)[0], other.play(move)[0]
        if after[0].to_public() == after[1].to_public() and (
            found := _telling_guess(table, *after, moves_ahead - 1)
        ):
            return found
    return ""


def _answer(position: Position, guess: Move) -> str:
    try:
        position.action_for(guess)
    except MoveRefused as refused:
        return f"{refused.refusal}"
    return "it is taken"
