"""Whole games of the Princes of Florence on the real screen, by touch alone: from the first page to the winner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.games import game_rules
from companion.games.florence.screen.auction import AuctionModel
from companion.games.florence.screen.card_choice import CardChoiceModel
from companion.rules.history import replay_record
from companion.rules.moves import UNKNOWN
from companion.table.storage.journal import read_record
from companion.voice.language import load_translation
from tests.long import usually
from tests.screen import SIZES
from tests.screen.florence.playing import begin, play, sit_down
from tests.screen.harness.evening import PATIENT, Guest, evening, journals, over


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def looking(guest: Guest, faults: dict[str, list[str]]) -> Callable[[], None]:
    """Looks for faults once in every kind of moment."""

    def look() -> None:
        now, stage = guest.live.snapshot, guest.model.table_model.stage
        begun = " ".join(sight.zone.partition("/")[0] for sight in now.pending_input)
        moment = (
            f"{type(stage).__name__} {type(now.position.agenda[0]).__name__} {begun} {guest.model.overlay}"
        )
        if moment[:60] not in faults:
            faults[moment[:60]] = guest.driver.faults()

    return look


@pytest.mark.long(
    instead="tests/screen/kabale/test_game.py::test_a_whole_game_is_played_by_touch_from_the_first_page_to_the_winner"
)
@pytest.mark.parametrize(
    ("lang", "size", "players", "virtual"),
    usually([("cs", SIZES[0], 3, True)], [("cs", SIZES[0], 3, True), ("de", SIZES[0], 2, False)]),
)
def test_a_whole_game_is_played_by_touch_from_the_first_page_to_the_winner(
    home: Path, lang: str, size: tuple[int, int], players: int, virtual: bool
) -> None:
    faults: dict[str, list[str]] = {}
    with evening(lang, size) as guest:
        begin(guest, players, virtual=virtual)
        play(guest, Random(5), over, looking(guest, faults))
        outcome = guest.live.snapshot.position.outcome()
        while not guest.model.overlay.model.is_final:
            guest.tap("next")
        assert guest.driver.sees(guest.live.snapshot.player_name_by_colour[outcome.winners[0]])
        faults["winner"] = guest.driver.faults()
        guest.tap("next")
        assert str(outcome.scores[outcome.winners[0]]) in guest.driver.words()
        faults["over"] = guest.driver.faults()
        guest.driver.tap("home")
        assert not guest.driver.sees(load_translation(lang).gettext("Go on with the game"))
    assert {moment: found for moment, found in faults.items() if found} == {}
    head, lines = read_record(journals(home)[0])
    assert replay_record(head, game_rules(head.game), lines).position.outcome() == outcome
    assert not any("correct" in line for line in lines)


@pytest.mark.parametrize(
    ("lang", "size", "virtual"),
    usually([("nl", SIZES[0], False)], [("nl", SIZES[0], False), ("en", SIZES[1], True)]),
)
def test_the_first_round_of_five_people_fits_the_screen(
    lang: str, size: tuple[int, int], virtual: bool
) -> None:
    faults: dict[str, list[str]] = {}
    with evening(lang, size) as guest:
        begin(guest, 5, virtual=virtual)
        play(guest, Random(6), lambda now: now.position.round > 1, looking(guest, faults))
    assert {moment: found for moment, found in faults.items() if found} == {}


def test_only_what_glows_reacts_beside_the_purses() -> None:
    with evening("cs") as guest:
        begin(guest, 3, virtual=False)
        always = {"home", "menu", "undo"} | {
            f"open/purse/{who}" for who in guest.live.snapshot.position.players
        }
        assert set(guest.driver.things()) - always == guest.model.table_model.enabled_targets
        guest.tap("pile/jester")
        assert set(guest.driver.things()) - always == {"bid", "pass"}
        for _ in range(2):
            guest.tap("pass")
        assert guest.live.snapshot.position.players["blue"].jesters == 1
        assert "pile/jester" not in guest.driver.things()


def test_each_person_opens_their_hand_and_gives_back_one_of_four_before_anybody_moves(home: Path) -> None:
    with evening("cs") as guest:
        sit_down(guest, 4, persons=2)
        first, second = guest.live.ui_state.human_colours
        assert "pass" not in guest.driver.things()
        guest.tap(f"look/{first}")
        four = guest.live.ui_state.pieces_to_choose_from
        assert len(four) == 4
        assert "done" not in guest.driver.things()
        guest.tap(four[0])
        guest.tap(four[3])  # a slip is no decision
        guest.tap("done")
        assert guest.live.ui_state.hand_pieces == ()
        assert not set(four) & set(guest.driver.things())
        assert "pass" not in guest.driver.things()
        guest.tap(f"look/{second}")
        theirs = guest.live.ui_state.pieces_to_choose_from
        assert not set(theirs) & set(four)
        guest.tap(theirs[1])
        guest.tap("done")
        assert guest.live.session.returned_pieces == {first: four[3], second: theirs[1]}
        assert guest.live.snapshot.position.awaited_player == first
        guest.tap(f"look/{first}")
        assert guest.live.ui_state.hand_pieces == four[:3]
    with evening("cs") as guest:  # another day
        guest.driver.until(lambda: guest.model.saved_game is not None, PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        guest.tap(f"look/{first}")
        assert guest.live.ui_state.hand_pieces == four[:3]
    assert not read_record(journals(home)[0])[1]


def test_nothing_else_can_be_done_while_a_dealt_profession_is_to_go_back(home: Path) -> None:
    with evening("en") as guest:
        sit_down(guest, 3)
        four = guest.live.ui_state.pieces_to_choose_from
        for thing in ("pile/jester", "pass", "done", "player/yellow", "profession/?"):
            guest.live.touch(thing)
            guest.settle()
        assert guest.live.ui_state.pieces_to_choose_from == four
        assert guest.live.snapshot.pending_input == ()
        guest.tap("menu")
        guest.tap("help")
        assert guest.driver.sees("Which profession goes back?")
        guest.tap("back")
        guest.tap(four[2])
        guest.tap("done")
        assert "pile/jester" in guest.driver.things()


def test_a_hand_lies_open_only_for_who_asked_for_it() -> None:
    with evening("cs") as guest:
        begin(guest, 3, persons=2)
        first, second = guest.live.ui_state.human_colours
        assert guest.model.table_model.hand_cards == ()
        guest.tap(f"look/{first}")
        assert len(guest.model.table_model.hand_cards) == 3
        guest.tap("pass")
        assert guest.live.snapshot.position.players[first].out
        if guest.live.snapshot.position.awaited_player == second:
            assert guest.model.table_model.hand_cards == ()


def test_who_keeps_one_of_five_prestige_cards_sees_them_and_nobody_else() -> None:
    with evening("en") as guest:
        begin(guest, 3)
        assert guest.live.snapshot.position.awaited_player == "blue"
        guest.tap("pile/prestige")
        while isinstance(guest.model.table_model.stage, AuctionModel):
            guest.tap("bid")
        stage = guest.model.table_model.stage
        assert isinstance(stage, CardChoiceModel)
        assert len({face.touch_target for face in stage.options}) == 5
        assert all(face.effect and guest.driver.sees(face.effect) for face in stage.options)
        guest.tap(stage.options[2].touch_target)
        assert guest.live.snapshot.position.players["blue"].prestige == {UNKNOWN: 1}
        kept = guest.live.session.history.position.players["blue"].prestige
        assert kept == {stage.options[2].touch_target.removeprefix("prestige/"): 1}
        assert "blue keep ?" in guest.live.snapshot.accepted_texts
