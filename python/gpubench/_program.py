"""The program gpubench and its files."""
import io
import os
import sysconfig
from typing import Callable, Iterator, List, Optional

from ._read import read_csv
from ._row import Error, Row
from ._table import Table

_SOME_FAILED = 2  # exit status of a run in which some rows failed; their reasons say why

_HERE = os.path.dirname(os.path.abspath(__file__))


def _places() -> Iterator[str]:
    """Candidates: the tree of `pip install --target`, the commands of this Python and of the user, the build in the
    source tree, PATH."""
    if "GPUBENCH_PROGRAM" in os.environ:
        yield os.environ["GPUBENCH_PROGRAM"]
        return
    folders = [os.path.join(os.path.dirname(_HERE), "bin"), sysconfig.get_path("scripts"),
               sysconfig.get_path("scripts", "posix_user"), os.path.join(_HERE, "..", "..", "build")]
    for folder in folders + os.environ.get("PATH", "").split(os.pathsep):
        yield os.path.join(folder, "gpubench")


def program() -> str:
    """The path of the program. GPUBENCH_PROGRAM overrides it."""
    for path in _places():
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise Error("the program gpubench was not found: reinstall the wheel, or set GPUBENCH_PROGRAM")


def reference_folders() -> List[str]:
    """The folders of references: those of GPUBENCH_REFERENCE, of the program, and of the source tree."""
    folders = [folder for folder in os.environ.get("GPUBENCH_REFERENCE", "").split(":") if folder]
    for root in (sysconfig.get_path("data"), sysconfig.get_path("data", "posix_user"), os.path.dirname(_HERE)):
        folders.append(os.path.join(root, "share", "gpubench", "reference"))
    return folders + [os.path.join(os.path.dirname(os.path.dirname(_HERE)), "results", "reference")]


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no reason was given"


def output_of(arguments: List[str]) -> str:
    """The program's output. Error: the program failed; the text is its message."""
    import subprocess
    done = subprocess.run([program(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          encoding="utf-8", errors="replace")
    if done.returncode != 0:
        raise Error(f"gpubench {arguments[0]}: {_last_line(done.stderr)}")
    return done.stdout


def remember(*files: str) -> None:
    """Store the peaks of result files for `peaks()`, as `gpubench peaks --update` does."""
    output_of(["peaks", "--update", *files])


def run(benchmark: str, *, device: "int | str" = 0, quick: bool = True, remember: bool = False,
        progress: Optional[Callable[[Row], None]] = None, options: Optional[List[str]] = None, **axes: object) -> Table:
    """Measure: run `gpubench -b BENCHMARK -a AXIS=VALUE... -d DEVICE` and return its rows.

    `benchmark` is a name, a regular expression for whole names, or "all". Each axis is a keyword (`op="read"`; a list
    has several values). `device` is a number, a UUID or "host". `progress` is called with each row as it is measured.
    `remember` stores the roofs for peaks(). `options` are additional command-line options.

    Separate processes measure: a crash in one is a row with the status "failed", not an exception. Error: nothing could
    be measured at all, or the run was cut short; the text is the program's message.
    """
    import subprocess
    import tempfile
    arguments = [program()] + (["--all"] if benchmark == "all" else ["-b", benchmark]) + ["-d", str(device)]
    for axis, value in axes.items():
        values = value if isinstance(value, (list, tuple)) else [value]
        arguments += ["-a", f"{axis}={','.join(map(str, values))}"]
    arguments += ["--quick"] * quick + ["--remember"] * remember + (options or [])
    rows: List[Row] = []
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as messages:
        with subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages) as running:
            assert running.stdout is not None
            try:
                for row in read_csv(io.TextIOWrapper(running.stdout, encoding="utf-8", newline=""), "gpubench"):
                    rows.append(row)
                    if progress is not None:
                        progress(row)
            except BaseException:
                running.terminate()
                raise
        messages.seek(0)
        if running.returncode != 0 and not (rows and running.returncode == _SOME_FAILED):
            raise Error(_last_line(messages.read()))
    return Table(rows)
