"""Problems with readers, files and the disk, in words, for any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from companion.rules.errors import HeraldError, InvalidInput
from companion.rules.shown_text import shown_line
from companion.table.snapshot import DISK_PROBLEM, Snapshot, TableProblem
from companion.table.storage.disk import DiskTrouble, FileInUseError, disk_trouble, system_words
from companion.table.storage.kept_files import SideFileProblem
from companion.table.table_hardware import HardwareStatus, PluggedInDevice
from companion.voice.damage_messages import invalid_input_text
from companion.voice.disk_messages import DISK_ADVICE, not_kept_message
from companion.voice.language import load_translation, mark_message
from companion.voice.translator import Translator

PROBLEM_MESSAGES = {
    "reader-down": mark_message("The reader {where} does not answer. Its place is for touch until it does."),
    "two-cards": mark_message("More than one card lies on the reader {where}. Lay them one by one."),
    "garbled": mark_message("Something lies on the reader {where} that cannot be read. Lay it anew."),
    "foreign-card": mark_message(
        "A bank card, a pass or a phone lies on the reader {where}. Take it away: it is no piece, and nothing of it is"
        " kept."
    ),
    "unknown-tag": mark_message(
        "The tag {where} belongs to no piece. Give it to one on the page Deck, or with herald enrol."
    ),
    "disk": mark_message("{what} Until then this evening is only in memory, and lost when Herald ends."),
    "safe-start": mark_message("Safe start: this evening is not kept. It ends with Herald."),
    "torn-line": mark_message(
        "The last line of the evening was torn and never counted. It is kept as {where}."
    ),
    "damaged-end": mark_message(
        "The end of the evening could not be read, from line {what} on. It is kept as {where}. Look whether the last"
        " move on the table is the last one here, too."
    ),
    "journal-gone": mark_message(
        "Another program removed the file of this evening, {where}. It was written again, and no move is lost."
    ),
    "journal-changed": mark_message(
        "Another program changed the file of this evening. It was written again, and no move is lost. What lay there is"
        " kept as {what}."
    ),
    "fault": mark_message(
        "Something went wrong with what was touched, and it was set aside. The game is as it was."
    ),
}

MAX_NAMED_SINGLY = 2
"""The number of readers that are named one by one, though their numbers follow one another."""
SEVERAL_READERS_DOWN = mark_message(
    "The readers {where} do not answer. Their places are for touch until they do."
)

NOT_ALL_KEPT = mark_message(
    "Not all of this evening could be kept. What is missing is lost when Herald ends. {what}"
)

EVENING_TOO_LONG = mark_message(
    "This evening is as long as its file may be, and what is played from now on is not kept: begin a new game."
)

FILE_ERRORS = {
    "busy": mark_message("Another Herald is keeping this evening. Close that one first."),
    "unreadable": mark_message("That cannot be read: {what}"),
}
"""Errors of files before there is a table."""

GAME_FAULT = mark_message(
    "{game} has a fault here, so what you see may not be right. No move is lost: take the last one back, or go to the"
    " first page. To find out more: herald check-game {name}"
)

SIDE_FILES = {
    "settings": mark_message("The usual settings hold."),
    "names": mark_message("Names are asked anew."),
    "virtual": mark_message("That table is a virtual one, and its players are all people."),
    "stale": mark_message("It belongs to another evening: that table is a real one."),
    "deck": mark_message("Its game has no tags until pieces get them anew."),
    "print": mark_message("What is usually printed holds."),
    "evenings": mark_message("The evenings are there, with other numbers and without their names."),
}
"""What holds where a file of Herald's own cannot be used, by its kind; of any other kind `SIDE_FILE_USUAL`."""
SIDE_FILE_USUAL = mark_message("What is usual holds.")
SIDE_FILE_SET_ASIDE = mark_message("{file} cannot be used; its name ends in {ending} now.")
SIDE_FILE_LEFT = mark_message("{file} cannot be used.")
SIDE_FILE_LAST_GOOD = mark_message("Its last good version holds.")
SIDE_FILES_SET_ASIDE = mark_message("These files cannot be used: {files}")

READERS_STATUS = {
    "none": mark_message("No reader is connected. Everything can be played by touch."),
    "all": mark_message("Readers that answer: {well} of {all}."),
    "some": mark_message("Readers that answer: {well} of {all}. The places of the others are touched."),
    "unread": mark_message("{file} cannot be used, so everything is touched. herald doctor says why."),
}
"""The state of the readers."""

PLUGGED_IN = {
    "offer": mark_message("Something is plugged in: {name}. Is it a card reader?"),
    "works": mark_message("It works: what is laid on it counts for this place: {place}."),
    "silent": mark_message(
        "It does not answer as a card reader does. Herald reads PN532 boards on USB; one with switches is set to HSU."
    ),
    "declined": mark_message("Then Herald leaves it alone, and asks no more."),
    "which": mark_message("Which reader is which? Lay a card on the one for this place: {place}."),
    "nothing": mark_message("Nothing is plugged in of which Herald does not know what it is."),
}
"""What is said of devices that are plugged in without a wiring plan."""
MAX_NAME_LETTERS = 60
"""Letters of a device's name that are shown."""


def is_it_a_reader(device: PluggedInDevice, lang: str) -> str:
    """The question about a device that was plugged in; a long name is cut, so that the question is seen."""
    text, name = load_translation(lang).gettext, shown_line(device.name)
    cut = name if len(name) <= MAX_NAME_LETTERS else f"{name[: MAX_NAME_LETTERS - 1]}…"
    return text(PLUGGED_IN["offer"]).format(name=cut)


def problem_message(problem: TableProblem, translator: Translator) -> str:
    """The problem and what to do now."""
    if problem.code == DISK_PROBLEM and problem.subject == "too-long":
        return _advice(problem, translator)
    if problem.code == DISK_PROBLEM:
        return translator.gettext(PROBLEM_MESSAGES[DISK_PROBLEM], what=_advice(problem, translator))
    return translator.gettext(PROBLEM_MESSAGES[problem.code], where=problem.subject, what=problem.detail)


def not_all_kept_message(snapshot: Snapshot, translator: Translator) -> str:
    """The message for people who leave, that what was played is only in memory; "" where all is on the disk."""
    problem = snapshot.disk_problem
    if problem is None:
        return ""
    return translator.gettext(NOT_ALL_KEPT, what=_advice(problem, translator))


def _advice(problem: TableProblem, translator: Translator) -> str:
    trouble = cast(DiskTrouble, problem.subject)
    if trouble == "too-long":
        return translator.gettext(EVENING_TOO_LONG)
    return translator.gettext(DISK_ADVICE[trouble], what=problem.detail)


def readers_down_message(lasting: Sequence[TableProblem], translator: Translator) -> str:
    """The readers that do not answer, in one sentence."""
    if len(lasting) == 1:
        return problem_message(lasting[0], translator)
    return translator.gettext(
        SEVERAL_READERS_DOWN, where=", ".join(_abbreviate_ranges([problem.subject for problem in lasting]))
    )


def _abbreviate_ranges(places: Sequence[str]) -> Iterator[str]:
    """Places by name; of several with consecutive numbers, the first and the last number: tile/1–12."""
    runs: list[list[str]] = []
    for place in places:
        kind, _, number = place.rpartition("/")
        after = f"{kind}/{int(number) - 1}" if kind and number.isdecimal() else ""
        if runs and runs[-1][-1] == after:
            runs[-1].append(place)
        else:
            runs.append([place])
    for run in runs:
        if len(run) > MAX_NAMED_SINGLY:
            yield f"{run[0]}–{run[-1].rpartition('/')[2]}"
        else:
            yield from run


def readers_status_message(hardware_state: HardwareStatus, lang: str) -> str:
    """One line about the readers of a table."""
    text, count = load_translation(lang).gettext, len(hardware_state.readers)
    working = sum(not reader.failure_reason for reader in hardware_state.readers)
    if hardware_state.unusable_file:
        return text(READERS_STATUS["unread"]).format(file=hardware_state.unusable_file)
    if not count:
        return text(READERS_STATUS["none"])
    return text(READERS_STATUS["all" if working == count else "some"]).format(well=working, all=count)


def file_error_message(error: HeraldError | OSError, lang: str) -> str:
    """The error of a file in words; the system's own words stay as they are."""
    text = load_translation(lang).gettext
    if isinstance(error, FileInUseError):
        return text(FILE_ERRORS["busy"])
    if isinstance(error, OSError):
        return not_kept_message(
            disk_trouble(error),
            system_words(error),
            lambda sentence, **words: text(sentence).format(**words),
        )
    what = invalid_input_text(error, lang) if isinstance(error, InvalidInput) else error
    return text(FILE_ERRORS["unreadable"]).format(what=what)


def side_file_message(problem: SideFileProblem, lang: str) -> str:
    """Which file cannot be used, where it is now, and what holds instead."""
    text, name = load_translation(lang).gettext, problem.path.name
    if problem.kept_as:
        first = text(SIDE_FILE_SET_ASIDE).format(file=name, ending=problem.kept_as.removeprefix(name))
    else:
        first = text(SIDE_FILE_LEFT).format(file=name)
    instead = SIDE_FILE_LAST_GOOD if problem.has_last_good else SIDE_FILES.get(problem.kind, SIDE_FILE_USUAL)
    return f"{first} {text(instead)}"


def side_files_message(problems: Sequence[SideFileProblem], lang: str) -> str:
    """One line about all files that cannot be used, "" where all can."""
    if len(problems) > 1:
        names = ", ".join(problem.path.name for problem in problems)
        return load_translation(lang).gettext(SIDE_FILES_SET_ASIDE).format(files=names)
    return side_file_message(problems[0], lang) if problems else ""


def game_fault_message(game: str, lang: str) -> str:
    """The message that a game failed at the table, and what to do now."""
    translator = Translator(game, {}, lang)
    return translator.gettext(GAME_FAULT, game=translator.name_of("game", "title"), name=translator.game)
