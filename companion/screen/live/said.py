"""Refusals and troubles in words, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.rules.errors import HeraldError
from companion.rules.game import Seat
from companion.rules.moves import Move, Sight
from companion.screen.views import Refused
from companion.table.journal import Busy, Unwritten
from companion.table.snapshot import No, Snapshot, Trouble
from companion.table.wired import State
from companion.voice.catalogue import clause_title
from companion.voice.language import message, translation
from companion.voice.say import Voice
from companion.voice.words import Words

TROUBLES = {
    "reader-down": message("The reader {where} does not answer. Its place is for touch until it does."),
    "two-cards": message("More than one card lies on the reader {where}. Lay them one by one."),
    "garbled": message("Something lies on the reader {where} that cannot be read. Lay it anew."),
    "unknown-tag": message(
        "The tag {where} belongs to no piece. Give it to one on the page Deck, or with herald enrol."
    ),
    "disk": message("The move could not be kept: {what}. Make room, then touch Done."),
    "torn-line": message("The last line of the evening was torn and never counted. It is kept as {where}."),
    "fault": message(
        "Something went wrong with what was touched, and it was set aside. The game is as it was."
    ),
}

SEVERAL = 2
"""Readers that are named one by one, though their numbers follow one another."""
READERS_DOWN = message("The readers {where} do not answer. Their places are for touch until they do.")

LOST = message(
    "The table was corrected, and the dealt cards no longer fit. From now on all moves of all players are touched."
)
LOST_TYPED = message(
    "The table was corrected, and the dealt cards no longer fit. From now on all moves of all players are typed; "
    "`undo` takes the correction back and brings the cards back."
)
UNLOST = message("Take the correction back, and the dealt cards come back.")

FAILURES = {
    "busy": message("Another Herald is keeping this evening. Close that one first."),
    "disk": message("That could not be kept: {what}. Make room or make the place writable, then try again."),
    "unreadable": message("That cannot be read: {what}"),
    "damaged": message("The last evening cannot be read, so it does not go on: {name}"),
}
"""What goes wrong with files before there is a table."""


READERS = {
    "none": message("No reader is connected. Everything can be played by touch."),
    "all": message("Readers that answer: {well} of {all}."),
    "some": message("Readers that answer: {well} of {all}. The places of the others are touched."),
    "unread": message("{file} cannot be used, so everything is touched. herald doctor says why."),
}
"""How the readers are."""

Noticed = Callable[[Sight, Words], str]
"""What was noticed, as people at a game's table would say it."""


def refused(now: Snapshot, voice: Voice, noticed: Noticed) -> Refused | None:
    """The refusal that stands, or what is wrong with the machine; None when all is well."""
    if now.no is not None:
        return _no(now, now.no, voice, noticed)
    for trouble in now.troubles:
        if not trouble.lasting:
            return told(trouble, voice.words)
    return None


def told(trouble: Trouble, words: Words) -> Refused:
    """What is wrong and what to do now."""
    return Refused(
        None, "", words.gettext(TROUBLES[trouble.code], where=trouble.where, what=trouble.what), "", ""
    )


def told_together(lasting: Sequence[Trouble], words: Words) -> str:
    """Which readers do not answer, in one sentence."""
    if len(lasting) == 1:
        return told(lasting[0], words).why
    return words.gettext(READERS_DOWN, where=", ".join(_runs([trouble.where for trouble in lasting])))


def _runs(places: Sequence[str]) -> Iterator[str]:
    """Places by name; of several whose numbers follow one another, the first and the last number: tile/1–12."""
    runs: list[list[str]] = []
    for place in places:
        kind, _, number = place.rpartition("/")
        after = f"{kind}/{int(number) - 1}" if kind and number.isdecimal() else ""
        if runs and runs[-1][-1] == after:
            runs[-1].append(place)
        else:
            runs.append([place])
    for run in runs:
        if len(run) > SEVERAL:
            yield f"{run[0]}–{run[-1].rpartition('/')[2]}"
        else:
            yield from run


def lost(words: Words) -> Refused:
    """That the program deals no longer, and what would make it deal again."""
    return Refused(None, "", words.gettext(LOST), "", "", (words.gettext(UNLOST),))


def failed(wrong: HeraldError | OSError, lang: str) -> str:
    """What went wrong with a file; the system's own words for it stay as they are."""
    text = translation(lang).gettext
    if isinstance(wrong, Busy):
        return text(FAILURES["busy"])
    if isinstance(wrong, OSError):
        what = wrong.why if isinstance(wrong, Unwritten) else wrong.strerror or str(wrong)
        return text(FAILURES["disk"]).format(what=what)
    return text(FAILURES["unreadable"]).format(what=wrong)


def damaged(name: str, lang: str) -> str:
    """That the last evening is on the disk but cannot go on."""
    sentence = FAILURES["damaged"]
    return translation(lang).gettext(sentence).format(name=name)


def so_far(now: Snapshot, words: Words, noticed: Noticed) -> str:
    """What was noticed and is no move yet."""
    return words.gettext("So far: {things}", things=", ".join(noticed(sight, words) for sight in now.bag))


def about_readers(wired: State, lang: str) -> str:
    """One line about the readers of a table."""
    text, count = translation(lang).gettext, len(wired.readers)
    well = sum(not reader.why for reader in wired.readers)
    if wired.unread:
        return text(READERS["unread"]).format(file=wired.unread)
    if not count:
        return text(READERS["none"])
    return text(READERS["all" if well == count else "some"]).format(well=well, all=count)


def _no(now: Snapshot, no: No, voice: Voice, noticed: Noticed) -> Refused:
    words, why = voice.words, no.refusal.why
    return Refused(
        who=_who(now, no),
        tried=_tried(no, voice, noticed),
        why=voice.refusal(no.refusal),
        clause=why.id,
        title=clause_title(words.game, why.id, words.lang),
        allowed=tuple(dict.fromkeys(voice.phrase(move) for move in no.nearest)),
        overrule=words.gettext("Let it stand all the same") if no.may_allow else "",
    )


def _tried(no: No, voice: Voice, noticed: Noticed) -> str:
    """A move that was said, else the things that were shown and touched, the last one in the way."""
    said = tuple(no.said.split())
    if said and said[0] != "undo":
        return voice.move(Move(said))
    return " + ".join(noticed(sight, voice.words) for sight in no.tried)


def _who(now: Snapshot, no: No) -> Seat | None:
    whos = (*no.words[:1], *now.position.offered.awaited)
    return next((seat for seat in now.setup.seats if seat.colour in whos), None)
