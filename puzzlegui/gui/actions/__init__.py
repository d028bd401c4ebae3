"""Tables of actions, and the QActions created from them."""
