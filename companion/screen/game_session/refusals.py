"""What the screen shows besides the table: a refusal that stands, or what is wrong with the machine."""

from __future__ import annotations

from companion.rules.game import Seat
from companion.rules.moves import Move
from companion.screen.view_models import RefusalModel
from companion.table.snapshot import RefusalNotice, Snapshot, TableProblem
from companion.voice.game_texts import clause_title
from companion.voice.language import message
from companion.voice.problem_messages import game_fault_message, problem_message
from companion.voice.translator import Translator
from companion.voice.voice import Voice

CARDS_LOST = message(
    "The table was corrected, and the dealt cards no longer fit. From now on all moves of all players are touched."
)
HOW_TO_RESTORE_CARDS = message("Take the correction back, and the dealt cards come back.")


def problem_refusal(problem: TableProblem, translator: Translator) -> RefusalModel:
    """What is wrong with the machine, and what to do now."""
    return RefusalModel(None, "", problem_message(problem, translator), "", "")


def current_refusal(snapshot: Snapshot, voice: Voice) -> RefusalModel | None:
    """The refusal that stands, or what is wrong with the machine; None when all is well."""
    if snapshot.refusal_notice is not None:
        return _move_refusal(snapshot, snapshot.refusal_notice, voice)
    for trouble in snapshot.problems:
        if not trouble.is_lasting:
            return problem_refusal(trouble, voice.translator)
    return None


def fault_refusal(translator: Translator) -> RefusalModel:
    """That something of the game failed, and what to do now."""
    return RefusalModel(None, "", game_fault_message(translator.game, translator.lang), "", "")


def cards_lost_refusal(translator: Translator) -> RefusalModel:
    """That the program deals no longer, and what would make it deal again."""
    return RefusalModel(
        None, "", translator.gettext(CARDS_LOST), "", "", (translator.gettext(HOW_TO_RESTORE_CARDS),)
    )


def _move_refusal(snapshot: Snapshot, no: RefusalNotice, voice: Voice) -> RefusalModel:
    words, why = voice.translator, no.refusal.clause
    return RefusalModel(
        seat=_refused_seat(snapshot, no),
        attempt=_attempted_text(no, voice),
        reason=voice.refusal_text(no.refusal),
        clause=why.id,
        clause_title=clause_title(words.game, why.id, words.lang),
        allowed_instead=tuple(dict.fromkeys(voice.describe_move(move) for move in no.nearest_moves)),
        overrule_label=words.gettext("Let it stand all the same") if no.can_be_allowed else "",
    )


def _attempted_text(no: RefusalNotice, voice: Voice) -> str:
    """A move that was said, else the things that were shown and touched, the last one in the way."""
    said = tuple(no.tried_line.split())
    if said and said[0] != "undo":
        return voice.describe_move_with_player(Move(said))
    return " + ".join(voice.describe_observation(sight) for sight in no.tried_observations)


def _refused_seat(snapshot: Snapshot, no: RefusalNotice) -> Seat | None:
    whos = (*no.tried_words[:1], *snapshot.position.choice_tree.awaited_actors)
    return next((seat for seat in snapshot.setup.seats if seat.colour in whos), None)
