"""The pages of the app, the table among them."""
