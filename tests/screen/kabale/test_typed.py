"""Kabale und Hiebe told in a terminal: what is offered to be typed."""

from __future__ import annotations

from pathlib import Path

from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.simulator.plugin_parts import heuristic_move_chooser
from companion.simulator.virtual_dealer import VirtualDealer
from companion.table.dealer import Dealer, NoDealer
from companion.table.session import Session
from companion.terminal.terminal_game import TerminalGame
from tests.commands.test_terminal import HAND, cards_in_hand

SETUP = GameSetup((Seat("black", "Anna"), Seat("blue", "Bert")), "black")
OBJECTIVES = "table objectives alchemy:3 trade:2"


def typed(folder: Path, dealer: Dealer, people: tuple[str, ...], *lines: str) -> list[str]:
    """What is read by somebody who types these lines."""
    left, read = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        read.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    session = Session.create(folder / "evening.herald", RecordHeader("kabale", SETUP))
    TerminalGame(session, dealer, people, "en", ask, read.append).play_game()
    session.close()
    return read


def offered(read: list[str]) -> list[str]:
    """What help showed, as it is typed."""
    return [text.strip().split("  ")[0] for text in read if text.startswith("  ")]


def test_at_a_real_table_help_asks_nobody_to_say_which_card_he_lays(tmp_path: Path) -> None:
    people = ("black", "blue")
    assert offered(typed(tmp_path, NoDealer(), people, OBJECTIVES, "help")) == ["1 ?", "2 ?"]


def test_a_hand_shows_what_is_typed_and_help_finds_each_card(tmp_path: Path) -> None:
    host = VirtualDealer("evening", {"blue": heuristic_move_chooser("kabale")})
    hand = next(text for text in typed(tmp_path, host, ("black",)) if text.startswith(HAND))
    cards = cards_in_hand(hand)
    (tmp_path / "evening.herald").unlink()
    again = VirtualDealer("evening", {"blue": heuristic_move_chooser("kabale")})
    read = typed(tmp_path, again, ("black",), *(f"help {card}" for card in cards))
    assert offered(read) == [f"{column} {card}" for card in cards for column in (1, 2)]
