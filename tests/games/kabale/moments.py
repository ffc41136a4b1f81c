"""Positions of Kabale und Hiebe in which the moves on its notation page are legal."""

from __future__ import annotations

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader

OBJECTIVES = "table objectives alchemy:3 trade:5 music:1"
UNSEEN_BY_UNSEEN = ("black 1 ?", "red 1 ?")
FILLED = (
    *("black 1 romeo", "red 1 prince", "white 1 ?"),
    *("black 3 squire", "red 2 squire", "white 2 squire"),
    *("black 2 beggar", "red 2 beggar", "white 2 beggar"),
)
SEATS = (Seat("black", "Anna"), Seat("red", "Bert"), Seat("white", "Carla"))


def kind(text: str) -> str:
    """The word of a move that says what is done; any column that a card goes to is one."""
    word = (*text.split(), "")[1]
    return "column" if word.isdigit() else word


def at(*said: str) -> GameHistory:
    """Three players after these moves; black began."""
    account = GameHistory.from_header(
        RecordHeader("kabale", GameSetup(SEATS, "black"), None, 0), game_rules("kabale")
    )
    for text in said:
        account.apply_line(text)
    return account


def tables(section: str) -> list[GameHistory]:
    """Tables at which the moves in that section of the notation page are legal."""
    match section:
        case "A round begins":
            return [at()]
        case "A turn":
            return [at(OBJECTIVES)]
        case "A card is turned up":
            return [
                at(OBJECTIVES, *UNSEEN_BY_UNSEEN),
                at(OBJECTIVES, "black 1 assassin", "red 1 ?"),
                at(OBJECTIVES, "black 1 cloak", "red 1 ?"),
                at(OBJECTIVES, "black 1 traitor", "red 1 ?"),
            ]
        case "The round's end":
            return [at(OBJECTIVES, *FILLED)]
        case _:
            return [at(OBJECTIVES, "black 3 romeo", "red 2 ?", "white 1 ?")]
