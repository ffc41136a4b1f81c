"""What the tests of the screen are made with: a driver that touches and reads the real window, games, pictures."""
