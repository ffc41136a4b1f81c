"""The link between Herald and a reader hub, for both ends.

firmware/PROTOCOL.md describes it byte by byte.

Every module uses only what CPython and MicroPython have in common. From below: `cobs` and `crc16`; `frames`
(payloads to bytes and back, whatever else is on the line); `messages` (the contents of a payload), `encoding`
and `decoding`; `channel` (numbered messages, repeated until they are acknowledged); `hub_settings` (what is
wired to a hub).
"""
