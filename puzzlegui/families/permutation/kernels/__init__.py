"""The kernels of this family; see ``puzzlegui.kernels``."""

import puzzlegui.kernels  # noqa: F401 - sets up the import of kernels
