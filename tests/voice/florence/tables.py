"""Tables of the Princes of Florence for the voice: people with names, a position from a few facts, what is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import game_rules
from companion.games.florence.rules.position import FlorencePosition
from companion.rules.game import GameSetup, Seat
from companion.voice.narration import SpeechLevel
from companion.voice.voice import Voice
from tests.tables import AtTable

PEOPLE = {"blue": "Anna", "green": "Bert", "orange": "Carla", "red": "Dirk", "yellow": "Eva"}
SEATS = tuple(PEOPLE)


class At(AtTable[FlorencePosition]):
    """A table of the Princes of Florence."""

    def told(self, text: str, level: SpeechLevel = "short", lang: str = "en") -> list[str]:
        """The sentences after that move."""
        before = self.position
        self.say(text)
        return [line.text for line in voice(lang).narrate(before, self.events, level)]

    def asked(self, lang: str = "en") -> str:
        """Who is to do what now."""
        return voice(lang).prompt_sentence(self.position)


def voice(lang: str = "en") -> Voice:
    """The table's voice."""
    return Voice("florence", PEOPLE, lang)


def setup(players: int = 3, options: Mapping[str, str] | None = None) -> GameSetup:
    """A table at which blue begins."""
    return GameSetup(tuple(Seat(who, PEOPLE[who]) for who in SEATS[:players]), "blue", options or {})


def florence(
    players: int = 3,
    people: Mapping[str, Mapping[str, Any]] | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> At:
    """A settled table; `people`: what is known of each player, else 3500 florins and three professions in hand."""
    table = setup(players, options)
    seats = [seat.colour for seat in table.seats]
    known = {who: {"money": 3500, "hand": {"?": 3}} | dict((people or {}).get(who, {})) for who in seats}
    written = {"round": 2, "phase": "auction", "start": "blue", "players": known, **more}
    position = game_rules("florence").position_from_json(written, table)
    assert isinstance(position, FlorencePosition)
    return At(position)


def acting(**blue: Any) -> At:
    """Blue's turn of three players in the third round."""
    return florence(people={"blue": blue}, round=3, phase="actions", turn="blue")
