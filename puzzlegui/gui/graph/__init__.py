"""The state graph of a board: arrangements counted by distance, neighbours, shortest paths."""
