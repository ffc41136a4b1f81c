"""The answers that can be touched; many of them are folded by the words they have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

MAX_UNFOLDED_ANSWERS = 8
"""Up to this many answers are never folded: they fit below the table."""
MAX_ANSWERS_BESIDE_BOARD = 3
"""The same where they lie beside a board that takes all the height."""
MIN_FOLDER_SIZE = 3
"""A folder has at least this many answers."""


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

    def next_page_path(self, pages: int) -> str:
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
