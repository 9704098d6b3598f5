"""More base classes of schemes, and fields that many schemes have."""
