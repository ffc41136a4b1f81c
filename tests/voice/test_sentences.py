"""What is said about the events of any game: whole, in the right language, and with everything at its place."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import get_args

import pytest

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from companion.voice.game_texts import load_names
from companion.voice.language import SOURCE_LANGUAGE, languages
from companion.voice.narration import NarrationLine, SpeechLevel, texts_to_speak
from companion.voice.voice import Voice
from tests.catalogues import ENGLISH
from tests.ours import GAMES
from tests.voice.evenings import begun, evening, evenings, happenings, kinds, samples, setup, voice

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("lang", languages())


def whole(text: str, lang: str) -> None:
    """The text is a sentence of its language with nothing left to fill in."""
    assert text == " ".join(text.split())
    assert text[0].isupper() or not text[0].isalpha(), text
    assert text.endswith((".", "!", "?")), text
    assert not set("{}[]_|") & set(text), text
    words = {word.strip(".,:;!?()„“‘’”") for word in text.lower().split()}
    assert lang == SOURCE_LANGUAGE or not words & ENGLISH, text


@every_language
@every_game
def test_every_event_has_a_sentence(name: str, lang: str) -> None:
    speaking = voice(name, lang)
    for kind in kinds(name):
        for event in happenings(name)[kind]:
            whole(speaking.narrate_event(event), lang)


@pytest.mark.long(usual="*-cs")
@every_language
@every_game
def test_whole_evenings_are_told_in_whole_sentences(name: str, lang: str) -> None:
    speaking = voice(name, lang)
    for played in evenings(name):
        if speaking.prompt_sentence(played.before):
            whole(speaking.prompt_sentence(played.before), lang)
        for line in speaking.narrate(played.before, played.events):
            whole(line.text, lang)


@every_game
def test_the_levels_say_everything_what_is_needed_and_nothing(name: str) -> None:
    levels: tuple[SpeechLevel, ...] = get_args(SpeechLevel)
    said: dict[SpeechLevel, int] = dict.fromkeys(levels, 0)
    speaking = voice(name)
    for played in evening(name, 3, 1):
        all_ = speaking.narrate(played.before, played.events)
        for level in levels:
            lines = speaking.narrate(played.before, played.events, level)
            said[level] += len(lines)
            assert (
                len(list(texts_to_speak(lines, level)))
                == len(lines)
                <= len(list(texts_to_speak(all_, level)))
            )
    assert said["off"] == 0
    assert 0 < said["short"] < 0.8 * said["full"]


@every_language
@every_game
def test_a_player_is_called_by_colour_where_nobody_gave_a_name(name: str, lang: str) -> None:
    nameless = Voice(name, {}, lang)
    said = [nameless.prompt_sentence(played.before) for played in evening(name, 2, 0)]
    assert any(
        prompt.startswith(f"{load_names(name, lang)['colour'][samples(name).NAMELESS]}: ") for prompt in said
    )


@pytest.mark.long(usual="*-cs")
@every_language
@every_game
def test_spoken_moves_are_unique_within_a_position(name: str, lang: str) -> None:
    """Up to what nobody may hear: two cards face down are one and the same phrase."""
    speaking, rules = voice(name, lang), game_rules(name)
    for players in samples(name).PLAYERS:
        for played in evening(name, players, 0)[::4]:
            said: dict[str, Move] = {}
            for move in _some(played.before):
                phrase, heard = speaking.describe_move_with_player(move), Move(rules.public_words(move.words))
                assert said.setdefault(phrase, heard) == heard, f"{move} and {said[phrase]}: {phrase}"
                assert not set("{}_") & set(phrase)


def _some(position: Position) -> list[Move]:
    return [move for move, _ in zip(position.legal_moves(), range(1500), strict=False)]


@pytest.mark.long(usual="*-cs")
@every_language
@every_game
def test_the_table_is_told_line_by_line(name: str, lang: str) -> None:
    speaking = voice(name, lang)
    for players in samples(name).PLAYERS:
        for played in evening(name, players, 1)[::7]:
            lines = list(speaking.describe_table(played.before, setup(name, players)))
            assert len(lines) > players
            assert len(set(lines)) == len(lines)
            for text in lines:
                whole(text, lang)
                assert not set("/?") & set(text), text


@every_language
@every_game
def test_whatever_a_correction_changes_is_told_in_words(name: str, lang: str) -> None:
    speaking = voice(name, lang)
    for players in samples(name).PLAYERS:
        moments = [played.before for played in evening(name, players, 1)[::9]]
        for before, after in pairwise(moments):
            changes = [*speaking.describe_changes(before, after)]
            assert changes
            for text in changes:
                assert not re.search(r"/|\?|[a-z]_", text), text
            assert [*speaking.describe_changes(after, after)] == []


@pytest.mark.parametrize(
    ("name", "pairs", "there", "back"),
    [
        ("louis-xiv", "/players/blue/money 11", "Anna: 5 louis, now 11 louis", "Anna: 11 louis, now 5 louis"),
        ("louis-xiv", '/players/blue/chips {"ring":1}', "Anna: ring 1", "Anna: ring 1 no longer"),
        (
            "louis-xiv",
            "/round 2",
            "Round 1, Supply, now Round 2, Supply",
            "Round 2, Supply, now Round 1, Supply",
        ),
        (
            "florence",
            '/turn "green"',
            "Bert: open an object at 200, or pass",
            "Anna: open an object at 200, or pass",
        ),
        ("florence", "/players/blue/builders 2", "Anna: builders 2", "Anna: builders 2 no longer"),
        (
            "florence",
            "/players/blue/points 2",
            "Anna: prestige 0, now prestige 2",
            "Anna: prestige 2, now prestige 0",
        ),
    ],
)
def test_a_correction_says_what_was_and_what_is_and_taking_it_back_too(
    name: str, pairs: str, there: str, back: str
) -> None:
    history = GameHistory.from_header(RecordHeader(name, setup(name, 3)), game_rules(name))
    told: list[NarrationLine] = []
    for text in (f"table correct {pairs}", "undo 1"):
        before, accepted = history.position, history.apply_line(text)
        told += voice(name).narrate(before, accepted.events, after=history.position)
    assert [line.text for line in told] == [
        f"Corrected by hand: {there}.",
        f"Taken back: Correction ({back}).",
    ]


@every_language
@every_game
def test_a_correction_is_told_with_what_follows_from_it(name: str, lang: str) -> None:
    """By itself: the position it made is not the one that is at hand."""
    correction = next(event for event in samples(name).RARE if type(event).__name__ == "PositionCorrected")
    for played in evening(name, 3, 2)[::5]:
        lines = voice(name, lang).narrate(begun(name, 3), (correction, *played.events))
        assert len(lines) == 1 + len(played.events)
        for line in lines:
            whole(line.text, lang)
