"""What can be done in the windows: tables of actions, and their QActions."""
