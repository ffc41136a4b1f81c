"""The table in a terminal, driven as a newcomer would: they read, and type what they were shown."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.games import game_rules
from companion.rules.clauses import MoveRefused, not_offered_refusal
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.moves import Move
from companion.rules.record import RecordHeader
from companion.simulator.plugin_parts import heuristic_move_chooser
from companion.simulator.virtual_dealer import VirtualDealer
from companion.start.terminal_app import wrap_text
from companion.table.dealer import Dealer, NoDealer
from companion.table.session import Session
from companion.table.storage.edition_file import edition_path
from companion.table.storage.journal import read_journal
from companion.terminal import terminal_game
from companion.terminal.terminal_game import (
    ANSWER_WORDS,
    CORRECTION_COST_MESSAGE,
    DEALT_CARDS_LOST_MESSAGE,
    TerminalGame,
)
from companion.voice.explanations import explain, find_named
from companion.voice.language import languages, load_translation
from companion.voice.narration import NarrationLine, texts_to_speak
from companion.voice.problem_messages import PROBLEM_MESSAGES
from companion.voice.voice import Voice
from tests.tables import louis, setup

HERE = Path(__file__).parents[2]
SETUP = GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert"), Seat("red", "Carla")), "blue")
PATIENCE = 60  # seconds without an answer: for a machine busy with other things
HAND = "Your hand:"
CARD = re.compile(r"(?:(\d+) × )?((?:\([^)]*\)|[^,(`])+)(?:`([^`]+)`)?(?:, |$)")
"""A card of a hand: how many, its name, and what is typed where that is another word."""


class Newcomer:
    """A person at the keyboard: what they read is kept."""

    def __init__(
        self,
        folder: Path,
        lang: str = "en",
        seed: str = "evening",
        game: str = "louis-xiv",
        puts_back: bool = True,
    ) -> None:
        self.path = folder / "evening.herald"
        self.lang, self.seed, self.game, self.puts_back = lang, seed, game, puts_back
        self.read: list[str] = []
        self.heard: list[str] = []
        self.lines: Iterator[str] = iter(())
        self.host: VirtualDealer | None = None

    def ask(self, prompt: str) -> str:
        if self.puts_back and self.host is not None and self.host.people_to_put_back():
            return typed(prompt)  # before the first move: the first card dealt goes back
        self.read.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    def hear(self, lines: Iterable[NarrationLine]) -> None:
        self.heard += texts_to_speak(lines, "short")

    def plays(self, lines: Iterator[str]) -> Session:
        """One sitting with these lines; the session as they leave it."""
        self.read, self.lines = [], lines
        session = (
            Session.resume(self.path)
            if self.path.exists()
            else Session.create(self.path, RecordHeader(self.game, SETUP))
        )
        self.host = VirtualDealer(
            self.seed, dict.fromkeys(("yellow", "red"), heuristic_move_chooser(self.game))
        )
        TerminalGame(
            session, self.host, ("blue",), self.lang, self.ask, self.read.append, self.hear
        ).play_game()
        session.close()
        assert not any("herald check-game" in line for line in self.read)  # no fault was passed over
        return session

    def types(self, *lines: str) -> Session:
        return self.plays(iter(lines))

    def first_shown(self) -> Iterator[str]:
        """Always `help`, and then the first line it shows."""
        for _ in range(2_000):
            seen = len(self.read)
            yield "help"
            yield typed(next(text for text in self.read[seen:] if text.startswith("  ")))

    @property
    def told(self) -> str:
        return "\n".join(self.read)

    @property
    def shown(self) -> list[str]:
        """The lines they were shown to type."""
        return [
            typed(text) for text in self.told.splitlines() if text.startswith("  ") and "  ..." not in text
        ]

    @property
    def hand(self) -> list[str]:
        """The cards they were last shown as their own."""
        *_, last = (text for text in self.read if text.startswith(HAND))
        return cards_in_hand(last)


def cards_in_hand(prompt: str) -> list[str]:
    """The cards of the hand in a prompt, as they are typed."""
    kinds = [line.partition(": ")[2] for line in prompt.splitlines() if line.startswith("- ")]
    return [
        typed or name.strip().lower()
        for cards in kinds
        for number, name, typed in CARD.findall(cards)
        for _ in range(int(number or 1))
    ]


def typed(text: str) -> str:
    """What is to be typed, of a line that shows it with its meaning."""
    return text.strip().split("  ")[0]


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(tmp_path)


@pytest.mark.long(usual=("one-cs", "two-nl"))
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_whole_game_by_typing_the_first_line_that_help_shows(tmp_path: Path, lang: str, seed: str) -> None:
    newcomer = Newcomer(tmp_path, lang, seed)
    session = newcomer.plays(newcomer.first_shown())
    assert session.snapshot.position.outcome() is not None
    assert load_translation(newcomer.lang).gettext(PROBLEM_MESSAGES["fault"]) not in newcomer.told
    assert "1. " in newcomer.read[-1]  # the ranking is the last thing said


def test_an_answer_is_not_sought_among_moves_without_end(
    newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[Move] = []

    def possible_moves(*_asked: object) -> Iterator[Move]:
        while True:
            looked_at.append(Move(("blue", "build")))
            yield looked_at[-1]

    monkeypatch.setattr(VirtualDealer, "possible_moves", possible_moves)
    newcomer.types(next(iter(ANSWER_WORDS)), "quit")
    assert 0 < len(looked_at) <= 3 * (terminal_game.MAX_MOVES_SEARCHED + 1)


def test_every_language_says_it_in_its_own_words(tmp_path: Path) -> None:
    told = set()
    for lang in languages():
        folder = tmp_path / lang
        folder.mkdir()
        newcomer = Newcomer(folder, lang)
        newcomer.types("help", "nonsense", "quit")
        told |= {
            newcomer.read[0],
            newcomer.read[-1],
            next(text for text in newcomer.read if "`undo`" in text),
        }
        assert "{" not in newcomer.told
    assert len(told) == 3 * len(languages())


def test_it_says_who_one_is_and_what_one_holds(newcomer: Newcomer) -> None:
    newcomer.types("quit")
    assert newcomer.read[0] == "You play Anna. Type `help` at any time."
    assert len(newcomer.hand) == 5 + 2
    assert "Anna: play an influence card." in newcomer.told
    assert newcomer.read[-1] == "Kept. Start Herald again, and this evening goes on."


def test_a_hand_is_told_in_words_with_what_is_typed_and_equal_cards_together(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, seed="x")
    newcomer.types("quit")
    assert newcomer.read[-2].splitlines()[:3] == [
        "Your hand:",
        "- influence card: Philippe `inf2`, Condé `inf6`, Turenne `inf10`, 2 × Joker",
        "- mission card: +1 stone each supply phase (helmet) `light-plus-stone:helmet`, "
        "Exchange influence card (helmet, sceptre) `mid-exchange:helmet+sceptre`",
    ]


ASSUMED = "Some values printed on the pieces are assumed: type `values` to read them."


def test_that_printed_values_are_assumed_is_told_once_in_an_evening(newcomer: Newcomer) -> None:
    newcomer.types("quit")
    assert newcomer.read[1] == ASSUMED
    newcomer.types("quit")
    assert ASSUMED not in newcomer.read


def test_values_tells_in_words_what_is_assumed_and_the_line_that_changes_it(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path)
    head, *lines, how = answers_to(newcomer, "values")
    assert head == "Assumed until somebody reads it off the cardboard:"
    assert lines[3] == f"  {'print tile 6 stones:3 money:4':29}  Condé, front: 3 stones; Condé, back: 4 louis"
    assert "  money card: 3 louis, king: Anne; 4 louis, king: Anne; 3 louis, king: Philippe; " in lines[-1]
    assert str(edition_path("louis-xiv")) in how
    assumed = game_rules("louis-xiv").assumed_values(SETUP)
    assert [typed(line) for line in lines] == [*dict.fromkeys(each.edition_words for each in assumed)]


def test_values_says_so_where_none_is_assumed_and_then_help_is_silent_about_it(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, game="kabale")
    assert answers_to(newcomer, "values") == ["No printed value is assumed."]
    assert ASSUMED not in newcomer.told
    newcomer.types("help")
    assert "`values`" not in newcomer.told


def test_what_happens_is_heard_as_well_as_read(newcomer: Newcomer) -> None:
    newcomer.types("quit")
    assert newcomer.heard
    assert set(newcomer.heard) < set(newcomer.read)


def test_what_is_wrong_with_the_machine_is_told_once_in_a_sentence(newcomer: Newcomer) -> None:
    newcomer.types("quit")
    with newcomer.path.open("ab") as stream:
        stream.write(b"blue in")
    newcomer.types("rubbish", "rubbish", "quit")
    torn = [text for text in newcomer.read if "was torn and never counted" in text]
    assert torn == ["The last line of the evening was torn and never counted. It is kept as evening.torn."]


def test_a_reader_of_the_output_who_has_gone_is_no_fault_of_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(text: str) -> None:
        raise BrokenPipeError

    newcomer = Newcomer(tmp_path)
    session = Session.create(newcomer.path, RecordHeader(newcomer.game, SETUP))
    host = VirtualDealer(newcomer.seed, {})
    with pytest.raises(BrokenPipeError):  # the command ends at it without a word
        TerminalGame(session, host, ("blue",), newcomer.lang, newcomer.ask, gone).play_game()
    session.close()
    assert caplog.records == []


def test_help_shows_only_what_the_hand_allows_short_and_in_full(newcomer: Newcomer) -> None:
    newcomer.types("help")
    cards = {line.split()[0] for line in newcomer.shown}
    assert cards == {piece for piece in newcomer.hand if piece.startswith(("inf", "joker"))}
    assert len(newcomer.shown) <= 3 * len(cards)
    card = min(cards)
    newcomer.types(f"help {card}")
    assert len(newcomer.shown) > 3
    assert {line.split()[0] for line in newcomer.shown} == {card}
    newcomer.types(f"help {card} take", "help nothing")
    assert newcomer.shown == [f"{card} take"]
    assert any(line.startswith("Not now. Anna: ") for line in newcomer.read)


def test_rubbish_is_answered_and_changes_nothing(newcomer: Newcomer) -> None:
    before = newcomer.types().snapshot.position
    rubbish = (
        "x",
        "blue",
        "blue x y",
        "inf99 take",
        "\x00",
        "…",
        "table money 4 2",
        "undo 99",
        "undo x",
        "ů " * 500,
    )
    after = newcomer.types(*rubbish, "", "   ")
    assert after.snapshot.position == before
    assert newcomer.told.count("\nAnna: play an influence card.") == len(rubbish) + 3
    assert load_translation(newcomer.lang).gettext(PROBLEM_MESSAGES["fault"]) not in newcomer.told


def test_what_one_does_not_hold_is_refused_and_what_one_could_type_is_shown(newcomer: Newcomer) -> None:
    before = newcomer.types().snapshot.position
    absent = next(card for card in (f"inf{tile}" for tile in range(1, 13)) if card not in newcomer.hand)
    assert newcomer.types(f"{absent} take").snapshot.position == before
    assert newcomer.shown
    assert {line.split()[0] for line in newcomer.shown} <= set(newcomer.hand)


def test_a_mission_that_one_does_not_hold_is_refused() -> None:
    louis = game_rules("louis-xiv")
    session = Session(GameHistory(louis, SETUP, louis.initial_position(SETUP)))
    chooser = heuristic_move_chooser("louis-xiv")
    host = VirtualDealer("evening", dict.fromkeys(("blue", "yellow", "red"), chooser))
    asked = VirtualDealer("evening", dict.fromkeys(("yellow", "red"), chooser))
    tried = 0
    while (now := session.snapshot).position.outcome() is None:
        host.follow_session(now, session.history)
        asked.follow_session(now, session.history)
        held = {piece.removeprefix("mission/") for piece in host.hand_pieces("blue", now)}
        for move in now.position.legal_moves() if "blue" in now.position.choice_tree.choice_by_actor else ():
            if move.words[:2] == ("blue", "fulfil"):
                assert (asked.refusal_for(move) is None) == (move.words[2] in held)
                tried += 1
        for message in host.next_session_messages(now):
            session.handle_message(message)
    assert tried > 100


def test_help_tells_what_a_card_does_that_no_name_says(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, game="florence")
    newcomer.types("help poet", "help each-lake", "help jester")
    assert "Wants: theatre, lake, freedom of travel." in newcomer.read
    assert "Adds 2 to a work for each lake." in newcomer.read
    assert "open jester" in newcomer.shown


def test_the_dealt_card_that_goes_back_is_typed_before_the_first_move(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, game="florence", puts_back=False)
    journal = newcomer.types("quit") and newcomer.path.read_bytes()
    assert "Anna: Which profession goes back?" in newcomer.told
    first, second, *others = newcomer.shown
    assert len(others) == 2
    newcomer.types("pass", "jester", f"{first} {second}", "help")
    assert newcomer.shown == [first, second, *others] * 6
    newcomer.types(second, "quit")
    assert newcomer.hand == [first, *others]
    assert newcomer.path.read_bytes() == journal
    newcomer.types("quit")
    assert newcomer.hand == [first, *others]
    assert "goes back" not in newcomer.told


def answers_to(newcomer: Newcomer, line: str) -> list[str]:
    """What is written for that line."""
    newcomer.types(line, "quit")
    first, second = (at for at, text in enumerate(newcomer.read) if text.endswith("\n> "))
    return newcomer.read[first + 1 : second]


def test_why_tells_the_rule_of_what_is_asked(tmp_path: Path) -> None:
    assert answers_to(Newcomer(tmp_path, game="florence"), "why") == [
        "Anna: open an object at 200, or pass.",
        "One of seven objects (forest, lake, park, jester, builder, prestige card, recruiting card) is opened at 200 "
        "florins. Clockwise the others bid exactly 100 more or pass for this object; the last bidder pays and has it. "
        "In a round everybody wins at most one object and each kind is sold once; a kind that has run out is not for "
        "sale.",
        "(P-A1: The auction)",
    ]


def test_why_after_a_refused_line_tells_the_reason_again_and_the_clause_until_the_table_changes(
    tmp_path: Path,
) -> None:
    newcomer = Newcomer(tmp_path, game="florence")
    newcomer.types("build library d4 r0", "help", "why", "pass", "why")
    reason = "Works, buildings, cards and freedoms come after the auction."
    again = newcomer.read.index(reason)
    assert newcomer.read[again + 1] == "P-B1: Two actions"
    assert newcomer.read[again + 2].startswith(
        "From the start player on, clockwise, each in turn takes two actions"
    )
    assert sum(text.startswith(reason) for text in newcomer.read) == 2
    assert newcomer.read.count("P-B1: Two actions") == 1
    assert "(P-B1: Two actions)" in newcomer.read  # the auction is over: the rule of what is asked


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("florence", {"anna": "player/blue", "yellow": "player/yellow", "poet": "profession/poet"}),
        ("florence", {"Prestige Track": "track", "freedom of travel": "freedom/travel", "florins": "money"}),
        ("florence", {"pile/forest": "pile/forest", "pass": "pass", "stack/bonus": "stack/bonus"}),
        ("louis-xiv", {"inf6": "card/inf6", "tile/6": "tile/6", "condé": "tile/6", "money": "money"}),
        ("kabale", {"mage": "card/blue/mage", "column/2": "column/2", "Column 2": "column/2"}),
    ],
)
def test_what_explains_a_thing_by_its_word_or_its_name_as_the_screen_does(
    tmp_path: Path, game: str, names: dict[str, str]
) -> None:
    newcomer = Newcomer(tmp_path, game=game)
    for name, target in names.items():
        session = newcomer.types("quit")
        host, snapshot = VirtualDealer(newcomer.seed, {}), session.snapshot
        host.follow_session(snapshot, session.history)
        voice = Voice(game, snapshot.player_name_by_colour, "en")
        assert find_named(name, snapshot, voice) == target
        told = explain(target, snapshot, voice, host.position_known_to("blue", snapshot))
        title, *answer = answers_to(newcomer, f"what {name}")
        assert title == told.title
        assert answer[: bool(told.lines)] == [" ".join(line.text for line in told.lines)] * bool(told.lines)
        assert [title, *answer] == answers_to(newcomer, f"why {name}")


@pytest.mark.parametrize("lang", languages())
def test_what_finds_a_thing_by_its_name_in_the_language_of_the_table(tmp_path: Path, lang: str) -> None:
    newcomer = Newcomer(tmp_path, lang, game="florence")
    snapshot = newcomer.types("quit").snapshot
    voice = Voice("florence", snapshot.player_name_by_colour, lang)
    assert find_named(voice.touch_target_name("freedom/travel").upper(), snapshot, voice) == "freedom/travel"
    assert find_named("library", snapshot, voice) == "building/library"


def test_what_says_what_can_be_asked_about_where_nothing_has_that_name(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, game="florence")
    (told,) = answers_to(newcomer, "what dragon")
    assert told.startswith(
        "`what THING` explains one of these, or any piece: Anna, Bert, Carla, Open an auction, "
    )
    assert answers_to(newcomer, "what") == [told]


def test_what_tells_nothing_of_a_covered_hand(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, game="florence")
    title, told, *_ = answers_to(newcomer, "what hand/yellow")
    assert title == "Bert: Hand"
    assert told == (
        "Professions and bonus cards that nobody else may see; each profession here adds 1 to every work. "
        "Now Anna opens an auction, not Bert. Professions 3."
    )


@pytest.mark.parametrize(("command", "line"), [("WHAT_COMMAND", "open forest"), ("VALUES_COMMAND", "pass")])
def test_a_word_of_the_game_goes_before_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, line: str
) -> None:
    monkeypatch.setattr(terminal_game, command, line.split()[0])
    newcomer = Newcomer(tmp_path, game="florence")
    assert f"blue {line}" in newcomer.types(line).snapshot.accepted_texts


def test_undo_goes_back_to_before_ones_own_last_move(newcomer: Newcomer) -> None:
    before = newcomer.types().snapshot
    played = newcomer.plays(islice(newcomer.first_shown(), 2)).snapshot
    assert len(played.accepted_texts) > len(before.accepted_texts) + 1  # the others have moved since
    after = newcomer.types("undo").snapshot
    assert after.position == before.position
    assert after.accepted_texts == before.accepted_texts


CORRECTION = "table correct /players/blue/influence/? 6"
"""One card more than were dealt."""


@pytest.mark.parametrize("lang", languages())
def test_that_the_dealt_cards_no_longer_fit_is_told_once_and_undo_brings_them_back(
    tmp_path: Path, lang: str
) -> None:
    newcomer = Newcomer(tmp_path, lang)
    before = newcomer.types("quit").snapshot
    prompt = newcomer.read[-2]
    after = newcomer.types(CORRECTION, "yes", "help", "", "undo", "quit").snapshot
    assert newcomer.read.count(load_translation(lang).gettext(DEALT_CARDS_LOST_MESSAGE)) == 1
    assert newcomer.read.count(prompt) == 2  # the hand is told at first and after `undo`, not between
    assert newcomer.read[-2] == prompt
    assert after.accepted_texts == before.accepted_texts


def answered(newcomer: Newcomer, *lines: str) -> tuple[list[str], Session]:
    """What is read after those lines were typed in place of an answer to the prompt, and the session then."""
    session = newcomer.types(*lines)
    at = next(at for at, text in enumerate(newcomer.read) if text.endswith("\n> "))
    return newcomer.read[at + 1 :], session


@pytest.mark.parametrize("answer", ["no", "help", "", "yes yes"])
def test_a_correction_that_costs_the_dealt_hands_is_written_down_after_yes_alone(
    newcomer: Newcomer, answer: str
) -> None:
    before = newcomer.types("quit").snapshot.accepted_texts
    prompt = newcomer.read[-2]
    read, session = answered(newcomer, CORRECTION, answer, "quit")
    assert read[:3] == [
        "Once this is written down, the hands that were dealt no longer count. `undo` brings them back. "
        "`yes` writes it down, anything else leaves all as it is.\n> ",
        "Nothing was written down.",
        prompt,
    ]
    assert session.snapshot.accepted_texts == before
    read, session = answered(newcomer, CORRECTION, "YES", "quit")
    assert len(session.snapshot.accepted_texts) == len(before) + 1
    assert DEALT_CARDS_LOST_MESSAGE in read


@pytest.mark.parametrize("lang", languages())
def test_a_refused_correction_is_told_without_its_path(tmp_path: Path, lang: str) -> None:
    for place in ("/players/blue/nothing 3", "/players/nobody/money 3", "/players 5", '/round "two"'):
        read, _ = answered(Newcomer(tmp_path, lang), f"table correct {place}", "why")
        assert not any(re.search(r"/\w", text) for text in read)
        assert len(read[0].split()) > 8
        assert read[0] == read[2]


def test_what_a_refused_correction_would_set_is_told_by_its_name(newcomer: Newcomer) -> None:
    read, _ = answered(newcomer, "table correct /players/blue/own -1")
    assert read[0] == "No number may be below 0: -1 at own supply (Anna)."


def test_who_types_no_more_when_asked_about_a_correction_leaves_the_table_as_it_is(
    newcomer: Newcomer,
) -> None:
    before = newcomer.types("quit").snapshot.accepted_texts
    read, session = answered(newcomer, CORRECTION)
    assert session.snapshot.accepted_texts == before
    assert "Nothing was written down." in read


def test_a_correction_is_asked_about_only_where_it_is_possible_and_hands_are_still_dealt(
    newcomer: Newcomer,
) -> None:
    newcomer.types("table correct /players/blue/nothing 3", "quit")
    assert CORRECTION_COST_MESSAGE not in newcomer.told
    newcomer.types(CORRECTION, "yes", CORRECTION, "quit")
    assert newcomer.told.count(CORRECTION_COST_MESSAGE) == 1


def test_at_a_table_where_people_deal_a_correction_is_written_down_at_once() -> None:
    rules, lines, read = game_rules("louis-xiv"), iter([CORRECTION, "quit"]), list[str]()
    session = Session(GameHistory(rules, SETUP, rules.initial_position(SETUP)))
    TerminalGame(session, NoDealer(), ("blue",), "en", lambda _: next(lines), read.append).play_game()
    assert len(session.snapshot.accepted_texts) == 1
    assert DEALT_CARDS_LOST_MESSAGE not in read


def test_history_tells_all_that_happened_the_newest_last_and_with_a_number_the_table_of_then(
    newcomer: Newcomer,
) -> None:
    tables: list[list[str]] = []

    def lines() -> Iterator[str]:
        yield from islice(newcomer.first_shown(), 4)
        yield "undo 99"
        for command in ("table", "history", "history 3", "history 400", "history x"):
            seen = len(newcomer.read)
            yield command
            tables.append(newcomer.read[seen:-1])

    session = newcomer.plays(lines())
    table, story, then, none, no_number = tables
    standing = session.snapshot.public_history.accepted_lines
    numbers = [int(line.split()[0]) for line in story[:-1]]
    assert numbers == [*range(len(standing) + 1), len(standing)]
    assert story[-2].split("  ")[-1].startswith("Refused: ")
    assert re.search(r"\(L-[0-9.]+\)$", story[-3])
    assert then[0] == story[3]
    voice = Voice("louis-xiv", session.snapshot.player_name_by_colour, "en")
    assert then[1:] == [*voice.describe_table(standing[2].position, SETUP)] != table
    assert none == [f"There is no line 400 here: they are numbered from 0 to {len(standing)}."]
    assert no_number == [f"There is no line x here: they are numbered from 0 to {len(standing)}."]


def test_step_lets_virtual_players_wait_for_enter_and_step_again_lets_them_go_on(newcomer: Newcomer) -> None:
    movers: list[list[str]] = []

    def last_movers(before: int) -> list[str]:
        return [line.split()[0] for line in read_journal(newcomer.path).texts[before:]]

    def lines() -> Iterator[str]:
        yield "step"
        seen = len(newcomer.read)
        yield "help"
        yield typed(next(text for text in newcomer.read[seen:] if text.startswith("  ")))
        for _ in range(2):
            before = len(read_journal(newcomer.path).texts)
            yield "why"
            assert last_movers(before) == []
            yield ""
            movers.append(last_movers(before))
        yield "quit"

    newcomer.plays(lines())
    assert movers == [["yellow"], ["red"]]
    assert "`step` lets virtual players wait for Enter before each move." in newcomer.told
    before = len(read_journal(newcomer.path).texts)

    def later() -> Iterator[str]:
        seen = len(newcomer.read)
        yield "help"
        yield typed(next(text for text in newcomer.read[seen:] if text.startswith("  ")))
        yield "step"
        yield "quit"

    newcomer.plays(later())
    assert last_movers(before)[:3] == ["blue", "yellow", "red"]


def test_without_dealt_cards_everybodys_moves_are_typed_and_taken_back_one_by_one(newcomer: Newcomer) -> None:
    before = newcomer.types("quit").snapshot.accepted_texts
    one = newcomer.types(CORRECTION, "yes", "inf1 take", "inf2 take").snapshot.accepted_texts
    corrected = 'table correct /players/blue/influence {"?":6}'
    assert one[len(before) :] == (corrected, "blue inf1 take", "yellow inf2 take")
    assert newcomer.types("undo").snapshot.accepted_texts == one[:-1]
    assert newcomer.read.count(DEALT_CARDS_LOST_MESSAGE) == 1  # at the next sitting once more


@pytest.mark.parametrize("lang", languages())
def test_table_tells_the_table(tmp_path: Path, lang: str) -> None:
    newcomer = Newcomer(tmp_path, lang)
    session = newcomer.types("quit")
    assert newcomer.types("table").snapshot.accepted_texts == session.snapshot.accepted_texts
    first, second = (at for at, text in enumerate(newcomer.read) if text.endswith("\n> "))
    told = newcomer.read[first + 1 : second]
    assert len(told) == 1 + 3 + 12 + 1
    assert [line.split(":")[0] for line in told[1:4]] == ["Anna", "Bert", "Carla"]
    assert [line.split()[0] for line in told[4:-1]] == [str(number) for number in range(1, 13)]
    if lang == "en":
        assert told[0] == "Round 1, Influence."
        assert sum(line.endswith("king.") for line in told[4:-1]) == 1
        assert "own supply" in told[1]
        assert "5 influence cards" in told[1]
        assert any("(Influence stones " in line for line in told[4:])


def test_an_answer_alone_is_understood_where_one_move_ends_so(tmp_path: Path) -> None:
    understood: set[str] = set()

    def answers(newcomer: Newcomer, meant: list[str]) -> Iterator[str]:
        for _ in range(2_000):
            seen = len(newcomer.read)
            yield "help"
            shown = [text for text in newcomer.read[seen:] if text.startswith("  ")]
            lines = [typed(text) for text in shown]
            ends = [line for line in lines if line.split()[-1] in ANSWER_WORDS and len(line.split()) > 1]
            end = ends[-1] if ends else "-"
            answer = end.split()[-1]
            alone = sum(line.split()[-1] == answer for line in lines) == 1
            if alone and not any("  ..." in text for text in shown):
                meant.append(f"blue {end}")
                yield answer
            else:
                yield lines[0]

    for seed in ("one", "two", "three"):
        folder = tmp_path / seed
        folder.mkdir()
        newcomer, meant = Newcomer(folder, seed=seed), list[str]()
        standing = newcomer.plays(answers(newcomer, meant)).snapshot.accepted_texts
        assert all(standing.count(line) >= meant.count(line) for line in meant)
        understood |= set(meant)
    assert "blue buy no" in understood


class AllHands(NoDealer):
    """Knows what everybody holds, and names it with the reason: Bert has nothing but this to say."""

    def refusal_for(self, move: Move) -> MoveRefused | None:
        only = Move.parse("yellow intrigue 4 own 2")
        return MoveRefused(not_offered_refusal("L-3.2", "5"), (only,)) if move.words[0] == "yellow" else None


def suggestions_of(dealer: Dealer) -> list[str]:
    """What Anna and Bert read when Bert's line is refused while Anna's hand is shown."""
    holders: dict[str, Any] = {who: {"intrigue": {"?": 1}} for who in ("blue", "yellow")}
    at = louis("evaluation", tile=4, people=holders)
    session = Session(GameHistory(game_rules("louis-xiv"), setup(3), at.position))
    lines, read = iter(["yellow intrigue 5 own 1", "quit"]), list[str]()
    TerminalGame(session, dealer, tuple(holders), "en", lambda _: next(lines), read.append).play_game()
    return [typed(text) for text in "\n".join(read).splitlines() if text.startswith("  ")]


def test_what_is_suggested_follows_no_hand_but_the_one_that_is_shown() -> None:
    assert suggestions_of(AllHands()) == suggestions_of(NoDealer())
    assert suggestions_of(NoDealer())


def test_an_answer_alone_that_could_mean_several_moves_or_none_is_refused(newcomer: Newcomer) -> None:
    before = newcomer.types().snapshot.position
    assert newcomer.types(*ANSWER_WORDS).snapshot.position == before
    assert newcomer.told.count("Not now. Anna: ") == len(ANSWER_WORDS)


def test_an_answer_alone_that_ends_several_moves_plays_none_of_them(
    newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = newcomer.types("help").snapshot.position
    ends = [line.split()[-1] for line in newcomer.shown]
    answer = next(word for word in ends if ends.count(word) > 1)
    monkeypatch.setattr(terminal_game, "ANSWER_WORDS", (answer,))
    assert newcomer.types(answer).snapshot.position == before
    assert "Not now. Anna: " in newcomer.told


def test_the_first_word_may_be_left_out_or_said(newcomer: Newcomer) -> None:
    newcomer.types("help")
    line = newcomer.shown[0]
    said = newcomer.types(f"blue {line}").snapshot.accepted_texts
    newcomer.types("undo")
    again = newcomer.types(line).snapshot.accepted_texts
    assert again[: len(said) - 2] == said[: len(said) - 2]
    assert f"blue {line}" in again


def test_an_evening_goes_on_where_it_was_left(newcomer: Newcomer) -> None:
    left = newcomer.plays(islice(newcomer.first_shown(), 12)).snapshot.position
    assert newcomer.types("QUIT").snapshot.position == left
    assert "The evening goes on where it was left." in newcomer.read
    session = newcomer.plays(newcomer.first_shown())
    assert session.snapshot.position.outcome() is not None


@pytest.mark.parametrize("lang", languages())
def test_what_is_written_is_broken_between_words_to_the_width_of_the_terminal(
    tmp_path: Path, lang: str
) -> None:
    newcomer = Newcomer(tmp_path, lang)
    newcomer.types("help", "what", "why", "table", "rubbish")
    words = newcomer.told.split()
    for width in (40, 80):
        wrapped = wrap_text(newcomer.told, width)
        assert wrapped.split() == words
        assert all(len(line) <= width or len(line.split()) == 1 for line in wrapped.splitlines())
    assert wrap_text(newcomer.told, None) == newcomer.told


def test_a_meaning_goes_on_below_itself_and_an_entry_of_a_list_below_its_words() -> None:
    assert wrap_text("  inf4 take    take the card back and then\n> ", 30).splitlines() == [
        "  inf4 take    take the card",
        "               back and then",
        "> ",
    ]
    assert wrap_text("  inf4 take card light    take the card back", 30).splitlines() == [
        "  inf4 take card light",
        "      take the card back",
    ]
    assert wrap_text("- mission card: light-plus-stone, mid", 24).splitlines() == [
        "- mission card:",
        "  light-plus-stone, mid",
    ]


# -- the real program at a real terminal


class Desk:
    """`herald --terminal` at a terminal of its own."""

    def __init__(
        self,
        home: Path,
        lang: str = "en",
        before_start: Callable[[], None] | None = None,
        width: int = 1000,
    ) -> None:
        self._terminal, inside = pty.openpty()
        environment = {
            **os.environ,
            "HERALD_HOME": str(home),
            "HERALD_LANG": lang,
            "COLUMNS": str(width),
        }
        self._herald = subprocess.Popen(
            [sys.executable, "-m", "companion", "--terminal"],
            cwd=HERE,
            env=environment,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            preexec_fn=before_start,
        )
        os.close(inside)

    @property
    def process_id(self) -> int:
        """The number of the program."""
        return self._herald.pid

    def read(self) -> str:
        """What is said until a line is awaited or the program ends."""
        told, end = b"", time.monotonic() + PATIENCE
        while not told.endswith(b"> ") and time.monotonic() < end:
            if not select.select([self._terminal], [], [], 1)[0]:
                continue
            try:
                more = os.read(self._terminal, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            told += more
        return told.decode().replace("\r\n", "\n")

    def begin(self) -> str:
        """What is said from the start to the first move of a new game, when only Enter answers what is asked."""
        return self.read() + "".join(self.type("") for _ in range(4))

    def type(self, line: str) -> str:
        os.write(self._terminal, line.encode() + b"\n")
        return self.read()

    def kill(self) -> None:
        self._herald.kill()
        self.leave()

    def leave(self) -> int:
        status = self._herald.wait(PATIENCE)
        os.close(self._terminal)
        return status


def test_a_first_evening_names_the_guide_and_later_ones_do_not(tmp_path: Path) -> None:
    hint = "Never played it? `guide` tells how this game goes."
    desk = Desk(tmp_path)
    assert hint in desk.begin()
    told = desk.type("guide")
    assert "Twelve persons lie on the table, each with a reward." in told
    assert "most points win. (L-5.3)" in told
    desk.type("quit")
    desk.leave()
    for journal in (tmp_path / "evenings").glob("*.herald"):
        journal.unlink()
    desk = Desk(tmp_path)
    assert hint not in desk.begin()
    desk.kill()


def test_names_that_do_not_fit_the_table_are_asked_for_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.read()
    assert (
        "Type one of these words: Louis XIV, Kabale und Hiebe, The Princes of Florence, quit."
        in desk.type("?")
    )
    desk.type("kabale")
    desk.type("box")
    assert "Type 2 to 6 names in one line." in desk.type("Anna")
    assert "Two people have the same name: change one of them." in desk.type("Anna, Bert, anna")
    assert "Who begins?" in desk.type("Anna, Bert")
    desk.type("quit")
    desk.leave()
    assert not (tmp_path / "evenings").exists()


def test_killed_in_mid_game_it_goes_on_with_the_same_hand(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    shown = desk.type("help")
    line = typed(next(text for text in shown.splitlines() if text.startswith("  ")))
    hand = desk.type(line).split(HAND)[1]
    desk.kill()
    again = Desk(tmp_path)
    told = again.read()
    assert "The evening goes on where it was left." in told
    assert told.split(HAND)[1] == hand
    assert "Kept." in again.type("quit")
    assert again.leave() == 0


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_it_starts_in_the_language_of_its_user_and_ends_with_the_keyboard(tmp_path: Path, lang: str) -> None:
    desk = Desk(tmp_path, lang)
    assert desk.read().endswith("> ")
    assert "Traceback" not in desk.type("\x04")
    assert desk.leave() == 0


def test_in_a_terminal_no_line_is_longer_than_it_is_wide(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "cs", width=60)
    told = desk.begin() + desk.type("help") + desk.type("why")
    assert max(map(len, told.splitlines())) in range(50, 60 + 1)
    desk.kill()


def test_bytes_that_are_no_letters_are_answered_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--terminal", "--lang", "en"],
        input=b"\xff\xfe\n\n\n\n\n\xff\xfe\n\x00\nhelp\n",
        capture_output=True,
        cwd=HERE,
        env={**os.environ, "HERALD_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Kept." in done.stdout


def test_a_damaged_evening_is_named_before_a_new_one_begins(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.kill()
    (path,) = (tmp_path / "evenings").glob("*.herald")
    path.write_bytes(path.read_bytes().replace(b"seat", b"seaT", 1))
    desk = Desk(tmp_path)
    assert "The last evening is damaged in line 4: its sum does not fit" in desk.read()
    desk.kill()


def test_a_broken_owners_file_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "louis-xiv.print").write_text("print tile 13 first first\n")
    desk = Desk(tmp_path)
    assert "louis-xiv.print cannot be used; its name ends in .damaged now." in desk.begin()
    desk.kill()


@pytest.mark.parametrize("guess", ["fencing-master", "king", "explorer"])
def test_whether_a_correction_is_asked_about_does_not_tell_what_lies_face_down(
    tmp_path: Path, guess: str
) -> None:
    newcomer = Newcomer(tmp_path, game="kabale", seed="evening")
    newcomer.types("1 julia", "1 cloak", "slide little-giant")
    newcomer.read.clear()
    line = f"table correct /players/yellow/discard/{guess} 1 /players/yellow/deck 19"
    session = newcomer.types(line, "no", "quit")
    assert not any(text.startswith("table correct") for text in session.snapshot.accepted_texts)
    assert any("Nothing was written down." in text for text in newcomer.read)


def test_without_a_move_of_ones_own_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path)
    before = newcomer.types("quit").snapshot.accepted_texts
    assert newcomer.types("undo", "quit").snapshot.accepted_texts == before
    assert "None of the moves is yours: there is nothing to take back." in newcomer.read
