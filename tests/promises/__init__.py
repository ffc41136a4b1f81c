"""What README promises, and the tests that hold it."""
