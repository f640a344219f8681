#!/bin/sh
# deps.sh [PACKAGE=COMMAND...]: installs what the build needs and the machine lacks; `make deps` calls it.
#   - Debian and Ubuntu packages, as root or through sudo, after a message that lists them. Without root and sudo, the
#     script prints the command to run, and fails.
#   - The CUDA Toolkit of tools/toolchain/pins/toolkit.txt from PyPI into .toolkit (no root), if no other is found. If
#     it cannot be installed, the script prints that and succeeds: the build continues without kernels, as with
#     CUDA_HOME=none.
# INSTALL=no: nothing is installed. The script lists what is missing, with the command to install it, and fails if
# packages are missing. The output of apt-get and pip goes to BUILD/log (BUILD=build). ci/run passes additional
# packages, each with a command that exists if the package is installed.
set -u
cd "$(dirname "$0")/../.." || exit 1

logs=${BUILD:-build}/log
missing=
sudo=
# After the current step, which Ctrl-C stops as well.
trap 'rm -rf .toolkit.new; exit 130' INT

# say TEXT: prints it, wrapped to 80 columns.
say() {
	echo "$*" | fold -s -w 77 | sed '2,$s/^/  /; s/ *$//'
}

# ---- packages --------------------------------------------------------------------------------------------------------

# command_from PACKAGE COMMAND
command_from() {
	command -v "$2" >/dev/null || [ -e "$2" ] || missing="$missing $1"
}

# header_from PACKAGE HEADER
header_from() {
	echo "#include <$2>" | ${CC:-cc} -E - >/dev/null 2>&1 || missing="$missing $1"
}

# may_install: succeeds as root or with sudo.
may_install() {
	[ "$(id -u)" -ne 0 ] || return 0
	sudo=sudo
	command -v sudo >/dev/null || return 1
	# Ask for a password now, not in the middle of a step's line.
	sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }
}

# tell_network LOG: reports a network failure.
tell_network() {
	words='Temporary failure resolving|ould not resolve|ould not connect|Network is unreachable|timed out'
	! grep -qE "$words|NewConnectionError" "$1" ||
		say "The network cannot be reached from here." >&2
}

# install PACKAGE...: apt-get prints English, because its lines are counted, and waits for another apt-get, which may
# run on a machine that has just started.
install() {
	apt_get="$sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120"
	updated=yes
	# shellcheck disable=SC2086 # words
	tools/step.sh -q "Updating the package lists" "$logs/apt-update.log" $apt_get update \
		-o APT::Update::Error-Mode=any || updated=
	count=$(LC_ALL=C apt-get -s install --no-install-recommends "$@" 2>/dev/null | grep -c '^Inst ')
	if [ -z "$updated" ] && [ "$count" -eq 0 ]; then
		tell_network "$logs/apt-update.log"
		return 1
	fi
	# Each package is downloaded, unpacked and set up.
	# shellcheck disable=SC2086 # words
	tools/step.sh -c '^(Get:|Unpacking |Setting up )' -n $((3 * count)) "Installing $count packages" \
		"$logs/apt-install.log" \
		$apt_get install -y --no-install-recommends "$@" && return
	tell_network "$logs/apt-install.log"
	return 1
}

install_missing() {
	# shellcheck disable=SC2086 # a list of packages
	set -- $missing
	[ $# -gt 0 ] || return 0
	if ! command -v apt-get >/dev/null; then
		say "Missing (Debian's names): $*. Install them with this system's package manager." >&2
		return 1
	fi
	by_hand="apt-get update && apt-get install --no-install-recommends $*"
	if [ "${INSTALL-}" = no ]; then
		say "Missing, and not installed because of INSTALL=no: $*" >&2
		say "As root: $by_hand" >&2
		return 1
	fi
	if ! may_install; then
		say "Missing: $*" >&2
		say "sudo is not available here. As root: $by_hand" >&2
		return 1
	fi
	say "Installing with ${sudo:+$sudo }apt-get (INSTALL=no prevents it, Ctrl-C stops it): $*"
	install "$@"
}

# ---- the toolkit -----------------------------------------------------------------------------------------------------

# The Makefile knows where to look for toolkits.
wants_toolkit() {
	[ "${CUDA_HOME-}" != none ] && command -v make >/dev/null && [ -z "$(MAKEFLAGS='' make -s print-NVCC)" ]
}

has_pip() {
	python3 -m pip --version >/dev/null 2>&1
}

take_toolkit() {
	if [ "${INSTALL-}" = no ]; then
		say "No CUDA Toolkit was found, and none is installed from PyPI because of INSTALL=no:" \
			"\`make deps\` does it (about 100 MB)." >&2
		return
	fi
	if ! has_pip; then
		say "Without python3-pip no CUDA Toolkit can be installed from PyPI: the build continues" \
			"without kernels." >&2
		return
	fi
	say "Installing CUDA's nvcc and cudart from PyPI with pip, about 100 MB, into .toolkit (INSTALL=no prevents it)"
	# tools/toolchain/toolkit.sh runs pip quietly: PIP_VERBOSE makes it print a line for each download.
	if ! PIP_VERBOSE=1 tools/step.sh -c '^Collecting ' -n "$(grep -c '==' tools/toolchain/pins/toolkit.txt)" \
			"Downloading the CUDA Toolkit" \
		"$logs/toolkit.log" tools/toolchain/toolkit.sh; then
		tell_network "$logs/toolkit.log"
		say "There is no CUDA Toolkit: the build continues without kernels." >&2
	fi
}

# ----------------------------------------------------------------------------------------------------------------------

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
! wants_toolkit || has_pip || missing="$missing python3-pip"

status=0
# Needed only for the toolkit, without which the build continues.
install_missing || [ "$missing" = " python3-pip" ] || status=1
# Without a compiler the toolkit is useless.
if { [ $status -eq 0 ] || command -v "${CC:-cc}" >/dev/null; } && wants_toolkit; then
	take_toolkit
fi
exit $status
