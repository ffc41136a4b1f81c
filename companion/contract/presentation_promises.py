"""Promises about what people meet: pieces in the box, sentences, and a game with readers and virtual players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from companion.contract.game_sampler import GameSampler, PlayedMove
from companion.contract.move_promises import mistaken_move, sample_choices
from companion.contract.promise import promise_with_remedy
from companion.games import load_plugin_part
from companion.rules.clauses import MoveRefused
from companion.rules.history import AcceptedLine, GameHistory
from companion.rules.movements import movements_between
from companion.rules.moves import FINGER, PLAY_ZONE, UNKNOWN, Move
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.simulator.consistency import ConsistencyChecker
from companion.simulator.plugin_parts import make_ground_truth
from companion.simulator.random_players import choose_random_move
from companion.simulator.simulated_game import SimulatedGameConfig, simulate_game
from companion.simulator.virtual_journal import InconsistencyError
from companion.table.session import Session
from companion.table.undo import layouts_while_undoing
from companion.table.zones import ZonePlan
from companion.voice.explanations import explain
from companion.voice.game_texts import load_clauses, load_names
from companion.voice.language import SOURCE_LANGUAGE, placeholders
from companion.voice.table_text import FLAG_VALUE, PLAYER_AREA, STATUS_PLACES
from companion.voice.voice import Voice

MAX_NARRATED_GAMES, NARRATED_MOVE_INTERVAL = 2, 4
MAX_EXPLAINED_POSITIONS = 30


@promise_with_remedy(
    "`Game.taggable_pieces` and `Game.zones` give single words (`card/king`, `point/a1`), zones each once and `play`"
    " first; events expect observations at one of them."
)
def pieces_and_places_are_words(table: GameSampler) -> Iterator[str]:
    """Pieces and places are words that a wiring plan, a tag and a record can hold."""
    for game in table.focused_games():
        pieces, zones = tuple(table.game.taggable_pieces(game.setup)), tuple(table.game.zones(game.setup))
        for word in (*pieces, *zones):
            if not _is_word(word):
                yield f"{word!r} is no word"
        if zones[:1] != (PLAY_ZONE,):
            yield f"the first place is {zones[:1]}, not {PLAY_ZONE}"
        if twice := [zone for zone, number in Counter(zones).items() if number > 1]:
            yield f"places that are there twice: {', '.join(twice)}"
        for event in chain(game.start.opening_events, *(each.events for each in game.played_moves)):
            for observation in event.expected_observations():
                if observation.zone not in zones:
                    shown = f"{observation.piece} at {observation.zone}"
                    yield f"{_tag(event)} shows {shown}, which is no place of the game"


def _is_word(word: object) -> bool:
    return isinstance(word, str) and word.isprintable() and word != FINGER and word.split() == [word]


@promise_with_remedy(
    "Write `players/ground_truth.py`, which knows what nobody sees (companion.simulator.plugin_parts,"
    " `GroundTruthModule`), or let nothing be hidden: Herald's virtual table for any game lays everything open."
)
def secrets_have_a_truth(table: GameSampler) -> Iterator[str]:
    """Where something is hidden from people, the game has a ground truth for a virtual table; nothing is lost there."""
    for game in table.focused_games(4):
        truth = make_ground_truth(table.game.name, game.setup, table.random_for("truth"))
        for wrong in ConsistencyChecker(table.game, game.setup).find_differences(truth.position, truth):
            yield f"at the beginning of a virtual table: {wrong}"
    own = load_plugin_part(table.game.name, "players", "ground_truth") is not None
    for _, position in table.sample_positions(0 if own else 200):
        if position.to_public() is not position:
            yield "to_public() is another position, and the game brings no ground truth"
        for choice in position.choice_tree.choice_by_actor.values():
            for _, step, _ in islice(choice.open_branches(), 40):
                if step.face_down or step.word == UNKNOWN:
                    yield f"`{step.word}` says what lies hidden, and the game brings no ground truth"


@promise_with_remedy(
    "Write the text into data/names.toml: [event] for the tags of events, [phase] for phases; into data/clauses.toml"
    " the clause that says whose turn it is. See companion.voice.default_voice."
)
def whatever_happens_has_words(table: GameSampler) -> Iterator[str]:
    """Every phase has a name, and every event where the game brings no voice."""
    name = table.game.name
    names, clauses = load_names(name, SOURCE_LANGUAGE), load_clauses(name, SOURCE_LANGUAGE)
    for _, position in table.sample_positions(400):
        data = position.to_json()
        if missing := [key for key in ("round", "phase") if key not in data]:
            yield f"the JSON of the position has no {' and no '.join(missing)}"
        elif data["phase"] not in names.get("phase", {}):
            yield f"[phase] {data['phase']} has no name"
        if (id := position.choice_tree.out_of_turn_clause.id) not in clauses:
            yield f"the clause {id!r}, which says whose turn it is, is not written"
    if load_plugin_part(name, "voice") is None:
        happened = {_tag(event): event for game in table.sample_games for event in _events(game.played_moves)}
        for tag, event in sorted(happened.items()):
            text = names.get("event", {}).get(tag)
            if text is None:
                yield f"[event] {tag} has no text"
                continue
            if unknown := {fact for fact, *_ in placeholders(text) or ()} - {*event.__struct_fields__}:
                fields = ", ".join(event.__struct_fields__)
                yield f"[event] {tag} names {', '.join(sorted(unknown))}, the event has {fields}"


@promise_with_remedy(
    "Give each `Choice` the `clause_id` of the rule that governs it, and write that clause into data/clauses.toml:"
    " whoever says or touches what is no candidate there is told so by it."
)
def every_decision_names_its_clause(table: GameSampler) -> Iterator[str]:
    """Every choice, also within a move, names a clause of the game."""
    clauses = load_clauses(table.game.name, SOURCE_LANGUAGE)
    for _, position in table.sample_positions(60):
        for words, choice, _ in sample_choices(position):
            if choice.clause_id not in clauses:
                table.focus_on_move(Move(words))
                named = (
                    f"the clause {choice.clause_id!r}, which is not written"
                    if choice.clause_id
                    else "no clause"
                )
                yield f"the choice after `{' '.join(words)}` names {named}"


def _events(played: tuple[PlayedMove, ...]) -> Iterator[Event]:
    return chain.from_iterable(each.events for each in played)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


@promise_with_remedy(
    "Write it into data/names.toml: a place, or what its name begins with, in [place]; a kind of piece in [thing]; what"
    " is known of a place in [fact]. See companion.voice.table_text."
)
def whatever_lies_has_a_name(table: GameSampler) -> Iterator[str]:
    """Every place in which something lies has a name, and every piece where the game brings no voice."""
    names, missing = load_names(table.game.name, SOURCE_LANGUAGE), set[str]()
    places, things, facts = ({*names.get(group, {})} for group in ("place", "thing", "fact"))
    voiced = load_plugin_part(table.game.name, "voice") is not None
    for game, position in table.sample_positions(100):
        layout = table.game.layout(position.to_public())
        for place in layout:
            words = {each.piece for each in place.pieces if each.count}
            kinds = {piece.partition("/")[0] for piece in words if not voiced}
            missing |= {f"[thing] {kind}" for kind in kinds - things - ({place.id} & words)}
            missing |= {
                f"[fact] {key}"
                for key, value in place.facts.items()
                if value == FLAG_VALUE and key not in facts
            }
            if words and place.id not in words | {*STATUS_PLACES}:
                missing |= _unnamed(place.id, places | things)
        rests = {
            stock.rest_place
            for stock in table.game.inventory(game.setup)
            if stock.rest_place and stock.total is not None
        }
        for rest in rests - {place.id for place in layout} - {PLAY_ZONE}:
            missing |= _unnamed(rest, places | things)
    yield from (f"{each} has no name" for each in sorted(missing))


def _unnamed(place: str, named: set[str]) -> set[str]:
    kind = place.partition("/")[0]
    return set() if {place, kind} & {*named, PLAYER_AREA} else {f"[place] {kind}"}


@promise_with_remedy(
    "A text names only facts that its event or clause has; nothing is said as an empty sentence."
)
def everything_can_be_told(table: GameSampler) -> Iterator[str]:
    """Prompts, moves, their effects, the table and refusals can be given in whole sentences."""
    chance, words = table.random_for("told"), table.words_for_mistakes
    for game, each in table.sample_moves(MAX_NARRATED_GAMES, NARRATED_MOVE_INTERVAL):
        box = table.game.inventory(game.setup)
        voice = Voice(table.game.name, {seat.colour: seat.name for seat in game.setup.seats}, SOURCE_LANGUAGE)
        lines = [line.text for line in voice.narrate(each.before, each.events)]
        texts = [
            voice.prompt_sentence(each.before),
            voice.describe_move_with_player(each.move),
            *voice.describe_table(each.before, game.setup),
            *lines,
        ]
        accepted = [AcceptedLine("", each.events, each.after)]
        texts += map(
            voice.describe_movement,
            movements_between(box, layouts_while_undoing(table.game, each.before, accepted)),
        )
        texts += _why_not(voice, each.before, mistaken_move(each.move, words, chance))
        for text in texts:
            if not text.strip() or "{" in text:
                yield f"this is no sentence: {text!r}"


def _why_not(voice: Voice, position: Position, move: Move) -> Iterator[str]:
    try:
        position.action_for(move)
    except MoveRefused as refused:
        yield voice.refusal_error_text(refused, position)


@promise_with_remedy(
    "Look at the move that was misunderstood, and at the observations of its steps: `companion.rules.moves.MoveStep`."
    " `herald simulate --game NAME` plays more of the same."
)
def an_evening_with_readers_is_understood(table: GameSampler) -> Iterator[str]:
    """Virtual players play a game before readers, and Herald understands every move as it was meant."""
    # an endless game cannot be simulated
    for game in table.focused_games(0 if table.play_failure else 1):
        zones = tuple(table.game.zones(game.setup))
        for watched in dict.fromkeys(((), zones[:1], zones[1:], zones)):
            players = {seat.colour: choose_random_move for seat in game.setup.seats}
            plan = ZonePlan(dict.fromkeys(watched, "reader"))
            try:
                result, _ = simulate_game(
                    SimulatedGameConfig(table.game.name, game.setup, players, f"{watched}", zone_plan=plan)
                )
            except InconsistencyError as wrong:
                yield f"with readers at {', '.join(watched) or 'no place'}: {wrong}"
            else:
                table.inspected_count += result.decisions
                if result.said:
                    yield f"with readers at {', '.join(watched) or 'no place'}: {result.said} moves had to be typed"


def unexplained_kinds(table: GameSampler) -> Sequence[str]:
    """The kinds of places, pieces and answers of which nothing is said beyond their name; no promise, only a remark.

    What lies there and why it may not be touched are no explanation. A card that lies face down is not asked about.
    """
    silent, asked = set[str](), set[str]()
    for game, position in table.sample_positions(MAX_EXPLAINED_POSITIONS):
        now = Session(GameHistory(table.game, game.setup, position.to_public())).snapshot
        voice = Voice(table.game.name, now.player_name_by_colour, SOURCE_LANGUAGE)
        branches = chain.from_iterable(found for *_, found in sample_choices(now.position))
        answers = (step.touch_target for step, _ in branches if step.touch_target and not step.is_implied)
        pieces = (each.piece for place in now.layout for each in place.pieces)
        targets = {*answers, *pieces, *(place.id for place in now.layout)}
        for target in {target for target in targets if UNKNOWN not in target.split("/")} - asked:
            asked.add(target)
            lines = explain(target, now, voice, now.position).lines
            if all(line.piece or line.is_reason for line in lines):
                silent.add(target.partition("/")[0])
    return sorted(silent)
