"""The readers, lights and buttons: how each is, and trying them."""
