"""Chooses rows by their columns and axes, and makes the columns of a data frame."""
import math
import operator
from datetime import datetime
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from ._row import COLUMNS, NUMBERS, Error, Row

_AXIS = "axis_"
_COMPARE: Dict[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "ne": operator.ne,
    "in": lambda value, some: any(_is_same(value, one) for one in some),
}

NUMBER, TEXT, CATEGORY, TIME = "number", "text", "category", "time"
_WITH_MANY_TEXTS = ("point", "reason")


@lru_cache(maxsize=None)  # few different texts occur in many rows
def number_of(text: str) -> Optional[float]:
    """An axis value as a number; None for a word."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in text else None


def _is_same(value: Any, wanted: object) -> bool:
    """True if the two are equal, or the value is a text that represents the wanted number."""
    if isinstance(value, str) and not isinstance(wanted, str):
        return number_of(value) == wanted
    return bool(value == wanted)


def axis_names(rows: Iterable[Row]) -> List[str]:
    """The axes of `rows`, sorted."""
    return sorted({name for row in rows for name in row.axes})


def _name_axis(axis: str) -> str:
    """The name of an axis in where() and in data frames."""
    return _AXIS + axis if axis in COLUMNS else axis


def _value_of(row: Row, name: str) -> Any:
    """The value of a column, or else of an axis; None for a row without that axis."""
    if name in COLUMNS:
        return getattr(row, name)
    axes = row.axes
    return axes.get(name, axes.get(name[len(_AXIS):]) if name.startswith(_AXIS) else None)


def _check_name(name: str, rows: Sequence[Row]) -> None:
    axes = axis_names(rows)
    if name in COLUMNS or name in axes or (name.startswith(_AXIS) and name[len(_AXIS):] in axes) or not rows:
        return
    near = get_close_matches(name, [*COLUMNS, *map(_name_axis, axes)], 1)
    raise Error(f"there is no column or axis {name}" + (f"; did you mean {near[0]}?" if near else ""))


def _compares(how: str, value: Any, wanted: Any) -> bool:
    if how == "in":
        return _COMPARE[how](value, wanted)
    if how == "ne":
        return not _is_same(value, wanted)
    if isinstance(value, str) and not isinstance(wanted, str):
        value = number_of(value)
    return value is not None and _COMPARE[how](value, wanted)


def choose_rows(rows: Sequence[Row], conditions: Dict[str, object]) -> List[Row]:
    """The rows that meet all conditions: NAME=value or NAME__le=value, with any of _COMPARE."""
    chosen = list(rows)
    for key, wanted in conditions.items():
        name, _, how = key.partition("__")
        if how and how not in _COMPARE:
            raise Error(f"{key}: found __{how}, expected one of __{', __'.join(_COMPARE)}")
        _check_name(name, rows)
        if how:
            chosen = [row for row in chosen
                      if _value_of(row, name) is not None and _compares(how, _value_of(row, name), wanted)]
        else:
            chosen = [row for row in chosen if _is_same(_value_of(row, name), wanted)]
    return chosen


def time_of(text: str) -> Optional[datetime]:
    """The time in a column time_utc; None: not known."""
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None


def _kind_of(column: str) -> str:
    if column in NUMBERS:
        return NUMBER
    return TIME if column == "time_utc" else TEXT if column in _WITH_MANY_TEXTS else CATEGORY


def _typed_axis(values: List[Optional[str]]) -> Tuple[str, List[Any]]:
    numbers = [None if value is None else number_of(value) for value in values]
    if all((value is None) == (number is None) for value, number in zip(values, numbers)):
        return NUMBER, numbers
    return CATEGORY, values


def typed_columns(rows: Sequence[Row]) -> Dict[str, Tuple[str, List[Any]]]:
    """{name: (kind, values)} of all columns, then of all axes. An unknown number or time, and an axis that a
    row does not have, are None."""
    columns: Dict[str, Tuple[str, List[Any]]] = {}
    for name in COLUMNS:
        kind, values = _kind_of(name), [getattr(row, name) for row in rows]
        columns[name] = (kind, [time_of(value) for value in values] if kind == TIME else values)
    axes: Dict[str, List[Optional[str]]] = {axis: [None] * len(rows) for axis in axis_names(rows)}
    for at, row in enumerate(rows):
        for axis, value in row.axes.items():
            axes[axis][at] = value
    columns.update((_name_axis(axis), _typed_axis(values)) for axis, values in axes.items())
    return columns
