"""Evenings of Kabale und Hiebe begun on the screen."""

from __future__ import annotations

from tests.screen.harness.evening import Guest, sat_down


def begin(guest: Guest, players: int = 4, persons: int = 1, virtual: bool = True) -> None:
    """From the first page through the new-game page to a table that waits for somebody."""
    sat_down(guest, "kabale", "virtual" if virtual else "real", players, persons)


def name_card(guest: Guest, card: str) -> None:
    """The card that is asked about is that character, whosever it is."""
    (thing,) = (
        each
        for each in guest.live.snapshot.step_by_touch_target
        if each.startswith("card/") and each.endswith(f"/{card}")
    )
    guest.tap(thing)
