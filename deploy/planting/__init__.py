"""What deploy/planted does: the faults as they are written down, private copies of Herald, and tests run in them."""
