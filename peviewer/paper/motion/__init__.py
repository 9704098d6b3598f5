"""One page after another, painted anew only where something moves."""
