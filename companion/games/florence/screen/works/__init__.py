"""A work: who works, the bill, and how its income is split."""
