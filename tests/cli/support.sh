#!/bin/bash
# support.sh BUILD: functions shared by the scripts in this folder: the fake program in a separate folder, and functions
# that run and check it.
# shellcheck disable=SC2034 # used where this is read
set -u
build=$(realpath "$1")
tests=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The fake program in a separate folder, with valid plug-ins; build/tests/plugins also has invalid ones.
mkdir -p "$work/bin/plugins"
cp "$build/tests/gpubench-fake" "$build/tests/gpubench-profile" "$work/bin"
for name in toy toy_cycles skeleton; do
	ln -s "$build/tests/plugins/$name.so" "$work/bin/plugins"
done
fake=$work/bin/gpubench-fake program=$fake
real=$build/gpubench
# Python itself, without the wrapper of a site or of pyenv: columns are read hundreds of times.
python=$(python3 -c 'import sys; print(sys.executable)')
out=$work/out err=$work/err status=0
unset GPUBENCH_PLUGIN_PATH SLURM_JOB_ID SLURM_JOB_NUM_NODES GPUBENCH_HOST SLURMD_NODENAME KUBERNETES_SERVICE_HOST
# libpciaccess, which hwloc uses for PCI devices, leaks, and LeakSanitizer would blame the program. The fake device has
# no PCI devices anyway.
export HWLOC_COMPONENTS=${HWLOC_COMPONENTS:+$HWLOC_COMPONENTS,}-pci
# Colours on a terminal have a test of their own, window.py.
export NO_COLOR=1
# The tests' sort, awk and grep behave the same in every locale; the tested commands run in the user's locale.
user_locale=${LC_ALL-}
export LC_ALL=C
# A sanitizer would turn a wild pointer into an exit.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0

# sanitized: whether the build has a sanitizer, which needs more time and memory, and keeps freed memory.
sanitized() {
	grep -q -- -fsanitize "$build/obj/cc.flags"
}

# ---- the runner ------------------------------------------------------------------------------------------------------

# run COMMAND...: sets status, $out and $err. tests/run.py ends a command that hangs.
run() {
	(become "$@") >"$out" 2>"$err" </dev/null
	status=$?
}

# first_core: the number of the first core, for taskset. If other tests keep threads of a team from their cores, they
# wait for each other.
first_core() {
	taskset -pc $$ | sed 's/.*: //; s/[^0-9].*//'
}

# processor_ms COMMAND...: the processor milliseconds of ten runs, including all child processes but not other work.
processor_ms() {
	local TIMEFORMAT='%U %S'
	{ time for _ in 1 2 3 4 5 6 7 8 9 10; do "$@" >/dev/null 2>&1; done; } 2>&1 |
		awk '{ printf "%d", 1000 * ($1 + $2) }'
}

# quick NAME COMMAND...: the command takes less processor time than thirty idle shells (50 ms, if a shell starts in 2)
# and four checksums of the plug-ins: each plug-in is read once for a check, and plug-ins for all architectures have 100
# MB.
quick() {
	local name=$1 took most
	shift
	took=$(processor_ms "$@")
	most=$((30 * $(processor_ms bash --norc -c :) + 4 * $(processor_ms cksum "$build"/plugins/*.so)))
	check "$name takes $took ms ten times, at most $most" test "$took" -lt "$most"
}

# on SETTINGS ARGUMENTS...: run the program on a fake device with these settings.
on() {
	local settings=$1
	shift
	GPUBENCH_FAKE=$settings run "$fake" "$@"
}

# ends STATUS [TEXT...]: the exit status must match, and each text must occur in the messages, which have exactly one
# "gpubench:" line for each text.
ends() {
	[ "$status" -eq "$1" ] || return 1
	shift
	local text said
	IFS= read -rd '' said <"$err"
	for text in "$@"; do
		[[ $said = *"$text"* ]] || { echo "not said: $text"; return 1; }
	done
}

# complains STATUS TEXT: exactly one line on standard error, containing the text, and nothing on standard output.
complains() {
	ends "$1" "$2" && [ "$(wc -l <"$err")" -eq 1 ] && [ ! -s "$out" ]
}

# fields NAME...: these columns of the CSV on standard input, separated by spaces, without the header.
fields() {
	awk -f "$tests/shared/columns.awk" "$@"
}

# has FILE COLUMNS LINES: these columns of a CSV file are exactly these lines.
has() {
	fields "$2" <"$1" >"$work/found"
	printf '%s\n' "$3" | diff - "$work/found"
}

# rows FILE N: a CSV with N rows after one header; every line is complete.
rows() {
	[ "$(wc -l <"$1")" -eq $(($2 + 1)) ] && [ "$(tail -c 1 "$1")" = "" ] &&
		! fields status <"$1" | grep -q 'another number' && head -1 "$1" | grep -q '^schema,version,'
}

# shellcheck source=/dev/null
. "$tests/cli/background.sh"
# shellcheck source=tests/shared/checks.sh
. "$tests/shared/checks.sh"
