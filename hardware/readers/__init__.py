"""Readers: one interface for the drivers of all kinds, and the supervision that keeps readers working.

`driver` is the interface; `installed_kinds` finds the installed kinds (entry points `herald.readers`,
Herald's own like any other); `supervisor` and `supervised_reader` open readers, step them, and open them
again; `guarded_driver` catches what a driver raises, `unavailable_driver` replaces one that cannot be used.
`rc522` and `hub` are the two kinds that come with Herald.

ARCHITECTURE.md says how to add a kind in a package of one's own; tests/hardware/third_kind is a complete one.
"""
