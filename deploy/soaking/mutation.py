"""Inputs made of real ones: bytes flipped, lost, doubled, swapped, cut off, put in, by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

TELLING = (
    b"\0",
    b"\xff",
    b"\n",
    b" ",
    b'"',
    b"{",
    b"[" * 2000,
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"NaN",
    b"?",
    b"\xed\xa0\x80",
    b"\xe2\x80\xae",
    b"null",
    b"A" * 300,
    b"../../x",
    b"%s",
    b";00000000",
)
"""What programs have stumbled over."""
MOST_CHANGES = 4


def mutated(data: bytes, chance: Random, others: Sequence[bytes] = ()) -> bytes:
    """The same with some changes; parts of `others` may come into it."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, MOST_CHANGES)):
        at = chance.randrange(len(changed) + 1)
        _change(changed, at, chance, others)
    return bytes(changed)


def _change(changed: bytearray, at: int, chance: Random, others: Sequence[bytes]) -> None:
    end = min(len(changed), at + chance.choice((1, 1, 2, 4, 16, 64)))
    match chance.randrange(9):
        case 0 if at < len(changed):
            changed[at] ^= 1 << chance.randrange(8)
        case 1:
            del changed[at:end]
        case 2:
            changed[at:at] = changed[at:end]
        case 3:
            del changed[at:]
        case 4:
            changed[at:at] = chance.choice(TELLING)
        case 5:
            changed[at:end] = chance.randbytes(end - at)
        case 6:
            _change_lines(changed, chance)
        case 7 if others:
            other = chance.choice(others)
            begin = chance.randrange(len(other) + 1)
            changed[at:end] = other[begin : begin + 64]
        case _:
            _change_number(changed, chance)


def _change_lines(changed: bytearray, chance: Random) -> None:
    """Lose, double or swap whole lines."""
    lines = changed.splitlines(keepends=True)
    if not lines:
        return
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    changed[:] = b"".join(lines)


def _change_number(changed: bytearray, chance: Random) -> None:
    """Put another number in the place of one."""
    digits = [at for at, byte in enumerate(changed) if byte in b"0123456789"]
    if digits:
        at = chance.choice(digits)
        changed[at : at + 1] = str(chance.choice((-1, 0, 1, 7, 100, 2**31, 2**63, 10**30))).encode()
