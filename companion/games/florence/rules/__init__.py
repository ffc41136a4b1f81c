"""The rules of the Princes of Florence: which decisions exist, what their actions do, and what they score.

Start with `game.py`.
"""
