"""The examination of RC522 readers on a Raspberry Pi."""
