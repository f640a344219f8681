"""Pictures with matplotlib, if the caller has it: `from gpubench import plot`."""
from importlib import import_module
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from ._peaks import Peaks
from ._place import Place, dram_roof
from ._rows import Error, Row, Table

# The horizontal range of a roofline, FLOP/B.
_INTENSITIES = (0.01, 10000.0)
_POINTS = 200


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    try:
        return import_module("matplotlib.pyplot").subplots()[1]
    except ImportError:
        raise Error("matplotlib is not installed") from None


def _log_range(least: float, most: float) -> Sequence[float]:
    return [least * (most / least) ** (at / (_POINTS - 1)) for at in range(_POINTS)]


def roofline(peaks: Peaks, places: Iterable[Tuple[str, Place]] = (), *,
             roofs: Sequence[str] = ("fp32", "tensor.tf32", "tensor.bf16",
                                     "tensor.fp8"), axes: Any = None) -> Any:
    """A roofline: FLOP/s over FLOP/B, a line for each of `roofs` that was measured, under DRAM's.

    `places` are (name, place()) of work that has both FLOP and bytes. Returns matplotlib's axes, those given or new
    ones. Error: no matplotlib, none of the roofs was measured, or a place has no intensity.
    """
    shown = [peaks[roof] for roof in roofs if roof in peaks]
    if not shown:
        raise Error(f"none of {', '.join(roofs)} was measured on {peaks}", peaks.file)
    on = _axes(axes)
    intensities = _log_range(*_INTENSITIES)
    memory = dram_roof(peaks)[1]
    for peak in shown:
        on.plot(intensities, [min(memory * intensity, peak.sustained) for intensity in intensities], label=peak.roof)
    for name, place in places:
        if place.intensity is None or not place.flop:
            raise Error(f"{name}: a roofline needs both FLOP and bytes")
        on.plot([place.intensity], [place.flop / place.seconds], "o", label=name)
    on.set(xscale="log", yscale="log", xlabel="FLOP / B", ylabel="FLOP/s", title=str(peaks))
    on.legend()
    return on


def curve(table: Table, metric: Optional[str] = None, *, axes: Any = None) -> Any:
    """The values of rows over their reported axis, with their intervals; one line for each combination of
    the other axes.

    `metric` chooses among several. Returns matplotlib's axes. Error: no matplotlib, or the rows have several
    benchmarks, axes or metrics, or no numbers.
    """
    rows = [row for row in table if row.value is not None and row.x is not None and metric in (None, row.metric)]
    of = {(row.benchmark, row.axis, row.metric, row.unit) for row in rows}
    if len(of) != 1:
        raise Error("curve(): expected rows of one benchmark, axis and metric, with numbers: choose them with where()")
    on = _axes(axes)
    benchmark, axis, name, unit = of.pop()
    lines: Dict[Tuple[str, str], List[Row]] = {}
    for row in rows:
        others = ",".join(f"{key}={value}" for key, value in row.axes.items() if key != axis)
        lines.setdefault((row.variant, others), []).append(row)
    for (variant, others), line in sorted(lines.items()):
        line.sort(key=lambda row: row.x or 0)
        low = [(row.value or 0) - (row.lo if row.lo is not None else row.value or 0) for row in line]
        high = [(row.hi if row.hi is not None else row.value or 0) - (row.value or 0) for row in line]
        on.errorbar([row.x for row in line], [row.value for row in line], yerr=[low, high],
                    label=f"{variant} {others}".strip())
    on.set(xlabel=axis, ylabel=f"{name}, {unit}", title=benchmark)
    return on
