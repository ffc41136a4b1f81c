"""The screens of Kabale und Hiebe: columns, naming of cards, evaluation and final count."""
