"""The touchscreen: whose turn it is, what to do now, what just happened, how we stand."""
