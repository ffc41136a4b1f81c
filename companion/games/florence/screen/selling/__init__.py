"""The purse: what a player could pay, and prestige sold for florins."""
