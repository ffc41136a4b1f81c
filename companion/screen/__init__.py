"""The touchscreen: whose turn it is, what to do now, what has just happened, and how the players stand.

A game's folder `screen` has

module         which is            has
set_up         `SetupPresenter`    SYMBOL make_available_game_model make_record_header
piece_faces    `PieceFacesModule`  piece_face zone_name
presenter      `PresenterModule`   table_model
table_view     `TableViewModule`   TableView
overlay_models `OverlaysModule` BOARD_CAN_TURN make_event_reporter standings_report points_ledger_report movement_symbol
overlay_views  `OverlayViewsModule` OVERLAY_VIEWS

edition        `EditionViewModule` EditionView, if its `AvailableGameModel.has_edition_page` says so

These are protocols of default.set_up, default.piece_faces, game_session.game_controller,
pages.table, overlays.overlay_controller, overlays.overlay_views and pages.edition.

What `presenter.table_model` gives has the name of its game in `game`. Where a module is missing, that of
companion.screen.default stands in. Its symbols are no module: they are files in the folder that its plug-in calls `art`
(see draw.symbols).
"""
