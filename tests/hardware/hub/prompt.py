"""What a Pico does when it gets power, for MicroPython's unix port: its program, if there is one, then the prompt.

The unix port has no raw mode, by which mpremote speaks to a board; this is that mode and raw-paste, as MicroPython's
documentation has them ("The MicroPython Interactive Interpreter Mode"). A friendly prompt understands no more here than
how to be left.

    micropython prompt.py .../modules/boot.py ANSWERS REQUESTS
"""

import io
import sys

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
RAW = b"raw REPL; CTRL-B to exit\r\n>"
WINDOW = 128
"""Bytes that may be pasted before more are asked for."""
FRIENDLY = b"\r\nMicroPython on a virtual Pico\r\n>>> "

say = sys.stdout.buffer.write


def program(boot: str) -> None:
    """Run what lies in the flash, as a Pico does; an error of it is shown."""
    try:
        with open(boot) as file:  # noqa: PTH123 (MicroPython has no pathlib)
            source = file.read()
        exec(compile(source, boot, "exec"), {"__name__": "__main__"})
    except OSError as error:
        if error.errno != 2:  # without main.py there is the prompt at once
            sys.print_exception(error, sys.stdout)  # type: ignore[attr-defined]
    except Exception as error:
        sys.print_exception(error, sys.stdout)  # type: ignore[attr-defined]


def prompt() -> None:
    """Read and do, for good."""
    names = {"__name__": "__main__"}
    raw = False
    line = bytearray()
    say(FRIENDLY)
    while True:
        byte = sys.stdin.buffer.read(1)
        if not byte:
            return
        if byte == CTRL_A and raw and line == CTRL_E + b"A":
            line = bytearray()
            source = pasted()
            if source is not None:
                done(source, names)
        elif byte in (CTRL_A, CTRL_B):
            raw, line = byte == CTRL_A, bytearray()
            say(RAW if raw else FRIENDLY)
        elif byte == CTRL_C:
            line = bytearray()
        elif byte == CTRL_D and not line:
            names = {"__name__": "__main__"}
            say(b"\r\nMPY: soft reboot\r\n")
            say(RAW if raw else FRIENDLY)
        elif byte == CTRL_D and raw:
            say(b"OK")
            done(bytes(line), names)
            line = bytearray()
        elif raw:
            line.extend(byte)


def pasted() -> "bytes | None":
    """What is pasted, a window at a time; None when that is broken off."""
    say(b"R\x01" + bytes((WINDOW, 0)) + CTRL_A)
    source = bytearray()
    while True:
        byte = sys.stdin.buffer.read(1)
        if byte == CTRL_C or not byte:
            say(b"\r\n>")
            return None
        if byte == CTRL_D:
            say(CTRL_D)
            return bytes(source)
        source.extend(byte)
        if len(source) % WINDOW == 0:
            say(CTRL_A)


def done(source: bytes, names: "dict[str, str]") -> None:
    """Do it: what it prints, then what went wrong, an end after each. It may be anything: a host that looks for a hub's
    program says HELLO to the prompt, and its bytes may begin the raw mode (Ctrl-A) and end a line there (Ctrl-D).
    """
    told = io.BytesIO()  # not StringIO: what it quotes may be no UTF-8
    try:
        exec(compile(source, "<stdin>", "exec"), names)
    except Exception as error:
        sys.print_exception(error, told)  # type: ignore[attr-defined]
    say(CTRL_D + told.getvalue().replace(b"\n", b"\r\n") + CTRL_D + b">")


if __name__ == "__main__":
    boot = sys.argv.pop(1)
    sys.path[0] = boot[: boot.rfind("/")]
    program(boot)
    prompt()
