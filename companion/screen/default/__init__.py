"""How any game looks and is played by touch that brings no screen of its own: names, lines and large buttons.

Its modules are called as those of a game's folder `screen`, and each stands in for one that is missing there.
"""
