"""Messages over the table: the current refusal, or what is wrong with the machine."""

from __future__ import annotations

from companion.rules.game import Seat
from companion.rules.moves import Move
from companion.screen.view_models import RefusalModel
from companion.table.snapshot import RefusalNotice, Snapshot, TableProblem
from companion.voice.game_texts import clause_title
from companion.voice.language import mark_message
from companion.voice.problem_messages import game_fault_message, problem_message
from companion.voice.translator import Translator
from companion.voice.voice import Voice

CARDS_LOST = mark_message(
    "The table was corrected, and the dealt cards no longer fit. From now on all moves of all players are touched."
)
HOW_TO_RESTORE_CARDS = mark_message("Take the correction back, and the dealt cards come back.")


def problem_refusal(problem: TableProblem, translator: Translator) -> RefusalModel:
    """What is wrong with the machine, and what to do now."""
    return RefusalModel(None, "", problem_message(problem, translator), "", "")


def current_refusal(snapshot: Snapshot, voice: Voice) -> RefusalModel | None:
    """The current refusal, or what is wrong with the machine; None when all is well."""
    if snapshot.refusal_notice is not None:
        return _move_refusal(snapshot, snapshot.refusal_notice, voice)
    for problem in snapshot.problems:
        if not problem.is_lasting:
            return problem_refusal(problem, voice.translator)
    return None


def fault_refusal(translator: Translator) -> RefusalModel:
    """The message that something in the game failed, and what to do now."""
    return RefusalModel(None, "", game_fault_message(translator.game, translator.lang), "", "")


def cards_lost_refusal(translator: Translator) -> RefusalModel:
    """The message that the program no longer deals, and what would make it deal again."""
    return RefusalModel(
        None, "", translator.gettext(CARDS_LOST), "", "", (translator.gettext(HOW_TO_RESTORE_CARDS),)
    )


def _move_refusal(snapshot: Snapshot, notice: RefusalNotice, voice: Voice) -> RefusalModel:
    translator, clause = voice.translator, notice.refusal.clause
    return RefusalModel(
        seat=_refused_seat(snapshot, notice),
        attempt=_attempted_text(notice, voice),
        reason=voice.refusal_text(notice.refusal, snapshot.position),
        clause=clause.id,
        clause_title=clause_title(translator.game, clause.id, translator.lang),
        allowed_instead=tuple(dict.fromkeys(voice.describe_move(move) for move in notice.nearest_moves)),
        overrule_label=translator.gettext("Let it stand all the same") if notice.can_be_allowed else "",
    )


def _attempted_text(notice: RefusalNotice, voice: Voice) -> str:
    """A move that was typed, else what was shown and touched, of which the last was refused."""
    words = tuple(notice.tried_line.split())
    if words and words[0] != "undo":
        return voice.describe_move_with_player(Move(words))
    return " + ".join(voice.describe_observation(observation) for observation in notice.tried_observations)


def _refused_seat(snapshot: Snapshot, notice: RefusalNotice) -> Seat | None:
    colours = (*notice.tried_words[:1], *snapshot.position.choice_tree.awaited_actors)
    return next((seat for seat in snapshot.setup.seats if seat.colour in colours), None)
