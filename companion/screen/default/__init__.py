"""How a game without a screen of its own is shown and played by touch: each place of its layout by its kind.

The modules `presenter`, `table_view`, `set_up` and `piece_faces` are called like those of a
game's folder `screen`, and each stands in for one that is missing there. `presenter` makes the view models of
a snapshot, with `place_models` (what lies where, and what of it may be touched) and
companion.screen.presenters.table_presenter (what pieces and places look like and are called, answers where they are
many); `table_view` shows the whole and its answers, `place_view` a place. `table_check` is the table check of every
game.

A game can control it without any code for the screen:

    kind      of a place: a `row` is listed, a `pile` shows its uppermost piece, the `cells` of a `grid` can be touched
    at        of a piece: on that square of a grid it stands, on the tile there if one covers it (its `covered_cells`)
    place id  that ends with a letter and a number (`point/d3`): it lies where that is on a chessboard
    rotations of a grid: so a piece that lies otherwise on the table can be turned in the table check
    owner     of a place: it is shown beneath the others when its owner is awaited, or when their panel is touched
    art       a symbol called like a piece (`chip/crown`), its name (`crown`) or its kind (`chip`) is its face, and the
              symbol `crown` that of `chip/crown:3` with a 3 beside it; any other has its owner's sign and its name,
              which [face] in data/names.toml may replace
"""
