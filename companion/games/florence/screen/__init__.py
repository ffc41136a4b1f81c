"""How the Princes of Florence look: the principalities beside what the moment is about.

At the left of the screen all principalities, always. At the right the stage, where one of these stands: the auction,
the actions, what may be built, cards to be named, how it ended (`views.py` has what each is given), a tile that is
being placed (`placing.py`), a work (`work_sheet.py`), prestige that is being sold (`selling.py`). `ways.py` says which
(`stages.py` names them all), `table.py` lays it out.
"""
