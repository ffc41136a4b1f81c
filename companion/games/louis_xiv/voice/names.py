"""What the things of Louis XIV are called, counted and one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.louis_xiv.rules.pieces import JOKER, NEUTRAL, TILE_OF_PERSON
from companion.rules.moves import UNKNOWN
from companion.voice import default_voice
from companion.voice.narration import PieceName
from companion.voice.translator import Translator


def person_name(translator: Translator, number: object) -> str:
    """A person, as people at the table call them."""
    return translator.name_of("tile", number, "short")


def chip_name(translator: Translator, name: str) -> str:
    """A mission chip's picture."""
    return translator.name_of("chip", name)


def chip_names(translator: Translator, names: Iterable[str]) -> str:
    """Several chips as a list."""
    return translator.join_with_and([chip_name(translator, name) for name in names])


def influence_card_name(translator: Translator, name: str) -> str:
    """An influence card: `Condé influence_card_name`, `joker`."""
    return translator.name_of("influence", name)


def mission_name(translator: Translator, name: str) -> str:
    """A mission by what it does, and the chips printed on the card when they are named."""
    kind, _, printed = name.partition(":")
    does = translator.name_of("mission", kind)
    if not printed:
        return translator.gettext("“{mission}”", mission=does)
    pictures = ", ".join(chip_name(translator, each) for each in printed.split("+"))
    return translator.gettext("“{mission}” ({chips})", mission=does, chips=pictures)


def money_card_name(translator: Translator, name: str) -> str:
    """A money card and what it says: `money card (4 louis, king: Anne)`."""
    return f"{translator.name_of('thing', 'money')} ({_money(name, translator)})"


def arms_by_kind(translator: Translator, counts: Mapping[str, int]) -> str:
    """Coats of arms by kind: `lily 3, tower 1`."""
    return ", ".join(f"{translator.name_of('arms', kind)} {count}" for kind, count in counts.items())


def stone_count(translator: Translator, number: int) -> str:
    """So many stones, as what somebody places or takes."""
    return translator.ngettext("{n} stone", "{n} stones", number)


def louis_amount(translator: Translator, number: int) -> str:
    """So many louis."""
    return translator.ngettext("{n} louis", "{n} louis", number)


def arms_count(translator: Translator, number: int) -> str:
    """So many coats of arms."""
    return translator.ngettext("{n} coat of arms", "{n} coats of arms", number)


def influence_card_count(translator: Translator, number: int) -> str:
    """So many influence cards, as what somebody draws or gives."""
    return translator.npgettext("object", "{n} influence card", "{n} influence cards", number)


def card_count(translator: Translator, kind: str, number: int) -> str:
    """So many cards, as they are counted: `influence`, `intrigue`, else missions by their stack."""
    match kind:
        case "influence":
            return translator.npgettext("counted", "{n} influence card", "{n} influence cards", number)
        case "intrigue":
            return translator.npgettext("counted", "{n} intrigue card", "{n} intrigue cards", number)
    stack = translator.name_of("stack", kind)
    return translator.npgettext(
        "counted", "{n} mission card ({stack})", "{n} mission cards ({stack})", number, stack=stack
    )


def counts_by_player(translator: Translator, counts: Mapping[str, int]) -> str:
    """Counts by player, most first: `Anna 3, Bert 2`."""
    ranked = sorted(counts.items(), key=lambda each: -each[1])
    return ", ".join(f"{translator.player_name(who)} {count}" for who, count in ranked)


def card_effect(word: str, translator: Translator) -> str:
    """Every card's name says what it does."""
    return ""


def piece_name(word: str, translator: Translator) -> PieceName:
    """A piece of the box: what kind of thing it is, and which of them where that is known: coins have no names."""
    kind, _, name = word.partition("/")
    if word == "money":
        return PieceName(louis_amount(translator, 1), "")
    if name.endswith(UNKNOWN):
        name = ""
    which = PIECE_FORMATTERS[kind](name, translator) if name and kind in PIECE_FORMATTERS else name
    return PieceName(translator.name_of("thing", NAME_OF_PIECE_KIND.get(kind, kind)), which)


def _influence(name: str, translator: Translator) -> str:
    joker = influence_card_name(translator, JOKER)
    return joker[:1].upper() + joker[1:] if name == JOKER else person_name(translator, TILE_OF_PERSON[name])


def _money(name: str, translator: Translator, form: str = "{louis}, {king}") -> str:
    number, _, where = name.partition(":")
    king = f"{translator.name_of('thing', 'king')}: {person_name(translator, where)}"
    return form.format(louis=louis_amount(translator, int(number)), king=king)


def _mission(name: str, translator: Translator) -> str:
    does, _, printed = name.partition(":")
    return (
        f"{translator.name_of('mission', does)}"
        f" ({', '.join(chip_name(translator, each) for each in printed.split('+'))})"
    )


def format_piece_count(piece: str, number: int, translator: Translator) -> str:
    """So many of a piece that lies somewhere."""
    kind, _, name = piece.partition("/")
    unknown = name.endswith(UNKNOWN)
    match kind:
        case "money" if not name:
            return louis_amount(translator, number)
        case "arms" if unknown:
            return arms_count(translator, number)
        case "card" | "intrigue" if unknown:
            return card_count(translator, NAME_OF_PIECE_KIND.get(kind, kind), number)
        case "mission" if unknown:
            return card_count(translator, name.partition("/")[0], number)
        case "stone" if name == NEUTRAL:
            return translator.npgettext("counted", "{n} neutral stone", "{n} neutral stones", number)
        case "tile":
            return f"{name} {person_name(translator, name)}"
    if kind not in OPEN_PIECE_FORMATTERS or unknown:
        return default_voice.format_piece_count(piece, number, translator)
    said = OPEN_PIECE_FORMATTERS[kind](name, translator)
    return said if number == 1 else f"{said} {number}"


NAME_OF_PIECE_KIND: Mapping[str, str] = {"card": "influence"}
"""Kinds of pieces whose word in the notation is another than their name's."""

PIECE_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "card": _influence,
    "intrigue": lambda name, words: person_name(words, name),
    "money": _money,
    "mission": _mission,
    "seal": lambda name, words: words.player_name(name),
    "stone": lambda name, words: words.player_name(name),
    "chip": lambda name, words: chip_name(words, name),
}

OPEN_PIECE_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "card": lambda name, words: influence_card_name(words, name),
    "intrigue": lambda name, words: f"{words.name_of('thing', 'intrigue')} {person_name(words, name)}",
    "money": lambda name, words: _money(name, words, "{louis} ({king})"),
    "mission": lambda name, words: mission_name(words, name),
    "chip": lambda name, words: chip_name(words, name),
    "arms": lambda name, words: words.name_of("arms", name),
}
"""What lies open, as one of a list."""
