"""Inputs larger than anything real, one for each door: written line by line, so that they may be of any size.

`python -m tests.bounded.huge_inputs FOLDER [SIZE]` writes them all, SIZE lines, tags or letters each (a million when
left out).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, cycle, islice
from pathlib import Path

from companion.rules.record import line_with_checksum

HEAD = ("herald 1", "game louis-xiv", "seat blue Anna", "seat yellow Bert", "seat red Carla", "start blue")
MEGABYTE = 1 << 20


def corrections(count: int) -> Iterator[str]:
    """A record of so many corrections, all accepted, all standing."""
    values = (f"table correct /players/blue/money {number % 7}" for number in range(count))
    return chain(HEAD, values)


def moves_and_undos(count: int) -> Iterator[str]:
    """So many lines accepted, of which at most one stands."""
    return chain(HEAD, islice(cycle(("table money 4 2", "undo")), count))


def refused_lines(count: int) -> Iterator[str]:
    """So many lines that are refused."""
    return chain(HEAD, islice(cycle(("blue inf6 take", "yellow dance", "undo 7")), count))


def remarks(count: int) -> Iterator[str]:
    """A record with so many lines that mean nothing."""
    return chain(HEAD, islice(cycle(("# nothing", "")), count), ("table money 4 2",))


def long_corrections(count: int) -> Iterator[str]:
    """Accepted corrections, each as long as a line may be, together so many letters, hardly two alike."""
    for number in range(count // (MEGABYTE - 100)):
        noise = "".join(f"{(number + 1) * 7919**3 * at % 0xFFFFFFFFFFFF:012x}" for at in range(1, 87_000))
        yield f'table correct /players/blue/money "{noise}" /players/blue/money 5'


def long_correction_record(count: int) -> Iterator[str]:
    """A record of them."""
    return chain(HEAD, long_corrections(count))


def long_name(letters: int) -> Iterator[str]:
    """A record of a player with so long a name."""
    return chain((*HEAD[:2], f"seat blue {'A' * letters}"), HEAD[3:], ("table money 4 2",))


def many_seats(count: int) -> Iterator[str]:
    """A record with so many players."""
    return chain(HEAD[:2], (f"seat blue Anna {number}" for number in range(count)))


def many_prints(count: int) -> Iterator[str]:
    """A record with so many lines about what is printed."""
    return chain(
        HEAD, (f"print tile {number % 12 + 1} money:3 money:{number % 9 + 1}" for number in range(count))
    )


def many_options(count: int) -> Iterator[str]:
    """A record with so many options."""
    return chain(HEAD, (f"option o{number} yes" for number in range(count)))


def large_position(letters: int) -> Iterator[str]:
    """A record that begins with a position of so many letters."""
    return chain(HEAD, (f'position {{"round": [{"[]," * (letters // 3)}1]}}',))


RECORDS: Mapping[str, Callable[[int], Iterable[str]]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        corrections,
        moves_and_undos,
        refused_lines,
        remarks,
        long_correction_record,
        long_name,
        many_seats,
        many_prints,
        many_options,
        large_position,
    )
}
"""What is wrong with each record -> its lines for a size."""


def write_record(path: Path, lines: Iterable[str]) -> Path:
    """Write a record as people do."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path


def write_journal(path: Path, lines: Iterable[str]) -> Path:
    """Write a record as Herald does, each line with its sum."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(map(line_with_checksum, lines))
    return path


def write_deck(path: Path, tags: int) -> Path:
    """Write a deck of so many tags."""
    with path.open("w", encoding="utf-8") as file:
        file.write('{"deck": 1, "game": "louis-xiv", "tags": {"card/inf1": "04a1b2c3d4e5f6"')
        file.writelines(f', "card/inf1#{number}": "04{number:012x}"' for number in range(2, tags + 1))
        file.write("}}\n")
    return path


def main() -> None:
    """Write them all."""
    folder, size = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in RECORDS.items():
        write_record(folder / f"{name}.herald", lines(size))
    write_deck(folder / "large.deck", size)


if __name__ == "__main__":
    main()
