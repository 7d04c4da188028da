"""Live tables: people and agents play, each sees what they may know, and hands are stored."""
