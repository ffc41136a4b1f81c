"""What tells the pieces of two layouts apart: which of them moved."""
