"""The screens of Louis XIV: the board, the player panels, evaluation reports and the coats of arms."""
