"""What the table screen shows: a session's snapshot and what people know of their hands, as plain values in
one language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.screen.court import board, players
from companion.games.louis_xiv.screen.views import Table
from companion.games.louis_xiv.screen.ways import IN_HAND, Ways, counting, number_counted, ways
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.things import called
from companion.rules.game import Seat
from companion.rules.moves import PLAY, Move
from companion.rules.tale import Event as Happened
from companion.screen.look import Look
from companion.screen.presenters import moment
from companion.screen.presenters.moment import capital, events, reads, seat
from companion.screen.presenters.pointer import marked
from companion.screen.views import Prompt
from companion.table.judge import Ask, Done
from companion.table.snapshot import Snapshot
from companion.voice.language import message
from companion.voice.say import Voice
from companion.voice.told import Line
from companion.voice.words import Words


def table(now: Snapshot, look: Look, voice: Voice, lines: Sequence[Line]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    position = now.position
    assert isinstance(position, Position)
    found = ways(now, look, voice)
    return Table(
        prompt=prompt(now, look, voice, found),
        board=board(position, _latest(now), now.bag, voice.words, look.side),
        players=players(position, now.setup.seats),
        events=tuple(events(now, voice, lines)),
        cards=found.cards,
        choices=found.choices,
        counters=found.counters,
        open=found.open,
        reader=look.virtual,
        undo=bool(now.standing),
        pointed=marked(now),
    )


def _latest(now: Snapshot) -> Iterator[Happened]:
    for entry in reversed(now.entries):
        yield from reversed(entry.events)


# -- the prompt


def prompt(now: Snapshot, look: Look, voice: Voice, found: Ways) -> Prompt:
    """Whose turn it is and what to do, as far as it is understood."""
    words = voice.words

    def further(who: Seat | None, asked: str, things: str) -> Prompt:
        if found.counters:
            whose, held = counting(now)
            counted = words.gettext("{n} of {all} counted", n=number_counted(now, look), all=held)
            return Prompt(seat(now, whose), words.gettext("Count the coats of arms"), counted)
        match now.verdict:
            case Ask(question):
                missing = _missing((option.thing for option in question.options), words)
                return Prompt(who, missing or words.gettext("Which is meant?"), things)
            case Done(move):
                right = words.gettext("Done, or touch what else belongs to it.")
                return Prompt(who, capital(_understood(move, voice)), right)
        return Prompt(who, _missing(now.glowing, words) or asked, things)

    return moment.prompt(now, voice, lambda: _how(now, look, words, found), further)


def _understood(move: Move, voice: Voice) -> str:
    """What was touched so far as a move; stones counted by person, as short as can be."""
    words = voice.words
    said = move.words[1:]
    if len(said) > 2 and "place" in said[1:3]:
        tiles = said[said.index("place") + 1 :]
        placed = ", ".join(f"{names.tile(words, tile)} {tiles.count(tile)}" for tile in dict.fromkeys(tiles))
        return f"{names.card(words, said[0])}: {placed}"
    return voice.phrase(move)


def _missing(things: Iterable[str], words: Words) -> str:
    """What is still missing, by what could be touched to say it."""
    kinds = {thing.partition("/")[0] for thing in things}
    if "tile" in kinds:
        if "take" in kinds:
            return words.gettext("Place stones, or take them back")
        return words.gettext("Touch a person")
    for kind, asked in QUESTIONS.items():
        if kind in kinds:
            return words.gettext(asked)
    return ""


QUESTIONS: Final = {
    "chip": message("Which chip?"),
    "stack": message("From which stack?"),
    "own": message("From which supply?"),
    "general": message("From which supply?"),
    "card": message("Which card?"),
    "louis": message("How many louis?"),
    "player": message("Who?"),
}
"""What is asked where such things are still to be touched, the likeliest first."""


def _how(now: Snapshot, look: Look, words: Words, found: Ways) -> str:
    """What is still owed, else the ways to do it that this table has."""
    if now.owed:
        owed = ", ".join(f"{words.named('thing', s.piece)} ({called(s.zone, words)})" for s in now.owed)
        return words.gettext("Still to be moved on the table: {things}", things=owed)
    awaited = now.position.offered.awaited
    if look.virtual and awaited and not any(who in look.persons for who in awaited):
        return words.gettext("This happens by itself.") if not found.open else ""
    if any(card.thing in found.open for card in found.cards):
        if any(reads(now, card.thing, PLAY) for card in found.cards):
            return words.gettext("Lay a card on the reader, or touch it.")
        return words.gettext("Touch the card.")
    if any(thing.partition("/")[0] in IN_HAND for thing in now.glowing) and look.virtual and not look.holder:
        return words.gettext("Take the screen, and look at your cards.")
    if any(reads(now, thing, PLAY) for thing in found.open):
        return words.gettext("Lay it on the reader, or touch it.")
    if any(thing.startswith("tile/") for thing in found.open):
        return words.gettext("Touch a person that glows.")
    return ""
