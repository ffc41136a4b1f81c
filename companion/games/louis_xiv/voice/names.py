"""What the things of Louis XIV are called, counted and one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.louis_xiv.rules.pieces import JOKER, NEUTRAL, PERSON_TILE
from companion.rules.moves import UNKNOWN
from companion.voice import default_voice
from companion.voice.narration import PieceName
from companion.voice.translator import Translator


def tile(words: Translator, number: object) -> str:
    """A person, as people at the table call them."""
    return words.name_of("tile", number, "short")


def chip(words: Translator, name: str) -> str:
    """A mission chip's picture."""
    return words.name_of("chip", name)


def chips(words: Translator, names: Iterable[str]) -> str:
    """Several chips as a list."""
    return words.join_with_and([chip(words, name) for name in names])


def card(words: Translator, name: str) -> str:
    """An influence card: `Condé card`, `joker`."""
    return words.name_of("influence", name)


def mission(words: Translator, name: str) -> str:
    """A mission by what it does, and the chips printed on the card when they are named."""
    kind, _, printed = name.partition(":")
    does = words.name_of("mission", kind)
    if not printed:
        return words.gettext("“{mission}”", mission=does)
    pictures = ", ".join(chip(words, each) for each in printed.split("+"))
    return words.gettext("“{mission}” ({chips})", mission=does, chips=pictures)


def money_card(words: Translator, name: str) -> str:
    """A money card and what it says: `money card (4 louis, king: Anne)`."""
    return f"{words.name_of('thing', 'money')} ({_money(name, words)})"


def kinds(words: Translator, counts: Mapping[str, int]) -> str:
    """Coats of arms by kind: `lily 3, tower 1`."""
    return ", ".join(f"{words.name_of('arms', kind)} {count}" for kind, count in counts.items())


def stones(words: Translator, number: int) -> str:
    """So many stones, as what somebody places or takes."""
    return words.ngettext("{n} stone", "{n} stones", number)


def louis(words: Translator, number: int) -> str:
    """So many louis."""
    return words.ngettext("{n} louis", "{n} louis", number)


def arms(words: Translator, number: int) -> str:
    """So many coats of arms."""
    return words.ngettext("{n} coat of arms", "{n} coats of arms", number)


def influence_cards(words: Translator, number: int) -> str:
    """So many influence cards, as what somebody draws or gives."""
    return words.npgettext("object", "{n} influence card", "{n} influence cards", number)


def cards(words: Translator, kind: str, number: int) -> str:
    """So many cards, as they are counted: `influence`, `intrigue`, else missions by their stack."""
    match kind:
        case "influence":
            return words.npgettext("counted", "{n} influence card", "{n} influence cards", number)
        case "intrigue":
            return words.npgettext("counted", "{n} intrigue card", "{n} intrigue cards", number)
    stack = words.name_of("stack", kind)
    return words.npgettext(
        "counted", "{n} mission card ({stack})", "{n} mission cards ({stack})", number, stack=stack
    )


def whose(words: Translator, counts: Mapping[str, int]) -> str:
    """Counts by player, most first: `Anna 3, Bert 2`."""
    ranked = sorted(counts.items(), key=lambda each: -each[1])
    return ", ".join(f"{words.player_name(who)} {count}" for who, count in ranked)


def does(word: str, words: Translator) -> str:
    """Every card's name says what it does."""
    return ""


def piece(word: str, words: Translator) -> PieceName:
    """A piece of the box: what kind of thing it is, and which of them where that is known: coins have no names."""
    kind, _, name = word.partition("/")
    if word == "money":
        return PieceName(louis(words, 1), "")
    if name.endswith(UNKNOWN):
        name = ""
    which = PIECES[kind](name, words) if name and kind in PIECES else name
    return PieceName(words.name_of("thing", THINGS.get(kind, kind)), which)


def _influence(name: str, words: Translator) -> str:
    joker = card(words, JOKER)
    return joker[:1].upper() + joker[1:] if name == JOKER else tile(words, PERSON_TILE[name])


def _money(name: str, words: Translator, form: str = "{louis}, {king}") -> str:
    number, _, where = name.partition(":")
    king = f"{words.name_of('thing', 'king')}: {tile(words, where)}"
    return form.format(louis=louis(words, int(number)), king=king)


def _mission(name: str, words: Translator) -> str:
    does, _, printed = name.partition(":")
    return f"{words.name_of('mission', does)} ({', '.join(chip(words, each) for each in printed.split('+'))})"


def counted(piece: str, number: int, words: Translator) -> str:
    """So many of a piece that lies somewhere."""
    kind, _, name = piece.partition("/")
    unknown = name.endswith(UNKNOWN)
    match kind:
        case "money" if not name:
            return louis(words, number)
        case "arms" if unknown:
            return arms(words, number)
        case "card" | "intrigue" if unknown:
            return cards(words, THINGS.get(kind, kind), number)
        case "mission" if unknown:
            return cards(words, name.partition("/")[0], number)
        case "stone" if name == NEUTRAL:
            return words.npgettext("counted", "{n} neutral stone", "{n} neutral stones", number)
        case "tile":
            return f"{name} {tile(words, name)}"
    if kind not in LYING or unknown:
        return default_voice.format_piece_count(piece, number, words)
    said = LYING[kind](name, words)
    return said if number == 1 else f"{said} {number}"


THINGS: Mapping[str, str] = {"card": "influence"}
"""Kinds of pieces whose word in the notation is another than their name's."""

PIECES: Mapping[str, Callable[[str, Translator], str]] = {
    "card": _influence,
    "intrigue": lambda name, words: tile(words, name),
    "money": _money,
    "mission": _mission,
    "seal": lambda name, words: words.player_name(name),
    "stone": lambda name, words: words.player_name(name),
    "chip": lambda name, words: chip(words, name),
}

LYING: Mapping[str, Callable[[str, Translator], str]] = {
    "card": lambda name, words: card(words, name),
    "intrigue": lambda name, words: f"{words.name_of('thing', 'intrigue')} {tile(words, name)}",
    "money": lambda name, words: _money(name, words, "{louis} ({king})"),
    "mission": lambda name, words: mission(words, name),
    "chip": lambda name, words: chip(words, name),
    "arms": lambda name, words: words.name_of("arms", name),
}
"""What lies open, as one of a list."""
