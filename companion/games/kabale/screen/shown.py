"""What the table screen of Kabale und Hiebe shows: a session's snapshot and what people know of their hands, as
plain values in one language. Nothing here knows more than everybody may: cards face down have no names.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.kabale.rules.effects import Swap
from companion.games.kabale.screen.lying import columns, players, round_of, table_of, trophies
from companion.games.kabale.screen.moving import moves
from companion.games.kabale.screen.views import Table
from companion.games.kabale.screen.ways import Ways, hand_asked, ways
from companion.rules.game import Seat
from companion.rules.moves import PLAY, UNKNOWN
from companion.screen.look import Look
from companion.screen.presenters.moment import capital, events, prompt
from companion.screen.presenters.pointer import marked
from companion.screen.views import Prompt
from companion.table.judge import Done
from companion.table.snapshot import Snapshot
from companion.voice.say import Voice
from companion.voice.told import Line
from companion.voice.words import Words


def table(now: Snapshot, look: Look, voice: Voice, lines: Sequence[Line]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    position, words = table_of(now), voice.words
    found = ways(now, look, voice)
    return Table(
        prompt=_prompt(now, look, voice, found),
        columns=columns(position, now.bag, words),
        players=players(position, now.setup.seats),
        round=round_of(position, words),
        events=tuple(events(now, voice, lines)),
        hands=() if look.virtual else moves(now, words),
        cards=found.cards,
        choices=found.choices,
        open=found.open,
        naming=found.naming,
        objectives=found.objectives,
        trophies=tuple(trophies(position, now.setup.seats)),
        reader=look.virtual,
        undo=bool(now.standing),
        pointed=marked(now),
    )


# -- what to do now


def _prompt(now: Snapshot, look: Look, voice: Voice, found: Ways) -> Prompt:
    """Whose turn it is and what to do, as far as it is understood."""
    words = voice.words

    def further(who: Seat | None, asked: str, things: str) -> Prompt:
        if not isinstance(now.verdict, Done):
            return Prompt(who, _missing(found, words) or asked, things)
        if table_of(now).phase == "objectives":
            return Prompt(who, words.gettext("Are these the objectives?"), things)
        right = words.gettext("Done, or touch what else belongs to it.")
        if UNKNOWN in now.verdict.move.words:  # else it would be taken by now: a reader could still see it
            right = words.gettext("Lay the card on the reader. Done, if it was not read.")
        return Prompt(who, capital(voice.phrase(now.verdict.move)), right)

    return prompt(now, voice, lambda: _how(now, look, words, found), further)


def _missing(found: Ways, words: Words) -> str:
    """What is still missing, by what can be touched to say it."""
    if found.objectives:
        number = found.objectives[0].thing.split("/")[1]
        return words.gettext("Which objective heads column {column}?", column=number)
    if found.naming is not None:
        return words.gettext("Which card is it?")
    if any(map(_is_column, found.open)):
        return words.gettext("Which column?")
    return words.gettext("Which card?") if found.open else ""


def _is_column(thing: str) -> bool:
    """Whether it is no card of one."""
    return thing.startswith("column/") and thing.count("/") == 1


def _how(now: Snapshot, look: Look, words: Words, found: Ways) -> str:
    """The ways to do it that this table has."""
    position = table_of(now)
    awaited = position.offered.awaited
    if look.virtual and awaited and not any(who in look.persons for who in awaited):
        return words.gettext("This happens by itself.") if not found.open else ""
    if any(card.thing in found.open for card in found.cards):
        return words.gettext("Lay a card on the reader, or touch it.")
    if look.virtual and hand_asked(position):
        return words.gettext("Take the screen, and look at your cards.")
    if found.objectives:
        return words.gettext("Column by column, from left to right: touch what is drawn.")
    if found.naming is not None:
        return _named_how(now, words)
    if not found.open:
        return ""
    if not any(map(_is_column, found.open)):
        return words.gettext("Touch a card that lies face down.")
    if isinstance(position.agenda[0], Swap):
        return words.gettext("Touch the other column.")
    return _laid_how(now, words)


def _named_how(now: Snapshot, words: Words) -> str:
    """A card is named: by the reader, where there is one, or by a finger."""
    if any(now.watched.reads(sight.zone) for step in now.glowing.values() for sight in step.sights):
        return words.gettext("Lay it on the reader, or touch its name.")
    return words.gettext("Touch its name.")


def _laid_how(now: Snapshot, words: Words) -> str:
    """A card is laid: on the reader of its column, on the one reader before it, or by a finger alone."""
    if any(now.watched.reads(thing) for thing in now.glowing if thing.startswith("column/")):
        return words.gettext("Lay it face down in its column.")
    if now.watched.reads(PLAY):
        return words.gettext("Lay it on the reader, then face down in its column, and touch the column.")
    return words.gettext("Lay it face down in its column, and touch the column.")
