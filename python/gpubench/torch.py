"""The place of a region of a PyTorch program: `from gpubench.torch import region`."""
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Callable, Iterator, Optional

from ._peaks import Peaks
from ._place import Place, known_peaks, place
from ._rows import Error


@dataclass
class Region:
    """What a region did; `place` is there when it has ended."""

    seconds: float = 0
    flop: float = 0
    place: Optional[Place] = None


def _torch() -> Any:
    try:
        torch = import_module("torch")
    except ImportError:
        raise Error("PyTorch is not installed") from None
    if not torch.cuda.is_available():
        raise Error("PyTorch sees no GPU")
    return torch


@contextmanager
def region(dtype: object, bytes: float = 0, *, flop: Optional[float] = None, written: float = 0, peaks: Optional[Peaks] = None,
           tell: Optional[Callable[[str], object]] = print) -> Iterator[Region]:
    """Time a region on the current stream with events, and say where it lies under the roofs.

        with region("bf16", bytes=3 * 2 * n * n):
            c = a @ b

    FLOP are those that torch.utils.flop_counter counts, unless `flop` says how many: matrix products, convolutions and attention.
    Counting takes time of the processor. Work that is done in less than a millisecond is timed with `flop` and without counting.
    `bytes` are those of DRAM that the work needs, `written` is the part of them that is written. `peaks` are those of the current
    device. `tell` is given the place as a text; None: nobody is.

    Error: no PyTorch, no GPU, nothing is known of it, or neither FLOP nor bytes.
    """
    torch = _torch()
    known = known_peaks(peaks, torch.cuda.current_device() if peaks is None else None)
    found = Region()
    counter = import_module("torch.utils.flop_counter").FlopCounterMode(display=False) if flop is None else None
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    with counter if counter is not None else nullcontext():
        begin.record()
        yield found
        end.record()
    end.synchronize()
    found.seconds = begin.elapsed_time(end) / 1000
    found.flop = float(counter.get_total_flops()) if counter is not None else flop or 0
    found.place = place(found.flop, bytes, found.seconds, dtype, peaks=known, written=written)
    if tell is not None:
        tell(str(found.place))
