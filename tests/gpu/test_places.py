"""test_places.py: tests places.py on CSVs with hand-written numbers."""
import tempfile
import unittest
from pathlib import Path

import places

SM, L2, DRAM = (places.UNITS[unit] + places.ELAPSED for unit in ("SM", "L2", "DRAM"))


def launched(kernel, time, sm, dram):
    return {"Kernel Name": kernel, "Grid Size": "(1, 1, 1)", "Block Size": "(32, 1, 1)", "gpu__time_duration.sum": time,
            SM: sm,
            "l1tex__throughput.avg.pct_of_peak_sustained_active": "99",
            "l1tex__a.avg.pct_of_peak_sustained_elapsed": "5",
            "l1tex__b.avg.pct_of_peak_sustained_elapsed": "3", L2: "n/a", DRAM: dram}


class Own(unittest.TestCase):
    def test_points(self):
        rows = [{"benchmark": bench, "roof": roof, "variant": "default", "point": point}
                for bench, roof, point in (("cache", "l2.read", "a"), ("cache", "", "b"), ("cache", "l2.write", "c"),
                                           ("tensor", "tensor.bf16.burst", "d"), ("launch", "launch.round_trip", "e"))]
        self.assertEqual({bench: [row["point"] for row in rows] for bench, rows in places.own_points(rows).items()},
                         {"cache": ["a", "c"]})

    def test_named_by_roof(self):
        """The first of three launches of each of two points is left out."""
        points = [({"variant": "default", "point": point}, {}) for point in "ab"]
        kernels = [{"Kernel Name": "k", "ID": str(i)} for i in range(6)]
        roofs = {("default", "a"): "l2.read", ("default", "b"): "l2.write"}
        self.assertEqual([(kernel["Kernel Name"], kernel["ID"])
                          for kernel in places.named_by_roof(points, kernels, roofs, 1)],
                         [("l2.read", "1"), ("l2.read", "2"), ("l2.write", "4"), ("l2.write", "5")])
        with self.assertRaisesRegex(places.Wrong, "5 kernels of 2 points"):
            list(places.named_by_roof(points, kernels[:5], roofs, 1))

    def test_head(self):
        with tempfile.TemporaryDirectory() as work:
            path = Path(work, "x.csv")
            path.write_text('==PROF== a, b\n"ID","Kernel Name"\n"",""\n"0","k"\n', encoding="utf-8")
            self.assertEqual(places.head_of(path), [["ID", "Kernel Name"], ["", ""]])
            path.write_text("==ERROR== none\n", encoding="utf-8")
            with self.assertRaises(places.Wrong):
                places.head_of(path)

    def test_faults(self):
        rows = [{"kernel": "l2.read", "roof": "l2.read", "fraction": "1.015"},
                {"kernel": "l2.write", "roof": "l2.write", "fraction": "0.97"},
                {"kernel": "fp32", "roof": "l1.read", "fraction": "0.99"}]
        self.assertEqual(places.own_faults(rows, ["l2.read", "l2.write", "fp32", "fp64"]),
                         ["l2.write is at 0.9700 of its own roof", "fp32 is limited by l1.read, at 0.99",
                          "no kernel of fp64"])


class Torch(unittest.TestCase):
    def test_speed_of_light(self):
        """Means over time: 10 % of 300 ns and 50 % of 100 ns are 20 %."""
        units = places.speed_of_light([launched("k", "300", "10", "80"), launched("k", "100", "50", "80"),
                                       launched("l", "1,000", "1", "2")])
        self.assertEqual(units["k", "(1, 1, 1)", "(32, 1, 1)"], {"SM": 20, "L1": 5, "L2": 0, "DRAM": 80})
        self.assertEqual(units["l", "(1, 1, 1)", "(32, 1, 1)"]["DRAM"], 2)

    def test_units(self):
        self.assertEqual([places.unit_of(roof) for roof in ("dram.copy", "l2.write", "l2.read_common", "shared.read",
                                                            "tensor.bf16", "")],
                         ["DRAM", "L2", "L1", "L1", "SM", ""])

    def test_verdict(self):
        busy = {"SM": 93, "L1": 95, "L2": 51, "DRAM": 26}
        self.assertEqual(places.judge(places.unit_of("l1.read"), 0.9, busy), "same")
        self.assertEqual(places.judge(places.unit_of("tensor.bf16"), 0.9, busy), "tie")
        self.assertEqual(places.judge(places.unit_of("l2.read"), 0.95, busy), "DIFFERS")
        idle = {"SM": 54, "L1": 16, "L2": 47, "DRAM": 46}
        self.assertEqual(places.judge(places.unit_of("dram.copy"), 0.5, idle), "both far")
        self.assertEqual(places.judge(places.unit_of("dram.copy"), 0.9, idle), "DIFFERS")
        self.assertEqual(places.judge(places.unit_of(""), 0, busy), "DIFFERS")

    def test_table(self):
        row = {"kernel": "k", "grid": "(1, 1, 1)", "block": "(32, 1, 1)", "seconds": "4e-7", "roof": "dram.read",
               "fraction": "0.85", "pipe": "alu", "pipe_use": "0.06"}
        lines, verdicts = places.torch_table([row], places.speed_of_light([launched("k", "400", "10", "85")]))
        self.assertEqual(lines[2:], ["| k | 0.4 µs | `dram.read` | 85.0 % | alu 6.0 % | 10 | 5 | 0 | 85 | same |"])
        self.assertEqual(places.conclude(verdicts + ["tie"]), "2 kernels: 1 same, 1 tie")


if __name__ == "__main__":
    unittest.main()
