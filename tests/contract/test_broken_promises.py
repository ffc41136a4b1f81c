"""Whoever breaks a promise is told so: every one of them finds the fault it is there for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.contract import layout_promises, plugin_promises, presentation_promises
from companion.contract.game_sampler import GameSampler
from companion.contract.layout_promises import every_place_can_be_drawn
from companion.contract.promise import check_promise
from companion.contract.promises import PLUGIN_PROMISES, TABLE_PROMISES
from companion.contract.runner import PromiseResult, check_plugin_promises, check_table_promises
from companion.contract.template.mygame.rules import position as rules
from companion.contract.template.mygame.rules.layout import INVENTORY, layout
from companion.contract.template.mygame.rules.position import HeapPosition, HeapStonesTaken, TakeStones
from companion.games import game_rules
from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import Clause, Refusal
from companion.rules.layout import Layout, Place, PlacedPieces
from companion.rules.moves import MoveStep, Observation
from companion.rules.position import Outcome, Position
from companion.rules.transaction import Event, Transaction
from companion.screen.draw import symbols
from tests.contract.odd import odd

_chance = Random(2)
_again = count()


def offer(
    numbers: Callable[[], tuple[int, ...]] = lambda: (1, 2, 3),
    step: Callable[[int], MoveStep] = rules._step,
    read: Callable[[str], int | None] | None = None,
    awaited: bool = True,
    not_you: Clause = rules.NOT_YOUR_TURN,
    clause_id: str = "MYGAME-1",
) -> Mapping[str, Any]:
    """Another `offer`, which also goes on when no stone is left."""

    def offered(self: HeapPosition) -> Turn:
        def may(number: int) -> Refusal | None:
            return rules.TOO_MANY(number, self.stones) if number > self.stones > 0 else None

        def then(number: int) -> Choice:
            return end_of_move_choice(TakeStones(self.turn, number), "MYGAME-1")

        choice = Choice(clause_id, numbers(), step, then, may, parse_word=read)
        return Turn({self.turn: choice}, self.seats, (self.turn,) if awaited else (), not_you)

    return {"build_choice_tree": offered}


def a_fault(self: HeapPosition) -> tuple[Any, ...]:
    return (rules.WRONG_STONE_COUNT(self.stones),) if self.stones < 9 else ()


def by_chance(self: HeapPosition, tale: Transaction) -> None:
    if tale.position.stones > 4 and _chance.random() < 0.5:
        tale.apply_event(HeapStonesTaken(tale.position.turn, 1, tale.position.stones - 1))


def again_and_again(self: HeapPosition, tale: Transaction) -> None:
    if tale.position.stones > 3:
        tale.apply_event(HeapStonesTaken(tale.position.turn, 1, tale.position.stones - 1))


def without_an_event(self: HeapPosition, tale: Transaction) -> None:
    if 6 < tale.position.stones < 10:  # nobody takes so many at once
        tale.position = replace(tale.position, stones=6)


def to_json(**changes: Any) -> Mapping[str, Any]:
    return {"to_json": lambda self: {**HeapPosition.to_json(self), **changes}}


def a_copy(self: HeapPosition) -> HeapPosition:
    return replace(self, stones=self.stones)


def of_the_first(self: HeapPosition) -> HeapPosition:
    return self if self.turn == self.seats[0] else replace(self, turn=self.seats[0])


def with_a_lamp(position: HeapPosition) -> Layout:
    """A lamp that the box has not, lit in every other turn."""
    lamps = (PlacedPieces("lamp", face="up"),) if position.turn == position.seats[0] else ()
    return (*layout(position), Place("window", "spot", pieces=lamps))


def with_braces(position: HeapPosition) -> Layout:
    """A place with a name that spoils every sentence."""
    return tuple(replace(place, id=f"{{{place.id}}}") for place in layout(position))


def hidden_left(self: HeapStonesTaken) -> HeapStonesTaken:
    return replace(self, left=1)


def shows(*sights: Observation) -> Callable[[int], MoveStep]:
    return lambda number: MoveStep(str(number), sights, touch_target=f"card/{number}")


IN_A_POSITION: Mapping[str, Mapping[str, Any]] = {
    "every-game-ends": {"faults": a_fault},
    "there-is-something-to-decide": offer(awaited=False),
    "settled-stays-settled": {"settle": again_and_again},
    "positions-are-written-and-read": to_json(stones=4),
    "a-position-read-goes-on": to_json(stones=4),
    "a-replay-is-the-game": {"settle": by_chance},
    "the-same-seed-is-the-same-game": {"settle": by_chance},
    "events-tell-everything": {"settle": without_an_event},
    "every-point-has-its-event": {"points_by_player": lambda self: dict.fromkeys(self.seats, self.stones)},
    "every-legal-move-plays": {"faults": a_fault},
    "every-move-is-listed-once": offer(lambda: (1, 2, 2)),
    "a-walked-move-is-legal": offer(read=lambda word: 1),
    "anything-else-is-refused": offer(read=lambda word: len(word)),
    "nobody-moves-out-of-turn": offer(not_you=Clause("MYGAME-1", "not-your-turn", ("awaited", "who"))),
    "nothing-is-said-when-it-is-over": offer(),
    "only-the-position-says-what-is-legal": offer(lambda: (1, 2, 3) if next(_again) % 2 else (3, 2, 1)),
    "every-word-can-be-shown": offer(step=shows(Observation("card/1", "nowhere"))),
    "undo-is-a-replay-without-the-last": {"settle": by_chance},
    "walks-keep-the-rules": {"faults": a_fault},
    "public-is-public-already": {"to_public": a_copy},
    "who-is-awaited-is-no-secret": {"to_public": of_the_first},
    "what-is-forgotten-is-what-may-be-unknown": {"without_secrets": a_copy},
    "a-guess-is-judged-without-secrets": {"without_secrets": of_the_first},
    "secrets-have-a-truth": {"to_public": of_the_first},
    "whatever-happens-has-words": to_json(phase="dusk"),
    "every-decision-names-its-clause": offer(clause_id="MYGAME-9"),
    "every-glowing-thing-is-a-place-a-piece-or-an-answer": offer(
        step=lambda number: MoveStep(f"word-{number}", touch_target=f"kind/{number}")
    ),
    "an-evening-with-readers-is-understood": offer(step=lambda number: MoveStep(str(number))),
}
IN_THE_RULES: Mapping[str, Mapping[str, Any]] = {
    "the-rules-are-whole": {"min_players": 5},
    "every-player-has-a-sign": {"colours": ("mauve", "blue", "red", "green")},
    "what-people-speak-of-has-a-name": {"colours": ("white", "blue", "red", "green")},
    "a-move-is-legal-in-public": {"public_words": lambda self, words: (*words[:1], "1")},
    "pieces-and-places-are-words": {"zones": lambda self, setup: ("tile", "play")},
    "every-event-keeps-the-pieces": {"layout": lambda self, position: layout(position)[:1]},
    "a-public-layout-names-nothing-hidden": {
        "layout": lambda self, position: (
            *layout(position),
            Place("pocket", "hand", pieces=(PlacedPieces("card/2"),)),
        ),
        "public_piece": lambda self, piece: "card/?" if piece.startswith("card/") else piece,
    },
    "every-piece-is-in-the-box": {"inventory": lambda self, setup: INVENTORY[1:]},
    "every-place-can-be-drawn": {
        "layout": lambda self, position: (
            *layout(position),
            Place("board", "grid", cells=("a1", "b")),
        )
    },
    "what-is-set-is-what-lies": {
        "corrected_position": lambda self, position, place: replace(position, stones=1)
    },
    "what-lies-on-a-grid-lies-on-its-squares": {
        "layout": lambda self, position: (
            Place(
                "heap", "grid", pieces=(PlacedPieces("stone", position.stones, at="c1"),), cells=("a1", "b1")
            ),
            *layout(position)[1:],
        ),
    },
    "movements-lead-back": {"layout": lambda self, position: with_a_lamp(position)},
    "everything-can-be-told": {"layout": lambda self, position: with_braces(position)},
    "whatever-lies-has-a-name": {
        "layout": lambda self, position: [replace(place, id=f"a-{place.id}") for place in layout(position)]
    },
}
ELSEWHERE = {
    "its-texts-are-shown-as-written",
    "every-refusal-has-a-text",
    "no-field-hides-what-herald-calls",
    "its-parts-are-whole",
    "its-symbols-can-be-drawn",
    "public-events-lead-to-the-public-table",
    "a-refusal-tells-no-hidden-card",  # test_guess_promises: that takes a game which hides cards
    "what-shows-a-secret-is-no-secret-any-more",
}


def verdict(plugin: Any, id: str, players: int = 3) -> PromiseResult:
    of_a_game = any(promise.id == id for promise in PLUGIN_PROMISES)
    verdicts = check_plugin_promises(plugin) if of_a_game else check_table_promises(plugin, players, 3)
    return next(each for each in verdicts if each.promise.id == id)


def assert_told(found: PromiseResult) -> None:
    assert found.status == "broken"
    assert found.findings[0].text
    assert found.promise.text
    assert found.promise.remedy


@pytest.mark.parametrize("id", IN_A_POSITION)
def test_a_fault_of_the_positions_is_found(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_told(verdict(odd(monkeypatch, position=IN_A_POSITION[id]), id))


@pytest.mark.parametrize("id", IN_THE_RULES)
def test_a_fault_of_the_game_is_found(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_told(verdict(odd(monkeypatch, game=IN_THE_RULES[id]), id))


def test_public_events_that_hide_what_the_table_shows_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeapStonesTaken, "to_public", hidden_left)
    assert_told(verdict(odd(monkeypatch), "public-events-lead-to-the-public-table"))


def test_what_a_position_has_not_is_named_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(
        odd(monkeypatch, position={"points_by_player": Position.points_by_player}), "the-rules-are-whole"
    )
    assert [each.text for each in found.findings] == ["its positions have no points_by_player"]


def test_what_a_position_forgets_is_named_by_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(odd(monkeypatch, position=to_json(stones=4)), "positions-are-written-and-read")
    assert [each.text for each in found.findings] == ["read again, the position is another in stones"]


def test_a_text_that_names_what_its_event_has_not_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    its = {"phase": {"play": "", "over": ""}, "event": {"taken": "leaves {left} of {all}"}}
    monkeypatch.setattr(presentation_promises, "load_names", lambda name, lang: its)
    found = verdict(odd(monkeypatch), "whatever-happens-has-words")
    assert [each.text for each in found.findings] == [
        "[event] taken names all, the event has who, number, left"
    ]


def test_a_choice_without_a_clause_is_named_by_the_words_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(odd(monkeypatch, position=offer(clause_id="")), "every-decision-names-its-clause")
    assert "the choice after `blue` names no clause" in [each.text for each in found.findings]


@pytest.mark.parametrize("unseen", ["\x07", "\x1b[2J", "\n", "\u202e", "\u200b"])
def test_a_name_with_what_nobody_sees_is_found(unseen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    its = [("mygame colour blue", "blue"), ("mygame game title", f"My{unseen}Game")]
    monkeypatch.setattr(plugin_promises, "translatable_texts", lambda name: its)
    found = verdict(odd(monkeypatch), "its-texts-are-shown-as-written")
    assert [each.text.partition(":")[0] for each in found.findings] == ["mygame game title"]


def test_a_refusal_without_a_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MORE", (Clause("MYGAME-1", "no-text"),), raising=False)
    found = verdict(odd(monkeypatch), "every-refusal-has-a-text")
    assert [each.text for each in found.findings] == ["the refusal MYGAME-1 no-text has no text"]


def test_a_text_without_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "TOO_MANY")
    found = verdict(odd(monkeypatch), "every-refusal-has-a-text")
    assert [each.text for each in found.findings] == ["MYGAME-1 too-many has a text, and no rule declares it"]


class Scored(Event, frozen=True, tag="scored"):
    """An event whose field hides a function."""

    points_by_player: int  # type: ignore[assignment]

    def apply_to(self, position: HeapPosition) -> HeapPosition:
        return position


def test_a_field_that_hides_a_function_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "Scored", Scored, raising=False)
    found = verdict(odd(monkeypatch), "no-field-hides-what-herald-calls")
    assert [each.text for each in found.findings] == [
        "Scored has a field `points_by_player`, which hides what Herald calls points_by_player"
    ]


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        ("player/7", "is called like a place, and no place of the layout is called so"),
        ("number/7", "is no place and no piece, and as an answer it has no name"),
        ("undo", "is what the screen has for itself: no game would hear of it"),
        ("answer/1", "is what the screen has for itself: no game would hear of it"),
    ],
)
def test_what_is_touched_and_is_nowhere_is_named(
    thing: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = odd(monkeypatch, position=offer(step=lambda number: MoveStep(str(number), touch_target=thing)))
    found = verdict(plugin, "every-glowing-thing-is-a-place-a-piece-or-an-answer")
    assert {each.text for each in found.findings} == {f"{thing} {told}"}


def test_a_touch_that_an_overlay_of_the_game_would_take_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = odd(monkeypatch)
    monkeypatch.setattr(layout_promises, "overlay_classes", lambda game: {"card": object})
    found = verdict(plugin, "every-glowing-thing-is-a-place-a-piece-or-an-answer")
    assert "card/1 is what the screen has for itself: no game would hear of it" in {
        each.text for each in found.findings
    }


def test_a_part_that_lacks_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(odd(monkeypatch, voice="rules.game"), "its-parts-are-whole")
    assert any("narrate_event is missing" in each.text for each in found.findings)


def test_a_part_that_cannot_be_imported_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(odd(monkeypatch, voice="nowhere"), "its-parts-are-whole")
    assert "cannot be imported: ModuleNotFoundError" in found.findings[0].text


@pytest.mark.parametrize(
    ("art", "told"),
    [
        ("data", "its folder data holds no .svg"),
        ("art", "broken cannot be drawn: no element found"),
        ("art", "sun is a symbol already: "),
    ],
)
def test_a_symbol_that_cannot_be_drawn_is_found(
    art: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("broken", "sun"):
        (tmp_path / "art").mkdir(exist_ok=True)
        (tmp_path / "art" / f"{name}.svg").write_text("")
    monkeypatch.setattr(
        symbols, "symbol_folder", lambda name: tmp_path / art if name.startswith("odd") else None
    )
    symbols.symbol_file_by_name.cache_clear()
    found = verdict(odd(monkeypatch)._replace(art=art), "its-symbols-can-be-drawn")
    symbols.symbol_file_by_name.cache_clear()
    assert any(each.text.startswith(told) for each in found.findings)


def test_a_game_that_nobody_wins_keeps_its_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(self: HeapPosition) -> Outcome | None:
        over = HeapPosition.outcome(self)
        return over and replace(over, winners=())

    assert verdict(odd(monkeypatch, position={"outcome": lost}), "every-game-ends").findings == ()


def test_every_promise_has_such_a_test() -> None:
    promises = {promise.id for promise in PLUGIN_PROMISES} | {promise.id for promise in TABLE_PROMISES}
    assert promises == {*IN_A_POSITION, *IN_THE_RULES, *ELSEWHERE}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_that_is_written_keeps_them_all(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = odd(monkeypatch)
    found = [*check_plugin_promises(plugin), *check_table_promises(plugin, players, 3)]
    assert {each.promise.id: each.status for each in found if each.status != "kept"} == {}


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([], "the layout is a list, not a tuple"),
        ((Place("board", "grid", cells=("a1", "b")),), "board: no square is called 'b'"),
        ((Place("window", "sill"),), "window: there are no places of the kind 'sill'"),  # type: ignore[arg-type]
        ((Place("window", "spot", "guest"),), "window: guest is no player"),
        ((Place("window", "spot", pieces=(PlacedPieces("lamp", -1),)),), "window: -1 of lamp lie there"),
    ],
)
def test_what_cannot_be_drawn_is_named(places: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = odd(monkeypatch, {"layout": lambda self, position: places})
    found = check_promise(every_place_can_be_drawn, GameSampler(game_rules(plugin.name), 2, 1))
    assert [each.text for each in found] == [said]
