"""Measured peaks in the tables of other packages."""
import importlib
from dataclasses import fields
from types import ModuleType, SimpleNamespace, TracebackType
from typing import Any, Callable, Dict, List, Optional, Tuple, Type

from ._peaks import Peaks
from ._place import known_peaks, si
from ._rows import Error

_MISSING = object()


class Patch:
    """Changes to a package, listed in `changes`. `undo()` reverts them, as does the end of a with statement."""

    def __init__(self) -> None:
        self.changes: List[str] = []
        self._undo: List[Callable[[], None]] = []

    def item(self, table: Dict[Any, Any], key: Any, value: Any) -> None:
        """table[key] = value"""
        old = table.get(key, _MISSING)
        table[key] = value
        self._undo.append(lambda: table.pop(key, None) if old is _MISSING else table.__setitem__(key, old))

    def attribute(self, module: ModuleType, name: str, value: Any) -> None:
        """module.name = value"""
        old = getattr(module, name)
        setattr(module, name, value)
        self._undo.append(lambda: setattr(module, name, old))

    def say(self, text: str) -> None:
        """Add a line to the changes."""
        self.changes.append(text)

    def undo(self) -> None:
        """Restore the previous values, in reverse order. A second call does nothing."""
        while self._undo:
            self._undo.pop()()
        self.changes.clear()

    def __enter__(self) -> "Patch":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.undo()

    def __str__(self) -> str:
        return "\n".join(self.changes) or "nothing is changed"


def _module(*names: str) -> ModuleType:
    """The first of these modules that is installed."""
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise Error(f"patch(): {names[0]} is not installed, or this version does not have it")


def _of_types(torch: Any, peaks: Peaks, scale: float, types: Tuple[Tuple[str, str], ...]) -> Dict[Any, float]:
    """{type or text: figure} for the measured roofs."""
    found: Dict[Any, float] = {}
    for name, roof in types:
        key = name[1:] if name.startswith("=") else getattr(torch, name, None)
        if key is not None and roof in peaks:
            found[key] = peaks[roof].sustained * scale
    return found


_MATRIX_TYPES = (("float64", "tensor.fp64"), ("float32", "fp32"), ("bfloat16", "tensor.bf16"),
                 ("float16", "tensor.fp16"), ("int8", "tensor.int8"))
_TORCH_TYPES = (_MATRIX_TYPES + (("=torch.tf32", "tensor.tf32"), ("float8_e4m3fn", "tensor.fp8"),
                                 ("float8_e5m2", "tensor.fp8_e5m2")))


def _torch(patch: Patch, peaks: Peaks) -> None:
    """The table of PyTorch Inductor, by the name of the GPU."""
    module = _module("torch._inductor.analysis.device_info")
    tops = _of_types(_module("torch"), peaks, 1e-12, _TORCH_TYPES)
    known = {"tops": tops, "dram_bw_gbs": peaks["dram.read"].sustained * 1e-9,
             "dram_gb": (peaks.memory_bytes or 0) * 1e-9, "tops_sparsity_factor": 1}
    names = {field.name for field in fields(module.DeviceInfo)}
    if not {"tops", "dram_bw_gbs", "dram_gb"} <= names <= set(known):
        raise Error(f"patch(): this version of PyTorch has other fields in DeviceInfo: {', '.join(sorted(names))}")
    if peaks.memory_bytes is None:
        raise Error(f"patch(): the size of the memory is not known for {peaks}")
    info = module.DeviceInfo(**{name: known[name] for name in names})
    for name in sorted({peaks.gpu_name, peaks.gpu_name.upper()}):  # as versions look it up
        patch.item(module._device_mapping, name, info)
    patch.say(f"torch._inductor.analysis.device_info: {peaks.gpu_name}: {len(tops)} types, "
              f"{si(peaks['dram.read'].sustained, 'B/s')}")


def _of_this_gpu(torch: Any, peaks: Peaks, original: Callable[..., Any], own: Callable[..., Any]) -> Callable[..., Any]:
    """`own` for the GPU of the peaks; for any other, the original function."""

    def asked(*arguments: Any, device: Any = None, **options: Any) -> Any:
        at = device if device is not None else torch.cuda.current_device()
        if torch.cuda.get_device_name(at) != peaks.gpu_name:
            return original(*arguments, device=device, **options)
        return own(*arguments, **options)

    return asked


def _triton_functions(patch: Patch, peaks: Peaks) -> None:
    torch, module = _module("torch"), _module("triton.testing")
    language = _module("triton.language")
    matrix = _of_types(torch, peaks, 1e-12, (("float32", "tensor.tf32"),) + _MATRIX_TYPES[2:])
    cores = _of_types(torch, peaks, 1e-12, (("float32", "fp32"), ("float16", "fp16"), ("bfloat16", "bf16")))
    if "tensor.fp8" in peaks:
        matrix.update({getattr(language, name): peaks["tensor.fp8"].sustained * 1e-12
                       for name in ("float8e4nv", "float8e5")
                       if hasattr(language, name)})

    def figure(table: Dict[Any, float]) -> Callable[..., float]:
        def of(dtype: Any, clock_rate: Any = None) -> float:
            if dtype not in table:
                raise Error(f"no peak of {dtype} was measured on {peaks}")
            return table[dtype]
        return of

    for name, own in (("get_max_tensorcore_tflops", figure(matrix)), ("get_max_simd_tflops", figure(cores)),
                      ("get_dram_gbps", lambda: peaks["dram.read"].sustained * 1e-9)):
        patch.attribute(module, name, _of_this_gpu(torch, peaks, getattr(module, name), own))
        patch.say(f"triton.testing.{name}: the sustained rate of {peaks.gpu_name}, whatever clock is passed")


def _proton(patch: Patch, peaks: Peaks) -> None:
    """Proton identifies GPUs only by their compute capability."""
    try:
        module = importlib.import_module("triton.profiler.specs")
    except ImportError:
        return
    arch = peaks.compute_capability.replace(".", "")
    by_width = {8: "tensor.fp8", 16: "tensor.fp16", 32: "tensor.tf32", 64: "tensor.fp64"}
    old_flops, old_bytes = module.max_flops, module.max_bps

    def max_flops(device_type: str, its_arch: str, width: int, num_sms: int, clock_rate: float) -> float:
        if device_type != "CUDA" or its_arch != arch or by_width.get(width) not in peaks:
            return float(old_flops(device_type, its_arch, width, num_sms, clock_rate))
        return peaks[by_width[width]].sustained

    def max_bps(device_type: str, its_arch: str, bus_width: int, memory_clock_rate: float) -> float:
        if device_type != "CUDA" or its_arch != arch:
            return float(old_bytes(device_type, its_arch, bus_width, memory_clock_rate))
        return peaks["dram.read"].sustained

    patch.attribute(module, "max_flops", max_flops)
    patch.attribute(module, "max_bps", max_bps)
    patch.say(f"triton.profiler.specs: profiles of GPUs of compute capability {peaks.compute_capability}")


def _triton(patch: Patch, peaks: Peaks) -> None:
    _triton_functions(patch, peaks)
    _proton(patch, peaks)


class _Asked(Dict[Any, Any]):
    """An empty table that remembers the requested key."""

    def __init__(self) -> None:
        super().__init__()
        self.key: Any = None

    def __contains__(self, key: object) -> bool:
        self.key = key
        return False


def _lightning_key(module: Any, peaks: Peaks) -> Any:
    """The key that Lightning looks up for a GPU's name."""
    asked = _Asked()
    with Patch() as for_now:
        for_now.attribute(module, "_CUDA_FLOPS", asked)
        for_now.attribute(module, "torch",
                          SimpleNamespace(cuda=SimpleNamespace(get_device_name=lambda device: peaks.gpu_name)))
        for_now.attribute(module, "rank_zero_warn", lambda text: None)
        module.get_available_flops(SimpleNamespace(type="cuda"), "")
    if asked.key is None:
        raise Error(f"patch(): this version of Lightning has no place for {peaks.gpu_name}")
    return asked.key


def _lightning(patch: Patch, peaks: Peaks) -> None:
    """Lightning's table for this GPU. The package exists under two names."""
    modules = []
    for name in ("lightning.fabric.utilities.throughput", "lightning_fabric.utilities.throughput"):
        try:
            modules.append(importlib.import_module(name))
        except ImportError:
            continue
    if not modules:
        raise Error("patch(): lightning is not installed")
    for module in modules:
        key = _lightning_key(module, peaks)
        types = _MATRIX_TYPES + (("=tfloat32", "tensor.tf32"),)
        patch.item(module._CUDA_FLOPS, key, _of_types(module.torch, peaks, 1, types))
        patch.say(f"{module.__name__}: '{key}'")


_PACKAGES: Dict[str, Callable[[Patch, Peaks], None]] = {"torch": _torch, "triton": _triton, "lightning": _lightning}


def patch(package: str, *, peaks: Optional[Peaks] = None) -> Patch:
    """Put measured peaks into another package's table, in this process: "torch" (Inductor's device table), "triton"
    (its testing functions, and Proton's), "lightning" (its throughput table). Roofs that were not measured stay out
    of the table.

    `peaks` defaults to those of the first GPU. The result lists the changes, and can undo them. Error: the package is
    not installed, its version has another table, or no peaks of the GPU are known; then nothing is changed.
    """
    if package not in _PACKAGES:
        raise Error(f"patch({package!r}): expected one of {', '.join(_PACKAGES)}")
    changed = Patch()
    try:
        _PACKAGES[package](changed, known_peaks(peaks))
    except BaseException:
        changed.undo()
        raise
    return changed
