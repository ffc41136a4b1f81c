"""Promises about undo, and about long walks with mistakes among the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from companion.contract.game_sampler import GameSampler, SampleGame, differing_fields
from companion.contract.move_promises import mistaken_move
from companion.contract.promise import promise_with_remedy
from companion.rules.clauses import MoveRefused
from companion.rules.history import AcceptedLine, GameHistory
from companion.rules.layout import Inventory, Layout
from companion.rules.movement_execution import (
    ImpossibleMovementError,
    layout_after_movements,
    layout_mismatches,
)
from companion.rules.movements import movements_between
from companion.rules.moves import Move
from companion.rules.tree_walk import pick_legal_move
from companion.table.undo import layouts_while_undoing

UNDO_COUNT = 12
"""The number of undos at a table: of the first game the last move and all of it, then random ones."""
MAX_UNDONE_MOVES = 40
"""The number of moves undone at once, at most."""
MOVEMENT_CHECKS, MAX_MOVES_PER_CHECK = 30, 10
"""The number of times that movements are carried out, for one to ten moves each."""
WALK_COUNT, MOVES_PER_WALK = 60, 12


@promise_with_remedy(
    "An undo replays all but the last moves: the rules may keep nothing beside the position."
)
def undo_is_a_replay_without_the_last(table: GameSampler) -> Iterator[str]:
    """After an undo the table is as it was before those moves, and goes on from there as it did."""
    chance = table.random_for("taken back")
    games = [game for game in table.sample_games if game.played_moves]
    for number in range(UNDO_COUNT if games else 0):
        game = chance.choice(games) if number > 1 else games[0]
        count = len(game.played_moves)
        upto = chance.randint(1, count) if number > 1 else count
        back = chance.randint(1, min(upto, MAX_UNDONE_MOVES)) if number > 1 else (1, count)[number]
        table.focus_on(game.seed, upto, game.positions[upto])
        yield from _undone(table, game, upto, back, "undo" if back == 1 and number else f"undo {back}")


def _undone(table: GameSampler, game: SampleGame, upto: int, back: int, undo: str) -> Iterator[str]:
    history, texts = table.new_history(game), [str(each.move) for each in game.played_moves]
    for text in texts[:upto]:
        history.apply_line(text)
    undone = history.apply_line(undo)
    if not undone.position == history.position == game.positions[upto - back]:
        yield f"after `{undo}` the position is not the one before"
    if [accepted.text for accepted in history.accepted_lines] != texts[: upto - back]:
        yield f"after `{undo}` other moves stand than before"
    if not _refuses(history, f"undo {upto - back + 1}"):
        yield "more is taken back than was played"
    for text in texts[upto - back : upto]:
        history.apply_line(text)
    if history.position != game.positions[upto]:
        yield f"said again after `{undo}`, the moves make another position"


def _refuses(history: GameHistory, text: str) -> bool:
    try:
        history.apply_line(text)
    except MoveRefused:
        return True
    return False


@promise_with_remedy(
    "Give for each piece where it lies after each event, and which side is up: `Event.apply_to`, `Game.layout`. Where a"
    " row gets a piece that will not be its last, its fact `next` gives the number."
)
def movements_lead_back(table: GameSampler) -> Iterator[str]:
    """The movements of an undo can be made one by one, and lead exactly to the position before."""
    chance = table.random_for("movements")
    games = [game for game in table.sample_games if game.played_moves]
    for _ in range(MOVEMENT_CHECKS if games else 0):
        game = chance.choice(games)
        upto = chance.randint(1, len(game.played_moves))
        back = chance.randint(1, min(upto, MAX_MOVES_PER_CHECK))
        table.focus_on(game.seed, upto, game.positions[upto])
        accepted = [
            AcceptedLine(str(each.move), each.events, each.after)
            for each in game.played_moves[upto - back : upto]
        ]
        path = layouts_while_undoing(table.game, game.positions[upto - back], accepted)
        yield from _carried(table.game.inventory(game.setup), path, f"{back} moves back")


def _carried(box: Inventory, path: Sequence[Layout], undo: str) -> Iterator[str]:
    made = movements_between(box, path)
    try:
        reached = layout_after_movements(box, path, made)
    except ImpossibleMovementError as wrong:
        yield f"{undo}: {wrong}"
    else:
        yield from (f"{undo}: {where}" for where in layout_mismatches(box, reached, path[-1]))


@promise_with_remedy(
    "See the promises about single moves: here they are broken only after several moves, or after a refused one."
)
def walks_keep_the_rules(table: GameSampler) -> Iterator[str]:
    """From any position, random and mistaken moves lead to sound positions that can be written and read."""
    chance, words = table.random_for("walks with slips"), table.words_for_mistakes
    for game, position in islice(table.sample_positions(WALK_COUNT), WALK_COUNT):
        for _ in range(chance.randint(1, MOVES_PER_WALK)):
            if position.outcome() is not None:
                break
            move = _odd(pick_legal_move(position.choice_tree, chance.choice)[0], words, chance)
            table.focus_on_move(move)
            before = position.to_json()
            try:
                position, _ = position.play(move)
            except MoveRefused:
                if position.to_json() != before:
                    yield "a refused move has changed the position"
            for fault in position.faults():
                yield f"a fault: {fault}"
            back = table.game.position_from_json(position.to_json(), game.setup)
            if back != position:
                yield f"written and read, the position is another in {differing_fields(position, back)}"


def _odd(move: Move, words: tuple[str, ...], chance: Random) -> Move:
    return mistaken_move(move, words, chance) if chance.random() < 0.5 else move
