"""What a player could pay, and prestige that is sold for florins."""
