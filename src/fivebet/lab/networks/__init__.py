"""Value networks: situations, their solutions on a GPU, and training."""
