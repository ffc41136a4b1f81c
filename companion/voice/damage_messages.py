"""Damaged journals in words: which line does not hold, why, and what can be brought back."""

from __future__ import annotations

from typing import Final

from companion.rules.shown_text import shown_line
from companion.table.recovery.journal_recovery import LeftOutReason, RecoveredEvening
from companion.table.storage.saved_games import MAX_LISTED_LETTERS, JournalDamage, SavedGame
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import damaged_game_message

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
        told = damaged_game_message(shown_line(saved.path.name), lang)
        return " ".join(filter(None, (told, unplayable_text(saved, lang))))
    return (
        load_translation(lang)
        .gettext(LAST_EVENING_DAMAGED)
        .format(line=saved.damage.line, why=reason_text(saved.damage.why, lang))
    )


def unplayable_text(saved: SavedGame, lang: str) -> str:
    """Which game of an evening is missing, or that it is none; else ""."""
    text = load_translation(lang).gettext
    if saved.missing_game:
        return text(MISSING_GAME).format(game=shown_line(saved.missing_game[:MAX_LISTED_LETTERS]))
    return "" if saved.is_record else text(NO_EVENING)


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
