"""The result of one examination of the doctor, with advice."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One examined subject `what` and what was `found`.

    `wrong`: Herald cannot work as it should; `absent`: it is not there, and nothing in use needs it;
    `advice`: what to do about it, or what is good to know.
    """

    what: str
    found: str
    wrong: bool = False
    advice: str = ""
    absent: bool = False

    def __str__(self) -> str:
        mark = "!!" if self.wrong else "--" if self.absent else "ok"
        text = f"{mark}  {self.what}: {self.found}" + (f". {self.advice}" if self.advice else "")
        # the text may quote a file or another program: one line, and nothing that controls a terminal
        return "".join(letter if letter.isprintable() else " " for letter in text)
