"""Spyfall: everybody knows where they are but one, and the clock runs. See RULES.md."""
