"""Tables that run without hardware."""
