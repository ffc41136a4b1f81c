"""The screens of Louis XIV, a module each panel: what it shows, how it is found in a position, how it is drawn.

`board` has the tiles, `table_view` the players and the count of coats of arms, `presenter` what is to be done,
`overlays` the standings, the ledger and the reports, `set_up` the questions before a game.
"""
