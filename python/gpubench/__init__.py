"""Measured peaks of GPUs, and the rows that they come from. docs/python.md has examples.

    import gpubench
    peaks = gpubench.peaks()                   # of this GPU; nothing is measured
    print(peaks["tensor.bf16"].sustained)      # FLOP/s
    print(gpubench.place(flop, bytes, seconds, "bf16"))
"""
from . import plot
from ._peaks import Peak, Peaks, UnknownRoof, peaks, peaks_of, references
from ._place import Place, mfu, place, roof_of
from ._program import program, remember, run
from ._read import read
from ._row import Error, Row
from ._table import Table, dtypes
from ._version import __version__

__all__ = ["Error", "Peak", "Peaks", "Place", "Row", "Table", "UnknownRoof", "__version__", "dtypes", "mfu", "patch",
           "peaks", "peaks_of", "place", "plot", "program", "read", "references", "remember", "roof_of", "run"]


def patch(package: str, *, peaks: object = None) -> None:
    """Removed in 0.3: raises an Error that names the page with the replacement. Later versions lack this function."""
    raise Error(f"patch({package!r}): removed in 0.3; docs/python.md, \"In other packages\", shows how each of them "
                "uses peaks()")
