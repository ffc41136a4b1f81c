"""Tries, in a machine as Herald's user, what Herald may and may not do, and prints the results as JSON.

The scene `sandbox` runs it twice: beside the service, and in it.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import platform
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
NEWUSER, PER_LINUX32, TRACE_ME = 0x10000000, 0x0008, 0  # linux/sched.h, personality.h, ptrace.h
GETPID_32_BIT = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
"""mov eax, 20; int 0x80; ret: a system call of 32-bit x86."""


def can_write_file(folder: str) -> bool:
    """Whether a new file can be written there."""
    file = Path(folder) / "probe"
    file.write_text("so")
    file.unlink()
    return True


def is_private_by_default(folder: str) -> bool:
    """Whether other users cannot read what is written there."""
    file = Path(folder) / "probe"
    file.write_text("so")
    private = not file.stat().st_mode & 0o077
    file.unlink()
    return private


def can_make_setuid_file(folder: str) -> bool:
    """Whether a file can be made that gives its owner's rights to its user."""
    file = Path(folder) / "probe"
    file.write_text("so")
    try:
        file.chmod(0o4755)
        return bool(file.stat().st_mode & 0o4000)
    finally:
        file.unlink()


def can_open_socket(family: int) -> bool:
    """Whether a socket of that family can be opened."""
    kind = socket.SOCK_SEQPACKET if family == socket.AF_ALG else socket.SOCK_DGRAM
    socket.socket(family, kind).close()
    return True


def is_mounted_writable(place: str) -> bool:
    """Whether the file system there is mounted for writing."""
    return not os.statvfs(place).f_flag & os.ST_RDONLY


def process_status_field(name: str) -> str:
    """A field of the kernel's status of this process."""
    return dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines())[name]


def can_call_32_bit() -> bool:
    """Whether a system call of another architecture works."""
    with mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC) as code:
        code.write(GETPID_32_BIT)
        place = ctypes.c_char.from_buffer(code)
        found = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(place))()
        del place
    return bool(found == os.getpid())


def command_succeeds(*command: str) -> bool:
    """Whether a program succeeds."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def can_open_device(path: str) -> bool:
    """Whether a device can be opened for reading and writing."""
    os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
    return True


def attempt_by_name(
    herald_folder: str, data: str, cache: str, devices: list[str]
) -> dict[str, Callable[[], bool]]:
    """Name -> attempt."""
    home = str(Path(herald_folder).parent)
    return {
        "write into its data": lambda: can_write_file(data),
        "write into its cache": lambda: can_write_file(cache),
        "keep private what it writes": lambda: is_private_by_default(data),
        "write into its own program": lambda: can_write_file(herald_folder),
        "write into its user's home": lambda: can_write_file(home),
        "see the others' /tmp": lambda: Path("/tmp/seen").exists(),
        "see the others' /var/tmp": lambda: Path("/var/tmp/seen").exists(),
        "become root by a program of root's": lambda: (
            subprocess.check_output(["/usr/local/bin/become-root", "-u"]) == b"0\n"
        ),
        "gain a capability by any program": lambda: int(process_status_field("CapBnd"), 16) != 0,
        "give rights to a file": lambda: can_make_setuid_file(data),
        "see the kernel's modules": lambda: any(Path("/usr/lib/modules").iterdir()),
        "reach the network": lambda: can_open_socket(socket.AF_INET),
        "reach the network by IPv6": lambda: can_open_socket(socket.AF_INET6),
        "use the kernel's cryptography": lambda: can_open_socket(socket.AF_ALG),
        "be heard in this computer": lambda: can_open_socket(socket.AF_UNIX),
        "hear of devices": lambda: can_open_socket(socket.AF_NETLINK),
        "make a namespace": lambda: LIBC.unshare(NEWUSER) == 0,
        "take another personality": lambda: LIBC.personality(PER_LINUX32) == 0,
        "be looked into by a debugger": lambda: LIBC.ptrace(TRACE_ME, 0, 0, 0) == 0,
        "call the kernel as another architecture": can_call_32_bit
        if platform.machine() == "x86_64"
        else lambda: False,
        "write control groups": lambda: is_mounted_writable("/sys/fs/cgroup"),
        "write the kernel's settings": lambda: is_mounted_writable("/proc/sys"),
        "leave a picture of its memory": lambda: resource.getrlimit(resource.RLIMIT_CORE)[0] != 0,
        "go past its filter of system calls": lambda: process_status_field("Seccomp") == "0",
        "ask the service manager": lambda: command_succeeds("systemctl", "is-active", "dbus"),
        "make a sound": lambda: command_succeeds("aplay", "-q", "-d", "1", "-f", "cd", "/dev/zero"),
        "speak": lambda: command_succeeds("sh", "-c", "espeak-ng -v cs --stdout Ludvík | aplay -q"),
        **{f"use {path}": partial(can_open_device, path) for path in devices},
    }


def succeeds_in_child(attempt: Callable[[], bool]) -> bool:
    """Whether an attempt succeeds in a process of its own, so that its effects end with it."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if attempt() else 1)
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def main() -> None:
    """Run all attempts. Arguments: FILE HERALD_FOLDER DATA CACHE DEVICE...; the results are written to FILE."""
    file, house, data, cache, *devices = sys.argv[1:]
    answers = {
        name: succeeds_in_child(attempt)
        for name, attempt in attempt_by_name(house, data, cache, devices).items()
    }
    Path(file).write_text(json.dumps(answers))


if __name__ == "__main__":
    main()
