"""The screens of the Princes of Florence: all principalities, and beside them a stage for what is going on.

At the left of the screen are always all principalities. At the right is the stage, which shows one of these:
the auction (`auction`), the actions, what may be built and cards to be named (`turn`), a tile that is being
placed (`principality`), a work (`works`), prestige that is being sold (`selling`) or the result
(`results_view.py`). `presenter.py` chooses which (`table_screen_model.py` lists them all), and
`table_view.py` lays it out.
"""
