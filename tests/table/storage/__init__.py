"""What is kept on the disk, with real files."""
