"""What somebody who looks for faults found: one line a thing, with what to do about it."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One thing looked at. `wrong`: Herald cannot work as it should; `absent`: it is not there, and nothing that is
    wanted needs it; `advice`: what to do about it, or good to know.
    """

    what: str
    found: str
    wrong: bool = False
    advice: str = ""
    absent: bool = False

    def __str__(self) -> str:
        mark = "!!" if self.wrong else "--" if self.absent else "ok"
        text = f"{mark}  {self.what}: {self.found}" + (f". {self.advice}" if self.advice else "")
        # what is told may quote a file or another program: on one line, and nothing that steers a terminal
        return "".join(letter if letter.isprintable() else " " for letter in text)
