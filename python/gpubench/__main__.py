"""Runs the program gpubench, which pip has installed."""
import os
import sys

from gpubench import Error, program

if __name__ == "__main__":
    try:
        PROGRAM = program()
    except Error as error:
        sys.exit(f"gpubench: {error}")
    os.execv(PROGRAM, ["gpubench", *sys.argv[1:]])
