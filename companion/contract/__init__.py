"""What every game promises, looked at by one suite: of a stranger's by `herald check-game`, of ours by the tests."""
