"""The names of the pieces of Louis XIV, counted and one by one, and of what is touched and noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.louis_xiv.rules.edition import TILE_REWARDS
from companion.games.louis_xiv.rules.phases.final_scoring import ALL_ARMS_KINDS
from companion.games.louis_xiv.rules.phases.rewards import MAINTENON_STONES_TILE
from companion.games.louis_xiv.rules.pieces import JOKER, NEUTRAL, TILE_OF_PERSON
from companion.rules.game import AssumedValue
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice import default_voice
from companion.voice.narration import PieceName
from companion.voice.translator import Translator, capitalised


def person_name(translator: Translator, number: object) -> str:
    """The person of a tile, as people at the table call them."""
    return translator.name_of("tile", number, "short")


def chip_name(translator: Translator, name: str) -> str:
    """The picture of a mission chip."""
    return translator.name_of("chip", name)


def chip_names_text(translator: Translator, names: Iterable[str]) -> str:
    """A list of chips."""
    return translator.join_with_and([chip_name(translator, name) for name in names])


def influence_card_name(translator: Translator, name: str) -> str:
    """An influence card: `Condé card`, `joker`."""
    return translator.name_of("influence", name)


def mission_name(translator: Translator, name: str) -> str:
    """A mission by what it does, with the chips printed on the card where they are given."""
    kind, _, printed = name.partition(":")
    effect = translator.name_of("mission", kind)
    if not printed:
        return translator.gettext("“{mission}”", mission=effect)
    pictures = ", ".join(chip_name(translator, each) for each in printed.split("+"))
    return translator.gettext("“{mission}” ({chips})", mission=effect, chips=pictures)


def money_card_name(translator: Translator, name: str) -> str:
    """A money card with its values: `money card (4 louis, king: Anne)`."""
    return f"{translator.name_of('thing', 'money')} ({_money(name, translator)})"


def arms_by_kind_text(translator: Translator, counts: Mapping[str, int]) -> str:
    """Coats of arms by kind: `lily 3, tower 1`."""
    return ", ".join(f"{translator.name_of('arms', kind)} {count}" for kind, count in counts.items())


def stone_count_text(translator: Translator, number: int) -> str:
    """That many stones, as the object of a sentence."""
    return translator.ngettext("{n} stone", "{n} stones", number)


def louis_text(translator: Translator, number: int) -> str:
    """That many louis."""
    return translator.ngettext("{n} louis", "{n} louis", number)


def printed_side_name(translator: Translator, tile: int, side: str) -> str:
    """A side of a tile, on which a condition is printed."""
    return translator.gettext(
        "{tile}, {side}", tile=person_name(translator, tile), side=translator.name_of("side", side)
    )


def printed_condition_text(translator: Translator, text: str) -> str:
    """A condition as it is printed on a tile (`money:3`)."""
    kind, _, number = text.partition(":")
    match kind:
        case "money":
            return louis_text(translator, int(number))
        case "stones":
            return stone_count_text(translator, int(number))
    return translator.name_of("condition", kind)


def describe_assumed_value(value: AssumedValue, translator: Translator) -> str:
    """The condition on a side of a tile, or the money cards, as long as nobody has read them off this copy."""
    about, *which = value.name.split()
    if about == "tile":
        tile, side = which
        name = printed_side_name(translator, int(tile), side)
        return f"{name}: {printed_condition_text(translator, value.value)}"
    cards = "; ".join(_money(card, translator) for card in value.value.split())
    return f"{translator.name_of('thing', 'money')}: {cards}"


def arms_count_text(translator: Translator, number: int) -> str:
    """That many coats of arms."""
    return translator.ngettext("{n} coat of arms", "{n} coats of arms", number)


def influence_card_count_text(translator: Translator, number: int) -> str:
    """That many influence cards, as the object of a sentence."""
    return translator.npgettext("object", "{n} influence card", "{n} influence cards", number)


def card_count_text(translator: Translator, kind: str, number: int) -> str:
    """That many cards: `influence`, `intrigue`, or missions by their stack."""
    match kind:
        case "influence":
            return translator.npgettext("counted", "{n} influence card", "{n} influence cards", number)
        case "intrigue":
            return translator.npgettext("counted", "{n} intrigue card", "{n} intrigue cards", number)
    stack = translator.name_of("stack", kind)
    return translator.npgettext(
        "counted", "{n} mission card ({stack})", "{n} mission cards ({stack})", number, stack=stack
    )


def reward_text(translator: Translator, tile: int) -> str:
    """What a tile gives (L-M8), as the object of a sentence."""
    match TILE_REWARDS[tile]:
        case "arms and stone":
            arms = arms_count_text(translator, 1)
            return translator.gettext("{arms} and a stone to place", arms=arms)
        case "louis":
            return louis_text(translator, 5)
        case "stones":
            tile_name = person_name(translator, MAINTENON_STONES_TILE)
            return translator.gettext("up to 2 stones on {tile}", tile=tile_name)
        case "arms":
            return arms_count_text(translator, 2)
        case "influence":
            return influence_card_count_text(translator, 1)
        case "arms and intrigue":
            card = translator.npgettext("object", "{n} intrigue card", "{n} intrigue cards", 1)
            return translator.join_with_and([arms_count_text(translator, 1), card])
        case chip:
            return translator.gettext("the {chip} chip", chip=chip_name(translator, chip))


def piece_name(word: str, translator: Translator) -> PieceName:
    """The kind of a piece, and which one it is where that is known; coins have no names."""
    kind, _, name = word.partition("/")
    if word == "money":
        return PieceName(louis_text(translator, 1), "")
    if name.endswith(UNKNOWN):
        name = ""
    which = PIECE_FORMATTERS[kind](name, translator) if name and kind in PIECE_FORMATTERS else name
    return PieceName(translator.name_of("thing", NAME_OF_PIECE_KIND.get(kind, kind)), which)


def influence_card_person(name: str, translator: Translator) -> str:
    """The person of an influence card; of an unknown one, what it is."""
    if name == JOKER:
        return capitalised(influence_card_name(translator, JOKER))
    return (
        person_name(translator, TILE_OF_PERSON[name])
        if name != UNKNOWN
        else translator.name_of("thing", "influence")
    )


def _money(name: str, translator: Translator, form: str = "{louis}, {king}") -> str:
    number, _, where = name.partition(":")
    king = f"{translator.name_of('thing', 'king')}: {person_name(translator, where)}"
    return form.format(louis=louis_text(translator, int(number)), king=king)


def _mission(name: str, translator: Translator) -> str:
    """The type of a mission, and the chips printed on it where they are given."""
    kind, _, printed = name.partition(":")
    chips = ", ".join(chip_name(translator, chip) for chip in printed.split("+"))
    effect = translator.name_of("mission", kind)
    return f"{effect} ({chips})" if printed else effect


def format_piece_count(piece: str, number: int, translator: Translator) -> str:
    """That many of a piece that lies somewhere."""
    kind, _, name = piece.partition("/")
    unknown = name.endswith(UNKNOWN)
    match kind:
        case "money" if not name:
            return louis_text(translator, number)
        case "arms" if unknown:
            return arms_count_text(translator, number)
        case "card" | "intrigue" if unknown:
            return card_count_text(translator, NAME_OF_PIECE_KIND.get(kind, kind), number)
        case "mission" if unknown:
            return card_count_text(translator, name.partition("/")[0], number)
        case "stone" if name == NEUTRAL:
            return translator.npgettext("counted", "{n} neutral stone", "{n} neutral stones", number)
        case "tile":
            return f"{name} {person_name(translator, name)}"
    if kind not in OPEN_PIECE_FORMATTERS or unknown:
        return default_voice.format_piece_count(piece, number, translator)
    text = OPEN_PIECE_FORMATTERS[kind](name, translator)
    return text if number == 1 else f"{text} {number}"


NAME_OF_PIECE_KIND: Mapping[str, str] = {"card": "influence"}
"""Kind of piece in the notation -> the kind its name is found under."""

PIECE_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "card": influence_card_person,
    "intrigue": lambda name, translator: person_name(translator, name),
    "money": _money,
    "mission": _mission,
    "seal": lambda name, translator: translator.player_name(name),
    "stone": lambda name, translator: translator.player_name(name),
    "chip": lambda name, translator: chip_name(translator, name),
}

OPEN_PIECE_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "card": lambda name, translator: influence_card_name(translator, name),
    "intrigue": lambda name, translator: (
        f"{translator.name_of('thing', 'intrigue')} {person_name(translator, name)}"
    ),
    "money": lambda name, translator: _money(name, translator, "{louis} ({king})"),
    "mission": lambda name, translator: mission_name(translator, name),
    "chip": lambda name, translator: chip_name(translator, name),
    "arms": lambda name, translator: translator.name_of("arms", name),
}
"""Kind of open piece -> what makes its name in a list."""


# -- the words of touch targets and observations of Louis XIV

PLUS_TWO_OPTIONS = ("money", "mixed", "stones")


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a touch target; the target itself where it has no name."""
    kind, slash, name = touch_target.partition("/")
    if kind in ALL_ARMS_KINDS:
        return f"{translator.name_of('arms', kind)} {name}".rstrip()
    if kind in THING_FORMATTERS and (slash or kind == "0"):
        return THING_FORMATTERS[kind](name, translator)
    return translator.name_of("plus-two" if kind in PLUS_TWO_OPTIONS else "word", touch_target)


def _swap(name: str, translator: Translator) -> str:
    """Whose exchange of a chip, or which chip."""
    who, _, chip = name.partition("/")
    if chip:
        return translator.name_of("chip", chip)
    return translator.gettext("{who}: chip for a crown", who=translator.player_name(who))


THING_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "tile": lambda name, translator: person_name(translator, name),
    "player": lambda name, translator: translator.player_name(name),
    "card": influence_card_person,
    "intrigue": lambda name, translator: (
        f"{translator.name_of('word', 'intrigue')}: {person_name(translator, name)}"
    ),
    "mission": _mission,
    "chip": lambda name, translator: translator.name_of("chip", name),
    "louis": lambda name, translator: louis_text(translator, int(name)),
    "stack": lambda name, translator: translator.name_of("stack", name),
    "return": lambda name, translator: translator.gettext(
        "Return: {stack}", stack=translator.name_of("stack", name)
    ),
    "from-own": lambda name, translator: (
        f"{stone_count_text(translator, int(name))} {translator.gettext('from the own supply')}"
    ),
    "stones": lambda name, translator: stone_count_text(translator, int(name)),
    "swap": _swap,
    "0": lambda _name, translator: translator.gettext("None"),
}
"""Kind of touch target -> what makes its words from its name."""


def describe_observation(observation: Observation, translator: Translator) -> str:
    """The words of an observation, as people would say it."""
    at_zone = observation.piece == FINGER or observation.piece.startswith("seal/")
    return touch_target_name(
        observation.zone if at_zone else observation.piece.removeprefix("button/"), translator
    )
