"""Code of Herald's computers and of its reader hub: one source for CPython and MicroPython.

`link` is the protocol between them; `rc522` the driver of a reader's chip; `events` the events of readers;
`debounce` turns bouncing contacts into presses; `rhythm` says how lights go on and off. Every module uses
only what both Pythons have in common, and imports nothing of ours from outside this folder; the hub's program
imports only this of hardware.
"""
