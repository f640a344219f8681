"""The peaks of a GPU: its own measurements, or those of other cards with its board and power limit."""
import os
import stat
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._program import reference_folders
from ._read import read_file
from ._row import LOWER_IS_BETTER, Error, Path, Row
from ._select import time_of
from ._show import show_html, show_text, si

MEASURED, REFERENCE = "measured", "reference"

_BURST = ".burst"
_LIBRARY = "gemm."
_MATRIX = "tensor."
_SAME_LIMIT_W = 0.5  # as in the program (GB_POWER_LIMIT_SAME)
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


_HEAD = ("roof", "sustained", "burst", "library", "% of limit", "status")


class UnknownRoof(Error, KeyError):
    """These peaks lack the roof: an Error, and a KeyError as for any mapping."""

    __module__ = "gpubench"


@dataclass(frozen=True)
class Peak:
    """A roof, with figures in `unit` (B/s, FLOP/s, OP/s, access/s, inst/s, Hz; latencies in s or cycles). None: not
    known."""

    roof: str
    unit: str
    sustained: float
    """the rate under continuous load"""
    lo: Optional[float]
    """lower end of the 95 % interval; for a reference, the lowest of its cards"""
    hi: Optional[float]
    burst: Optional[float]
    """the rate before a power cap acts"""
    library: Optional[float]
    """the rate of cuBLAS (the roof gemm.FORMAT, which has a status of its own); None after a quick run, which does not
    measure it"""
    limit: Optional[float]
    """the physical limit at the measured clock"""
    per_clock: Optional[float]
    """work per SM and cycle"""
    clock_hz: Optional[float]
    """SM clock during the measurement, Hz"""
    status: str
    """ok or suspect"""
    reason: str
    mode: str
    """quick, full or every-point"""
    version: str
    """version of the program that measured it"""
    time: Optional[datetime]
    cards: int = 1
    """number of cards; figures are their medians"""

    @property
    def share_of_limit(self) -> Optional[float]:
        """sustained / limit; limit / sustained for a latency"""
        if not self.limit:
            return None
        return self.limit / self.sustained if self.unit in LOWER_IS_BETTER else self.sustained / self.limit

    @property
    def age_s(self) -> Optional[float]:
        """Seconds since it was measured."""
        return None if self.time is None else (datetime.now(timezone.utc) - self.time).total_seconds()


def _cells_of(peak: Peak) -> Tuple[str, ...]:
    rates = ["" if rate is None else si(rate, peak.unit) for rate in (peak.sustained, peak.burst, peak.library)]
    share = peak.share_of_limit
    return peak.roof, *rates, "" if share is None else f"{100 * share:.1f}", peak.status


class Peaks(Mapping[str, Peak]):
    """{name of a roof: Peak} of a GPU. `source` is "measured" for this very card, else "reference"."""

    def __init__(self, peaks: Dict[str, Peak], row: Row, source: str, file: Optional[Path]) -> None:
        self._peaks = peaks
        self.source = source
        self.file = None if file is None else os.fspath(file)
        self.gpu_name = row.gpu_name
        self.board = row.board
        self.power_limit_w = row.power_limit_w
        self.memory_bytes = row.memory_bytes
        self.compute_capability = row.compute_capability
        self.uuid = row.gpu_uuid if source == MEASURED else ""
        self.driver = row.driver if source == MEASURED else ""
        self.cards = max(peak.cards for peak in peaks.values())

    def __getitem__(self, roof: str) -> Peak:
        try:
            return self._peaks[roof]
        except KeyError:
            raise UnknownRoof(f"no {roof} was measured on {self}", self.file) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._peaks)

    def __len__(self) -> int:
        return len(self._peaks)

    def __str__(self) -> str:
        limit = f", {self.power_limit_w:g} W" if self.power_limit_w is not None else ""
        whose = (f"measured on {self.uuid}" if self.source == MEASURED
                 else f"reference of {self.cards} card{'s' * (self.cards > 1)}")
        return f"{self.gpu_name}, board {self.board or 'unknown'}{limit} ({whose})"

    def _shown(self) -> Tuple[str, Sequence[str], List[Tuple[str, ...]]]:
        return str(self), _HEAD, [_cells_of(peak) for peak in self._peaks.values()]

    def __repr__(self) -> str:
        return show_text(*self._shown())

    def _repr_html_(self) -> str:
        return show_html(*self._shown())

    @property
    def age_s(self) -> Optional[float]:
        """Seconds since the most recent peak was measured."""
        return min((peak.age_s for peak in self._peaks.values() if peak.age_s is not None), default=None)


# ---- of rows ---------------------------------------------------------------------------------------------------------


def _best(rows: List[Row]) -> Row:
    """The best row that is ok, or else the best of all rows."""
    of = [row for row in rows if row.status == "ok"] or rows
    sign = 1 if of[0].lower_is_better else -1
    return min(of, key=lambda row: sign * (row.value or 0))


def _best_by_roof(rows: Iterable[Row]) -> Dict[str, Row]:
    roofs: Dict[str, List[Row]] = {}
    for row in rows:
        measured = row.status in ("ok", "suspect") and row.origin != "modelled" and not row.peer_uuid
        if row.roof and row.value is not None and measured:
            roofs.setdefault(row.roof, []).append(row)
    return {roof: _best(of) for roof, of in roofs.items()}


def library_roof(roof: str) -> str:
    """The roof with the rate of cuBLAS on the same units: the Tensor Cores, or the CUDA cores for FP32; "": none."""
    if roof.startswith(_MATRIX):
        return _LIBRARY + roof[len(_MATRIX):]
    return _LIBRARY + roof if roof == "fp32" else ""


def _peak(best: Mapping[str, Row], row: Row) -> Peak:
    burst, library = best.get(row.roof + _BURST), best.get(library_roof(row.roof))
    assert row.value is not None
    return Peak(row.roof, row.unit, row.value, row.lo, row.hi, burst.value if burst else None,
                library.value if library else None, row.limit,
                row.per_clock, row.sm_clock_hz, row.status, row.reason, row.mode, row.version, time_of(row.time_utc))


def _of_one_card(rows: Iterable[Row]) -> Dict[str, Peak]:
    best = _best_by_roof(rows)
    return {roof: _peak(best, row) for roof, row in best.items() if not roof.endswith(_BURST)}


def _median(values: Iterable[Optional[float]]) -> Optional[float]:
    known = sorted(value for value in values if value is not None)
    half = len(known) // 2
    return None if not known else known[half] if len(known) % 2 else (known[half - 1] + known[half]) / 2


def _median_peak(of: List[Peak]) -> Peak:
    """The peak of several cards: medians, and the span of all intervals."""
    first = of[0]
    sustained = _median(peak.sustained for peak in of)
    assert sustained is not None
    times = [peak.time for peak in of if peak.time is not None]
    return Peak(first.roof, first.unit, sustained,
                min((peak.lo if peak.lo is not None else peak.sustained for peak in of)),
                max((peak.hi if peak.hi is not None else peak.sustained for peak in of)),
                _median(peak.burst for peak in of), _median(peak.library for peak in of),
                _median(peak.limit for peak in of),
                _median(peak.per_clock for peak in of), _median(peak.clock_hz for peak in of),
                "suspect" if any(peak.status != "ok" for peak in of) else "ok",
                next((p.reason for p in of if p.status != "ok"), ""),
                first.mode, first.version, max(times, default=None), len(of))


def _of_cards(rows: List[Row]) -> Dict[str, Peak]:
    cards: Dict[str, List[Row]] = {}
    for row in rows:
        cards.setdefault(row.gpu_uuid, []).append(row)
    roofs: Dict[str, List[Peak]] = {}
    for card in cards.values():
        for roof, peak in _of_one_card(card).items():
            roofs.setdefault(roof, []).append(peak)
    return {roof: _median_peak(of) for roof, of in roofs.items()}


def _is_of_a_whole_gpu(row: Row) -> bool:
    return row.device != "host" and row.mig != "on"


def peaks_of(rows: Iterable[Row], file: Optional[Path] = None) -> Peaks:
    """The peaks in `rows`, from `read()` or `run()`, of one GPU. Error: the rows have several GPUs, or set no roof."""
    of = [row for row in rows if row.roof]
    if len({row.gpu_uuid for row in of}) > 1:
        raise Error("these rows have several GPUs: choose those of one, as with where(gpu_uuid=...)", file)
    found = _of_one_card(of)
    if not found:
        raise Error("these rows have no measured roof", file)
    return Peaks(found, of[0], MEASURED, file)


# ---- remembered peaks ------------------------------------------------------------------------------------------------


def remembered_folder() -> str:
    """The folder in which `gpubench peaks --update` and `--remember` store peaks; harness/record/peak_cache.h describes
    the files."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        home = os.environ.get("HOME", "")
        if not os.path.isabs(home):
            raise Error("neither XDG_CACHE_HOME nor HOME is set: no folder for peaks")
        cache = os.path.join(home, ".cache")
    return os.path.join(cache, "gpubench", "peaks")


def _judge(path: str) -> None:
    """Refuse a file or folder that other users can change."""
    found = os.lstat(path)
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        raise Error("is not a regular file", path)
    if found.st_uid != os.geteuid():
        raise Error("belongs to another user", path)
    if found.st_mode & _OTHERS_WRITE:
        raise Error("others can write to it", path)


def _remembered(uuid: str, board: str, driver: str, power_limit_w: Optional[float]) -> Optional[Peaks]:
    """None: there are no peaks of this card. Error: they describe another state of it, or their file cannot be
    trusted."""
    folder = remembered_folder()
    try:
        names = sorted(name for name in os.listdir(folder) if name.startswith(uuid + "_") and name.endswith(".csv"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Error(error.strerror or str(error), folder) from None
    if not names:
        return None
    limit = "" if power_limit_w is None else f"{power_limit_w:.0f}"
    name = f"{uuid}_{board}_{driver}_{limit}.csv"
    path = os.path.join(folder, name)
    _judge(folder)
    if name not in names:
        then = names[-1][len(uuid) + 1:-len(".csv")].split("_")
        raise Error("describes another state of this card: board, driver and power limit were "
                    f"{', '.join(then)} and are {board or 'unknown'}, {driver or 'unknown'}, {limit or 'unknown'}: "
                    "measure again (gpubench --all --remember), or remove the file", os.path.join(folder, names[-1]))
    _judge(path)
    rows = list(read_file(path))
    for number, row in enumerate(rows, 2):
        if (row.gpu_uuid, row.board, row.driver) != (uuid, board, driver) or f"{row.power_limit_w or 0:.0f}" != limit:
            raise Error("describes another card, or this card in another state", path, number)
    return peaks_of(rows, path)


# ---- references ------------------------------------------------------------------------------------------------------


def _reference_files() -> Dict[str, str]:
    """{name without .csv: path}; the first of several files with the same name counts."""
    files: Dict[str, str] = {}
    for folder in reference_folders():
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if name.endswith(".csv"):
                    files.setdefault(name[:-len(".csv")], os.path.join(folder, name))
    return files


_Kind = Tuple[str, str, Optional[float]]


def _kinds(path: str) -> Dict[_Kind, List[Row]]:
    """The rows of a reference by model, board and power limit."""
    kinds: Dict[_Kind, List[Row]] = {}
    for row in read_file(path):
        if _is_of_a_whole_gpu(row):
            kinds.setdefault((row.gpu_name, row.board, row.power_limit_w), []).append(row)
    return kinds


def _cards_of(rows: List[Row]) -> int:
    return len({row.gpu_uuid for row in rows})


def references() -> Dict[str, str]:
    """{name: file} of the available references."""
    return _reference_files()


def _named_reference(name: str) -> Peaks:
    files = _reference_files()
    if name in files:
        kinds = _kinds(files[name])
        found = [(files[name], rows) for rows in kinds.values()]
    else:
        found = [(path, rows) for path in files.values() for kind, rows in _kinds(path).items()
                 if name in kind[:2] and name]
    if not found:
        raise Error(f"there is no reference {name}; available: {', '.join(sorted(files)) or 'none'}")
    path, rows = max(found, key=lambda of: _cards_of(of[1]))
    return Peaks(_of_cards(rows), rows[0], REFERENCE, path)


def _reference_for(name: str, board: str, power_limit_w: Optional[float]) -> Optional[Peaks]:
    if not board or power_limit_w is None:
        return None
    rows: List[Row] = []
    of = ""
    for path in _reference_files().values():
        for (model, its_board, limit), more in _kinds(path).items():
            if (model, its_board) == (name, board) and limit is not None and abs(limit - power_limit_w) < _SAME_LIMIT_W:
                rows, of = rows + more, of or path
    return Peaks(_of_cards(rows), rows[0], REFERENCE, of) if rows else None


def peaks(device: Union[int, str, None] = None, *, reference: Optional[str] = None,
          remembered: bool = True) -> Optional[Peaks]:
    """The peaks of a GPU of this machine, or of a reference. Nothing is measured.

    `device` is CUDA's number (None: the first that CUDA_VISIBLE_DEVICES leaves) or a UUID. The result has the
    remembered peaks of this card in its present state, or else a reference for its model, board and power limit; it is
    None if there is neither. `remembered=False` skips remembered peaks.

    `reference` names a reference ("h200-sxm", a board's part number, a model) and needs no GPU. If its file has several
    boards, the one with the most cards counts; `board` and `cards` of the result identify it.

    Error: there is no GPU and no reference; several GPUs match; or a file is truncated, has another schema, belongs to
    another user, or describes another card, or this card in another state (driver, board or power limit).
    """
    if reference is not None:
        if device is not None:
            raise Error("peaks(): name a device or a reference, not both")
        return _named_reference(reference)
    from ._cards import find_card
    card = find_card(device)
    found = _remembered(card.uuid, card.board, card.driver, card.power_limit_w) if remembered else None
    return found or _reference_for(card.name, card.board, card.power_limit_w)
