"""What the table screen of the Princes of Florence shows: a session's snapshot and what people know of their hands, as
plain values in one language. Nothing here knows more than everybody may: cards in hands have no names.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.auction import Bidding, Open, bidders
from companion.games.florence.rules.final import ShowPrestige
from companion.games.florence.rules.objects import Choose
from companion.games.florence.rules.printed import AUCTION
from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.lying import players, table_of, when
from companion.games.florence.screen.placing import Placing
from companion.games.florence.screen.stages import Table
from companion.games.florence.screen.turning import ACTIONS, BUILD
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered
from companion.games.florence.screen.ways import Ways, ways
from companion.games.florence.screen.work_sheet import WorkSheet
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.moves import PLAY
from companion.screen.look import Look
from companion.screen.presenters.moment import capital, events, prompt, reads
from companion.screen.presenters.pointer import marked
from companion.screen.views import Prompt
from companion.table.judge import Ask, Done
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
        players=players(position, now.setup.seats, words),
        when=when(position, words),
        events=tuple(events(now, voice, lines)),
        cards=found.cards,
        choices=found.choices,
        open=found.open,
        stage=found.stage,
        undo=bool(now.standing),
        pointed=_pointed(now),
    )


def _pointed(now: Snapshot) -> frozenset[str]:
    """What the shared buttons point at, by what stands for it: of a sale the player's panel, of any building or action
    those that begin with it.
    """
    found = set(marked(now))
    found |= {thing.replace("sell/", "player/") for thing in found if thing.startswith("sell/")}
    if "building" in found and not now.bag:
        found.add(BUILD)
    if "action" in found:
        found |= {thing for thing in ACTIONS if thing.startswith("action/")}
    return frozenset(found)


# -- what to do now


def _prompt(now: Snapshot, look: Look, voice: Voice, found: Ways) -> Prompt:
    """Whose turn it is and what to do, as far as it is understood: shorter than it is said aloud, the stage says the
    rest.
    """
    words = voice.words

    def further(who: Seat | None, asked: str, things: str) -> Prompt:
        if isinstance(found.stage, WorkSheet):
            return Prompt(who, found.stage.asks, things)
        if isinstance(found.stage, Placing):
            return Prompt(who, _missing(found, words), _how(now, look, words, found))
        if isinstance(found.stage, Naming) and found.stage.faces:
            return Prompt(who, _missing(found, words))
        if isinstance(now.verdict, Done):
            return Prompt(who, capital(voice.phrase(now.verdict.move)), _right(now, words))
        if isinstance(now.verdict, Ask):
            return Prompt(who, words.gettext("Which is meant?"), things)
        return Prompt(who, _missing(found, words) or what, things)

    what = _what(now, voice)
    said = prompt(now, voice, lambda: _how(now, look, words, found), further)
    if now.bag or now.pointed or now.position.outcome() is not None:
        return said if said.ways != capital(_aloud(now, voice)) else Prompt(said.who, said.sentence, what)
    return Prompt(said.who, what, said.ways)


def _aloud(now: Snapshot, voice: Voice) -> str:
    """What is asked as it is said aloud."""
    asked = voice.asked(now.position)
    return asked.what if asked is not None else ""


def _what(now: Snapshot, voice: Voice) -> str:
    """What is asked, in few words."""
    position, words = table_of(now), voice.words
    match position.agenda[:1]:
        case (Open(who=who),) if bidders(position) == (who,):
            return words.gettext("Take an object for {price}", price=AUCTION["opening"])
        case (Open(),):
            return words.gettext("Open an object at {price}", price=AUCTION["opening"])
        case (Bidding(),) if position.auction is not None:
            lot, price = names.the(words, position.auction.kind), position.auction.bid + AUCTION["step"]
            return capital(words.gettext("{price} for {lot}?", price=grouped(price), lot=lot))
        case (Choose(),):
            return words.gettext("Which one do you keep?")
        case (Acting(),):
            return words.gettext("Choose an action")
        case (ShowPrestige(),):
            return words.gettext("Show the prestige cards")
    return capital(_aloud(now, voice))


def _right(now: Snapshot, words: Words) -> str:
    """How a move that is understood is carried out."""
    if now.watched.reads(PLAY):
        return words.gettext("Lay the card on the reader. Done, if it was not read.")
    return words.gettext("Done, or touch what else belongs to it.")


def _missing(found: Ways, words: Words) -> str:
    """What is still missing, by what stands on the stage."""
    match found.stage:
        case Offered(title=title):
            return title
        case Placing(words=tile):
            return words.gettext("{tile}: where to?", tile=tile)
        case Naming(faces=faces) if faces:
            return words.gettext("Which card?")
    return ""


def _how(now: Snapshot, look: Look, words: Words, found: Ways) -> str:
    """The ways to do it that this table has."""
    position = table_of(now)
    awaited = position.offered.awaited
    if look.virtual and awaited and not any(who in look.persons for who in awaited):
        return words.gettext("This happens by itself.")
    match found.stage:
        case Auction(bidding=None):
            if not look.virtual and any(reads(now, thing, PLAY) for thing in found.open):
                return words.gettext("Lay the object on the reader, or touch it.")
            return words.gettext("Touch the object.")
        case Auction():
            return words.gettext("Bid or pass: by your buttons, or here.")
        case Placing():
            return words.gettext("Drag it or touch a square; turn and flip it beside.")
        case Actions():
            if now.watched.reads(PLAY) and not look.virtual:
                return words.gettext("A building or a freedom may be laid on the reader at once.")
            return words.gettext("In any order; each may be given up.")
        case Naming(faces=()) if now.watched.reads(PLAY) and not look.virtual:
            return words.gettext("Lay the card on the reader, face down.")
    return ""
