"""Whatever comes in is answered in a bounded memory, or refused with the limit in words."""
