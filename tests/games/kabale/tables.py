"""Tables of Kabale und Hiebe for tests: a valid position from a few facts, and moves played in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games import game_rules
from companion.games.kabale.rules.position import KabalePosition
from companion.games.kabale.rules.state import PlayerState
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from tests.tables import AtTable

COLOURS = ("black", "white", "red", "blue", "green", "yellow")
"""Clockwise; as many of them as there are players."""
GAME = game_rules("kabale")
CARDS = (
    *(
        "king",
        "queen",
        "julia",
        "alchemist",
        "fencing-master",
        "landlord",
        "merchant",
        "cardinal",
        "troubadour",
    ),
    *("explorer", "assassin", "storm", "cloak", "traitor", "musketeers", "mage", "witch", "prince", "squire"),
    *("hermit", "little-giant", "doppelgaenger", "dragon", "romeo", "beggar"),
)
SYMBOLS = ("alchemy", "fencing", "farming", "trade", "religion", "music")
People = Mapping[str, Mapping[str, Any]]


class At(AtTable[KabalePosition]):
    """A table of Kabale und Hiebe."""

    def player(self, who: str) -> PlayerState:
        """One player."""
        return self.position.players[who]

    def column(self, number: int) -> str:
        """A column from 1, written as in `kabale`."""
        column = self.position.columns[number - 1]
        cards = [f"{'+' if card.up else '-'}{card.by}/{card.card}" for card in column.cards]
        return " ".join((column.objective, *cards))

    @property
    def asked(self) -> dict[str, Any] | None:
        """The decision asked, as JSON has it."""
        asked: dict[str, Any] | None = self.position.to_json().get("asked")
        return asked


def setup(
    players: int | Sequence[str] = 2, start: str = "", options: Mapping[str, str] | None = None
) -> GameSetup:
    """The set-up of so many players, or of those colours."""
    colours = COLOURS[:players] if isinstance(players, int) else players
    return GameSetup(tuple(Seat(who, who.title()) for who in colours), start or colours[0], options or {})


def begun(players: int | Sequence[str] = 2, start: str = "") -> At:
    """The game, set up."""
    position = GAME.initial_position(setup(players, start))
    assert isinstance(position, KabalePosition)
    return At(position)


def column(written: str) -> dict[str, Any]:
    """`alchemy:3 +white/king -black/?`: an objective and its cards, those with a plus face up."""
    objective, *cards = written.split()
    read = [
        dict(zip(("by", "card"), card[1:].split("/"), strict=True)) | {"up": card[0] == "+"} for card in cards
    ]
    closed = any(card["up"] and card["card"] == "storm" for card in read)
    return {"objective": objective, "closed": closed, "cards": read}


def paper(
    *columns: str,
    players: int | Sequence[str] = 2,
    people: People | None = None,
    round: int = 1,
    phase: str = "play",
    **more: Any,
) -> dict[str, Any]:
    """A serialised position from the facts that matter.

    `people` are those of each player. The cards not named, of 25, are in their deck; objectives won but not
    named are among those not seen.
    """
    colours = COLOURS[:players] if isinstance(players, int) else players
    laid_out = [column(each) for each in columns]
    written: dict[str, dict[str, Any]] = {}
    out = spare(laid_out, (people or {}).values())
    start = more.pop("start", colours[0])
    turn = more.pop("turn", start if phase in ("play", "shown") else None)
    asked_of = turn if more.get("asked") else None  # has laid a card, and has not drawn
    for who in colours:
        known = dict((people or {}).get(who, {}))
        hand, discard = known.pop("hand", {"?": 2 if who == asked_of else 3}), known.pop("discard", {})
        laid = sum(card["by"] == who for each in laid_out for card in each["cards"])
        deck = known.pop("deck", 25 - laid - sum(hand.values()) - sum(discard.values()))
        won = known.pop("won", None)
        if won is None:
            won = [out.pop() for _ in range(6 if phase == "over" else round - 1)]
        written[who] = {"hand": hand, "deck": deck, "discard": discard, "won": won, **known}
    said = {"turn": turn} if turn else {}
    table = {"round": round, "phase": phase, "start": start, "columns": laid_out, "players": written}
    return {**table, **said, **more}


def spare(columns: Iterable[Mapping[str, Any]], people: Iterable[Mapping[str, Any]]) -> list[str]:
    """The objectives nobody has seen, those of two copies last."""
    left = Counter({f"{symbol}:{value}": 1 + (value == 3) for symbol in SYMBOLS for value in range(1, 6)})
    left.subtract(each["objective"] for each in columns)
    for known in people:
        left.subtract(known.get("won", ()))
    return sorted((+left).elements(), key=lambda name: (name.endswith("3"), name))


def kabale(
    *columns: str,
    players: int | Sequence[str] = 2,
    options: Mapping[str, str] | None = None,
    **facts: Any,
) -> At:
    """A settled table in the middle of a game; columns and facts as in `paper`."""
    return At(read(paper(*columns, players=players, **facts), players, options=options))


def read(data: Mapping[str, Any], players: int | Sequence[str] = 2, **table: Any) -> KabalePosition:
    """The position that data describes, with all its faults."""
    position = GAME.position_from_json(data, setup(players, **table))
    assert isinstance(position, KabalePosition)
    return position


def account(
    data: Mapping[str, Any] | None = None, players: int | Sequence[str] = 2, **table: Any
) -> GameHistory:
    """A history that begins with a position, or with the set-up."""
    return GameHistory.from_header(
        RecordHeader("kabale", setup(players, **table), data, 7 if data else 0), GAME
    )
