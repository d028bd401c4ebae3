"""The state graph window: level counts, neighbours and shortest paths of a board."""
