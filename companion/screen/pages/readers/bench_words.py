"""How a reader is, in words and numbers: what it has been through, and what to do about it."""

from __future__ import annotations

from typing import Final

from companion.screen.pages.deck.boxes import place
from companion.screen.pages.readers.bench import Mood, Row
from companion.table.table_hardware import ChipOrigin, MissingHub, ReaderStatistics, ZoneReaderStatus
from companion.voice.language import load_translation, message

ENOUGH: Final = 24
"""So many scans say something: two seconds of a reader at rest."""
MUCH_GARBLED, MUCH_SILENT = 10, 2
"""Percent of all scans."""
MANY_FLAPS, MANY_RESETS = 3, 3

HEADS: Final = (
    message("clean"),
    message("garbled"),
    message("silent"),
    message("flaps"),
    message("resets"),
)
"""What the numbers of a reader are."""

ANSWERS: Final = message("Answers.")
STARTS: Final = message("Is being started.")
SILENT: Final = message("Does not answer. Check its plug and its wires.")
UNOPENED: Final = message("Cannot be opened. Ask herald doctor.")
HUB: Final = message("Hub {name}")
AWAY: Final = message("Its readers: {count}. Check its USB cable.")
AWAY_AT_LENGTH: Final = message(
    "The hub is away, and so are all its readers. Their places are for touch. Check its USB cable."
)
NO_PLACE: Final = message("No game has such a place.")
OFTEN_SILENT: Final = message("Often silent. Check its plug.")
GARBLED: Final = message("Much is garbled. Move it.")
FLAPPING: Final = message("Tags come and go. Bring them nearer.")
RESTARTED: Final = message("Starts anew often. Check its 3.3 V.")

ADVICE: Final = {
    UNOPENED: message("Cannot be opened on this computer. The command herald doctor looks for the cause."),
    NO_PLACE: message("Answers, but no game has such a place. Give it another name in wiring.toml."),
    OFTEN_SILENT: message("Answers now and then. Check its plug and its supply."),
    GARBLED: message("Answers, but much is garbled. Move it away from metal and from other readers."),
    FLAPPING: message("Answers, but tags come and go. Bring them nearer to it."),
    RESTARTED: message("Answers, but its chip starts anew again and again. Check its 3.3 V supply."),
}
"""The same at length."""

MAKES: Final[dict[ChipOrigin, str]] = {
    "genuine": message("genuine chip"),
    "copied": message("copied chip"),
    "unknown": message("unknown chip"),
}


def row(
    reader: ZoneReaderStatus,
    now: ReaderStatistics,
    since: ReaderStatistics,
    lang: str,
    *,
    known: bool,
    lit: bool = False,
    light: str = "",
) -> Row:
    """One reader: `now` its tally, `since` the one from which on it is counted. `is_known_zone`: whether it was opened
    yet."""
    text = load_translation(lang).gettext
    counted = _between(since, now)
    mood, sentence = _judged(reader, now, counted, known)
    return Row(
        reader.zone,
        place(reader.zone, lang),
        mood,
        text(sentence),
        "\n".join(filter(None, (text(ADVICE.get(sentence, sentence)), reader.failure_reason))),
        _chip(now, lang),
        _numbers(counted),
        lit,
        light,
    )


def hub_row(hub: MissingHub, lang: str) -> Row:
    """A hub that is away, in place of all its readers."""
    text = load_translation(lang).gettext
    return Row(
        f"hub/{hub.name}",
        text(HUB).format(name=hub.name),
        "ill",
        text(AWAY).format(count=len(hub.zones)),
        f"{text(AWAY_AT_LENGTH)}\n{hub.reason}",
        "",
        ("–",) * len(HEADS),
    )


def _between(since: ReaderStatistics, now: ReaderStatistics) -> ReaderStatistics:
    """What happened meanwhile; a reader that was opened anew begins again."""
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


def _scans(counted: ReaderStatistics) -> int:
    return counted.clean_scans + counted.garbled_scans + counted.unanswered_scans


def _judged(
    reader: ZoneReaderStatus, now: ReaderStatistics, counted: ReaderStatistics, known: bool
) -> tuple[Mood, str]:
    """How it is, and what to do about it. Nothing was ever asked of one that could not be opened."""
    if reader.failure_reason:
        return "ill", SILENT if _scans(now) else UNOPENED
    if not known:
        return "doubtful", STARTS
    if not reader.is_known_zone:
        return "doubtful", NO_PLACE
    scans = _scans(counted)
    doubts = (
        (scans >= ENOUGH and 100 * counted.unanswered_scans >= MUCH_SILENT * scans, OFTEN_SILENT),
        (counted.chip_resets >= MANY_RESETS, RESTARTED),
        (scans >= ENOUGH and 100 * counted.garbled_scans >= MUCH_GARBLED * scans, GARBLED),
        (counted.tag_flaps >= MANY_FLAPS, FLAPPING),
    )
    for doubtful, sentence in doubts:
        if doubtful:
            return "doubtful", sentence
    return "well", ANSWERS


def _chip(tally: ReaderStatistics, lang: str) -> str:
    """Whose chip it is, and what it calls itself where that is not the datasheet's."""
    if not tally.chip_version:
        return ""
    make = load_translation(lang).gettext(MAKES[tally.chip_origin])
    return make if tally.chip_origin == "genuine" else f"{make}, 0x{tally.chip_version:02X}"


def _numbers(counted: ReaderStatistics) -> tuple[str, ...]:
    """Under the heads: three shares in percent, two counts."""
    scans = _scans(counted)
    if not scans:
        return ("–",) * len(HEADS)
    shares = [_share(part, scans) for part in (counted.garbled_scans, counted.unanswered_scans)]
    return (
        f"{100 - sum(shares)} %",
        *(f"{share} %" for share in shares),
        str(counted.tag_flaps),
        str(counted.chip_resets),
    )


def _share(part: int, whole: int) -> int:
    """In percent; 0 only of nothing."""
    return max(1, round(100 * part / whole)) if part else 0
