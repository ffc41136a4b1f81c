"""Readers, buttons, lights and sound, each with a virtual twin; knows nothing of games."""
