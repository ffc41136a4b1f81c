"""The parts that only the kiosk service needs: its console, its watchdog, and the message before power-off."""
