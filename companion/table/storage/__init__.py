"""What is kept on the disk: journals, atomic writes, and the owner's edition files."""
