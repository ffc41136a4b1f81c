"""An evening under way, between the session and the screen: what is touched, what is shown, what is said."""
