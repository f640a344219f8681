#!/bin/bash
# inputs.sh BUILD: tests that inputs that never end, or are not of the named kind, are reported in one clear line.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

good=$tests/data/before.csv
timed() {
	run timeout 60 "$@"
}

# one_of_both TEXT: the status is 1 or 2, and the output contains the text.
one_of_both() {
	[ "$status" -eq 1 ] || [ "$status" -eq 2 ] && grep -qF -- "$1" "$err"
}

# files found in a folder

mkdir "$work/results"
cp "$tests"/../results/h200-sxm/all.csv "$work/results"
ln -s /dev/zero "$work/results/zero.csv"
mkfifo "$work/results/pipe.csv"
cd "$work" || exit
timed "$fake" profile --from "$tests/data/ncu/overlap-h200.csv"
check "profile passes over a pipe and a device" test "$status" -eq 0

# inputs without an end or a writer

# A list is refused with status 1, results with 2.
readers=("roofs" "profile --from" "ab --from" "store $work/endless.db" "roofs --files-from")
mkfifo "$work/nobody"
for reader in "${readers[@]}"; do
	# shellcheck disable=SC2086 # words
	timed "$fake" $reader /dev/zero
	check "$reader of a device" one_of_both "zero: is a device, expected a file or a pipe"
	# shellcheck disable=SC2086
	timeout 60 "$fake" $reader "$work/nobody" >/dev/null 2>"$work/nobody.${reader//[^a-z]/}" </dev/null &
	waiting+=($!)
done
mkfifo "$work/slow"
exec 9<>"$work/slow"
for command in "profile --from" "ab --from" "roofs --files-from"; do
	printf a >&9
	# shellcheck disable=SC2086
	begin $command "$work/slow"
	until_true catches "$pid"
	kill -INT "$pid"
	finish
	check "the first Ctrl-C ends $command" test "$status" -eq 130
done
exec 9>&-
wait "${waiting[@]}"
for reader in "${readers[@]}"; do
	check "$reader of a pipe that nobody writes to" \
		grep -q 'nobody: nothing was written to this pipe for 30 s' "$work/nobody.${reader//[^a-z]/}"
done

# ---- lines without an end --------------------------------------------------------------------------------------------

# most_memory COMMAND...: what it takes, in MB.
most_memory() {
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$@"
}

# The header, a line of 100 MB, and further rows.
{ head -1 "$good"; head -c 100000000 /dev/zero | tr '\0' a; echo; tail -n +2 "$good"; } >"$work/long.csv"
plain=$(most_memory "$real" roofs "$good")
long=$(most_memory "$real" roofs "$work/long.csv")
if sanitized; then
	skip "the memory that a line of 100 MB takes: a sanitizer keeps what was freed"
else
	check "it takes no memory" test "$long" -lt $((plain + 50))
fi

totals
