"""What the shared buttons point at is said in words, and marked where it lies on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from random import Random
from typing import Any, cast

import pytest

from companion.games import load_plugin_part
from companion.screen.context import UiState
from companion.screen.game_session.game_controller import PresenterModule
from companion.screen.presenters.table_presenter import pointed_targets
from companion.start.real_table.button_presses import message_for_button
from companion.table.messages import MovePointer
from companion.table.snapshot import Snapshot
from companion.table.zones import ZonePlan
from companion.voice.language import languages, load_translation
from companion.voice.pending_text import pointed_at_text, spoken_pointed_target, yes_no_hint
from companion.voice.voice import Voice
from tests.long import usually
from tests.start.sessions import READERS
from tests.table.pressing import People

PLANS = [
    ("louis-xiv", READERS),
    ("louis-xiv", ZonePlan()),
    ("kabale", ZonePlan({"play": "reader"})),
    ("kabale", ZonePlan()),
]


def pointing(people: People) -> Iterator[Snapshot]:
    """Everything that is pointed at while nothing is said."""
    begun = next((b for b in ("yes", "no") if isinstance(message_for_button(people.now, b), MovePointer)), "")
    while begun:
        people.press(begun)
        begun = "no" if people.now.pointed_at else ""
        if begun:
            yield people.now


@pytest.mark.long(usual="louis-xiv-plan0-cs")
@pytest.mark.parametrize(
    ("name", "plan", "lang"),
    usually(
        [(*plan, lang) for plan, lang in zip(cycle(PLANS), languages(), strict=False)],
        [(*plan, lang) for plan in PLANS for lang in languages()],
    ),
)
def test_everything_that_is_pointed_at_has_words_of_its_own(name: str, plan: ZonePlan, lang: str) -> None:
    people = People(name, 3, plan, Random(f"{name} {lang}"))
    shown = cast(PresenterModule, load_plugin_part(name, "screen", "presenter"))
    voice = Voice(name, people.now.player_name_by_colour, lang)
    for _ in range(100):
        if people.over:
            break
        said: dict[str, str] = {}
        for now in pointing(people):
            what = pointed_at_text(now, voice)
            assert what not in said, f"{now.pointed_at} is called as {said[what]}: {what}"
            assert what != now.pointed_at
            said[what] = now.pointed_at
            table: Any = shown.table_model(now, UiState(False, tuple(now.player_name_by_colour)), voice, ())
            assert what in table.prompt.sentence
            assert now.pointed_at in table.pointed_targets
        people.say(people.could())
    assert people.pressed


@pytest.mark.parametrize("lang", languages())
def test_what_yes_and_no_say_is_told_in_every_language(lang: str) -> None:
    people = People("louis-xiv", 3, READERS, Random(1))
    people.say(next(move for move in people.position.legal_moves() if str(move) == "table money 4 2"))
    who = people.position.choice_tree.awaited_actors[0]
    people.lay("card/inf6", "play")
    voice, text = Voice("louis-xiv", people.now.player_name_by_colour, lang), load_translation(lang).gettext
    assert (pointed_targets(people.now), spoken_pointed_target(people.now, voice)) == (frozenset(), "")
    people.session.handle_message(partial(message_for_button, button="yes"))
    take = voice.translator.name_of("word", "take")
    assert who == "blue"
    assert pointed_targets(people.now) == {"take"}
    assert spoken_pointed_target(people.now, voice) == f"{take}?"
    assert yes_no_hint(people.now, voice) == text("Yes: {what}. No: none of these.").format(what=take)
