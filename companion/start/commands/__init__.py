"""The subcommands of `herald`: each module has `add_arguments` and `run`."""
