"""What changes accounts."""
