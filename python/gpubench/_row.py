"""A row of a result file, and the error of this package."""
import os
from dataclasses import dataclass, fields
from typing import Dict, Optional, Tuple, Union

from ._columns import Columns

Path = Union[str, "os.PathLike[str]"]

COLUMNS: Tuple[str, ...] = tuple(field.name for field in fields(Columns))
NUMBERS = frozenset(field.name for field in fields(Columns) if field.type is not str)

# Units by the ends of column names; columns of the second list have the unit of their row.
_UNIT_BY_END = (("_hz", "Hz"), ("_bytes", "B"), ("_w", "W"), ("_j", "J"), ("_c", "degrees Celsius"))
_IN_THE_ROWS_UNIT = ("value", "lo", "hi", "min", "max", "limit")
LOWER_IS_BETTER = ("s", "cycles", "J")


class Error(Exception):
    """The requested value is not available. For a file: `file` and, if one line is at fault, `line` (from 1)."""

    __module__ = "gpubench"
    __str__ = Exception.__str__  # that of KeyError would add quotes

    def __init__(self, text: str, file: Optional[Path] = None, line: Optional[int] = None) -> None:
        self.file = None if file is None else os.fspath(file)
        self.line = line
        place = [] if self.file is None else [self.file] + ([] if line is None else [f"line {line}"])
        super().__init__(": ".join(place + [text]))


@dataclass
class Row(Columns):
    """A row of a result file: docs/csv-schema.md describes its columns, and `Table.units` has their units."""

    @property
    def axes(self) -> Dict[str, str]:
        """The point as {axis: value}."""
        return dict(word.split("=", 1) for word in self.point.split(",") if "=" in word)

    @property
    def lower_is_better(self) -> bool:
        """True if the value is a time or an energy."""
        return self.unit in LOWER_IS_BETTER


def _unit_of(column: str) -> Optional[str]:
    if column in _IN_THE_ROWS_UNIT:
        return "the unit of the row"
    return next((unit for end, unit in _UNIT_BY_END if column.endswith(end)), None)


UNITS: Dict[str, str] = {name: unit for name in COLUMNS for unit in [_unit_of(name)] if name in NUMBERS and unit}
