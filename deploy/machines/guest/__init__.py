"""Programs in a machine beside Herald: the agent, through which it is controlled from outside."""
