"""The rules of the Princes of Florence: what may be decided, what then happens, what it is worth.

Start with `game.py`.
"""
