"""Every screen in every language: everything has room; in one that nobody speaks, nothing on it is English."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.voice.language import languages
from tests.pseudo import LANG
from tests.screen import SIZES
from tests.screen import test_pictures as louis
from tests.screen.florence import test_laying_pictures as laying
from tests.screen.florence import test_over_pictures as ending
from tests.screen.florence import test_pictures as florence
from tests.screen.florence import test_working_pictures as working
from tests.screen.harness.album import Album, album
from tests.screen.harness.evening import begin, evening
from tests.screen.harness.plain import without_views
from tests.screen.harness.translated import spoken, wrong
from tests.screen.kabale import test_pictures as kabale
from tests.screen.kabale.evenings import FOUR

SMALL = SIZES[0]


def an_evening_at_the_default_table(_home: Path) -> None:
    """Some moments of a game whose own view is switched off."""
    chance = Random(4)
    with without_views(), album(LANG, SMALL) as pictures:
        guest = pictures.guest
        begin(guest, players=4, persons=2)
        for at in range(12):
            pictures.take(f"default-{at}")
            away = {"home", "settings"}  # and from there to another language
            ways = {*guest.ways()} - away or {*guest.driver.things()} - away
            guest.tap(chance.choice(sorted(ways)))


SCENES: dict[str, Callable[[Path], Any]] = {
    "default table": an_evening_at_the_default_table,
    "first": louis.test_the_first_page_and_what_leads_from_it,
    "kiosk": louis.test_what_only_a_kiosk_shows,
    "tags": louis.test_pieces_get_their_tags,
    "readers": louis.test_five_readers_one_dead_and_one_garbled,
    "influence": lambda home: louis.test_influence_at_a_real_table(home, LANG, SMALL),
    "refusal": lambda home: louis.test_a_refusal_at_the_virtual_table(),
    "evaluation": louis.test_evaluation_tile_by_tile_and_the_question_it_leads_to,
    "taken back": louis.test_moves_are_taken_back_and_hands_told_how,
    "menu": louis.test_what_the_menu_leads_to,
    "end": louis.test_the_end_from_the_exchange_to_the_winner,
    "kabale": lambda home: kabale.test_moments_of_a_round_of_four(home, "naming", 79),
    "kabale, explorer": lambda home: kabale.test_moments_of_a_round_of_four(home, "explorer", 97),
    "kabale, columns": kabale.test_six_columns_are_evaluated,
    "kabale, menu": kabale.test_what_the_menu_leads_to,
    "kabale, end": lambda home: kabale.test_the_end_from_the_objectives_opened_to_the_winner(
        home, FOUR, "kabale", 239, "table shown 3.4 mage"
    ),
    "kabale, box": kabale.test_the_box_is_chosen_from_colour_by_colour,
    "florence, auction": lambda home: florence.test_moments_of_a_round_of_five(
        home, "bid", 213, ("bid", "pass")
    ),
    "florence, actions": lambda home: florence.test_moments_of_a_round_of_five(
        home, "build", 160, ("build",)
    ),
    "florence, work": working.test_a_work_from_the_profession_to_the_income,
    "florence, purse": working.test_what_a_bidder_could_pay_if_he_sold_prestige,
    "florence, landscape": laying.test_a_landscape_is_laid_and_taken_back,
    "florence, outlines": laying.test_outlines_and_least_values_before_a_new_game,
    "florence, round": ending.test_the_end_of_a_round_and_how_it_stands,
    "florence, end": ending.test_the_end_from_the_first_prestige_card_to_the_winner,
}

MORE: dict[str, Callable[[Path], Any]] = {
    "resume": lambda home: louis.test_an_interrupted_evening_waits_on_the_first_page(home, LANG),
    "pointed": louis.test_what_yes_and_no_point_at_is_marked,
    "buy": lambda home: louis.test_a_purchase_and_a_mission(home, "buy", 68),
    "missions": lambda home: louis.test_a_purchase_and_a_mission(home, "missions", 78),
    "kabale, virtual": kabale.test_the_virtual_table,
    "kabale, pointed": kabale.test_the_column_that_yes_and_no_point_at_is_marked,
    "florence, virtual": florence.test_the_virtual_table,
    "florence, pointed": florence.test_the_building_that_yes_and_no_point_at_is_marked,
    "florence, over": florence.test_when_it_is_over_everybodys_principality_lies_there,
    "florence, cards": working.test_the_bonus_cards_of_a_work,
    "florence, check": ending.test_the_table_check,
    **{
        f"kabale, moment {name}": partial(kabale.test_moments_of_a_round_of_four, name=name, lines=lines)
        for name, lines in kabale.AS_IT_LIES
        if name not in ("naming", "explorer")
    },
    **{
        f"kabale, moment {name}": partial(kabale.test_moments_of_a_round_of_six, name=name, lines=lines)
        for name, lines in kabale.OF_SIX
    },
    **{
        f"florence, moment {name}": partial(
            florence.test_moments_of_a_round_of_five,
            name=name,
            lines=lines,
            touches=touches,
        )
        for name, lines, touches in florence.MOMENTS
        if name not in ("bid", "build")
    },
}
"""Besides, in the languages that somebody speaks."""
EVERYWHERE = [
    *product(SCENES, languages(), SIZES),
    *((scene, lang, SIZES[at % 2]) for at, (scene, lang) in enumerate(product(MORE, languages()))),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other_language: str) -> Path:
    """A house of its own, where every program speaks that language and whatever is looked at is read."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    spoken(monkeypatch, other_language, SMALL)
    monkeypatch.setattr(Album, "take", look)
    return tmp_path


def look(album: Album, name: str) -> None:
    """Read what is written there."""
    album.wrong.extend(f"{name}: {each}" for each in wrong(album.guest.driver))


@pytest.mark.long(
    usual=(
        "default table",
        "tags",
        "readers",
        "refusal",
        "taken back",
        "menu",
        "kabale, end",
        "florence, work",
        "florence, outlines",
    )
)
@pytest.mark.parametrize("scene", SCENES)
def test_every_screen_is_translated_and_everything_fits(home: Path, scene: str) -> None:
    SCENES[scene](home)


@pytest.mark.long(instead="test_every_screen_is_translated_and_everything_fits")
@pytest.mark.parametrize(("scene", "lang", "size"), EVERYWHERE)
def test_every_screen_is_sound_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: str, lang: str, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    spoken(monkeypatch, lang, size)
    monkeypatch.setattr(Album, "take", Album.look)
    (SCENES | MORE)[scene](tmp_path)


@pytest.mark.parametrize(("page", "before"), [("home", "lang/"), ("settings", "lang=")])
def test_of_many_languages_there_are_some_at_a_time(home: Path, page: str, before: str) -> None:
    def there() -> set[str]:
        return {thing.removeprefix(before) for thing in driver.things() if thing.startswith(before)}

    with evening() as guest:
        driver = guest.driver
        driver.tap(page) if page != "home" else None
        first = there()
        assert LANG in first  # the one that is set
        found = set(first)
        while found != set(languages()):
            driver.tap("more")
            assert there()
            assert not there() & found
            assert driver.faults() == []
            found |= there()
        driver.tap_among(f"{before}cs")
        assert guest.model.lang == "cs"
        driver.tap_among(f"{before}{LANG}")
        assert there() == first
