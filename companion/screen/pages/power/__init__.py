"""The power page, which shuts the computer down."""
