"""Examines whether all installed games can be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.installed import InstalledGame, installed_games
from hardware.finding import Finding


def examine_games(found: Iterable[InstalledGame] | None = None) -> Iterator[Finding]:
    """The games that can be played, and each that cannot, with the reason.

    `found` replaces the games that are installed.
    """
    found = tuple(installed_games() if found is None else found)
    yield Finding("games", ", ".join(each.name for each in found if each.plugin is not None))
    for each in found:
        if each.plugin is None:
            status = f"cannot be played: {each.unplayable_reason} (package {each.package} {each.version})"
            advice = (
                f"Add a newer one, or remove it: herald games remove {each.package}"
                if each.folder is not None
                else f"Whoever installed {each.package} beside Herald brings it up to date, or takes it away"
            )
            yield Finding(f"game {each.name}", status, True, advice)
