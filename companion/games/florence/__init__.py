"""The Princes of Florence: auctions, tiles placed on a grid, works that bring money and prestige."""
