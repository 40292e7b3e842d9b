"""Players and leagues: their events, their aggregates, and the points a league gives for a game."""
