"""What others write: text in, hand records out, and back."""
