"""What earlier versions wrote is read as it is: evenings, decks, settings, plans, records.

`home` is a HERALD_HOME of 22 November 2026, with five evenings of Louis XIV more that were played by the last version
with the old L-1.2 and L-4.3, of 28 November: every mission card is laid out in them, the third has stone for card
with gains, the fourth ends at that question and the fifth between laying out and drawing. `answers` is what the
referee of that day said of the evenings, `plans` its kits, `plans.json`
what it read in them, `answer_record.json` a digest of what its referee decided and told of every golden record of that
day.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.export.referee import answer_record, to_json_line
from companion.rules.clauses import MoveRefused
from companion.screen.settings import UserSettings, load_player_names, load_settings, settings_path
from companion.table.storage.edition_file import load_edition_lines
from companion.table.storage.evenings import table_of_evening
from companion.table.storage.journal import resume_journal
from companion.table.storage.saved_games import last_interrupted_game
from companion.table.tags.deck_store import all_pieces_in_box, deck_path, load_owner_deck
from hardware import wiring_plan
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.rc522.wiring_schema import Rc522Wiring

HERE = Path(__file__).parent
RECORDS = HERE.parent / "games"
EVENINGS = sorted((HERE / "home" / "evenings").glob("*.herald"))
DIGESTS: dict[str, str] = json.loads((HERE / "referee.json").read_text())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As it was left."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return Path(shutil.copytree(HERE / "home", tmp_path / "home"))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_is_answered_to_the_byte_and_goes_on(evening: Path, home: Path) -> None:
    answers = [
        to_json_line(each)
        for each in answer_record(BytesIO(evening.read_bytes()), "en", position=True, legal=False)
    ]
    assert answers == (HERE / "answers" / f"{evening.stem}.answers").read_bytes().splitlines()
    kept = home / "evenings" / evening.name
    resumed = resume_journal(kept)
    resumed.journal.close()
    assert json.loads(answers[-1])["position"] == resumed.history.position.to_json()
    assert kept.read_bytes() == evening.read_bytes()
    sidecar = table_of_evening(kept, resumed.head)
    assert sidecar.is_virtual
    assert len(sidecar.absent) == len(resumed.history.position.to_json()["players"]) - 1


def test_an_evening_goes_on_by_the_rules_with_which_it_was_begun(home: Path) -> None:
    """The fourth ends where stone for card is asked after the gains, the fifth between laying out and drawing."""
    at_gains, at_draw = (
        resume_journal(each) for each in sorted((home / "evenings").glob("2026-11-28*-[45].herald"))
    )
    assert {str(move) for move in at_gains.history.position.legal_moves()} == {
        "yellow stone-for-card yes",
        "yellow stone-for-card no",
    }
    assert "plus-two" not in str(at_gains.history.position.to_json()["agenda"][0])
    with pytest.raises(MoveRefused, match=r"L-4\.2"):
        at_draw.history.apply_line("blue swap letter")
    at_draw.history.apply_line("blue draw light")
    at_draw.history.apply_line("blue swap letter")
    for each in (at_gains, at_draw):
        assert each.head.setup.rules == 1
        each.journal.close()


@pytest.mark.parametrize("head", ["rules 1\n", ""])
def test_text_without_sums_is_judged_by_todays_rules_but_where_it_says_others(head: str) -> None:
    evening = (HERE / "home" / "evenings" / "2026-11-28-1900-louis-xiv-5.herald").read_text()
    lines = [line.rpartition(" ;")[0] for line in evening.splitlines()]
    lines = [line for line in lines if line not in ("herald 2", "moves")]
    text = f"herald 1\n{lines[0]}\n{head}" + "\n".join((*lines[1:], "blue swap letter", ""))
    *_, answer = answer_record(BytesIO(text.encode()), "en")
    assert answer.get("clause") == ("L-4.2" if head else None)


def test_the_evening_that_was_opened_last_is_offered(home: Path) -> None:
    opened = (home / "evenings" / ".opened").read_text()
    found = last_interrupted_game()
    assert found is not None
    assert found.path.name == opened


@pytest.mark.parametrize("game", ["louis-xiv", "kabale", "florence"])
def test_every_tag_of_a_deck_is_known(game: str, home: Path) -> None:
    written = json.loads((home / f"{game}.deck").read_text())["tags"]
    deck = load_owner_deck(game)
    assert deck_path(game) == home / f"{game}.deck"
    assert {
        piece.key: deck.uid_of_piece(piece)
        for piece in all_pieces_in_box(game, home)
        if deck.uid_of_piece(piece)
    } == written
    assert len(written) > 20


def test_settings_people_and_printed_values_hold(home: Path) -> None:
    assert load_settings(settings_path()) == UserSettings("cs", "full", "slow", "hint", "large", 2)
    assert load_player_names() == ("Žofie", "Jan")
    assert [each.words for each in load_edition_lines("louis-xiv")] == [("tile", "1", "money:3", "first")]


@pytest.mark.parametrize("kit", sorted((HERE / "plans").glob("*.toml")), ids=lambda path: path.stem)
def test_a_plan_says_what_it_said(kit: Path) -> None:
    before = json.loads((HERE / "plans.json").read_text())[kit.stem]
    read = wiring_plan.load_plan(kit)
    tables = {"reader": read.wirings_of(Rc522Wiring), "hub": read.wirings_of(HubWiring)}
    now = json.loads(msgspec.json.encode(read)) | json.loads(msgspec.json.encode(tables))
    assert lacking(before, now) == []


def lacking(before: Any, now: Any, at: str = "") -> list[str]:
    """What was said before and is not said now; there may be more now."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [each for key, value in before.items() for each in lacking(value, now.get(key), f"{at}/{key}")]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = enumerate(zip(before, now, strict=True))
        return [each for number, pair in pairs for each in lacking(*pair, f"{at}/{number}")]
    return [] if before == now else [f"{at}: {before} is now {now}"]


@pytest.mark.long(usual="*four-players.herald")
@pytest.mark.parametrize("record", DIGESTS)
def test_the_referee_decides_and_tells_the_events_of_a_golden_record_as_before(record: str) -> None:
    digest = hashlib.sha256()
    with (RECORDS / record).open("rb") as stream:
        for answer in answer_record(stream, "en", position=True, legal=True):
            said = {
                key: value
                for key, value in json.loads(to_json_line(answer)).items()
                if key not in ("text", "nearest")
            }
            digest.update(json.dumps(said, sort_keys=True).encode() + b"\n")
    assert digest.hexdigest() == DIGESTS[record]
