"""Louis XIV's rules: what may be decided, what then happens, what it is worth. Start with `game.py`."""
