"""A person in front of an app, at one window size; gone when the test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from kivy.app import App

from tests.screen import SIZES
from tests.screen.driver import Driver

Sit = Callable[..., Driver]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Seats a person before an app: `sit(app)`, `sit(app, size)`. One app at a time."""
    with ExitStack() as stack:

        def before(app: App, size: tuple[int, int] = SIZES[0]) -> Driver:
            stack.close()
            return stack.enter_context(Driver(app, size))

        yield before
