"""The place of a PyTorch region under the roofs: `from gpubench.torch import region`."""
import time
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Callable, Iterator, Optional

from ._peaks import Peaks
from ._place import Place, known_peaks, place
from ._row import Error

# An event that the GPU has not passed after this time is waiting for work.
IDLE_SECONDS = 100e-6
HOST_BOUND = "; the processor set the pace, not the GPU"


@dataclass
class Region:
    """The work and time of a region; `place` is set at its end. `host_bound`: the GPU finished before the processor
    reached the end of the region, so `seconds` is the processor's time."""

    seconds: float = 0
    flop: float = 0
    host_bound: bool = False
    place: Optional[Place] = None


def _torch() -> Any:
    try:
        torch = import_module("torch")
    except ImportError:
        raise Error("PyTorch is not installed") from None
    if not torch.cuda.is_available():
        raise Error("PyTorch finds no GPU")
    return torch


def _counter(torch: Any) -> Any:
    """A FLOP counter after its first operation, which takes seconds of imports."""
    mode = import_module("torch.utils.flop_counter").FlopCounterMode
    with mode(display=False):
        one = torch.zeros((1, 1), device="cuda")
        one @ one + one
    return mode(display=False)


@contextmanager
def region(dtype: object, bytes: float = 0, *, flop: Optional[float] = None, written: float = 0,
           peaks: Optional[Peaks] = None, tell: Optional[Callable[[str], object]] = print) -> Iterator[Region]:
    """Time a region on the current stream with events, and report its place under the roofs.

        with region("bf16", bytes=3 * 2 * n * n):
            c = a @ b

    Unless `flop` is given, torch.utils.flop_counter counts the FLOP of matrix products, convolutions and attention.
    Counting takes processor time. If the GPU waits for it, `host_bound` is true and the text says so; then pass `flop`.

    `bytes` is the number of DRAM bytes that the work needs, `written` the fraction of them that is written. `peaks`
    defaults to those of the current device. `tell` (None: no call) is called with the place as text.

    Error: there is no PyTorch, no GPU, no peaks of it, or neither FLOP nor bytes.
    """
    torch = _torch()
    known = known_peaks(peaks, torch.cuda.current_device() if peaks is None else None)
    found = Region()
    counter = _counter(torch) if flop is None else None
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    with counter if counter is not None else nullcontext():
        begin.record()
        yield found
        end.record()
    time.sleep(IDLE_SECONDS)
    found.host_bound = end.query()
    end.synchronize()
    found.seconds = begin.elapsed_time(end) / 1000
    found.flop = float(counter.get_total_flops()) if counter is not None else flop or 0
    found.place = place(found.flop, bytes, found.seconds, dtype, peaks=known, written=written)
    if tell is not None:
        tell(f"{found.place}{HOST_BOUND if found.host_bound else ''}")
