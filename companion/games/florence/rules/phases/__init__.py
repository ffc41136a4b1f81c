"""What happens in the phases of a round, and at the end."""
