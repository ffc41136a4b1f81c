"""The touchscreen: whose turn it is, what to do now, what just happened, how we stand.

A game's folder `screen` has

    module      has                                                          which is
    set_up      SIGN, asked, head                                            the `SetUp` of pages.new_game.set_ups
    box         face, place                                                  the `Box` of pages.deck.boxes
    shown       table                                                        the `Shown` of live.live
    table       TableView                                                    the `View` of pages.table
    aside       TURNS, teller, standing, ledger_of, sign_of    the `Asides` of overlays.over
    layers      LAYERS                                                       the `GameLayers` of overlays.layers

    printed     PrintedView                                                  the `Printed` of pages.new_game.copy_page,
                                                                             if `views.Game.own_page` says so

What `shown.table` gives has the name of its game in `game`. Where a module is missing, that of companion.screen.default
stands in. Its symbols are no module: they are files in the folder that its plug-in calls `art` (see draw.symbols).
"""
