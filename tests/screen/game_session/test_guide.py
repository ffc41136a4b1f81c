"""Who does not know a game is helped: a first evening is guided in short steps, and every word can be looked up."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.games import game_rules, playable_plugin_by_name
from companion.screen.overlays.guide import GuideTableOverlay
from companion.screen.settings import load_settings
from companion.table.messages import EnterLine
from companion.voice.explanations import GuideStep, guide_to_game
from companion.voice.game_texts import load_clauses
from nine_mens_morris.plugin import PLUGIN
from tests.ours import GAMES
from tests.screen import everywhere
from tests.screen.harness.evening import PATIENT, Guest, evening, sat_down, set_up
from tests.screen.harness.plain import moments, voice


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def begun(guest: Guest, game: str, table: str, players: int = 0) -> None:
    """At a new table, when somebody has something to read: once a person is asked."""
    set_up(guest.driver, game, table, players)
    guest.driver.tap("start")
    if table == "virtual":
        guest.driver.until(lambda: guest.live is not None and guest.model.overlay is not None, PATIENT)
    else:
        guest.settle()
        guest.play(Random(1), lambda _now: guest.model.overlay is not None)


def step(guest: Guest) -> tuple[int, int]:
    """The number of the step that is shown, and how many there are."""
    return guest.model.overlay.model.number, guest.model.overlay.model.count


@everywhere
@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("game", GAMES)
def test_a_first_evening_is_guided_in_five_to_eight_steps_that_fit(
    game: str, table: str, lang: str, size: tuple[int, int]
) -> None:
    with evening(lang, size, is_guided=False) as guest:
        begun(guest, game, table, game_rules(game).max_players)
        number, count = step(guest)
        assert number == 1
        assert 5 <= count <= 8
        told = []
        for at in range(1, count + 1):
            assert step(guest) == (at, count)
            assert guest.driver.faults() == []
            told.append(guest.model.overlay.model.text)
            assert guest.model.overlay.model.clause in ("", *load_clauses(game, lang))
            guest.driver.tap("back" if at == count else f"guide/{at + 1}")
        assert len(set(told)) == count
        assert guest.model.overlay is None


@pytest.mark.parametrize("game", GAMES)
def test_it_is_skipped_by_one_touch_and_comes_only_from_the_menu_after_that(game: str, home: Path) -> None:
    with evening("cs", is_guided=False) as guest:
        begun(guest, game, "virtual")
        waiting = guest.live.snapshot.accepted_texts
        guest.driver.wait(30)
        assert guest.live.snapshot.accepted_texts == waiting, "virtual players play while people read"
        guest.driver.tap("back")
        assert guest.model.overlay is None
        guest.driver.tap("home")
        sat_down(guest, game, "virtual")
        assert guest.model.overlay is None
        guest.driver.tap("menu")
        guest.driver.tap("guide")
        assert step(guest)[0] == 1
    assert load_settings(home / "settings.toml").guided == (game,)
    with evening("cs", is_guided=False) as guest:
        sat_down(guest, game, "real")
        assert guest.model.overlay is None


@pytest.mark.parametrize("game", GAMES)
def test_people_who_share_the_screen_are_told_to_take_it_and_what_opens_their_cards_is_framed(
    game: str,
) -> None:
    with evening("en", is_guided=False) as guest:
        set_up(guest.driver, game, "virtual", 3, persons=2)
        guest.driver.tap("start")
        guest.driver.until(lambda: guest.live is not None and guest.model.overlay is not None, PATIENT)
        assert guest.driver.sees("takes the screen and opens their cards")
        look = next(
            each for each in guest.page.view.walk() if getattr(each, "touch_target", "")[:5] == "look/"
        )
        for at in range(1, 6):
            framed = any(frame.contains_point(*look.center) for frame in guest.page.overlay._framed)
            assert framed == (at in (1, 5)), at
            guest.driver.tap(f"guide/{at + 1}")


def test_whoever_plays_on_at_the_table_needs_it_no_more(home: Path) -> None:
    with evening("en", is_guided=False) as guest:
        begun(guest, "florence", "real")
        guest.live.session.post(EnterLine(f"{guest.live.snapshot.setup.start_player} open jester"))
        guest.driver.until(lambda: guest.model.overlay is None, PATIENT)
        assert guest.live.snapshot.accepted_texts
    assert load_settings(home / "settings.toml").guided == ("florence",)


def test_what_was_not_read_when_the_power_went_is_told_again_until_a_person_has_moved(home: Path) -> None:
    for _ in range(2):
        with evening("en", is_guided=False) as guest:
            if "go-on" in guest.driver.things():
                guest.driver.tap("go-on")
                guest.driver.until(lambda: guest.model.overlay is not None, PATIENT)
            else:
                begun(guest, "kabale", "virtual")
            guest.driver.tap("guide/2")
    assert load_settings(home / "settings.toml").guided == ()
    with evening("en", is_guided=False) as guest:
        guest.driver.tap("go-on")
        guest.driver.until(lambda: guest.model.overlay is not None, PATIENT)
        guest.driver.tap("back")
    with evening("en", is_guided=False) as guest:
        guest.driver.tap("go-on")
        guest.settle()
        assert guest.model.overlay is None


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_only_the_game_is_told_and_nothing_of_what_is_to_be_done(game: str) -> None:
    with evening("en") as guest:
        sat_down(guest, game, "virtual", persons=1)
        over = next(
            each
            for each in moments(game, len(guest.live.snapshot.setup.seats), 400)
            if each.position.outcome()
        )
        context = replace(guest.live._context(), snapshot=over)
        told = GuideTableOverlay(guest.live._overlay_controller).model(context, "")
        assert told.count == len(guide_to_game(over, voice(over, "en")))
        assert told.lead_on == "Next"


def test_a_step_leads_to_its_clause_and_back_and_to_the_step_before() -> None:
    with evening("cs") as guest:
        sat_down(guest, "kabale", "virtual")
        guest.driver.tap("menu")
        guest.driver.tap("guide")
        guest.driver.tap("guide/2")
        clause = guest.model.overlay.model.clause
        guest.driver.tap(f"clause/{clause}")
        assert guest.model.overlay.model.title.startswith(clause)
        guest.driver.tap("back")
        assert step(guest)[0] == 2
        guest.driver.tap("guide/1")
        assert step(guest)[0] == 1


def test_what_a_step_tells_about_is_framed_and_not_covered_by_it() -> None:
    with evening("cs") as guest:
        sat_down(guest, "louis-xiv", "virtual")
        guest.driver.tap("menu")
        guest.driver.tap("guide")
        for at, thing in ((2, "tile/4"), (3, "player/blue"), (4, "card/joker"), (6, "undo"), (7, "menu")):
            while step(guest)[0] < at:
                guest.driver.tap(f"guide/{step(guest)[0] + 1}")
            overlay = guest.page.overlay
            part = next(
                each
                for each in guest.page.view.walk()
                if thing in (getattr(each, "asked_target", ""), getattr(each, "touch_target", ""))
            )
            assert any(frame.contains_point(*part.center) for frame in overlay._framed), thing
            assert not overlay._card_rect(overlay.rect).overlaps(part.rect), thing


def test_a_step_that_is_longer_than_the_screen_can_still_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    told = (GuideStep("Stones and cards. " * 120, targets=("card",)), GuideStep("It ends."))
    monkeypatch.setattr("companion.screen.overlays.guide.guide_to_game", lambda *_: told)
    with evening("en") as guest:
        for thing in ("settings", "text=largest", "home"):
            guest.driver.tap(thing)
        sat_down(guest, "kabale", "virtual")
        for thing in ("menu", "guide", "guide/2", "guide/3", "guide/2"):
            guest.driver.tap(thing)
        guest.driver.tap("back")
        assert guest.model.overlay is None


def test_a_game_without_steps_of_its_own_is_told_out_of_layout_and_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(playable_plugin_by_name(), PLUGIN.name, PLUGIN)
    now, later = islice(moments(PLUGIN.name, 2, 3), 2)
    steps = [(each.text, each.clause, each.targets) for each in guide_to_game(now, voice(now, "en"))]
    placing = "As long as they hold men, players in their turn put one of them on an empty point."
    over = "Whoever wins has one point, the other one none; a draw is no point for both. After that nobody moves."
    assert steps == [
        ("Anna: Supply: Men (Anna) 9.", "", ("hand/white",)),
        (placing, "N-1.1", ("prompt",)),
        (over, "N-3.4", ("prompt",)),
    ]
    assert guide_to_game(later, voice(later, "en"))[0].targets == ("point/a7",)


@everywhere
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_game_can_be_looked_up(game: str, lang: str, size: tuple[int, int]) -> None:
    with evening(lang, size) as guest:
        sat_down(guest, game, "real", game_rules(game).max_players)
        for thing in ("menu", "help", "words"):
            guest.tap(thing)
        seen: list[str] = []
        while not seen or "later" in guest.driver.things():
            if seen:
                guest.driver.tap("later")
            assert guest.driver.faults() == []
            seen += [each for each in guest.driver.things() if each.startswith(("about/", "clause/"))]
        choices = guest.model.overlay.model.choices
        assert sorted(seen) == sorted(each.touch_target for each in choices)
        words = [each.text for each in choices]
        assert len({*words}) == len(words)
        assert {*words} >= {clause["title"] for clause in load_clauses(game, lang).values()}
        guest.tap(seen[-1])
        guest.tap("back")
        assert seen[-1] in guest.driver.things(), "back at the page one came from"


def test_a_word_that_is_touched_is_explained() -> None:
    with evening("en") as guest:
        sat_down(guest, "kabale", "virtual")
        for thing in ("menu", "help", "words"):
            guest.tap(thing)
        looked_up(guest, "about/card/black/storm")
        assert guest.driver.sees("Turned up, closes the column.")
        guest.tap("back")
        while "earlier" in guest.driver.things():
            guest.driver.tap("earlier")
        looked_up(guest, "clause/K-1.4")
        assert guest.driver.sees("A column is full when")


def looked_up(guest: Guest, word: str) -> None:
    """Page by page until it is there, and touched."""
    while word not in guest.driver.things():
        guest.driver.tap("later")
    guest.tap(word)
