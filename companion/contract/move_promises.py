"""Promises about moves: legal ones can be played, others are refused with a reason, each can be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile
from random import Random

from companion.contract.game_sampler import MAX_LISTED_MOVES, GameSampler, sample_legal_moves
from companion.contract.promise import promise_with_remedy
from companion.rules.choice import Choice
from companion.rules.clauses import SAID_UNDER_ANY_CLAUSE, Clause, MoveRefused, declared_clauses
from companion.rules.moves import Move, MoveStep
from companion.rules.position import Position
from companion.rules.transaction import Action
from companion.rules.tree_walk import pick_legal_move

MAX_NEAREST_MOVES = 3
"""The number of moves that a refusal names at most."""
MAX_COMPARED_MOVES = 400
"""Moves of a position that are compared with those it offers when it is read again."""
MAX_FORKS, MAX_CANDIDATES = 30, 40
"""Forks of an actor's choices that are inspected, and candidates of each."""


@promise_with_remedy("What a `Choice` allows (`refusal_for`) its action can do: both follow the same rule.")
def every_legal_move_plays(table: GameSampler) -> Iterator[str]:
    """Every legal move can be played, changes something, and makes a sound position."""
    chance = table.random_for("moves that are played")
    for _, position in table.sample_positions(150):
        for move in sample_legal_moves(position, chance, 12):
            table.focus_on_move(move)
            if move not in position.legal_moves():
                yield "it is listed, and refused when it is said"
                continue
            after, events = position.play(move)
            for fault in after.faults():
                yield f"it makes a position with a fault: {fault}"
            if not events and after == position:
                yield "it does nothing"
            if after.outcome() is None and not after.choice_tree.awaited_actors:
                yield "after it nobody is awaited, and the game is not over"


@promise_with_remedy(
    "No two candidates of a `Choice` have the same word; a word has no blank in it; a `pattern` stands for"
    " moves that are listed."
)
def every_move_is_listed_once(table: GameSampler) -> Iterator[str]:
    """No two moves are written alike, and the list of moves is complete."""
    for _, position in table.sample_positions(180):
        texts = [str(move) for move in islice(position.legal_moves(), MAX_LISTED_MOVES)]
        if len(set(texts)) != len(texts):
            yield f"moves listed twice: {sorted({text for text in texts if texts.count(text) > 1})[:5]}"
        for text in texts:
            if text != " ".join(text.split()):
                yield f"blanks to spare in {text!r}"
        if len(texts) < MAX_LISTED_MOVES:
            yield from _complete(position, texts)


def _complete(position: Position, texts: Sequence[str]) -> Iterator[str]:
    all_texts = list(position.choice_tree.move_texts())
    beginnings = tuple(map(pattern_prefix, filter(is_move_pattern, all_texts)))
    if len(position.legal_moves()) != len(texts):
        yield f"{len(position.legal_moves())} moves are counted, {len(texts)} listed"
    if sorted(text for text in all_texts if not is_move_pattern(text)) != sorted(
        text for text in texts if not f"{text} ".startswith(beginnings)
    ):
        yield "the moves told and the moves listed are not the same"
    if not all(any(text.startswith(begun) for text in texts) for begun in beginnings):
        yield f"a pattern stands for no move: {beginnings}"


def is_move_pattern(text: str) -> bool:
    """Whether it stands for many moves: words in capitals, which no move has, may be any words."""
    return any(word.isupper() for word in text.split())


def pattern_prefix(pattern: str) -> str:
    """The beginning of every move that a pattern stands for, with a blank behind it."""
    return "".join(f"{word} " for word in takewhile(lambda word: not word.isupper(), pattern.split()))


@promise_with_remedy("`Choice.parse_word` finds the candidate to which `Choice.step_for` gives the word.")
def a_walked_move_is_legal(table: GameSampler) -> Iterator[str]:
    """A move walked choice by choice is legal, and means the action that the walk reached."""
    chance = table.random_for("walks")
    for _, position in table.sample_positions(400):
        if position.outcome() is None:
            move, action = pick_legal_move(position.choice_tree, chance.choice)
            table.focus_on_move(move)
            if position.action_for(move) != action:
                yield f"walked to {action}, read as {position.action_for(move)}"


# -- refusals


def mistaken_move(move: Move, words: Sequence[str], chance: Random) -> Move:
    """The move with a word changed, left out, doubled or added, or two of them swapped."""
    mistaken = list(move.words)
    at = chance.randrange(len(mistaken))
    match chance.randrange(5):
        case 0:
            mistaken[at] = chance.choice(words)
        case 1:
            del mistaken[at]
        case 2:
            mistaken.insert(at, mistaken[at])
        case 3:
            mistaken.insert(at + 1, chance.choice(words))
        case _:
            other = chance.randrange(len(mistaken))
            mistaken[at], mistaken[other] = mistaken[other], mistaken[at]
    return Move(tuple(mistaken))


@promise_with_remedy(
    "A refusal is a declared clause called with its facts; a position is never changed in place; what may be said is"
    " what the choices list."
)
def anything_else_is_refused(table: GameSampler) -> Iterator[str]:
    """All other moves are refused with a clause and change nothing."""
    chance, words = table.random_for("slips"), table.words_for_mistakes
    clauses = frozenset(declared_clauses())
    for _, position in table.sample_positions(70):
        if position.outcome() is not None:
            continue
        before = position.to_json()
        for _ in range(4):
            tried = mistaken_move(pick_legal_move(position.choice_tree, chance.choice)[0], words, chance)
            table.focus_on_move(tried)
            try:
                action = position.action_for(tried)
            except MoveRefused as refused:
                yield from _wrong_refusal(position, refused, clauses)
            else:  # it was legal after all: then it means what a listed move means
                if not _means_a_listed_move(position, action):
                    yield "it is accepted, and means nothing that any listed move means"
        if not _is_refused(position, Move((*tried.words, "nonsense"))):
            yield "it is accepted with `nonsense` behind it"
        if position.to_json() != before:
            yield "what was tried has changed the position"


def _means_a_listed_move(position: Position, action: Action) -> bool:
    """Whether a listed move means the action, or there are more moves than are listed, or patterns."""
    actions = [position.action_for(move) for move in islice(position.legal_moves(), MAX_LISTED_MOVES)]
    behind = any(map(is_move_pattern, islice(position.choice_tree.move_texts(), MAX_LISTED_MOVES)))
    return action in actions or behind or len(actions) == MAX_LISTED_MOVES


def _is_refused(position: Position, move: Move) -> bool:
    try:
        position.play(move)
    except MoveRefused:
        return True
    return False


def _wrong_refusal(position: Position, refused: MoveRefused, clauses: frozenset[Clause]) -> Iterator[str]:
    """Check that the refusal cites a clause with the facts declared, and names legal moves."""
    clause = refused.refusal.clause
    if not clause.id:
        yield f"a refusal without the id of a clause: {clause.code}"
    if clause.code in SAID_UNDER_ANY_CLAUSE:
        if clause.fact_names != SAID_UNDER_ANY_CLAUSE[clause.code].fact_names:
            yield f"{clause.id} {clause.code} is Herald's own reason, and has other facts here"
    elif clause not in clauses:
        yield f"{clause.id} {clause.code} is not declared with declare_clause(...), or with other facts"
    if len(refused.refusal.fact_values) != len(clause.fact_names):
        values = refused.refusal.fact_values
        yield f"{clause.id} {clause.code} has the facts {clause.fact_names} and the values {values}"
    if len(refused.nearest_moves) > MAX_NEAREST_MOVES or not all(
        move in position.legal_moves() for move in refused.nearest_moves
    ):
        yield f"the nearest moves are not legal: {'; '.join(map(str, refused.nearest_moves))}"


@promise_with_remedy(
    "`Turn.choice_by_actor` has only those who may move now; `Turn.out_of_turn_clause` is a clause with the facts"
    " `who`, `awaited`."
)
def nobody_moves_out_of_turn(table: GameSampler) -> Iterator[str]:
    """A player out of turn is refused with whose turn it is; a stranger and an empty line are refused, too."""
    for position, each in ((each.before, each) for _, each in table.sample_moves(4, every=16)):
        turn, words = position.choice_tree, each.move.words[1:]
        for actor in turn.all_actors:
            if actor in turn.choice_by_actor:
                continue
            table.focus_on_move(Move((actor, *words)))
            if actor not in turn.barred_choice_by_actor:
                yield from _wrong_turn(position, actor)
            elif turn.barred_choice_by_actor[actor].can_complete_move():
                yield "whoever is not asked may move"
        for other in (Move(("stranger", *words)), Move(())):
            table.focus_on_move(other)
            if not _is_refused(position, other):
                yield "a move of nobody at the table is accepted"


def _wrong_turn(position: Position, actor: str) -> Iterator[str]:
    turn = position.choice_tree
    try:
        turn.choice_for(actor)
    except MoveRefused as refused:
        if refused.refusal.clause != turn.out_of_turn_clause or refused.refusal.facts["who"] != actor:
            yield f"whoever is not asked is refused with {refused.refusal}, not with {turn.out_of_turn_clause.id}"
    else:
        yield "whoever is not asked may move"


@promise_with_remedy("When `outcome()` is there, `build_choice_tree()` returns a Turn without actors.")
def nothing_is_said_when_it_is_over(table: GameSampler) -> Iterator[str]:
    """When the game is over no move is accepted."""
    for game in table.focused_games():
        over = game.positions[-1]
        for each in game.played_moves[-5:] if over.outcome() is not None else ():
            table.focus_on(game.seed, len(game.played_moves), over, each.move)
            if not _is_refused(over, each.move):
                yield "the game is over, and the move is accepted"


@promise_with_remedy(
    "Choices that are kept (`cacheable=True`, functions with a cache) depend on nothing but their parameters."
)
def only_the_position_says_what_is_legal(table: GameSampler) -> Iterator[str]:
    """Later, and when it was read again, a position offers the same moves in the same order."""
    first = [(game, position, _first(position)) for game, position in table.sample_positions(40)]
    for game, position, listed in reversed(first):
        table.focus_on(game.seed, game.positions.index(position), position)
        if _first(table.game.position_from_json(position.to_json(), game.setup)) != listed:
            yield "read again, the position offers other moves, or in another order"


def _first(position: Position) -> list[Move]:
    return list(islice(position.legal_moves(), MAX_COMPARED_MOVES))


# -- the evidence for a word


@promise_with_remedy(
    "Each `MoveStep` has a `touch_target`, or is `face_down` and is shown by a piece; it names zones of `Game.zones` or"
    " buttons at seats; `Choice.observation_prefixes` holds for all that follows."
)
def every_word_can_be_shown(table: GameSampler) -> Iterator[str]:
    """Every word of a move can be touched, or shown where the game has a zone or a player has buttons."""
    for game, position in table.sample_positions(60):
        places = set(table.game.zones(game.setup))
        seats = {f"seat/{seat.colour}" for seat in game.setup.seats}
        for words, here, branches in sample_choices(position):
            seen: dict[str, MoveStep] = {}
            for step, after in branches:
                table.focus_on_move(Move((*words, step.word)))
                yield from _wrong_step(step, places, seats)
                yield from _not_as_declared(here, step, after)
                if seen.setdefault(step.word, step) is not step:
                    yield "two different steps have this word"


Branches = Sequence[tuple[MoveStep, Choice]]


def sample_choices(position: Position) -> Iterator[tuple[tuple[str, ...], Choice, Branches]]:
    """Some of the choices within a move here: the words before each, the choice, and what may follow."""
    for actor, choice in position.choice_tree.choice_by_actor.items():
        path: list[tuple[Choice, tuple[str, ...]]] = [(choice, (actor,))]
        for _ in range(MAX_FORKS):
            if not path:
                break
            here, words = path.pop()
            branches = [(step, after) for _, step, after in islice(here.open_branches(), MAX_CANDIDATES)]
            yield words, here, branches
            path += [(after, (*words, step.word)) for step, after in branches]


def _wrong_step(step: MoveStep, places: Collection[str], seats: Collection[str]) -> Iterator[str]:
    if step.face_down and step.touch_target:
        yield (
            f"nobody touches what lies face down, but {step.touch_target} would give it: see MoveStep.touch_target"
        )
    if not step.face_down and not step.touch_target:
        yield "without a reader nobody could give it: give its MoveStep a `touch_target`"
    if step.face_down and not step.observations:
        yield "only a reader gives what lies face down, and none would see it: see MoveStep.observations"
    if " " in step.word or not step.word:
        yield f"{step.word!r} is no single word"
    for observation in step.accepted_observations:
        pressed = observation.piece.startswith("button/")
        if observation.zone not in (seats if pressed else places):
            kind = "seat" if pressed else "place"
            yield f"it is shown by {observation.piece} at {observation.zone}, which is no {kind} of the game"


def _not_as_declared(here: Choice, step: MoveStep, after: Choice) -> Iterator[str]:
    """Check that a choice with `observation_prefixes` keeps to them, with everything behind it."""
    prefixes = here.observation_prefixes
    if prefixes and not step.is_implied:
        if step.touch_target and not step.touch_target.startswith(prefixes):
            yield f"it is said by touching {step.touch_target}, where only {prefixes} was promised"
        for observation in step.accepted_observations:
            if not (observation.piece.startswith(prefixes) or observation.zone.startswith(prefixes)):
                yield (
                    f"it is said by {observation.piece} at {observation.zone}, where only {prefixes} was promised"
                )
    if here.observation_prefixes and not after.cacheable and after.action is None:
        behind = after.observation_prefixes or ("",)
        if not all(beginning.startswith(here.observation_prefixes) for beginning in behind):
            comes = after.observation_prefixes or "anything"
            yield f"behind it comes {comes}, where only {here.observation_prefixes} was promised"
