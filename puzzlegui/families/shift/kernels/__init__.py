"""The kernels of this family; see ``puzzlegui.kernels``."""

import puzzlegui.kernels  # sets up the import of kernels
