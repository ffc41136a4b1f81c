"""Where the physical world becomes moves: pieces and tags, zones, the bag, the session, the journal.

A table in short:

    head = Head("louis-xiv", Setup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue"))
    session = Session.begin(fresh_path("2026-05-01-1930", "louis-xiv"), head)     # or Session.resume(path)
    session.listen(lambda snapshot: ...)   # on the owner's thread, after each message
    session.post(Touch("louis/4"))         # from any thread
    session.step()                         # the owner handles what is queued; or Runner(session).start()
    session.snapshot.verdict               # Done | Ask | Wait, None for an empty bag; a refusal is in .no

Messages (`messages`): `Notice(sighting)` from readers and buttons, `Touch(thing)` from fingers,
`Choose(option)` answers an `Ask`, `Finish()` is "done", `Clear()` empties the bag, `Say(text)` a line of
the record, `Undo(n)` shows the plan and `Undo(n, agreed=True)` carries it out, `Correct(pairs)`,
`Allow()` lets a refused thing stand (strictness hint), `SetStrictness(level)`, `Dismiss()`
when refusal, plan and passing troubles were read, `Rezone(plan)`, `Retag(deck)`. A function from the snapshot to one of
these (or None) may be posted too: it is asked when its turn comes, as for a button that everybody shares.

Sightings (`sightings`): `Present(zone, uid)`, `Resting(zone, uid)`, `Gone(zone, uid)`, `Crowded(zone)`,
`Garbled(zone)`, `Calm(zone)`, `ReaderDown(zone, why)`, `ReaderBack(zone)`, `Pressed(seat, role)`. A tag that rests is
noticed once; a seal tapped three times is present and gone three times. `Resting` lay there before the session was
joined.

Snapshot (`snapshot`): what everybody may know (`veil`): position, setup, names, glowing (thing -> step), expected (what
may be laid or pressed), answers (buttons), bag, verdict, `no` (the refusal to show, with nearest moves and the sighting
that must go back), entries and `fresh` (the lines and events of this very message: what is announced), standing, `undo`
(a plan in hand movements; `carried` when done), owed, troubles, down, strictness. What only the referee knows is in
`session.account`.

A move that may go on (`Done` with `open`) is taken by `Finish`, by a finger or button `done`, or when the
next sighting begins the next move. A sighting that fits nothing is set aside: the bag stays as it was and
`no` says why. A line is on the disk before a snapshot shows it; when the disk refuses, nothing is taken,
the bag stays, `troubles` says `disk`, and `Finish` tries again.

Pieces and tags: `decks.owners_deck("louis-xiv")` is the owner's, with the whole box; `Deck(game, box)` any other, with
`bind(piece, uid)`, `release`, `load`, `save`. Tags are given by `Enrolment(deck, path, elsewhere(game)[0])` within
`Held(path)`: it is told `came(uid)`, `left(uid)`, `crowd()`, and answers with what became of it.

Zones: `Plan({"play": "reader"})`, everything else is touch. Evenings: `last_interrupted()` for the home screen.
`judge(position, seen, readers, owed)` alone needs no session.
"""
