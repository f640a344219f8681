"""Tests of claims.py, over the claims of the pages and the rows that they come from."""
import contextlib
import io
import unittest

import claims
from result_rows import FOLDER, read_file


class Claims(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.of_pages = claims.collect()

    def compare(self, rows):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            counts = claims.compare(self.of_pages, rows)
        return counts, out.getvalue()

    def test_the_rows_of_the_pages_reproduce_them(self):
        (same, differ, _), _ = self.compare(read_file(FOLDER / "all.csv"))
        self.assertGreater(same, 200)
        self.assertEqual(differ, 0)

    def test_a_slower_card_is_named(self):
        rows = read_file(FOLDER / "all.csv")
        for row in rows:
            if row["roof"] == "dram.read":
                row.update({name: float(row[name]) * 0.9 for name in ("value", "lo", "hi")})
        (_, differ, _), text = self.compare(rows)
        self.assertEqual(differ, 1)
        self.assertRegex(text, r"README.md.*: dram op=read,.*: 4\.73\S+ in results/h200-sxm/all.csv, now 4257")

    def test_a_counter_has_no_command(self):
        counted = [row for row, path, _ in self.of_pages.values() if path.name.endswith("counters.csv")]
        self.assertTrue(counted)
        self.assertEqual({claims.command(row) for row in counted}, {None})


if __name__ == "__main__":
    unittest.main()
