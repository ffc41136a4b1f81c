"""The backup page: everything that is kept goes into a file on a stick, and comes back from one."""
