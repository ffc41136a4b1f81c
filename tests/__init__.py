"""What Herald promises, each test named after it."""
