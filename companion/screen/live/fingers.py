"""What a finger on the screen says to the session, and what it only turns over on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.moves import PLAY_ZONE
from companion.screen.look import Look
from companion.table.judge import Ask, Done
from companion.table.messages import Allow, Choose, Clear, Dismiss, Finish, Message, Notice, Touch, Undo
from companion.table.pieces import Deck
from companion.table.sightings import Gone, Present
from companion.table.snapshot import Snapshot


class Fingers:
    """The hands of the people at the screen; the reader drawn there is the one for cards. `deck`: the tags of a virtual
    table, None where pieces are real.
    """

    def __init__(self, deck: Deck | None) -> None:
        self._tags = _tags(deck) if deck is not None else {}

    def turned(self, thing: str, now: Snapshot, look: Look) -> Look | None:
        """How the table is looked at after this touch; None when it is meant for the session."""
        if thing in now.glowing:
            return None  # a game may have such words, too: "look", "open", "turn"
        what, _, which = thing.partition("/")
        match what:
            case "look":
                return replace(look, holder=which, kind="")
            case "cards":
                return replace(look, kind=which)
            case "turn" if not which:  # else a tile is turned
                return replace(look, side=(look.side + 1) % 4)
            case "open":
                return replace(look, folder=which)
            case "before":
                return replace(look, before=which)
            case "tried":
                return replace(look, tried=which)
            case "count":
                kind, _, number = which.partition("/")
                counts = {**look.counted, kind: int(number)}
                return replace(look, counted={name: count for name, count in counts.items() if count})
        return None

    def messages(self, thing: str, now: Snapshot, look: Look) -> Iterator[Message]:
        """What the session is told. Several things said by one touch have blanks between them; `done` behind them ends
        the move that they make.
        """
        first, *more = thing.split(" ")
        if more:
            for each in (first, *more):
                yield from (Finish(),) if each == "done" else self._of_the_game(each, now, look)
            return
        match thing:
            case "go-on":
                yield Dismiss()
            case "overrule":
                yield Allow()
            case "clear":
                yield Clear()
            case "undo":
                yield Undo(_last(now, look))
            case "done" if isinstance(now.verdict, Done):
                if look.dealt(now.verdict.move, now.bag):
                    yield Finish()
            case "counted":
                yield from (Touch(f"{kind}/{count}") for kind, count in look.counted.items())
                yield Finish()  # they were counted one by one: that is said with care enough
            case _:
                yield from self._of_the_game(thing, now, look)

    def _of_the_game(self, thing: str, now: Snapshot, look: Look) -> Iterator[Message]:
        what, _, which = thing.partition("/")
        if what == "answer":
            if isinstance(now.verdict, Ask) and int(which) < len(now.verdict.question.options):
                yield Choose(now.verdict.question.options[int(which)])
            return
        if isinstance(now.verdict, Ask) and thing not in now.glowing and thing in now.verdict.question.things:
            yield Choose(now.verdict.question.things[thing])
            return
        if not now.bag and not look.concerns(now.position.choice_tree):
            return
        uid = self._tags.get(thing)
        if uid is None or thing not in look.hand:
            yield Touch(thing)
            return
        if not now.bag and len(now.position.choice_tree.choice_by_actor) > 1:
            yield Touch(f"player/{look.holder}")  # several may, and it is his hand
        yield Notice(Present(PLAY_ZONE, uid))
        yield Notice(Gone(PLAY_ZONE, uid))


def _last(now: Snapshot, look: Look) -> int:
    """How many moves bring a person's last one back: what happens by itself would only happen again."""
    count = min(1, len(now.standing))
    if look.virtual:
        while count < len(now.standing) and now.standing[-count].split()[0] not in look.persons:
            count += 1
    return count


def _tags(deck: Deck) -> dict[str, str]:
    """The tag of one of the equal pieces, by what a sight of them says."""
    tags: dict[str, str] = {}
    for piece in deck.box.values():
        uid = deck.tag(piece)
        if uid is not None:
            tags.setdefault(piece.word, uid)
    return tags
