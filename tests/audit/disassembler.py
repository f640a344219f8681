"""disassembler.py: finds a cuobjdump and an nvdisasm that support an architecture: those of the toolkit, or otherwise
those from PyPI, fetched once into .toolkit/disasm (DISASM= names another folder). """
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOLS = ("nvdisasm", "cuobjdump")
PIP = [sys.executable, "-m", "pip"]
PIP_OPTIONS = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "20", "--no-deps",
               "--only-binary=:all:", "--require-hashes"]


class Missing(Exception):
    """None was found; the text says why."""


@lru_cache(maxsize=None)
def _help(folder):
    if not all(os.access(Path(folder, tool), os.X_OK) for tool in TOOLS):
        return ""
    return subprocess.run([Path(folder, "nvdisasm"), "--help"], capture_output=True, text=True, check=False).stdout


def _reads(folder, arch):
    """nvdisasm's help lists the supported architectures."""
    return f"'SM{arch}'" in _help(folder)


def _find_here(arch, fetched):
    """The first one already available, or None."""
    on_path = shutil.which("nvdisasm")
    folders = [os.path.dirname(on_path)] if on_path else []
    folders += [os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin"), "/usr/local/cuda/bin"]
    for pattern in (".toolkit/nvidia/cu*/bin", f"{fetched}/*/nvidia/cu*/bin", f"{fetched}/*/bin"):
        folders += sorted(glob.glob(pattern))
    for folder in folders:
        if _reads(os.path.realpath(folder), arch):
            return os.path.realpath(folder)
    return None


def _pip(log, *arguments):
    subprocess.run([*PIP, arguments[0], *PIP_OPTIONS, *arguments[1:]], stdout=log, stderr=log, check=True)


def _make_executable(files):
    for file in files:
        os.chmod(file, 0o755)


def _fetch_current(new, log):
    _pip(log, "install", "-r", str(HERE / "disasm.txt"), "--target", str(new))
    _make_executable(glob.glob(f"{new}/nvidia/cu*/bin/*"))


def _fetch_sm70(new, log):
    _pip(log, "download", "-r", str(HERE / "disasm-sm70.txt"), "--dest", str(new), "--python-version", "3.11",
         "--implementation", "cp", "--abi", "cp311", "--platform", "manylinux2014_x86_64")
    (wheel,) = new.glob("triton-*.whl")
    (new / "bin").mkdir()
    with zipfile.ZipFile(wheel) as archive:
        for tool in TOOLS:
            (new / "bin" / tool).write_bytes(archive.read(f"triton/backends/nvidia/bin/{tool}"))
    _make_executable((new / "bin").iterdir())
    wheel.unlink()


def _fetch(arch, fetched, log):
    """Into a separate folder, completely or not at all, because another process may do the same."""
    old = int(re.match("[0-9]+", arch).group()) < 75
    name, fetch = ("sm70", _fetch_sm70) if old else ("current", _fetch_current)
    with tempfile.TemporaryDirectory(dir=fetched, prefix=".new.") as folder:
        new = Path(folder, name)
        new.mkdir()
        fetch(new, log)
        if _find_here(arch, fetched) is None:
            shutil.rmtree(fetched / name, ignore_errors=True)
            new.rename(fetched / name)
    _help.cache_clear()


def _reason(log_path):
    found = re.search("^.*(error|could not|no module).*$", log_path.read_text(errors="replace"), re.I | re.M)
    return found.group()[:150] if found else "see " + str(log_path)


def find_disassembler(arch):
    """The full path of a folder with both tools that support sm_`arch`. Raises Missing."""
    fetched = Path(os.environ.get("DISASM", ".toolkit/disasm"))
    found = _find_here(arch, fetched)
    if found:
        return found
    fetched.mkdir(parents=True, exist_ok=True)
    log_path = fetched / "log"
    with open(log_path, "w", encoding="utf-8") as log:
        try:
            _fetch(arch, fetched, log)
        except (subprocess.CalledProcessError, OSError, ValueError, KeyError) as error:
            print(f"ERROR: {error}", file=log)
    found = _find_here(arch, fetched)
    if found:
        return found
    raise Missing(f"no nvdisasm that reads sm_{arch}, neither in a CUDA Toolkit nor from PyPI ({_reason(log_path)})")
