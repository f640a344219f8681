"""Compares standard deviations of runs with figures computed by hand."""
import os
import tempfile
import unittest

import scatter


class Table(unittest.TestCase):
    def table(self, rows):
        with tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False) as file:
            file.write("gpu_name,gpu_uuid,run_id,roof,value,sm_clock_slowest_hz\n")
            file.write("".join(f"M,GPU-1,{row}\n" for row in rows))
        try:
            return scatter.table([file.name])
        finally:
            os.unlink(file.name)

    def test_best_of_a_run(self):
        sds = self.table([f"{run},fp32,{value}," for run, value in enumerate((99, 100, 101))] + ["0,fp32,98,"])
        self.assertAlmostEqual(sds["fp32"][0], 0.01)
        self.assertEqual(list(sds), ["fp32"])

    def test_work_of_a_cycle_and_all_together(self):
        # The clock moves by 1 %, but the work per cycle does not. If five roofs move by 1 % each, so does their mean.
        sds = self.table([f"{run},{roof},{100 + run},{100 + run}" for run in (-1, 0, 1)
                          for roof in ("tensor.fp16", "tensor.bf16", "tensor.fp8", "tensor.int8", "tensor.tf32")])
        self.assertAlmostEqual(sds["tensor.fp16"][0], 0.01)
        self.assertAlmostEqual(sds["tensor.fp16/clock"][0], 0)
        self.assertAlmostEqual(sds["matrix units"][0], 0.01)

    def test_no_cycle_where_it_moves_too(self):
        sds = self.table([f"{run},tensor.fp16,{100 + run},100" for run in (-1, 0, 1)])
        self.assertNotIn("tensor.fp16/clock", sds)
        self.assertNotIn("matrix units", sds)

    def test_cards_of_a_board(self):
        # Two boards, each with two cards 1 % apart around its own median; the board of a third card is unknown.
        values = (("A", 99.5), ("A", 100.5), ("B", 199), ("B", 201), ("", 300))
        rows = [f"M,GPU-{card},{run},fp32,{value},,{board}" for card, (board, value) in enumerate(values)
                for run in range(3)]
        with tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False) as file:
            file.write("gpu_name,gpu_uuid,run_id,roof,value,sm_clock_slowest_hz,board\n" + "\n".join(rows) + "\n")
        try:
            runs, cards, count, boards = scatter.table([file.name])["fp32"]
        finally:
            os.unlink(file.name)
        self.assertEqual((runs, count), (0, 4))
        self.assertAlmostEqual(cards, 0.01 / 2 ** 0.5)
        self.assertAlmostEqual(boards, 100 / 150 / 2 ** 0.5)

    def test_models_by_themselves(self):
        """One model has ten cards that agree, the other one card: how its cards differ is taken from all."""
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "both.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("gpu_name,gpu_uuid,run_id,roof,value,sm_clock_slowest_hz,board,reason\n")
                for model, cards, step in (("One", 10, 0), ("Two", 1, 1)):
                    file.write("".join(f"{model},{model}-{card},{run},fp32,{100 + step * run},,B,\n"
                                       for card in range(cards) for run in (-1, 0, 1)))
                file.write("".join(f"One,hot,{run},fp32,{60 + run},,B,hardware or thermal slowdown\n"
                                   for run in (-1, 0, 1)))
            found = scatter.tables([path])
        self.assertEqual(found["One"]["fp32"], (0, 0, 10, 0))
        self.assertAlmostEqual(found["Two"]["fp32"][0], 0.01)
        self.assertEqual(found["Two"]["fp32"][2], 10)
        self.assertIn('{ "Two", model_0 }', scatter.printed(found))


if __name__ == "__main__":
    unittest.main()
