"""The driver of an RC522: registers, radio, tags, presence.

One source for the Raspberry Pi and for the reader hub: every module here except `register_port` uses only
what CPython and MicroPython have in common (no typing, dataclasses, enum or msgspec at run time; time comes
from the port).

It is used with a port (hardware.readers.rc522.spi_ports makes them):

    reader = Rc522Reader(port)                   # hardware.common.rc522.reader
    while True:
        port.wait_us(reader.due_us - port.now_us())
        for event in reader.step():              # never raises for what a bus, a chip or a tag does
            print(event.kind, event.uid.hex())   # came, left, crowd, noise, calm, down (event.why), back

`reader.read_user_memory(uid)` and `reader.write_user_memory(uid, data)` access a tag that lies there. Below a
reader: `Rc522Chip` (start, health, self_test, transceive), `iso14443` (one scan: which tags are there),
`ntag` (pages), `PresenceFilter` (scans in, arrivals and removals out; pure).
"""
