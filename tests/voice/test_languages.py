"""The languages are the catalogues that are there; whatever is wrong with one, there is English."""

from __future__ import annotations

import os
import shutil
from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from companion import cli
from companion.screen.widgets.keyboard import letter_rows
from companion.voice import game_texts, language, translation_coverage
from companion.voice.language import (
    SOURCE_LANGUAGE,
    CompiledCatalogue,
    espeak_voice,
    has_known_placeholders,
    languages,
    load_package_translation,
    load_translation,
    native_name,
)
from companion.voice.translation_coverage import TranslationCoverage, coverage_of_everything, coverage_report
from companion.voice.translator import Translator
from tests.ours import GAMES
from tests.pseudo import LANG, english, pseudo, pseudo_catalogue, untranslated, write_language

OURS = languages()
FIRST = ("cs", "nl", "de")
"""Czech, Dutch, German: languages are in the order of their English names."""

HALVES = ("«{number} áňď áá ĥááĺf»", "{number:>1000000000}", "{number.__class__}", "{nummer}", "{number", "")


def speak(folder: Path, monkeypatch: pytest.MonkeyPatch, lang: str, messages: Catalog) -> None:
    """Herald speaks one language more."""
    folder.mkdir()
    write_language(folder, lang, messages)
    monkeypatch.setattr(language, "LOCALE_FOLDER", folder)


def of(lang: str, whose: str) -> TranslationCoverage:
    return next(each for each in coverage_of_everything() if (each.lang, each.owner) == (lang, whose))


# -- which there are


def test_a_language_is_there_as_soon_as_its_catalogue_is(other_language: str) -> None:
    assert set(languages()) == {*OURS, LANG}
    assert [lang for lang in languages() if lang in (*FIRST, LANG, SOURCE_LANGUAGE)] == [
        *FIRST,
        LANG,
        SOURCE_LANGUAGE,
    ]
    assert load_translation(LANG).gettext("Settings") == pseudo("Settings")


def test_without_any_catalogue_there_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "LOCALE_FOLDER", tmp_path)
    assert languages() == (SOURCE_LANGUAGE,)
    assert load_translation(SOURCE_LANGUAGE).ngettext("{n} point", "{n} points", 2) == "{n} points"


@pytest.mark.parametrize("folder", ["..", "x", "english", "cs_cz", "cs-CZ"])
def test_a_folder_that_is_called_like_no_language_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    speak(tmp_path / "locale", monkeypatch, "pt_BR", Catalog())
    if folder != "..":
        shutil.copytree(tmp_path / "locale/pt_BR", tmp_path / "locale" / folder)
    assert set(languages()) == {*OURS, "pt_BR"}


@pytest.mark.parametrize(
    ("spoken", "lang"),
    [
        ("cs_CZ.UTF-8", "cs"),
        ("CS", "cs"),
        ("de@euro", "de"),
        (f"{LANG}_XX", LANG),
        ("csb_PL.UTF-8", SOURCE_LANGUAGE),
        ("tlh", SOURCE_LANGUAGE),
        ("C", SOURCE_LANGUAGE),
        ("../cs", SOURCE_LANGUAGE),
    ],
)
def test_the_language_of_the_user_is_one_of_them(
    other_language: str, monkeypatch: pytest.MonkeyPatch, spoken: str, lang: str
) -> None:
    monkeypatch.setenv("HERALD_LANG", spoken)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert cli.system_language() == lang


def test_a_language_that_was_chosen_and_has_gone_is_not_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setenv("HERALD_LANG", "nl")
    (tmp_path / "settings.toml").write_text('lang = "tlh"\n')
    assert cli.chosen_language() == "nl"


# -- what is missing, wrong or damaged


def test_what_is_not_translated_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half = pseudo_catalogue()
    for each in [*half][1::2]:
        half.delete(each.id, each.context)
    speak(tmp_path / "locale", monkeypatch, "hf", half)
    said = {
        each.id: load_translation("hf").gettext(each.id) for each in english() if isinstance(each.id, str)
    }
    assert {bool(untranslated(text)) for text in said.values()} == {True, False}
    words = Translator("kabale", {}, "hf")
    named = {words.name_of("card", card) for card in game_texts.load_names("kabale", "en")["card"]}
    assert {bool(untranslated(name)) for name in named} == {True, False}
    assert 45 < of("hf", translation_coverage.HERALD_OWNER).percent < 55


@pytest.mark.parametrize("half", HALVES)
def test_a_translation_that_cannot_be_filled_in_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: str
) -> None:
    messages = Catalog()
    messages.add("{number} and a half", half)
    speak(tmp_path / "locale", monkeypatch, "xx", messages)
    said = load_translation("xx").gettext("{number} and a half").format(number=9)
    assert said == ("«9 áňď áá ĥááĺf»" if half == HALVES[0] else "9 and a half")
    assert of("xx", translation_coverage.HERALD_OWNER).invalid == (
        () if half in (HALVES[0], "") else ("'{number} and a half'",)
    )


def test_a_placeholder_that_is_left_out_is_named_and_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = Catalog()
    messages.add("{number} and a half", "a half")
    messages.add(("{n} point", "{n} points"), ("a point", "{n} points"))
    speak(tmp_path / "locale", monkeypatch, "xy", messages)
    assert load_translation("xy").gettext("{number} and a half").format(number=9) == "a half"
    assert of("xy", translation_coverage.HERALD_OWNER).invalid == ("'{number} and a half'",)


@pytest.mark.parametrize("said", ["Settings\n", "Set\tup", "\x1b[31mSet-up", "Set\u2028up"])
def test_a_translation_that_breaks_a_line_or_steers_a_terminal_is_named_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    messages = Catalog()
    messages.add("Settings", said)
    messages.add("Voice", "Vo\xadice\u202f!")  # what a language may need inside and between its words
    speak(tmp_path / "locale", monkeypatch, "xz", messages)
    assert load_translation("xz").gettext("Settings") == "Settings"
    assert load_translation("xz").gettext("Voice") == "Vo\xadice\u202f!"
    assert of("xz", translation_coverage.HERALD_OWNER).invalid == ("'Settings'",)


@given(st.text("{}n!:.x", max_size=8))
def test_whatever_may_be_used_can_be_filled_in(text: str) -> None:
    if has_known_placeholders(text, "{n} points"):
        assert text.format(n=2) is not None


DAMAGED = (
    b"",
    b"not a catalogue",
    b"\xde\x12\x04\x95" + b"\xff" * 40,
    b"\xde\x12\x04\x95\x00\x00\x00\x00\xff\xff\xff\x00\x1c\x00\x00\x00\x1c\x00\x00\x00",
)


@pytest.mark.parametrize("damaged", DAMAGED, ids=["empty", "text", "cut", "far"])
def test_a_catalogue_that_cannot_be_read_is_named_and_english_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bytes
) -> None:
    lang = f"d{'abcd'[DAMAGED.index(damaged)]}"
    speak(tmp_path / "locale", monkeypatch, lang, Catalog())
    (tmp_path / f"locale/{lang}/LC_MESSAGES/herald.mo").write_bytes(damaged)
    assert load_translation(lang).gettext("Settings") == "Settings"
    assert load_translation(lang).ngettext("{n} point", "{n} points", 1) == "{n} point"
    assert Translator("kabale", {}, lang).name_of("card", "king") == "king"
    assert (native_name(lang), espeak_voice(lang), letter_rows(lang)) == (
        lang,
        lang,
        letter_rows(SOURCE_LANGUAGE),
    )
    assert of(lang, translation_coverage.HERALD_OWNER).percent == 0
    assert [line for line in coverage_report(lang) if line.startswith(f"{lang}, Herald: cannot be read")]


@given(st.data())
def test_no_damage_to_a_catalogue_stops_anybody(data: st.DataObject) -> None:
    whole = (language.LOCALE_FOLDER / "cs/LC_MESSAGES/herald.mo").read_bytes()[:4000]
    at = data.draw(st.integers(0, 200))
    damage = data.draw(st.binary(min_size=1, max_size=8))
    messages = CompiledCatalogue(BytesIO(whole[:at] + damage + whole[at + len(damage) :]))
    assert messages.gettext("Settings")
    assert messages.ngettext("{n} point", "{n} points", 5).format(n=5)


def counting(folder: Path, rule: str) -> CompiledCatalogue:
    """Messages with two forms, which a stranger's header chooses from."""
    messages = Catalog(locale="de")
    messages.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({rule})")]
    messages.add(("{n} point", "{n} points"), ("{n} Punkt", "{n} Punkte"))
    path = folder / "odd.mo"
    with path.open("wb") as file:
        write_mo(file, messages)
    return CompiledCatalogue(path.open("rb"))


def test_plurals_that_divide_by_nothing_stop_nobody(tmp_path: Path) -> None:
    assert counting(tmp_path, "n % 0").ngettext("{n} point", "{n} points", 3) == "{n} Punkt"


def test_a_form_that_the_rule_for_plurals_chooses_and_nobody_wrote_is_missing(tmp_path: Path) -> None:
    assert counting(tmp_path, "n != 1").has_translation("{n} point")
    odd = counting(tmp_path, "n > 1 ? 2 : 0")
    assert odd.ngettext("{n} point", "{n} points", 3) == "{n} points"
    assert not odd.has_translation("{n} point")


# -- a game from outside


def test_a_game_from_outside_brings_its_own_catalogue(tmp_path: Path) -> None:
    own = Catalog(locale="cs")
    own.add("mill", "mlýn", context="morris line")
    own.add("Settings", "Nastavení mlýnů")
    folder = tmp_path / "locale/cs/LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "morris.mo").open("wb") as file:
        write_mo(file, own)
    messages = load_package_translation(tmp_path, "cs")
    assert messages.pgettext("morris line", "mill") == "mlýn"
    assert messages.gettext("Settings") == "Nastavení mlýnů"
    assert messages.gettext("Voice") == load_translation("cs").gettext("Voice")
    assert load_translation("cs").gettext("Settings") == "Nastavení"
    assert load_package_translation(tmp_path, "de") is load_translation("de")


# -- herald languages


def test_what_is_there_is_complete() -> None:
    assert {each.owner for each in coverage_of_everything()} == {translation_coverage.HERALD_OWNER, *GAMES}
    assert [each for each in coverage_of_everything() if each.percent < 100 or each.invalid] == []


def test_a_catalogue_that_was_not_compiled_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(tmp_path / "locale", monkeypatch, "pl", Catalog())
    (tmp_path / "locale/pl/LC_MESSAGES/herald.mo").unlink()
    assert "pl" not in languages()
    assert [*coverage_report()][-1] == "pl: not compiled yet: run deploy/setup"
    assert cli.make_parser(["languages"]).parse_args(["languages", "pl"]).language == "pl"


def test_a_catalogue_that_changed_since_it_was_compiled_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(tmp_path / "locale", monkeypatch, "xv", Catalog())
    assert not [line for line in coverage_report() if line.startswith("xv: changed")]
    text = tmp_path / "locale/xv/LC_MESSAGES/herald.po"
    later = text.with_suffix(".mo").stat().st_mtime + 1
    os.utime(text, (later, later))
    assert "xv: changed since it was compiled: run deploy/setup" in [*coverage_report()]


def test_what_is_to_be_said_that_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "en/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "en/LC_MESSAGES/herald.po").write_bytes(b"msgid \xff")
    monkeypatch.setattr(language, "LOCALE_FOLDER", tmp_path)
    assert cli.main(["languages"]) == 2
    assert "herald: herald.po: no catalogue: 'utf-8' codec can't decode" in capsys.readouterr().err


def test_what_is_to_be_said_may_be_saved_with_a_mark_in_front(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(tmp_path / "locale", monkeypatch, "zz", english())
    own = tmp_path / "locale/en/LC_MESSAGES/herald.po"
    said = own.read_bytes()
    (tmp_path / "locale/en").unlink()
    own.parent.mkdir(parents=True)
    own.write_bytes(said)
    before = [*coverage_report("zz")]
    own.write_bytes(BOM_UTF8 + said)
    assert [*coverage_report("zz")] == before


def test_what_one_language_lacks_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(tmp_path / "locale", monkeypatch, "zz", english())
    lacks = [*coverage_report("zz")]
    assert "zz, kabale: missing: [kabale card king] 'king'" in lacks
    assert len(lacks) > len([*game_texts.translatable_texts("kabale")])
    assert of("zz", translation_coverage.HERALD_OWNER).percent == 0
