"""A monkey that uses the whole program at random, and what is watched meanwhile.

``python -m tools.monkey --minutes 20 --seed 7`` lets it loose; ``test_monkey`` does for some
seconds.
"""
