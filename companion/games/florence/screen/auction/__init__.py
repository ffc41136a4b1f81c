"""The auction: objects to open with, the standing bid, and who bids."""
