"""What is wrong with readers, buttons, lights and sounder, and what to do about each fault, in words.

From the outside inwards, as things need each other: the computer, the wiring plan, SPI and pins, the wires to each
reader, each reader alone, all together, buttons, lights, sounder. Everything is told as `hardware.finding.Finding`, one
after another as it is found. Nothing here knows whether wires and pins are real.
"""
