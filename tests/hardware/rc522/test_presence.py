"""The presence filter: traces replayed line by line, and what holds for every trace there could be."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.common.events import (
    CHIP_DEAD,
    NO_TAG,
    NOISE,
    ONE_TAG,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    ReaderEvent,
    ScanResult,
)
from hardware.common.rc522.presence import PresenceFilter
from hardware.virtual.faults import EDGE_OF_FIELD
from hardware.virtual.tags import make_ntag213
from tests.hardware.rc522.stage import Stage
from tests.hardware.rc522.traces import Recorder, Seen, read, text, traces

UIDS = (b"\x04\x11\x11\x11", b"\x04\x11\x11\x11\x11\x11\x12", b"\x04\x11\x11\x11\x11\x11\x13")

SCANS = st.one_of(
    st.sampled_from(UIDS).map(lambda uid: ScanResult(ONE_TAG, uid)),
    st.sampled_from((NO_TAG, NOISE, SEVERAL_TAGS, CHIP_DEAD)).map(ScanResult),
)
TRACES = st.lists(st.tuples(st.integers(0, 400_000), SCANS), max_size=80)
"""Scans, each with the time since the one before."""


@pytest.mark.parametrize("path", traces(), ids=lambda path: path.stem)
def test_a_recorded_trace_says_what_stands_beside_it(path: Path) -> None:
    filtered = PresenceFilter()
    for number, seen in enumerate(read(path), 1):
        said = filtered.add_scan(seen.scan, int(seen.ms * 1000))
        assert said == seen.said, f"{path.name}, scan {number} at {seen.ms:g} ms"


def history(trace: list[tuple[int, ScanResult]]) -> list[tuple[int, ScanResult, list[ReaderEvent]]]:
    filtered, now, told = PresenceFilter(), 0, []
    for pause, scan in trace:
        now += pause
        told.append((now, scan, filtered.add_scan(scan, now)))
    return told


@given(TRACES)
def test_a_tag_came_with_its_first_read_and_leaves_before_it_comes_again(
    trace: list[tuple[int, ScanResult]],
) -> None:
    here: set[bytes] = set()
    filtered, now = PresenceFilter(), 0
    for pause, scan in trace:
        now += pause
        for one in filtered.add_scan(scan, now):
            if one.kind == TAG_CAME:
                assert scan == ScanResult(ONE_TAG, one.uid)
                assert one.uid not in here
                here.add(one.uid)
            elif one.kind == TAG_LEFT:
                assert one.uid in here
                here.remove(one.uid)
        assert set(filtered.present_uids) == here
        if scan.outcome == ONE_TAG:
            assert scan.uid in here


@given(TRACES)
def test_nobody_leaves_before_three_clean_misses_in_a_row_and_300_ms(
    trace: list[tuple[int, ScanResult]],
) -> None:
    told = history(trace)
    for n, (now, _, said) in enumerate(told):
        for uid in (one.uid for one in said if one.kind == TAG_LEFT):
            read = max(m for m in range(n) if told[m][1] == ScanResult(ONE_TAG, uid))
            assert now - told[read][0] >= 300_000
            assert n - read >= 3
            assert all(
                scan.outcome in (NO_TAG, ONE_TAG) and scan.uid != uid for _, scan, _ in told[n - 2 : n + 1]
            )


@given(TRACES, st.sampled_from((NOISE, SEVERAL_TAGS, CHIP_DEAD)))
def test_only_a_clean_scan_lets_a_tag_leave(trace: list[tuple[int, ScanResult]], outcome: str) -> None:
    for _, scan, said in history([*trace, (1_000_000, ScanResult(outcome))]):
        if scan.outcome in (NOISE, SEVERAL_TAGS, CHIP_DEAD):
            assert not [one for one in said if one.kind in (TAG_CAME, TAG_LEFT)]


@given(TRACES)
def test_silence_empties_the_table_at_last(trace: list[tuple[int, ScanResult]]) -> None:
    filtered, now = PresenceFilter(), 0
    for pause, scan in [*trace, *[(100_000, ScanResult(NO_TAG))] * 4]:
        now += pause
        filtered.add_scan(scan, now)
    assert filtered.present_uids == ()


@given(TRACES)
def test_noise_and_a_crowd_are_told_once_until_something_else_is_or_it_is_calm(
    trace: list[tuple[int, ScanResult]],
) -> None:
    told = history(trace)
    for kind in (NOISE, SEVERAL_TAGS):
        times = [n for n, (_, _, said) in enumerate(told) if ReaderEvent(kind) in said]
        for first, second in itertools.pairwise(times):
            between = told[first + 1 : second + 1]
            changed = any(one.kind != kind for *_, said in between for one in said)
            rough = [
                told[first][0],
                *(now for now, scan, _ in between[:-1] if scan.outcome in (NOISE, SEVERAL_TAGS)),
            ]
            calm = any(
                now - max(t for t in rough if t <= now) >= 1_000_000
                for now, scan, _ in between
                if scan.outcome in (NO_TAG, ONE_TAG)
            )
            assert changed or calm


@given(TRACES)
def test_noise_is_news_only_when_it_lasted_for_300_ms_without_a_read(
    trace: list[tuple[int, ScanResult]],
) -> None:
    told = history(trace)
    for n, (now, _, said) in enumerate(told):
        if ReaderEvent(NOISE) in said:
            since = max((m for m in range(n) if told[m][1].outcome == ONE_TAG), default=0)
            assert any(scan.outcome == NOISE and now - at >= 300_000 for at, scan, _ in told[since:n])


def test_one_noisy_scan_now_and_then_is_never_news() -> None:
    filtered = PresenceFilter()
    scans = [ScanResult(NOISE if n % 4 == 0 else NO_TAG) for n in range(200)]
    assert [said for n, scan in enumerate(scans) for said in filtered.add_scan(scan, n * 70_000)] == []


@given(TRACES)
def test_every_noise_and_crowd_ends_in_calm_or_in_something_that_came_or_left(
    trace: list[tuple[int, ScanResult]],
) -> None:
    trouble = ""
    for *_, said in history(trace):
        for one in said:
            assert one.kind != TROUBLE_OVER or trouble
            trouble = one.kind if one.kind in (NOISE, SEVERAL_TAGS) else ""


@given(TRACES)
def test_the_same_scans_say_the_same_again(trace: list[tuple[int, ScanResult]]) -> None:
    assert history(trace) == history(trace)


def test_what_a_reader_saw_can_be_kept_as_a_trace_and_replayed(tmp_path: Path) -> None:
    recorder = Recorder()
    stage = Stage(presence=recorder, seed=5)
    stage.put(make_ntag213(UIDS[1]))
    stage.afflict(EDGE_OF_FIELD)
    stage.run(20_000)
    path = tmp_path / "edge.txt"
    path.write_text(text(recorder.seen))
    again = PresenceFilter()
    replayed = [Seen(one.ms, one.scan, again.add_scan(one.scan, round(one.ms * 1000))) for one in read(path)]
    assert [one.said for one in replayed] == [one.said for one in recorder.seen]
    assert {NOISE, ONE_TAG} <= {one.scan.outcome for one in replayed}
