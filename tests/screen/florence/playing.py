"""Evenings of the Princes of Florence begun on the screen, and gone on with by somebody who touches what glows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.screen.harness.evening import Guest, sat_down

ASIDE = (
    "anticlockwise",
    "clockwise",
    "flip",
    "grid",
    "cancel",
    "income",
    "more/income",
    "less/income",
    "home",
)
"""What only turns something about."""
CHANCE = {"bid": 0.2, "done": 0.5, "pass": 0.5, "skip": 0.5}
"""How likely a person touches such a thing now, where something else could be touched: else no game would end."""


def begin(guest: Guest, players: int = 4, persons: int = 1, virtual: bool = True) -> None:
    """From the first page through the new-game page to a table where everybody has their three professions."""
    sit_down(guest, players, persons, virtual)
    put_back(guest)


def put_back(guest: Guest) -> None:
    """Everybody who is dealt four professions opens their hand, and gives the second of them back."""
    while chooser := guest.live.ui_state.chooser:
        if guest.live.ui_state.hand_owner != chooser:
            guest.tap(f"look/{chooser}")
        guest.tap(guest.live.ui_state.pieces_to_choose_from[1])
        guest.tap("done")


def sit_down(guest: Guest, players: int = 4, persons: int = 1, virtual: bool = True) -> None:
    """From the first page through the new-game page to a table at which nothing has happened yet."""
    sat_down(guest, "florence", "virtual" if virtual else "real", players, persons)


def play(guest: Guest, chance: Random, until: Callable[[Any], bool], seen: Callable[[], None]) -> None:
    """Touch what leads on, again and again; `seen` is called before each touch. A hand that is asked for is opened, and
    what somebody cannot go on with is begun anew.
    """
    while not until(guest.live.snapshot):
        seen()
        if guest.model.overlay is not None:
            guest.tap("skip-all" if "skip-all" in guest.driver.things() else "next")
            continue
        ways = [way for way in guest.ways() if way not in ASIDE and not way.startswith("open/")]
        hands = [thing for thing in guest.driver.things() if thing.startswith("look/")]
        likely = [way for way in ways if chance.random() < CHANCE.get(way, 1.0)]
        guest.tap(chance.choice(likely or ways or hands or ["clear"]))
