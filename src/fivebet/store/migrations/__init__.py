"""How the store came to have the tables that it has, step by step."""
