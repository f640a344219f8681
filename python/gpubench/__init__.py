"""Measured peaks of GPUs, and the rows they come from. docs/python.md has examples.

    import gpubench
    peaks = gpubench.peaks()                   # of this GPU; nothing is measured
    print(peaks["tensor.bf16"].sustained)      # FLOP/s
    print(gpubench.place(flop, bytes, seconds, "bf16"))
"""
from . import plot
from ._patch import Patch, patch
from ._peaks import Peak, Peaks, peaks, peaks_of, references
from ._place import Place, mfu, place, roof_of
from ._program import program, remember, run
from ._rows import Error, Row, Table, read

__all__ = ["Error", "Patch", "Peak", "Peaks", "Place", "Row", "Table", "mfu", "patch", "peaks", "peaks_of", "place",
           "plot", "program", "read", "references", "remember", "roof_of", "run"]
