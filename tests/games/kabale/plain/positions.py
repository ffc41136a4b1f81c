"""Random tables in the middle of a game of Kabale und Hiebe.

They have dry decks, long columns, a Storm here and there, a Cloak with a card under it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.kabale.plain.layout import CHARACTERS, OBJECTIVES, UNSEEN
from tests.games.kabale.tables import COLOURS

Laid = tuple[str, str]
"""The owner of a card, and its name."""


def random_position(rng: Random) -> dict[str, Any]:
    """A possible table, in `play` or, less often, when cards are shown."""
    seats = rng.sample(COLOURS, rng.randint(2, 6))
    objectives = rng.sample(OBJECTIVES, len(OBJECTIVES))
    columns: list[dict[str, Any]] = [
        {"objective": objectives.pop(), "closed": False, "cards": []} for _ in seats
    ]
    laid: list[list[Laid]] = [[] for _ in seats]
    storms: list[list[Laid]] = [[] for _ in seats]
    players: dict[str, dict[str, Any]] = {}
    seen, dry = rng.random(), rng.random() < 0.5
    for number, seat in enumerate(seats):
        players[seat], cards = random_player(rng, dry, seen)
        for card in cards:
            (storms[number] if card == "storm" else rng.choice(laid)).append((seat, card))
    for column, cards_of_it, storm in zip(columns, laid, storms, strict=True):
        rng.shuffle(cards_of_it)
        column["closed"], column["cards"] = lay(rng, cards_of_it, storm, seen)
    round_now = rng.choice((1, 2, 5, 6, 6))
    for _ in range((round_now - 1) * len(seats)):
        players[rng.choice(seats)]["won"].append(objectives.pop())
    return {
        "round": round_now,
        "phase": rng.choice(("play",) * 9 + ("shown",)),
        "start": rng.choice(seats),
        "turn": rng.choice(seats),
        "columns": columns,
        "players": players,
    }


def random_player(rng: Random, dry: bool, seen: float) -> tuple[dict[str, Any], list[str]]:
    """What one player has, and their cards in the columns; `dry`: most of them lie there."""
    cards = rng.sample(CHARACTERS, len(CHARACTERS))
    held = [cards.pop() for _ in range(rng.choice((0, 0, 1, 1, 2) if dry else (0, 1, 2, 3, 3, 3)))]
    thrown = [cards.pop() for _ in range(rng.choice((0, 0, 1, 3)) if dry else rng.randint(0, 10))]
    deck = rng.choice((0, 0, 1, 3)) if dry else max(0, len(cards) - rng.randint(0, 6))
    del cards[:deck]
    player = {"hand": pile(rng, held, seen), "deck": deck, "discard": pile(rng, thrown, 0.9), "won": []}
    return player, cards


def pile(rng: Random, cards: list[str], seen: float) -> dict[str, int]:
    """Cards as they are counted, some of them seen."""
    counted: dict[str, int] = {}
    for card in cards:
        name = card if rng.random() < seen else UNSEEN
        counted[name] = counted.get(name, 0) + 1
    return counted


def lay(rng: Random, cards: list[Laid], storms: list[Laid], seen: float) -> tuple[bool, list[dict[str, Any]]]:
    """A column as it may lie, closed or not: face up but for the last card and what is under a Cloak."""
    closed = bool(storms and cards) and rng.random() < 0.6
    cards = [*cards[:-1], *storms, cards[-1]] if closed else cards + storms
    lie: list[dict[str, Any]] = []
    for at, (by, card) in enumerate(cards):
        last = at == len(cards) - 1
        own_cloak = at > 0 and lie[-1]["up"] and (lie[-1]["by"], lie[-1]["card"]) == (by, "cloak")
        under_cloak = own_cloak and rng.random() < 0.7
        up = card != "storm" and rng.random() < 0.4 if last else card == "storm" or not under_cloak
        lie.append({"by": by, "card": card if up or rng.random() < seen else UNSEEN, "up": up})
    return closed, lie
