"""The driver of an RC522: registers, radio, tags, presence.

One source for the Raspberry Pi and for the reader hub: every module here except `port` keeps to what CPython
and MicroPython have in common (no typing, dataclasses, enum or msgspec at run time; time comes from the port).

How to use it, from a port (hardware.readers.rc522.spi_ports makes them):

    reader = Reader(port)                        # hardware.common.rc522.reader
    while True:
        port.wait_us(reader.due_us - port.now_us())
        for said in reader.step():               # never raises for what a bus, a chip or a tag does
            print(said.kind, said.uid.hex())     # came, left, crowd, noise, down (said.why), back

`reader.read_user_memory(uid)` and `reader.write_user_memory(uid, data)` do what they say to a sticker that lies there.
Below a reader: `Chip` (start, health, self_test, transceive), `iso14443` (one scan: who is there), `ntag` (pages),
`Presence` (scans in, came and left out; pure).
"""
