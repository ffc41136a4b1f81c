"""What the things of Louis XIV are called, counted and one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.louis_xiv.rules.pieces import JOKER, NEUTRAL, PERSON_TILE
from companion.rules.moves import UNKNOWN
from companion.voice import default
from companion.voice.told import Called
from companion.voice.words import Words


def tile(words: Words, number: object) -> str:
    """A person, as people at the table call them."""
    return words.named("tile", number, "short")


def chip(words: Words, name: str) -> str:
    """A mission chip's picture."""
    return words.named("chip", name)


def chips(words: Words, names: Iterable[str]) -> str:
    """Several chips as a list."""
    return words.listed([chip(words, name) for name in names])


def card(words: Words, name: str) -> str:
    """An influence card: `Condé card`, `joker`."""
    return words.named("influence", name)


def mission(words: Words, name: str) -> str:
    """A mission by what it does, and the chips printed on the card when they are named."""
    kind, _, printed = name.partition(":")
    does = words.named("mission", kind)
    if not printed:
        return words.gettext("“{mission}”", mission=does)
    pictures = ", ".join(chip(words, each) for each in printed.split("+"))
    return words.gettext("“{mission}” ({chips})", mission=does, chips=pictures)


def money_card(words: Words, name: str) -> str:
    """A money card and what it says: `money card (4 louis, king: Anne)`."""
    return f"{words.named('thing', 'money')} ({_money(name, words)})"


def kinds(words: Words, counts: Mapping[str, int]) -> str:
    """Coats of arms by kind: `lily 3, tower 1`."""
    return ", ".join(f"{words.named('arms', kind)} {count}" for kind, count in counts.items())


def stones(words: Words, number: int) -> str:
    """So many stones, as what somebody places or takes."""
    return words.ngettext("{n} stone", "{n} stones", number)


def louis(words: Words, number: int) -> str:
    """So many louis."""
    return words.ngettext("{n} louis", "{n} louis", number)


def arms(words: Words, number: int) -> str:
    """So many coats of arms."""
    return words.ngettext("{n} coat of arms", "{n} coats of arms", number)


def influence_cards(words: Words, number: int) -> str:
    """So many influence cards, as what somebody draws or gives."""
    return words.npgettext("object", "{n} influence card", "{n} influence cards", number)


def cards(words: Words, kind: str, number: int) -> str:
    """So many cards, as they are counted: `influence`, `intrigue`, else missions by their stack."""
    match kind:
        case "influence":
            return words.npgettext("counted", "{n} influence card", "{n} influence cards", number)
        case "intrigue":
            return words.npgettext("counted", "{n} intrigue card", "{n} intrigue cards", number)
    stack = words.named("stack", kind)
    return words.npgettext(
        "counted", "{n} mission card ({stack})", "{n} mission cards ({stack})", number, stack=stack
    )


def whose(words: Words, counts: Mapping[str, int]) -> str:
    """Counts by player, most first: `Anna 3, Bert 2`."""
    ranked = sorted(counts.items(), key=lambda each: -each[1])
    return ", ".join(f"{words.player(who)} {count}" for who, count in ranked)


def does(word: str, words: Words) -> str:
    """Every card's name says what it does."""
    return ""


def piece(word: str, words: Words) -> Called:
    """A piece of the box: what kind of thing it is, and which of them where that is known: coins have no names."""
    kind, _, name = word.partition("/")
    if word == "money":
        return Called(louis(words, 1), "")
    if name.endswith(UNKNOWN):
        name = ""
    which = PIECES[kind](name, words) if name and kind in PIECES else name
    return Called(words.named("thing", THINGS.get(kind, kind)), which)


def _influence(name: str, words: Words) -> str:
    joker = card(words, JOKER)
    return joker[:1].upper() + joker[1:] if name == JOKER else tile(words, PERSON_TILE[name])


def _money(name: str, words: Words, form: str = "{louis}, {king}") -> str:
    number, _, where = name.partition(":")
    king = f"{words.named('thing', 'king')}: {tile(words, where)}"
    return form.format(louis=louis(words, int(number)), king=king)


def _mission(name: str, words: Words) -> str:
    does, _, printed = name.partition(":")
    return f"{words.named('mission', does)} ({', '.join(chip(words, each) for each in printed.split('+'))})"


def counted(piece: str, number: int, words: Words) -> str:
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
        return default.counted(piece, number, words)
    said = LYING[kind](name, words)
    return said if number == 1 else f"{said} {number}"


THINGS: Mapping[str, str] = {"card": "influence"}
"""Kinds of pieces whose word in the notation is another than their name's."""

PIECES: Mapping[str, Callable[[str, Words], str]] = {
    "card": _influence,
    "intrigue": lambda name, words: tile(words, name),
    "money": _money,
    "mission": _mission,
    "seal": lambda name, words: words.player(name),
    "stone": lambda name, words: words.player(name),
    "chip": lambda name, words: chip(words, name),
}

LYING: Mapping[str, Callable[[str, Words], str]] = {
    "card": lambda name, words: card(words, name),
    "intrigue": lambda name, words: f"{words.named('thing', 'intrigue')} {tile(words, name)}",
    "money": lambda name, words: _money(name, words, "{louis} ({king})"),
    "mission": lambda name, words: mission(words, name),
    "chip": lambda name, words: chip(words, name),
    "arms": lambda name, words: words.named("arms", name),
}
"""What lies open, as one of a list."""
