"""Rows as a table."""
import math
from importlib import import_module
from typing import Any, Dict, Iterable, Iterator, List, Sequence, Tuple, Union, overload

from ._row import COLUMNS, NUMBERS, UNITS, Row
from ._select import CATEGORY, NUMBER, TIME, choose_rows, typed_columns
from ._show import show_html, show_text, si

dtypes: Dict[str, str] = {name: "float64" if name in NUMBERS else "str" for name in COLUMNS}
"""{column: type} for `pandas.read_csv(file, dtype=gpubench.dtypes)`"""

_SHOWN = 20  # rows
_HEAD = ("benchmark", "point", "metric", "value", "interval", "status")


def _cells_of(row: Row) -> Tuple[str, ...]:
    value = "" if row.value is None else si(row.value, row.unit)
    interval = ("" if row.lo is None or row.hi is None or not row.value
                else f"-{100 * (1 - row.lo / row.value):.2g} +{100 * (row.hi / row.value - 1):.2g} %")
    return row.benchmark, row.point, row.metric, value, interval, row.status


class Table(Sequence[Row]):
    """Rows, in the order of their files."""

    units = UNITS
    """{column: unit}; "the unit of the row" means the unit in the row's column `unit`"""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = list(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> "Table": ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Row, "Table"]:
        return Table(self._rows[at]) if isinstance(at, slice) else self._rows[at]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def _shown(self) -> Tuple[str, Sequence[str], List[Tuple[str, ...]]]:
        gpus = sorted({row.gpu_name for row in self._rows})
        count = f"{len(self)} row{'s' * (len(self) != 1)}" + (f" of {', '.join(gpus)}" if gpus else "")
        caption = count + (f"; the first {_SHOWN}" if len(self) > _SHOWN else "")
        return caption, _HEAD, [_cells_of(row) for row in self._rows[:_SHOWN]]

    def __repr__(self) -> str:
        return show_text(*self._shown())

    def _repr_html_(self) -> str:
        return show_html(*self._shown())

    def where(self, **conditions: object) -> "Table":
        """The rows that meet all conditions on columns and axes.

            table.where(benchmark="stride", op="read", stride__le=32)

        A name is a column, or else an axis; `axis_NAME` is the axis even if there is a column NAME, as with `axis_sms`.
        `NAME__le=` compares; there are lt, le, gt, ge, ne and in (any of a list). A number equals a text that
        represents it. A row without the axis or the value meets no condition on it. Error: no row has such a column or
        axis.
        """
        return Table(choose_rows(self._rows, conditions))

    def columns(self) -> Dict[str, List[Any]]:
        """{column: its values}; an unknown number is NaN, so that all values of a column have one type."""
        return {name: [math.nan if value is None else value for value in (getattr(row, name) for row in self._rows)]
                for name in COLUMNS}

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with all columns and one per axis, named as in where(). Numbers are float64 (NaN: not
        known), words are categories, and time_utc is a time in UTC. `attrs["units"]` has the units."""
        pandas = import_module("pandas")
        types = {NUMBER: "float64", CATEGORY: "category", TIME: "datetime64[ns, UTC]"}
        frame = pandas.DataFrame({name: pandas.Series(values, dtype=types.get(kind, "str"))
                                  for name, (kind, values) in typed_columns(self._rows).items()})
        frame.attrs["units"] = dict(UNITS)
        return frame

    def to_polars(self) -> Any:
        """A polars.DataFrame with the columns of to_pandas(): Float64, String, Categorical and Datetime. Unknown
        values are null."""
        polars = import_module("polars")
        types = {NUMBER: polars.Float64, CATEGORY: polars.Categorical, TIME: polars.Datetime("us", "UTC")}
        columns = typed_columns(self._rows)
        return polars.DataFrame({name: values for name, (_, values) in columns.items()},
                                schema={name: types.get(kind, polars.String) for name, (kind, _) in columns.items()})
