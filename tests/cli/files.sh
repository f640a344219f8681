#!/bin/bash
# files.sh BUILD: tests the files of a run: numbers of points, and files that are torn, planted or on a full disk. The
# last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)
curve=("$build/tests/plugins/toy_curve.so")

# numbered FILE: the points of each GPU have the numbers 1 to `points`, and conclusions have no number.
numbered() {
	fields gpu_uuid variant point_number points <"$1" | awk '
		{ gpus[$1] }
		$2 == "" || NF < 4 { if (NF != 1) { print "a conclusion with a number: " $0; exit wrong = 1 } next }
		$4 != points && points != "" { print "another plan: " $0; exit wrong = 1 }
		{ points = $4; seen[$1, $3] }
		END {
			for (gpu in gpus)
				for (i = 1; i <= points; i++)
					if (!((gpu, i) in seen)) { print gpu " has no point " i; wrong = 1 }
			exit wrong || points < 2
		}'
}

# ---- numbers of points ---------------------------------------------------------------------------------------------

on devices=2 "${toy[@]}" -o "$work/plain.csv"
check "each point has its number" numbered "$work/plain.csv"
on devices=2 "${toy[@]}" --shuffle=3 -o "$work/mixed.csv"
check "mixed points keep theirs" numbered "$work/mixed.csv"
order() { fields gpu_uuid variant point point_number <"$1"; }
check "which are those of the plan" test "$(order "$work/plain.csv" | sort)" = "$(order "$work/mixed.csv" | sort)"
check "in another order" test "$(order "$work/plain.csv")" != "$(order "$work/mixed.csv")"
on "" --plugin "${curve[0]}" -b toy_curve -o "$work/curve.csv"
check "a curve with conclusions" ends 0
check "conclusions have no number" numbered "$work/curve.csv"
check "there are some" test "$(fields variant <"$work/curve.csv" | grep -c '^$')" -gt 0
head -3 "$work/mixed.csv" >"$work/half.csv"
on devices=2 "${toy[@]}" --resume "$work/half.csv"
check "a resumed run numbers by the plan" numbered "$work/half.csv"

# ---- modes ---------------------------------------------------------------------------------------------------------

has_mode() { fields mode <"$1" | sort -u | diff - <(echo "$2"); }
check "a quick run says so" has_mode "$work/plain.csv" quick
check "and so do conclusions" has_mode "$work/curve.csv" full
on "" -b toy --every-point -o "$work/every.csv"
check "a run of every point says so" has_mode "$work/every.csv" every-point

# ---- what was there ------------------------------------------------------------------------------------------------

old=$work/old.csv
on devices=2 "${toy[@]}" -o "$old"
cp "$old" "$work/first.csv"
check "a new file has no copy" test ! -e "$old~"
on "" "${toy[@]}" -o "$old"
check "what a file had is kept" cmp "$work/first.csv" "$old~"
head -1 "$old" >"$work/header.csv"
cp "$work/header.csv" "$old"
on "" "${toy[@]}" -o "$old"
check "a header is nothing to keep" cmp "$work/first.csv" "$old~"
cp "$old" "$work/second.csv"
on devices=2,prohibited=0 -d 0 "${toy[@]}" -o "$old"
check "a run that comes to nothing leaves no rows that are ok" test "$(grep -c ,ok, "$old")" -eq 0
check "those that were there are kept" cmp "$work/second.csv" "$old~"
rm "$old~"
mkdir "$old~"
cp "$old" "$work/third.csv"
on "" "${toy[@]}" -o "$old"
check "where they cannot be kept" ends 1 "old.csv: cannot be written"
check "they stay" cmp "$work/third.csv" "$old"
rmdir "$old~"
on "" "${toy[@]}" -o "$work/rows.csv" --json "$work/rows.json"
cp "$work/rows.json" "$work/rows-first.json"
on "" "${toy[@]}" -o "$work/rows.csv" --json "$work/rows.json"
check "JSON too" cmp "$work/rows-first.json" "$work/rows.json~"

# ---- links ---------------------------------------------------------------------------------------------------------

mkdir "$work/shared"
echo precious >"$work/victim"
untouched() { test "$(cat "$work/victim")" = precious; }

head -3 "$work/plain.csv" >"$work/shared/run.csv"
ln -s "$work/victim" "$work/shared/run.csv.resuming"
on devices=2 "${toy[@]}" --resume "$work/shared/run.csv"
check "resuming next to a planted link" numbered "$work/shared/run.csv"
check "it leads nowhere" untouched

# exec keeps the number of the process.
# shellcheck disable=SC2016 # the inner shell's
run sh -c 'ln -s "$0" "$1.$$.new"; exec "$2" roofs "$3" -o "$1"' "$work/victim" "$work/shared/roofs" "$fake" \
	"$work/plain.csv"
check "roofs next to a planted link" test -s "$work/shared/roofs"
check "it leads nowhere either" untouched

for command in roofs compare report; do
	echo old >"$work/$command.target"
	chmod 640 "$work/$command.target"
	ln -s "$command.target" "$work/$command.link"
	run "$fake" $command "$work/plain.csv" -o "$work/$command.link"
	check "$command keeps a link" test -L "$work/$command.link"
	check "$command writes what it leads to" test "$(head -c 3 "$work/$command.target")" != old
	check "$command keeps its permissions" test "$(stat -c %a "$work/$command.target")" = 640
done
ln -s nowhere "$work/shared/dangling"
run "$fake" roofs "$work/plain.csv" -o "$work/shared/dangling"
check "a link to nothing" complains 2 "dangling: cannot be written: No such file or directory"
check "nothing comes of it" test ! -e "$work/shared/nowhere"
check "nothing is left over" test -z "$(find "$work" -name '.gpubench.*')"
umask 027
run "$fake" roofs "$work/plain.csv" -o "$work/new"
check "a new file has the usual permissions" test "$(stat -c %a "$work/new")" = 640
umask 022

# full disks and torn files

cp "$work/new" "$work/good"
said=$(ulimit -f 0; trap '' XFSZ; "$fake" roofs "$work/plain.csv" -o "$work/good" 2>&1; echo "status $?")
check "no room for the roofs" test "$said" = "gpubench: $work/good: cannot write: File too large
status 2"
check "what was there stays" cmp "$work/new" "$work/good"
check "nothing is left of it" test -z "$(find "$work" -name '.gpubench.*')"
: >"$work/empty.csv"
on devices=2 "${toy[@]}" --resume "$work/empty.csv"
check "an empty file is begun" ends 0 "empty.csv: 0 points are kept, 6 measured anew"
check "and is whole" numbered "$work/empty.csv"
printf 'schema,version,run' >"$work/torn.csv"
on devices=2 "${toy[@]}" --resume "$work/torn.csv"
check "a torn header too" numbered "$work/torn.csv"
head -3 "$work/plain.csv" >"$work/half.csv"
on devices=2 -b toy --resume "$work/half.csv"
check "a file of another mode" ends 0 "points are kept" "mode quick, are kept; this run is version"
check "every row says its mode" test "$(fields mode <"$work/half.csv" | sort -u | tr '\n' ' ')" = "full quick "

# ---- JSON ----------------------------------------------------------------------------------------------------------

# A killed run leaves only complete lines.
GPUBENCH_FAKE=sleep=0.02 begin "${toy[@]}" --json "$work/killed.json"
until_true has_lines "$work/killed.json" 1
kill -KILL "$pid"
finish
check "JSON of a killed run" test "$("$build/tests/unit/test_json" "$work/killed.json")" = \
	"$(wc -l <"$work/killed.json") rows"
SLURM_JOB_ID=$(printf 'a\377b') on "" "${toy[@]}" --json "$work/marks.json" -o "$work/marks.csv"
check "what is not UTF-8, in CSV" test "$(fields job_id <"$work/marks.csv" | sort -u)" = 'a?b'
check "and in JSON" test "$(grep -c '"job_id":"a?b"' "$work/marks.json")" -eq 3

totals
