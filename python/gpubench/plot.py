"""Pictures with matplotlib, if the caller has it: `from gpubench import plot`."""
from importlib import import_module
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from ._peaks import MEASURED, Peaks
from ._place import Place, dram_roof
from ._row import Error, Row
from ._table import Table

# The horizontal range of a roofline, FLOP/B.
_INTENSITIES = (0.01, 10000.0)
_POINTS = 200
_DASHES = ("-", "--", ":", "-.")
_MARKERS = "os^Dv"
_LOG_FROM = 16  # the axis is logarithmic from this ratio of its largest number to its smallest


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    try:
        return import_module("matplotlib.pyplot").subplots(layout="constrained")[1]
    except ImportError:
        raise Error("matplotlib is not installed") from None


def _finish(on: Any, unit: str) -> None:
    """Ticks in TB/s or TFLOP/s, a grid, and a legend."""
    ticker = import_module("matplotlib.ticker")
    on.yaxis.set_major_formatter(ticker.EngFormatter(unit=unit))
    on.grid(True, which="major", alpha=0.3)
    on.legend(fontsize="small")


def _log_range(least: float, most: float) -> Sequence[float]:
    return [least * (most / least) ** (at / (_POINTS - 1)) for at in range(_POINTS)]


def roofline(peaks: Peaks, places: Iterable[Tuple[str, Place]] = (), *,
             roofs: Sequence[str] = ("fp32", "tensor.tf32", "tensor.bf16",
                                     "tensor.fp8"), axes: Any = None) -> Any:
    """Draw a roofline: FLOP/s over FLOP/B, both logarithmic, with a line for each of `roofs` that was measured, and the
    roof of DRAM.

    `places` are pairs (name, place()) of work with both FLOP and bytes. Returns matplotlib's axes, given or new. Error:
    there is no matplotlib, none of the roofs was measured, or a place has no intensity.
    """
    shown = [peaks[roof] for roof in roofs if roof in peaks]
    if not shown:
        raise Error(f"none of {', '.join(roofs)} was measured on {peaks}", peaks.file)
    on = _axes(axes)
    intensities = _log_range(*_INTENSITIES)
    memory = dram_roof(peaks)[1]
    for at, peak in enumerate(shown):
        on.plot(intensities, [min(memory * intensity, peak.sustained) for intensity in intensities],
                _DASHES[at % len(_DASHES)], label=peak.roof)
    for name, place in places:
        if place.intensity is None or not place.flop:
            raise Error(f"{name}: a roofline needs both FLOP and bytes")
        on.plot([place.intensity], [place.flop / place.seconds], "o", label=name)
    on.set(xscale="log", yscale="log", xlabel="FLOP / B",
           title=peaks.gpu_name if peaks.source == MEASURED else f"{peaks.gpu_name}, median of {peaks.cards}")
    _finish(on, "FLOP/s")
    return on


_Line = Tuple[str, str, str]  # GPU, variant, the other axes


def _lines_of(rows: Iterable[Row], axis: str) -> Dict[_Line, List[Row]]:
    """The rows of each line, by the reported axis."""
    lines: Dict[_Line, List[Row]] = {}
    for row in rows:
        others = " ".join(f"{key}={value}" for key, value in row.axes.items() if key != axis)
        lines.setdefault((row.gpu_uuid, row.variant, others), []).append(row)
    for line in lines.values():
        line.sort(key=lambda row: row.x or 0)
    return dict(sorted(lines.items()))


def _names_of(lines: Dict[_Line, List[Row]]) -> Dict[str, str]:
    """{GPU: its model, with the beginning of its UUID if another GPU has the same model}"""
    models = {gpu: rows[0].gpu_name for (gpu, _, _), rows in lines.items()}
    names = list(models.values())
    return {gpu: model if names.count(model) == 1 else f"{model} {gpu[:12]}" for gpu, model in models.items()}


def _label_of(line: _Line, lines: Iterable[_Line], names: Dict[str, str]) -> str:
    """The words by which this line differs from the others in a picture."""
    gpu, variant, others = line
    common = set.intersection(*(set(other[2].split()) for other in lines))
    words = [word for word in others.split() if word not in common]
    if len({other[1] for other in lines}) > 1:
        words.insert(0, variant)
    return " ".join(words + [names[gpu]] * (len(names) > 1)) or names[gpu]


def _draw_line(on: Any, rows: Sequence[Row], label: str, gpu: int, others: int) -> None:
    """The colour shows the operation; dashes and marker show the GPU."""
    values = [row.value or 0 for row in rows]
    low = [value - (row.lo if row.lo is not None else value) for row, value in zip(rows, values)]
    high = [(row.hi if row.hi is not None else value) - value for row, value in zip(rows, values)]
    on.errorbar([row.x for row in rows], values, yerr=[low, high], label=label, color=f"C{others % 10}",
                linestyle=_DASHES[gpu % len(_DASHES)], marker=_MARKERS[gpu % len(_MARKERS)], markersize=4)


def curve(table: Table, metric: Optional[str] = None, *, axes: Any = None) -> Any:
    """Draw the values of rows over their reported axis, with their intervals: a line for each GPU, variant and
    combination of the other axes.

    `metric` chooses one of several. An axis whose largest value is at least 16 times the smallest is logarithmic.
    Returns matplotlib's axes. Error: there is no matplotlib, or the rows have several benchmarks, axes or metrics, or
    no numbers.
    """
    rows = [row for row in table if row.value is not None and row.x is not None and metric in (None, row.metric)]
    of = {(row.benchmark, row.axis, row.metric, row.unit) for row in rows}
    if len(of) != 1:
        raise Error("curve(): expected rows of one benchmark, axis and metric, with numbers: choose them with where()")
    on = _axes(axes)
    benchmark, axis, name, unit = of.pop()
    lines = _lines_of(rows, axis)
    names = _names_of(lines)
    gpus, kinds = list(names), sorted({line[1:] for line in lines})
    for line, of_line in lines.items():
        _draw_line(on, of_line, _label_of(line, lines, names), gpus.index(line[0]), kinds.index(line[1:]))
    xs = [row.x for row in rows if row.x]
    if min(xs, default=0) > 0 and max(xs) >= _LOG_FROM * min(xs):
        on.set_xscale("log", base=2)
        on.xaxis.set_major_formatter(import_module("matplotlib.ticker").FormatStrFormatter("%g"))
    on.set(xlabel=axis, ylabel=name.replace("_", " "),
           title=benchmark if len(gpus) > 1 else f"{benchmark}, {names[gpus[0]]}")
    _finish(on, unit)
    return on
