"""Who may talk to a hub: greeting, going on, being a stranger, being gone."""

from __future__ import annotations

import pytest

from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import encoding
from hardware.common.link.frames import encode_frame
from hardware.common.link.hub_settings import encode_settings, settings_checksum
from hardware.common.link.messages import BEAT, HELLO, PROTOCOL_VERSION, STATE, STRANGER, WELCOME
from hardware.virtual.faults import UNPLUGGED
from tests.firmware.host import NO, SECOND, YES, Host, tag, uid, wired


def kinds(host: Host) -> list[int]:
    return [payload[0] for payload in host.frames]


def test_a_hub_says_what_it_is_and_how_every_reader_is() -> None:
    host = Host(wired(3))
    welcome = host.meet()
    assert (welcome.version, welcome.session, welcome.name) == (PROTOCOL_VERSION, 1, "tiles")
    assert welcome.settings_checksum == settings_checksum(encode_settings(wired(3)))
    assert (welcome.uid, welcome.program, welcome.start_cause) == (b"virtual1", "0.0.0 virtual", 0)
    host.run(300)
    assert [state.socket for state in host.states] == [0, 1, 2]
    assert kinds(host)[0] == WELCOME


def test_a_new_hub_has_no_name_and_no_readers() -> None:
    host = Host()
    welcome = host.meet()
    assert (welcome.name, welcome.settings_checksum) == ("", 0)
    host.run(2_000)
    assert host.states == []
    assert host.beats[-1].socket == 16


def test_settings_that_were_torn_are_none() -> None:
    host = Host(wired(2))
    host.hub.board.flash = encode_settings(wired(2))[:-1]
    welcome = host.meet()
    assert (welcome.name, welcome.settings_checksum) == ("", 0)


def test_nothing_is_said_to_nobody() -> None:
    host = Host(wired(2))
    host.open()
    host.lay(0, [tag(1)])
    host.run(5_000)
    assert host.frames == []


def test_uptime_counts_seconds() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(61_000)
    assert host.meet().uptime_s in range(60, 63)


def test_a_host_of_another_version_is_told_the_hubs_own_and_begins_nothing() -> None:
    host = Host(wired(1))
    host.open()
    host.send(encode_frame(bytes((HELLO, PROTOCOL_VERSION + 1, 9, 9, 9, 9, 9, 9, 9))))
    host.run(1_000)
    assert [(welcome.version, welcome.session) for welcome in host.welcomes] == [(PROTOCOL_VERSION, 0)]
    assert kinds(host) == [WELCOME]


def test_a_greeting_that_is_repeated_is_answered_again_and_changes_nothing() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(500)
    host.lay(0, [tag(1)])
    host.run(500)
    for _ in range(3):
        host.send(encode_frame(encoding.encode_hello(host.fresh, 0)))
        host.run(100)
    assert [welcome.session for welcome in host.welcomes] == [1] * 4
    assert len(host.states) == 1
    host.reader(0).field.take_tag(host.reader(0).field.tags[0])
    host.run(600)
    assert [kind for _, kind, _, _ in host.said] == [TAG_CAME, TAG_LEFT]


def test_many_greetings_at_once_get_one_answer() -> None:
    host = Host(wired(1))
    host.open()
    host.send(encode_frame(encoding.encode_hello(7, 0)) * 10)
    host.run(20)
    assert [welcome.session for welcome in host.welcomes] == [7]


def test_a_new_session_is_told_every_state_anew_and_nothing_of_the_one_before() -> None:
    host = Host(wired(2))
    host.meet()
    host.run(500)
    host.mute = True
    host.lay(0, [tag(1)])
    host.run(100)
    host.lay(1, [tag(2)])
    host.run(300)
    host.mute = False
    host.meet()
    host.run(500)
    assert host.lies == {0: {uid(1)}, 1: {uid(2)}}
    assert host.said == []


def test_a_session_that_goes_on_loses_and_doubles_nothing_and_is_told_the_states_after_it() -> None:
    host = Host(wired(2))
    host.meet()
    host.run(500)
    host.hub.cut()
    host.lay(0, [tag(1)])
    host.run(200)
    host.reader(0).field.take_tag(host.reader(0).field.tags[0])
    host.lay(1, [tag(2)])
    host.run(600)
    host.forget()
    host.lies = {0: set(), 1: set()}
    host.hub.mend()
    host.go_on()
    host.run(10)
    assert [(socket, kind) for socket, kind, _, _ in host.said] == [
        (0, TAG_CAME),
        (1, TAG_CAME),
        (0, TAG_LEFT),
    ]
    assert [(state.socket, state.present_uids) for state in host.states] == [(0, ()), (1, (uid(2),))]
    assert host.welcomes[-1].session == 1


def test_a_host_that_was_gone_for_a_while_is_told_everything_when_it_asks_to_go_on() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(500)
    host.mute = True
    host.run(5_000)
    host.forget()
    host.hello(1)
    host.run(50)
    assert [state.socket for state in host.states] == [0]


def test_a_session_that_is_not_there_any_more_is_not_gone_on_with() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(200)
    host.hub.restart()
    host.go_on()
    host.run(300)
    assert [welcome.session for welcome in host.welcomes] == [1, 2]


@pytest.mark.parametrize(
    "payload", [encoding.encode_header(BEAT, 9, 0, 0), encoding.encode_header(0x20, 9, 0, 0) + b"\0\1"]
)
def test_frames_of_a_session_it_does_not_have_make_their_sender_a_stranger(payload: bytes) -> None:
    host = Host(wired(1))
    host.meet()
    host.send(encode_frame(payload) * 5)
    host.run(30)
    assert host.strangers == [9]
    host.run(500)
    assert [state.socket for state in host.states] == [0]


def test_a_line_that_sends_back_what_the_hub_says_makes_no_strangers() -> None:
    host = Host(wired(2))
    host.meet()
    host.run(1_000)
    said = [encode_frame(payload) for payload in host.frames if payload[0] != BEAT]
    assert {payload[0] for payload in host.frames} >= {WELCOME, STATE}
    said.append(encode_frame(encoding.encode_header(STRANGER, 77, 0, 0)))
    for each in said:
        host.send(each)
        host.run(20)
    assert host.strangers == []


def test_a_host_that_is_gone_is_sent_nothing_more_and_may_still_go_on_for_a_while() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(500)
    host.mute = True
    host.run(3_100)
    host.frames.clear()
    host.lay(0, [tag(1)])
    host.run(5_000)
    assert host.frames == []
    host.mute = False
    host.run(500)
    assert [(kind, found) for _, kind, _, found in host.said] == [(TAG_CAME, False)]
    assert host.strangers == []


def test_a_host_that_is_gone_for_long_is_forgotten() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(500)
    host.mute = True
    host.run(10_500)
    host.mute = False
    host.run(300)
    assert host.strangers[0] == 1
    host.meet()
    host.run(300)
    assert len(host.states) == 1


def test_the_states_are_fresh_when_a_host_comes_after_a_long_time() -> None:
    host = Host(wired(2))
    host.meet()
    host.hub.cut()
    for n in range(40):  # more than the channel holds
        host.lay(0, [tag(n)])
        host.run(400)
        host.reader(0).field.take_tag(host.reader(0).field.tags[0])
        host.run(600)
    host.reader(1).inject_fault(UNPLUGGED)
    host.lay(0, [tag(99)])
    host.run(1_000)
    host.hub.mend()
    host.meet()
    host.run(300)
    assert [(state.state, state.present_uids) for state in host.states] == [
        ("well", (uid(99),)),
        ("down", ()),
    ]
    assert host.states[1].why.startswith("no chip answers")


def test_last_words_are_told_to_the_next_host_until_it_has_them() -> None:
    host = Host(wired(1))
    host.meet()
    host.hub.crash("it fell")
    host.open()
    host.mute = True
    assert host.meet().start_cause == 2
    host.run(100)
    host.mute = False
    host.meet()
    host.run(300)
    assert [body for _, body in host.other] == [b"it fell"]
    host.meet()
    host.run(300)
    assert host.other == []


def test_a_heartbeat_tells_memory_and_one_tally_after_the_other() -> None:
    host = Host(wired(3))
    host.lay(1, [tag(1)])
    host.meet()
    host.run(5_000)
    assert {beat.socket for beat in host.beats} == {0, 1, 2}
    assert {beat.free_bytes for beat in host.beats[4:]} == {150_000}
    last = {beat.socket: beat for beat in host.beats}
    assert last[1].tally["tag"] > 20
    assert last[0].tally["none"] > 20
    assert {beat.version for beat in last.values()} == {0x92}


def test_a_program_that_hangs_is_started_anew_by_the_watchdog() -> None:
    host = Host(wired(1))
    host.meet()
    host.hub.freeze()
    host.run(7_000)
    assert host.hub.starts == 1
    host.run(3_000)
    assert host.hub.starts == 2
    assert host.meet().start_cause == 1


def test_a_press_that_nobody_heard_is_not_told_later() -> None:
    host = Host(wired(1))
    host.meet()
    host.run(300)
    host.mute = True
    host.run(4_000)
    host.hub.tap(YES)
    host.run(1_000)
    host.mute = False
    host.run(300)
    host.hub.tap(NO)
    host.run(300)
    assert host.pressed == [(1, "pressed")]
    assert host.clock.now_us() < 20 * SECOND


def test_what_a_hub_said_and_the_line_sends_back_acknowledges_nothing() -> None:
    host = Host(wired(2))
    host.meet()
    host.run(400)
    for shows in ("go", "no", "off"):  # the hub awaits message 3, and says its own message 2 next
        host.light(0, shows)
    host.run(400)
    host.mute, host.hub.to_host.loss_rate = True, 1.0
    host.lay(0, [tag(1)])
    host.run(200)
    host.send(encode_frame(encoding.encode_header(BEAT, 1, 0, 3) + bytes(34)))
    host.run(50)
    host.mute, host.hub.to_host.loss_rate = False, 0.0
    host.run(400)
    assert [(socket, kind) for socket, kind, _, _ in host.said] == [(0, TAG_CAME)]
