"""Herald's end of a reader hub: a Pico on a USB cable with up to sixteen readers, lights and buttons.

From below: `hardware.readers.serial_ports` (serial devices, by pyserial); `session` (the link over one of them, pure);
`event_filter` (the events of one reader, pure); `discovery` (which device is the hub's); `tag_requests` (tags
read and written through it); `supervised_hub` (one planned hub, kept for as long as the program runs);
`hub_group` (all hubs of a wiring plan).
"""
