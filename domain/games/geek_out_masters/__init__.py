"""Geek Out Masters: ten dice whose faces must all act, and the number that counts. See RULES.md."""
