"""What is wrong with records and journals, in words: where, why, and what can be brought back."""

from __future__ import annotations

import re
import shlex
from typing import Final

from companion.games import MissingGameError
from companion.rules.clauses import Refusal
from companion.rules.errors import InvalidInput
from companion.rules.history import ImpossiblePositionError
from companion.rules.record import DamagedLineError
from companion.rules.shown_text import shown_line
from companion.table.storage.journal import DamagedJournalError
from companion.table.storage.recovery import LeftOutReason, LostHeadError, RecoveredEvening
from companion.table.storage.saved_games import MAX_LISTED_LETTERS, JournalDamage, SavedGame
from companion.voice.game_texts import record_fault_text
from companion.voice.language import SOURCE_LANGUAGE, load_translation, mark_message

LEFT_OUT_REASONS: Final[dict[LeftOutReason, str]] = {
    "torn": mark_message("it was cut off while it was written"),
    "long": mark_message("it is longer than any line may be"),
    "unsigned": mark_message("it has no sum at its end, so it was changed or damaged"),
    "unchecked": mark_message("it cannot be checked, for the line before it has lost its sum"),
    "altered": mark_message("its sum does not fit, so something was changed or lost here"),
    "no-text": mark_message("it is no text"),
    "zeros": mark_message("zeros stand where a part of it never came"),
    "refused": mark_message("the rules do not allow it here"),
    "reaches-back": mark_message("it takes back moves from before the damage"),
    "behind": mark_message("it stands behind a line that the rules do not allow"),
    "failed": mark_message("its game fails at it"),
}
"""Why a line does not hold, or is not brought back."""

DAMAGED_LINE: Final = mark_message("Damaged in line {line}: {why}")
LAST_EVENING_UNREADABLE: Final = mark_message("The last evening cannot be read, so it does not go on: {name}")
LAST_EVENING_DAMAGED: Final = mark_message("The last evening is damaged in line {line}: {why}.")
RECOVER_BY_COMMAND: Final = mark_message("To bring back what is intact: {command}")
LOST_HEAD: Final = mark_message(
    "The head of this evening is damaged, in line {line}: which game it is, and who plays. Nothing can be brought back."
    " Take it from a backup, or begin it anew and set its table."
)

MISSING_GAME: Final = mark_message(
    "Its game is not here, or cannot be played: {game}. To find out more: herald games"
)
NO_EVENING: Final = mark_message(
    "This file is no evening: it does not begin like one. Move it to another folder, or delete it."
)

KEPT_BEFORE: Final = mark_message("Intact moves before line {line}: {count}.")
KEPT_BEHIND: Final = mark_message("Intact ones behind it that fit: {count}. Lines left out: {left}.")
COMPARE: Final = mark_message(
    "Then compare the real table with Herald: in the terminal `table` shows it, on the screen Table check in the menu"
    " shows and corrects it."
)
RECOVER_CONSEQUENCE: Final = mark_message(
    "What is intact takes its place, and the damaged file is kept beside it. Then compare the real table with Herald:"
    " what lies otherwise is corrected there."
)
GO_ON_FROM_LINE: Final = mark_message("Go on from line {line}")
GO_ON_FROM_LINE_QUESTION: Final = mark_message("Go on from line {line}?")

PLACES: Final[dict[str, str]] = {
    "head": mark_message("head"),
    "journal": mark_message("journal"),
    "position": mark_message("position"),
}
"""Places of a record that have no number."""
LINE_PLACE: Final = mark_message("line {line}")
MORE_FAULTS: Final = mark_message("({count} more)")
MAX_LISTED_FAULTS: Final = 100  # of a position: all at once, but in a line that people can still read


def damage_text(damage: JournalDamage, lang: str) -> str:
    """The line that does not hold, and why."""
    return (
        load_translation(lang)
        .gettext(DAMAGED_LINE)
        .format(line=damage.line, why=reason_text(damage.why, lang))
    )


def reason_text(why: LeftOutReason, lang: str) -> str:
    """Why a line does not hold, or is not brought back."""
    return load_translation(lang).gettext(LEFT_OUT_REASONS[why])


def damaged_evening_message(saved: SavedGame, lang: str) -> str:
    """The message that the evening that was open last cannot go on: the line that is damaged, or why else."""
    if saved.damage is None:
        unreadable = load_translation(lang).gettext(LAST_EVENING_UNREADABLE)
        told = unreadable.format(name=shown_line(saved.path.name))
        return " ".join(filter(None, (told, unplayable_text(saved, lang))))
    return (
        load_translation(lang)
        .gettext(LAST_EVENING_DAMAGED)
        .format(line=saved.damage.line, why=reason_text(saved.damage.why, lang))
    )


def unplayable_text(saved: SavedGame, lang: str) -> str:
    """Which game of an evening is missing, or that it is none; else ""."""
    if saved.missing_game:
        return _missing_game_message(saved.missing_game, lang)
    return "" if saved.is_record else load_translation(lang).gettext(NO_EVENING)


def _missing_game_message(game: str, lang: str) -> str:
    return load_translation(lang).gettext(MISSING_GAME).format(game=shown_line(game[:MAX_LISTED_LETTERS]))


def what_helps(damage: JournalDamage, number: int, lang: str) -> str:
    """Which command brings back what holds of that evening, or that its head is lost and what to do now."""
    if damage.is_head_lost:
        return lost_head_message(damage.line, lang)
    return load_translation(lang).gettext(RECOVER_BY_COMMAND).format(command=f"herald recover {number}")


def lost_head_message(line: int, lang: str) -> str:
    """The message that nothing can be brought back, and what to do now."""
    return load_translation(lang).gettext(LOST_HEAD).format(line=line)


def kept_message(recovered: RecoveredEvening, lang: str) -> str:
    """How much is brought back, and how much is not."""
    text, behind = load_translation(lang).gettext, recovered.taken_behind
    before = text(KEPT_BEFORE).format(line=recovered.first.number, count=len(recovered.texts) - behind)
    after = text(KEPT_BEHIND).format(count=behind, left=len(recovered.left_out))
    return f"{before} {after}"


def invalid_input_text(error: InvalidInput, lang: str) -> str:
    """What is wrong with a record or a file, and where.

    In English it is the error's own text; elsewhere too, where no clause says what is wrong.
    """
    if isinstance(error, ImpossiblePositionError):
        return f"{_place_text(error.where, lang)}: {_impossible_position(error, lang)}"
    if lang == SOURCE_LANGUAGE:
        return str(error)
    if isinstance(error, LostHeadError) or (isinstance(error, DamagedJournalError) and error.is_head_lost):
        return lost_head_message(error.line, lang)
    if isinstance(error, DamagedJournalError):
        command = f"herald recover {shlex.quote(str(error.path))}"
        damage = JournalDamage(error.line, error.damage, error.is_head_lost)
        recover = load_translation(lang).gettext(RECOVER_BY_COMMAND).format(command=command)
        return f"{damage_text(damage, lang)}. {recover}"
    if isinstance(error, DamagedLineError):
        what = reason_text(error.damage, lang)
    elif isinstance(error.refusal, Refusal):
        what = record_fault_text(error.refusal, lang).removesuffix(".")
    elif isinstance(error, MissingGameError):
        what = _missing_game_message(error.game, lang)
    else:
        return str(error)
    return f"{_place_text(error.where, lang)}: {what}" if error.where else what


def _place_text(where: str, lang: str) -> str:
    """A place of a record or a file as people of that language call it; a path stays as it is."""
    text = load_translation(lang).gettext
    if where in PLACES:
        return text(PLACES[where])
    return re.sub(r"\bline (\d+)$", lambda found: text(LINE_PLACE).format(line=found[1]), where)


def _impossible_position(error: ImpossiblePositionError, lang: str) -> str:
    """Everything wrong with a position, each fault with its clause, in one line."""
    from companion.voice.voice import Voice  # as a rule nothing is wrong

    setup = error.header.setup
    voice = Voice(error.header.game, {seat.colour: seat.shown_name for seat in setup.seats}, lang)
    listed = error.faults[:MAX_LISTED_FAULTS]
    texts = [f"{fault.clause.id} {voice.refusal_text(fault)}" for fault in listed]
    if more := len(error.faults) - len(listed):
        texts.append(load_translation(lang).gettext(MORE_FAULTS).format(count=more))
    return " ".join(texts)
