"""Generated data, small enough to ship; each file names the command that made it."""
