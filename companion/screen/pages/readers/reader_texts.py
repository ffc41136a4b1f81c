"""How a reader works, in words and numbers, and what to do about it."""

from __future__ import annotations

from typing import Final

from companion.screen.pages.deck.piece_faces import zone_name
from companion.screen.pages.readers.reader_models import ReaderHealth, ReaderModel
from companion.table.table_hardware import ChipOrigin, MissingHub, ReaderStatistics, ZoneReaderStatus
from companion.voice.language import load_translation, mark_message

MIN_SCANS: Final = 24
"""The least number of scans to judge by: two seconds of a reader at rest."""
MUCH_GARBLED, MUCH_SILENT = 10, 2
"""Percent of all scans."""
MANY_FLAPS, MANY_RESETS = 3, 3

NUMBER_HEADINGS: Final = (
    mark_message("clean"),
    mark_message("garbled"),
    mark_message("silent"),
    mark_message("flaps"),
    mark_message("resets"),
)
"""The headings of a reader's numbers."""

READER_ANSWERS: Final = mark_message("Answers.")
READER_STARTING: Final = mark_message("Is being started.")
READER_SILENT: Final = mark_message("Does not answer. Check its plug and its wires.")
READER_NOT_OPENED: Final = mark_message("Cannot be opened. Ask herald doctor.")
HUB_NAME: Final = mark_message("Hub {name}")
HUB_AWAY: Final = mark_message("Its readers: {count}. Check its USB cable.")
HUB_AWAY_ADVICE: Final = mark_message(
    "The hub is away, and so are all its readers. Their places are for touch. Check its USB cable."
)
ZONE_UNKNOWN: Final = mark_message("No game has such a place.")
OFTEN_SILENT: Final = mark_message("Often silent. Check its plug.")
GARBLED: Final = mark_message("Much is garbled. Move it.")
FLAPPING: Final = mark_message("Tags come and go. Bring them nearer.")
RESTARTING: Final = mark_message("Starts anew often. Check its 3.3 V.")

ADVICE: Final = {
    READER_NOT_OPENED: mark_message(
        "Cannot be opened on this computer. The command herald doctor looks for the cause."
    ),
    ZONE_UNKNOWN: mark_message("Answers, but no game has such a place. Give it another name in wiring.toml."),
    OFTEN_SILENT: mark_message("Answers now and then. Check its plug and its supply."),
    GARBLED: mark_message("Answers, but much is garbled. Move it away from metal and from other readers."),
    FLAPPING: mark_message("Answers, but tags come and go. Bring them nearer to it."),
    RESTARTING: mark_message("Answers, but its chip starts anew again and again. Check its 3.3 V supply."),
}
"""Message -> the same advice at length."""

CHIP_ORIGIN_NAMES: Final[dict[ChipOrigin, str]] = {
    "genuine": mark_message("genuine chip"),
    "copied": mark_message("copied chip"),
    "unknown": mark_message("unknown chip"),
}


def make_reader_model(
    reader: ZoneReaderStatus,
    now: ReaderStatistics,
    since: ReaderStatistics,
    lang: str,
    *,
    known: bool,
    lit: bool = False,
    light: str = "",
) -> ReaderModel:
    """The model of one reader.

    `now` are its statistics, `since` those from which on they are counted. `known`: whether it has been
    opened yet.
    """
    text = load_translation(lang).gettext
    counted = _tally_between(since, now)
    health, sentence = _judge_reader(reader, now, counted, known)
    return ReaderModel(
        reader.zone,
        zone_name(reader.zone, lang),
        health,
        text(sentence),
        "\n".join(filter(None, (text(ADVICE.get(sentence, sentence)), reader.failure_reason))),
        _chip_text(now, lang),
        _number_texts(counted),
        lit,
        light,
    )


def make_missing_hub_model(hub: MissingHub, lang: str) -> ReaderModel:
    """A hub that is away, in place of all its readers."""
    text = load_translation(lang).gettext
    return ReaderModel(
        f"hub/{hub.name}",
        text(HUB_NAME).format(name=hub.name),
        "ill",
        text(HUB_AWAY).format(count=len(hub.zones)),
        f"{text(HUB_AWAY_ADVICE)}\n{hub.reason}",
        "",
        ("–",) * len(NUMBER_HEADINGS),
    )


def _tally_between(since: ReaderStatistics, now: ReaderStatistics) -> ReaderStatistics:
    """What happened between the two; a reader that was opened anew starts from zero."""
    if now.clean_scans < since.clean_scans or now.chip_resets < since.chip_resets:
        return now
    return ReaderStatistics(
        now.chip_version,
        now.chip_origin,
        now.clean_scans - since.clean_scans,
        now.garbled_scans - since.garbled_scans,
        max(0, now.unanswered_scans - since.unanswered_scans),
        now.tag_flaps - since.tag_flaps,
        now.chip_resets - since.chip_resets,
    )


def _scan_count(counted: ReaderStatistics) -> int:
    return counted.clean_scans + counted.garbled_scans + counted.unanswered_scans


def _judge_reader(
    reader: ZoneReaderStatus, now: ReaderStatistics, counted: ReaderStatistics, known: bool
) -> tuple[ReaderHealth, str]:
    """How it works, and what to do about it; a reader that could not be opened has no scans."""
    if reader.failure_reason:
        return "ill", READER_SILENT if _scan_count(now) else READER_NOT_OPENED
    if not known:
        return "doubtful", READER_STARTING
    if not reader.is_known_zone:
        return "doubtful", ZONE_UNKNOWN
    scans = _scan_count(counted)
    doubts = (
        (scans >= MIN_SCANS and 100 * counted.unanswered_scans >= MUCH_SILENT * scans, OFTEN_SILENT),
        (counted.chip_resets >= MANY_RESETS, RESTARTING),
        (scans >= MIN_SCANS and 100 * counted.garbled_scans >= MUCH_GARBLED * scans, GARBLED),
        (counted.tag_flaps >= MANY_FLAPS, FLAPPING),
    )
    for doubtful, sentence in doubts:
        if doubtful:
            return "doubtful", sentence
    return "well", READER_ANSWERS


def _chip_text(tally: ReaderStatistics, lang: str) -> str:
    """The maker of the chip, and its version where that is not the datasheet's."""
    if not tally.chip_version:
        return ""
    make = load_translation(lang).gettext(CHIP_ORIGIN_NAMES[tally.chip_origin])
    return make if tally.chip_origin == "genuine" else f"{make}, 0x{tally.chip_version:02X}"


def _number_texts(counted: ReaderStatistics) -> tuple[str, ...]:
    """The numbers under the headings: three shares in percent, two counts."""
    scans = _scan_count(counted)
    if not scans:
        return ("–",) * len(NUMBER_HEADINGS)
    shares = [_percent(part, scans) for part in (counted.garbled_scans, counted.unanswered_scans)]
    return (
        f"{100 - sum(shares)} %",
        *(f"{share} %" for share in shares),
        str(counted.tag_flaps),
        str(counted.chip_resets),
    )


def _percent(part: int, bounds: int) -> int:
    """The share in percent; 0 only of nothing."""
    return max(1, round(100 * part / bounds)) if part else 0
