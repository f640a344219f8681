#!/bin/sh
# deps.sh [PACKAGE=COMMAND...]: install what the build needs and the machine lacks; `make deps` calls it.
#   - Debian and Ubuntu packages, as root or through sudo, after a line that names them; without either the command to run is
#     printed and this fails.
#   - The CUDA Toolkit of ci/toolkit.txt from PyPI into .toolkit (no root), where no other is found. If that cannot be
#     had, one line says so and this succeeds: the build goes on without kernels. CUDA_HOME=none asks for none.
# ci/run names further packages, each with the command that shows that it is there.
set -eu
cd "$(dirname "$0")/.."

missing=
exec 3>&1 # what is done is said even where its output is kept

# command_from PACKAGE COMMAND
command_from() {
	command -v "$2" >/dev/null || [ -e "$2" ] || missing="$missing $1"
}

# header_from PACKAGE HEADER
header_from() {
	echo "#include <$2>" | ${CC:-cc} -E - >/dev/null 2>&1 || missing="$missing $1"
}

install_missing() {
	[ -n "$missing" ] || return 0
	if ! command -v apt-get >/dev/null; then
		echo "Missing (Debian's names):$missing. Install them with this system's package manager." >&2
		return 1
	fi
	what="Installing$missing"
	# shellcheck disable=SC2086 # a list of packages
	set -- apt-get install -y --no-install-recommends $missing
	missing=
	if [ "$(id -u)" -eq 0 ]; then
		sudo=
	elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
		sudo=sudo
	else
		echo "As root, run: apt-get update && $*" >&2
		return 1
	fi
	echo "$what (apt-get${sudo:+, $sudo}); Ctrl-C stops it" >&3
	$sudo apt-get update -qq
	DEBIAN_FRONTEND=noninteractive $sudo "$@"
}

command_from gcc cc
command_from g++ g++ # nvcc preprocesses with it
command_from make make
command_from pkg-config pkg-config
command_from gnuplot-nox gnuplot
header_from libc6-dev stdio.h
header_from libhwloc-dev hwloc.h
header_from libcsv-dev csv.h
header_from libjansson-dev jansson.h
header_from libseccomp-dev seccomp.h
header_from libsqlite3-dev sqlite3.h
header_from zlib1g-dev zlib.h
header_from libcmocka-dev cmocka.h
for more in "$@"; do
	command_from "${more%=*}" "${more#*=}"
done
install_missing

# The Makefile knows where toolkits are looked for.
nvcc=$(MAKEFLAGS='' make -s print-NVCC)
if [ "${CUDA_HOME-}" = none ] || [ -n "$nvcc" ]; then
	exit 0
fi

echo "No CUDA Toolkit found: taking nvcc and cudart from PyPI (about 100 MB) into .toolkit"
python3 -m pip --version >/dev/null 2>&1 || missing="python3 python3-pip"
if ! { install_missing && ci/toolkit.sh; } >.toolkit.log 2>&1; then
	echo "No CUDA Toolkit from PyPI either ($(grep -m 1 -iE 'error|could not' .toolkit.log | cut -c 1-200)):" \
		"the build goes on without kernels." >&2
fi
rm -f .toolkit.log
