"""The store: runs and what is kept of them, in SQLite or PostgreSQL.

`places` says where it is and `hands` how a hand is written down; neither needs
the database. `database` opens it, `ledger` keeps a run while it is played.
"""
