"""gpubench, from a wheel: `python -m gpubench_cuda` is the program, where the folder of commands is not in PATH."""
