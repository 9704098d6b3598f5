"""The parts of a table that no rule makes: its fields, its source, its code; arrays as schemes."""
