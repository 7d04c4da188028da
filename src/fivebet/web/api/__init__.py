"""The API, one module for each resource; each has a `router` and is found by its name."""
