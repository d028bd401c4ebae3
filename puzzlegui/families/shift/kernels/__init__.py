"""The kernels of this family, see ``puzzlegui.kernels``."""

import puzzlegui.kernels  # noqa: F401 - sees to it how kernels are imported
