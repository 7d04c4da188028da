"""The ACPC protocol 2.0.0: a dealer for other people's programs, a client for our agents."""
