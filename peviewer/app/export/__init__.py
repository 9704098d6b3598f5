"""The Export dialog, and copies."""
