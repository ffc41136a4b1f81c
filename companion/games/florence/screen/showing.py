"""Cards made ready to be named: those one looks at, those that lie on other tables, those that are shown at the end."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.final import ShowPrestige
from companion.games.florence.rules.objects import Keep, RecruitNow
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION, RECRUIT, RECRUITING
from companion.games.florence.rules.prestige import PRESTIGE
from companion.games.florence.rules.printed import PRICES, PROFESSIONS
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.rules.work import BONUS
from companion.games.florence.screen.barring import said_by
from companion.games.florence.screen.named import sign
from companion.games.florence.screen.views import Face, Naming
from companion.rules.moves import FINGER, Observation, touch_observation
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

MOST_SIGNS = 3
ACTION = "action/"


def signs_of(kind: str, name: str) -> tuple[str, ...]:
    """What a card is about, in signs."""
    match kind:
        case "profession":
            wants = PROFESSIONS[name]
            return sign(wants.building), sign(wants.landscape), sign(wants.freedom)
        case "bonus":
            counted = BONUS[name]
            return tuple(map(sign, (*counted.each, *counted.once)))[:MOST_SIGNS]
    wanted = PRESTIGE[name]
    most = wanted.most or wanted.fewest
    return tuple(map(sign, (most,) if most else wanted.needs))[:MOST_SIGNS]


def face(piece: str, words: Translator, *, owner: str = "", open_: bool = True, does: bool = False) -> Face:
    """A card by its word."""
    kind, _, name = piece.partition("/")
    said = words.name_of("does", name) if does and kind != PROFESSION else ""
    return Face(piece, words.name_of("face", name), signs_of(kind, name), said, owner, open_)


def naming_of(now: Snapshot, position: Position, look: UiState, words: Translator) -> Naming | None:
    """The cards of which one is to be named now, or what to do where only a reader may say it."""
    match position.agenda[:1]:
        case (Keep(who=who),):
            return _looked_at(now, position, who, PRESTIGE_CARD, look, words)
        case (Acting(who=who),):
            for kind in (PROFESSION, BONUS_CARD):
                if touch_observation(ACTION + kind) in now.pending_input:
                    return _looked_at(now, position, who, kind, look, words)
            if _recruits(now.pending_input):
                return _recruited(now, position, who, words)
        case (RecruitNow(who=who),):
            return _recruited(now, position, who, words)
        case (ShowPrestige(),):
            return _shown(now, position, words)
    return None


def _recruits(bag: Iterable[Observation]) -> bool:
    return any(sight == touch_observation(RECRUIT) or sight.piece == RECRUITING for sight in bag)


def _looked_at(
    now: Snapshot, position: Position, who: str, kind: str, look: UiState, words: Translator
) -> Naming:
    """The top cards of a stack: by name only for the one who looks at them, at a virtual table."""
    stack = {
        PROFESSION: position.professions,
        BONUS_CARD: position.bonus_cards,
        PRESTIGE_CARD: position.supply("prestige"),
    }
    number = min(int(PRICES["stack"]), stack[kind])
    if look.is_virtual and look.hand_owner == who:
        cards = looked_at(position, who, kind, look)
        return Naming(tuple(face(piece, words, does=True) for piece in cards))
    if look.is_virtual:
        return Naming((), words.gettext("Take the screen, and look at your cards."), kind)
    said = words.ngettext(
        "Look at the top card and take it.",
        "Look at the top {n} cards and keep one. The others go under the stack, in any order.",
        number,
    )
    return Naming((), said, kind)


def looked_at(position: Position, who: str, kind: str, look: UiState) -> tuple[str, ...]:
    """The cards he looks at: they stand behind those of his hand."""
    player = position.players[who]
    held = {PROFESSION: player.hand, BONUS_CARD: player.bonus, PRESTIGE_CARD: player.prestige}[kind]
    return tuple(piece for piece in look.hand_pieces if piece.startswith(f"{kind}/"))[sum(held.values()) :]


def _recruited(now: Snapshot, position: Position, who: str, words: Translator) -> Naming:
    """Professions that lie on other tables; one touch says all, where nobody has said that he recruits."""
    said = "" if _recruits(now.pending_input) else f"{RECRUIT} "
    may = said_by(position, who, "recruit")
    open_ = {step.touch_target for _, step, _ in may.open_branches()} if may is not None else set()
    faces = [
        face(f"{PROFESSION}/{name}", words, owner=other, open_=f"{PROFESSION}/{name}" in open_)
        for other, player in position.players.items()
        for name in player.table
        if name != RECRUITING and other != who
    ]
    return Naming(tuple(replace(each, thing=f"{said}{each.thing}") for each in faces))


def _shown(now: Snapshot, position: Position, words: Translator) -> Naming:
    """All prestige cards, once it is known whose, in any order; before that, what to do."""
    if not now.pending_input:
        return Naming((), words.gettext("Touch whose cards are shown."), PRESTIGE_CARD)
    noticed = {sight.zone if sight.piece == FINGER else sight.piece for sight in now.pending_input}
    gone = {f"{PRESTIGE_CARD}/{name}" for name in position.known_prestige()} | noticed
    cards = (f"{PRESTIGE_CARD}/{name}" for name in PRESTIGE)
    return Naming(tuple(face(piece, words, open_=piece not in gone) for piece in cards))
