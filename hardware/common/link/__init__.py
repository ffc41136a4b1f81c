"""The link between Herald and a reader hub, as both ends need it. One source for both; firmware/PROTOCOL.md says it
byte by byte.

Every module keeps to what CPython and MicroPython have in common. From below: `cobs` and `crc16`; `frames` (payloads
in, bytes out, and back, whatever else is on the line); `words` (what a payload says; `tell` writes it and `read` reads
it); `channel` (numbered, acknowledged, sent again until it is); `settings` (what a hub is wired to).
"""
