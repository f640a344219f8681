"""The place of timed work under a GPU's roofs."""
import warnings
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple, Union

from ._peaks import Peak, Peaks, peaks as find_peaks
from ._row import Error
from ._show import si

# From these fractions of a roof, work is at it, near it, or above it, as in `gpubench profile` (profile/binding.h).
AT, NEAR, ABOVE = 0.9, 0.6, 1.03

_FORMATS: Dict[str, Tuple[str, ...]] = {
    "fp64": ("float64", "double", "f64"), "fp32": ("float32", "float", "f32"), "tf32": ("tfloat32",),
    "fp16": ("float16", "half", "f16"), "bf16": ("bfloat16",),
    "fp8": ("float8", "float8_e4m3", "float8_e4m3fn", "fp8_e4m3"),
    "fp8_e5m2": ("float8_e5m2",), "int8": ("i8",), "int32": ("i32",),
}
_BY_NAME = {name: known for known, names in _FORMATS.items() for name in (known, *names)}
_MIXES = (("dram.read", 0.0), ("dram.triad", 1 / 3), ("dram.copy", 0.5), ("dram.write", 1.0))


def roof_of(dtype: object, cores: bool = False) -> str:
    """The roof of arithmetic in a format: of the Tensor Cores if they support the format, else of the CUDA cores.

    `dtype` is a name ("bf16", "bfloat16"), a type of PyTorch, JAX or NumPy, or a roof. Tensor Cores support "tf32", but
    not FP32.
    """
    text = str(getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or dtype).rsplit("torch.", 1)[-1]
    if text.startswith(("tensor.", "gemm.")):
        return text
    known = _BY_NAME.get(text)
    if known is None:
        raise Error(f"dtype {text}: expected one of {', '.join(_FORMATS)}")
    return known if cores or known in ("fp32", "int32") else f"tensor.{known}"


@dataclass(frozen=True)
class Place:
    """The place of work under the roofs. Times are in s, rates in B/s and FLOP/s (OP/s for integers)."""

    roof: str
    """the roof that limits it"""
    unit: str
    roof_value: float
    achieved: float
    """in the roof's unit"""
    fraction: float
    """achieved / roof_value: 1 is at the roof"""
    speedup: float
    """the speedup that the roof allows"""
    least_s: float
    """seconds that the work would take at the roof"""
    seconds: float
    flop: float
    intensity: Optional[float]
    """FLOP / B; None if no bytes were given"""
    ridge: Optional[float]
    """the intensity (FLOP / B) above which arithmetic is the limit"""
    peaks: Peaks

    @property
    def word(self) -> str:
        """The place in words, as in `gpubench profile`."""
        if self.fraction > ABOVE:
            return "above its roof"
        return ("at its roof" if self.fraction >= AT else "near its roof" if self.fraction >= NEAR
                else "far from every roof")

    def __str__(self) -> str:
        intensity = f", {self.intensity:.4g} FLOP/B" if self.intensity is not None else ""
        return (f"{self.word}: {100 * self.fraction:.1f} % of {self.roof} "
                f"({si(self.roof_value, self.unit)}){intensity}; at the roof {self.speedup:.2f} times as fast "
                f"[{self.peaks}]")


def dram_roof(peaks: Peaks, written: float = 0) -> Tuple[str, float]:
    """The name of the nearest measured roof of DRAM for this written fraction of the bytes, and the roof's value.

    Between two measured mixes, the seconds per byte are interpolated.
    """
    known = [(part, roof, peaks[roof].sustained) for roof, part in _MIXES if roof in peaks]
    if not known:
        raise Error(f"no roof of DRAM was measured on {peaks}", peaks.file)
    nearest = min(known, key=lambda mix: abs(mix[0] - written))[1]
    below = [mix for mix in known if mix[0] <= written] or known[:1]
    above = [mix for mix in known if mix[0] >= written] or known[-1:]
    (low, _, slow), (high, _, fast) = below[-1], above[0]
    if high <= low:
        return nearest, slow
    return nearest, 1 / (1 / slow + (1 / fast - 1 / slow) * (written - low) / (high - low))


def known_peaks(peaks: Optional[Peaks], device: Union[int, str, None] = None) -> Peaks:
    """`peaks`, or if None those of a GPU. Error: no peaks of the GPU are known."""
    found = peaks if peaks is not None else find_peaks(device)
    if found is None:
        raise Error("no peaks of this GPU are known: measure it (gpubench --all --remember), or name a reference")
    return found


def _check(**figures: Optional[float]) -> None:
    for name, value in figures.items():
        if value is not None and not 0 <= value < float("inf"):
            raise Error(f"{name}: found {value!r}, expected a finite number, 0 or more")


def place(flop: float, bytes: float, seconds: float, dtype: object = "fp32", *, peaks: Optional[Peaks] = None,
          written: float = 0, cores: bool = False) -> Place:
    """The place under the roofs of work with `flop` operations on `bytes` bytes of DRAM in `seconds`.

    For each roof, the work needs at least work / roof; the roof with the longest time limits it. `written` is the
    fraction of the bytes that is written, `cores` selects the CUDA cores instead of the Tensor Cores, and `peaks`
    defaults to those of the first GPU.

    Error: no peaks of the GPU are known, the roof of this format was not measured, or a figure is not a number.
    """
    _check(flop=flop, bytes=bytes, seconds=seconds, written=written)
    if not seconds or not (flop or bytes) or written > 1:
        raise Error("place(): expected a time, FLOP or bytes, and a written fraction from 0 to 1")
    known = known_peaks(peaks)
    roofs: List[Tuple[float, str, str, float, float]] = []
    compute: Optional[Peak] = known[roof_of(dtype, cores)] if flop else None
    memory = dram_roof(known, written) if bytes else None
    if compute is not None:
        roofs.append((flop / compute.sustained, compute.roof, compute.unit, compute.sustained, flop))
    if memory is not None:
        roofs.append((bytes / memory[1], memory[0], "B/s", memory[1], bytes))
    least, roof, unit, value, work = max(roofs)
    return Place(roof, unit, value, work / seconds, least / seconds, seconds / least, least, seconds, flop,
                 flop / bytes if bytes else None, compute.sustained / memory[1] if compute and memory else None, known)


def mfu(flop: float, seconds: float, dtype: object = "bf16", *, peaks: Optional[Peaks] = None, of: str = "sustained",
        cores: bool = False) -> float:
    """The fraction of the peak that `flop` operations in `seconds` reach; 1 is the peak. `of` names the peak:
    "sustained" (the rate that the card can maintain), "burst", "library" (the rate of cuBLAS) or "limit" (the physical
    limit). A result above 1 is returned with a warning: the work was counted too high, its time is too short, or it did
    not run long enough to reach the power cap. Error: that peak was not measured, no peaks of the GPU are known, or a
    figure is not a number.
    """
    _check(flop=flop, seconds=seconds)
    if of not in ("sustained", "burst", "library", "limit") or not seconds:
        raise Error("mfu(): expected time, and of= sustained, burst, library or limit")
    known = known_peaks(peaks)
    peak = known[roof_of(dtype, cores)]
    value: Optional[float] = getattr(peak, of)
    if value is None:
        raise Error(f"the {of} of {peak.roof} is not known for {known}", known.file)
    fraction = flop / seconds / value
    if fraction > 1:
        warnings.warn(f"mfu(): {fraction:.3g} is above the {of} rate of {peak.roof} ({si(value, peak.unit)}): check "
                      "flop, seconds and dtype", stacklevel=2)
    return fraction
