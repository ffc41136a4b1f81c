"""Examines readers, buttons, lights and sounder, with advice on each fault.

The order is that in which things need each other: the computer, the wiring plan, SPI and pins, the wires to
each reader, each reader alone, all together, buttons, lights, sounder. Each result is a
`hardware.finding.Finding`, yielded as soon as it is found. Nothing here knows whether wires and pins are
real.
"""
