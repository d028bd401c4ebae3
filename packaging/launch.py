"""What the bundled program runs."""

from multiprocessing import freeze_support

from puzzlegui.__main__ import main

if __name__ == "__main__":
    freeze_support()
    main()
