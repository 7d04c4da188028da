"""The store: runs with their chunks, results and hands, in SQLite or PostgreSQL.

`locations` says where it is and `hands` how a hand is written; neither needs the
database. `database` opens it, `runs` writes and `archive` searches it.
"""
