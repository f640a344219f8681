#!/usr/bin/env python3
"""package.py [BUILD]: tests the Python package on this GPU: peaks that are measured and remembered, and the place of a
matrix product of PyTorch, if that is installed. Its output is the transcript. Exit status: 0 all is as it must be, 1
something is not, 77 cannot be done here."""
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import gpubench  # noqa: E402
from gpubench.torch import region  # noqa: E402

SIZE = 8192
# A multiple of the tiles of 128, 256 and 320 that cuBLAS has. With 8192 the last tiles extend beyond the matrix, and
# counters show 1.6 % more.
PROFILED = 7680
LAUNCHES = 20


def check(what, holds):
    print(f"{'ok' if holds else 'FAILED'}: {what}")
    return not holds


def measure():
    """peaks() returns what a quick run remembers."""
    rows = gpubench.run("tensor|dram|ffma", remember=True)
    measured, told = gpubench.peaks_of(rows), gpubench.peaks()
    print(told)
    for roof in ("dram.read", "fp32", "tensor.bf16"):
        print(f"  {roof}: {told[roof].sustained:.4g} {told[roof].unit}")
    return told, check("peaks() returns what was measured on this card", told.source == "measured" and
                       all(told[roof].sustained == measured[roof].sustained for roof in measured))


def product(peaks):
    """The place of a product large enough to be limited by the matrix units."""
    import torch
    a, b = (torch.randn(SIZE, SIZE, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    for _ in range(LAUNCHES):
        c = a @ b
    with region(torch.bfloat16, bytes=LAUNCHES * 3 * 2 * SIZE**2, peaks=peaks) as found:
        for _ in range(LAUNCHES):
            c = a @ b
    mfu = gpubench.mfu(found.flop, found.seconds, torch.bfloat16, peaks=peaks)
    print(f"torch {torch.__version__}: {SIZE} x {SIZE}, sum {c.float().sum().item():.3g}: MFU {mfu:.3f}")
    return check("FLOP are counted", found.flop == LAUNCHES * 2 * SIZE**3) + \
        check("tensor.bf16 binds, and nothing is above it", found.place.roof == "tensor.bf16" and
              0.3 < found.place.fraction < 1.1)


def as_profiled(program, folder):
    """Compares mfu() of a product's time and FLOP with the result of `profile` from its counters."""
    roofs, table = Path(folder, "roofs.csv"), Path(folder, "profiled.csv")
    subprocess.run([program, "-b", "tensor|dram", "--quick", "-o", roofs], check=True, capture_output=True)
    script = (f"import torch; a = torch.randn({PROFILED}, {PROFILED}, device='cuda', dtype=torch.bfloat16); a @ a; "
              "torch.cuda.synchronize()")
    done = subprocess.run([program, "profile", "--roofs", roofs, "--csv", "-o", table, "--", sys.executable, "-c",
                           script], check=False,
                          capture_output=True, text=True)
    if done.returncode != 0:
        print(f"not run: profile: {done.stderr.strip().splitlines()[-1:]}")
        return 0
    with open(table, encoding="utf-8", newline="") as file:
        row = max(csv.DictReader(file), key=lambda row: float(row["flop"] or 0))
    peaks = gpubench.peaks_of(gpubench.read(roofs))
    mfu = gpubench.mfu(2 * PROFILED**3, float(row["seconds"]), "bf16", peaks=peaks)
    counted = float(row["achieved"]) / peaks["tensor.bf16"].sustained
    print(f"profile: {row['kernel'][:40]}: {float(row['fraction']):.4f} of {row['roof']} at the launch's clock, "
          f"{counted:.4f} of what the card sustains; mfu() {mfu:.4f}")
    return check("mfu() is what profile counts, to 1 %", row["roof"] == "tensor.bf16" and abs(mfu / counted - 1) < 0.01)


def main():
    build = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build")
    os.environ["GPUBENCH_PROGRAM"] = str(build.resolve() / "gpubench")
    try:
        gpubench.peaks(remembered=False)
    except gpubench.Error as error:
        print(f"package.py: {error}: nothing is tested", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        peaks, failed = measure()
        try:
            failed += product(peaks)
            failed += as_profiled(os.environ["GPUBENCH_PROGRAM"], folder)
        except ImportError as error:
            print(f"not run: a product of PyTorch: {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
