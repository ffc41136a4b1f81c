"""The touchscreen: whose turn it is, what to do now, what has just happened, and how the players stand.

A game's folder `screen` has

    module         which is            has
    set_up         `SetupPresenter`    SYMBOL describe_game record_head
    piece_faces    `GamePieceFaces`    piece_face zone_name
    presenter      `GamePresenter`     table_model
    table_view     `GameTableView`     TableView
    overlay_models `GameOverlayModels` BOARD_CAN_TURN make_event_reporter standings_report points_ledger movement_symbol
    overlay_views  `GameOverlayViews`  OVERLAY_VIEWS

    edition        `GameEditionView`   EditionView, if its `AvailableGameModel.has_edition_page` says so

These are protocols of pages.new_game.setup_presenter, pages.deck.piece_faces, game_session.game_controller,
pages.table_page, overlays.overlay_controller, overlays.overlay_views and pages.new_game.edition_page.

What `presenter.table_model` gives has the name of its game in `game`. Where a module is missing, that of
companion.screen.default stands in. Its symbols are no module: they are files in the folder that its plug-in calls `art`
(see draw.symbols).
"""
