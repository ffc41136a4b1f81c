"""The answers that can be touched; many of them are folded by the words they have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.screen.view_models import ChoiceModel
from companion.table.interpretation.question import AnswerOption

MAX_UNFOLDED_ANSWERS = 8
"""Up to this many answers are never folded: they fit below the table."""
MAX_ANSWERS_BESIDE_BOARD = 3
"""The same beside a board that takes all the height."""
MIN_FOLDER_SIZE = 3
"""A folder has at least this many answers."""
ANSWERS_PER_PAGE: Final = ((28, 11), (16, 14), (0, 23))
"""Pairs (letters, answers): how many answers are shown together when the longest has at least so many
letters.
"""


class AnswerFolder(Struct, frozen=True):
    """What is offered at once: answers and folders, in order.

    `entries` are touch targets with the number of answers that begin so (words separated by slashes), 0 for
    an answer itself. `path`: the words that all of them have in common, chosen before; `page`: the page of
    the folder.
    """

    entries: tuple[tuple[str, int], ...]
    path: str = ""
    page: int = 0

    @property
    def parent_path(self) -> str:
        """The folder that this one lies in."""
        return self.path.rpartition("/")[0]

    def page_of_choices(self, choices: Sequence[ChoiceModel], page_size: int) -> Iterator[ChoiceModel]:
        """The `choices` of the open page, and where there are several pages the button to the next one."""
        if len(choices) <= page_size + 1:
            yield from choices
            return
        pages = -(-len(choices) // page_size)
        page_index = self.page % pages
        yield from choices[page_index * page_size : (page_index + 1) * page_size]
        yield ChoiceModel(
            f"open/{self._next_page_path(pages)}", f"{page_index + 1} / {pages}", "next", "quiet"
        )

    def _next_page_path(self, pages: int) -> str:
        """The path of the next of so many pages, after the last one the first."""
        return f"{self.path}@{(self.page + 1) % pages}"


def open_answer_folder(
    touch_targets: Sequence[str], folder_path: str = "", at_once: int = MAX_UNFOLDED_ANSWERS
) -> AnswerFolder:
    """What is offered of these answers when the folder at that path is open.

    `folder_path` is such as `arms/1`, with a page behind `@`; a folder without answers, or "", gives all.
    """
    folder_path, _, page = folder_path.partition("@")
    inside = answers_in_folder(touch_targets, folder_path)
    if not inside:
        folder_path, inside = "", [*touch_targets]
    entries = sorted(_fold_answers(inside, len(_split_words(folder_path)), at_once), key=_trailing_number)
    return AnswerFolder(tuple(entries), folder_path, int(page) if page.isdecimal() else 0)


def numeric_answers(
    touch_targets: Sequence[str], folder_path: str = "", few: int = MAX_UNFOLDED_ANSWERS
) -> list[str]:
    """The answers in the folder that are numbers of one kind (`take/200`), the least first.

    There are none where they are `few`, or where another kind has many, too.
    """
    kinds: dict[str, list[str]] = {}
    for target in answers_in_folder(touch_targets, folder_path.partition("@")[0]):
        kind, _, number = target.rpartition("/")
        if kind and number.isdecimal():
            kinds.setdefault(kind, []).append(target)
    many = [each for each in kinds.values() if len(each) > few]
    return sorted(many[0], key=lambda target: int(target.rpartition("/")[2])) if len(many) == 1 else []


def answers_in_folder(touch_targets: Sequence[str], folder_path: str) -> list[str]:
    """Those that begin with the words of that folder; all for ""."""
    prefix = _split_words(folder_path)
    return [target for target in touch_targets if _split_words(target)[: len(prefix)] == prefix]


def _split_words(touch_target: str) -> list[str]:
    return re.split("[/:]", touch_target) if touch_target else []


def _fold_answers(touch_targets: Sequence[str], depth: int, at_once: int) -> Iterator[tuple[str, int]]:
    """Fold by the first word in which they differ, unless they are few or have nothing in common."""
    longest = max((len(_split_words(target)) for target in touch_targets), default=0)
    groups = _group_by_words(touch_targets, depth := depth + 1)
    while len(groups) < 2 and depth < longest:
        groups = _group_by_words(touch_targets, depth := depth + 1)
    for prefix, group in groups.items():
        if len(touch_targets) > at_once and MIN_FOLDER_SIZE <= len(group) < len(touch_targets):
            yield prefix, len(group)
        else:
            yield from ((target, 0) for target in group)


def _group_by_words(touch_targets: Sequence[str], depth: int) -> dict[str, list[str]]:
    """The targets by so many of their first words."""
    groups: dict[str, list[str]] = {}
    for target in touch_targets:
        groups.setdefault("/".join(_split_words(target)[:depth]), []).append(target)
    return groups


def _trailing_number(entry: tuple[str, int]) -> int:
    """The sort key: answers that end with a number by it, all others first in their order."""
    last = _split_words(entry[0])[-1]
    return int(last) if last.isdecimal() else -1


def default_page_size(longest: int) -> int:
    """How many answers are shown together, on most tables, when the longest has so many letters."""
    return next(most for letters, most in ANSWERS_PER_PAGE if longest >= letters)


def numbered_options(options: Sequence[AnswerOption]) -> list[tuple[int, AnswerOption]]:
    """The answers to a question with their places in it: numbers by their size, all others in their order."""
    return sorted(enumerate(options), key=lambda each: _numeric_sort_key(each[1].touch_target, each[0]))


def _numeric_sort_key(touch_target: str, place: int) -> tuple[str, int, int]:
    kind, _, name = touch_target.partition("/")
    return (kind, int(name), 0) if name.isdigit() else ("", 0, place)
