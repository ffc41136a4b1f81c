"""Where the physical world becomes moves: pieces and tags, zones, the pending input, the session, the journal.

A table in short:

    setup = GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue")
    path = new_journal_path("2026-05-01-1930", "louis-xiv")
    session = Session.create(path, RecordHeader("louis-xiv", setup))   # or Session.resume(path)
    session.add_listener(lambda snapshot: ...)   # called after each message, on the owner's thread
    session.post(Touch("louis/4"))               # from any thread
    session.process_queue()                      # on the owner's thread; or SessionThread(session).start()
    session.snapshot.interpretation              # Interpreted | Ambiguous | Incomplete, None for no pending input

Messages (`messages`): `ReportInput(event)` from readers and buttons, `Touch(touch_target)` from the screen,
`ChooseAnswer(option)` answers an `Ambiguous`, `FinishMove()` means "done", `ClearPendingInput()`, `EnterLine(text)`
gives a line of the record, `UndoMoves(n)` shows the plan and `UndoMoves(n, is_confirmed=True)` carries it out,
`CorrectPosition(values)`, `OverruleRefusal()` accepts a refused move or touch (not strict), `SetStrictness(level)`,
`SetPace(pace)` of virtual players, `PutBack(who, piece)` of what a person was dealt, `RedoMoves()`,
`DismissNotices()` when refusal, plan and passing problems were read, `ChangeZonePlan(plan)`, `ChangeDeck(deck)`. A
function from the snapshot to one of these (or None) may be posted too: it is called when its turn comes, as for a
button that all players share.

Input events (`input_events`): `TagPresent(zone, uid)`, `TagAlreadyPresent(zone, uid)`, `TagRemoved(zone, uid)`,
`TagAnswersWeakly(zone, uid, answers)`, `SeveralTagsPresent(zone)`, `TagUnreadable(zone)`, `ForeignCardPresent(zone)`,
`ReadingClearAgain(zone)`, `ReaderDown(zone, reason)`, `ReaderRecovered(zone)`, `SeatButtonPressed(seat, role)`. A tag
that rests is noticed once; a seal tapped three times is present and removed three times. A tag that is already present
lay there before the session began.

Snapshot (`snapshot`): what everybody may know, made by the `Redactor` (`redaction`). Its `refusal_notice` is the
refusal to show, with the nearest moves and the observation that must go back; its `new_entries` are the lines and
events of this very message, which are announced; its `undo_plan` lists movements. What only the referee knows is in
`session.history`.

A move that may continue (`Interpreted` with `may_continue`) is accepted by `FinishMove`, by a touch or button `done`,
or when the next observation begins the next move. An observation that fits nothing is set aside: the pending input
stays as it was and `refusal_notice` gives the reason. A line is on the disk before a snapshot shows it; when the disk
fails, nothing is accepted, the pending input stays, `problems` has `disk`, and `FinishMove` tries again.

Pieces and tags: `tags.deck_store.load_owner_deck("louis-xiv")` is the owner's deck, with the whole box;
`Deck(game, box)` is any other, with `bind_tag(piece, uid)`, `release_tag`, `load`, `save`.
`Enrolment(deck, path, elsewhere)` gives tags to pieces while a `FileLock(path)` is held; its methods return what
became of each tag.

Zones: `ZonePlan({"play": "reader"})`; every other zone is for touch. Saved games: `last_interrupted_game()` for the
home screen. `judge(position, observations, readers, expected_observations)` alone needs no session.
"""
