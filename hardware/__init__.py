"""Readers, buttons, lights and the sounder, each with a virtual counterpart; independent of the games."""
