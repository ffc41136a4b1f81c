"""The suite every game must pass at every number of players (design.md, "One suite tests every game")."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games import game
from companion.rules.choice import Choice
from companion.rules.clauses import Refused, declared
from companion.rules.ledger import ledger
from companion.rules.moves import Move, Step
from companion.rules.position import Position
from companion.rules.walking import walk
from tests.contract.corpus import (
    LISTED,
    TABLES,
    account,
    games,
    hidden,
    is_pattern,
    plain_part,
    sampled,
    some_moves,
    whole_game,
    words_of,
)

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def deeds(position: Position) -> list[Any]:
    """The deeds of the moves that are listed, at most LISTED of them."""
    return [position.read(move) for move in islice(position.legal(), LISTED)]


# -- whole games


@at_every_table
def test_whole_random_games_come_to_an_end_without_a_fault(name: str, players: int) -> None:
    for whole in games(name, players):
        for position in whole.positions:
            assert position.faults() == (), f"seed {whole.seed}"
        result = whole.positions[-1].outcome()
        assert result is not None
        assert dict(result.scores) == dict(whole.positions[-1].points())
        assert set(result.winners) <= set(result.scores)
        assert max(result.scores.values()) == result.scores[result.winners[0]]


@at_every_table
def test_no_dead_ends_and_a_settled_position_offers_two_different_deeds(name: str, players: int) -> None:
    for whole in games(name, players):
        for position in whole.positions[:-1]:
            turn = position.offered
            assert turn.awaited
            assert set(turn.awaited) <= set(turn.after) <= set(turn.everybody)
            found: list[Any] = []
            for move in position.legal():
                deed = position.read(move)
                if deed not in found:
                    found.append(deed)
                if len(found) == 2:
                    break
            assert len(found) == 2 or (turn.said and found), f"seed {whole.seed}: {position.to_json()}"
        over = whole.positions[-1]
        assert list(over.legal()) == []
        assert over.offered.awaited == ()


@at_every_table
def test_a_settled_position_stays_as_it_is(name: str, players: int) -> None:
    for _, position in sampled(name, players, 5):
        assert position.settled() == (position, ())


@at_every_table
def test_json_out_and_in_is_equal_in_any_position(name: str, players: int) -> None:
    for whole in games(name, players):
        for position in (whole.begun, *whole.positions):
            text = json.dumps(position.to_json())
            back = game(name).position(json.loads(text), whole.setup)
            assert back == position, f"seed {whole.seed}: {text}"
            assert back.to_json() == position.to_json() == json.loads(text)


@at_every_table
def test_a_position_read_back_plays_on_as_the_one_it_was(name: str, players: int) -> None:
    for whole in games(name, players)[:4]:
        for each in whole.played:
            back = game(name).position(each.before.to_json(), whole.setup)
            assert back.play(each.move) == (each.after, each.events)


@at_every_table
def test_replay_is_play(name: str, players: int) -> None:
    for whole in games(name, players):
        again = account(whole, name)
        assert (again.opening.position, again.opening.events) == (whole.opening, whole.opened)
        for each in whole.played:
            accepted = again.say(str(each.move))
            assert (accepted.position, accepted.events) == (each.after, each.events)
        assert again.position == whole.positions[-1]


@at_every_table
def test_positions_are_told_by_events_alone(name: str, players: int) -> None:
    """Told again one after another, the events make the same table; only the agenda is no event's."""
    for whole in games(name, players)[:6]:
        for each in whole.played:
            told = each.before
            for event in each.events:
                told = event.change(told)
            assert replace(told, agenda=()) == replace(each.after, agenda=()), each.move


@at_every_table
def test_every_point_has_its_event(name: str, players: int) -> None:
    for whole in games(name, players):
        sums = Counter(whole.begun.points())
        for events, position in (
            (whole.opened, whole.opening),
            *((each.events, each.after) for each in whole.played),
        ):
            for event in events:
                sums.update(event.points())
            assert {who: sums[who] for who in position.points()} == dict(position.points())
        book = account(whole, name)
        for each in whole.played:
            book.say(str(each.move))
        assert book.position.points() == {
            who: ledger(book).sums().get(who, 0) for who in book.position.points()
        }
        assert all(entry.event is not None for entry in ledger(book).entries)


# -- moves


@at_every_table
def test_every_legal_move_plays_and_makes_a_sound_position(name: str, players: int) -> None:
    rng = Random(1)
    for whole, position in sampled(name, players, 9):
        for move in some_moves(position, rng, 12):
            assert move in position.legal()
            after, events = position.play(move)
            assert after.faults() == (), f"seed {whole.seed}: {move}"
            assert events or after != position, f"{move} does nothing"
            assert after.outcome() is not None or after.offered.awaited


@at_every_table
def test_move_texts_are_unique_and_the_listing_is_complete(name: str, players: int) -> None:
    for _, position in sampled(name, players, 7):
        texts = [str(move) for move in islice(position.legal(), LISTED)]
        assert len(set(texts)) == len(texts)
        assert all(text == " ".join(text.split()) for text in texts)
        if len(texts) < LISTED:
            assert len(position.legal()) == len(texts)
            told = sorted(text for text in position.offered.texts() if not is_pattern(text))
            stands_for = [text for text in position.offered.texts() if is_pattern(text)]
            beginnings = tuple(plain_part(text) for text in stands_for)
            assert told == sorted(text for text in texts if not f"{text} ".startswith(beginnings))
            assert all(any(text.startswith(begun) for text in texts) for begun in beginnings)


@at_every_table
def test_a_walked_move_is_a_legal_one(name: str, players: int) -> None:
    rng = Random(2)
    for _, position in sampled(name, players, 4):
        if position.outcome() is None:
            move, deed = walk(position.offered, rng.choice)
            assert position.read(move) == deed


def slip(move: Move, words: tuple[str, ...], rng: Random) -> Move:
    """The move with a word changed, left out, said twice, added, or two of them swapped."""
    said = list(move.words)
    at = rng.randrange(len(said))
    match rng.randrange(5):
        case 0:
            said[at] = rng.choice(words)
        case 1:
            del said[at]
        case 2:
            said.insert(at, said[at])
        case 3:
            said.insert(at + 1, rng.choice(words))
        case _:
            other = rng.randrange(len(said))
            said[at], said[other] = said[other], said[at]
    return Move(tuple(said))


@at_every_table
def test_all_other_moves_are_refused_with_a_clause_and_change_nothing(name: str, players: int) -> None:
    rng = Random(3)
    codes = {(clause.id, clause.code): clause for clause in declared()}
    words = words_of(name, players)
    refused = 0
    for _, position in sampled(name, players, 17):
        if position.outcome() is not None:
            continue
        meant = deeds(position)
        before = position.to_json()
        for _ in range(6):
            tried = slip(walk(position.offered, rng.choice)[0], words, rng)
            try:
                deed = position.read(tried)
            except Refused as no:
                refused += 1
                check_refusal(position, no, codes)
            else:  # it was legal after all: then it means what a listed move means
                assert len(meant) >= LISTED or hidden(position.offered) or deed in meant, str(tried)
        with pytest.raises(Refused):
            position.play(Move((*tried.words, "nonsense")))
        assert position.to_json() == before
    assert refused > 100


def check_refusal(position: Position, no: Refused, codes: dict[tuple[str, str], Any]) -> None:
    """It cites a clause with the facts declared, and the moves it names are legal."""
    why = no.refusal.why
    assert why.id
    if why.code in ("not-offered", "unfinished"):
        assert why.facts == codes["H-1", why.code].facts
    else:
        assert codes[why.id, why.code] == why
    assert len(no.refusal.values) == len(why.facts)
    assert all(move in position.legal() for move in no.nearest)
    assert len(no.nearest) <= 3


@at_every_table
def test_nobody_moves_out_of_turn(name: str, players: int) -> None:
    for whole in games(name, players)[:4]:
        for each in whole.played[::6]:
            turn = each.before.offered
            for who in turn.everybody:
                if who not in turn.after:
                    with pytest.raises(Refused) as no:
                        each.before.play(Move((who, *each.move.words[1:])))
                    assert no.value.refusal.why == turn.not_you
                    assert no.value.refusal.params["who"] == who
            with pytest.raises(Refused):
                each.before.play(Move(("stranger", *each.move.words[1:])))
            with pytest.raises(Refused):
                each.before.play(Move(()))


@at_every_table
def test_nothing_may_be_said_when_the_game_is_over(name: str, players: int) -> None:
    for whole in games(name, players):
        over = whole.positions[-1]
        for each in whole.played[-5:]:
            with pytest.raises(Refused):
                over.play(each.move)


@at_every_table
def test_what_may_be_said_depends_on_the_position_alone(name: str, players: int) -> None:
    """Choices are kept for the life of the program: asked again after many games, they say the same."""
    first = [
        (position, whole, list(islice(position.legal(), 400)))
        for whole, position in sampled(name, players, 40)
    ]
    for position, whole, listed in reversed(first):
        fresh = game(name).position(position.to_json(), whole.setup)
        assert list(islice(fresh.legal(), 400)) == listed


@at_every_table
def test_evidence_is_sound(name: str, players: int) -> None:
    """Every step is shown where the game has a place or a player his buttons, said by a finger (what lies face
    down: by a reader alone), or implied; one word is one step."""
    for whole, position in sampled(name, players, 25):
        places = game(name).zones(whole.setup)
        buttons = [f"seat/{seat.colour}" for seat in whole.setup.seats]
        for actor, choice in position.offered.after.items():
            path: list[tuple[Choice, tuple[str, ...]]] = [(choice, (actor,))]
            for _ in range(30):
                if not path:
                    break
                here, words = path.pop()
                seen: dict[str, Any] = {}
                for _, step, after in islice(here.open(), 40):
                    assert bool(step.thing) is not step.hidden
                    assert step.shows or not step.hidden
                    assert " " not in step.word != ""
                    for sight in step.sights:
                        pressed = sight.piece.startswith("button/")
                        assert sight.zone in (buttons if pressed else places), words
                    assert seen.setdefault(step.word, step) is step, words
                    assert_as_declared(here, step, after)
                    path.append((after, (*words, step.word)))


def assert_as_declared(here: Choice, step: Step, after: Choice) -> None:
    """A choice that says what may be noticed from it on says it of everything behind it, too."""
    if here.only and not step.implied:
        assert all(evidence.startswith(here.only) for evidence in (step.thing, *_pieces(step)) if evidence)
    if here.only and not after.fixed and after.deed is None:
        assert after.only
        assert all(beginning.startswith(here.only) for beginning in after.only)


def _pieces(step: Step) -> tuple[str, ...]:
    return tuple(sight.piece for sight in step.sights)


# -- undo


@at_every_table
@given(data=st.data())
def test_undo_is_replay_without_the_last(name: str, players: int, data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(games(name, players)))
    said = account(whole, name)
    texts = [str(each.move) for each in whole.played]
    upto = data.draw(st.integers(1, len(texts)))
    for text in texts[:upto]:
        said.say(text)
    back = data.draw(st.integers(1, min(upto, 40)))
    undone = said.say(f"undo {back}" if back > 1 else data.draw(st.sampled_from(["undo", "undo 1"])))
    assert undone.position == said.position == whole.positions[upto - back]
    assert [accepted.text for accepted in said.standing] == texts[: upto - back]
    with pytest.raises(Refused):
        said.say(f"undo {upto - back + 1}")
    for text in texts[upto - back : upto]:
        said.say(text)
    assert said.position == whole.positions[upto]


@at_every_table
@given(data=st.data())
def test_walks_of_any_kind_keep_the_rules(name: str, players: int, data: st.DataObject) -> None:
    """From anywhere, moves chosen by hypothesis (which looks for the odd ones) and slips of the tongue."""
    whole = data.draw(st.sampled_from(games(name, players)))
    position = data.draw(st.sampled_from(whole.positions))
    words = words_of(name, players)
    for _ in range(data.draw(st.integers(1, 12))):
        if position.outcome() is not None:
            break
        move, _ = walk(position.offered, lambda among: among[data.draw(st.integers(0, len(among) - 1))])
        if data.draw(st.booleans()):
            move = slip(move, words, data.draw(st.randoms(use_true_random=False)))
        before = position.to_json()
        try:
            position, _ = position.play(move)
        except Refused:
            assert position.to_json() == before
        assert position.faults() == ()
        assert game(name).position(position.to_json(), whole.setup) == position


@at_every_table
def test_the_games_played_here_say_everything_there_is_to_say(name: str, players: int) -> None:
    """The corpus is worth its name: most words that may be said in a game are said in one of these."""
    said = {word for whole in games(name, players) for each in whole.played for word in each.move.words[1:]}
    offered = {
        step.word
        for _, position in sampled(name, players, 10)
        for choice in position.offered.after.values()
        for _, step, _ in choice.open()
    }
    assert len(offered & said) > 0.8 * len(offered), sorted(offered - said)


@at_every_table
def test_the_same_seed_is_the_same_evening(name: str, players: int) -> None:
    again = whole_game.__wrapped__(name, players, 0)
    assert again == games(name, players)[0]
