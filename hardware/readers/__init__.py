"""Readers: each kind with its driver behind one interface, and what keeps readers at work.

`driver` is the interface; `installed` finds the kinds that register (entry points `herald.readers`, Herald's own like
anybody's); `supervisor` and `ward` open readers, step them, and open them again; `without` stands in for a driver that
cannot be used. `rc522` and `hub` are the two kinds that come with Herald.

To add a kind, write in a package of your own
- its table in a wiring plan: a hardware.wiring.Wiring with the fields that a person has to write;
- a `Driver` that opens and examines it: where each reader is a device of its own, an object with `due_us`, `state`,
  `version`, `tally`, `step` and `close` (the `Reader`), given to `supervisor.Supervised`. What it says are the words of
  hardware.common.events. With `read_user_memory` and `write_user_memory`, enrolment also writes on tags;
- a hardware.virtual.simulation.Simulation, if it is to be tried without its hardware;
- a `Kind` that names them, and an entry point that names the `Kind`.

tests/hardware/third_kind is a whole one.
"""
