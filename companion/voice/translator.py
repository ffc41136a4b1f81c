"""What sentences are made with: messages of a language, names of a game, names of the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.rules.game import GameOption
from companion.voice.game_texts import game_translation, load_names

ABOUT: Final = "about"
"""The group of names.toml that says what things mean."""


def capitalised(text: str) -> str:
    """The text with a capital, as a name stands by itself."""
    return text[:1].upper() + text[1:]


class Translator:
    """The words of one table: a game, the players by colour, a language.

    No sentence declines a name or makes a verb depend on anybody's gender: names stand in the nominative, as subject,
    in a list, or beside a noun that is declined for them.
    """

    __slots__ = ("_messages", "_names", "game", "lang", "names_by_colour")

    def __init__(self, game: str, people: Mapping[str, str], lang: str) -> None:
        self.game = game
        self.names_by_colour = people
        self.lang = lang
        self._messages = game_translation(game, lang)
        self._names = load_names(game, lang)

    def __repr__(self) -> str:
        return f"Translator({self.game!r}, {self.names_by_colour!r}, {self.lang!r})"

    def gettext(self, message: str, **facts: object) -> str:
        """The message in the table's language, its facts filled in."""
        return self._messages.gettext(message).format(**facts)

    def ngettext(self, one: str, many: str, number: int, **facts: object) -> str:
        """The message in the form that the language has for `number`, which it may contain as {n}."""
        return self._messages.ngettext(one, many, number).format(n=number, **facts)

    def npgettext(self, context: str, one: str, many: str, number: int, **facts: object) -> str:
        """The message for `number` as in `ngettext`, where the same English needs another form in another `context`."""
        return self._messages.npgettext(context, one, many, number).format(n=number, **facts)

    def name_of(self, group: str, word: object, form: str = "") -> str:
        """The name of a word of the notation (in one `form`, where a name has several); else the word itself."""
        name: Any = self._names.get(group, {}).get(str(word), "")
        if form:
            name = name.get(form, "") if name else ""
        return name if isinstance(name, str) and name else str(word)

    def option_name(self, option: GameOption) -> str:
        """A house rule: a sentence where it is answered with yes or no, a title for any other."""
        return self.name_of("option", option.name, "yes" if option.is_yes_or_no else "title")

    def meaning_of(self, word: str) -> tuple[str, str]:
        """What `[about]` says of the word, else of its kind, and the clause that it rests on; "" for nothing."""
        for key in dict.fromkeys((word, word.partition("/")[0])):
            text, source = (self.name_of(ABOUT, key, form) for form in ("text", "source"))
            if text != key:
                return text, "" if source == key else source
        return "", ""

    def first_name_of(self, groups: Iterable[str], word: object) -> str:
        """The name of the word in the first of those groups that has one; "" where none has."""
        names = (self.name_of(group, word) for group in groups)
        return next((name for name in names if name != str(word)), "")

    def player_name(self, colour: str) -> str:
        """The name of the player of that colour; the colour's own name where they have none."""
        return self.names_by_colour.get(colour) or self.name_of("colour", colour)

    def is_player_colour(self, word: object) -> bool:
        """Whether that word of the notation is a player's colour."""
        return word in self.names_by_colour or self.name_of("colour", word) != word

    def joined_player_names(self, colours: Iterable[str]) -> str:
        """Several players as a list."""
        return self.join_with_and([self.player_name(colour) for colour in colours])

    def join_with_and(self, items: Iterable[str]) -> str:
        """`a, b and c`."""
        *most, last = items
        if not most:
            return last
        return self.gettext("{things} and {last}", things=", ".join(most), last=last)

    def join_with_or(self, items: Iterable[str]) -> str:
        """`a, b or c`."""
        *most, last = items
        if not most:
            return last
        return self.gettext("{things} or {last}", things=", ".join(most), last=last)

    def to_sentence(self, text: str) -> str:
        """The `text` as a whole sentence: with a capital, and a full stop where it has no end of its own."""
        text = capitalised(text)
        return text if text.endswith((".", "!", "?", "…")) else f"{text}."
