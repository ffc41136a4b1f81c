"""How Kabale und Hiebe looks: the columns, naming what is turned, evaluation and the final count."""
