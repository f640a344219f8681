"""Result files as typed rows."""
import csv
import io
import json
import math
import os
from typing import Any, Iterable, Iterator, List, Optional, Tuple

from ._columns import IN_EVERY_FILE, SCHEMA
from ._row import COLUMNS, NUMBERS, Error, Path, Row
from ._table import Table

# ---- a row -----------------------------------------------------------------------------------------------------------


_UNKNOWN: Tuple[Any, ...] = tuple(None if name in NUMBERS else "" for name in COLUMNS)


def _number(text: str) -> float:
    """ValueError: the text is not a number as in result files."""
    number = float(text)
    if not math.isfinite(number) or "_" in text:
        raise ValueError(text)
    return number


def _checked(row: Row, file: Path, line: int) -> Row:
    """Check as the program does: the schema must match, and a roof must have a value above 0 within its interval."""
    if row.schema != SCHEMA:
        raise Error(f"column schema: found '{row.schema}', expected {SCHEMA}", file, line)
    if row.roof and row.value is not None:
        if row.value <= 0:
            raise Error(f"column value, of a roof: found {row.value:g}, expected a number above 0", file, line)
        if (row.lo is not None and row.lo > row.value) or (row.hi is not None and row.hi < row.value):
            raise Error("columns lo and hi, of a roof: expected an interval that holds the value", file, line)
    return row


class Reader:
    """Turns the records of one CSV file, including headers, into rows."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._header: List[str] = []
        self._texts: List[Tuple[int, int]] = []
        self._numbers: List[Tuple[int, int]] = []

    def _take_header(self, names: List[str], line: int) -> None:
        lacking = [name for name in COLUMNS[:IN_EVERY_FILE] if name not in names]
        if lacking:
            raise Error(f"no column {lacking[0]}: this is not a result file of {SCHEMA}", self.file, line)
        self._header = names
        places = [(to, names.index(name)) for to, name in enumerate(COLUMNS) if name in names]
        self._texts = [place for place in places if COLUMNS[place[0]] not in NUMBERS]
        self._numbers = [place for place in places if COLUMNS[place[0]] in NUMBERS]

    def take(self, record: List[str], line: int) -> Optional[Row]:
        """The row; None for a header. `line`: the line at which the record begins."""
        if not self._header or record[0] == self._header[0]:
            self._take_header(record, line)
            return None
        if len(record) != len(self._header):
            raise Error(f"found {len(record)} fields, expected {len(self._header)}", self.file, line)
        values = list(_UNKNOWN)
        for to, at in self._texts:
            values[to] = record[at]
        for to, at in self._numbers:
            if record[at]:
                try:
                    values[to] = _number(record[at])
                except ValueError:
                    raise Error(f"column {COLUMNS[to]}: found '{record[at][:80]}', expected a number", self.file,
                                line) from None
        return _checked(Row(*values), self.file, line)


def read_csv(lines: Iterable[str], file: Path) -> Iterator[Row]:
    """The rows of a CSV, one by one as lines arrive."""
    records, reader, begins = csv.reader(lines, strict=True), Reader(file), 1
    try:
        for record in records:
            row = reader.take(record, begins) if record else None
            begins = records.line_num + 1
            if row is not None:
                yield row
    except csv.Error as error:
        raise Error(str(error), file, begins) from None


def _of_object(object_: Any, file: Path, line: int) -> Row:
    if not isinstance(object_, dict):
        raise Error("expected an object", file, line)
    values = []
    for name, unknown in zip(COLUMNS, _UNKNOWN):
        value = object_.get(name, unknown)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (value is None or is_number if name in NUMBERS else isinstance(value, str)):
            raise Error(f"member {name}: found {value!r:.80}", file, line)
        values.append(value)
    return _checked(Row(*values), file, line)


def _read_json(text: str, file: Path) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n")[:-1], 1):  # splitlines() would also split within strings
        try:
            object_ = json.loads(line)
        except ValueError as error:
            raise Error(f"is not a line of JSON: {error}", file, number) from None
        yield _of_object(object_, file, number)


# ---- files -----------------------------------------------------------------------------------------------------------


def _store_as_csv(file: Path) -> str:
    from ._program import output_of
    return output_of(["store", os.fspath(file), "--csv"])


def _text_of(file: Path) -> str:
    try:
        with open(file, "rb") as opened:
            data = opened.read()
    except OSError as error:
        raise Error(error.strerror or str(error), file) from None
    if data.startswith(b"SQLite format 3\0"):
        return _store_as_csv(file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Error("is not UTF-8", file, data.count(b"\n", 0, error.start) + 1) from None


def read_file(file: Path) -> Iterator[Row]:
    """The rows of one file."""
    text = _text_of(file)
    if not text:
        raise Error("is empty: expected a header", file)
    if not text.endswith("\n"):
        raise Error("is incomplete: the file was cut short", file, text.count("\n") + 1)
    if text.startswith("{"):
        return _read_json(text, file)
    return read_csv(io.StringIO(text, newline=""), file)


def read(*files: Path) -> Table:
    """The rows of result files (CSV, JSON lines of `--json`, or stores of `gpubench store`), in the order given.

    Units are in `Table.units`; the figures of a row are in its own `unit`, an SI base unit. Error, with file and line:
    a file cannot be read, was cut short or has another schema, a column is missing, or a field is not a number.
    """
    if not files:
        raise Error("read(): name result files")
    return Table(row for file in files for row in read_file(file))
