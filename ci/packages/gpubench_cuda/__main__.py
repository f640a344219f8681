"""Becomes the program gpubench, which pip put into the folder of commands."""
import os
import sys
import sysconfig


def program():
    """Where the program lies: with this Python's commands, with the user's, or in the tree of `pip install --target`."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(here, "bin"), sysconfig.get_path("scripts"), sysconfig.get_path("scripts", "posix_user")):
        path = os.path.join(folder, "gpubench")
        if os.access(path, os.X_OK):
            return path
    sys.exit("gpubench: the program was not found: install the wheel anew")


if __name__ == "__main__":
    PROGRAM = program()
    os.execv(PROGRAM, ["gpubench", *sys.argv[1:]])
