"""A game between session and screen."""
