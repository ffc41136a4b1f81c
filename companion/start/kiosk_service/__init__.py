"""What the Pi's service needs: its console, its watchdog, and the last words before it ends."""
