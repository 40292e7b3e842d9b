"""Players and leagues behind the API: `domain.competition` with the log under it."""
