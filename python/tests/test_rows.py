"""Result files, and tables of their rows."""
import dataclasses
import json
import subprocess
import sys
import unittest

from support import FULL, QUICK, ROOT, TABLE, Folder, gpubench

LINES = QUICK.read_text(encoding="utf-8").splitlines()


def text_of(*lines):
    return "\r\n".join(lines) + "\r\n"


def changed(line, column, value):
    """The line with one field changed; no field before it may have commas."""
    fields = line.split(",")
    fields[LINES[0].split(",").index(column)] = value
    return ",".join(fields)


class Read(Folder):
    def test_rows_have_types(self):
        table = gpubench.read(QUICK)
        row = table.where(roof="tensor.bf16")[0]
        self.assertEqual((row.value, row.unit, row.status), (8.61683444e14, "FLOP/s", "ok"))
        self.assertEqual(row.axes["type"], "bf16")
        self.assertIsNone(row.x)
        self.assertEqual(len(table), len(LINES) - 1)
        self.assertFalse(row.lower_is_better)
        self.assertTrue(table.where(roof="dram.latency")[0].lower_is_better)
        self.assertTrue(dataclasses.replace(row, unit="J").lower_is_better)

    def test_units(self):
        units = gpubench.read(QUICK).units
        self.assertEqual((units["power_limit_w"], units["sm_clock_hz"], units["memory_bytes"]), ("W", "Hz", "B"))
        self.assertEqual(units["value"], "the unit of the row")
        self.assertNotIn("driver", units)

    def test_joined_files_and_older_ones(self):
        table = gpubench.read(self.file(text_of(*LINES[:3], *LINES[:3])), FULL)
        self.assertEqual(table[:4][3].run_id, table[1].run_id)
        older = [line.rsplit(",", 4)[0] for line in LINES[:2]]
        row = gpubench.read(self.file(text_of(*older)))[0]
        self.assertEqual((row.sm_clock_nvml_hz, row.gpu_name), (None, "NVIDIA H200"))

    def test_other_columns_between(self):
        lines = ["mine," + LINES[0], "a," + LINES[1]]
        self.assertEqual(gpubench.read(self.file(text_of(*lines)))[0].gpu_name, "NVIDIA H200")

    def test_json_lines(self):
        row = gpubench.read(QUICK)[0]
        known = {name: value for name, value in vars(row).items() if value not in (None, "")}
        path = self.file(json.dumps({**known, "raw": {"value": [1, 2]}}) + "\n", "rows.json")
        self.assertEqual(gpubench.read(path)[0], row)

    def test_a_table_is_a_sequence(self):
        table = gpubench.read(QUICK)
        self.assertIsInstance(table[1:3], gpubench.Table)
        self.assertIs(table[1:3][0], table[1])
        self.assert_error("no column or axis nonsense", None, table.where, nonsense=1)

    def test_columns_have_one_type(self):
        for name, values in gpubench.read(QUICK).columns().items():
            self.assertEqual(len({type(value) for value in values}), 1, name)


class Bad(Folder):
    def refused(self, text, line, *lines, end="\r\n"):
        path = self.file("\r\n".join(lines) + end)
        error = self.assert_error(text, line, gpubench.read, path)
        self.assertEqual(error.file, str(path))

    def test_files(self):
        self.assert_error("No such file", None, gpubench.read, self.folder / "none.csv")
        self.assert_error("is empty", None, gpubench.read, self.file(""))
        self.assert_error("name result files", None, gpubench.read)
        path = self.folder / "bytes.csv"
        path.write_bytes(text_of(LINES[0]).encode() + b"\xff\xfe\n")
        self.assert_error("is not UTF-8", 2, gpubench.read, path)

    def test_a_torn_file(self):
        self.refused("is incomplete", 3, LINES[0], LINES[1], LINES[2][:100], end="")

    def test_another_schema(self):
        self.refused("found 'gpubench-9', expected gpubench-1", 2, LINES[0], changed(LINES[1], "schema", "gpubench-9"))
        self.refused("no column schema", 1, "a,b,c", "1,2,3")

    def test_a_column_that_is_missing(self):
        self.refused("no column unit", 1, LINES[0].replace(",unit,", ",unite,"), LINES[1])

    def test_fields(self):
        self.refused("found 3 fields", 3, LINES[0], LINES[1], "a,b,c")
        for wrong in ("much", "nan", "inf", "1_000"):
            self.refused(f"column power_limit_w: found '{wrong}'", 2, LINES[0],
                         changed(LINES[1], "power_limit_w", wrong))

    def test_the_line_is_where_the_row_begins(self):
        broken = LINES[1].replace(",vm,", ',"two\nlines",', 1)
        self.refused("found 2 fields", 4, LINES[0], broken, "a,b")

    def test_a_roof_outside_its_interval(self):
        row = next(line for line in LINES if "tensor.bf16,flop_rate" in line)
        self.refused("an interval that holds the value", 2, LINES[0], row.replace("8.61683444e+14", "9.5e+14"))
        self.refused("a number above 0", 2, LINES[0], row.replace("8.61683444e+14", "-1"))

    def test_json(self):
        self.assert_error("is not a line of JSON", 1, gpubench.read, self.file('{"schema":\n'))
        self.assert_error("member value: found True", 1, gpubench.read,
                          self.file('{"schema":"gpubench-1","value":true}\n'))
        self.assert_error("found 'gpubench-9'", 1, gpubench.read, self.file('{"schema":"gpubench-9"}\n'))


class Where(Folder):
    """Rows by columns, axes and comparisons."""

    def of(self, **conditions):
        return TABLE.where(benchmark="stride", metric="bandwidth", axis="stride", **conditions)

    def test_axes_are_compared_as_numbers(self):
        strides = {int(row.axes["stride"]) for row in self.of(stride__le=16)}
        self.assertEqual((max(strides), 2 in strides), (16, True))
        self.assertEqual({row.axes["stride"] for row in self.of(stride=2)}, {"2"})
        self.assertEqual({row.axes["op"] for row in self.of(op__in=["read"])}, {"read"})
        self.assertEqual({row.axes["stride"] for row in self.of(stride__in=range(2, 5))} - {"2", "3", "4"}, set())

    def test_conditions_divide_the_rows(self):
        for below, above in (("lt", "ge"), ("le", "gt")):
            self.assertEqual(len(self.of(**{"value__" + below: 1e12})) + len(self.of(**{"value__" + above: 1e12})),
                             len(self.of()))
        self.assertEqual(len(self.of(op="read")) + len(self.of(op__ne="read")), len(self.of()))

    def test_an_axis_with_the_name_of_a_column(self):
        row = next(row for row in TABLE if "sms" in row.axes)
        found = TABLE.where(axis_sms=row.axes["sms"])
        self.assertEqual({row.axes["sms"] for row in found}, {row.axes["sms"]})
        self.assertNotEqual(list(found), list(TABLE.where(sms=float(row.axes["sms"]))))

    def test_a_row_without_the_axis_meets_no_condition(self):
        for condition in ({"stride": 1}, {"stride__ne": 1}, {"stride__lt": 1e9}):
            self.assertTrue(all("stride" in row.axes for row in TABLE.where(**condition)))

    def test_names_that_do_not_exist(self):
        self.assert_error("no column or axis strde; did you mean stride?", None, TABLE.where, strde=1)
        self.assert_error("found __upto, expected one of __lt", None, TABLE.where, stride__upto=1)
        self.assertEqual(len(gpubench.Table([]).where(strde=1)), 0)


class Shown(Folder):
    """Tables and peaks as a notebook displays them."""

    def test_a_table(self):
        text = repr(TABLE)
        self.assertIn(f"{len(TABLE)} rows", text)
        self.assertLessEqual(text.count("\n"), 22)
        self.assertIn("benchmark", text)
        self.assertEqual(repr(gpubench.Table([])).splitlines()[0], "0 rows")

    def test_text_from_a_file_is_escaped(self):
        row = dataclasses.replace(TABLE[0], point="<script>\x1b[31m", gpu_name="a & b")
        table = gpubench.Table([row])
        self.assertIn("&lt;script&gt;", table._repr_html_())
        self.assertIn("a &amp; b", table._repr_html_())
        self.assertNotIn("\x1b", repr(table))

    def test_peaks(self):
        peaks = gpubench.peaks_of(TABLE)
        for roof, peak in peaks.items():
            self.assertIn(f"<td>{roof}</td>", peaks._repr_html_())
        bf16 = next(line for line in repr(peaks).splitlines() if line.startswith("tensor.bf16"))
        self.assertIn(f"{100 * peaks['tensor.bf16'].sustained / peaks['tensor.bf16'].limit:.1f}", bf16)


class Frames(Folder):
    """Data frames, if the packages are installed; a warning is an error."""

    def run_python(self, code):
        script = f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r})\nimport gpubench\n{code}"
        return subprocess.run([sys.executable, "-W", "error", "-c", script, str(QUICK)], capture_output=True,
                              encoding="utf-8", check=False)

    def check(self, module, code):
        if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, check=False).returncode:
            self.skipTest(f"{module} is not installed")
        done = self.run_python(code)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pandas(self):
        self.check("pandas", """
frame = gpubench.read(sys.argv[1]).to_pandas()
assert frame["value"].dtype == "float64" and frame["rank"].dtype == "category" and frame["x"].dtype == "float64"
assert frame["vec"].dtype == "float64" and frame["op"].dtype == "category" and frame["vec"].max() > 1
assert str(frame["time_utc"].dtype) == "datetime64[ns, UTC]" and frame["time_utc"].notna().all()
import pandas
plain = pandas.read_csv(sys.argv[1], dtype=gpubench.dtypes)
assert plain["value"].equals(frame["value"]) and not set(plain.columns) - set(gpubench.dtypes)
assert frame["value"].isna().any() and frame.attrs["units"]["power_w"] == "W"
assert frame.set_index("roof").loc["tensor.bf16", "value"] == 8.61683444e14
""")

    def test_polars(self):
        self.check("polars", """
import polars
frame = gpubench.read(sys.argv[1]).to_polars()
assert frame.schema["value"] == polars.Float64 and frame.schema["job_id"] == polars.Categorical
assert frame.schema["point"] == polars.String and frame.schema["time_utc"].time_zone == "UTC"
assert frame["value"].null_count() > 0
assert frame.filter(polars.col("roof") == "tensor.bf16")["value"][0] == 8.61683444e14
""")

    def test_nothing_is_imported_before_it_is_needed(self):
        done = self.run_python("assert not {'pandas', 'polars', 'torch', 'matplotlib', 'ctypes', 'subprocess'} & "
                               "set(sys.modules)")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
