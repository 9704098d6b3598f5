"""Controls of fields."""
