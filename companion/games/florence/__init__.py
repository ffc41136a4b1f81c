"""The Princes of Florence: auctions, a landscape laid out on a grid, works that become money and prestige."""
