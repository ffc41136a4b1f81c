"""Readers: each kind with its driver behind one interface, and what keeps readers at work.

`driver` is the interface; `installed` finds the kinds that register (entry points `herald.readers`, Herald's own like
anybody's); `supervisor` and `ward` open readers, step them, and open them again; `guarded` is the net around each
driver, `without` stands in for one that cannot be used. `rc522` and `hub` are the two kinds that come with Herald.

How to add a kind in a package of your own stands in ARCHITECTURE.md; tests/hardware/third_kind is a whole one.
"""
