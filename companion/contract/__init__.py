"""What every game promises, checked by one suite: by `herald check-game` for any game, by the tests for ours."""
