"""The screens of the Princes of Florence: all principalities, and beside them a stage for what is going on.

At the left of the screen are always all principalities (`player_panel`, `principality`). At the right is the stage,
which shows one of these: the auction (`auction`), the actions and what may be built (`turn`), cards to be named
(`card_choice`), a tile that is being placed (`placement`), a work (`works`), prestige that is being sold (`selling`)
or the result. `presenter` chooses which, and `table_view` lists them all and lays it out. `overlays` has the
standings, the ledger and the reports, `edition` the page of what is printed on a copy.
"""
