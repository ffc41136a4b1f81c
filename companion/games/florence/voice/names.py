"""The names of the pieces of the Princes of Florence, counted and one by one, and of what is touched and noticed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.florence.rules.edition import LANDSCAPES, WANTS_BY_PROFESSION
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION
from companion.games.florence.rules.state import AuctionState, TableState
from companion.rules.game import AssumedValue
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice import default_voice
from companion.voice.language import mark_message
from companion.voice.narration import PieceName
from companion.voice.translator import Translator, capitalised

PALAZZO_NAME = "palazzo"
SUBJECT_FORM, OBJECT_FORM = "who", "whom"
"""The forms of a name with its article: as what is sold, and as what is opened, built or placed."""


def object_with_article(translator: Translator, name: str, form: str = OBJECT_FORM) -> str:
    """An object or a building with its article: `the forest`, in German `der Wald` or `den Wald`."""
    return translator.name_of("the", name, form)


def tile_name(translator: Translator, name: str) -> str:
    """The name of a landscape, a building or the palazzo alone."""
    if name == PALAZZO_NAME:
        return translator.name_of("thing", name)
    return translator.name_of("landscape" if name in LANDSCAPES else "building", name)


def describe_assumed_value(value: AssumedValue, translator: Translator) -> str:
    """The outline of a tile, drawn row by row, or the least values of works by round, as nobody has read them off."""
    about, tile = value.name.split()
    if about == "outline":
        rows = value.value.replace("x", "■").replace(".", "□")
        return f"{tile_name(translator, tile)}: {rows}"
    values = ", ".join(value.value.split())
    return translator.gettext("least value of a work, round by round: {values}", values=values)


NAME_GROUPS = ("kind", "building", "freedom", "profession", "bonus", "prestige", "line", "thing")


def name_without_kind(translator: Translator, word: str) -> str:
    """The name of a kind, tile, card or freedom alone; other words stay as they are."""
    return translator.first_name_of(NAME_GROUPS, word) or word


def name_with_owner(translator: Translator, what: str, who: str) -> str:
    """A card or tile with its owner: `poet (Anna)`."""
    return f"{what} ({translator.player_name(who)})"


def card_name(translator: Translator, kind: str, name: str) -> str:
    """The name of a piece; bonus and prestige cards, named after what they count, are in quotes."""
    text = translator.name_of(kind, name)
    # Translators: a name in the quotes of your language; no other text has any but these.
    return translator.gettext("“{card}”", card=text) if kind in (BONUS_CARD, PRESTIGE_CARD) else text


def card_names_text(translator: Translator, kind: str, names: Iterable[str]) -> str:
    """A list of cards of a kind."""
    return ", ".join(card_name(translator, kind, name) for name in names)


def florins_text(translator: Translator, number: int) -> str:
    """That many florins."""
    return translator.ngettext("{n} florin", "{n} florins", number)


QUARTER_TURNS = {
    "r1": mark_message("a quarter turn"),
    "r2": mark_message("half a turn"),
    "r3": mark_message("three quarters of a turn"),
}


def square_and_rotation_text(translator: Translator, square: str, rotation: str) -> str:
    """The spot of a tile: `d4, flipped, a quarter turn`."""
    return ", ".join((square, *_turned(translator, rotation)))


def rotation_text(translator: Translator, rotation: str) -> str:
    """The rotation of a tile; "" as it is printed."""
    return ", ".join(_turned(translator, rotation))


def _turned(translator: Translator, turn: str) -> Iterator[str]:
    if turn.endswith("m"):
        yield translator.gettext("flipped")
    if turn[:2] in QUARTER_TURNS:
        yield translator.gettext(QUARTER_TURNS[turn[:2]])


def card_effect(word: str, translator: Translator) -> str:
    """What a profession wants, or what a bonus, prestige or recruiting card does; "" for other words."""
    if word in WANTS_BY_PROFESSION:
        wants = WANTS_BY_PROFESSION[word]
        things = (
            translator.name_of("building", wants.building),
            translator.name_of("landscape", wants.landscape),
            translator.name_of("freedom", wants.freedom),
        )
        return translator.to_sentence(translator.gettext("Wants: {things}", things=", ".join(things)))
    return translator.first_name_of(("does",), word)


def piece_name(word: str, translator: Translator) -> PieceName:
    """The kind of a piece, and which one it is; `?` for one that lies face down."""
    kind, _, name = word.partition("/")
    if not name:
        return PieceName(translator.gettext("auction object"), capitalised(translator.name_of("kind", kind)))
    if kind in (PROFESSION, BONUS_CARD, PRESTIGE_CARD) and name == "?":
        return PieceName(translator.name_of("thing", kind), capitalised(translator.gettext("face down")))
    if translator.is_player_colour(name):
        return PieceName(translator.name_of("thing", kind), translator.player_name(name))
    return PieceName(translator.name_of("thing", kind), capitalised(translator.name_of(kind, name)))


def format_piece_count(piece: str, number: int, translator: Translator) -> str:
    """That many of a piece that lies somewhere."""
    kind, _, name = piece.partition("/")
    if kind == "money":
        return florins_text(translator, number)
    if kind == PRESTIGE_CARD and name == UNKNOWN and number != 1:
        return f"{translator.name_of('many', 'prestige-card')} {number}"
    if kind not in NAMED_PIECE_KINDS or name == UNKNOWN:
        return default_voice.format_piece_count(piece, number, translator)
    text = card_name(translator, kind, name)
    return text if number == 1 else f"{text} {number}"


NAMED_PIECE_KINDS = (PROFESSION, BONUS_CARD, PRESTIGE_CARD, "landscape", "building", "freedom")
"""The kinds of pieces that have names of their own, in the group of the same name."""


# -- the words of touch targets and observations of the Princes of Florence


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a touch target, or of a kind of targets; the target itself where it has no name."""
    kind, _, name = touch_target.partition("/")
    return _describe_one(kind, name, translator) if name else _describe_kind(kind, translator)


def _describe_one(kind: str, name: str, translator: Translator) -> str:
    """The words of a target of a kind."""
    match kind:
        case "player":
            return translator.player_name(name)
        case "sell":
            return f"{translator.name_of('word', kind)}: {translator.player_name(name)}"
        case "action":
            return translator.name_of("word", name)
        case "pile" | "building" | "landscape" | "freedom":
            return name_without_kind(translator, name)
        case "profession" | "bonus" | "prestige":
            return translator.name_of("thing" if name == UNKNOWN else kind, kind if name == UNKNOWN else name)
        case "take":
            return florins_text(translator, int(name))
        case "points" if name.isdecimal():  # else whose figure on the track it is
            return translator.ngettext("{n} point", "{n} points", int(name))
        case "turn":
            return rotation_text(translator, name) or translator.gettext("as printed")
        case "grid":
            return name.rpartition("/")[2] if "/" in name else f"{kind}/{name}"
    return f"{kind}/{name}"


def _describe_kind(kind: str, translator: Translator) -> str:
    """The words of a button, of a piece named only by its kind, or of any target of a kind."""
    match kind:
        case "player":
            return translator.gettext("a player")
        case "action":
            return translator.name_of("phase", "actions")
        case "pile":
            return translator.name_of("word", "open")
        case "turn":
            return translator.gettext("how it is turned")
        case "grid":
            return translator.name_of("thing", "square")
        case "profession" | "bonus" | "prestige":
            return translator.name_of("thing", kind)
    return translator.first_name_of(("word", "thing"), kind) or kind


def describe_observation(observation: Observation, translator: Translator) -> str:
    """The words of an observation."""
    return touch_target_name(
        observation.zone if observation.piece == FINGER else observation.piece.removeprefix("button/"),
        translator,
    )


# -- facts of the table that no piece shows: the bid, true points, and the prices of what was won


def public_facts(position: TableState, translator: Translator) -> Iterator[tuple[str, str]]:
    """The least value of a work and the bid, then each player's prestige and what they won in the round."""
    if position.phase in ("auction", "actions"):
        yield "", translator.gettext("works from value {least}", least=position.least_work_value)
    if position.auction is not None:
        yield "", auction_text(position.auction, translator)
    for who, player in position.players.items():
        # P-B7: the square of the figure tells less
        yield who, f"{translator.name_of('thing', 'points')} {player.points}"
        if player.won:
            won = ", ".join(f"{translator.name_of('kind', won.kind)} {won.price}" for won in player.won)
            yield who, translator.gettext("won in this round: {things}", things=won)


def auction_text(auction: AuctionState, translator: Translator) -> str:
    """The object, who leads at which bid, and who has passed."""
    bid = translator.gettext("{price} from {who}", price=auction.bid, who=translator.player_name(auction.by))
    text = f"{translator.name_of('kind', auction.kind)}: {bid}"
    if not auction.passed:
        return text
    passed = translator.gettext("passed: {who}", who=translator.joined_player_names(auction.passed))
    return f"{text}, {passed}"
