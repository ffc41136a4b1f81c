"""The driver of an RC522: registers, radio, tags, presence.

One source for the Raspberry Pi and for the reader hub: every module here except `port` keeps to what CPython
and MicroPython have in common (no typing, dataclasses, enum or msgspec at run time; time comes from the port).
"""
