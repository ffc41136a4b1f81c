"""Nine Men's Morris for Herald."""
