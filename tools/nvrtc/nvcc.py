#!/usr/bin/env python3
"""nvcc.py: compiles device code with NVRTC, for the options that harness/gpubench.mk gives to nvcc.

PyPI has no nvcc of CUDA 12, but it has NVRTC 12.9, which compiles for every GPU from V100 to Blackwell. This is
bin/nvcc in a tree laid out as a CUDA Toolkit, with lib64/libnvrtc.so.12 and bin/fatbinary. A process compiles for each
architecture; then fatbinary joins the machine code. An unknown option is an error, because its effect would be missing.
"""
import ctypes
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

BIN = os.path.dirname(os.path.realpath(__file__))
# NVRTC has no host compiler and always optimizes at level 3.
WITHOUT_EFFECT = ("-O3", "-allow-unsupported-compiler")
SAME_IN_NVRTC = ("-std=c++17", "-use_fast_math", "-ftz=true", "-prec-div=false", "-prec-sqrt=false", "-lineinfo")
FLAGS = {"-fatbin": "fatbin", "-dryrun": "dry_run", "-Wno-deprecated-gpu-targets": "old_archs_are_fine",
         "-MMD": "write_deps", "-MP": "phony"}
VALUES = {"-MF": "deps", "-MT": "target", "-o": "out"}
# The only header of the C library that kernels include.
STDINT = b"""#ifndef STDINT_OF_NVRTC
#define STDINT_OF_NVRTC
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef unsigned long uintptr_t;
#endif
"""
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def fail(text):
    sys.exit(f"nvcc: {text}")


# ---- options ---------------------------------------------------------------------------------------------------------


@dataclass
class Task:
    archs: list = field(default_factory=list)  # as 90 and 90a
    passed: list = field(default_factory=list)  # NVRTC's options, the same for every architecture
    includes: list = field(default_factory=list)  # folders
    jobs: int = 1
    source: str = ""
    out: str = ""
    deps: str = ""
    target: str = ""
    fatbin: bool = False
    dry_run: bool = False
    old_archs_are_fine: bool = False
    warnings_are_errors: bool = False
    write_deps: bool = False
    phony: bool = False

    def take_source(self, path):
        if self.source:
            fail(f"two sources: {self.source} and {path}")
        self.source = path

    def take_folder(self, folder):
        self.passed.append(f"-I{folder}")
        self.includes.append(folder)

    def take_host_option(self, value):
        """-iquote,FOLDER is like -I, and -include,FILE is ignored: NVRTC has no system headers that a folder could
        hide or that need gpubench_libc.h."""
        if value.startswith("-iquote,"):
            self.take_folder(value[len("-iquote,"):])
        elif not value.startswith("-include,"):
            fail(f"-Xcompiler {value}: only -iquote,FOLDER and -include,FILE are known here")

    def take_arch(self, value):
        """arch=compute_90a,code=sm_90a: machine code of one architecture."""
        found = re.fullmatch(r"arch=compute_([0-9af]{1,7}),code=sm_\1", value)
        if not found:
            fail(f"-gencode {value}: expected arch=compute_X,code=sm_X")
        self.archs.append(found[1])

    def take_jobs(self, value):
        if not value.isdecimal():
            fail(f"--threads {value}: expected a number")
        self.jobs = int(value) or os.cpu_count() or 1

    def take_value(self, name, value):
        if name == "-gencode":
            self.take_arch(value)
        elif name == "-threads":
            self.take_jobs(value)
        elif name == "-Werror" and value == "all-warnings":
            self.warnings_are_errors = True
        elif name == "-Werror":
            fail(f"-Werror {value}: only all-warnings is known here")
        elif name == "-Xcompiler":
            self.take_host_option(value)
        elif name == "-Xptxas":
            self.passed.append(f"--ptxas-options={value}")
        elif name == "-maxrregcount":
            self.passed.append(f"--maxrregcount={value}")
        elif name in VALUES:
            setattr(self, VALUES[name], value)
        elif (name, value) != ("-x", "cu"):  # every source here is CUDA
            fail(f"option {name} is not known here (this nvcc is NVRTC: tools/nvrtc/nvcc.py)")

    def take_flag(self, option):
        """True if an option takes no value."""
        if option in FLAGS:
            setattr(self, FLAGS[option], True)
        elif re.match("-I.", option):
            self.take_folder(option[2:])
        elif option in SAME_IN_NVRTC or re.match("-[DU].", option):
            self.passed.append(option)
        else:
            return option in WITHOUT_EFFECT
        return True

    def parse(self, words):
        words = iter(words)
        for word in words:
            # --threads and -threads are the same to nvcc.
            option = word[1:] if word.startswith("--") else word
            name, equals, value = option.partition("=")
            if not option.startswith("-") or option == "-":
                self.take_source(option)
            elif not self.take_flag(option):
                value = value if equals else next(words, None)
                if value is None:
                    fail(f"option {option} is not known here, or lacks its value")
                self.take_value(name, value)
        if not (self.fatbin and self.source and self.out and self.archs):
            fail("expected -fatbin -gencode arch=compute_X,code=sm_X ... -o FILE SOURCE")
        if self.write_deps and not (self.deps and self.target):
            fail("-MMD needs -MF FILE and -MT TARGET")


# ---- what is included ------------------------------------------------------------------------------------------------


def read_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def headers_of(task):
    """The files included by a "quoted" name, even if a condition excludes them, in which case make only compiles
    once too often. The search order is that of NVRTC: next to the including file, next to the source, then in the
    named folders. NVRTC reports a file that is missing."""
    headers = []
    for path in (paths := [task.source]):
        for name in INCLUDE.findall(read_text(path)):
            folders = [os.path.dirname(path), os.path.dirname(task.source), *task.includes]
            found = next((at for at in (os.path.join(folder, name) for folder in folders) if os.access(at, os.R_OK)),
                         None)
            if found and found not in headers:
                headers.append(found)
                paths.append(found)
    return headers


def write_deps(task):
    headers = headers_of(task)
    with open(task.deps, "w", encoding="utf-8") as file:
        file.write(" \\\n  ".join([f"{task.target}: {task.source}", *headers]) + "\n")
        file.writelines(f"{header}:\n" for header in headers if task.phony)


# ---- NVRTC -----------------------------------------------------------------------------------------------------------


class Nvrtc:
    def __init__(self):
        self.library = ctypes.CDLL(f"{BIN}/../lib64/libnvrtc.so.12")
        self.library.nvrtcGetErrorString.restype = ctypes.c_char_p
        self.program = ctypes.c_void_p()

    def error(self, result):
        return self.library.nvrtcGetErrorString(result).decode()

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result:
            fail(f"{name}: {self.error(result)}")

    def bytes_of(self, what):
        """A log or machine code, whose size is queried by a separate call."""
        size = ctypes.c_size_t()
        self.call(f"nvrtcGet{what}Size", self.program, ctypes.byref(size))
        content = ctypes.create_string_buffer(size.value)
        self.call(f"nvrtcGet{what}", self.program, content)
        return content.raw

    def compile(self, task, arch, source):
        """NVRTC's status. The output depends only on the tree."""
        options = [word.encode() for word in (f"--gpu-architecture=sm_{arch}", "--no-cache", *task.passed)]
        self.call("nvrtcCreateProgram", ctypes.byref(self.program), source.encode(), task.source.encode(), 1,
                  (ctypes.c_char_p * 1)(STDINT), (ctypes.c_char_p * 1)(b"stdint.h"))
        return self.library.nvrtcCompileProgram(self.program, len(options), (ctypes.c_char_p * len(options))(*options))

    def archs(self):
        count = ctypes.c_int()
        self.call("nvrtcGetNumSupportedArchs", ctypes.byref(count))
        archs = (ctypes.c_int * count.value)()
        self.call("nvrtcGetSupportedArchs", archs)
        return list(archs)

    def version(self):
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call("nvrtcVersion", ctypes.byref(major), ctypes.byref(minor))
        return f"{major.value}.{minor.value}"


# ---- compiling -------------------------------------------------------------------------------------------------------


def cubin_path(task, arch):
    return f"{task.out}.sm_{arch}.cubin"


def show_log(task, nvrtc):
    """Print NVRTC's messages; returns whether they include a warning."""
    # NVRTC has no option that suppresses the warning about old architectures.
    lines = [line for line in nvrtc.bytes_of("ProgramLog").rstrip(b"\0").decode(errors="replace").split("\n")
             if line and not (task.old_archs_are_fine and "Architectures prior to " in line)]
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    return any("warning" in line.lower() for line in lines)


def compile_one(task, arch):
    nvrtc = Nvrtc()
    result = nvrtc.compile(task, arch, read_text(task.source))
    warns = show_log(task, nvrtc)
    if result:
        fail(f"{task.source} for sm_{arch}: {nvrtc.error(result)}")
    if warns and task.warnings_are_errors:
        fail(f"{task.source} for sm_{arch}: warnings are errors")
    with open(cubin_path(task, arch), "wb") as file:
        file.write(nvrtc.bytes_of("CUBIN"))


def start_one(task, arch):
    child = os.fork()
    if child == 0:
        try:
            compile_one(task, arch)
            status = 0
        except (OSError, SystemExit) as why:
            status = 1
            print(f"nvcc: {why}" if isinstance(why, OSError) else why, file=sys.stderr, flush=True)
        os._exit(status)


def compile_all(task):
    """True if every architecture was compiled, `jobs` at a time."""
    statuses = []
    for number, arch in enumerate(task.archs):
        if number >= task.jobs:
            statuses.append(os.wait()[1])
        start_one(task, arch)
    while len(statuses) < len(task.archs):
        statuses.append(os.wait()[1])
    return not any(statuses)


def join(task):
    """Every driver can read uncompressed code."""
    images = [f"--image3=kind=elf,sm={arch},file={cubin_path(task, arch)}" for arch in task.archs]
    command = [f"{BIN}/fatbinary", "--compress-mode=none", "-64", f"--create={task.out}", *images]
    return subprocess.run(command, check=False).returncode == 0


def main():
    if sys.argv[1:] == ["--list-gpu-code"]:
        print("\n".join(f"sm_{arch}" for arch in Nvrtc().archs()))
        return 0
    if sys.argv[1:] == ["--version"]:
        print(f"nvcc of gpubench, over NVRTC\nCuda compilation tools, release {Nvrtc().version()}")
        return 0
    task = Task()
    task.parse(sys.argv[1:])
    if task.dry_run:
        # NVRTC does not list architectures with a letter.
        unknown = [arch for arch in task.archs if Nvrtc().compile(task, arch, "")]
        return fail(f"sm_{unknown[0]} is not known") if unknown else 0
    try:
        if task.write_deps:
            write_deps(task)
        good = compile_all(task) and join(task)
    except OSError as why:
        fail(why)
    for arch in task.archs:
        if os.path.exists(cubin_path(task, arch)):
            os.remove(cubin_path(task, arch))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
