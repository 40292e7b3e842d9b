"""Confusion: spies whose movement their own player must find out, one of them the enemy's. See RULES.md."""
