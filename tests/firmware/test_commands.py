"""What a host can have a hub do: settings, lights, tags' memories, leaving; and its buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.lights import BRIGHTNESS
from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import decoding, encoding
from hardware.common.link.channel import WINDOW
from hardware.common.link.frames import encode_frame
from hardware.common.link.hub_settings import HubSettings, ReaderSocket, encode_settings, settings_checksum
from hardware.common.link.messages import (
    FAILED,
    LIGHT,
    LIGHT_SIGNALS,
    MEMORY,
    MEMORY_PART_BYTES,
    READ,
    SETTINGS,
    STORED,
    WRITE,
)
from hardware.virtual.button_contact import BOUNCE_PATTERNS
from hardware.virtual.faults import UNPLUGGED
from hardware.virtual.pico import VirtualPico
from hardware.virtual.tags import TagReply, VirtualNtag, make_classic_1k, make_ntag213, make_ntag216
from tests.firmware.host import NO, YES, Host, tag, uid, wired

# -- settings


def test_settings_are_kept_and_the_hub_starts_with_them() -> None:
    host = Host()
    host.meet()
    wanted = encode_settings(wired(3))
    host.settle(wanted)
    host.until(lambda: host.told(STORED))
    assert host.told(STORED) == [b""]
    host.run(20)
    assert not host.hub.is_connected, "it waits no longer than until the host has heard"
    host.run(3_000)
    welcome = host.meet()
    assert (welcome.name, welcome.settings_checksum, welcome.start_cause) == (
        "tiles",
        settings_checksum(wanted),
        2,
    )
    host.run(500)
    assert [state.state for state in host.states] == ["well"] * 3
    host.hub.unplug()
    host.run(100)
    host.hub.plug("/dev/ttyACM3")
    assert host.meet().settings_checksum == settings_checksum(wanted), "kept without power"


def test_a_host_that_is_gone_does_not_keep_the_settings_waiting() -> None:
    host = Host()
    host.meet()
    host.settle(encode_settings(wired(1)))
    host.run(10)
    host.hub.cut()
    host.run(2_000)
    host.hub.mend()
    assert host.meet().name == "tiles"


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (b"", "these settings are none of layout 1"),
        (encode_settings(wired(2))[:-1], "these settings are cut off, or have more than they should"),
        (encode_settings(HubSettings("tiles", 22, 17, (ReaderSocket(0, 17),))), "GP17 is wanted twice"),
        (
            encode_settings(HubSettings("tiles", 23, 28, (ReaderSocket(0, 17),))),
            "GP23 is no pin of the board",
        ),
    ],
)
def test_settings_that_cannot_be_are_refused_with_a_sentence_and_change_nothing(
    wanted: bytes, why: str
) -> None:
    host = Host(wired(1))
    host.meet()
    host.settle(wanted)
    host.until(lambda: host.told(STORED))
    assert decoding.decode_text(host.told(STORED)[0]).startswith(why)
    host.run(2_000)
    assert host.hub.starts == 1
    assert host.hub.board.flash == encode_settings(wired(1))


def test_a_full_flash_is_said() -> None:
    host = Host(wired(1))
    host.meet()
    host.hub.board.full = True
    host.settle(encode_settings(wired(2)))
    host.until(lambda: host.told(STORED))
    assert decoding.decode_text(host.told(STORED)[0]).startswith("the hub's flash does not take the settings")
    host.run(2_000)
    assert host.hub.starts == 1


def test_a_hub_that_is_sent_away_says_that_it_goes_and_stays_away_until_its_next_start() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(300)
    host.leave()
    host.until(lambda: host.channel is not None and host.channel.all_acknowledged)
    host.run(1_500)
    assert host.hub.is_connected
    assert host.hub.starts == 1
    host.open()
    host.frames.clear()
    host.hello()
    host.run(2_000)
    assert host.frames == []
    host.hub.restart()
    host.run(1_000)
    host.meet()
    assert host.hub.starts == 2


# -- lights


@pytest.mark.parametrize("shows", LIGHT_SIGNALS)
def test_a_light_shows_to_an_eye_what_it_is_told_to(shows: str) -> None:
    host = Host(wired(2))
    host.meet()
    host.light(1, shows)
    host.run(2_000)
    for _ in range(30):
        host.run(87)
        assert (host.hub.light_signal(0), host.hub.light_signal(1)) == ("off", shows)


def test_lights_are_dark_while_the_host_is_gone_and_go_on_when_it_was_not() -> None:
    host = Host(wired(2))
    host.meet()
    host.light(0, "go")
    host.run(500)
    host.mute = True
    host.run(1_500)
    assert host.hub.light_signal(0) == "go"
    host.run(4_000)
    assert host.hub.light_signal(0) == "off"
    host.mute = False
    host.run(500)
    assert host.hub.light_signal(0) == "go"
    host.meet()
    host.run(2_000)
    assert host.hub.light_signal(0) == "off", "a new session begins in the dark"


def test_a_chain_is_only_sent_what_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Sequence[tuple[int, int, int]]] = []
    monkeypatch.setattr(VirtualPico, "lights", lambda _board, _pin, colours: sent.append(colours))
    host = Host(wired(3))
    host.meet()
    host.run(500)
    for _ in range(5):
        host.light(2, "go")
        host.run(1_000)
    dark = (0, 0, 0)
    assert [list(colours) for colours in sent] == [[dark, dark, dark], [dark, dark, (0, BRIGHTNESS, 0)]]


def test_a_light_told_the_same_again_keeps_its_rhythm() -> None:
    host, other = Host(wired(1)), Host(wired(1))
    for each in (host, other):
        each.meet()
        each.light(0, "no")
    for _ in range(50):
        host.light(0, "no")
        host.run(70)
    other.run(50 * 70)
    assert [colour for _, colour in host.hub.board.colour_histories[0]] == [
        colour for _, colour in other.hub.board.colour_histories[0]
    ]


def test_a_hub_without_lights_shows_nothing_and_minds_nothing() -> None:
    host = Host(wired(2, lights=0xFF))
    host.meet()
    host.light(0, "go")
    host.light(9, "no")
    host.run(1_000)
    assert host.hub.light_signal(0) == "off"
    assert host.channel is not None
    assert host.channel.all_acknowledged


# -- buttons


@pytest.mark.parametrize("bounce", BOUNCE_PATTERNS)
def test_every_press_is_told_once_however_it_bounces(bounce: str) -> None:
    host = Host(wired(1))
    host.meet()
    for pin in (YES, NO, NO, YES):
        host.hub.tap(pin, bounce)
        host.run(500)
    assert host.pressed == [(n, "pressed") for n in (0, 1, 1, 0)]


def test_a_button_that_is_down_at_the_start_is_stuck_and_not_pressed() -> None:
    host = Host(wired(1))
    host.hub.press(YES)
    host.meet()
    host.run(15_000)
    assert host.pressed == [(0, "stuck")]
    host.hub.release(YES)
    host.run(200)
    host.hub.tap(YES)
    host.run(300)
    assert host.pressed == [(0, "stuck"), (0, "pressed")]


def test_presses_of_a_host_that_does_not_acknowledge_are_kept_and_told_once_each_button() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(300)
    host.deaf = True
    for n in range(WINDOW + 6):
        host.hub.tap(YES if n % 2 else NO)
        host.run(200)
    host.deaf = False
    host.run(600)
    assert host.pressed[:WINDOW] == [(0 if n % 2 else 1, "pressed") for n in range(WINDOW)]
    assert host.pressed[WINDOW:] == [(0, "pressed"), (1, "pressed")]


# -- tags' memories


def laid(host: Host, each: VirtualNtag) -> VirtualNtag:
    host.lay(0, [each])
    host.until(lambda: (0, TAG_CAME, each.uid, False) in host.said)
    return each


def answer(host: Host) -> tuple[str, bytes | str]:
    """What a question got: "read" or "written" with bytes, or why not with a sentence."""
    host.until(
        lambda: (
            host.told(FAILED)
            or (host.told(MEMORY) and decoding.decode_tag_memory_part(host.told(MEMORY)[-1])[1])
        )
    )
    failed, parts = host.told(FAILED), [decoding.decode_tag_memory_part(body) for body in host.told(MEMORY)]
    host.other.clear()
    if failed:
        _, how, why = decoding.decode_tag_memory_failure(failed[0])
        return how, why
    assert [last for _, last, _ in parts] == [False] * (len(parts) - 1) + [True]
    assert all(len(part) <= MEMORY_PART_BYTES for _, _, part in parts)
    return "done", b"".join(part for _, _, part in parts)


@pytest.mark.parametrize("make", [make_ntag213, make_ntag216])
def test_a_tag_is_written_and_read_whole(make: type[VirtualNtag]) -> None:
    host = Host(wired(2))
    host.meet()
    each = laid(host, make(uid(5)))
    size = 888 if make is make_ntag216 else 144
    data = bytes((7 * n) % 251 for n in range(size))
    host.write(1, 0, each.uid, data)
    assert answer(host) == ("done", b"")
    host.read(2, 0, each.uid)
    assert answer(host) == ("done", data)
    assert not each.is_locked
    host.run(1_000)
    assert [kind for _, kind, _, _ in host.said] == [TAG_CAME]


def test_what_is_to_be_written_is_acknowledged_before_it_is_done_and_not_sent_again() -> None:
    host = Host(wired(1))
    host.meet()
    each = laid(host, make_ntag216(uid(5)))
    host.write(1, 0, each.uid, bytes(n % 251 for n in range(888)))
    channel = host.channel
    assert channel is not None
    host.until(lambda: channel.all_acknowledged)
    assert not host.told(MEMORY)
    assert answer(host) == ("done", b"")


def test_why_a_tag_was_not_read_or_written_is_said() -> None:
    host = Host(wired(2))
    host.meet()
    each = laid(host, make_ntag213(uid(5)))
    host.read(1, 0, uid(6))
    assert answer(host) == ("gone", "this tag does not lie on the reader: lay it down, alone")
    host.write(2, 0, each.uid, bytes(145))
    assert answer(host)[0] == "forbidden"
    host.write(3, 0, each.uid, bytes(2_000), part=MEMORY_PART_BYTES)
    assert answer(host) == ("forbidden", "1024 bytes do not fit: an NTAG213 has 144"), "no more is kept"
    host.read(4, 9, each.uid)
    assert answer(host) == ("dead", "this hub has no such reader")
    host.reader(0).inject_fault(UNPLUGGED)
    host.read(5, 0, each.uid)
    assert answer(host)[0] == "dead"
    card = make_classic_1k(bytes((1, 2, 3, 4)))
    host.lay(1, [card])
    host.run(300)
    host.read(6, 1, card.uid)
    assert answer(host)[0] == "forbidden"


class Stolen(VirtualNtag):
    """A tag that is gone with the tenth page that is written."""

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        return super().receive(frame, bits) if len(self.written_pages) < 10 else None


def test_a_tag_that_is_taken_away_while_it_is_written_is_gone() -> None:
    host = Host(wired(1))
    host.meet()
    each = laid(host, Stolen(uid(5)))
    host.write(1, 0, each.uid, bytes(range(1, 141)))
    assert answer(host)[0] == "gone"
    host.run(1_000)
    assert [kind for _, kind, _, _ in host.said] == [TAG_CAME, TAG_LEFT]


def test_questions_that_come_together_are_answered_one_after_the_other() -> None:
    host = Host(wired(2))
    host.meet()
    first, second = laid(host, make_ntag216(uid(5))), make_ntag213(uid(6))
    host.lay(1, [second])
    host.run(300)
    for ask in range(4):
        host.read(ask, ask % 2, (first, second)[ask % 2].uid)
    host.run(4_000)
    parts = [decoding.decode_tag_memory_part(body) for body in host.told(MEMORY)]
    assert [ask for ask, last, _ in parts if last] == [0, 1, 2, 3]
    assert [sum(len(part) for ask, _, part in parts if ask == n) for n in range(4)] == [888, 144] * 2


def test_parts_of_a_question_that_was_never_ended_are_no_part_of_the_next_one() -> None:
    host = Host(wired(1))
    host.meet()
    each = laid(host, make_ntag213(uid(5)))
    for ask in (1, 2):
        host.put(WRITE, encoding.encode_write_request(ask, 0, each.uid, False, b"old!" * 9))
    host.run(100)
    host.meet()
    host.write(2, 0, each.uid, b"new!")
    assert answer(host) == ("done", b"")
    assert each.memory[16:24] == b"new!" + bytes(4)
    host.put(WRITE, encoding.encode_write_request(3, 0, each.uid, False, b"old!" * 9))
    host.write(4, 0, each.uid, b"last")
    assert answer(host) == ("done", b"")
    assert each.memory[16:24] == b"last" + bytes(4)


def test_an_acknowledgement_in_a_question_makes_the_room_for_its_answer() -> None:
    host = Host(wired(12))
    host.mute = True
    host.meet()
    host.run(500)
    assert len(host.states) == 9, "then the readers are held back"
    host.send(
        encode_frame(
            encoding.encode_header(READ, host.fresh, 0, 9) + encoding.encode_read_request(1, 0, uid(1))
        )
    )
    host.run(100)
    assert len(host.told(FAILED)) == 1


# -- whatever else


@given(
    st.lists(
        st.tuples(st.sampled_from((LIGHT, SETTINGS, READ, WRITE, 0x23, 0x7F)), st.binary(max_size=60)),
        max_size=12,
    )
)
def test_no_command_whatever_it_says_stops_a_hub(commands: list[tuple[int, bytes]]) -> None:
    host = Host(wired(2))
    host.meet()
    for kind, body in commands:
        host.put(kind, body)
    host.run(2_000)
    assert host.channel is not None
    assert host.channel.all_acknowledged, "all were taken"
    host.lay(0, [tag(1)])
    host.run(300)
    assert (0, TAG_CAME, uid(1), False) in host.said
