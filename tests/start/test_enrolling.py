"""Enrolment at the desk: what readers, buttons and people say, and what a phone will read on the tags."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from companion.games import game_names
from companion.start.enrolment.enrolment_terminal import NDEF_PIECE_TYPE, EnrolmentTerminal, TagMemory
from companion.start.enrolment.real_devices import RealEnrolmentDevices
from companion.start.enrolment.virtual_devices import VirtualEnrolmentDevices
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box
from companion.table.tags.enrolment import Enrolment
from companion.voice.enrolment_messages import EnrolmentMessages
from companion.voice.language import languages
from hardware import ndef
from hardware.clock import RealClock
from hardware.common.errors import TagGone
from hardware.common.events import (
    FOREIGN_CARD,
    NOISE,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    WEAK_TAG,
    ReaderEvent,
)
from hardware.device_manager import DeviceManager
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, ReaderReported
from hardware.lights import LightSignal, SoundSignal
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import VirtualNtag, VirtualTag, make_classic_1k, make_ntag213
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan

BOX = all_pieces_in_box("louis-xiv", Path("nowhere"))
PLAY, ON_A_HUB = "play", "tile/12"
A, B = bytes.fromhex("04a1a1a1a1a1a1"), bytes.fromhex("04b2b2b2b2b2b2")
FACTORY = bytes.fromhex("0103a00c340300fe")  # the user memory of a new NTAG213
T = TypeVar("T")


class Scripted:
    """A reader and a keyboard that say what they are told to, on a tag in memory only."""

    def __init__(self, *says: HardwareEvent | str, room: int = 144, wrong: Exception | None = None) -> None:
        self._says = iter(says)
        self._wrong = wrong
        self.memory = FACTORY.ljust(room, b"\0")[:room]
        self.shown: list[str] = []
        self.sounded: list[str] = []

    def wait_for_input(self) -> HardwareEvent | str | None:
        return next(self._says, None)

    def run_on_reader(self, job: Callable[[TagMemory], T]) -> T:
        if self._wrong is not None:
            raise self._wrong
        return job(self)

    def read_user_memory(self, uid: bytes) -> bytes:
        return self.memory

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        self.memory = data + self.memory[len(data) :]

    def show_light(self, signal: LightSignal) -> None:
        self.shown.append(signal)

    def play_sound(self, signal: SoundSignal) -> None:
        self.sounded.append(signal)


def came(uid: bytes, zone: str = PLAY) -> HardwareEvent:
    return ReaderReported(zone, ReaderEvent(TAG_CAME, uid))


def left(uid: bytes) -> HardwareEvent:
    return ReaderReported(PLAY, ReaderEvent(TAG_LEFT, uid))


def said(kind: str, why: str = "") -> HardwareEvent:
    return ReaderReported(PLAY, ReaderEvent(kind, b"", why))


def spent(folder: Path, senses: Scripted, write: bool = False) -> list[str]:
    """What the desk says from the first prompt on."""
    enrolment = Enrolment(Deck("louis-xiv", BOX), folder / "louis-xiv.deck")
    told: list[str] = []
    EnrolmentTerminal(
        enrolment, EnrolmentMessages(enrolment.deck, "en"), PLAY, senses, told.append, write_ndef=write
    ).run()
    return told[3:]


def asked(number: int, name: str) -> str:
    return f"{number} of 128: influence card: {name}. Lay it on the reader."


FIRST, SECOND = asked(1, "Anne (1/2)"), asked(2, "Anne (2/2)")
BOUND = "Bound: influence card: Anne (1/2), tag 04a1a1a1a1a1a1."
AWAY = "Take it away."


# -- what is heard


def test_the_next_piece_is_asked_for_when_the_last_was_taken_away(tmp_path: Path) -> None:
    senses = Scripted(came(A), left(A))
    assert spent(tmp_path, senses) == [BOUND, AWAY, SECOND]
    assert senses.shown == ["think", "go", "think"]
    assert senses.sounded == ["go"]


def test_quick_hands_are_not_asked_to_wait(tmp_path: Path) -> None:
    senses = Scripted(came(A), came(B), left(A), left(B))
    other = "Bound: influence card: Anne (2/2), tag 04b2b2b2b2b2b2."
    assert spent(tmp_path, senses) == [BOUND, AWAY, other, AWAY, asked(3, "Philippe (1/2)")]


def test_a_second_card_takes_the_binding_back(tmp_path: Path) -> None:
    senses = Scripted(came(A), said(SEVERAL_TAGS), left(A))
    refused = (
        "More than one card lies on the reader, so this is not bound after all: influence card: Anne (1/2). "
        "Take all away, then lay it alone."
    )
    assert spent(tmp_path, senses) == [BOUND, AWAY, refused, FIRST]
    assert senses.sounded == ["go", "no"]
    assert senses.shown == ["think", "go", "no", "think"]


def test_noise_waits(tmp_path: Path) -> None:
    senses = Scripted(said(NOISE), came(A))
    garbled = "Something lies on the reader play that cannot be read. Lay it anew, or take another tag."
    assert spent(tmp_path, senses) == [garbled, BOUND, AWAY]


def test_a_bank_card_is_refused_and_nothing_of_it_is_told(tmp_path: Path) -> None:
    senses = Scripted(said(FOREIGN_CARD), came(A))
    foreign, *rest = spent(tmp_path, senses)
    assert foreign.startswith(
        "A bank card, a pass or a phone lies on the reader play. Take it away: it is no piece"
    )
    assert rest == [BOUND, AWAY]


def test_a_sticker_that_hardly_answers_is_told_while_it_can_be_replaced(tmp_path: Path) -> None:
    senses = Scripted(
        came(A), ReaderReported(PLAY, ReaderEvent(WEAK_TAG, A, "7/20")), left(A), came(B), left(B), came(A)
    )
    weak = (
        "The tag of this piece hardly answers (7/20): influence card: Anne (1/2). In a game it would be missed. Put"
        " another one there and lay it on the reader, or go on."
    )
    asked_again = (
        "1 of 128: influence card: Anne (1/2). It has a tag. Another one laid on the reader takes its place."
    )
    replaced = f"Bound: influence card: Anne (1/2), tag {B.hex()} in place of {A.hex()}."
    second = f"Bound: influence card: Anne (2/2), tag {A.hex()}."
    assert spent(tmp_path, senses) == [
        BOUND,
        AWAY,
        weak,
        AWAY,
        asked_again,
        replaced,
        AWAY,
        SECOND,
        second,
        AWAY,
    ]
    assert senses.sounded == ["go", "no", "go", "go"]


def test_two_readers_that_are_crossed_are_told_by_the_reader_that_was_not_asked(tmp_path: Path) -> None:
    crossed = (
        "This came to the reader tile/6. Lay it on the reader play. If it does lie there, these two are crossed:"
        " exchange their wires to SDA, or their cables."
    )
    assert spent(tmp_path, Scripted(came(A, "tile/6"), came(A))) == [crossed, BOUND, AWAY]


@pytest.mark.parametrize("game", game_names())
def test_a_whole_box_takes_one_lay_and_one_lift_a_piece_and_nothing_typed(tmp_path: Path, game: str) -> None:
    deck = Deck(game, all_pieces_in_box(game, Path("nowhere")))
    number = len(deck.pieces_by_key)
    stickers = [n.to_bytes(7) for n in range(number)]
    senses = Scripted(*(step for uid in stickers for step in (came(uid), left(uid))))
    told: list[str] = []
    EnrolmentTerminal(
        Enrolment(deck, tmp_path / "a.deck"), EnrolmentMessages(deck, "en"), PLAY, senses, told.append
    ).run()
    assert [deck.uid_of_piece(piece) for piece in deck.pieces_by_key.values()] == [
        uid.hex() for uid in stickers
    ]
    assert sum(f" of {number}: " in each for each in told) == number
    assert told[-2] == "Every piece has its tag."


@pytest.mark.parametrize("game", game_names())
def test_help_names_pieces_of_its_own_game_and_they_are_found(tmp_path: Path, game: str) -> None:
    deck = Deck(game, all_pieces_in_box(game, Path("nowhere")))
    for lang in languages():
        messages = EnrolmentMessages(deck, lang)
        example = messages.example_piece(deck)
        assert example is not None
        for typed in example:
            told: list[str] = []
            senses = Scripted("help", f"go {typed}")
            EnrolmentTerminal(Enrolment(deck, tmp_path / "a.deck"), messages, PLAY, senses, told.append).run()
            assert f"`go {typed}`" in told[4]
            assert str(example[0]) in told[-1]
            assert example[1] in told[-1]


def test_a_reader_that_breaks_is_told_and_goes_on(tmp_path: Path) -> None:
    senses = Scripted(
        came(A), said(READER_DOWN, "its chip does not answer."), said(READER_BACK), came(A), came(B, "tile/6")
    )
    assert spent(tmp_path, senses) == [
        BOUND,
        AWAY,
        "The reader play does not answer: its chip does not answer. It is tried again and again.",
        "The reader play answers again.",
        SECOND,
        "Nothing bound. The tag 04a1a1a1a1a1a1 belongs to this piece already: influence card: Anne (1/2).",
        AWAY,
    ]


def test_buttons_pass_over_and_take_back(tmp_path: Path) -> None:
    senses = Scripted(
        ButtonPressed("no"),
        came(A),
        left(A),
        ButtonPressed("undo"),
        ButtonPressed("yes"),
        ButtonPressed("player/1"),
    )
    assert spent(tmp_path, senses) == [
        SECOND,
        "Bound: influence card: Anne (2/2), tag 04a1a1a1a1a1a1.",
        AWAY,
        asked(3, "Philippe (1/2)"),
        "Taken back. This piece has no tag: influence card: Anne (2/2).",
        SECOND,
    ]


def test_what_does_not_work_is_told(tmp_path: Path) -> None:
    assert spent(tmp_path, Scripted(HardwareProblem("The light is not there."))) == [
        "The light is not there."
    ]


def test_a_piece_of_another_setting_is_told_at_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "louis-xiv.deck"
    path.write_text('{"game": "louis-xiv", "tags": {"money/9:1": "04a1a1a1a1a1a1"}}')
    enrolment = Enrolment(Deck.load(path, "louis-xiv", BOX), path)
    told: list[str] = []
    EnrolmentTerminal(enrolment, EnrolmentMessages(enrolment.deck, "en"), PLAY, Scripted(), told.append).run()
    assert "Tags are also kept for pieces that this box has not: money/9:1" in told


# -- what is written on a tag


def test_a_phone_reads_which_card_it_is(tmp_path: Path) -> None:
    senses = Scripted("go card/inf11#2", came(A))
    told = spent(tmp_path, senses, write=True)
    text = "Mazarin, influence card - Louis XIV"
    assert told[-2:] == [f"Written on the tag: {text}", AWAY]
    found = ndef.parse_message(senses.memory)
    assert found.records == (
        ndef.TextRecord("en", text),
        ndef.ExternalRecord(NDEF_PIECE_TYPE, b"louis-xiv card/inf11#2"),
    )
    assert senses.memory.startswith(FACTORY[:5])  # its lock control block stays


@pytest.mark.parametrize("lang", languages())
def test_on_the_smallest_sticker_there_is_room_to_say_which_piece_it_is(lang: str) -> None:
    clerk = EnrolmentMessages(Deck("louis-xiv", BOX), lang)
    memory = FACTORY.ljust(144, b"\0")
    fullest = 0
    for piece in BOX:
        *texts, nothing = clerk.ndef_texts_fullest_first(piece)
        payload = f"louis-xiv {piece.key}".encode()
        rooms = [
            len(ndef.make_message_block(text, lang, NDEF_PIECE_TYPE, payload)) <= 144 - 5 for text in texts
        ]
        fullest += rooms[0]
        assert nothing == ""
        assert ndef.memory_with_message(
            ndef.make_message_block(texts[rooms.index(True)], lang, NDEF_PIECE_TYPE, payload), memory
        )
    assert fullest > 100  # of 128


@pytest.mark.parametrize(
    ("room", "text"),
    [
        (100, "Anne, influence card - Louis XIV"),
        (84, "Anne - Louis XIV"),
        (68, "Anne"),
        (58, "louis-xiv card/inf1"),  # for programs only
    ],
)
def test_where_there_is_less_room_less_is_written(tmp_path: Path, room: int, text: str) -> None:
    senses = Scripted(came(A), room=room)
    assert f"Written on the tag: {text}" in spent(tmp_path, senses, write=True)


@pytest.mark.parametrize(
    ("senses", "why"),
    [
        (Scripted(came(A), room=40), "bytes do not fit on this tag, it has room for 35: take a larger one"),
        (Scripted(came(A), wrong=TagGone("this tag went away")), "this tag went away"),
    ],
)
def test_a_tag_that_cannot_be_written_is_bound_all_the_same(
    tmp_path: Path, senses: Scripted, why: str
) -> None:
    told = spent(tmp_path, senses, write=True)
    assert told[0] == BOUND
    assert why in told[1]
    assert told[1].endswith("It is bound all the same.")
    assert senses.sounded == ["go", "no"]


# -- from the registers up


def virtually(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    tag: VirtualTag | None = None,
    zone: str = PLAY,
) -> tuple[list[str], VirtualEnrolmentDevices]:
    """What is said at a virtual reader when that is typed; `tag` is the first card's instead of its own."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    senses = VirtualEnrolmentDevices(load_kit("hub"), zone, BOX)
    if tag is not None:
        senses.tags["card/inf1"] = tag
    enrolment = Enrolment(Deck("louis-xiv", BOX), folder / "louis-xiv.deck")
    told: list[str] = []
    desk = EnrolmentTerminal(
        enrolment,
        EnrolmentMessages(enrolment.deck, "cs"),
        zone,
        senses,
        told.append,
        write_ndef=True,
        lay_pieces=senses.lay_pieces,
    )
    desk.run()
    senses.close()
    return told[3:], senses


@pytest.mark.parametrize("zone", [PLAY, ON_A_HUB])
def test_a_sticker_is_written_read_back_and_never_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    sticker = make_ntag213(A, FACTORY)
    told, _ = virtually(tmp_path, monkeypatch, "\n", sticker, zone)
    assert "Na štítek zapsáno: Anne d'Autriche, karta vlivu - Louis XIV" in told
    assert ndef.parse_message(bytes(sticker.memory[16:160])).records == (
        ndef.TextRecord("cs", "Anne d'Autriche, karta vlivu - Louis XIV"),
        ndef.ExternalRecord(NDEF_PIECE_TYPE, b"louis-xiv card/inf1"),
    )
    assert not sticker.is_locked
    assert {page for page, _ in sticker.written_pages} <= set(range(4, 40))


def test_laid_again_it_is_written_only_where_it_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sticker = make_ntag213(A)
    virtually(tmp_path, monkeypatch, "\nback\nlay card/inf1\n", sticker)
    once = len(sticker.written_pages)
    (tmp_path / "again").mkdir()
    sticker.written_pages.clear()
    virtually(tmp_path / "again", monkeypatch, "\n", sticker)
    assert once > 0
    assert sticker.written_pages == []


def test_a_sticker_that_somebody_locked_is_bound_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sticker = make_ntag213(A)
    for lock_bits in (10, 4 * 0x28):
        sticker.memory[lock_bits : lock_bits + 2] = b"\xff\xff"
    told, _ = virtually(tmp_path, monkeypatch, "\n", sticker)
    assert told[0].startswith("Přiřazeno: karta vlivu: Anne d'Autriche (1/2)")
    assert "it is locked or has a password" in told[1]
    assert sticker.written_pages == []


def test_a_white_card_is_bound_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, _ = virtually(tmp_path, monkeypatch, "\n", make_classic_1k(bytes.fromhex("a1b2c3d4")))
    assert told[0] == (
        "Přiřazeno: karta vlivu: Anne d'Autriche (1/2), štítek a1b2c3d4. Herald ho podle toho čísla pozná; telefon"
        " tento druh nepřečte."
    )
    assert told[1].startswith("Na štítek se nic nezapsalo: ")


def test_a_phone_laid_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, _ = virtually(tmp_path, monkeypatch, "\n", VirtualTag(bytes.fromhex("08123456")))
    assert told[0].startswith("Na čtečce play leží platební karta, průkaz nebo telefon.")
    assert not (tmp_path / "louis-xiv.deck").exists()


@pytest.mark.parametrize("zone", [PLAY, ON_A_HUB])
def test_the_reader_on_this_machine_is_heard_beside_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    """The real road: threads of the rig, the real clock, a file descriptor that somebody types at."""
    keyboard, typing = os.pipe()
    rigs: list[VirtualDeviceManager] = []

    def opened(plan: WiringPlan, heard: Callable[[HardwareEvent], None]) -> DeviceManager:
        rigs.append(VirtualDeviceManager(plan, heard, RealClock()))
        return rigs[0]

    with os.fdopen(keyboard) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        senses = RealEnrolmentDevices(load_kit("hub"), zone, opened)
        sticker: VirtualNtag = make_ntag213(A)
        enrolment = Enrolment(Deck("louis-xiv", BOX), tmp_path / "louis-xiv.deck")
        told: list[str] = []

        def tell(text: str) -> None:
            """Hands that do what they are told."""
            told.append(text)
            if text == FIRST:
                rigs[0].put_tag(zone, sticker)
            elif text == AWAY:
                rigs[0].take_tag(zone, sticker)
            elif text == SECOND:
                os.write(typing, "skip\nundo\nško".encode()[:-1])
            elif text.startswith("Taken back"):
                os.close(typing)

        try:
            EnrolmentTerminal(
                enrolment, EnrolmentMessages(enrolment.deck, "en"), zone, senses, tell, write_ndef=True
            ).run()
        finally:
            senses.close()
    assert told[3:] == [
        BOUND,
        "Written on the tag: Anne, influence card - Louis XIV",
        AWAY,
        SECOND,
        asked(3, "Philippe (1/2)"),
        "Taken back. This piece has no tag: influence card: Anne (1/2).",
        FIRST,
    ]
    assert ndef.parse_message(bytes(sticker.memory[16:160])).records[0] == ndef.TextRecord(
        "en", "Anne, influence card - Louis XIV"
    )
