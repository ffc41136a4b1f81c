"""The pages of the app, and the table among them."""
