"""What lies over the table: that it fits, what a touch on it tells, and what comes of it in a real evening."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from companion.games import game_rules, playable_plugin_by_name
from companion.games.kabale.rules.constants import OBJECTIVES
from companion.games.kabale.rules.events import CardTurnedUp
from companion.games.louis_xiv.voice.names import influence_card_name
from companion.rules.history import GameHistory
from companion.rules.moves import TABLE_ACTOR
from companion.screen.app import HeraldApp
from companion.screen.context import ScreenContext, UiState
from companion.screen.overlays import OverlayCache
from companion.screen.overlays.help import make_legal_moves_report
from companion.screen.report_models import (
    GameBlock,
    ItemListModel,
    ListItemModel,
    MovementListModel,
    PointsChartModel,
    RankingModel,
    ReportModel,
    StoryModel,
)
from companion.screen.settings import load_settings, settings_path
from companion.screen.view_models import RankModel, SymbolCountModel, TouchAnswer
from companion.screen.widgets.item_list import StoryView
from companion.screen.widgets.report_overlay import BLOCK_VIEWS
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.plugin_parts import heuristic_move_chooser, make_ground_truth
from companion.simulator.random_players import choose_random_move
from companion.table.messages import CorrectPosition, EnterLine, SessionMessage, UndoMoves
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.voice.language import load_translation
from companion.voice.translator import Translator
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.long import ALL
from tests.ours import GAMES
from tests.screen import SIZES, everywhere, in_every_language
from tests.screen.conftest import Sit
from tests.screen.florence import evenings as florence
from tests.screen.game_session.test_answered_touches import BEGIN
from tests.screen.harness.album import Album
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import PATIENT, Guest, begin, evening, real_influence, sat_down, set_up
from tests.screen.harness.over import OVER, VIEWS, covering
from tests.screen.harness.plain import moments, voice
from tests.screen.harness.stage import SIX_PEOPLE, TABLES, Alone, Listener
from tests.screen.kabale import evenings as kabale
from tests.screen.test_pictures import evening_at
from tests.table.evenings import setup


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def before(
    sit: Sit, name: str, lang: str = "cs", size: tuple[int, int] = SIZES[0]
) -> tuple[Driver, list[str]]:
    """A person before one layer, and what it hears."""
    heard: list[str] = []
    shown = OverlayCache(heard.append, lambda: load_translation(lang))
    return sit(Alone(lambda: shown.widget_for(covering(OVER[name]))), size), heard


@everywhere
@pytest.mark.parametrize("names", [[*OVER][::2], [*OVER][1::2]], ids=["even", "odd"])
def test_everything_fits_in_every_language(
    sit: Sit, names: list[str], lang: str, size: tuple[int, int]
) -> None:
    faults = {name: before(sit, name, lang, size)[0].faults() for name in names}
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("size", SIZES)
def test_six_people_fit(sit: Sit, size: tuple[int, int]) -> None:
    parts = (SymbolCountModel("arms", 12), SymbolCountModel("mission", 10))
    ranks = tuple(
        RankModel(at, seat, 22, parts, touch_target=f"ledger/{seat.colour}")
        for at, seat in enumerate(SIX_PEOPLE, 1)
    )
    winner, check, heard = OVER["winner"], OVER["check-row"], list[str]()
    for value in (
        replace(winner, left_blocks=(RankingModel(ranks),)),
        replace(check, seats=SIX_PEOPLE, selected_tab="black"),
    ):
        shown = OverlayCache(heard.append, lambda: load_translation("cs"))
        person = sit(Alone(partial(shown.widget_for, covering(value))), size)
        assert person.faults() == []
        assert all(person.sees(seat.name) for seat in SIX_PEOPLE)


def test_every_layer_is_tried_and_leads_back() -> None:
    reports = [value for value in OVER.values() if isinstance(value, ReportModel)]
    blocks = {type(block) for each in reports for block in (*each.left_blocks, *each.right_blocks)}
    assert {type(value) for value in OVER.values()} | blocks == {*VIEWS, *BLOCK_VIEWS, GameBlock}


@pytest.mark.parametrize("name", OVER)
def test_everything_leads_home_and_back(sit: Sit, name: str) -> None:
    person, heard = before(sit, name)
    person.tap("home")
    person.tap("back")
    assert heard == ["home", "back"]


@pytest.mark.parametrize(
    ("name", "touched"),
    [
        ("take-back", ["moves/3", "moves/1", "take-back"]),
        ("carry", ["step/1", "step/3", "back"]),
        ("standing", ["ledger/blue", "ledger/green"]),
        ("florence-winner", ["history/34", "history/238", "history/245", "ledger/red"]),
        ("winner", ["ledger/red", "ending", "home"]),
        ("menu", ["turn", "check", "strictness", "settings"]),
        ("evaluation", ["step/0", "next", "skip-all"]),
        ("exchange", ["next"]),
        ("kind", ["next", "skip-all"]),
        ("column", ["skip-all", "next"]),
        ("opened", ["ledger/blue", "next"]),
    ],
)
def test_what_is_touched_is_told(sit: Sit, name: str, touched: list[str]) -> None:
    person, heard = before(sit, name)
    for thing in touched:
        person.tap(thing)
    assert heard == touched


def test_a_list_longer_than_the_screen_is_turned_like_pages(sit: Sit) -> None:
    person, heard = before(sit, "ledger")
    first = person.words()
    person.tap("later")
    assert person.words() != first
    person.tap("earlier")
    assert person.words() == first
    assert heard == []


def test_every_line_of_a_long_list_can_be_turned_to(sit: Sit) -> None:
    said = [f"{number}. kolo" for number in range(1, 31)]
    shown = OverlayCache(print, lambda: load_translation("cs"))
    value = replace(
        OVER["ledger"], left_blocks=(ItemListModel(tuple(ListItemModel(words) for words in said)),)
    )
    person = sit(Alone(lambda: shown.widget_for(covering(value))))
    seen = set(person.words())
    while "later" in person.things():
        person.tap("later")
        seen |= set(person.words())
    assert set(said) <= seen


def test_a_counted_thing_is_told_with_its_number(sit: Sit) -> None:
    person, heard = before(sit, "check")
    (money,) = (each for each in OVER["check"].entries if each.touch_target == "money>")
    person.tap("more/money>")
    person.tap("of/red")
    assert heard == [f"count/money>={money.value + 1}", "of/red"]


def test_a_touch_beside_the_menu_closes_it(sit: Sit) -> None:
    person, heard = before(sit, "menu")
    person.tap_at(10, 10)
    person.tap_at(400, 240)  # between two buttons of the sheet
    assert heard == ["back"]


def test_nothing_beneath_is_reached(sit: Sit) -> None:
    listener = Listener()
    person = sit(HeraldApp(listener, "cs"))
    person.app.app_state.table_model = TABLES["card"]
    person.tap("go-on")
    for name in OVER:
        person.app.app_state.overlay = covering(OVER[name])
        person.rest()
        assert "card/inf6" not in person.things()
    person.app.app_state.overlay = None
    person.rest()
    person.tap("card/inf6")
    assert listener.heard[-1] == "card/inf6"


# -- in a real evening

MENU = ["standing", "reports", "help", "guide", "check", "strictness", "settings", "home", "turn"]


def test_each_tile_is_told_in_turn_and_may_be_skipped(home: Path) -> None:
    with evening_at(home, 28) as (_, guest):
        told = []
        while guest.model.overlay is not None:
            told.append(
                (
                    guest.model.overlay.model.left_blocks[0].model.number,
                    guest.model.overlay.model.page_number,
                    guest.model.overlay.model.page_count,
                )
            )
            guest.tap("next")
        assert told == [(3, 1, 3), (4, 2, 3), (5, 3, 3)]
        assert "tile/6" in guest.driver.things()


def test_an_evaluation_is_leafed_back_and_left_and_opened_again_from_the_menu(home: Path) -> None:
    with evening_at(home, 28) as (_, guest):

        def tile() -> int:
            return int(guest.model.overlay.model.left_blocks[0].model.number)

        guest.tap("step/1")
        for thing, shown in (("next", 4), ("next", 5), ("back", 4), ("back", 3)):
            guest.tap(thing)
            assert tile() == shown
        assert guest.model.overlay.model.right_blocks[1].movements[1].is_done
        guest.tap("back")
        assert guest.model.overlay is None
        for _again in range(2):
            guest.tap("menu")
            guest.tap("reports")
            assert tile() == 5  # it was not gone on from
            guest.tap("home")
            guest.driver.tap("go-on")
            guest.settle()
            assert tile() == 5
            for _sheet in range(3):
                guest.tap("back")
            assert guest.model.overlay is None


def test_before_the_first_evaluation_the_menu_says_so(home: Path) -> None:
    with evening_at(home, 5, "en") as (_, guest):
        guest.tap("menu")
        guest.tap("reports")
        assert guest.driver.sees("Nothing has been evaluated yet.")
        assert guest.driver.faults() == []
        guest.tap("back")
        assert guest.model.overlay is None


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_has_one_order_in_every_game_and_each_entry_leads_back_to_the_table(game: str) -> None:
    with evening("en") as guest:
        sat_down(guest, game, "real")
        guest.tap("menu")
        entries = [each.touch_target for each in guest.model.overlay.model.choices]
        assert (entries if "turn" in entries else [*entries, "turn"]) == MENU
        guest.tap("back")
        for thing in ("standing", "reports", "help", "guide", "check", "strictness"):
            guest.tap("menu")
            guest.tap(thing)
            guest.tap("back")
            assert guest.model.overlay is None, thing
        guest.tap("menu")
        guest.driver.tap("settings")
        guest.driver.tap("back")
        guest.settle()
        assert guest.driver.app.page_history[-1] == "table"
        assert guest.model.overlay is None


def test_hands_are_told_what_to_do_at_a_real_table_and_left_alone_at_a_virtual_one(home: Path) -> None:
    with evening_at(home, 28) as (_, guest):
        assert isinstance(guest.model.overlay.model.right_blocks[1], MovementListModel)
        guest.tap("step/1")
        assert [hand.is_done for hand in guest.model.overlay.model.right_blocks[1].movements].count(True) == 1
        guest.live.ui_state = guest.live.ui_state.__class__(
            is_virtual=True, human_colours=guest.live.ui_state.human_colours
        )
        guest.tap("step/0")
        assert len(guest.model.overlay.model.right_blocks) == 1


def test_a_correction_that_does_not_add_up_is_refused_and_one_that_does_is_written(home: Path) -> None:
    with evening_at(home, 121) as (_, guest):
        player = guest.live.snapshot.position.players["yellow"]
        guest.tap("menu")
        guest.tap("check")
        guest.tap("of/yellow")
        guest.tap("more/stone/yellow>")
        guest.tap_place("player/yellow")
        guest.tap("more/money>")
        guest.tap("write-down")
        assert guest.model.refusal.clause == "L-S4"
        guest.tap("go-on")
        assert guest.live.snapshot.position.players["yellow"] == player
        guest.tap_place("general/yellow")
        guest.tap("less/stone/yellow>")
        guest.tap("write-down")
        after = guest.live.snapshot.position.players["yellow"]
        assert (after.own, after.general, after.money) == (
            player.own + 1,
            player.general - 1,
            player.money + 1,
        )
        assert guest.live.snapshot.accepted_texts[-1].startswith("table correct")
        assert guest.model.overlay is None  # at the table again


def test_every_ledger_sums_to_the_points_on_the_table(home: Path) -> None:
    with evening_at(home, 121) as (_, guest):
        guest.tap("menu")
        guest.tap("standing")
        for rank in guest.model.overlay.model.left_blocks[0].ranks:
            guest.tap(rank.touch_target)
            ledger = guest.model.overlay.model
            assert sum(int(line.number) for line in ledger.left_blocks[0].items) == rank.points
            guest.tap("back")


@pytest.mark.parametrize(
    "sat",
    [
        lambda home: evening_at(home, 121),
        lambda home: kabale.evening_at(home, kabale.SIX, 150),
        lambda home: florence.evening_at(home, 260),
    ],
    ids=["louis-xiv", "kabale", "florence"],
)
def test_a_touch_on_a_round_of_the_chart_asks_for_its_lines(
    home: Path, sat: Callable[[Path], AbstractContextManager[tuple[Album, Guest]]]
) -> None:
    with sat(home) as (_, guest):
        wanted = ends_of_rounds(guest.live.session.history)
        at_chart(guest)
        assert touchable_columns(guest) == wanted
        ranks, chart = (
            guest.model.overlay.model.left_blocks[0].ranks,
            guest.model.overlay.model.right_blocks[0],
        )
        assert [run.points[-1] for run in chart.lines] == [rank.points for rank in ranks]
        with patch.object(guest.live, "touch") as heard:
            for number in wanted:
                guest.driver.tap(f"history/{number}")
        assert [call.args for call in heard.call_args_list] == [(f"history/{each}",) for each in wanted]
        guest.tap("back")
        guest.tap("undo")
        guest.tap("take-back")
        at_chart(guest)
        assert touchable_columns(guest) == ends_of_rounds(guest.live.session.history) != wanted


def lines(guest: Guest) -> Sequence[str]:
    """What stands, line by line."""
    return tuple(each.text for each in guest.live.snapshot.public_history.accepted_lines)


def at_chart(guest: Guest) -> None:
    """From whatever lies over the table to the points so far."""
    while guest.model.overlay is not None:
        guest.tap("next" if "next" in guest.driver.things() else "back")
    guest.tap("menu")
    guest.tap("standing")


def touchable_columns(guest: Guest) -> list[int]:
    """The number of the last line of each column that can be touched, in their order."""
    (chart,) = guest.model.overlay.model.right_blocks
    found = [int(step.touch_target.partition("/")[2]) for step in chart.steps if step.touch_target]
    assert {f"history/{number}" for number in found} <= {*guest.driver.things()}
    return found


def ends_of_rounds(history: GameHistory) -> list[int]:
    """The last line of each round, counted from 1, one after another; of the present one the latest."""
    ends, before = list[int](), history.opening.position
    for number, line in enumerate(history.accepted_lines, 1):
        if before.to_json()["round"] != line.position.to_json()["round"]:
            ends.append(number)
        before = line.position
    return [*dict.fromkeys((*ends, len(history.accepted_lines)))]


def test_the_chart_follows_what_a_person_set_and_what_is_taken_back(home: Path) -> None:
    with florence.evening_at(home, 60) as (_, guest):
        session, asked = guest.live.session, guest.live.snapshot.setup.seats[0].colour

        def chart_after(message: SessionMessage, count: int) -> list[tuple[int, ...]]:
            session.post(message)
            guest.driver.until(lambda: len(lines(guest)) == count, PATIENT)
            guest.settle()
            at_chart(guest)
            assert touchable_columns(guest) == [34, count]
            (chart,) = guest.model.overlay.model.right_blocks
            return [run.points for run in chart.lines if run.colour == asked]

        assert chart_after(EnterLine(f"table correct /players/{asked}/points 7"), 61) == [(0, 3, 7)]
        assert chart_after(UndoMoves(2, is_confirmed=True), 59) == [(0, 3, 3)]


@pytest.mark.parametrize("game", GAMES)
def test_from_a_players_panel_one_more_touch_leads_to_the_chart_from_the_first_move_on(game: str) -> None:
    with evening("en") as guest:
        sat_down(guest, game, "virtual")
        explained: list[TouchAnswer] = []
        guest.live.explain_touch("player/blue", "", explained.append)
        guest.driver.until(lambda: bool(explained), PATIENT)
        assert explained[0].way in ("standing", "about/player/blue")
        for thing in dict.fromkeys((explained[0].way, "standing")):
            guest.live.touch(thing)
            guest.settle()
        assert isinstance(guest.model.overlay.model.right_blocks[0], PointsChartModel)
        assert guest.driver.faults() == []


def test_a_finger_that_rests_on_a_round_of_the_chart_changes_nothing() -> None:
    with evening("cs") as guest:
        sat_down(guest, "louis-xiv", "virtual")
        guest.play(Random(4), lambda now: len(lines(guest)) > 3)
        at_chart(guest)
        shown = guest.model.overlay
        explained: list[TouchAnswer] = []
        guest.live.explain_touch(f"history/{touchable_columns(guest)[0]}", "", explained.append)
        guest.settle()
        guest.driver.until(lambda: bool(explained), PATIENT)
        assert explained[0].text
        assert guest.model.overlay == shown


def test_what_may_be_done_now_names_no_card_that_nobody_may_hold(home: Path) -> None:
    with evening_at(home, 60) as (_, guest):
        guest.tap("menu")
        guest.tap("help")
        assert guest.model.overlay.model.left_blocks[0].items == (
            ListItemModel("Carla: Zahraj kartu vlivu", "red"),
            ListItemModel("Carla: Zaplatit 2 louisdory", "red"),
        )


def may_be_done(now: Snapshot, look: UiState) -> ReportModel:
    """What may be done now, in English."""
    context = ScreenContext(now, lambda: pytest.fail("the list needs no history"), voice(now, "en"), look)
    return make_legal_moves_report(context)


def items_of(report: ReportModel) -> tuple[ListItemModel, ...]:
    """The lines of a list."""
    (block,) = report.left_blocks
    assert isinstance(block, ItemListModel)
    return block.items


@pytest.mark.parametrize("name", [*GAMES, MORRIS.name])
def test_what_may_be_done_now_has_room_on_two_pages(
    name: str, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(playable_plugin_by_name(), MORRIS.name, MORRIS)
    rules = game_rules(name)
    lists = [
        (now, may_be_done(now, UiState()))
        for players in {rules.min_players, rules.max_players}
        for now in moments(name, players, 60 if ALL else 15)
    ]
    for now, report in lists:
        items = items_of(report)
        assert bool(items) is (now.position.outcome() is None)
        assert len(items) == len({(each.text, each.symbol) for each in items})
    longest = max((report for _, report in lists), key=lambda report: len(items_of(report)))
    shown = OverlayCache(lambda thing: None, lambda: load_translation("en"))
    person = sit(Alone(lambda: shown.widget_for(covering(longest))))
    assert person.faults() == []
    assert {word for word in person.words() if word.startswith("1 / ")} <= {"1 / 2"}


PEOPLE = 2
"""So many play at the screen, the others are virtual."""


def people_of(game: str) -> tuple[str, ...]:
    """Their colours."""
    return tuple(seat.colour for seat in setup(game, 3).seats[:PEOPLE])


def lists_of_an_evening(game: str) -> Iterator[tuple[str, tuple[str, ...], tuple[ListItemModel, ...]]]:
    """Of a virtual evening each moment somebody is awaited: who, their open hand if a person, and what may be done."""
    table, chance, people = setup(game, 3), Random(3), people_of(game)
    truth: GroundTruth = make_ground_truth(game, table, chance)
    while truth.position.outcome() is None:
        who, *_ = truth.position.choice_tree.awaited_actors
        if who == TABLE_ACTOR:
            truth.play(truth.table_move())
            continue
        hand = truth.hand_pieces(who) if who in people else ()
        look = UiState(True, people, hand_owner=who if hand else "", hand_pieces=hand)
        now = Session(GameHistory(game_rules(game), table, truth.position)).snapshot
        yield who, hand, items_of(may_be_done(now, look))
        move = choose_random_move(truth.knowledge_of(who, truth.position), chance)
        assert move is not None
        truth.play(move)


@pytest.mark.parametrize("game", GAMES)
def test_what_virtual_players_may_do_is_not_listed_as_what_people_could_do(game: str) -> None:
    idle = (ListItemModel("This happens by itself."),)
    awaited_people, awaited_virtual = set[bool](), set[bool]()
    for who, _, items in lists_of_an_evening(game):
        assert {each.symbol for each in items} <= {"", *people_of(game)}
        if who in people_of(game):
            awaited_people.add(who in {each.symbol for each in items})
        else:
            awaited_virtual.add(items == idle)
    assert awaited_people == {True}
    assert True in awaited_virtual


def test_of_the_open_hand_what_can_be_played_is_listed_card_by_card() -> None:
    words, listed = Translator("louis-xiv", {}, "en"), 0
    for who, hand, items in lists_of_an_evening("louis-xiv"):
        held = {
            influence_card_name(words, each.removeprefix("card/"))
            for each in hand
            if each.startswith("card/")
        }
        named = {each.text.split(": ")[1] for each in items if " card: " in each.text}
        named -= {"Intrigue card", "Draw a mission card"}
        assert named <= held, (who, hand)
        listed += len(named)
    assert listed


def test_the_menu_turns_the_board_for_every_evening(home: Path) -> None:
    with evening_at(home, 60) as (_, guest):
        guest.tap("menu")
        guest.tap("turn")
        assert guest.model.overlay is None
        assert guest.model.table_model.board.rotation == 1
    with evening() as guest:
        assert guest.model.settings.side == 1


def how_strict(guest: Guest) -> tuple[str, str]:
    """The table of this evening, and all others."""
    return guest.live.snapshot.strictness, guest.model.settings.strictness


def test_a_strictness_for_this_evening_stays_with_it_and_changes_no_other(home: Path) -> None:
    with evening_at(home, 60) as (_, guest):
        for thing in ("menu", "strictness", "strictness/hint"):
            guest.tap(thing)
            assert how_strict(guest) == ("strict", "strict")
        guest.tap("back")
        assert guest.driver.sees("odmítat: tah neplatí a Herald řekne proč")
        for thing in ("strictness/silent", "strictness/silent/evening"):
            guest.tap(thing)
        assert how_strict(guest) == ("silent", "strict")
        assert guest.model.overlay is None
        guest.driver.tap("menu")
        guest.driver.tap("settings")
        guest.driver.tap("voice=full")
        guest.settle()
        assert how_strict(guest) == ("silent", "strict")
    assert load_settings(settings_path()).strictness == "strict"
    with evening() as guest:
        guest.driver.until(lambda: "go-on" in guest.driver.things(), PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        assert how_strict(guest) == ("silent", "strict")


def test_a_strictness_for_all_evenings_holds_for_this_one_too(home: Path) -> None:
    with evening_at(home, 60) as (_, guest):
        for thing in ("menu", "strictness", "strictness/silent", "strictness/silent/all"):
            guest.tap(thing)
        assert how_strict(guest) == ("silent", "silent")
        guest.driver.tap("menu")
        guest.driver.tap("settings")
        guest.driver.tap("strictness=hint")
        guest.settle()
        assert how_strict(guest) == ("hint", "hint")
    assert load_settings(settings_path()).strictness == "hint"


@in_every_language
def test_the_choice_of_strictness_and_its_sign_fit(lang: str) -> None:
    with evening(lang) as guest:
        begin(guest, 4)
        guest.play(Random(1), lambda now: len(now.accepted_texts) >= 9)
        guest.live.set_strictness("hint", False)
        for thing in ("undo", "take-back", "menu", "strictness", "strictness/hint"):
            guest.tap(thing)
            assert guest.driver.faults() == []
        guest.tap("strictness/hint/evening")
        assert {"redo", "strictness", "menu"} <= {*guest.driver.things()}
        assert guest.driver.faults() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_less_strict_says_so_and_the_sign_leads_to_the_choice(game: str) -> None:
    with evening("cs") as guest:
        BEGIN[game](guest, 4)
        assert "strictness" not in guest.driver.things()
        for level, word in (("hint", "varovat"), ("silent", "nechat být")):
            guest.live.set_strictness(level, False)
            guest.settle()
            guest.driver.wait(0.1)
            assert guest.page.view.lax_sign.painted_texts[0].lines == (word,)
            assert guest.driver.faults() == []
        guest.tap("strictness")
        guest.tap("strictness/strict")
        guest.tap("strictness/strict/evening")
        assert "strictness" not in guest.driver.things()


def test_what_cannot_be_unseen_is_named_before_it_is_taken_back(home: Path) -> None:
    with evening_at(home, 121) as (_, guest):
        standing = guest.live.snapshot.accepted_texts
        guest.tap("undo")
        guest.tap("moves/4")
        assert guest.model.overlay.model.revealed_facts
        assert guest.live.snapshot.accepted_texts == standing
        guest.tap("back")
        assert guest.live.snapshot.accepted_texts == standing
        guest.tap("undo")
        guest.tap("take-back")
        assert guest.live.snapshot.accepted_texts == standing[:-1]
        guest.tap("step/0")
        assert guest.model.overlay.model.left_blocks[0].movements[0].is_done
        guest.tap("back")
        assert guest.model.overlay is None


def test_a_correction_stands_in_words_in_the_log_and_among_what_may_be_taken_back(home: Path) -> None:
    with evening_at(home, 121) as (_, guest):
        money = guest.live.snapshot.position.to_json()["players"]["blue"]["money"]
        guest.live.session.post(CorrectPosition((("/players/blue/money", money + 1),)))
        guest.driver.until(
            lambda: guest.live.snapshot.position.to_json()["players"]["blue"]["money"] > money, PATIENT
        )
        change = f"{money} louisdorů, nyní {money + 1} louisdorů"
        assert change in " ".join(each.sentence for each in guest.model.table_model.recent_events)
        guest.tap("undo")
        assert change in guest.model.overlay.model.moves[0].sentence
        assert guest.driver.faults() == []
        assert not [text for text in guest.driver.words() if "players" in text]


@pytest.mark.parametrize("virtual", [True, False])
def test_what_a_correction_costs_at_a_virtual_table_stands_there_before_it_is_written_down(
    home: Path, virtual: bool
) -> None:
    with evening() if virtual else evening_at(home, 121) as table:
        guest = table if isinstance(table, Guest) else table[1]
        if virtual:
            begin(guest)
        for thing in ("menu", "check", "of/blue"):
            guest.tap(thing)
        guest.tap_place("player/blue")
        cost = "Po zápisu už karty, které byly rozdány do ruky, neplatí."
        assert not guest.driver.sees(cost)
        guest.tap(next(thing for thing in guest.driver.things() if thing.startswith("more/")))
        assert guest.driver.sees(cost) is virtual
        assert guest.driver.faults() == []


def test_nothing_is_to_be_put_back_at_a_virtual_table() -> None:
    with evening() as guest:
        begin(guest)
        guest.tap(guest.model.table_model.hand_cards[0].touch_target)
        guest.tap("take")
        while guest.model.overlay is not None:
            guest.tap("next")
        guest.tap("undo")
        assert not guest.driver.sees("pohyb")
        guest.tap("take-back")
        guest.driver.until(lambda: guest.live.snapshot.undo_plan is None, PATIENT)
        assert guest.model.overlay is None


# -- virtual players at people's pace


def play_step_by_step(guest: Guest, is_waiting: bool = True) -> None:
    """One move at each touch, chosen on the table; on to where a virtual player waits for one."""
    for thing in ("menu", "pace", "pace/step"):
        guest.tap(thing)
    assert guest.model.overlay is None
    if is_waiting:
        guest.play(Random(1), lambda _now: "next-move" in guest.driver.things())


def actors(guest: Guest) -> list[str]:
    """Who made the moves that stand."""
    return [text.split()[0] for text in guest.live.snapshot.accepted_texts]


@pytest.mark.parametrize("game", GAMES)
def test_at_one_move_a_touch_nobody_moves_before_next_is_touched(game: str, home: Path) -> None:
    with evening("en") as guest:
        sat_down(guest, game, "virtual")
        play_step_by_step(guest, is_waiting=False)
        people, virtual, chance = set(guest.live.ui_state.human_colours), 0, Random(2)
        while virtual < (5 if ALL else 2):
            before = actors(guest)
            if "next-move" in guest.driver.things():
                guest.tap("next-move")
                new = [who for who in actors(guest)[len(before) :] if who != TABLE_ACTOR]
                assert len(new) == 1
                assert not people & set(new)
                virtual += 1
            else:
                guest.tap(chance.choice(guest.ways()))
                assert set(actors(guest)[len(before) :]) <= {*people, TABLE_ACTOR}
            assert guest.driver.faults() == []


def test_the_pace_stays_with_the_evening_and_another_one_goes_on_by_itself(home: Path) -> None:
    with evening("en") as guest:
        begin(guest)
        play_step_by_step(guest)
        count = len(actors(guest))
    with evening("en") as guest:
        guest.driver.until(lambda: "go-on" in guest.driver.things(), PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        assert "next-move" in guest.driver.things()
        assert len(actors(guest)) == count
        for thing in ("menu", "pace", "pace/fast"):
            guest.tap(thing)
        assert "next-move" not in guest.driver.things()
        assert len(actors(guest)) > count


def test_a_move_that_waits_for_next_is_none_after_something_was_taken_back(home: Path) -> None:
    with evening("en") as guest:
        begin(guest)
        play_step_by_step(guest)
        for thing in ("undo", "take-back"):
            guest.tap(thing)
        assert "next-move" not in guest.driver.things()
        assert set(actors(guest)) <= {TABLE_ACTOR}


@pytest.mark.parametrize("game", GAMES)
def test_a_touch_on_the_log_tells_all_that_happened_and_marks_what_others_did_since_ones_last_move(
    game: str, home: Path
) -> None:
    with evening("cs") as guest:
        sat_down(guest, game, "virtual")
        chance, people, told = Random(3), set(guest.live.ui_state.human_colours), 0

        def is_asked_after_others(now: Snapshot) -> bool:
            last = {*actors(guest)[-1:]} - {TABLE_ACTOR}
            is_asked = not people.isdisjoint(now.position.choice_tree.awaited_actors)
            return is_asked and bool(last) and people.isdisjoint(last)

        for _ in range(4 if ALL else 2):
            guest.play(chance, is_asked_after_others)
            logs = [part for part in guest.driver._seen() if getattr(part, "asked_target", "") == "log"]
            if not logs:  # other things need the room
                guest.tap(chance.choice(guest.ways()))
                continue
            (log,) = logs
            guest.driver.tap_at(*log.center)
            guest.settle()
            (block,) = guest.model.overlay.model.left_blocks
            moves = actors(guest)
            own = max((at for at, who in enumerate(moves) if who in people), default=-1)
            told_of = [*block.story][len(block.story) - block.fresh :]
            assert [line.who or TABLE_ACTOR for line in told_of] == moves[own + 1 :]
            assert block.first is None
            told += bool(told_of)
            guest.tap("back")
            assert guest.model.overlay is None
            guest.tap(chance.choice(guest.ways()))
        assert told


def test_a_beginner_where_seats_are_named_plays_what_comes_to_mind_also_another_day(home: Path) -> None:
    with evening("en") as guest:
        set_up(guest.driver, "louis-xiv", persons=2)
        for thing in ("back", "presence/1", "next", "start"):
            guest.driver.tap(thing)
        guest.settle()
        strengths = [guest.live._dealer.virtual_players]
    with evening("en") as guest:
        guest.driver.until(lambda: "go-on" in guest.driver.things(), PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        strengths.append(guest.live._dealer.virtual_players)
    for choosers in strengths:
        assert choosers["yellow"] is choose_random_move
        assert choosers["red"] is heuristic_move_chooser("louis-xiv")


def test_at_a_virtual_table_hands_owe_nothing_after_a_correction_and_no_reader_is_named(home: Path) -> None:
    with evening("en") as guest:
        sat_down(guest, "kabale", "virtual")

        def is_turned(now: Snapshot) -> bool:
            events = (event for entry in now.recent_entries[-1:] for event in entry.events)
            return any(isinstance(event, CardTurnedUp) for event in events)

        guest.play(Random(2), is_turned)
        before = guest.live.snapshot.zone_plan
        columns = guest.live.snapshot.position.columns
        wrong = next(each for each in OBJECTIVES if each.endswith("5") and each != columns[-1].objective)
        guest.live.session.post(CorrectPosition(((f"/columns/{len(columns) - 1}/objective", wrong),)))
        guest.driver.until(lambda: guest.live.ui_state.are_cards_lost, PATIENT)
        guest.settle()
        guest.tap("go-on")
        assert guest.model.table_model.movements == ()
        assert "reader" not in " ".join(guest.driver.words())
        for thing in ("undo", "take-back"):
            guest.tap(thing)
        assert not guest.live.ui_state.are_cards_lost
        assert guest.live.snapshot.zone_plan == before


def test_a_hasty_touch_on_next_plays_all_of_a_move_or_nothing(home: Path) -> None:
    with evening("en") as guest:
        begin(guest)
        play_step_by_step(guest)
        before = guest.live.snapshot
        guest.live.on_finger_down(is_hasty=True)
        guest.live.touch("next-move")
        guest.settle()
        now = guest.live.snapshot
        assert (now.pending_input, now.accepted_texts) == ((), before.accepted_texts)
        guest.tap("next-move")
        assert len(guest.live.snapshot.accepted_texts) == len(before.accepted_texts) + 1


def test_nobody_plays_for_a_virtual_player_who_waits(home: Path) -> None:
    with evening("en") as guest:
        sat_down(guest, "florence", "virtual")
        play_step_by_step(guest, is_waiting=False)
        chance, tried = Random(3), 0
        while tried < 3:
            now, people = guest.live.snapshot, set(guest.live.ui_state.human_colours)
            turn = now.position.choice_tree
            if "next-move" not in guest.driver.things():
                guest.tap(chance.choice(guest.ways() or ["look/blue"]))
                continue
            if people & turn.choice_by_actor.keys():
                others = (turn.choice_by_actor[who] for who in turn.awaited_actors)
                steps = [step.touch_target for each in others for _, step, _ in each.open_branches()]
                for target in filter(None, steps):
                    guest.live.touch(target)
                    guest.settle()
                    assert guest.live.snapshot.pending_input == ()
                    assert guest.live.snapshot.accepted_texts == now.accepted_texts
                    tried += 1
            guest.tap("next-move")


def shown_over(guest: Guest) -> Any:
    return guest.model.overlay.model


def story_of(guest: Guest) -> StoryModel:
    (block,) = shown_over(guest).left_blocks
    assert isinstance(block, StoryModel)
    return block


@pytest.mark.parametrize("game", GAMES)
def test_from_a_line_one_steps_through_the_evening_as_it_looked_then_and_back_to_now(
    game: str, home: Path
) -> None:
    with evening("cs") as guest:
        sat_down(guest, game, "virtual")
        guest.play(Random(4), lambda now: len(now.accepted_texts) > 12)
        while guest.model.overlay is not None:
            guest.tap("skip-all" if "skip-all" in guest.driver.things() else "next")
        lines = guest.live.snapshot.public_history.accepted_lines
        guest.live.touch("history/7")
        guest.settle()
        shown = story_of(guest)
        assert shown.first is not None
        assert shown.story[shown.first].number == 7
        guest.tap("line/7")
        for target, number in (("line/6", 6), ("line/7", 7), ("line/8", 8)):
            guest.tap(target)
            shown = shown_over(guest)
            assert shown.prompt.sentence == f"Tah {number} z {len(lines)}"
            assert shown.line_count == number
            assert not shown.enabled_targets
            assert guest.driver.faults() == []
        guest.tap("standing")
        (ranking,) = shown_over(guest).left_blocks
        assert {rank.seat.colour: rank.points for rank in ranking.ranks} == lines[
            7
        ].position.points_by_player()
        guest.tap("back")
        guest.tap("lines")
        assert story_of(guest).first == story_of(guest).story.place_of(8)
        guest.tap("line/8")
        guest.tap("now")
        assert guest.model.overlay is None


def test_the_game_goes_on_while_people_look_back_and_what_it_adds_is_counted(home: Path) -> None:
    with evening("en") as guest:
        real_influence(guest)
        guest.live.touch("history")
        guest.settle()
        guest.tap("line/1")
        assert "Now" in guest.driver.words()
        player = guest.live.snapshot.position.awaited_player
        guest.live._post(EnterLine(f"{player} inf4 place 4"))
        guest.settle()
        assert "Now: 1 more" in guest.driver.words()
        assert guest.driver.sees("Move 1 of 2")
        guest.tap("lines")
        assert story_of(guest).story.line_count == 2


def test_who_reads_an_old_line_stays_there_while_the_game_goes_on_and_who_reads_the_newest_sees_newer_ones(
    home: Path,
) -> None:
    with evening("en") as guest:
        sat_down(guest, "kabale", "virtual")
        guest.play(Random(4), lambda now: len(now.accepted_texts) > 20)
        while guest.model.overlay is not None:
            guest.tap("skip-all" if "skip-all" in guest.driver.things() else "next")
        guest.live.touch("history")
        guest.settle()

        def top_line() -> int:
            guest.driver.rest()
            view = next(part for part in guest.driver._seen() if isinstance(part, StoryView))
            return view.rows[view.first].line.number

        count = len(guest.live.snapshot.accepted_texts)
        assert top_line() == count
        for reads_newest in (True, False):
            if not reads_newest:
                guest.tap("later")
            before, count = top_line(), count + 1
            player = guest.live.snapshot.position.choice_tree.awaited_actors[0]
            move = next(guest.live._dealer.possible_moves(player, guest.live.snapshot))
            guest.live._post(EnterLine(str(move)))
            guest.settle()
            assert top_line() == (len(guest.live.snapshot.accepted_texts) if reads_newest else before)
        guest.tap("back")
        guest.live.touch("history")
        guest.settle()
        assert top_line() == len(guest.live.snapshot.accepted_texts)


def test_the_table_of_then_is_that_of_the_game_however_many_are_looked_through(home: Path) -> None:
    with evening("en") as guest:
        for game in ("kabale", "florence", "louis-xiv"):
            sat_down(guest, game, "virtual")
            guest.live.touch("history")
            guest.settle()
            guest.tap("line/0")
            assert type(guest.page.overlay.table) is type(guest.page.view)
            assert guest.driver.faults() == []
            guest.tap("now")
            guest.tap("home")


def test_the_story_is_drawn_along_by_a_finger_and_its_buttons_and_nothing_of_it_is_cut(sit: Sit) -> None:
    person, heard = before(sit, "history")
    view = next(part for part in person._seen() if isinstance(part, StoryView))
    first = view.first
    person.tap("later")
    older = view.first
    assert older < first
    person.stroke([(view.center_x, view.y + 20 + 18 * at) for at in range(12)])
    assert view.first < older
    person.stroke([(view.center_x, view.top - 20 - 18 * at) for at in range(12)])
    assert view.first == older
    assert heard == []
    assert view.model is not None
    for row in view.rows.values():
        assert row.text.replace(" ", "") in "".join(text.text for text in row.painted_texts).replace(
            " ", ""
        ).replace("\n", "")
