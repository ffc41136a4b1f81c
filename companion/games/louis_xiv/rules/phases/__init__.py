"""What happens in the four phases of a round, and at the end."""
