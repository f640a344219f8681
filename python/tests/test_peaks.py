"""Remembered peaks, peaks of references, and figures computed from them."""
import os
import re
import subprocess
import sys
import unittest
from unittest import mock

from support import FULL, QUICK, ROOT, TABLE, Folder, gpubench
from gpubench import _cards, _peaks, _place

UUID = "GPU-25eff6b3-e419-7330-3034-5a2f15146193"
CARD = _cards.Card(UUID, "NVIDIA H200", "692-2G520-0282-000", "580.159.04", 700.0)


def on(card):
    """Pretends that this card is the GPU of this machine."""
    return mock.patch.object(_cards, "find_card", lambda device=None: card)


def like(**other):
    return _cards.Card(**{**vars(CARD), **other})


class Remembered(Folder):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache/gpubench/peaks"
        self.cache.mkdir(parents=True)
        self.cache.chmod(0o700)

    def remember(self, rows=FULL, card=CARD):
        """Writes the file as the program does (tests/cli/peaks.sh): only rows that set roofs."""
        lines = rows.read_text(encoding="utf-8").splitlines(keepends=True)
        path = self.cache / f"{card.uuid}_{card.board}_{card.driver}_{card.power_limit_w:.0f}.csv"
        kept = [line for line in lines if re.search(r",(tensor|gemm|dram)\.[a-z0-9.]+,", line)]
        path.write_bytes("".join(lines[:1] + kept).encode())
        path.chmod(0o600)
        return path

    def test_of_this_card(self):
        path = self.remember()
        with on(CARD):
            found = gpubench.peaks()
        peak = found["tensor.bf16"]
        self.assertEqual((found.source, found.uuid, found.file), ("measured", UUID, str(path)))
        self.assertEqual((peak.sustained, peak.burst, peak.library), (8.58247342e14, 9.41930057e14, 6.93889075e14))
        self.assertEqual((peak.lo, peak.hi, peak.mode, peak.cards), (8.45956856e14, 8.73394101e14, "full", 1))
        self.assertGreater(peak.limit, peak.sustained)
        self.assertAlmostEqual(peak.per_clock, 4090.50998)
        self.assertIsNotNone(peak.age_s)
        self.assertNotIn("tensor.bf16.burst", found)

    def test_a_quick_run_has_no_library(self):
        self.remember(QUICK)
        with on(CARD):
            self.assertIsNone(gpubench.peaks()["tensor.bf16"].library)

    def test_before_a_reference(self):
        with on(CARD):
            self.assertEqual(gpubench.peaks().source, "reference")
            self.remember()
            self.assertEqual(gpubench.peaks().source, "measured")
            self.assertEqual(gpubench.peaks(remembered=False).source, "reference")

    def test_another_card_is_never_taken(self):
        self.remember()
        for other in ({"board": "unknown"}, {"power_limit_w": 500.0}, {"name": "NVIDIA H100 80GB HBM3"},
                      {"power_limit_w": None}):
            with on(like(uuid="GPU-0", **other)):
                self.assertIsNone(gpubench.peaks())

    def test_another_state_of_the_card_is_told(self):
        self.remember()
        for other in ({"driver": "590.1"}, {"board": "692-2G520-0282-001"}, {"power_limit_w": 500.0}):
            with on(like(**other)):
                self.assert_error("describes another state of this card", None, gpubench.peaks)

    def test_files_that_cannot_be_believed(self):
        path = self.remember()
        text = path.read_bytes().decode()
        with on(CARD):
            path.write_bytes((text[:-30]).encode())
            self.assert_error("is incomplete", text.count("\n"), gpubench.peaks)
            path.write_bytes((text.replace("GPU-25eff6b3", "GPU-00000000")).encode())
            self.assert_error("describes another card", 2, gpubench.peaks)
            path.write_bytes((text.replace("gpubench-1", "gpubench-2")).encode())
            self.assert_error("expected gpubench-1", 2, gpubench.peaks)
            path.write_text("")
            self.assert_error("is empty", None, gpubench.peaks)
            path.chmod(0o620)
            self.assert_error("others can write to it", None, gpubench.peaks)
            path.unlink()
            path.symlink_to(FULL)
            self.assert_error("is not a regular file", None, gpubench.peaks)

    def test_folders_that_cannot_be_believed(self):
        path = self.remember()
        with on(CARD):
            self.cache.chmod(0o770)
            self.assert_error("others can write to it", None, gpubench.peaks)
            self.cache.chmod(0o700)
            with mock.patch("os.geteuid", lambda: os.getuid() + 1):
                self.assertEqual(self.assert_error("belongs to another user", None, gpubench.peaks).file,
                                 str(path.parent))

    def test_where_they_are(self):
        os.environ["XDG_CACHE_HOME"] = "relative"
        os.environ["HOME"] = str(self.folder / "home")
        self.assertEqual(_peaks.remembered_folder(), str(self.folder / "home/.cache/gpubench/peaks"))
        os.environ["HOME"] = ""
        with on(CARD):
            self.assert_error("neither XDG_CACHE_HOME nor HOME", None, gpubench.peaks)


class References(Folder):
    def test_shipped_ones(self):
        found = gpubench.peaks(reference="h200-sxm")
        self.assertEqual((found.source, found.gpu_name, found.power_limit_w), ("reference", "NVIDIA H200", 700.0))
        rows = gpubench.read(ROOT / "results/reference/h200-sxm.csv")
        cards = {board: len({row.gpu_uuid for row in rows if row.board == board})
                 for board in {row.board for row in rows}}
        self.assertEqual(cards[found.board], max(cards.values()))
        peak = found["dram.read"]
        self.assertTrue(peak.lo <= peak.sustained <= peak.hi)
        self.assertGreater(peak.cards, 1)
        self.assertEqual((found.uuid, found.cards), ("", cards[found.board]))
        self.assertEqual(gpubench.peaks(reference="692-2G520-0282-000").board, "692-2G520-0282-000")
        self.assertEqual(gpubench.peaks(reference="NVIDIA H100 80GB HBM3").gpu_name, "NVIDIA H100 80GB HBM3")

    def test_names_that_are_none(self):
        error = self.assert_error("there is no reference h300", None, gpubench.peaks, reference="h300")
        self.assertIn("h100-sxm, h200-sxm", str(error))
        self.assert_error("there is no reference ", None, gpubench.peaks, reference="")
        self.assert_error("not both", None, gpubench.peaks, 0, reference="h200-sxm")

    def test_a_roof_that_is_not_there(self):
        found = gpubench.peaks(reference="h200-sxm")
        self.assert_error("no tensor.fp4 was measured on NVIDIA H200", None, found.__getitem__, "tensor.fp4")
        self.assertNotIn("tensor.fp4", found)
        self.assertRaises(KeyError, found.__getitem__, "tensor.fp4")
        self.assertEqual((found.get("tensor.fp4"), found.get("fp32")), (None, found["fp32"]))

    def test_a_sites_own(self):
        lines = QUICK.read_text(encoding="utf-8").replace("692-2G520-0282-000", "site-board")
        self.file(lines, "ours.csv")
        os.environ["GPUBENCH_REFERENCE"] = str(self.folder)
        with on(like(uuid="GPU-0", board="site-board")):
            self.assertEqual(gpubench.peaks()["tensor.bf16"].sustained, 8.61683444e14)

    def test_without_a_gpu(self):
        with mock.patch.object(_cards, "_LIBRARY", "lib-that-is-not-there.so"):
            self.assert_error("no GPU here", None, gpubench.peaks)

    def test_the_time_it_takes(self):
        """Measures processor time, which other load does not change."""
        code = ("import time, gpubench\nbest = 1\n"
                "for _ in range(5):\n    began = time.process_time(); gpubench.peaks(reference='h200-sxm')\n"
                "    best = min(best, time.process_time() - began)\nprint(best)")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8",
                              env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        self.assertLess(float(done.stdout), 0.05)


class OfRows(Folder):
    def test_of_a_run(self):
        found = gpubench.peaks_of(TABLE)
        self.assertEqual(found["tensor.fp8"].library, 1.31435162e15)
        self.assertEqual(found["fp32"].library, found["gemm.fp32"].sustained)
        # cuBLAS uses the Tensor Cores
        self.assertEqual((found["fp16"].library, found["dram.read"].library), (None, None))
        self.assertEqual(found["l2.read_common"].status, "suspect")

    def test_of_several_cards(self):
        rows = gpubench.read(ROOT / "results/reference/h200-sxm.csv")
        self.assert_error("have several GPUs", None, gpubench.peaks_of, rows)
        self.assert_error("have no measured roof", None, gpubench.peaks_of, [])

    def test_a_row_that_is_ok_counts_before_a_better_suspect_one(self):
        good, bad = (gpubench.read(QUICK).where(roof="tensor.bf16")[0] for _ in range(2))
        bad.status, bad.value = "suspect", 2 * bad.value
        self.assertEqual(gpubench.peaks_of([bad, good])["tensor.bf16"].sustained, good.value)


class Placed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.peaks = gpubench.peaks_of(TABLE)

    def place(self, *arguments, **options):
        return gpubench.place(*arguments, peaks=self.peaks, **options)

    def test_arithmetic_binds(self):
        peak = self.peaks["tensor.bf16"].sustained
        place = self.place(peak, 1e9, 1.25, "bf16")
        self.assertEqual((place.roof, place.unit, place.roof_value), ("tensor.bf16", "FLOP/s", peak))
        self.assertAlmostEqual(place.fraction, 0.8)
        self.assertAlmostEqual(place.speedup, 1.25)
        self.assertAlmostEqual(place.least_s, 1)
        self.assertAlmostEqual(place.ridge, peak / self.peaks["dram.read"].sustained)
        self.assertEqual(place.word, "near its roof")
        self.assertIn("80.0 % of tensor.bf16 (858.2 TFLOP/s)", str(place))

    def test_memory_binds(self):
        read, copy = self.peaks["dram.read"].sustained, self.peaks["dram.copy"].sustained
        self.assertEqual(self.place(1, read, 1, "fp32").word, "at its roof")
        place = self.place(1, copy, 2, "fp32", written=0.5)
        self.assertEqual((place.roof, place.roof_value, round(place.fraction, 6)), ("dram.copy", copy, 0.5))
        sixth = self.place(0, read, 2, written=1 / 6)
        triad = self.peaks["dram.triad"].sustained
        self.assertAlmostEqual(sixth.roof_value, 2 / (1 / read + 1 / triad), delta=1e-6 * read)
        self.assertIsNone(sixth.ridge)
        self.assertEqual(self.place(0, 10 * read, 1, written=1).word, "above its roof")

    def test_formats(self):
        for name, roof in (("bfloat16", "tensor.bf16"), ("torch.float16", "tensor.fp16"), ("float32", "fp32"),
                           ("tf32", "tensor.tf32"),
                           ("torch.float8_e4m3fn", "tensor.fp8"), ("int8", "tensor.int8"), ("double", "tensor.fp64"),
                           ("gemm.bf16", "gemm.bf16")):
            self.assertEqual(gpubench.roof_of(name), roof)
            self.assertIn(roof, self.peaks)
        self.assertEqual(gpubench.roof_of("fp16", cores=True), "fp16")
        with self.assertRaisesRegex(gpubench.Error, "dtype fp5: expected one of"):
            gpubench.roof_of("fp5")

    def test_mfu(self):
        flop = self.peaks["tensor.bf16"].sustained
        self.assertAlmostEqual(gpubench.mfu(flop, 2, "bf16", peaks=self.peaks), 0.5)
        with self.assertWarnsRegex(UserWarning, "is above the sustained rate of tensor.bf16"):
            self.assertGreater(gpubench.mfu(flop, 0.5, peaks=self.peaks), 1)
        self.assertAlmostEqual(gpubench.mfu(flop, 2, peaks=self.peaks, of="library"),
                               flop / 2 / self.peaks["tensor.bf16"].library)
        with self.assertRaisesRegex(gpubench.Error, "the library of tensor.bf16 is not known"):
            gpubench.mfu(flop, 2, peaks=gpubench.peaks_of(gpubench.read(QUICK)), of="library")

    def test_bad_figures(self):
        for wrong in ((-1, 1, 1), (1, float("nan"), 1), (1, 1, 0), (0, 0, 1), (1, 1, float("inf"))):
            with self.assertRaises(gpubench.Error):
                self.place(*wrong)
        with self.assertRaises(gpubench.Error):
            self.place(1, 1, 1, written=2)
        with self.assertRaises(gpubench.Error):
            gpubench.mfu(1, 1, peaks=self.peaks, of="datasheet")
        with mock.patch.object(_place, "find_peaks", lambda device: None):
            with self.assertRaisesRegex(gpubench.Error, "no peaks of this GPU are known"):
                gpubench.place(1, 1, 1)

    def test_words_are_those_of_the_program(self):
        header = (ROOT / "harness/profiling/profile/binding.h").read_text(encoding="utf-8")
        said = dict(re.findall(r"#define GB_BINDING_(\w+)\s+([\d.]+)", header))
        self.assertEqual({name: float(value) for name, value in said.items()},
                         {"AT": _place.AT, "NEAR": _place.NEAR, "ABOVE": _place.ABOVE})


if __name__ == "__main__":
    unittest.main()
