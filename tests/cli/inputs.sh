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

mkdir "$work/reference" "$work/results"
cp "$good" "$work/reference/good.csv"
mkfifo "$work/reference/pipe.csv"
timed env GPUBENCH_REFERENCE="$work/reference" "$real" compare "$good" --baseline reference
check "a pipe in GPUBENCH_REFERENCE" ends 2 "reference/pipe.csv: is not a regular file, and is left out"
cp "$tests"/../results/h200-sxm/all.csv "$work/results"
ln -s /dev/zero "$work/results/zero.csv"
mkfifo "$work/results/pipe.csv"
cd "$work" || exit
timed "$fake" profile --from "$tests/data/ncu/overlap-h200.csv"
check "profile passes over a pipe and a device" test "$status" -eq 0
timed "$real" roofs "$work/results/zero.csv"
check "a device that is named" ends 2 "zero.csv: is a device, expected a file or a pipe"

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
truncate -s 65M "$work/long"
run "$fake" ab --from "$work/long"
check "pairs that are too long are not read" ends 2 "long: is longer than 64 MiB"
truncate -s 257M "$work/long"
run "$fake" roofs --files-from "$work/long"
check "nor is such a list" ends 1 "long: is longer than 256 MiB"
truncate -s 8G "$work/long"
timed "$fake" roofs "$work/long"
check "a file of nothing is not read to its end" ends 2 "long: begins with a byte of 0"
rm "$work/long"
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

# ---- a pipe that is named --------------------------------------------------------------------------------------------

run "$real" roofs <(cat "$good")
check "a pipe that is named is read from its first byte" ends 0
cp "$out" "$work/piped"
run "$real" roofs "$good"
check "as the file it comes from" cmp "$work/piped" "$out"

# ---- what is named ---------------------------------------------------------------------------------------------------

{ printf '\xff\xfe'; iconv -t UTF-16LE "$good"; } >"$work/wide.csv"
timed "$real" roofs "$work/wide.csv"
check "UTF-16" ends 2 "wide.csv: is UTF-16, expected UTF-8"
gzip <"$good" >"$work/packed.csv"
timed "$real" roofs "$work/packed.csv"
check "a compressed file" ends 2 "packed.csv: is compressed by gzip"
tr ',' ';' <"$good" >"$work/semicolons.csv"
timed "$real" roofs "$work/semicolons.csv"
check "semicolons" ends 2 "fields with ';' between them"

# most_memory COMMAND...: what it takes, in MB.
most_memory() {
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$@"
}

# The header, a line of 100 MB, and further rows.
{ head -1 "$good"; head -c 100000000 /dev/zero | tr '\0' a; echo; tail -n +2 "$good"; } >"$work/long.csv"
timed "$real" roofs "$work/long.csv"
check "a line without an end" ends 2 "line 2: the row: found 'no end', expected at most 256 fields and 64 KiB"
check "the rows after it are read" cmp -s "$out" <("$real" roofs "$good")
plain=$(most_memory "$real" roofs "$good")
long=$(most_memory "$real" roofs "$work/long.csv")
if sanitized; then
	skip "the memory that a line of 100 MB takes: a sanitizer keeps what was freed"
else
	check "it takes no memory" test "$long" -lt $((plain + 50))
fi
{ printf '"'; head -c 100000000 /dev/zero; } >"$work/open.csv"
timed "$real" roofs "$work/open.csv"
check "a quote without an end" ends 2 "at most 256 fields and 64 KiB"

# ---- what plug-ins say -----------------------------------------------------------------------------------------------

# shows COMMAND...: the output has the escape sequence in letters, and no control characters except line ends.
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
# ---- folders and lists of files --------------------------------------------------------------------------------------

many=$work/many
mkdir -p "$many/below" "$work/empty"
for i in 3 1 2; do
	sed "s/GPU-/GPU-$i/g" "$good" >"$many/node $i.csv"
done
cp "$tests/../README.md" "$many"
touch "$many/.hidden.csv"
mkfifo "$many/pipe.csv"
run "$fake" roofs "$many"/node*.csv --csv
cp "$out" "$work/wanted"
timed "$fake" roofs "$many" --csv
check "a folder stands for its result files" cmp "$work/wanted" "$out"
check "and what is left out is one line" \
	test "$(cat "$err")" = "gpubench: note: $many: 3 left out, no result files: README.md, below/, pipe.csv"
printf '\xef\xbb\xbf' >"$work/list" && printf '%s\r\n' "$many"/node*.csv >>"$work/list"
run "$fake" roofs --files-from "$work/list" --csv
check "a list of files, one a line, with CRLF too" cmp "$work/wanted" "$out"
printf '%s\n' "$many/node 3.csv" >"$work/list"
run "$fake" roofs "$many/node 1.csv" "$many/node 2.csv" --files-from "$work/list" --csv
check "comes after those that are named" cmp "$work/wanted" "$out"
find "$many" -name 'node*.csv' -print0 | sort -z | "$fake" roofs --files-from - --csv >"$out"
check "of standard input, closed by NUL" cmp "$work/wanted" "$out"
echo "$many" | "$fake" roofs --files-from - --csv >"$out" 2>"$err"
check "a list names folders too" cmp "$work/wanted" "$out"
for command in compare check history "plot compare" report; do
	# shellcheck disable=SC2086 # words
	"$fake" $command "$many"/node*.csv >"$work/wanted" 2>"$err"
	# shellcheck disable=SC2086 # words
	"$fake" $command --files-from <(printf '%s\n' "$many"/node*.csv) >"$out" 2>"$err"
	check "$command: the same of a list" cmp "$work/wanted" "$out"
	# shellcheck disable=SC2086 # words
	"$fake" $command "$many" >"$out" 2>"$err"
	check "$command: the same of a folder" cmp "$work/wanted" "$out"
done
run "$fake" store "$many/fleet.db" "$many"
check "store takes the CSV files of a folder, the store in it aside" ends 0 "node 3.csv: "
run "$fake" roofs "$many/fleet.db" --csv
cp "$out" "$work/wanted"
rm "$many"/node*.csv
run "$fake" roofs "$many" --csv
check "a folder's stores are read" cmp "$work/wanted" "$out"
run "$fake" roofs "$work/empty"
check "a folder without results" ends 1 "empty: is a folder without result files"
run "$fake" check "$work/empty"
check "passes no gate" ends 1 "is a folder without result files"
run "$fake" roofs --files-from "$work/none"
check "a list that is not there" ends 1 "none: cannot be read: No such file"
: >"$work/list"
run "$fake" check --files-from "$work/list"
check "an empty list passes no gate" ends 1 "list: names no file"
timed "$fake" roofs --files-from /dev/zero
check "a device is no list" ends 1 "zero: is a device, expected a file or a pipe"
run "$fake" roofs --files-from - </dev/null
check "nor is one at standard input" ends 1 "is not a list of files"
run "$fake" roofs - --files-from - <"$good"
check "standard input is one thing" ends 1 "not both"
for command in show roofs history "profile --from" "ab --from" "store $work/new.db" "roofs --files-from"; do
	# shellcheck disable=SC2086 # words
	run "$fake" $command -
	check "$command names standard input" grep -q '^gpubench: standard input: ' "$err"
done
run "$fake" store --files-from "$work/list"
check "a store is named before the list" ends 1 "gpubench store STORE"
cp "$good" "$many/new.csv"
ln -s "$many/new.csv" "$work/link.csv"
run "$fake" roofs "$many" --csv -o "$work/link.csv"
check "a file of the folder is not written over, whatever its name" ends 1 "would be overwritten"

totals
