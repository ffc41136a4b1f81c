"""What README promises is held by tests: which ones hold each promise stands here, and that they are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SECTION = re.compile(r"^## What Herald promises\n(.*?)^## ", re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)

HELD_BY: Final[dict[str, tuple[str, ...]]] = {
    "What was announced is kept.": (
        "tests/table/test_journal.py::"
        "test_a_kill_at_any_stage_of_an_append_loses_nothing_announced_and_doubles_nothing",
        "tests/table/test_journal.py::test_a_torn_last_line_is_kept_beside_the_journal",
        "tests/table/storage/test_kills.py::test_an_evening_has_begun_with_its_whole_header_or_not_at_all",
        "tests/table/storage/test_held.py::"
        "test_a_file_that_another_program_removed_is_there_again_and_that_is_told",
        "tests/table/raised/test_any_exception.py::"
        "test_history_journal_snapshot_and_screen_agree_whatever_is_raised",
        "tests/simulator/test_faults.py::test_power_is_cut_while_a_line_is_written",
    ),
    "A damaged evening is not a lost one.": (
        "tests/table/storage/test_damage.py::test_every_flipped_bit_is_found_in_its_line",
        "tests/table/storage/test_damage.py::"
        "test_whatever_happens_to_its_lines_no_journal_becomes_another_one",
        "tests/table/storage/test_recovery.py::"
        "test_whatever_happens_to_its_lines_what_is_brought_back_is_whole_and_was_said",
        "tests/commands/test_recover.py::test_a_damaged_evening_is_brought_back_as_an_evening_of_its_own",
        "tests/screen/pages/test_damaged_evenings.py::"
        "test_the_first_page_says_which_line_and_offers_to_go_on_from_it",
        "tests/commands/test_check.py::test_each_file_with_something_wrong_is_named_with_what_to_do",
    ),
    "A full disk stops nobody.": (
        "tests/table/test_journal.py::"
        "test_what_the_disk_refuses_goes_on_in_memory_and_is_written_when_it_can_be",
        "tests/table/test_journal.py::test_a_disk_that_takes_nothing_says_what_kind_of_trouble_it_has",
        "tests/commands/test_no_disk.py::"
        "test_an_evening_begins_in_memory_and_is_written_as_soon_as_the_disk_takes_it",
        "tests/commands/test_no_disk.py::test_people_who_leave_before_it_could_be_written_are_told",
    ),
    "One file holds everything.": (
        "tests/table/storage/test_backup_archive.py::test_everything_that_is_kept_is_in_it_and_nothing_else",
        "tests/table/storage/test_restore.py::test_what_was_backed_up_is_there_again_with_its_times",
        "tests/table/storage/test_restore.py::test_a_damaged_backup_changes_nothing",
        "tests/table/storage/test_restore.py::test_what_is_replaced_is_kept_and_can_be_backed_up_itself",
        "tests/table/storage/test_restore.py::"
        "test_killed_anywhere_the_next_start_finds_the_old_state_or_the_new_one",
    ),
    "There is always a way to play.": (
        "tests/commands/test_safe_start.py::"
        "test_an_evening_is_played_with_defaults_and_nothing_of_it_is_kept",
        "tests/table/storage/test_side_files.py::"
        "test_whatever_lies_there_is_set_aside_told_once_and_replaced",
        "tests/table/storage/test_side_files.py::test_opening_waits_for_nothing",
    ),
    "Nothing goes without a question.": (
        "tests/commands/test_evenings.py::test_the_list_says_which_who_when_how_far_and_how_it_ended",
        "tests/commands/test_evenings.py::test_what_is_not_answered_twice_is_not_deleted",
        "tests/screen/pages/test_evenings_page.py::test_deleting_is_asked_twice_at_two_places",
        "tests/screen/pages/test_evenings_page.py::"
        "test_a_game_begun_over_another_one_says_so_and_buries_nothing",
        "tests/table/storage/test_held.py::test_what_lies_under_the_name_is_never_written_over",
    ),
    "What lies face down stays secret.": (
        "tests/table/guessing/test_guesses.py::test_no_guess_is_answered_by_what_lies_face_down",
        "tests/table/guessing/test_answers.py::"
        "test_a_correction_that_would_turn_a_card_up_asks_which_card_it_is",
        "tests/screen/pages/test_evenings_page.py::"
        "test_nothing_that_is_looked_at_depends_on_a_card_that_lies_face_down",
        "tests/table/storage/test_private.py::test_files_and_folders_are_for_their_owner_only",
    ),
}
"""Each promise of README -> the tests that hold it."""


@cache
def names_in(page: str) -> frozenset[str]:
    """The names of the tests of a module."""
    tree = ast.parse((ROOT / page).read_text(encoding="utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef))


def promises() -> list[str]:
    """The promises as README makes them, in their order."""
    found = SECTION.search(README.read_text(encoding="utf-8"))
    assert found is not None
    return PROMISE.findall(found[1])


def test_every_promise_is_held_by_tests_and_every_one_that_is_held_is_made() -> None:
    assert promises() == list(HELD_BY)


@pytest.mark.parametrize("test", sorted({each for tests in HELD_BY.values() for each in tests}))
def test_a_test_that_holds_a_promise_is_there(test: str) -> None:
    page, _, name = test.partition("::")
    assert name in names_in(page)
