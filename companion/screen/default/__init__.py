"""How any game is shown and played by touch that brings no screen of its own: each place of its layout by its kind.

Its modules `shown`, `table`, `aside`, `set_up` and `box` are called as those of a game's folder `screen`, and each
stands in for one that is missing there. `shown` makes one moment ready as values, with `places` (what lies where, and
what of it a finger may touch) and, of companion.screen.presenters, `faces` (what pieces and places look like and are
called) and `folders` (answers, where they are many); `preview` says what an answer would do, `arrange` where places
lie, and `table`, `buttons`, `spot_face`, `grid` and `tokens` draw them. `checking` is the table check of every game,
and `entries` what may be set at a place of it.

What a game can do for it without a line for the screen:

    kind      of a place: a `row` is listed, a `pile` shows its uppermost piece, the `cells` of a `grid` can be touched
    at        of a piece: on that square of a grid it stands, on the tile there if one covers it (`cells` of a piece)
    place id  that ends with a letter and a number (`point/d3`): it lies where that is on a chessboard
    turns     of a grid: so a piece that lies otherwise on the table can be turned in the table check
    owner     of a place: it is shown beneath the others when its owner is awaited, or when their strip is touched
    art       a symbol called as a piece (`chip/crown`), its name (`crown`) or its kind (`chip`) is its face, and the
              symbol `crown` that of `chip/crown:3` with a 3 beside it; any other has its owner's sign and its name,
              [face] in data/names.toml being what is written on it
"""
