"""The table of any game as places, players and answers. The `Shown` of companion.screen.live.live."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game, part
from companion.rules.game import Seat
from companion.rules.layout import Stocks
from companion.rules.moves import PLAY, UNKNOWN
from companion.screen.default.answers import AT_ONCE, BESIDE, level, numbers, within
from companion.screen.default.faces import Faces, faces
from companion.screen.default.places import Spot, Token, spots
from companion.screen.default.preview import after_move, can_be_tried, meaning, previews, told
from companion.screen.look import TABLE, Look
from companion.screen.presenters.moment import capital, events, prompt
from companion.screen.presenters.pointer import marked
from companion.screen.presenters.ways import again, answers, at_the_end, finish, hands
from companion.screen.views import Card, Choice, Event, Prompt
from companion.table.judge import Ask, Done
from companion.table.question import Option
from companion.table.snapshot import Snapshot
from companion.voice.pending import answered
from companion.voice.say import Voice
from companion.voice.told import Line

PAGES = ((28, 11), (16, 14), (0, 23))
"""So many answers are shown together, by the letters of the longest."""


class Player(Struct, frozen=True):
    """A player, their points, what they have in few signs. `thing`: what a finger on them says; `open`: they may be
    meant by the next word; `looked_at`: their places lie open.
    """

    seat: Seat
    points: int
    turn: bool
    thing: str
    tokens: tuple[Token, ...] = ()
    open: bool = False
    looked_at: bool = False


class Table(Struct, frozen=True):
    """What companion.screen.default.table shows. `shared`: places of nobody, `theirs`: those of one player."""

    game: str
    prompt: Prompt
    shared: tuple[Spot, ...]
    theirs: tuple[Spot, ...]
    players: tuple[Player, ...]
    events: tuple[Event, ...]
    cards: tuple[Card, ...]
    choices: tuple[Choice, ...]
    open: frozenset[str]
    reader: bool
    undo: bool
    pointed: frozenset[str]
    previews: Mapping[str, Spot] = {}
    """A grid as it would be after an answer."""
    tried: frozenset[str] = frozenset()
    """The answers that show what they would do as long as a finger stays on them."""
    numbers: tuple[str, ...] = ()
    """Answers of which one is picked, the least first."""
    trying: bool = False
    """Whether a finger does: the places are shown as they would be."""

    @property
    def tall(self) -> bool:
        """Whether something wants all the height there is."""
        return any(spot.tall for spot in (*self.shared, *self.theirs))


def table(now: Snapshot, look: Look, voice: Voice, lines: Sequence[Line]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    look_up = faces(voice)
    may = frozenset(now.glowing) if now.bag or look.concerns(now.position.offered) else frozenset()
    if look.may is not None:
        may &= look.may
    if look.virtual and not any(sight.zone == PLAY for sight in now.bag) and _card_first(now):
        may -= {place.id for place in now.layout}  # first the card, then where it goes
    made = tuple(_made(now, look_up, may, now.verdict))
    whose = _whose(now, look, made)
    shared = tuple(spot for spot in made if not spot.owner)
    theirs = tuple(spot for spot in made if spot.owner and spot.owner == (whose or _awaited(now)))
    if whose:
        shared = ()
    if any(spot.point for spot in shared):
        theirs = ()
    shown = {thing for spot in (*shared, *theirs) for thing in spot.things}
    people = tuple(_players(now, may, made, whose))
    shown |= {player.thing for player in people if player.open}
    held = tuple(piece for piece in look.hand if piece not in look.lying(now.bag))
    playable = _playable(now, look, held)
    if not playable and any(spot.tall for spot in theirs):
        held = ()  # the squares need the room
    tall = any(spot.tall for spot in (*shared, *theirs))
    shown -= _listed(look.folder, made)
    choices = tuple(_choices(now, look, voice, may - shown, tall))
    tried = frozenset(choice.thing for choice in choices if can_be_tried(now, choice.thing))
    shown_now = Table(
        now.game,
        _prompt(now, look, voice),
        shared,
        theirs,
        people,
        tuple(events(now, voice, lines)),
        tuple(_card(piece, look_up) for piece in held),
        choices,
        may | playable,
        bool(held),
        bool(now.standing),
        marked(now),
        dict(previews(now, choices, look_up)),
        tried,
        tuple(_numbers([choice.thing for choice in choices], look, voice, tall)),
    )
    return _tried(shown_now, now, look, voice, may) if look.tried in tried else shown_now


# -- what would be


def _made(now: Snapshot, look_up: Faces, may: Collection[str], verdict: object) -> Iterator[Spot]:
    """The places with all that lies there, as they would be after the move that was understood."""
    stocks = Stocks(game(now.game).box(now.setup))
    after, there = after_move(now, verdict), stocks.filled(now.layout)
    listed = {place.id for place in after or now.layout if place.pieces}
    lies = stocks.filled(after) if after else there
    for spot in spots(lies, look_up, may, there if after else None, now.glowing):
        bare = bool(spot.tokens) and spot.thing not in listed
        yield replace(spot, spare=True) if bare and not spot.open and not spot.facts else spot


def _tried(table: Table, now: Snapshot, look: Look, voice: Voice, may: Collection[str]) -> Table:
    """The table as it would be after the answer that a finger stays on; what may be touched stays where it is."""
    verdict, who = meaning(now, look.tried), table.prompt.who
    if not isinstance(verdict, Done):
        said = next(choice.words for choice in table.choices if choice.thing == look.tried)
        return replace(table, prompt=Prompt(who, said, voice.words.gettext("More belongs to it.")))
    made = tuple(_made(now, faces(voice), may, verdict))
    owners = [spot.owner for spot in made if spot.changed]
    whose = next((spot.owner for spot in table.theirs), "")
    if whose not in owners:
        whose = next(filter(None, owners), whose)
    beside, ways = (
        not any(spot.point for spot in made),
        voice.words.gettext("So it would be. Nothing is done yet."),
    )
    return replace(
        table,
        prompt=Prompt(who, capital(voice.phrase(verdict.move)), ways),
        shared=tuple(spot for spot in made if not spot.owner) if table.shared or "" in owners else (),
        theirs=tuple(spot for spot in made if beside and spot.owner and spot.owner == whose),
        players=tuple(_players(now, may, made, "")),
        events=tuple(events(now, voice, told(now, verdict, voice))) or table.events,
        trying=True,
    )


def _awaited(now: Snapshot) -> str:
    """Whose move it is."""
    return next(iter(now.position.offered.awaited), "")


def _whose(now: Snapshot, look: Look, made: Sequence[Spot]) -> str:
    """The player whose places lie open in place of all others; "" for nobody's."""
    if look.before:
        return "" if look.before == TABLE else look.before
    glowing = [spot for spot in made if any(spot.things)]
    if not glowing or any(not spot.owner for spot in glowing):
        return ""
    return next((spot.owner for spot in glowing if spot.owner == _awaited(now)), "")


def _players(now: Snapshot, may: Collection[str], made: Sequence[Spot], whose: str) -> Iterator[Player]:
    points, awaited = now.position.points(), now.position.offered.awaited
    for seat in now.setup.seats:
        who = seat.colour
        open_ = f"player/{who}" in may
        theirs = [spot for spot in made if spot.owner == who]
        looks = f"before/{TABLE if whose == who else who}" if theirs else ""
        thing, tokens = f"player/{who}" if open_ else looks, tuple(_held(theirs))
        yield Player(seat, points.get(who, 0), who in awaited, thing, tokens, open_, whose == who)


def _held(theirs: Sequence[Spot]) -> Iterator[Token]:
    """What a player has in few signs: their hand as so many cards, and what has a sign."""
    for spot in theirs:
        if spot.kind == "hand" and (count := sum(token.count for token in spot.tokens)):
            back = spot.tokens[0].face
            yield Token(back, count, True)
        elif spot.kind in ("supply", "spot"):
            yield from (token for token in spot.tokens if token.face.sign and not token.face.name)


def _playable(now: Snapshot, look: Look, held: Sequence[str]) -> frozenset[str]:
    """Cards of the hand that may be laid on the reader now: those that may come next, and any where a move was
    understood that lacks nothing but its card.
    """
    if not now.bag and not look.concerns(now.position.offered):
        return frozenset()
    if isinstance(now.verdict, Done) and not look.dealt(now.verdict.move, now.bag):
        return frozenset(held)
    if look.may is not None:
        return look.may.intersection(held)
    public = game(now.game).public_piece
    expected = {sight.piece for sight in now.expected if sight.zone == PLAY}
    return frozenset(piece for piece in held if not expected.isdisjoint((piece, public(piece))))


def _card(piece: str, look_up: Faces) -> Card:
    face = look_up.face(piece)
    name = face.name or capital(look_up.voice.called(piece))
    return Card(piece, "", name, "" if face.name else face.sign)


def _prompt(now: Snapshot, look: Look, voice: Voice) -> Prompt:
    words = voice.words

    def further(who: Seat | None, what: str, things: str) -> Prompt:
        match now.verdict:
            case Ask():
                return Prompt(who, words.gettext("Which is meant?"), things)
            case Done(move):
                right = words.gettext("Done, or touch what else belongs to it.")
                return Prompt(who, capital(voice.phrase(move)), right)
        return Prompt(who, what, things)

    def how() -> str:
        if not look.concerns(now.position.offered):
            return words.gettext("This happens by itself.")
        reads = any(now.watched.reads(sight.zone) for step in now.glowing.values() for sight in step.sights)
        return words.gettext("Lay it on the reader, or touch it.") if reads else ""

    return prompt(now, voice, how, further)


# -- what may be touched


def _choices(now: Snapshot, look: Look, voice: Voice, may: Collection[str], tall: bool) -> Iterator[Choice]:
    words, dealt = voice.words, part(now.game, "players", "truth") is not None
    if now.position.outcome() is not None:
        yield from at_the_end(words, "crown")
        return
    if now.bag or look.concerns(now.position.offered):

        def answer(option: Option, often: bool) -> tuple[str, str]:
            return answered(option, voice, often=often), _symbol(option.thing, voice)

        yield from answers(now.verdict, answer)
        things = [thing for thing in _answers(now, look, dealt) if thing in may]
        yield from finish(now, look, things, words)
        yield from _some(things, look, voice, tall)
    if dealt:  # else nobody holds what others do not see
        yield from hands(now, look, words, bool(look.hand))
    yield from again(now, words)


def _answers(now: Snapshot, look: Look, dealt: bool) -> Iterator[str]:
    """What may be touched but the cards of the hand that lies open. Words that go without saying are said by what
    follows, unless that is a card which only a reader tells; cards that nobody at the screen holds cannot be touched.
    """
    hidden, card_follows = _hidden(now) if look.virtual and dealt else frozenset(), _card_first(now)
    for thing, step in now.glowing.items():
        if thing in look.hand or (thing.partition("/")[0] in hidden and look.may is None):
            continue
        if step.implied and thing == step.word and (not card_follows or (look.virtual and dealt)):
            continue
        yield thing


def _hidden(now: Snapshot) -> frozenset[str]:
    """Kinds of pieces that hands hold without anybody else knowing which."""
    hands = (place for place in now.layout if place.kind == "hand")
    held = (lying.piece for place in hands for lying in place.pieces)
    return frozenset(piece.partition("/")[0] for piece in held if piece.endswith(f"/{UNKNOWN}"))


def _card_first(now: Snapshot) -> bool:
    """Whether a card may come next that lies face down."""
    return any(sight.piece.endswith(f"/{UNKNOWN}") for sight in now.expected)


def _listed(folder: str, made: Sequence[Spot]) -> set[str]:
    """Pieces that are answers, too, because the folder that is open is their place: it has no room for all."""
    place = folder.partition("@")[0]
    return {token.thing for spot in made if spot.thing == place for token in spot.tokens}


def _some(things: Sequence[str], look: Look, voice: Voice, tall: bool) -> Iterator[Choice]:
    """The answers of the folder that is open, page by page, and the ways out of it."""
    if not things:
        return
    counted = _numbers(things, look, voice, tall)
    yield from (_entry(thing, 0, things, voice) for thing in counted)
    if not (things := [thing for thing in things if thing not in counted]):
        return
    here = level(things, look.folder, BESIDE if tall else AT_ONCE)
    entries = [_entry(words, count, things, voice) for words, count in here.entries]
    longest = max(len(each.words) for each in entries)
    a_page = next(most for letters, most in PAGES if longest >= letters) if not tall else BESIDE
    if len(entries) <= a_page + 1:
        yield from entries
    else:
        pages = -(-len(entries) // a_page)
        at = here.page % pages
        yield from entries[at * a_page : (at + 1) * a_page]
        yield Choice(f"open/{here.turned(pages)}", f"{at + 1} / {pages}", "next", "quiet")
    if here.folder:
        yield Choice(f"open/{here.above}", voice.words.gettext("Back"), "back", "quiet")


def _numbers(things: Sequence[str], look: Look, voice: Voice, tall: bool) -> list[str]:
    """Answers that are many numbers and nothing else: one is picked."""
    found = numbers(things, look.folder, BESIDE if tall else AT_ONCE)
    said = all(thing.rpartition("/")[2] in voice.called(thing) for thing in found)
    return found if said else []


def _entry(words: str, count: int, things: Sequence[str], voice: Voice) -> Choice:
    """An answer, or those that begin with these words."""
    symbol = _symbol(words, voice)
    if not count:
        style: Literal["main", "choice"] = "main" if words == "done" else "choice"
        return Choice(words, capital(voice.called(words)), symbol, style)
    said = faces(voice).folder(words, within(things, words))
    return Choice(f"open/{words}", f"{capital(said)} … ({count})", symbol)


def _symbol(thing: str, voice: Voice) -> str:
    """The sign of what it names, "" where it has none."""
    return "check" if thing == "done" else faces(voice).face(thing).sign
