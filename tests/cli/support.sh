#!/bin/bash
# support.sh BUILD: what the scripts of this folder share: the fake program in a folder of its own, and how it is run
# and checked.
# shellcheck disable=SC2034 # used where this is read
set -u
build=$(realpath "$1")
tests=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The fake program in a folder of its own, with plug-ins that are in order; build/tests/plugins has bad ones as well.
mkdir -p "$work/bin/plugins"
cp "$build/tests/gpubench-fake" "$build/tests/gpubench-profile" "$work/bin"
for name in toy toy_cycles skeleton; do
	ln -s "$build/tests/plugins/$name.so" "$work/bin/plugins"
done
fake=$work/bin/gpubench-fake program=$fake
real=$build/gpubench
# Python itself, without what a site or a pyenv puts before it: columns are read hundreds of times.
python=$(python3 -c 'import sys; print(sys.executable)')
out=$work/out err=$work/err status=0
unset GPUBENCH_PLUGIN_PATH SLURM_JOB_ID SLURM_JOB_NUM_NODES GPUBENCH_HOST SLURMD_NODENAME KUBERNETES_SERVICE_HOST
# libpciaccess, which hwloc asks for PCI devices, leaks: LeakSanitizer would take it for ours. The fake has none anyway.
export HWLOC_COMPONENTS=${HWLOC_COMPONENTS:+$HWLOC_COMPONENTS,}-pci
# Colours on a terminal have a test of their own, window.py.
export NO_COLOR=1
# The tests' own sort, awk and grep give the same in every locale; the tested commands run in that of the user.
user_locale=${LC_ALL-}
export LC_ALL=C
# A sanitizer would make an exit of a wild pointer.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0

# sanitized: whether the build has a sanitizer. It takes more time and memory, and keeps what was freed.
sanitized() {
	grep -q -- -fsanitize "$build/obj/cc.flags"
}

# ---- the runner ------------------------------------------------------------------------------------------------------

# run COMMAND...: leaves status, $out and $err. A command that hangs is ended by tests/run.py.
run() {
	(become "$@") >"$out" 2>"$err" </dev/null
	status=$?
}

# first_core: its number, for taskset. Threads of a team that other tests keep from their cores wait for each other.
first_core() {
	taskset -pc $$ | sed 's/.*: //; s/[^0-9].*//'
}

# processor_ms COMMAND...: milliseconds of the processor that ten times of it take, with all that it starts. Work of
# others is not among them.
processor_ms() {
	local TIMEFORMAT='%U %S'
	{ time for _ in 1 2 3 4 5 6 7 8 9 10; do "$@" >/dev/null 2>&1; done; } 2>&1 |
		awk '{ printf "%d", 1000 * ($1 + $2) }'
}

# quick NAME COMMAND...: it takes less of the processor than thirty shells that do nothing (50 ms, where a shell starts
# in 2) and four checksums of the plug-ins: each is read once to see that it is whole, and those of all architectures
# have 100 MB.
quick() {
	local name=$1 took most
	shift
	took=$(processor_ms "$@")
	most=$((30 * $(processor_ms bash --norc -c :) + 4 * $(processor_ms cksum "$build"/plugins/*.so)))
	check "$name takes $took ms ten times, at most $most" test "$took" -lt "$most"
}

# on SETTINGS ARGUMENTS...: run the program on a fake device like that.
on() {
	local settings=$1
	shift
	GPUBENCH_FAKE=$settings run "$fake" "$@"
}

# ends STATUS [TEXT...]: the exit status, and each text is in the messages, which have no other "gpubench:" line than
# one for each text.
ends() {
	[ "$status" -eq "$1" ] || return 1
	shift
	local text said
	IFS= read -rd '' said <"$err"
	for text in "$@"; do
		[[ $said = *"$text"* ]] || { echo "not said: $text"; return 1; }
	done
}

# complains STATUS TEXT: exactly one line on standard error, with the text, and nothing on standard output.
complains() {
	ends "$1" "$2" && [ "$(wc -l <"$err")" -eq 1 ] && [ ! -s "$out" ]
}

# fields NAME...: these columns of the CSV on standard input, with blanks between them, header left out.
fields() {
	awk -f "$tests/shared/columns.awk" "$@"
}

# has FILE COLUMNS LINES: these columns of a CSV file are exactly these lines.
has() {
	fields "$2" <"$1" >"$work/found"
	printf '%s\n' "$3" | diff - "$work/found"
}

# rows FILE N: a CSV of N rows after one header; every line is whole.
rows() {
	[ "$(wc -l <"$1")" -eq $(($2 + 1)) ] && [ "$(tail -c 1 "$1")" = "" ] &&
		! fields status <"$1" | grep -q 'another number' && head -1 "$1" | grep -q '^schema,version,'
}

# shellcheck source=/dev/null
. "$tests/cli/background.sh"
# shellcheck source=tests/shared/checks.sh
. "$tests/shared/checks.sh"
