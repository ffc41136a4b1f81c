"""What any game's table shows of a moment, as values: the prompt, the answers, what is marked. Nothing here draws."""
