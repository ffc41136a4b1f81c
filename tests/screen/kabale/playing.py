"""Evenings of Kabale und Hiebe begun on the screen."""

from __future__ import annotations

from tests.screen.harness.evening import Guest


def begin(guest: Guest, players: int = 4, persons: int = 1, virtual: bool = True) -> None:
    """From the first page through the new-game page to a table that waits for somebody."""
    driver = guest.driver
    driver.tap("new-game")
    driver.tap("game/kabale")
    while f"name/{players - 1}" not in driver.things():
        driver.tap("join")
    while f"name/{players}" in driver.things():
        driver.tap("leave/1")
    if not virtual:
        driver.tap("virtual")
    for at in range(1, persons if virtual else 1):
        driver.tap(f"presence/{at}")
    driver.tap("oldest/0")
    driver.tap("start")
    guest.settle()


def name_card(guest: Guest, card: str) -> None:
    """The card that is asked about is that character, whosever it is."""
    (thing,) = (
        each
        for each in guest.live.snapshot.step_by_touch_target
        if each.startswith("card/") and each.endswith(f"/{card}")
    )
    guest.tap(thing)
