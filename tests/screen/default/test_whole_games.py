"""Whole evenings on the table that any game has, to the winner: by touch, at readers, by yes and no.

Our own games have a view of their own, which is switched off here; Nine Men's Morris (tests/plugins) has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import game_rules, playable_plugin_by_name
from companion.rules.forgetting import is_forgetting
from companion.rules.history import replay_record
from companion.rules.tree_walk import pick_legal_move
from companion.screen.draw.canvas_widget import HOLD_SECONDS
from companion.table.pointer import DONE_TARGET, presses_to_reach
from companion.table.snapshot import Snapshot
from companion.table.storage.journal import read_record
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.long import usually
from tests.ours import GAMES
from tests.screen import SIZES
from tests.screen.harness.album import press
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import ASIDE, Guest, evening, journals, over, sat_down
from tests.screen.harness.plain import without_views
from tests.screen.harness.translated import spoken, wrong
from tests.start.tables import Hands, real_evening
from tests.table.evenings import steps

TURNS = ("before/", "look/", "cards/", "less/", "more/")
"""How things begin that only show something else."""
WIRING = Path(__file__).parents[2] / "plugins" / "nine-mens-morris" / "wiring.toml"
TABLES = [
    *(
        (name, players)
        for name in GAMES
        for players in (game_rules(name).min_players, game_rules(name).max_players)
    ),
    (MORRIS.name, 2),
]
LONGEST = 3_000
"""Touches of an evening."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def no_own_views(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No game has a screen of its own; Nine Men's Morris is installed."""
    monkeypatch.setitem(playable_plugin_by_name(), MORRIS.name, MORRIS)
    with without_views():
        yield


def begin(guest: Guest, name: str, players: int, virtual: bool) -> None:
    """From the first page through the new-game page to a table that waits for somebody."""
    sat_down(guest, name, "virtual" if virtual else "real", players)


def play(guest: Guest, chance: Random, seen: Callable[[], None]) -> None:
    """Touch anything that leads on, again and again, until the game is over."""
    for _ in range(LONGEST):
        if over(guest.live.snapshot):
            return
        seen()
        things = [thing for thing in guest.driver.things() if thing not in ASIDE]
        ways = [thing for thing in things if not thing.startswith(TURNS)]
        assert things, f"a dead end: {guest.driver.words()}"
        guest.tap(chance.choice(ways or things))
    raise AssertionError(f"no end: {guest.driver.things()}")


def press_through(guest: Guest, chance: Random, seen: Callable[[], None]) -> None:
    """Every move by the two buttons that everybody shares, until the game is over."""
    while not over(guest.live.snapshot):
        seen()
        said = steps(
            guest.live.snapshot.position,
            pick_legal_move(guest.live.snapshot.position.choice_tree, chance.choice)[0],
        )[1:]
        count = len(guest.live.snapshot.accepted_texts)
        for thing in (*(step.touch_target for step in said), DONE_TARGET):
            if len(guest.live.snapshot.accepted_texts) > count:
                break
            press(guest, *(presses_to_reach(guest.live.snapshot, thing) or ()))
        assert len(guest.live.snapshot.accepted_texts) > count, said


def lay_and_press(guest: Guest, hands: Hands, chance: Random, seen: Callable[[], None]) -> None:
    """Every move on the readers under the board; what none of them tells by yes and no."""

    def now() -> Snapshot:
        snapshot: Snapshot = guest.live.session.snapshot  # the screen may be behind
        return snapshot

    def press_for(thing: str) -> None:
        for button in presses_to_reach(now(), thing) or ():
            hands.press(button)

    while not over(now()):
        seen()
        said = steps(now().position, pick_legal_move(now().position.choice_tree, chance.choice)[0])[1:]
        count = len(now().accepted_texts)
        for step in said:
            read = [sight for sight in step.observations if now().zone_status.has_working_reader(sight.zone)]
            if len(now().accepted_texts) == count:
                for sight in read:
                    hands.show(sight.piece, sight.zone)
                if not read:
                    press_for(step.touch_target)
        if len(now().accepted_texts) == count:
            press_for(DONE_TARGET)
        guest.settle()
        assert len(now().accepted_texts) > count, said


def looking(
    guest: Guest, faults: dict[str, list[str]], wrong: Callable[[Driver], list[str]] = Driver.faults
) -> Callable[[], None]:
    """Looks for faults once in every kind of moment."""

    def look() -> None:
        position = guest.live.snapshot.position
        item = type(position.agenda[0]).__name__ if position.agenda else ""
        overlay = type(guest.model.overlay and guest.model.overlay.model).__name__
        moment = f"{position.phase} {item} {bool(guest.live.snapshot.pending_input)} {overlay}"
        if moment not in faults:
            faults[moment] = wrong(guest.driver)

    return look


def to_the_winner(guest: Guest) -> None:
    """What is told at the end is read, and the table is left."""
    outcome = guest.live.snapshot.position.outcome()
    while "next" in guest.driver.things():
        guest.tap("next")
    for who in outcome.winners:
        assert guest.driver.sees(guest.live.snapshot.player_name_by_colour[who])
    guest.driver.tap("home")
    assert "deck" in guest.driver.things()


def recorded(home: Path, outcome: object) -> None:
    """The journal tells the same game, and nobody had to correct anything."""
    head, lines = read_record(journals(home)[0])
    assert replay_record(head, game_rules(head.game), lines).position.outcome() == outcome
    assert not any("correct" in line and not is_forgetting(line) for line in lines)


SHORT = (MORRIS.name, 2, False, "en", SIZES[0])
EVENINGS = [
    ("kabale", 2, False, "cs", SIZES[0]),
    ("kabale", 4, True, "de", SIZES[1]),
    ("louis-xiv", 3, False, "nl", SIZES[0]),
    ("louis-xiv", 2, True, "cs", SIZES[0]),
    ("florence", 3, False, "de", SIZES[0]),
    ("florence", 3, True, "en", SIZES[0]),
    SHORT,
    (MORRIS.name, 2, True, "cs", SIZES[1]),
]


@pytest.mark.parametrize(("name", "players", "virtual", "lang", "size"), usually([SHORT], EVENINGS))
def test_a_whole_evening_by_touch_needs_no_view_of_its_own(
    home: Path, name: str, players: int, virtual: bool, lang: str, size: tuple[int, int]
) -> None:
    faults: dict[str, list[str]] = {}
    with evening(lang, size) as guest:
        begin(guest, name, players, virtual)
        play(guest, Random(3), looking(guest, faults))
        outcome = guest.live.snapshot.position.outcome()
        faults["winner"] = guest.driver.faults()
        to_the_winner(guest)
    assert {moment: found for moment, found in faults.items() if found} == {}
    recorded(home, outcome)


@pytest.mark.long(instead="test_a_whole_evening_by_touch_needs_no_view_of_its_own")
@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize(("size", "virtual"), [(SIZES[0], True), (SIZES[1], False)])
def test_a_whole_evening_has_room_for_texts_that_are_longer(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    other_language: str,
    name: str,
    players: int,
    size: tuple[int, int],
    virtual: bool,
) -> None:
    spoken(monkeypatch, other_language, size)
    faults: dict[str, list[str]] = {}
    with evening(other_language, size) as guest:
        begin(guest, name, players, virtual)
        play(guest, Random(3), looking(guest, faults, wrong))
        faults["winner"] = wrong(guest.driver)
        to_the_winner(guest)
    assert {moment: found for moment, found in faults.items() if found} == {}


def test_a_dealt_card_goes_back_from_the_hand_on_a_table_without_a_view_of_its_own(home: Path) -> None:
    with evening("en", SIZES[0]) as guest:
        begin(guest, "florence", 3, virtual=True)
        four = guest.live.ui_state.pieces_to_choose_from
        assert guest.model.table_model.enabled_targets == {*four}
        guest.tap(four[1])
        assert guest.driver.faults() == []
        guest.tap("done")
        assert guest.live.ui_state.hand_pieces == (four[0], *four[2:])
        assert "pass" in guest.driver.things()


def test_an_answer_shows_what_it_would_do_as_long_as_a_finger_stays_on_it(home: Path) -> None:
    with evening("en", SIZES[0]) as guest:
        driver = guest.driver
        begin(guest, "florence", 3, virtual=False)
        for _ in range(3):
            guest.tap("pass")
        words, count = driver.words(), len(guest.live.snapshot.accepted_texts)
        assert not driver.sees("×3200")  # florins
        driver.hold([driver.find("action/bonus").center])
        driver.look(HOLD_SECONDS + 0.1)
        driver.rest()
        assert driver.sees("So it would be.")
        assert driver.sees("×3200")
        assert driver.faults() == []
        driver.lift()
        guest.settle()
        assert (driver.words(), len(guest.live.snapshot.accepted_texts)) == (words, count)
        guest.tap("action/bonus")
        assert len(guest.live.snapshot.accepted_texts) == count + 1


def test_a_finger_that_is_down_while_the_game_goes_on_says_nothing_about_what_is_asked_then(
    home: Path,
) -> None:
    with evening("en", SIZES[0]) as guest:
        driver = guest.driver
        begin(guest, "florence", 2, virtual=False)
        driver.hold([driver.find("pass").center])
        press(guest, "no")
        driver.lift()
        guest.settle()
        assert [line.partition(" ")[2] for line in guest.live.snapshot.accepted_texts] == ["pass"]
        guest.tap("menu")
        driver.hold([driver.find("check").center])
        press(guest, "no")
        driver.lift()
        guest.settle()
        assert len(guest.live.snapshot.accepted_texts) == 2
        assert f"of/{guest.live.snapshot.setup.seats[0].colour}" in driver.things()


@pytest.mark.long(instead="test_a_whole_evening_by_touch_needs_no_view_of_its_own")
def test_a_whole_evening_of_nine_mens_morris_is_played_by_yes_and_no(home: Path) -> None:
    faults: dict[str, list[str]] = {}
    with evening("en", SIZES[0]) as guest:
        begin(guest, MORRIS.name, 2, virtual=False)
        press_through(guest, Random(14), looking(guest, faults))
        outcome = guest.live.snapshot.position.outcome()
        to_the_winner(guest)
    assert {moment: found for moment, found in faults.items() if found} == {}
    recorded(home, outcome)


@pytest.mark.long(instead="test_a_whole_evening_by_touch_needs_no_view_of_its_own")
def test_a_whole_evening_of_nine_mens_morris_is_played_with_a_reader_under_every_point(home: Path) -> None:
    faults: dict[str, list[str]] = {}
    hands = Hands(home, wiring=WIRING.read_text(encoding="utf-8"), game=MORRIS.name)
    with real_evening(hands) as guest:
        sat_down(guest, MORRIS.name, "real")
        lay_and_press(guest, hands, Random(14), looking(guest, faults))
        outcome = guest.live.snapshot.position.outcome()
        to_the_winner(guest)
    assert {moment: found for moment, found in faults.items() if found} == {}
    recorded(home, outcome)
