"""Whole games of Kabale und Hiebe on the real screen, by touch alone: from the first page to the winner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game_rules
from companion.games.kabale.rules.constants import CHARACTERS
from companion.games.kabale.screen.piece_faces import character_name
from companion.rules.corrections import changed_json_values
from companion.rules.history import format_correction, replay_record
from companion.rules.moves import UNKNOWN
from companion.table.messages import EnterLine
from companion.table.storage.journal import read_record
from companion.voice.language import load_translation
from companion.voice.translator import Translator
from tests.long import usually
from tests.screen import SIZES, in_every_language
from tests.screen.harness.evening import Guest, evening, journals, over
from tests.screen.kabale.playing import begin, name_card


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def told(guest: Guest) -> None:
    """What is told at the end is read, to the winner."""
    while "next" in guest.driver.things():
        guest.tap("next")


def looking(guest: Guest, faults: dict[str, list[str]]) -> Callable[[], None]:
    """Looks for faults once in every kind of moment."""

    def look() -> None:
        now = guest.live.snapshot
        item = type(now.position.agenda[0]).__name__
        moment = f"{now.position.phase} {item} {bool(now.pending_input)} {guest.model.overlay}"
        if moment[:60] not in faults:
            faults[moment[:60]] = guest.driver.faults()

    return look


@pytest.mark.parametrize(
    ("lang", "size", "players", "virtual"),
    usually(
        [("de", SIZES[0], 3, True)],
        [
            ("cs", SIZES[0], 4, False),
            ("nl", SIZES[1], 2, False),
            ("de", SIZES[0], 3, True),
            ("en", SIZES[1], 6, True),
        ],
    ),
)
def test_a_whole_game_is_played_by_touch_from_the_first_page_to_the_winner(
    home: Path, lang: str, size: tuple[int, int], players: int, virtual: bool
) -> None:
    faults: dict[str, list[str]] = {}
    with evening(lang, size) as guest:
        begin(guest, players, virtual=virtual)
        guest.play(Random(3), over, looking(guest, faults))
        outcome = guest.live.snapshot.position.outcome()
        told(guest)
        winner = guest.live.snapshot.player_name_by_colour[outcome.winners[0]]
        assert guest.driver.sees(winner)
        assert "home" in guest.driver.things()
        faults["winner"] = guest.driver.faults()
        guest.driver.tap("home")
        assert not guest.driver.sees(load_translation(lang).gettext("Go on with the game"))
    assert {moment: found for moment, found in faults.items() if found} == {}
    head, lines = read_record(journals(home)[0])
    account = replay_record(head, game_rules(head.game), lines)
    assert account.position.outcome() == outcome
    assert not any("correct" in line for line in lines)


def strange(guest: Guest, words: Translator) -> set[str]:
    """Names of cards on the screen that no open card, no hand that was asked for, and no question has."""
    table, look = guest.model.table_model, guest.live.ui_state
    cards = [card for column in table.columns for card in column.cards]
    known = {character_name(words, card.evaluated.card) for card in cards if card.evaluated is not None}
    known |= {card.name for card in table.hand_cards if card.touch_target.split("/")[1] == look.hand_owner}
    known |= {face.name for face in table.card_naming.characters} if table.card_naming is not None else set()
    names = {character_name(words, card) for card in CHARACTERS}
    said = {text for text in guest.driver.words() if text in names}
    return said - known


@in_every_language
def test_a_card_face_down_has_no_name_on_the_screen(lang: str) -> None:
    with evening(lang) as guest:
        begin(guest, 4)

        def look() -> None:
            if guest.model.overlay is not None or guest.model.refusal is not None:
                return
            position = guest.live.snapshot.position
            hidden = [card for column in position.columns for card in column.cards if not card.up]
            shown = [
                card
                for column in guest.model.table_model.columns
                for card in column.cards
                if card.evaluated is None
            ]
            assert {card.card for card in hidden} <= {UNKNOWN}
            assert [card.by for card in shown] == [card.by for card in hidden]
            assert strange(guest, Translator("kabale", {}, lang)) == set()

        guest.play(Random(4), lambda now: now.position.round > 2, look)


def referee(guest: Guest) -> Any:
    """The position with every name, as only the session has it."""
    return guest.live.session.history.position


def test_a_hand_lies_open_only_for_who_asked_for_it_and_closes_when_he_has_laid() -> None:
    with evening("cs") as guest:
        begin(guest, 3, persons=2)
        first, second = guest.live.ui_state.human_colours
        assert guest.model.table_model.hand_cards == ()
        assert not guest.model.table_model.enabled_targets  # nobody looks at their hand yet
        guest.tap(f"look/{first}")
        cards = guest.model.table_model.hand_cards
        assert {card.touch_target.split("/")[1] for card in cards} == {first}
        guest.tap(cards[0].touch_target)
        assert cards[0] not in guest.model.table_model.hand_cards
        guest.tap("column/2")
        assert referee(guest).columns[1].cards[0].card == cards[0].touch_target.split("/")[2]
        assert guest.live.snapshot.position.columns[1].cards[0].card == UNKNOWN
        assert all(card.touch_target.split("/")[1] != first for card in guest.model.table_model.hand_cards)
        assert guest.live.snapshot.position.turn_player == second


def test_only_what_glows_reacts() -> None:
    with evening("cs") as guest:
        begin(guest, 4, virtual=False)
        for thing in (
            "objective/1/trade:3",
            "objective/2/music:1",
            "objective/3/trade:3",
            "objective/4/music:2",
        ):
            guest.tap(thing)
        things = {thing for thing in guest.driver.things() if "/" in thing}
        assert (
            things
            == guest.model.table_model.enabled_targets
            == {f"column/{number}" for number in range(1, 5)}
        )
        guest.tap("column/3")
        guest.tap("column/3")
        assert not any(thing.startswith("column/") for thing in guest.driver.things())
        name_card(guest, "storm")
        assert guest.model.table_model.columns[2].state.closed
        assert guest.model.table_model.enabled_targets == {"column/1", "column/2", "column/4"}


def test_an_objective_that_was_laid_out_before_can_not_be_touched_again() -> None:
    with evening("cs") as guest:
        begin(guest, 2, virtual=False)
        guest.tap("objective/1/trade:5")
        offered = {each.touch_target: each.enabled for each in guest.model.table_model.objectives}
        assert not offered["objective/2/trade:5"]
        guest.tap("objective/2/music:3")
        guest.play(Random(1), lambda now: now.position.round == 2)
        guest.tap("skip-all") if guest.model.overlay is not None else None
        offered = {each.touch_target: each.enabled for each in guest.model.table_model.objectives}
        assert not offered["objective/1/trade:5"]
        assert offered["objective/1/music:3"]  # there are two of them
        assert "objective/1/trade:5" not in guest.driver.things()


def test_objectives_of_a_game_before_the_table_was_set_back_can_be_touched() -> None:
    with evening("en") as guest:
        begin(guest, 2, virtual=False)
        beginning = guest.live.session.history.position.to_json()
        for thing in ("objective/1/trade:5", "objective/2/music:3"):
            guest.tap(thing)
        played = guest.live.session.history.position.to_json()
        back = format_correction(changed_json_values("", played, beginning))
        guest.live.session.post(EnterLine(" ".join(back)))
        guest.driver.until(lambda: guest.live.snapshot.position.phase == "objectives")
        offered = {each.touch_target: each.enabled for each in guest.model.table_model.objectives}
        assert offered["objective/1/trade:5"]


def test_what_hands_must_do_stays_until_the_next_card_is_laid() -> None:
    with evening("en") as guest:
        begin(guest, 3, virtual=False)
        for thing in ("objective/1/trade:3", "objective/2/music:1", "objective/3/trade:2"):
            guest.tap(thing)
        for thing in ("column/1", "column/1"):
            guest.tap(thing)
        name_card(guest, "explorer")
        assert [hand.text for hand in guest.model.table_model.movements] == [
            "Explorer (Player 1): to column 2, face down"
        ]
        assert guest.driver.sees("to column 2, face down")
        guest.tap("column/3")
        assert guest.model.table_model.movements == ()


def test_a_refusal_names_its_clause_and_leaves_everything_as_it_was() -> None:
    with evening("cs") as guest:
        begin(guest, 4)
        first, second = (card.touch_target for card in guest.model.table_model.hand_cards[:2])
        guest.tap(first)
        before = guest.live.snapshot.position
        guest.lay(second)
        assert guest.model.refusal is not None
        assert guest.model.refusal.clause.startswith("K-")
        assert guest.driver.sees(guest.model.refusal.reason)
        guest.tap("go-on")
        assert guest.live.snapshot.position == before
        assert first not in {card.touch_target for card in guest.model.table_model.hand_cards}
        assert second in {card.touch_target for card in guest.model.table_model.hand_cards}


def test_what_may_be_done_now_names_each_column_once_and_no_card_that_lies_face_down() -> None:
    with evening("en") as guest:
        begin(guest, 4, virtual=False)
        for name in ("alchemy:3", "trade:2", "music:4", "farming:1"):
            guest.tap(next(thing for thing in guest.ways() if thing.endswith(name)))
        guest.tap("menu")
        guest.tap("help")
        said = [line.text for line in guest.model.overlay.model.left_blocks[0].items]
        assert said == [f"Player 1: Card to column {column}" for column in range(1, 5)]
