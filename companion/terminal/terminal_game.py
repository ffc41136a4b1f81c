"""The table in a terminal, for a computer without a display: the same game, the same journal, typed lines."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from companion.games import game_rules
from companion.rules.clauses import MoveRefused, Refusal, not_offered_refusal
from companion.rules.game import AssumedValue
from companion.rules.history import CORRECTION_PREFIX, FrozenHistory
from companion.rules.moves import Move
from companion.rules.nearest import nearest_moves
from companion.rules.public_view import told_history
from companion.rules.shown_text import shown_line
from companion.table.dealer import Dealer, NoDealer, is_of_table
from companion.table.messages import (
    DismissNotices,
    EnterLine,
    PutBack,
    RedoMoves,
    SessionMessage,
    SetPace,
    WriteJournal,
)
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.storage.edition_file import edition_path
from companion.voice.evening_text import Story
from companion.voice.explanations import clause_sentences, explain, find_named, guide_to_game, place_title
from companion.voice.game_texts import clause_title
from companion.voice.language import load_translation, mark_message
from companion.voice.narration import NarrationLine
from companion.voice.problem_messages import game_fault_message, not_all_kept_message, problem_message
from companion.voice.voice import Voice

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_MOVES_SEARCHED = 10_000  # for help, and for what an answer means; no hand has so many
MAX_MOVES_PER_GROUP = 3  # moves of one card in the short help
MAX_MOVES_SHOWN = 60
MOVE_COLUMN_WIDTH = 29  # letters
UNDO_COMMAND, REDO_COMMAND, TABLE_COMMAND = "undo", "redo", "table"
HELP_COMMANDS, QUIT_COMMANDS = ("help", "?"), ("quit", "q")
WHY_COMMAND, WHAT_COMMAND, VALUES_COMMAND, STEP_COMMAND = "why", "what", "values", "step"
HISTORY_COMMAND, GUIDE_COMMAND = "history", "guide"
OTHER_COMMANDS = (
    WHY_COMMAND,
    WHAT_COMMAND,
    VALUES_COMMAND,
    STEP_COMMAND,
    HISTORY_COMMAND,
    GUIDE_COMMAND,
)
"""Commands before which a game's own words go."""
MAX_NAMES_SHOWN = 40  # of what can be asked about
YES_WORD = "yes"
ANSWER_WORDS = (YES_WORD, "no", "skip", "done")
"""Words that are enough alone, where only one move ends so."""
CORRECTION_COST_MESSAGE = mark_message(
    "Once this is written down, the hands that were dealt no longer count."
)
DEALT_CARDS_LOST_MESSAGE = mark_message(
    "The table was corrected: the moves of all players are typed now, until `undo` takes the correction back."
)
STEPPING_MESSAGE = mark_message("Virtual players wait now: Enter lets the next one move.")
RUNNING_MESSAGE = mark_message("Virtual players move by themselves again.")
HISTORY_MESSAGE = mark_message(
    "`{word}` tells all that has happened, `{word} NUMBER` how the table looked after that line."
)
GUIDE_MESSAGE: Final = mark_message("Never played it? `{word}` tells how this game goes.")
ReadLine = Callable[[str], str]
WriteText = Callable[[str], None]
SpeakLines = Callable[[Iterable[NarrationLine]], None]


def speak_nothing(_lines: Iterable[NarrationLine]) -> None:
    """Do nothing, where there is no voice."""


class TerminalGame:
    """One game in a terminal. `people`: the colours that the person at the keyboard plays.

    `ask` reads a line after a prompt, `tell` writes text, `speak` speaks lines and returns at once. `is_kept`: whether
    the game can go on another day.
    """

    def __init__(
        self,
        session: Session,
        dealer: Dealer,
        people: tuple[str, ...],
        lang: str,
        ask: ReadLine,
        tell: WriteText,
        speak: SpeakLines = speak_nothing,
        is_kept: bool = True,
    ) -> None:
        self._session, self._dealer, self._people = session, dealer, people
        self._read_line, self._write, self._speak = ask, tell, speak
        self._text, self._is_kept = load_translation(lang), is_kept
        snapshot = session.snapshot
        self._voice = Voice(snapshot.game, snapshot.player_name_by_colour, lang)
        self._public = game_rules(snapshot.game).public_words
        self._last_position = snapshot.position
        self._last_refusal: Refusal | None = None  # since the table was last changed
        self._has_dealer_lost_track = self._has_reported_failure = False

    def play_game(self) -> bool:
        """Play until the game is over or nobody types any more (the journal keeps it); whether it is over."""
        self._without_failing(self._welcome)
        self._without_failing(lambda: self._follow_dealer(self._session.snapshot))
        while not self._over():
            self._without_failing(self._run_dealer)
            if self._over() or not self._read_and_execute_line():
                break
        unkept = not_all_kept_message(self._session.handle_message(WriteJournal()), self._voice.translator)
        if unkept:
            self._write(unkept)
        elif not self._over() and self._is_kept:
            self._write(self._text.gettext("Kept. Start Herald again, and this evening goes on."))
        return self._over()

    def _over(self) -> bool:
        return self._without_failing(self._session.snapshot.position.outcome) is not None

    def _without_failing(self, do: Callable[[], T]) -> T | None:
        """The result of `do`; None where the game fails, which is reported once for each line typed."""
        try:
            return do()
        except BrokenPipeError:  # the reader of our output has gone
            raise
        except Exception as fault:
            if not self._has_reported_failure:
                log.error("something of a game is left out", exc_info=fault)
                self._write(game_fault_message(self._voice.translator.game, self._voice.translator.lang))
            self._has_reported_failure = True
            return None

    def _welcome(self) -> None:
        snapshot = self._session.snapshot
        you = ", ".join(snapshot.player_name_by_colour[player] for player in self._people)
        self._write(self._text.gettext("You play {names}. Type `help` at any time.").format(names=you))
        if snapshot.accepted_texts:
            self._write(self._text.gettext("The evening goes on where it was left."))
        elif self._assumed_values():
            self._write(
                self._text.gettext(
                    "Some values printed on the pieces are assumed: type `{word}` to read them."
                ).format(word=VALUES_COMMAND)
            )
        for text in self._problem_texts(snapshot):
            self._write(text)

    def _assumed_values(self) -> tuple[AssumedValue, ...]:
        return self._session.history.game.assumed_values(self._session.snapshot.setup)

    # -- what happens

    def _run_dealer(self, may_step: bool = False) -> None:
        """Let the table and the virtual players go on; a virtual player only once where people step (`may_step`)."""
        while messages := self._dealer.next_session_messages(self._session.snapshot):
            if self._session.snapshot.pace == "step" and not is_of_table(messages):
                if not may_step:
                    return
                may_step = False
            for each in messages:
                self._handle(each)

    def _handle(self, message: SessionMessage) -> None:
        snapshot = self._session.handle_message(message)
        for line in self._narrate_new_events(snapshot):
            self._write(line.text)
        for text in self._problem_texts(snapshot):
            self._write(text)
        self._follow_dealer(snapshot)

    def _narrate_new_events(self, snapshot: Snapshot) -> Sequence[NarrationLine]:
        """What has happened in words, also spoken."""
        lines = self._voice.narrate(
            self._last_position,
            [event for entry in snapshot.new_entries for event in entry.events],
            after=snapshot.position,
        )
        self._speak(lines)
        if snapshot.position != self._last_position:
            self._last_refusal = None
        self._last_position = snapshot.position
        return lines

    def _follow_dealer(self, snapshot: Snapshot) -> None:
        """Bring the dealt cards to the state of the session; report once that they no longer fit."""
        self._dealer.follow_session(snapshot, self._session.history, self._session.returned_pieces)
        if self._dealer.has_lost_track and not self._has_dealer_lost_track:
            self._write(self._text.gettext(DEALT_CARDS_LOST_MESSAGE))
        self._has_dealer_lost_track = self._dealer.has_lost_track

    def _problem_texts(self, snapshot: Snapshot) -> Iterator[str]:
        if snapshot.refusal_notice is not None:
            yield self._refusal(
                MoveRefused(snapshot.refusal_notice.refusal, snapshot.refusal_notice.nearest_moves)
            )
        passing = [problem for problem in snapshot.problems if problem != snapshot.disk_problem]
        for problem in passing:
            yield problem_message(problem, self._voice.translator)
        if snapshot.refusal_notice is not None or passing:
            self._session.handle_message(DismissNotices())

    def _refusal(self, refused: MoveRefused) -> str:
        """The reason of a refusal, and what could be typed instead, by the hand that is shown here and no other."""
        possible = (
            move
            for move in refused.nearest_moves
            if self._is_hand_covered(move.words[0]) or self._dealer.refusal_for(move) is None
        )
        self._last_refusal = refused.refusal
        reason = self._voice.refusal_text(refused.refusal, self._session.snapshot.position)
        return "\n".join((reason, *map(self._describe_move, possible)))

    def _is_hand_covered(self, player: str) -> bool:
        """Whether another person than the one whose hand is shown here plays that colour."""
        return player in self._people and player != self._person_to_act(self._session.snapshot)

    # -- typed lines

    def _read_and_execute_line(self) -> bool:
        """Read one line and execute it; return whether the game goes on."""
        words = self._read_words(self._without_failing(self._prompt) or "> ")
        if words is None:
            return False
        self._has_reported_failure = False
        return self._without_failing(lambda: self._execute(words)) is not False

    def _read_words(self, prompt: str) -> Sequence[str] | None:
        """The words of a typed line; None where nobody types any more."""
        try:
            return self._read_line(prompt).split()
        except (EOFError, KeyboardInterrupt):
            self._write("")
            return None

    def _execute(self, words: Sequence[str]) -> bool:
        first = words[0].lower() if words else ""
        if first in QUIT_COMMANDS:
            return False
        if first in HELP_COMMANDS:
            self._help(words[1:])
        elif list(words) == [TABLE_COMMAND]:
            snapshot = self._session.snapshot
            for text in self._voice.describe_table(snapshot.position, snapshot.setup):
                self._write(text)
        elif first in OTHER_COMMANDS and not self._begins_a_move(words[0]):
            self._execute_other(first, " ".join(words[1:]))
        elif list(words) == [REDO_COMMAND] and self._session.snapshot.redo_count:
            self._handle(RedoMoves())
        elif list(words) == [UNDO_COMMAND]:
            if count := self._moves_since_own_last():
                self._handle(EnterLine(f"{UNDO_COMMAND} {count}"))
            else:
                self._write(self._text.gettext("None of the moves is yours: there is nothing to take back."))
        elif words:
            self._enter_line(words)
        else:
            self._run_dealer(may_step=True)
        return True

    @property
    def _has_virtual_players(self) -> bool:
        """Whether players who sit nowhere are played here."""
        return not all(map(self._is_played_here, self._session.snapshot.player_name_by_colour))

    def _step_or_run(self) -> None:
        """Let virtual players wait for Enter before each move, or no longer."""
        steps = self._session.snapshot.pace != "step"
        self._handle(SetPace("step" if steps else "usual"))
        self._write(self._text.gettext(STEPPING_MESSAGE if steps else RUNNING_MESSAGE))

    def _begins_a_move(self, word: str) -> bool:
        """Whether a move of the game may begin with that word now."""
        choices = self._session.snapshot.position.choice_tree.choice_by_actor.values()
        return any(choice.candidate_for_word(word) is not None for choice in choices)

    def _prompt(self) -> str:
        snapshot = self._session.snapshot
        player = self._person_to_act(snapshot)
        shown = self._hand_text(player, self._dealer.hand_pieces(player, snapshot)) if player else ""
        asked = self._voice.prompt_sentence(snapshot.position)
        if self._person_to_put_back():
            shown = "".join(f"{line}\n" for line in self._pieces_to_put_back(player))
            asked = self._voice.put_back_question(player)
        if snapshot.disk_problem is not None:  # as long as it stands
            shown = f"{problem_message(snapshot.disk_problem, self._voice.translator)}\n{shown}"
        return f"{shown}{asked}\n> "

    def _hand_text(self, player: str, pieces: Sequence[str]) -> str:
        """Their hand in words, each kind in a line, with what is typed for a card where that is another word."""
        owner = f" ({self._voice.translator.player_name(player)})"
        names_by_kind: dict[str, list[str]] = {}
        for piece, number in Counter(pieces).items():
            called, typed = self._voice.piece_name(piece), _name(piece)
            name = (called.name or called.kind).removesuffix(owner)
            shown = name if typed.casefold() == name.casefold() else f"{name} `{typed}`"
            names_by_kind.setdefault(called.kind, []).append(f"{number} × {shown}" if number > 1 else shown)
        kinds = [f"- {kind}: {', '.join(names)}" for kind, names in names_by_kind.items()]
        return "\n".join((self._text.gettext("Your hand:"), *kinds, "")) if kinds else ""

    def _person_to_act(self, snapshot: Snapshot) -> str:
        """The person who may act now, an awaited one first; "" when none of them may."""
        if chooser := self._person_to_put_back():
            return chooser
        may = (*snapshot.position.choice_tree.awaited_actors, *snapshot.position.choice_tree.choice_by_actor)
        return next((player for player in may if player in self._people), "")

    def _person_to_put_back(self) -> str:
        """The person who is asked which of their pieces goes back; "" once all have said it."""
        return next((who for who in self._dealer.people_to_put_back() if who in self._people), "")

    def _pieces_to_put_back(self, player: str) -> Iterator[str]:
        """Each piece that they choose from as it is typed, and its name."""
        for piece in self._dealer.hand_pieces(player, self._session.snapshot):
            yield f"  {_name(piece):{MOVE_COLUMN_WIDTH}} {self._voice.piece_name(piece).name}"

    def _put_back(self, player: str, typed: str) -> None:
        """Put back the piece that was typed; anything else is asked again."""
        pieces = {_name(piece): piece for piece in self._dealer.hand_pieces(player, self._session.snapshot)}
        if typed in pieces:
            self._handle(PutBack(player, pieces[typed]))
        else:
            self._write(
                self._text.gettext("Type one of these words: {words}.").format(words=", ".join(pieces))
            )

    def _moves_since_own_last(self) -> int:
        """How many moves back the person's own last one lies, 0 for none: later ones of others are undone with it."""
        texts = reversed(self._session.snapshot.accepted_texts)
        return next((back for back, text in enumerate(texts, 1) if self._was_own_move(text)), 0)

    def _was_own_move(self, text: str) -> bool:
        """Whether that move was the person's own; where nobody deals, all are."""
        return self._has_dealer_lost_track or text.split()[0] in self._people or _is_correction(text.split())

    def _is_played_here(self, player: str) -> bool:
        """Whether their moves are typed here: those of a virtual player would reveal their hand."""
        return (
            self._has_dealer_lost_track
            or player in self._people
            or player not in self._session.snapshot.player_name_by_colour
        )

    def _enter_line(self, words: Sequence[str]) -> None:
        if (chooser := self._person_to_put_back()) and not _is_correction(words):
            self._put_back(chooser, " ".join(words))
            return
        text = " ".join(self._with_actor(words))
        of_the_game = words[0] != UNDO_COMMAND and not _is_correction(words)
        refused = self._dealer.refusal_for(Move.parse(text)) if of_the_game else None
        if refused is not None:
            if self._is_hand_covered(text.split()[0]):
                public = self._session.snapshot.position.choice_tree
                refused = MoveRefused(refused.refusal, nearest_moves(public, Move.parse(text)))
            self._write(self._refusal(refused))
        elif not self._costs_the_dealt_hands(text) or self._is_cost_accepted():
            self._handle(EnterLine(text))
        else:
            self._write(self._text.gettext("Nothing was written down."))

    def _costs_the_dealt_hands(self, text: str) -> bool:
        """Whether that line is a correction that can be written down, and the dealer could not follow it."""
        is_followed = not isinstance(self._dealer, NoDealer) and not self._dealer.has_lost_track
        return is_followed and _is_correction(text.split()) and self._session.is_acceptable(text)

    def _is_cost_accepted(self) -> bool:
        """Ask whether the dealt hands may be lost."""
        cost = self._text.gettext(CORRECTION_COST_MESSAGE)
        ways = self._text.gettext(
            "`undo` brings them back. `{word}` writes it down, anything else leaves all as it is."
        ).format(word=YES_WORD)
        answer = self._read_words(f"{cost} {ways}\n> ")
        return answer is not None and [word.lower() for word in answer] == [YES_WORD]

    def _with_actor(self, words: Sequence[str]) -> Sequence[str]:
        """The line with the actor in front; where it has none, the player who may begin with its first word."""
        turn = self._session.snapshot.position.choice_tree
        if words[0] in (*turn.all_actors, UNDO_COMMAND) or not turn.awaited_actors:
            return words
        if (
            len(words) == 1
            and words[0] in ANSWER_WORDS
            and (meant := self._only_move_ending_with(words[0])) is not None
        ):
            return meant.words
        could = (
            player
            for player in (self._person_to_act(self._session.snapshot), *turn.awaited_actors)
            if player in turn.choice_by_actor
        )
        player = next(
            (
                player
                for player in could
                if turn.choice_by_actor[player].candidate_for_word(words[0]) is not None
            ),
            turn.awaited_actors[0],
        )
        return (player, *words)

    def _only_move_ending_with(self, answer: str) -> Move | None:
        """The one move of the awaited player that ends with this word; None when there are several, or none."""
        snapshot = self._session.snapshot
        awaited = snapshot.position.choice_tree.awaited_actors
        player = next((player for player in awaited if player in self._people), awaited[0])
        if not self._is_played_here(player):
            return None
        moves = list(islice(self._dealer.possible_moves(player, snapshot), MAX_MOVES_SEARCHED + 1))
        found = [move for move in moves if move.words[-1] == answer]
        return found[0] if len(found) == 1 and len(moves) <= MAX_MOVES_SEARCHED else None

    # -- explanations

    def _execute_other(self, command: str, name: str) -> None:
        """Do what that command says, which is no move; of the thing of that name or of what is asked now."""
        if command == STEP_COMMAND:
            self._step_or_run()
        elif command == VALUES_COMMAND:
            self._write_assumed_values()
        elif command == HISTORY_COMMAND:
            self._write_history(name)
        elif command == GUIDE_COMMAND:
            for step in guide_to_game(self._session.snapshot, self._voice):
                self._write(f"{step.text} ({step.clause})" if step.clause else step.text)
        elif command == WHY_COMMAND and not name:
            self._explain_why()
        else:
            self._explain_named(name)

    def _write_history(self, number: str) -> None:
        """Write all that happened, the newest line last; or the table as it looked after the line of that number."""
        snapshot = self._session.snapshot
        history = told_history(self._session.history, snapshot.public_history)
        story = Story(history, self._session.refusals, self._voice)
        if not number:
            for line in story:
                self._write(line.text)
            self._write(self._text.gettext(HISTORY_MESSAGE).format(word=HISTORY_COMMAND))
        elif number in map(str, range(story.line_count + 1)):
            then = FrozenHistory(history.opening, history.accepted_lines[: int(number)]).position
            table = self._voice.describe_table(then, snapshot.setup)
            for text in (story[story.place_of(int(number))].text, *table):
                self._write(text)
        else:
            self._write(
                self._text.gettext(
                    "There is no line {number} here: they are numbered from 0 to {count}."
                ).format(number=shown_line(number), count=story.line_count)
            )

    def _explain_why(self) -> None:
        """Write why the last line was refused, else the rule of what is asked now."""
        if self._last_refusal is None:
            self._write_explanation("prompt")
            return
        clause, position = self._last_refusal.clause.id, self._session.snapshot.position
        self._write(self._voice.refusal_text(self._last_refusal, position))
        self._write(self._clause_heading(clause))
        self._write(" ".join(clause_sentences(clause, self._voice.translator)))

    def _explain_named(self, name: str) -> None:
        """Write what the thing of that name is; what can be asked about where there is none."""
        snapshot = self._session.snapshot
        found = find_named(name, snapshot, self._voice)
        if found is not None:
            self._write_explanation(found)
            return
        targets = (
            *(f"player/{player}" for player in snapshot.player_name_by_colour),
            *snapshot.step_by_touch_target,
        )
        names = dict.fromkeys(
            (
                *map(self._voice.touch_target_name, targets),
                *(place_title(place, self._voice) for place in snapshot.layout),
            )
        )
        self._write(
            self._text.gettext("`{word} THING` explains one of these, or any piece: {things}.").format(
                word=WHAT_COMMAND, things=", ".join(islice(names, MAX_NAMES_SHOWN))
            )
        )

    def _write_explanation(self, target: str) -> None:
        """Write all that can be said of it, by what the person who acts knows."""
        snapshot = self._session.snapshot
        known = self._dealer.position_known_to(self._person_to_act(snapshot), snapshot)
        told = explain(target, snapshot, self._voice, known, chooser=self._person_to_put_back())
        self._write(told.title)
        if told.lines:
            self._write(" ".join(line.text for line in told.lines))
        if told.clauses:
            self._write(f"({'; '.join(map(self._clause_heading, told.clauses))})")

    def _write_assumed_values(self) -> None:
        """Write what nobody has read off this copy yet, each line as a file of printed values has it."""
        texts_by_line: dict[str, list[str]] = {}
        for value in self._assumed_values():
            texts_by_line.setdefault(value.edition_words, []).append(
                self._voice.describe_assumed_value(value)
            )
        if not texts_by_line:
            self._write(self._text.gettext("No printed value is assumed."))
            return
        self._write(self._text.gettext("Assumed until somebody reads it off the cardboard:"))
        for line, texts in texts_by_line.items():
            self._write(_beside(line, "; ".join(texts)))
        self._write(
            self._text.gettext(
                "Where your copy has something else, write the line as it is there into {file}: "
                "it counts from the next evening on."
            ).format(file=edition_path(self._voice.translator.game))
        )

    def _clause_heading(self, clause: str) -> str:
        translator = self._voice.translator
        return f"{clause}: {clause_title(translator.game, clause, translator.lang)}"

    # -- help

    def _help(self, words: Sequence[str]) -> None:
        """Write what could be typed: a short list, or all moves that begin with these words, else all with them.

        It also writes the effect of the card that the last word names.
        """
        snapshot = self._session.snapshot
        if (chooser := self._person_to_put_back()) and not words:
            for text in self._pieces_to_put_back(chooser):
                self._write(text)
            self._write_commands()
            return
        awaited = (self._person_to_act(snapshot), *snapshot.position.choice_tree.awaited_actors)
        actors = dict.fromkeys(player for player in awaited if player and self._is_played_here(player))
        moves = self._moves_safe_to_show(
            [
                move
                for player in actors
                for move in islice(self._dealer.possible_moves(player, snapshot), MAX_MOVES_SEARCHED)
            ]
        )
        if words:
            found = [move for move in moves if move.words[1:][: len(words)] == tuple(words)]
            found = found or [move for move in moves if set(words) <= set(move.words)]
            effect = self._voice.card_effect(words[-1])
            if effect:
                self._write(effect)
            elif not found:
                refusal = not_offered_refusal(snapshot.position.choice_tree.out_of_turn_clause.id, words[-1])
                self._write(self._voice.refusal_text(refusal, snapshot.position))
            self._write_moves(found, MAX_MOVES_SHOWN)
            return
        groups: dict[str, list[Move]] = {}
        for move in moves:
            groups.setdefault(move.words[1], []).append(move)
        for word, group in groups.items():
            self._write_moves(group, MAX_MOVES_PER_GROUP, word)
        self._write_commands()

    def _write_commands(self) -> None:
        """Write what can be typed besides moves."""
        commands = self._text.gettext(
            "Type one of these lines, or `table`, `undo`, `redo`, `help CARD`, `quit`. "
            "`undo` goes back to before your last move, `redo` lays again what it took."
        )
        asking = self._text.gettext(
            "`what THING` explains anything on the table, `why` the rule behind what is asked or was refused."
        )
        reading = self._text.gettext("`{word}` tells which printed values are assumed.").format(
            word=VALUES_COMMAND
        )
        stepping = self._text.gettext(
            "`{word}` lets virtual players wait for Enter before each move."
        ).format(word=STEP_COMMAND)
        telling = self._text.gettext(HISTORY_MESSAGE).format(word=HISTORY_COMMAND)
        guiding = self._text.gettext(GUIDE_MESSAGE).format(word=GUIDE_COMMAND)
        told = [commands, asking, telling, guiding]
        told += [reading] * bool(self._assumed_values()) + [stepping] * self._has_virtual_players
        self._write(" ".join(told))

    def _moves_safe_to_show(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Those moves that reveal nothing that lies face down; a card whose word cannot be hidden is shown."""
        public = {move: Move(self._public(move.words)) for move in moves}
        return [move for move in moves if public[move] == move or public[move] not in public]

    def _write_moves(self, moves: Sequence[Move], limit: int, word: str = "") -> None:
        for move in moves[:limit]:
            self._write(self._describe_move(move))
        left = len(moves) - limit
        if left > 0:
            more = self._text.ngettext("{n} more", "{n} more", left).format(n=left)
            self._write(f"  ... {more}" + (f": help {word}" if word else ""))

    def _describe_move(self, move: Move) -> str:
        """A move as it is typed, and what it means."""
        typed = " ".join(move.words[1:] if move.words[0] in self._people else move.words)
        return _beside(typed, self._voice.describe_move(move))


def _beside(typed: str, meaning: str) -> str:
    return f"  {typed:{MOVE_COLUMN_WIDTH}}  {meaning}"


def _is_correction(words: Sequence[str]) -> bool:
    return tuple(words[:2]) == CORRECTION_PREFIX


def _name(piece: str) -> str:
    """A piece as it is typed; where its name is only a number, with its kind."""
    kind, *_, name = piece.split("/")
    return f"{kind} {name}" if name.isdigit() else name
