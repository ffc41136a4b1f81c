"""Promises about moves: all that are legal can be played, all others are refused with a reason, each can be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile
from random import Random

from companion.contract.promise import promised
from companion.contract.table import LISTED, Table, some_moves
from companion.rules.choice import Choice
from companion.rules.clauses import Clause, Refused, declared
from companion.rules.moves import Move, Step
from companion.rules.position import Position
from companion.rules.tale import Deed
from companion.rules.walking import walk

NEAREST = 3
"""Moves that a refusal names at most."""
SAME = 400
"""Moves of a position compared with those it offers when it is read again."""
WALKED, WIDE = 30, 40
"""Forks of an actor's choices looked at, and candidates of each."""


@promised("What a `Choice` allows (`may`) its deed can do: they ask the same rule.")
def every_legal_move_plays(table: Table) -> Iterator[str]:
    """Every legal move can be played, changes something, and makes a sound position."""
    chance = table.chance("moves that are played")
    for _, position in table.sampled(150):
        for move in some_moves(position, chance, 12):
            table.at_move(move)
            if move not in position.legal():
                yield "it is listed, and refused when it is said"
                continue
            after, events = position.play(move)
            for fault in after.faults():
                yield f"it makes a position with a fault: {fault}"
            if not events and after == position:
                yield "it does nothing"
            if after.outcome() is None and not after.offered.awaited:
                yield "after it nobody is awaited, and the game is not over"


@promised(
    "No two candidates of a `Choice` have the same word; a word has no blank in it; a `pattern` stands for"
    " moves that are listed."
)
def every_move_is_listed_once(table: Table) -> Iterator[str]:
    """No two moves are written alike, and the list of moves is complete."""
    for _, position in table.sampled(180):
        texts = [str(move) for move in islice(position.legal(), LISTED)]
        if len(set(texts)) != len(texts):
            yield f"moves listed twice: {sorted({text for text in texts if texts.count(text) > 1})[:5]}"
        for text in texts:
            if text != " ".join(text.split()):
                yield f"blanks to spare in {text!r}"
        if len(texts) < LISTED:
            yield from _complete(position, texts)


def _complete(position: Position, texts: Sequence[str]) -> Iterator[str]:
    told = list(position.offered.texts())
    beginnings = tuple(map(plain_part, filter(is_pattern, told)))
    if len(position.legal()) != len(texts):
        yield f"{len(position.legal())} moves are counted, {len(texts)} listed"
    if sorted(text for text in told if not is_pattern(text)) != sorted(
        text for text in texts if not f"{text} ".startswith(beginnings)
    ):
        yield "the moves told and the moves listed are not the same"
    if not all(any(text.startswith(begun) for text in texts) for begun in beginnings):
        yield f"a pattern stands for no move: {beginnings}"


def is_pattern(text: str) -> bool:
    """Whether it stands for many moves: its words in capitals, which no move has, may be anything."""
    return any(word.isupper() for word in text.split())


def plain_part(pattern: str) -> str:
    """What every move begins with that a pattern stands for, with a blank behind it."""
    return "".join(f"{word} " for word in takewhile(lambda word: not word.isupper(), pattern.split()))


@promised("`Choice.read` finds the same candidate that `Choice.step` gives the word of.")
def a_walked_move_is_legal(table: Table) -> Iterator[str]:
    """Whoever walks the choices one by one says a legal move, which means what was walked to."""
    chance = table.chance("walks")
    for _, position in table.sampled(400):
        if position.outcome() is None:
            move, deed = walk(position.offered, chance.choice)
            table.at_move(move)
            if position.read(move) != deed:
                yield f"walked to {deed}, read as {position.read(move)}"


# -- refusals


def slip(move: Move, words: Sequence[str], chance: Random) -> Move:
    """The move with a word changed, left out, said twice, added, or two of them swapped."""
    said = list(move.words)
    at = chance.randrange(len(said))
    match chance.randrange(5):
        case 0:
            said[at] = chance.choice(words)
        case 1:
            del said[at]
        case 2:
            said.insert(at, said[at])
        case 3:
            said.insert(at + 1, chance.choice(words))
        case _:
            other = chance.randrange(len(said))
            said[at], said[other] = said[other], said[at]
    return Move(tuple(said))


@promised(
    "A refusal is a declared clause called with its facts; a position is never changed in place; what may be said is"
    " what the choices list."
)
def anything_else_is_refused(table: Table) -> Iterator[str]:
    """All other moves are refused with a clause and change nothing."""
    chance, words = table.chance("slips"), table.words
    clauses = frozenset(declared())
    for _, position in table.sampled(70):
        if position.outcome() is not None:
            continue
        before = position.to_json()
        for _ in range(4):
            tried = slip(walk(position.offered, chance.choice)[0], words, chance)
            table.at_move(tried)
            try:
                deed = position.read(tried)
            except Refused as no:
                yield from _wrong_refusal(position, no, clauses)
            else:  # it was legal after all: then it means what a listed move means
                if not _means_a_listed_move(position, deed):
                    yield "it is accepted, and means nothing that any listed move means"
        if not _is_refused(position, Move((*tried.words, "nonsense"))):
            yield "it is accepted with `nonsense` behind it"
        if position.to_json() != before:
            yield "what was tried has changed the position"


def _means_a_listed_move(position: Position, deed: Deed) -> bool:
    """Or at least there are more than are listed, or some stand behind a pattern."""
    meant = [position.read(move) for move in islice(position.legal(), LISTED)]
    behind = any(map(is_pattern, islice(position.offered.texts(), LISTED)))
    return deed in meant or behind or len(meant) == LISTED


def _is_refused(position: Position, move: Move) -> bool:
    try:
        position.play(move)
    except Refused:
        return True
    return False


def _wrong_refusal(position: Position, no: Refused, clauses: frozenset[Clause]) -> Iterator[str]:
    """It cites a clause with the facts declared, and the moves it names are legal."""
    why = no.refusal.why
    if not why.id:
        yield f"a refusal without the id of a clause: {why.code}"
    if why.code in ("not-offered", "unfinished"):
        if not any((each.id, each.code, each.facts) == ("H-1", why.code, why.facts) for each in clauses):
            yield f"{why.id} {why.code} is Herald's own reason, and has other facts here"
    elif why not in clauses:
        yield f"{why.id} {why.code} is not declared with clause(...), or with other facts"
    if len(no.refusal.values) != len(why.facts):
        yield f"{why.id} {why.code} has the facts {why.facts} and the values {no.refusal.values}"
    if len(no.nearest) > NEAREST or not all(move in position.legal() for move in no.nearest):
        yield f"the nearest moves are not legal: {'; '.join(map(str, no.nearest))}"


@promised(
    "`Turn.after` has only those who may move now; `Turn.not_you` is a clause with the facts `who`, `awaited`."
)
def nobody_moves_out_of_turn(table: Table) -> Iterator[str]:
    """Who may not move now is refused, and told whose turn it is; a stranger is refused, and so is an empty line."""
    for position, each in ((each.before, each) for _, each in table.moves(4, every=16)):
        turn, said = position.offered, each.move.words[1:]
        for who in turn.everybody:
            if who not in turn.after:
                table.at_move(Move((who, *said)))
                yield from _wrong_turn(position, who)
        for other in (Move(("stranger", *said)), Move(())):
            table.at_move(other)
            if not _is_refused(position, other):
                yield "a move of nobody at the table is accepted"


def _wrong_turn(position: Position, who: str) -> Iterator[str]:
    turn = position.offered
    try:
        turn.at(who)
    except Refused as no:
        if no.refusal.why != turn.not_you or no.refusal.params["who"] != who:
            yield f"whoever is not asked is refused with {no.refusal}, not with {turn.not_you.id}"
    else:
        yield "whoever is not asked may move"


@promised("When `outcome()` is there, `offer()` gives a Turn with nobody in it.")
def nothing_is_said_when_it_is_over(table: Table) -> Iterator[str]:
    """When the game is over no move is accepted."""
    for whole in table.whole_games():
        over = whole.positions[-1]
        for each in whole.played[-5:] if over.outcome() is not None else ():
            table.look(whole.seed, len(whole.played), over, each.move)
            if not _is_refused(over, each.move):
                yield "the game is over, and the move is accepted"


@promised(
    "Choices that are kept (`fixed=True`, functions with a cache) depend on nothing but what they are given."
)
def only_the_position_says_what_is_legal(table: Table) -> Iterator[str]:
    """Asked again after many games, and when it was read again, a position offers the same moves in the same order."""
    first = [(whole, position, _first(position)) for whole, position in table.sampled(40)]
    for whole, position, listed in reversed(first):
        table.look(whole.seed, whole.positions.index(position), position)
        if _first(table.game.position(position.to_json(), whole.setup)) != listed:
            yield "read again, the position offers other moves, or in another order"


def _first(position: Position) -> list[Move]:
    return list(islice(position.legal(), SAME))


# -- what shows a word


@promised(
    "Each `Step` has a `thing` to be touched, or is `hidden` and is shown by a piece; it names zones of `Game.zones` or"
    " buttons at seats; `Choice.only` holds for all that follows."
)
def every_word_can_be_shown(table: Table) -> Iterator[str]:
    """Every word of a move is touched, or shown where the game has a place or a player has buttons."""
    for whole, position in table.sampled(60):
        places = set(table.game.zones(whole.setup))
        seats = {f"seat/{seat.colour}" for seat in whole.setup.seats}
        for words, here, ways in forks(position):
            seen: dict[str, Step] = {}
            for step, after in ways:
                table.at_move(Move((*words, step.word)))
                yield from _wrong_step(step, places, seats)
                yield from _not_as_declared(here, step, after)
                if seen.setdefault(step.word, step) is not step:
                    yield "two different steps have this word"


Ways = Sequence[tuple[Step, Choice]]


def forks(position: Position) -> Iterator[tuple[tuple[str, ...], Choice, Ways]]:
    """Some of the choices that come up while a move is said here: the words before each, and what may follow."""
    for actor, choice in position.offered.after.items():
        path: list[tuple[Choice, tuple[str, ...]]] = [(choice, (actor,))]
        for _ in range(WALKED):
            if not path:
                break
            here, words = path.pop()
            ways = [(step, after) for _, step, after in islice(here.open(), WIDE)]
            yield words, here, ways
            path += [(after, (*words, step.word)) for step, after in ways]


def _wrong_step(step: Step, places: Collection[str], seats: Collection[str]) -> Iterator[str]:
    if step.hidden and step.thing:
        yield f"what lies face down is touched by nobody, and a finger on {step.thing} would say it: see Step.thing"
    if not step.hidden and not step.thing:
        yield "without a reader nobody could say it: give its Step a `thing` to be touched"
    if step.hidden and not step.shows:
        yield "what lies face down is said by a reader alone, and none would see it: see Step.shows"
    if " " in step.word or not step.word:
        yield f"{step.word!r} is no single word"
    for sight in step.sights:
        pressed = sight.piece.startswith("button/")
        if sight.zone not in (seats if pressed else places):
            kind = "seat" if pressed else "place"
            yield f"it is shown by {sight.piece} at {sight.zone}, which is no {kind} of the game"


def _not_as_declared(here: Choice, step: Step, after: Choice) -> Iterator[str]:
    """A choice that says what may be noticed from it on says it of everything behind it, too."""
    pieces = tuple(sight.piece for sight in step.sights)
    if here.only and not step.implied:
        for evidence in filter(None, (step.thing, *pieces)):
            if not evidence.startswith(here.only):
                yield f"it is said by {evidence}, where only {here.only} was promised"
    if here.only and not after.fixed and after.deed is None:
        behind = after.only or ("",)
        if not all(beginning.startswith(here.only) for beginning in behind):
            yield f"behind it comes {after.only or 'anything'}, where only {here.only} was promised"
