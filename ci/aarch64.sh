#!/bin/bash
# aarch64.sh [--all] [BUILD [SETTING...]]: builds for aarch64 on this machine and runs the result under qemu-user,
# without a GPU.
#   (none)  a sixth of the unit programs of the harness and of the host's benchmarks, chosen by the commit, without
#           kernels and without test_faults, which takes longest
#   --all   every unit program, the host's benchmarks, and the archive and the wheel with kernels, by the toolkit of
#           CUDA 12.9 unless SETTING names another. This takes an hour of processor time, so ci/run does not do it.
set -eu
cd "$(dirname "$0")/.."
all=
[ "${1-}" != --all ] || { all=yes && shift; }
build=${1:-build-ci/aarch64}
[ $# -eq 0 ] || shift
settings=(MACHINE=aarch64 BUILD="$build/none" CUDA_HOME=none)

# rows FILE: each host benchmark has rows, all are complete, and none has failed.
rows() {
	"${emulator[@]}" "$program" --all --device host --quick --patience 2500 -o "$1"
	awk -f tests/shared/columns.awk benchmark status value <"$1" >"$1.words"
	if grep -nE 'number of fields| failed ' "$1.words"; then return 1; fi
	for name in bench/host_*/; do
		grep -qE "^$(basename "$name") (ok|suspect) [0-9]" "$1.words" ||
			{ echo "$name has no row with a value" && return 1; }
	done
}

make deps sysroot "${settings[@]}"
read -ra emulator <<<"$(make -s print-emulator "${settings[@]}")"
program=$build/none/gpubench
if [ -n "$all" ]; then
	make tests "${settings[@]}"
	tests/run.py "$build/none" --emulator "${emulator[*]}"
	rows "$build/none/host.csv"
	ci/bundle.sh "$build" MACHINE=aarch64 "$@"
	ci/wheel.sh "$build" MACHINE=aarch64 "$@"
	exit
fi

names=()
for source in tests/unit/test_*.c bench/host_*/test_*.c; do
	name=$(basename "$source" .c)
	[ "$name" = test_faults ] || names+=("$name")
done
read -ra names <<<"$(tests/shared/sample_by_commit.py $((${#names[@]} / 6)) "${names[@]}")"
programs=("${names[@]/#/$build/none/tests/unit/}")
read -ra beside <<<"$(make -s print-test_plugins "${settings[@]}") $(make -s print-fake_libraries "${settings[@]}")"
# With less optimization, compiling takes a third less time and the code behaves the same.
make all "${beside[@]}" "${programs[@]}" CFLAGS=-O1 "${settings[@]}"
tests/run.py "$build/none" --emulator "${emulator[*]}" "${names[@]}"
