"""The rules of Louis XIV: which decisions exist, what their actions do, and what they score.

Start with `game.py`.
"""
