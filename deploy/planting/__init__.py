"""The parts of deploy/planted: the planted faults, private copies of Herald, and tests run in them."""
