"""The touchscreen: whose turn it is, what to do now, what just happened, how we stand.

A game's folder `screen` has

    module      has                                                          which is
    set_up      SIGN, asked, head                                            the `SetUp` of set_ups.py
    box         face, place                                                  the `Box` of boxes.py
    shown       table, noticed, called                                       the `Shown` of live.py
    table       TableView                                                    the `View` of table.py
    aside       TURNS, Teller, standing, ledger_of, check, pairs, sign_of    the `Asides` of over.py
    layers      LAYERS                                                       the `GameLayers` of layers.py
    symbols     DRAWINGS                                                     the `Drawn` of symbols.py

    printed     PrintedView                                                  the `Printed` of copy_page.py, where it
                                                                             has what `views.Game.own_page` says

What `shown.table` gives has the name of its game in `game`. Where a module is missing, that of companion.screen.default
stands in.
"""
