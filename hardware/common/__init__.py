"""What Herald's computers and its reader hub both speak: one source for CPython and MicroPython.

`link`, the protocol between them; `rc522`, the driver of a reader's chip; `events`, what a reader says; `contact`, a
button's bouncing; `rhythm`, how lights go on and off. Every module keeps to what both Pythons have in common, and
imports nothing of ours from outside this folder; the hub's program imports nothing of hardware but this.
"""
