"""What is kept on the disk: journals, atomic writes, what is printed on the owner's copy."""
