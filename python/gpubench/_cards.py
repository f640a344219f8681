"""Finds the requested GPU and its state, through NVIDIA's management library (NVML)."""
import ctypes
import os
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._row import Error

_LIBRARY = "libnvidia-ml.so.1"
_SLICE = "MIG-"
_TEXT = 96


@dataclass(frozen=True)
class Card:
    """A GPU of this machine. Unknown values are "" or None."""

    uuid: str
    name: str
    board: str
    driver: str
    power_limit_w: Optional[float]


class _Nvml:
    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL(_LIBRARY)
        except OSError:
            raise Error(f"no GPU here: {_LIBRARY} was not found; name a reference, or read result files") from None
        if self._call("nvmlInit_v2") != 0:
            raise Error("no GPU here: the driver is not loaded; name a reference, or read result files")

    def _call(self, name: str, *arguments: Any) -> int:
        """NVML's return code, 0 after success; -1 if an old library lacks the function."""
        function = getattr(self._library, name, None)
        return -1 if function is None else int(function(*arguments))

    def _text(self, name: str, *arguments: Any) -> str:
        buffer = ctypes.create_string_buffer(_TEXT)
        return buffer.value.decode("utf-8", "replace") if self._call(name, *arguments, buffer, _TEXT) == 0 else ""

    def count(self) -> int:
        number = ctypes.c_uint()
        return number.value if self._call("nvmlDeviceGetCount_v2", ctypes.byref(number)) == 0 else 0

    def at(self, index: int) -> Any:
        handle = ctypes.c_void_p()
        return (handle if self._call("nvmlDeviceGetHandleByIndex_v2", ctypes.c_uint(index), ctypes.byref(handle)) == 0
                else None)

    def uuid(self, handle: Any) -> str:
        return self._text("nvmlDeviceGetUUID", handle)

    def name(self, handle: Any) -> str:
        return self._text("nvmlDeviceGetName", handle)

    def is_divided(self, handle: Any) -> bool:
        now, pending = ctypes.c_uint(), ctypes.c_uint()
        return (self._call("nvmlDeviceGetMigMode", handle, ctypes.byref(now), ctypes.byref(pending)) == 0 and
                now.value == 1)

    def card(self, handle: Any) -> Card:
        limit = ctypes.c_uint()
        has_limit = self._call("nvmlDeviceGetEnforcedPowerLimit", handle, ctypes.byref(limit)) == 0
        return Card(self.uuid(handle), self.name(handle), self._text("nvmlDeviceGetBoardPartNumber", handle),
                    self._text("nvmlSystemGetDriverVersion"), limit.value / 1000 if has_limit else None)


def _by_number(nvml: _Nvml, number: int) -> Any:
    """The GPU with this number in CUDA's order, which differs from NVML's if there are several models."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    named = ([word.strip() for word in visible.split(",")] if visible is not None
             else [str(at) for at in range(nvml.count())])
    if number < 0 or number >= len(named) or not named[number]:
        raise Error(f"there is no GPU {number}" +
                    (f" in CUDA_VISIBLE_DEVICES={visible}" if visible is not None else ""))
    if not named[number].isdigit():
        return _by_uuid(nvml, named[number])
    models = {nvml.name(nvml.at(at)) for at in range(nvml.count())}
    if len(models) > 1 and os.environ.get("CUDA_DEVICE_ORDER") != "PCI_BUS_ID":
        raise Error("there are GPUs of several models, which CUDA numbers in a different order: name the UUID, or set "
                    "CUDA_DEVICE_ORDER=PCI_BUS_ID")
    return nvml.at(int(named[number]))


def _by_uuid(nvml: _Nvml, uuid: str) -> Any:
    if uuid.startswith(_SLICE):
        raise Error(f"{uuid} is a slice of a GPU: peaks exist only for whole GPUs")
    if not uuid:
        raise Error("device: expected a number or a UUID")
    found = [handle for handle in map(nvml.at, range(nvml.count())) if handle is not None and
             nvml.uuid(handle).startswith(uuid)]
    if len(found) != 1:
        raise Error(f"there is no GPU {uuid}" if not found else f"the UUIDs of {len(found)} GPUs begin with {uuid}")
    return found[0]


def find_card(device: Union[int, str, None] = None) -> Card:
    """The GPU with this number in CUDA's order, after CUDA_VISIBLE_DEVICES, or with this UUID or prefix of it; None is
    the first.

    Error: there is no such GPU, or several match.
    """
    nvml = _Nvml()
    handle = _by_uuid(nvml, device) if isinstance(device, str) else _by_number(nvml, device or 0)
    if handle is None:
        raise Error(f"there is no GPU {device or 0}")
    if nvml.is_divided(handle):
        raise Error(f"{nvml.uuid(handle)} is divided into slices: peaks exist only for whole GPUs")
    return nvml.card(handle)
