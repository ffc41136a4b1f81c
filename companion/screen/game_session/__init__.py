"""A running game, between the session and the screen: what is touched, what is shown, what is spoken."""
