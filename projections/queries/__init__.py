"""What the service reads from the projections: plain functions over a connection, which may be that of any role with
SELECT. Each looks at one moment of the tables; none needs a transaction around it.
"""
