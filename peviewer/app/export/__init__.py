"""The Export dialog, copies, and pictures dragged into other programs."""
