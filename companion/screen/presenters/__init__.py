"""What any game's table shows, as view models: the prompt, the answers, what is marked. Nothing here paints."""
