"""Explains what lies on a table: what it is, what lies there, what a touch on it would do, and the clause behind it.

The one source for the screen and the terminal. It asks the judge, and takes names and facts from the layout and the
rest from the clauses; a game adds sentences where these are silent:

    [about]   of data/names.toml: a touch target, else its kind (`tile`), or the name of a symbol -> `text`, a sentence
              of what it means, and `source`, the clause it rests on
    [guide]   a place, a kind of touch target, or several with spaces between -> `text` and `source`: steps that tell
              whoever plays it for the first time what lies where, what a turn is and how it ends, in their order
    explain   of its voice, where the sentence depends on the position
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import Final, NamedTuple
from unicodedata import normalize

from companion.games import game_rules
from companion.rules.clauses import NOT_OFFERED, MoveRefused
from companion.rules.history import FrozenHistory
from companion.rules.layout import InventoryIndex, Place, PlacedPieces, PlaceKind
from companion.rules.ledger import build_ledger
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Observation, touch_observation
from companion.rules.position import Position
from companion.table.interpretation.judge import Ambiguous, Interpretation, Interpreted, Unexplained, judge
from companion.table.interpretation.question import AnswerOption
from companion.table.snapshot import Snapshot
from companion.voice.game_texts import clause_text, clause_title, load_clauses, load_names
from companion.voice.language import mark_message
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import answer_option_text
from companion.voice.ranking_text import (
    counts_by_player_text,
    format_signed_points,
    points_text,
    winners_text,
)
from companion.voice.table_text import POSITIONED_KINDS, STATUS_PLACES
from companion.voice.translator import ABOUT, Translator, capitalised
from companion.voice.voice import Voice

BRIEF_LETTERS: Final = 230
"""So many letters can be read beside a finger."""
SENTENCE_END: Final = re.compile(r"(?<=[.!?]) (?=[^\W\d_a-zà-ž])")
"""The space between two sentences: the next one begins with a capital."""
VARIANT: Final = re.compile(r"(?<=.)( \(.*\)|: .*| \d+)$")
"""The end of a name by which a piece differs from others that mean the same."""
STRIPS: Final = ("player", "prompt", *STATUS_PLACES)
FIRST_LINES: Final = 2
"""So many sentences about a thing come before the meaning of the picture on it that is touched."""
MAX_EFFECTS: Final = 3
"""So many sentences tell what a touch would do."""
GUIDE: Final = "guide"
"""The group of names.toml with the steps for whoever plays a game for the first time."""
MAX_GUIDED_PLACES: Final = 2
"""So many places are shown to whoever plays a game for the first time that brings no steps of its own."""
AFTER_TOUCH: Final = mark_message("What a touch would do: {effects}")
ASKED_NOW: Final = mark_message("Now: {request}")
PLACE_KIND_NAMES: dict[PlaceKind, str] = {
    "row": mark_message("Row"),
    "pile": mark_message("Pile"),
    "supply": mark_message("Supply"),
    "grid": mark_message("Board"),
    "track": mark_message("Track"),
    "hand": mark_message("Hand"),
    "deck": mark_message("Draw pile"),
}
"""The names of places without a name of their own; a `spot` shows only what lies there."""


class ExplanationLine(NamedTuple):
    """A sentence of an explanation.

    clause: the id of the one it rests on, piece: what lies there and it is about, each "" for none. is_reason: it says
    why a touch is forbidden.
    """

    text: str
    clause: str = ""
    piece: str = ""
    is_reason: bool = False


class Explanation(NamedTuple):
    """What something on a table is, in sentences.

    title: what people call it. owner: the player whose it is, "" for nobody.
    """

    title: str
    lines: tuple[ExplanationLine, ...]
    owner: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that it rests on, in the order of its sentences."""
        return tuple(dict.fromkeys(line.clause for line in self.lines if line.clause))

    @property
    def brief(self) -> Explanation:
        """As many of its sentences as can be read beside a finger, the first one in any case."""
        letters, count = len(self.title), 0
        for line in self.lines:
            letters += len(line.text) + 1
            if count and letters > BRIEF_LETTERS:
                break
            count += 1
        return self._replace(lines=self.lines[:count])

    @property
    def without_reasons(self) -> Explanation:
        """What holds whether or not it may be touched now."""
        return self._replace(lines=tuple(line for line in self.lines if not line.is_reason))

    @property
    def text(self) -> str:
        """Its sentences, one after another."""
        return " ".join(line.text for line in self.lines)

    @property
    def main_clause(self) -> str:
        """The clause of the reason why a touch is forbidden, else of the first sentence that has one; "" for none."""
        reasons = (line.clause for line in self.lines if line.is_reason)
        return next(reasons, "") or next(iter(self.clauses), "")


def explain(
    touch_target: str,
    snapshot: Snapshot,
    voice: Voice,
    position: Position,
    symbol: str = "",
    hand: Collection[str] = (),
    chooser: str = "",
) -> Explanation:
    """What a touch target stands for.

    position: as everybody knows it, or the owner of the open hand: it is asked what a touch would do. symbol: the name
    of a picture on it that is meant, "" for none. hand: the pieces of that hand, which a touch lays on the reader.
    chooser: who is asked which of their pieces goes back; before that no touch is a move.
    """
    return _Explainer(snapshot, voice, position, hand, chooser).explain(touch_target, symbol)


def explain_points(who: str, history: FrozenHistory, voice: Voice) -> Explanation:
    """Why a player has so many points: what made them, the latest first."""
    translator, ledger = voice.translator, build_ledger(history)
    points = points_text(translator, ledger.totals().get(who, 0))
    lines = (
        f"{format_signed_points(entry.points)}: {voice.narrate_event(entry.event)}"
        for entry in reversed(ledger.entries_of(who))
        if entry.event is not None
    )
    return Explanation(
        f"{translator.player_name(who)}: {points}", tuple(map(ExplanationLine, lines)), owner=who
    )


class GuideStep(NamedTuple):
    """One thing that is told to whoever plays a game for the first time.

    clause: the id of the one it rests on, "" for none. targets: the touch targets, or kinds of them, that it is about.
    """

    text: str
    clause: str = ""
    targets: tuple[str, ...] = ()


def guide_to_game(snapshot: Snapshot, voice: Voice) -> tuple[GuideStep, ...]:
    """What lies where, what a turn is and, as the last step, how it ends.

    As `[guide]` of the game's names.toml has it, where that has two steps or more, else out of layout and clauses.
    """
    game, lang = snapshot.game, voice.translator.lang
    steps = tuple(
        GuideStep(text, "" if source == key else source, tuple(key.split()))
        for key in load_names(game, lang).get(GUIDE, {})
        for text, source in [[voice.translator.name_of(GUIDE, key, form) for form in ("text", "source")]]
        if text != key
    )
    if len(steps) > 1:
        return steps
    place_by_kind: dict[str, Place] = {}
    # what is everybody's goes before what is somebody's
    for place in sorted(snapshot.layout, key=lambda each: bool(each.owner)):
        if place.id not in STATUS_PLACES and place.pieces:
            place_by_kind.setdefault(place.id.partition("/")[0], place)
    explained = (
        (place.id, explain(place.id, snapshot, voice, snapshot.position).without_reasons)
        for place in place_by_kind.values()
    )
    places = (
        GuideStep(f"{told.title}: {told.brief.text}", told.main_clause, (target,))
        for target, told in explained
    )
    clauses = (clause_asked(snapshot.position), [*load_clauses(game, lang)][-1])
    rules = (
        GuideStep(Explanation("", tuple(map(ExplanationLine, told))).brief.text, clause, ("prompt",))
        for clause in clauses
        if (told := clause_sentences(clause, voice.translator))
    )
    return (*islice(places, MAX_GUIDED_PLACES), *rules)


def verdict_on(
    touch_target: str, snapshot: Snapshot, position: Position, hand: Collection[str] = ()
) -> Interpretation:
    """What the judge says of a touch on that, after what has been entered; one on a card of the `hand` lays it."""
    option = _asked_option(touch_target, snapshot)
    observation = touch_observation(touch_target) if option is None else option.observation
    if touch_target in hand:
        observation = Observation(touch_target, PLAY_ZONE)
    return judge(position, (*snapshot.pending_input, observation), snapshot.zone_status)


def _asked_option(touch_target: str, snapshot: Snapshot) -> AnswerOption | None:
    """The answer to the question that is open, by its number: `answer/2`."""
    kind, _, number = touch_target.partition("/")
    if kind != "answer" or not isinstance(snapshot.interpretation, Ambiguous):
        return None
    options = snapshot.interpretation.question.options
    return options[int(number)] if number.isdecimal() and int(number) < len(options) else None


def clause_asked(position: Position) -> str:
    """The clause of what is to be done now, "" when the game is over."""
    return next((choice.clause_id for choice in position.choice_tree.choice_by_actor.values()), "")


def clause_sentences(clause: str, translator: Translator) -> list[str]:
    """The text of a clause, sentence by sentence; [] where it has none."""
    text = clause_text(translator.game, clause, translator.lang)
    return SENTENCE_END.split(text) if text != clause else []


def place_title(place: Place, voice: Voice) -> str:
    """What people call a place, without its owner."""
    translator, (kind, _, which) = voice.translator, place.id.partition("/")
    if which and which == place.owner:
        if kind == "player":
            return translator.player_name(place.owner)
    elif which and (name := voice.touch_target_name(place.id)) not in (place.id, f"{kind}: {which}"):
        return name
    if place.id in STATUS_PLACES:
        return translator.name_of("place", place.id)
    name = voice.place_name(place)
    return (
        translator.gettext(PLACE_KIND_NAMES[place.kind])
        if name == kind and place.kind in PLACE_KIND_NAMES
        else name
    )


def find_named(name: str, snapshot: Snapshot, voice: Voice) -> str | None:
    """The touch target, the answer or the symbol of that name: its word, or what people call it; None for nothing.

    What can be touched now goes before what only lies there, that before pieces in the box, and those before what only
    the index has.
    """
    steps, layout = snapshot.step_by_touch_target, snapshot.layout
    lying = [(place, each) for place in layout for each in place.pieces]
    rules = game_rules(snapshot.game)
    targets = dict.fromkeys(
        (
            *(f"player/{colour}" for colour in snapshot.player_name_by_colour),
            *steps,
            *(place.id for place in layout),
            *(each.piece for _, each in lying),
            *rules.taggable_pieces(snapshot.setup),
            *(stock.family for stock in rules.inventory(snapshot.setup)),
            *load_names(snapshot.game, voice.translator.lang).get(ABOUT, {}),
            *(f"{place.id}/{cell}" for place, each in lying for cell in each.occupied_cells if each.at),
            *(f"clause/{id}" for id in load_clauses(snapshot.game, voice.translator.lang)),
        )
    )
    title_by_place = {place.id: place_title(place, voice) for place in layout}
    ways: tuple[Callable[[str], str], ...] = (
        str,
        lambda target: steps[target].word if target in steps else "",
        lambda target: target.rpartition("/")[2],
        lambda target: title_by_place.get(target, ""),
        voice.touch_target_name,
        lambda target: str(voice.piece_name(target)),
    )
    called = name.casefold()
    found: str | None = next(
        (target for way in ways for target in targets if way(target).casefold() == called != ""), None
    )
    indexed = index_of_words(snapshot, voice) if found is None else {}
    return next((target for word, target in indexed.items() if word.casefold() == called), found)


def index_of_words(snapshot: Snapshot, voice: Voice) -> dict[str, str]:
    """What can be looked up, by what people call it, in alphabetical order: pieces, places, moves, clauses by title.

    To each its touch target, to a clause `clause/ID`. What differs only in its owner, a number or its chips is one.
    What begins with a digit or a sign comes last.
    """
    translator, rules = voice.translator, game_rules(snapshot.game)
    names = load_names(snapshot.game, translator.lang)
    targets = (
        *(place.id for place in snapshot.layout if not place.owner),
        *names.get(ABOUT, {}),
        *(stock.family for stock in rules.inventory(snapshot.setup)),
        *rules.taggable_pieces(snapshot.setup),
    )
    title_by_place = {place.id: place_title(place, voice) for place in snapshot.layout}
    called: dict[str, str] = {}
    for target in targets:
        title = title_by_place.get(target) or voice.touch_target_name(target)
        raw = (target, target.rpartition("/")[2])
        is_named = title not in raw or any(
            words.get(word) == title for words in names.values() for word in raw
        )
        if is_named and title != UNKNOWN:
            called.setdefault(capitalised(VARIANT.sub("", title)), target)
    for id in load_clauses(snapshot.game, translator.lang):
        called.setdefault(clause_title(snapshot.game, id, translator.lang), f"clause/{id}")
    return {
        word: called[word]
        for word in sorted(
            called, key=lambda word: (not word[0].isalpha(), normalize("NFKD", word.casefold()))
        )
    }


class _Explainer:
    """Explains at one moment."""

    def __init__(
        self, snapshot: Snapshot, voice: Voice, position: Position, hand: Collection[str], chooser: str
    ) -> None:
        self.snapshot, self.voice, self.position, self.hand = snapshot, voice, position, hand
        self.chooser = chooser
        self.translator = voice.translator

    def explain(self, touch_target: str, symbol: str) -> Explanation:
        title, lines, owner = self._thing(touch_target)
        meant = (*self._meaning(symbol),) if symbol else ()
        # on a strip there are many pictures, and each is a question of its own
        at = 0 if touch_target.partition("/")[0] in STRIPS else FIRST_LINES
        reasons = tuple(line for line in lines if line.is_reason)  # they are what people wonder about: early
        rest = tuple(line for line in lines if not line.is_reason)
        told = (*rest[:at][:1], *reasons, *rest[:at][1:], *meant, *rest[at:])
        return Explanation(capitalised(title), tuple(dict.fromkeys(told)) or (*self._asked(),), owner)

    def _asked(self) -> Iterator[ExplanationLine]:
        """What is to be done now, of something of which nothing else can be said."""
        if self.chooser:
            yield ExplanationLine(self.voice.put_back_question(self.chooser))
        elif prompt := self.voice.prompt_sentence(self.snapshot.position):
            yield ExplanationLine(prompt, clause_asked(self.position))

    def _thing(self, touch_target: str) -> tuple[str, tuple[ExplanationLine, ...], str]:
        kind, _, which = touch_target.partition("/")
        if touch_target == "prompt":
            return self._prompt()
        if kind == "clause" and (rule := clause_sentences(which, self.translator)):
            heading = f"{which} {clause_title(self.translator.game, which, self.translator.lang)}"
            return heading, tuple(map(ExplanationLine, rule)), ""
        if kind == "player" and which in self.snapshot.player_name_by_colour:
            return (
                self.translator.player_name(which),
                (*self._player(which), *self._meaning(touch_target)),
                which,
            )
        place, lying = self._find(touch_target)
        if place is None or lying is not None:
            told = (*(self._piece(lying.piece) if lying is not None else self._meaning(touch_target)),)
            owner = place.owner if place is not None else ""
            return self._name(touch_target), (*told, *self._now(touch_target, bool(told))), owner
        title, owner = place_title(place, self.voice), place.owner
        if owner and title != self.translator.player_name(owner):
            title = f"{self.translator.player_name(owner)}: {title}"
        nothing = ExplanationLine(self.translator.gettext("Nothing lies there."))
        told = (*self._place(place),) or (nothing,)
        return title, (*told, *self._now(touch_target, is_explained=True)), owner

    # -- what is asked, and who

    def _prompt(self) -> tuple[str, tuple[ExplanationLine, ...], str]:
        outcome = self.position.outcome()
        if outcome is not None:
            scores = counts_by_player_text(self.translator, outcome.scores)
            won = self.translator.to_sentence(winners_text(self.translator, outcome.winners))
            return won, (ExplanationLine(self.translator.to_sentence(scores)),), ""
        if self.chooser:
            return self.voice.put_back_question(self.chooser), (), self.chooser
        clause = clause_asked(self.position)
        rule = clause_sentences(clause, self.translator) if clause else ()
        asked = self.voice.turn_prompt(self.snapshot.position)
        who = asked.who if asked is not None else ""
        told = tuple(ExplanationLine(sentence, clause) for sentence in rule)
        return self.voice.prompt_sentence(self.snapshot.position), told, who

    def _player(self, colour: str) -> Iterator[ExplanationLine]:
        """What everybody may know of a player, and whether they are asked now."""
        name, position = f"{self.translator.player_name(colour)}: ", self.snapshot.position
        asked = self.voice.turn_prompt(position)
        if asked is not None and asked.who == colour:
            request = self.translator.gettext(ASKED_NOW, request=asked.request)
            yield ExplanationLine(self.translator.to_sentence(request), clause_asked(position))
        points = position.points_by_player()
        if points.get(colour) or (colour in points and any(points.values())):
            yield ExplanationLine(self.translator.to_sentence(points_text(self.translator, points[colour])))
        for line in self.voice.describe_table(position, self.snapshot.setup):
            if line.startswith(name):
                yield ExplanationLine(capitalised(line.removeprefix(name)))

    # -- what lies there

    def _find(self, touch_target: str) -> tuple[Place | None, PlacedPieces | None]:
        """The place of that name; or the place that has a spot of that name, and the piece on it, if there is one."""
        index = InventoryIndex(game_rules(self.snapshot.game).inventory(self.snapshot.setup))
        layout = index.layout_with_unlisted(self.snapshot.layout)
        for place in layout:
            if place.id == touch_target:
                return place, None
        for place in layout:
            at = touch_target.removeprefix(f"{place.id}/")
            if at != touch_target:
                found = (each for each in place.pieces if at in (each.at, *each.occupied_cells))
                return place, next(found, None)
        return None, None

    def _place(self, place: Place) -> Iterator[ExplanationLine]:
        """What the place means, else what is known of it; then what lies there."""
        told = [*self._meaning(place.id)]
        facts = () if told else self.voice.place_facts(place)
        yield from (*told, *(ExplanationLine(self.translator.to_sentence(fact)) for fact in facts))
        for lying in place.pieces:
            if lying.piece != place.id:
                yield self._lying(lying, place)

    def _lying(self, lying: PlacedPieces, place: Place) -> ExplanationLine:
        text = str(self.voice.piece_name(lying.piece))
        if lying.count > 1:
            text = self.voice.format_piece_count(lying.piece, lying.count)
        if place.kind in POSITIONED_KINDS and lying.at:
            text = f"{text} ({lying.at.partition('/')[0]})"
        effect = self.voice.card_effect(lying.piece.rpartition("/")[2])
        said = " ".join(filter(None, (self.translator.to_sentence(text), effect)))
        return ExplanationLine(said, piece=lying.piece)

    def _piece(self, piece: str) -> Iterator[ExplanationLine]:
        name = self.translator.to_sentence(str(self.voice.piece_name(piece)))
        yield ExplanationLine(name, piece=piece)
        yield from self._meaning(piece)

    def _name(self, touch_target: str) -> str:
        option = _asked_option(touch_target, self.snapshot)
        if option is not None:
            return answer_option_text(option, self.voice, with_count=option.touch_count != 1)
        return self.voice.touch_target_name(touch_target)

    # -- what it means, and what a touch would do

    def _meaning(self, word: str) -> Iterator[ExplanationLine]:
        """What it does, what the game's data has for it or for its kind, and what the game says of it now."""
        if effect := self.voice.card_effect(word.rpartition("/")[2]):
            yield ExplanationLine(effect)
        text, source = self.translator.meaning_of(word)
        if text:
            yield ExplanationLine(text, source)
        for text, clause in self.voice.explain(word, self.snapshot.position):
            yield ExplanationLine(self.translator.to_sentence(text), clause)

    def _now(self, touch_target: str, is_explained: bool) -> Iterator[ExplanationLine]:
        """What comes of touching it, or the rule that forbids it; that it is not among the choices explains nothing."""
        if self.position.outcome() is not None or self.chooser:
            return
        verdict = verdict_on(touch_target, self.snapshot, self.position, self.hand)
        if isinstance(verdict, Interpreted):
            effects = " ".join(line.text for line in self._effects(verdict)[:MAX_EFFECTS])
            if effects:
                yield ExplanationLine(self.translator.gettext(AFTER_TOUCH, effects=effects))
        elif isinstance(verdict, Unexplained):
            clause = verdict.refusal.clause
            if not is_explained or clause.code != NOT_OFFERED.code:
                reason = self.voice.refusal_text(verdict.refusal, self.position)
                yield ExplanationLine(reason, clause.id, is_reason=True)

    def _effects(self, verdict: Interpreted) -> tuple[NarrationLine, ...]:
        try:
            _, events = self.snapshot.position.play(verdict.move)
        except MoveRefused:  # a name is missing that only a reader could identify
            return ()
        return self.voice.narrate(self.snapshot.position, events)
