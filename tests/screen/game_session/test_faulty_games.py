"""A game from outside that raises whatever it likes, in front of the real window: nobody's screen dies of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from kivy.base import EventLoop, ExceptionManager
from kivy.core.window import Window

from companion.contract.template.mygame.rules.game import HeapGame
from companion.contract.template.mygame.rules.position import HeapPosition
from companion.games.plugin import Plugin
from companion.rules.game import GameSetup, Seat
from companion.screen.app_state import KnownFaults
from companion.screen.draw.painter import fit_text
from companion.screen.herald_controller import (
    MAX_FAULTS_IN_A_ROW,
    GameFaultHandler,
    running_game_model,
)
from companion.screen.pages.new_game import SeatColourButton
from companion.screen.report_models import ChartLineModel, ChartStepModel, PointsChartModel
from companion.screen.widgets.report_blocks import PointsChartView
from companion.start.touchscreen import catch_game_faults
from companion.table.storage.journal import read_record
from companion.voice.problem_messages import game_fault_message
from companion.voice.voice import Voice
from tests.contract.odd import odd
from tests.screen import in_every_language
from tests.screen.conftest import Sit
from tests.screen.harness.evening import Guest, evening, journals, set_up
from tests.screen.harness.stage import Alone


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def nothing_is_left_out() -> None:
    """Here it is."""


@pytest.fixture
def nets(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Guest], None]]:
    """Spreads the net of `herald` under a guest's program; what is raised comes as far as Kivy's main loop lets it."""
    frame, spread = EventLoop.idle, list[GameFaultHandler]()
    monkeypatch.setattr(ExceptionManager, "handlers", [])

    def idle() -> None:
        try:
            frame()
        except Exception as fault:  # as kivy.base.EventLoopBase.mainloop has it
            if ExceptionManager.handle_exception(fault) == ExceptionManager.RAISE:
                raise

    monkeypatch.setattr(EventLoop, "idle", idle)

    def under(guest: Guest) -> None:
        catch_game_faults(guest.program)
        spread.extend(ExceptionManager.handlers)

    yield under
    for net in spread:
        Window.unbind(on_flip=net.on_frame_drawn)


def begin(guest: Guest, plugin: Plugin) -> None:
    """To the table of that game, for three people at a real table."""
    set_up(guest.driver, plugin.name, "real")
    guest.driver.tap("start")
    guest.driver.until(lambda: guest.live is not None or guest.model.refusal is not None)
    if guest.live is not None:
        guest.settle()


def told(plugin: Plugin, lang: str = "en") -> str:
    said = game_fault_message(plugin.name, lang)
    assert "My game" in said
    assert f"herald check-game {plugin.name}" in said
    return said


def layout_without(stones: int) -> Mapping[str, Any]:
    def layout(self: HeapGame, position: HeapPosition) -> Any:
        if position.stones == stones:
            raise KeyError("stones")
        return HeapGame.layout(self, position)

    return {"layout": layout}


@in_every_language
def test_a_layout_that_raises_is_told_by_the_game_and_taken_back(
    lang: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = odd(monkeypatch, layout_without(10))
    with evening(lang) as guest:
        begin(guest, plugin)
        guest.tap("card/2")
        assert guest.driver.sees(told(plugin, lang))
        assert guest.driver.faults() == []
        guest.tap("go-on")
        assert "menu" in guest.driver.things()
        guest.tap("undo")
        guest.tap("take-back")
        assert guest.model.refusal is None
        assert guest.driver.faults() == []
        guest.tap("back")
        guest.tap("card/1")
        assert guest.model.refusal is None
    assert read_record(journals(home)[0])[1] == ("blue 2", "undo 1", "blue 1")


def test_what_cannot_be_shown_is_told_once_and_the_way_home_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugin = odd(monkeypatch, layout_without(10))
    with evening("en") as guest:
        begin(guest, plugin)
        guest.tap("card/2")
        guest.tap("go-on")
        assert guest.model.refusal is None
        guest.tap("home")
        assert "deck" in guest.driver.things()


def test_a_table_of_which_nothing_can_be_shown_leads_home_whenever_somebody_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugin = odd(monkeypatch, {"inventory": lambda self, setup: None})
    with evening("en") as guest:
        begin(guest, plugin)
        for _ in range(2):
            assert guest.driver.sees(told(plugin))
            guest.driver.tap("go-on")
            guest.settle()
            assert "deck" in guest.driver.things()
            guest.driver.tap("go-on")
            guest.settle()


def test_what_a_game_raises_while_it_is_begun_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = odd(monkeypatch, {"taggable_pieces": lambda self, setup: None})
    with evening("en") as guest:
        begin(guest, plugin)
        assert guest.driver.sees(told(plugin))
        guest.driver.tap("go-on")
        assert "deck" in guest.driver.things()


def test_a_very_long_name_is_cut_short_at_once() -> None:
    assert fit_text("x" * 20_000, 100.0, 20.0, 16, 12, False, 1).fits is False


def test_a_picture_that_cannot_be_drawn_leaves_the_window(
    nets: Callable[[Guest], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = odd(
        monkeypatch, position={"points_by_player": lambda position: dict.fromkeys(position.seats, 1.5)}
    )
    with evening("en") as guest:
        nets(guest)
        begin(guest, plugin)
        guest.tap("card/2")
        guest.tap("menu")
        guest.tap("standing")
        assert guest.driver.sees(told(plugin))
        guest.tap("go-on")
        while "card/2" not in guest.driver.things():
            guest.tap("back")
        guest.tap("card/2")
        assert len(guest.live.snapshot.accepted_texts) == 2


def test_a_voice_that_raises_costs_its_sentence_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def dumb(*_: object) -> NoReturn:
        raise KeyError("stones")

    plugin = odd(monkeypatch)
    with evening("en") as guest:
        begin(guest, plugin)
        monkeypatch.setattr(Voice, "narrate", dumb)
        guest.tap("card/2")
        assert guest.driver.sees(told(plugin))
        guest.tap("go-on")
        assert [spot.tokens[0].count for spot in guest.model.table_model.shared_places] == [10, 2]


def test_a_game_that_cannot_be_laid_out_leads_home_and_leaves_its_evening(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = {"now": True}

    def outcome(position: HeapPosition) -> Any:
        if wrong["now"]:
            raise KeyError("stones")
        return HeapPosition.outcome(position)

    plugin = odd(monkeypatch, position={"outcome": outcome})
    with evening("en") as guest:
        begin(guest, plugin)
        assert guest.driver.sees(told(plugin))
        guest.driver.tap("go-on")
        assert "deck" in guest.driver.things()
        wrong["now"] = False
        begin(guest, plugin)
        guest.tap("card/2")
        assert len(guest.live.snapshot.accepted_texts) == 1
    assert len(journals(home)) == 2


def test_a_game_that_does_not_say_how_far_it_is_can_be_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    def dumb(_: object) -> NoReturn:
        raise KeyError("stones")

    plugin = odd(monkeypatch, position={"to_json": dumb})
    setup = GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue")
    now: Any = SimpleNamespace(game=plugin.name, setup=setup, position=_begun(plugin, setup))
    found = running_game_model(now, datetime(2026, 11, 20, 20, 0), "en")
    assert found is not None
    assert (found.game, found.progress, found.seats) == ("My game", "", setup.seats)


def _begun(plugin: Plugin, setup: GameSetup) -> Any:
    from companion.games import game_rules

    return game_rules(plugin.name).initial_position(setup)


def test_a_colour_without_a_sign_can_be_drawn(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.screen.draw.painter._warn_missing_symbol", lambda name, why: None)

    def seat() -> SeatColourButton:
        colour = SeatColourButton("colour/0", lambda thing: None)
        colour.show("ultraviolet")
        return colour

    driver = sit(Alone(seat))
    assert driver.things() == ["colour/0"]


def test_a_chart_has_few_lines_however_many_points(sit: Sit) -> None:
    def chart() -> PointsChartView:
        made = PointsChartView(lambda thing: None)
        made.show(
            PointsChartModel(
                (ChartStepModel("0"), ChartStepModel("1")), (ChartLineModel("blue", (0, 10**30)),)
            )
        )
        return made

    assert len(sit(Alone(chart)).words()) < 12


def test_the_net_lets_through_what_ends_a_program_and_what_never_ends() -> None:
    heard = list[Exception]()

    def tell(fault: Exception) -> bool:
        heard.append(fault)
        return True

    net = GameFaultHandler(tell)
    assert net.handle_exception(SystemExit()) == ExceptionManager.RAISE
    for _ in range(MAX_FAULTS_IN_A_ROW - 1):
        assert net.handle_exception(KeyError()) == ExceptionManager.PASS
    assert net.handle_exception(KeyError()) == ExceptionManager.RAISE
    net.on_frame_drawn()
    assert net.handle_exception(KeyError()) == ExceptionManager.PASS
    assert len(heard) == MAX_FAULTS_IN_A_ROW


def test_a_fault_at_another_place_is_another_fault() -> None:
    def raised(kind: type[Exception], here: bool) -> Exception:
        try:
            if here:
                raise kind
            raise kind
        except Exception as fault:
            return fault

    faults = KnownFaults()
    assert faults.add_if_new(raised(KeyError, True))
    assert not faults.add_if_new(raised(KeyError, True))
    assert faults.add_if_new(raised(KeyError, False))
    assert faults.add_if_new(raised(ValueError, True))
    faults.clear()
    assert faults.add_if_new(raised(KeyError, True))
