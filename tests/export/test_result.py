"""The result of an evening: as data, for a spreadsheet, for a phone, as a picture."""

from __future__ import annotations

import csv
import json
import subprocess
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from companion.export import evening_result
from companion.export.bg_stats import (
    LARGEST_VERSION,
    MAX_LINK_LETTERS,
    NoResultYet,
    bg_stats_link,
    bg_stats_play,
    result_qr,
)
from companion.export.evening_result import (
    COMMA_LANGUAGES,
    EveningResult,
    load_told_evening,
    result_csv,
    result_json,
    result_schema,
)
from companion.export.result_files import PLAYER_COLOURS, keep_result, qr_picture, result_picture
from companion.games import game_rules
from companion.rules.history import replay_record
from companion.rules.record import RecordHeader
from companion.screen.draw import theme
from companion.table.storage.journal import read_record
from companion.voice.language import languages
from tests.export.test_report import ended, written
from tests.tables import setup

RECORDS = sorted((Path(__file__).parents[1] / "games").glob("*/records/*-players.herald"))
FIVE = next(record for record in RECORDS if record.match("florence/records/five-players.herald"))
every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")


def result_of(record: Path, lang: str) -> EveningResult:
    """The result of a record."""
    return load_told_evening(record, lang).result


def decoded(picture: bytes, folder: Path) -> str:
    """What a phone reads in that picture, by zbar."""
    (folder / "qr.png").write_bytes(picture)
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", folder / "qr.png"], capture_output=True, check=True, text=True
    )
    return done.stdout.removesuffix("\n")


def play_in(link: str) -> Any:
    """The play that a link hands on."""
    address, _, data = link.partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    return json.loads(unquote(data))


def plain_points(game: str, player: Any) -> int:
    """A player's points on the table, from what a position says of itself in JSON: no event is asked."""
    match game:
        case "louis-xiv":  # L-5.3: a point for each coat of arms, five for each mission
            return int(player["arms"]) + 5 * len(player["missions"])
        case "florence":
            return int(player["points"])
        case _:  # K-1.5: nothing is counted before the end
            return 0


def plain_rounds(record: Path) -> dict[int, dict[str, int]]:
    """Round -> everybody's points after the line that ended it, the plain account."""
    head, texts = read_record(record)
    history = replay_record(head, game_rules(head.game), texts)
    found, before = dict[int, dict[str, int]](), history.opening.position.to_json()
    for line in history.accepted_lines:
        now = line.position.to_json()
        points = {who: plain_points(head.game, player) for who, player in now["players"].items()}
        found[before["round"]] = points
        before = now
    return found


# -- as data


@every_record
def test_every_number_of_a_result_is_that_of_its_golden_game(record: Path) -> None:
    result = result_of(record, "en")
    golden = json.loads(record.with_suffix(".json").read_bytes())
    assert {player.colour: player.points for player in result.players} == golden["scores"]
    assert [player.colour for player in result.players if player.wins] == golden["winners"]
    for player in result.players:
        assert player.points == sum(line.points for line in player.ledger)
        assert player.points == result.rounds[-1].points[player.colour]
        better = sum(other.points > player.points for other in result.players)
        assert player.rank == (1 if player.wins else better + 1)


@every_record
def test_the_points_of_each_round_are_those_of_the_plain_account(record: Path) -> None:
    result, plain = result_of(record, "en"), plain_rounds(record)
    last = max(plain)
    told = {each.round: dict(each.points) for each in result.rounds}
    assert {number: told[number] for number in plain if number != last} == {
        number: points for number, points in plain.items() if number != last
    }
    assert set(plain) - set(told) == set()


def test_a_planted_wrong_number_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = evening_result.points_by_round
    monkeypatch.setattr(
        evening_result,
        "points_by_round",
        lambda history: {
            number: {who: points + (number == 2) for who, points in each.items()}
            for number, each in counted(history).items()
        },
    )
    with pytest.raises(AssertionError):
        test_the_points_of_each_round_are_those_of_the_plain_account(FIVE)


def test_the_schema_is_that_of_the_data() -> None:
    written_down = files("companion.export").joinpath("result.schema.json").read_bytes()
    assert written_down == result_schema()


@every_record
@pytest.mark.parametrize("lang", languages())
def test_the_json_is_what_its_schema_says(record: Path, lang: str) -> None:
    schema = json.loads(files("companion.export").joinpath("result.schema.json").read_bytes())
    jsonschema.validate(json.loads(result_json(result_of(record, lang))), schema)


def test_a_wrong_number_is_seen_by_the_schema() -> None:
    schema = json.loads(files("companion.export").joinpath("result.schema.json").read_bytes())
    wrong = json.loads(result_json(result_of(FIVE, "en")))
    wrong["players"][0]["points"] = "67"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema)


def test_when_it_was_played_and_how_long_is_told_by_the_journal(tmp_path: Path) -> None:
    record = ended(tmp_path)
    named = record.rename(tmp_path / "2026-11-20-2005-louis-xiv.herald")
    first = result_of(named, "en")
    assert first.began is not None
    assert first.began.astimezone().strftime("%Y-%m-%d %H:%M") == "2026-11-20 20:05"
    assert first.minutes is None  # its file was written long after: nobody knows
    assert result_of(named, "cs").id == first.id
    assert result_of(FIVE, "en").began is None


def test_of_a_game_that_is_not_over_it_has_what_everybody_knows(tmp_path: Path) -> None:
    record = written(tmp_path, RecordHeader("louis-xiv", setup(3)), "table money 4 2")
    result = result_of(record, "en")
    assert not result.is_over
    assert [(player.rank, player.wins) for player in result.players] == [(None, False)] * 3
    with pytest.raises(NoResultYet):
        bg_stats_link(result)


def test_a_name_that_is_read_from_right_to_left_leaves_numbers_where_they_are(tmp_path: Path) -> None:
    plain = next(each for each in RECORDS if each.match("kabale/records/three-players.herald"))
    named = tmp_path / "named.herald"
    named.write_text(plain.read_text("utf-8").replace("seat black Anna", "seat black דנה"), "utf-8")
    result = load_told_evening(named, "en").result
    assert result.players[0].name == "דנה"
    reasons = [line.reason for line in result.players[0].ledger]
    assert reasons
    assert all("\u2068דנה\u2069" in reason for reason in reasons)


# -- for a spreadsheet


@pytest.mark.parametrize("lang", languages())
def test_the_csv_is_read_by_the_spreadsheet_of_its_language(lang: str) -> None:
    result = result_of(FIVE, lang)
    raw = result_csv(result)
    assert raw.startswith(b"\xef\xbb\xbf")  # Excel takes it for another encoding without
    rows = list(
        csv.reader(StringIO(raw.decode("utf-8-sig")), delimiter="," if lang in COMMA_LANGUAGES else ";")
    )
    assert {len(row) for row in rows} == {7 + 7}
    assert [(row[3], row[4]) for row in rows[1:]] == [
        ("Emil", "67"),
        ("Dora", "57"),
        ("Anna", "51"),
        ("Bert", "47"),
        ("Carla", "39"),
    ]
    assert csv.Sniffer().sniff(raw.decode("utf-8-sig")).delimiter == ("," if lang in COMMA_LANGUAGES else ";")


@pytest.mark.parametrize("formula", ["=1+1", " =1+1", "\t=1+1", "\r@SUM(1)", "\N{FULLWIDTH EQUALS SIGN}1+1"])
def test_a_name_is_no_formula_and_a_title_is_none(formula: str) -> None:
    result = result_of(FIVE, "en")
    first, *others = result.players
    named = replace(result, title=formula, players=(replace(first, name=formula), *others))
    rows = [*csv.reader(StringIO(result_csv(named).decode("utf-8-sig"), newline=""))]
    assert {row[1] for row in rows[1:]} == {f"'{formula}"}
    assert f"'{formula}" in {row[3] for row in rows}


# -- for a phone


@every_record
def test_the_qr_hands_the_result_to_bg_stats(record: Path, tmp_path: Path) -> None:
    result = result_of(record, "cs")
    play = play_in(decoded(qr_picture(result), tmp_path))
    assert play["game"]["sourceGameId"] == f"herald-{result.game}"
    assert play["game"].get("bggId") == (555 if result.game == "florence" else None)
    told = [
        (each["name"], each["score"], each["rank"], each["winner"], each["startPlayer"])
        for each in play["players"]
    ]
    assert told == [
        (player.name, str(player.points), player.rank, player.wins, player.starts)
        for player in result.players
    ]
    assert play["sourcePlayId"] == result.id


def test_equal_points_share_a_place_and_a_person_keeps_their_id() -> None:
    result = result_of(FIVE, "en")
    anna, bert, *others = result.players
    tied = replace(result, players=(anna, replace(bert, points=anna.points, rank=anna.rank), *others))
    first, second, *_ = play_in(bg_stats_link(tied))["players"]
    assert first["rank"] == second["rank"]
    assert first["sourcePlayerId"] == play_in(bg_stats_link(result))["players"][0]["sourcePlayerId"]
    assert len({each["sourcePlayerId"] for each in play_in(bg_stats_link(tied))["players"]}) == 5


LONG_EVENING = result_of(FIVE, "cs")


def long_names(result: EveningResult, name: str) -> EveningResult:
    """The result where everybody has a long name."""
    players = tuple(replace(player, name=f"{player.colour[0]}{name}") for player in result.players)
    return replace(result, players=players)


@given(st.text(max_size=200))
def test_whatever_people_are_called_the_link_is_short_enough(name: str) -> None:
    result = long_names(LONG_EVENING, name)
    link = bg_stats_link(result)
    assert len(link) <= MAX_LINK_LETTERS
    assert [each["score"] for each in play_in(link)["players"]] == [
        str(player.points) for player in result.players
    ]


@pytest.mark.parametrize("name", ["ř" * 199, "\U0001f600" * 199, "a" * 199, ""])
def test_the_largest_qr_is_small_enough_to_be_read(name: str, tmp_path: Path) -> None:
    result = long_names(LONG_EVENING, name)
    code = result_qr(result)
    assert isinstance(code.version, int)
    assert code.version <= LARGEST_VERSION
    assert decoded(qr_picture(result), tmp_path) == bg_stats_link(result)


SIX = next(each for each in RECORDS[0].parents[2].glob("kabale/records/signed.herald"))
"""A game of six, the most of our games."""


def test_six_people_of_long_names_fit_without_their_places() -> None:
    result = replace(result_of(SIX, "cs"), minutes=123, began=datetime(2026, 11, 20, 20, 5, tzinfo=UTC))
    assert len(result.players) == 6
    people = tuple(replace(player, name="\U0001f600" * 30) for player in result.players)
    named = replace(result, players=people)
    code = result_qr(named)
    assert isinstance(code.version, int)
    assert code.version <= LARGEST_VERSION
    for play in (play_in(bg_stats_link(named)), play_in(bg_stats_link(result))):
        assert [(each["score"], each["winner"], "startPlayer" in each) for each in play["players"]] == [
            (str(player.points), player.wins, True) for player in result.players
        ]
    assert [each["rank"] for each in play["players"]] == [player.rank for player in result.players]


def test_of_more_people_than_fit_the_names_stay() -> None:
    result = result_of(SIX, "en")
    players = play_in(bg_stats_link(replace(result, players=(*result.players, *result.players))))["players"]
    assert [each["name"] for each in players] == 2 * [player.name for player in result.players]


def test_people_of_one_name_are_no_single_person() -> None:
    result = result_of(FIVE, "en")
    named = replace(
        result,
        players=tuple(
            replace(player, name=name)
            for player, name in zip(
                result.players, ("Anna", "anna", "Ren\u00e9e", "Rene\u0301e", "Emil"), strict=True
            )
        ),
    )
    alone, together = (play_in(bg_stats_link(each))["players"] for each in (result, named))
    assert len({each["sourcePlayerId"] for each in together}) == 5
    assert [each["sourcePlayerId"] for each in (alone[0], alone[4])] == [
        each["sourcePlayerId"] for each in (together[0], together[4])
    ]
    first, second = (replace(result, players=(named.players[at],)) for at in (2, 3))
    assert (
        bg_stats_play(first)["players"][0]["sourcePlayerId"]
        == (bg_stats_play(second)["players"][0]["sourcePlayerId"])
    )


def test_the_comment_is_cut_before_any_name() -> None:
    result = result_of(FIVE, "cs")
    (rule,) = result.house_rules
    wordy = replace(result, house_rules=(replace(rule, text="ř" * 900),))
    play = play_in(bg_stats_link(wordy))
    assert 0 < len(play["comments"]) < 900
    assert [each["name"] for each in play["players"]] == [player.name for player in result.players]


# -- as a picture, and where it is put


def test_the_picture_shows_everybody(tmp_path: Path) -> None:
    result = long_names(result_of(FIVE, "cs"), "<script>&\U0001f600")
    picture = Image.open(BytesIO(result_picture(result))).convert("RGB")
    colours = {colour for _, colour in picture.getcolors(1 << 20) or ()}
    for player in result.players:
        assert tuple(bytes.fromhex(PLAYER_COLOURS[player.colour][1:])) in colours


@pytest.mark.parametrize("letter", ["W", "\U0001f600"])
def test_wide_letters_leave_the_bars_of_the_picture_alone(letter: str) -> None:
    pictures = []
    for name in (letter, letter * 60):
        people = tuple(replace(player, name=name) for player in result_of(FIVE, "cs").players)
        picture = Image.open(BytesIO(result_picture(replace(result_of(FIVE, "cs"), players=people))))
        pictures.append(picture.crop((630, 0, picture.width, picture.height)))
    assert pictures[0].tobytes() == pictures[1].tobytes()


def test_its_colours_are_those_of_the_screen() -> None:
    for colour, code in PLAYER_COLOURS.items():
        assert theme.PLAYER_COLOURS[colour] == theme.parse_colour(code)


def test_nothing_that_lies_in_a_folder_is_replaced(tmp_path: Path) -> None:
    evening = load_told_evening(FIVE, "en")
    first, second = (keep_result(evening, "json", tmp_path) for _ in range(2))
    assert (first.name, second.name) == ("five-players.json", "five-players-2.json")
    assert first.read_bytes() == second.read_bytes() == result_json(evening.result)
