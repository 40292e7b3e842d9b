"""The demonstration: a league of simulated players, who know and do what any client of the API may, and no more."""
