"""The readers page: readers, lights and buttons, how each works, and trying them."""
