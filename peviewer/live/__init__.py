"""The live painter: draws any Figure with pyqtgraph and keeps it moving."""
