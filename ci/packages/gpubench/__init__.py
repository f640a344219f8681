"""gpubench, from a wheel: `python -m gpubench` is the program, where the folder of commands is not in PATH."""
