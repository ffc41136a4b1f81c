"""What is put into a machine beside Herald: the agent, through which it is looked at from outside."""
