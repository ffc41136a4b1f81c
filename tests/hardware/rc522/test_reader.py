"""A reader at work on the virtual chip: what it says, whatever happens to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.events import (
    CHIP_DEAD,
    FOREIGN_CARD,
    NOISE,
    ONE_TAG,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    WEAK_TAG,
    ReaderEvent,
    ScanResult,
)
from hardware.common.rc522.presence import PresenceFilter
from hardware.common.rc522.reader import Rc522Reader
from hardware.virtual.faults import (
    BROWN_OUT,
    BUS_FAILS,
    EDGE_OF_FIELD,
    FAULTS,
    MISO_HIGH,
    MISO_LOW,
    TWO_TAGS,
    UNPLUGGED,
    WEDGED_RECEIVER,
)
from hardware.virtual.faults import NOISE as NOISE_FAULT
from hardware.virtual.tags import TagReply, VirtualNtag, VirtualTag, make_classic_1k, make_ntag213
from tests.hardware.rc522.stage import Seldom, Stage
from tests.long import ALL

UID = bytes.fromhex("04a1b2c3d4e5f6")
SAME_FIRST_LEVEL = bytes.fromhex("04a1b21122334f")
OTHER = bytes.fromhex("04ffee11223344")
WHITE = bytes.fromhex("deadbe05")


def with_resting(tag: VirtualTag) -> Stage:
    """A reader on which this tag has been lying for two seconds."""
    stage = Stage()
    stage.put(tag)
    assert stage.run(2_000) == [ReaderEvent(TAG_CAME, tag.uid)]
    return stage


@pytest.mark.parametrize("phase", range(0, 80, 8))
def test_a_tag_is_told_within_100_ms_and_missed_within_half_a_second(phase: int) -> None:
    stage, tag = Stage(), make_ntag213(UID)
    stage.run(1_000 + phase)
    stage.virtual.field.put_tag(tag)
    assert stage.run(100) == [ReaderEvent(TAG_CAME, UID)]
    stage.run(500)
    stage.take(tag)
    assert stage.run(220) == []
    assert stage.run(280) == [ReaderEvent(TAG_LEFT, UID)]


@pytest.mark.parametrize("ms", [50, 200, 400])
@pytest.mark.parametrize("seed", range(20))
def test_a_hand_that_brings_a_card_through_the_edge_of_the_field_makes_no_noise_of_it(
    ms: int, seed: int
) -> None:
    stage, tag = Stage(seed=seed), make_ntag213(UID)
    stage.run(1_000 + seed)
    way = [n / ms for n in range(0, ms + 1, 5)]
    for coupling in way:
        stage.virtual.field.put_tag(tag, coupling)
        stage.run(5)
    stage.run(500)
    for coupling in reversed(way):
        stage.virtual.field.put_tag(tag, coupling)
        stage.run(5)
    stage.take(tag)
    stage.run(1_000)
    assert [said for _, said in stage.said] == [ReaderEvent(TAG_CAME, UID), ReaderEvent(TAG_LEFT, UID)]


@pytest.mark.long(usual="tag0")
@pytest.mark.parametrize("tag", [make_ntag213(UID), make_classic_1k(WHITE), VirtualTag(b"\x04" * 10)])
def test_a_resting_tag_came_once_and_every_scan_of_three_minutes_finds_it(tag: VirtualTag) -> None:
    stage = Stage()
    stage.put(tag)
    assert stage.run(180_000) == [ReaderEvent(TAG_CAME, tag.uid)]
    tally = stage.reader.tally
    assert tally["tag"] >= 1_780, "ten scans a second"
    assert not any(tally[other] for other in tally if other != "tag")


@pytest.mark.parametrize("uid", [SAME_FIRST_LEVEL, OTHER])
def test_a_second_card_on_a_resting_one_is_a_crowd_within_a_second_and_told_once(uid: bytes) -> None:
    tag, second = make_ntag213(UID), make_ntag213(uid)
    stage = with_resting(tag)
    stage.put(second)
    assert stage.run(1_000) == [ReaderEvent(SEVERAL_TAGS)]
    assert stage.run(20_000) == []
    stage.take(tag)
    assert stage.run(1_000) == [ReaderEvent(TAG_CAME, uid), ReaderEvent(TAG_LEFT, UID)]


def test_a_card_exchanged_between_two_scans_is_told_at_once() -> None:
    tag = make_ntag213(UID)
    stage = with_resting(tag)
    stage.take(tag)
    stage.put(make_ntag213(OTHER))
    assert stage.run(100) == [ReaderEvent(TAG_CAME, OTHER)]
    assert stage.run(400) == [ReaderEvent(TAG_LEFT, UID)]


@pytest.mark.parametrize("fault", [BROWN_OUT, WEDGED_RECEIVER])
def test_a_fault_that_a_reset_cures_is_never_told_and_no_card_leaves(fault: str) -> None:
    stage = with_resting(make_ntag213(UID))
    stage.afflict(fault)
    assert stage.run(5_000) == []
    assert stage.reader.present_uids == (UID,)
    assert stage.reader.state == "well"


@pytest.mark.parametrize("fault", [UNPLUGGED, MISO_LOW, MISO_HIGH, BUS_FAILS])
def test_a_reader_that_fails_is_down_is_tried_ever_more_rarely_and_is_back_with_its_card(fault: str) -> None:
    stage = with_resting(make_ntag213(UID))
    stage.afflict(fault)
    (down,) = stage.run(500)
    assert down.kind == READER_DOWN
    assert down.why == stage.reader.why != ""
    assert stage.reader.state == "down"
    tries = []
    for _ in range(7):
        tries.append(stage.reader.due_us)
        assert stage.step() == []
    pauses = [(later - one) / 1e6 for one, later in itertools.pairwise(tries)]
    assert pauses == pytest.approx([1, 2, 4, 8, 8, 8], abs=0.1)
    stage.cure(fault)
    assert stage.run(8_500) == [ReaderEvent(READER_BACK)]
    assert stage.reader.present_uids == (UID,)
    assert stage.reader.tally["revivals"] == 1


def test_a_card_taken_away_while_the_reader_is_down_leaves_when_it_is_back() -> None:
    tag = make_ntag213(UID)
    stage = with_resting(tag)
    stage.afflict(UNPLUGGED)
    stage.run(500)
    stage.take(tag)
    stage.put(make_ntag213(OTHER))
    stage.cure(UNPLUGGED)
    assert stage.run(2_000) == [
        ReaderEvent(READER_BACK),
        ReaderEvent(TAG_CAME, OTHER),
        ReaderEvent(TAG_LEFT, UID),
    ]


def test_a_reader_that_is_not_there_at_the_start_is_down_and_comes_when_it_is_plugged_in() -> None:
    stage = Stage()
    stage.afflict(UNPLUGGED)
    assert [one.kind for one in stage.run(500)] == [READER_DOWN]
    assert stage.reader.version == 0
    stage.cure(UNPLUGGED)
    assert stage.run(3_000) == [ReaderEvent(READER_BACK)]
    assert stage.reader.version == 0x92


def test_a_loose_wire_is_not_told_twice_a_second_for_ever() -> None:
    stage = Stage()
    stage.run(1_000)
    for _ in range(60):
        stage.afflict(UNPLUGGED)
        stage.run(700)
        stage.cure(UNPLUGGED)
        stage.run(300)
    assert len(stage.said) < 30


@pytest.mark.parametrize("after_ms", range(1_000, 4_000, 250))
def test_a_wedged_receiver_on_an_empty_reader_is_cured_within_3_seconds(after_ms: int) -> None:
    stage = Stage()
    stage.run(after_ms)
    stage.afflict(WEDGED_RECEIVER)
    stage.put(make_ntag213(UID))
    assert stage.run(3_000) == [ReaderEvent(TAG_CAME, UID)]


def test_lost_registers_of_an_empty_reader_are_found_within_a_second() -> None:
    stage = Stage()
    stage.run(3_000)
    stage.afflict(BROWN_OUT)
    stage.clock.wait_us(5_000)
    assert stage.run(1_200) == []
    assert stage.field_on
    assert stage.reader.tally["revivals"] == 1


def test_noise_on_four_of_ten_exchanges_makes_no_card_leave_and_no_crowd() -> None:
    stage = with_resting(make_ntag213(UID))
    stage.afflict(NOISE_FAULT)
    said = stage.run(120_000)
    assert {one.kind for one in said} <= {NOISE, TROUBLE_OVER}
    assert stage.reader.present_uids == (UID,)


def test_at_the_edge_of_the_field_no_wrong_uid_is_ever_told() -> None:
    stage = Stage(seed=3)
    stage.put(make_ntag213(UID))
    stage.afflict(EDGE_OF_FIELD)
    said = stage.run(120_000)
    assert {one.uid for one in said if one.uid} == {UID}
    assert {one.kind for one in said} <= {TAG_CAME, TAG_LEFT, NOISE, TROUBLE_OVER, WEAK_TAG}
    assert stage.reader.tally["noise"] > 100


class Thinking(VirtualNtag):
    """A sticker that gives its pages just when it is waited for no longer, and is deaf while it speaks."""

    def _command(self, command: bytes) -> TagReply | None:
        answer = super()._command(command)
        return answer and answer._replace(delay_ns=950_000)


def test_a_sticker_that_is_slow_is_asked_in_another_way_most_of_the_time() -> None:
    stage = with_resting(Thinking(UID))
    before = dict(stage.reader.tally)
    assert stage.run(20_000) == []
    tally = stage.reader.tally
    assert tally["none"] - before["none"] <= (tally["tag"] - before["tag"]) / 4


class Babbler(VirtualTag):
    """A tag that talks back: right answers, or any bits at any length and whenever it likes."""

    def __init__(self, uid: bytes, seed: int) -> None:
        super().__init__(uid)
        self._chance = Random(seed)

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        chance, right = self._chance, super().receive(frame, bits)
        size = chance.choice((1, 3, 4, 5, 8, 16, 24, 40, 160, 512, 520, 2_000))
        delay_ns = chance.choice((0, 0, 50_000, 190_000, 300_000, 900_000, 6_000_000))
        return right if chance.random() < 0.4 else TagReply(chance.getrandbits(size), size, 0, delay_ns)


@pytest.mark.parametrize("seed", range(12))
def test_a_tag_that_answers_anything_at_any_length_is_no_fault_of_the_reader(seed: int) -> None:
    stage = Stage()
    stage.put(Babbler(UID, seed))
    said = stage.run(1_500)
    assert stage.reader.tally[CHIP_DEAD] == 0
    assert {one.uid for one in said} <= {b"", UID}
    assert {one.kind for one in said}.isdisjoint({READER_DOWN, READER_BACK})


def test_a_tag_that_leaves_and_returns_within_two_seconds_is_counted_as_a_flap() -> None:
    tag = make_ntag213(UID)
    stage = with_resting(tag)
    for pause, flaps in ((1_000, 1), (5_000, 1), (1_500, 2)):
        stage.take(tag)
        stage.run(pause)
        stage.put(tag)
        stage.run(500)
        assert stage.reader.tally["flaps"] == flaps


def test_strange_tags_that_join_a_card_are_a_crowd_and_the_card_stays() -> None:
    stage = with_resting(make_ntag213(UID))
    stage.afflict(TWO_TAGS)
    assert stage.run(5_000) == [ReaderEvent(SEVERAL_TAGS)]
    stage.cure(TWO_TAGS)
    assert stage.run(5_000) == [ReaderEvent(TROUBLE_OVER)]
    assert stage.reader.present_uids == (UID,)


def test_a_reader_that_is_opened_anew_knows_what_lay_there_before() -> None:
    stage, before = Stage(), PresenceFilter()
    before.add_scan(ScanResult(ONE_TAG, UID), stage.clock.now_us())
    stage.reader = Rc522Reader(stage.port, presence=before)
    assert stage.run(1_000) == [ReaderEvent(TAG_LEFT, UID)]


def test_readers_with_different_seeds_do_not_scan_at_the_same_time() -> None:
    stage = Stage()
    dues = [Rc522Reader(stage.port, seed_us=n * 16_000).due_us - stage.clock.now_us() for n in range(5)]
    assert dues == [0, 16_000, 32_000, 48_000, 64_000]


EVENTS = st.one_of(
    st.tuples(st.sampled_from(("afflict", "cure")), st.sampled_from(sorted(FAULTS))),
    st.tuples(st.sampled_from(("put", "take")), st.integers(0, 2)),
    st.tuples(st.just("run"), st.integers(0, 1_500)),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(EVENTS, max_size=25), st.integers(0, 99))
def test_whatever_happens_a_step_raises_nothing_and_in_the_end_the_truth_is_told(
    events: list[tuple[str, int | str]], seed: int
) -> None:
    stage = Stage(seed=seed)
    tags = [make_ntag213(UID), make_ntag213(SAME_FIRST_LEVEL), make_classic_1k(WHITE)]
    acts = {"afflict": stage.afflict, "cure": stage.cure}
    for act, what in events:
        if act == "run":
            stage.run(int(what))
        elif act in acts:
            acts[act](str(what))
        else:
            {"put": stage.virtual.field.put_tag, "take": stage.take}[act](tags[int(what)])
    for fault in FAULTS:
        stage.cure(fault)
    for tag in tags[1:]:
        stage.take(tag)
    stage.virtual.field.put_tag(tags[0])
    stage.run(75_000)
    assert stage.reader.state == "well"
    assert stage.reader.present_uids == (UID,)
    here: set[bytes] = set()
    for _, one in stage.said:
        assert one.kind != CHIP_DEAD
        if one.kind == TAG_CAME:
            assert one.uid not in here
            here.add(one.uid)
        elif one.kind == TAG_LEFT:
            here.remove(one.uid)
    assert here == {UID}


@pytest.mark.long(usual=("0", "1", "2", "3"))
@pytest.mark.parametrize("seed", range(40))
def test_a_card_laid_beside_one_that_noise_left_awake_is_never_taken_for_the_only_one(seed: int) -> None:
    stage = Stage(seed=seed)
    stage.put(make_ntag213(UID))
    stage.virtual.field.noise = 1.0
    stage.run(500 + 7 * seed)
    stage.virtual.field.noise = 0.0
    stage.put(make_ntag213(OTHER))
    assert ReaderEvent(TAG_CAME, OTHER) not in stage.run(3_000)


@pytest.mark.parametrize("lost", ["lost_commands", "lost_answers"])
@pytest.mark.parametrize("make", [make_ntag213, make_classic_1k])
def test_a_sticker_of_which_three_frames_in_ten_get_lost_is_never_gone_while_it_lies_there(
    make: Callable[[bytes], VirtualTag], lost: str
) -> None:
    stage = Stage(seed=1)
    setattr(stage.virtual.field, lost, 0.3)
    stage.put(make(UID if make is make_ntag213 else WHITE))
    said = stage.run((30 if ALL else 3) * 60_000)
    assert [each.kind for each in said if each.kind in (TAG_CAME, TAG_LEFT)] == [TAG_CAME]


def test_such_a_sticker_is_told_within_a_second_and_a_half_and_its_leaving_as_soon_as_any() -> None:
    stage, tag = Stage(seed=2), make_ntag213(UID)
    stage.virtual.field.lost_commands = stage.virtual.field.lost_answers = 0.15
    stage.run(1_000)
    for _ in range(100 if ALL else 20):
        stage.put(tag)
        assert TAG_CAME in [each.kind for each in stage.run(1_500)]
        stage.take(tag)
        assert TAG_LEFT in [each.kind for each in stage.run(500)]


@pytest.mark.parametrize(("one_in", "told"), [(3, ["7/20"]), (4, ["5/20"]), (2, []), (1_000_000, ["1/20"])])
def test_a_sticker_that_hardly_answers_is_told_within_half_a_second_and_once(
    one_in: int, told: list[str]
) -> None:
    stage, tag = Stage(), Seldom(UID, one_in)
    stage.run(1_000)
    stage.put(tag)
    came, *weak = stage.run(500)
    assert came == ReaderEvent(TAG_CAME, UID)
    assert weak == [ReaderEvent(WEAK_TAG, UID, why) for why in told]
    assert stage.run(60_000) == []


@pytest.mark.parametrize("make", [make_ntag213, make_classic_1k, VirtualTag])
def test_a_healthy_tag_of_any_type_is_never_told_as_weak_however_soon_it_is_lifted(
    make: Callable[[bytes], VirtualTag],
) -> None:
    stage, tag = Stage(), make(WHITE if make is make_classic_1k else UID)
    for ms in range(0, 400, 7 if ALL else 29):
        stage.run(1_000)
        stage.put(tag)
        said = stage.run(ms)
        stage.take(tag)
        assert WEAK_TAG not in [each.kind for each in said + stage.run(1_000)]


@pytest.mark.parametrize("lost", [0.25, 0.3])
def test_of_stickers_that_lose_frames_those_are_told_that_lose_half_of_what_they_answer(lost: float) -> None:
    stage = Stage(seed=5)
    stage.virtual.field.lost_commands = stage.virtual.field.lost_answers = lost
    told = 0
    for number in range(24):
        tag = make_ntag213(UID[:5] + number.to_bytes(2))
        stage.put(tag)
        told += WEAK_TAG in [each.kind for each in stage.run(5_000)]
        stage.take(tag)
        stage.run(1_000)
    answers = (1 - lost) ** 2
    few = sum(comb(20, n) * answers**n * (1 - answers) ** (20 - n) for n in range(10))
    assert abs(told / 24 - few) < 0.25


class Phone(VirtualTag):
    """A phone: another number each time it has power."""

    def set_power(self, on: bool) -> None:
        super().set_power(on)
        if on:
            self.uid = b"\x08" + Random(repr(self.uid)).randbytes(3)


FOREIGN = {
    "bank card": VirtualTag(bytes.fromhex("a1b2c3d4"), sak=0x20),
    "bank card that plays Classic": VirtualTag(bytes.fromhex("a1b2c3d5"), sak=0x28),
    "pass": VirtualTag(bytes.fromhex("04112233445566"), sak=0x20),
    "phone": Phone(bytes.fromhex("08b2c3d4"), sak=0x20),
    "random number": VirtualTag(bytes.fromhex("08b2c3d4")),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_purse_or_a_phone_is_told_once_until_it_leaves_and_its_number_never(what: str) -> None:
    stage, card = Stage(), FOREIGN[what]
    stage.run(1_000)
    stage.put(card)
    assert stage.run(60_000) == [ReaderEvent(FOREIGN_CARD)]
    assert stage.reader.present_uids == ()
    stage.take(card)
    assert stage.run(2_000) == [ReaderEvent(TROUBLE_OVER)]
    assert all(not event.uid for _, event in stage.said)


def test_a_phone_in_place_of_a_card_lets_the_card_leave_and_the_other_way_round() -> None:
    tag, phone = make_ntag213(UID), FOREIGN["phone"]
    stage = with_resting(tag)
    stage.take(tag)
    stage.put(phone)
    assert {each.kind for each in stage.run(1_000)} == {TAG_LEFT, FOREIGN_CARD}
    stage.take(phone)
    stage.put(tag)
    assert [each for each in stage.run(1_000) if each.kind == TAG_CAME] == [ReaderEvent(TAG_CAME, UID)]


def test_a_phone_that_answers_badly_stays_told_once() -> None:
    stage = Stage(seed=3)
    stage.virtual.field.lost_answers = 0.1
    stage.put(FOREIGN["phone"])
    assert [each.kind for each in stage.run(60_000)] == [FOREIGN_CARD]
    stage.take(FOREIGN["phone"])
