"""How agents are named, made, asked and reached, in this process or another."""
