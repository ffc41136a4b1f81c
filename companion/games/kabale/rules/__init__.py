"""The rules of Kabale und Hiebe: which decisions exist, what their actions do, and what they score.

Start with `game.py`.
"""
