"""The auction: what may be bid for, the bid that stands, and who bids."""
