"""The touchscreen: whose turn it is, what to do now, what has just happened, and how the players stand.

A game's folder `screen` has

module         which is            has
set_up         `SetupPresenter`    SYMBOL make_available_game_model make_record_header
piece_faces    `PieceFacesModule`  piece_face zone_name movement_symbol
presenter      `PresenterModule`   table_model BOARD_CAN_TURN
table_view     `TableViewModule`   TableView
overlays       `OverlaysModule`    OVERLAYS

edition        `EditionViewModule` EditionView, if its `AvailableGameModel.has_edition_page` says so

These are protocols of default.set_up, default.piece_faces, game_session.game_controller,
pages.table, overlays and pages.edition.

What `presenter.table_model` gives has the name of its game in `game`. Where a module is missing, that of
companion.screen.default stands in. Its symbols are no module: they are files in the folder that its plug-in calls `art`
(see draw.symbols).
"""
