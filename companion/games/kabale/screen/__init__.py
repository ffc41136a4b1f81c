"""The screens of Kabale und Hiebe, a module each panel: what it shows, how it is found in a position, how it is drawn.

`columns`, or in their place a card that is named (`card_naming`) or the `objectives`; `table_view` has the rest of
the table, `presenter` what is to be done, `overlays` the standings, the ledger and the reports.
"""
