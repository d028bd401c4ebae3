"""Machines on which there is nothing but what the program asks for, to try it out on them."""
