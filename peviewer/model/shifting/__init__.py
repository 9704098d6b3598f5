"""The shift PE(t+φ) = M(φ)·PE(t), its operator, and the operator made for another layout."""
