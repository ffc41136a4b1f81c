"""The Princes of Florence told in a terminal: what is offered to be typed."""

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

SETUP = GameSetup((Seat("blue", "Anna"), Seat("green", "Bert"), Seat("red", "Carla")), "blue")
PEOPLE = tuple(seat.colour for seat in SETUP.seats)


def typed(folder: Path, dealer: Dealer, people: tuple[str, ...], *lines: str) -> list[str]:
    """What is read by somebody who types these lines."""
    left, read = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        if dealer.people_to_put_back():
            return prompt.split()[0]  # before the first move: the first card dealt goes back
        read.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    session = Session.create(folder / "evening.herald", RecordHeader("florence", SETUP))
    TerminalGame(session, dealer, people, "en", ask, read.append).play_game()
    session.close()
    return read


def offered(read: list[str]) -> list[str]:
    """What help showed, as it is typed."""
    return [text.strip().split("  ")[0] for text in read if text.startswith("  ")]


def test_help_names_the_objects_and_then_only_what_the_one_who_is_asked_may_say(tmp_path: Path) -> None:
    read = typed(tmp_path, NoDealer(), PEOPLE, "help open", "open jester", "help")
    assert offered(read)[:7] == [
        f"open {kind}" for kind in ("forest", "lake", "park", "jester", "builder", "prestige", "recruiting")
    ]
    assert offered(read)[7:] == ["bid", "pass"]


def test_at_a_real_table_help_asks_nobody_to_say_which_card_he_keeps(tmp_path: Path) -> None:
    lines = ("open prestige", "pass", "pass", "help")
    assert offered(typed(tmp_path, NoDealer(), PEOPLE, *lines)) == ["keep ?"]


def test_who_takes_a_profession_finds_the_five_he_looks_at(tmp_path: Path) -> None:
    host = VirtualDealer("evening", {who: heuristic_move_chooser("florence") for who in PEOPLE[1:]})
    read = typed(tmp_path, host, PEOPLE[:1], "pass", "help profession", "build university d1 r1", "done")
    cards = [line for line in offered(read) if line.startswith("profession ")]
    assert len(cards) == 5
    held = cards_in_hand(next(text for text in read if text.startswith(HAND)))
    assert held
    assert not any(line.removeprefix("profession ") in held for line in cards)
    assert any("builds the university at d1" in text for text in read)
