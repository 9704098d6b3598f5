"""What schemes derive from beside `scheme` and `turning`, and the fields that many have."""
