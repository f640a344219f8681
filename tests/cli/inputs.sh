#!/bin/bash
# inputs.sh BUILD: inputs that never end, or are not what they are called, end in a clear line.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

good=$tests/data/before.csv
timed() {
	run timeout 60 "$@"
}

# ---- what is found in a folder ------------------------------------------------------------------------------------------

mkdir "$work/reference" "$work/results"
cp "$good" "$work/reference/good.csv"
mkfifo "$work/reference/pipe.csv"
timed env GPUBENCH_REFERENCE="$work/reference" "$real" compare "$good" --baseline reference
check "a pipe in GPUBENCH_REFERENCE" ends 2 "reference/pipe.csv: is no plain file, and is left out"
cp "$tests"/../results/h200-sxm/all.csv "$work/results"
ln -s /dev/zero "$work/results/zero.csv"
mkfifo "$work/results/pipe.csv"
cd "$work" || exit
timed "$fake" profile --from "$tests/data/ncu/overlap-h200.csv"
check "profile passes over a pipe and a device" test "$status" -eq 0
timed "$real" roofs "$work/results/zero.csv"
check "a device that is named" ends 2 "zero.csv: is a device, expected a file or a pipe"

# ---- a pipe that is named ------------------------------------------------------------------------------------------------

run "$real" roofs <(cat "$good")
check "a pipe that is named is read from its first byte" ends 0
cp "$out" "$work/piped"
run "$real" roofs "$good"
check "as the file it comes from" cmp "$work/piped" "$out"

# ---- what is named -------------------------------------------------------------------------------------------------------

{ printf '\xff\xfe'; iconv -t UTF-16LE "$good"; } >"$work/wide.csv"
timed "$real" roofs "$work/wide.csv"
check "UTF-16" ends 2 "wide.csv: is UTF-16, expected UTF-8"
tr ',' ';' <"$good" >"$work/semicolons.csv"
timed "$real" roofs "$work/semicolons.csv"
check "semicolons" ends 2 "fields with ';' between them"

# most_memory COMMAND...: what it takes, in MB.
most_memory() {
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$@"
}

# The header, a line of 100 MB, and rows after it.
{ head -1 "$good"; head -c 100000000 /dev/zero | tr '\0' a; echo; tail -n +2 "$good"; } >"$work/long.csv"
timed "$real" roofs "$work/long.csv"
check "a line without an end" ends 2 "line 2: the row: found 'no end', expected at most 256 fields and 64 KiB"
check "the rows after it are read" cmp -s "$out" <("$real" roofs "$good")
plain=$(most_memory "$real" roofs "$good")
long=$(most_memory "$real" roofs "$work/long.csv")
if grep -q -- '-fsanitize' "$build/obj/cc.flags"; then
	skip "the memory that a line of 100 MB takes: a sanitizer keeps what was freed"
else
	check "it takes no memory" test "$long" -lt $((plain + 50))
fi
{ printf '"'; head -c 100000000 /dev/zero; } >"$work/open.csv"
timed "$real" roofs "$work/open.csv"
check "a quote without an end" ends 2 "at most 256 fields and 64 KiB"

# ---- what plug-ins say ----------------------------------------------------------------------------------------------------

# shows COMMAND...: what it prints has the escape in letters, and no control but the ends of its lines.
shows() {
	timed "$@"
	grep -q 'x1b\[2J' "$out" && ! LC_ALL=C grep -q '[[:cntrl:]]' "$out"
}
mkdir "$work/plugins"
sed 's/a plug-in/a \x1b[2J-in/' "$build/tests/plugins/toy.so" >"$work/plugins/toy.so"
"$build/obj/seal" "$work/plugins/toy.so" # as its build would
check "a terminal's escape stays" grep -qa "$(printf 'a \033\\[2J')" "$work/plugins/toy.so"
check "--list shows a terminal's escape and does not send it" shows "$real" --plugin "$work/plugins/toy.so" --list
check "so does --describe" shows "$real" --plugin "$work/plugins/toy.so" --describe toy
check "and the manual" shows "$real" --plugin "$work/plugins/toy.so" --man
printf 'summary a \033[2J-in\npanel a time {a} - {b}\n' >"$work/plugins/escape.plot"
check "and the help of plot" shows env GPUBENCH_PLUGIN_PATH="$work/plugins" "$real" plot --help
totals
