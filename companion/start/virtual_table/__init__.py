"""A table without hardware, or with virtual hardware."""
