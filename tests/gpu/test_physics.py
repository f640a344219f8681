"""Tests of physics.py: rows that break a law are found, and explained where the row says why."""
import unittest

import physics

EMPTY = dict.fromkeys(("lo", "hi", "min", "max", "stop", "fraction", "limit", "sm_clock_hz", "power_w", "roof",
                       "status", "reason"), "")


def row(**columns):
    return physics.Row({**EMPTY, "benchmark": "cache", "variant": "default", "origin": "measured", "unit": "B/s",
                        "compute_capability": "9.0", **columns})


def found(*rows):
    lines = []
    counts = physics.judge(physics.Run(list(rows)), lines.append)
    return counts, lines


class Rows(unittest.TestCase):
    def test_a_value_outside_its_interval(self):
        counts, lines = found(row(metric="bandwidth", point="walk=l1,set=1024", value="9", lo="1", hi="2"))
        self.assertEqual(counts["failed"], 1)
        self.assertIn("FAIL: cache: a value is within its interval: 1 of 1 rows", lines[0])

    def test_far_reads_as_fast_as_near_ones(self):
        near = row(metric="bandwidth", point="walk=near,total=8388608", value="8e12", time_utc="2027")
        far = row(metric="bandwidth", point="walk=far,total=8388608", value="8e12", time_utc="2027")
        self.assertEqual(found(near, far)[0]["failed"], 1)
        far["reason"] = "copies in the near partition are read"
        self.assertEqual(found(near, far)[0]["explained"], 1)
        far["reason"], far["time_utc"] = "", "2026-11-27"
        self.assertIn("measured before gpubench was mended", found(near, far)[1][0])

    def test_a_suspect_row_is_explained(self):
        counts, _ = found(row(metric="bandwidth", point="walk=l1", value="9", limit="4", fraction="2.25",
                              status="suspect"))
        self.assertEqual((counts["failed"], counts["explained"]), (0, 1))

    def test_little(self):
        rows = [row(benchmark="occupancy", metric=metric, point="op=read,warps=1", value=value)
                for metric, value in (("bandwidth", "1e12"), ("loaded_latency", "1e-6"), ("bytes_in_flight", "32"))]
        sm = row(benchmark="map", metric="near", point="view=sm,sm=99", value="1")
        self.assertEqual(found(sm, *rows)[0]["failed"], 2)
        rows[2]["value"] = "1e4"
        self.assertEqual(found(sm, *rows)[0]["failed"], 1)


if __name__ == "__main__":
    unittest.main()
