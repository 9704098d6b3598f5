"""The live painter: draws any Figure on Qt's graphics view and keeps it moving."""
