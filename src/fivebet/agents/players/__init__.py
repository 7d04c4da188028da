"""The agents themselves, one module or package for each."""
