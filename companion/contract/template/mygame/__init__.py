"""A heap of stones: a small game for Herald, to make another one of."""
