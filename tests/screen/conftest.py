"""A person in front of an app, at one window size; gone when the test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from kivy.app import App

from companion.screen.game_session import game_controller
from tests.screen import SIZES
from tests.screen.harness.driver import Driver


@pytest.fixture(autouse=True)
def every_symbol_is_drawn(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A symbol that nobody drew, or that makes no sense, is a fault of ours wherever it is met."""
    yield
    told = [each.getMessage() for each in caplog.get_records("call") if each.name == "herald.symbols"]
    assert told == []


@pytest.fixture(autouse=True)
def nothing_is_left_out(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What a game raises is left out and the evening goes on: a fault of ours must not be passed over so."""
    yield
    left = [each.getMessage() for each in caplog.get_records("call") if each.name == game_controller.__name__]
    assert left == []


Sit = Callable[..., Driver]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Seats a person before an app: `sit(app)`, `sit(app, size)`. One app at a time."""
    with ExitStack() as stack:

        def before(app: App, size: tuple[int, int] = SIZES[0]) -> Driver:
            stack.close()
            return stack.enter_context(Driver(app, size))

        yield before
