"""Arrays in files, read without running anything: NumPy's, CSV, safetensors and PyTorch's."""
