#!/bin/bash
# store.sh BUILD: tests gpubench store and history: a killed writer (crowd.py has many), planted steps, the newest runs,
# and all result files. The last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

store=$work/fleet.db

# ---- in and out ------------------------------------------------------------------------------------------------------

on devices=2 --all --quick -o "$work/one.csv"
on "" store "$store" "$work/one.csv"

cat >"$work/nfs.c" <<'END'
#define _GNU_SOURCE
#include <string.h>
#include <sys/vfs.h>
int statfs(const char *path, struct statfs *out)
{
	(void)path;
	memset(out, 0, sizeof *out);
	out->f_type = 0x6969;
	return 0;
}
END
if cc -shared -fPIC -o "$work/nfs.so" "$work/nfs.c" 2>/dev/null && ! ldd "$fake" | grep -q libasan; then
	LD_PRELOAD=$work/nfs.so on "" store "$work/nfs.db" "$work/one.csv"
	check "a network file system is refused" ends 2 "is on a network file system (NFS)"
	check "and nothing is left there" test ! -e "$work/nfs.db"
else
	skip "a network file system: nothing can be put before the C library"
fi

# ---- a killed writer -------------------------------------------------------------------------------------------------

number() { # DATABASE SQL: the single number in the result
	"$python" -ES -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' \
		"$@"
}
rows_of() { # DATABASE: as CSV
	run "$fake" store "$1" --csv
	sort "$out"
}

# A writer killed between its first write and its commit leaves a journal, which the next reader undoes.
cp "$store" "$work/killed.db"
"$python" -ES - "$work/killed.db" <<'END'
import os, sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("PRAGMA cache_size = 1")
store.execute("UPDATE value SET value = value + 1")
os._exit(0)
END
check "a killed writer leaves a journal" test -s "$work/killed.db-journal"
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w "$work/killed.db"
	on "" store "$work/killed.db" --csv
	check "a reader who may not write says who can undo it" ends 2 "a writer was killed"
	chmod u+w "$work/killed.db"
fi
run "$fake" store "$work/killed.db" --csv
sort "$out" >"$work/undone"
check "the next reader undoes what it began" cmp "$work/undone" <(rows_of "$store")

# ---- history ---------------------------------------------------------------------------------------------------------

tests/simulate/simulate_history.py 60 >"$work/year.csv"
on "" history "$work/year.csv"
check "history of files" test "$status" -eq 0
check "a step is found on its day" \
	grep -qE '^ *GPU-1 +n1 +dram.read +60 +2026-01-31 .* 3.0 % worse .* driver 580 -> 590' "$out"
check "once" test "$(grep -c 'GPU-1 ' "$out")" -eq 1
check "a decline is a drift, with its slope, and no step" \
	grep -qE '^ *GPU-2 .*dram.read .* 2026-01-01 drift .* 3.9 % worse .* 2[0-9].[0-9] % worse *$' "$out"
check "one" test "$(grep -c 'GPU-2 ' "$out")" -eq 1
check "what stays is no line" test "$(grep -cE 'GPU-0|fp64' "$out")" -eq 0
check "but is counted" \
	grep -qF '2 of 6 roofs of 3 GPUs changed (2 for the worse, 0 for the better), 2026-01-01 to 2026-03-01' "$out"
on "" store "$work/year.db" "$work/year.csv"
cp "$out" "$work/none"
on "" history "$work/year.csv" --json
cp "$out" "$work/from-csv.json"
on "" history "$work/year.db" --json
check "the same from a store" cmp "$work/from-csv.json" "$out"
run taskset -c "$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')" "$fake" history "$work/year.db" --json
check "the same by one thread as by many" cmp "$work/from-csv.json" "$out"
on "" history "$work/year.db" --csv --gpu GPU-1 --roof dram.read
check "as CSV, a row a run" test "$(wc -l <"$out")" -eq 61
check "the step is marked" test "$(fields day step <"$out" | grep -c '^2026-01-31 step$')" -eq 1
on "" history "$work/year.csv" --every-roof
check "all roofs when asked for" test "$(grep -c 'fp64' "$out")" -eq 3

# A fan fails: in thirty runs, from the eleventh on, the clock is 2 % lower.
python3 - >"$work/hot.csv" <<'END'
import csv, random, sys
draw = random.Random(4)
out = csv.writer(sys.stdout)
out.writerow("schema run_id time_utc host device gpu_name gpu_uuid benchmark variant point roof metric unit value lo "
             "hi sm_clock_hz temperature_c throttle status".split())
for day in range(1, 31):
    hot = day > 10
    value = 8e14 * (0.98 if hot else 1) * draw.gauss(1, 0.004)
    out.writerow(["gpubench-1", f"r{day}", f"2026-01-{day:02}T06:00:00.000Z", "n1", 0, "NVIDIA H200", "GPU-1", "tensor",
                  "default", "t=fp16", "tensor.fp16", "throughput", "FLOP/s", value, value, value,
                  1.715e9 if hot else 1.75e9, 84 if hot else 61,
                  "sw_power_cap|sw_thermal_slowdown" if hot else "sw_power_cap", "ok"])
END
on "" history "$work/hot.csv"
check "a thermal step has its day, and what changed with it" grep -qE \
	'2026-01-(10|11|12) .* clock 1.750 -> 1.71. GHz; temperature 6. -> 8. C; throttled: sw_thermal_slowdown$' "$out"
on "" store "$work/hot.db" "$work/hot.csv"
on "" history "$work/hot.db"
check "the same from a store" grep -q 'C; throttled: sw_thermal_slowdown$' "$out"
on "" history "$work/hot.csv" --since 2026-01-12 --csv
check "later runs alone" test "$(wc -l <"$out")" -eq 20
on "" history "$work/hot.csv" --since January
check "a day is a day" test "$status" -eq 1
on "" history "$work/year.csv" --csv --gpu GPU-2 --roof dram.read
check "a drift is marked in CSV" test "$(fields step <"$out" | grep -c drift)" -gt 50

# Thirty of sixty GPUs: no single run shows the effect of their driver.
tests/simulate/simulate_history.py 40 60 >"$work/rollout.csv"
on "" history "$work/rollout.csv"
check "a driver's 1.2 % are the first line, with the driver and the day" \
	grep -qE '^[23][0-9] of 30 .* driver 580 -> 590: tensor.fp16 -1.[0-9] % (.*) from 2026-01-21 on$' \
	<(head -1 "$out")
check "most of these GPUs show them by themselves" test "$(grep -c '^ *GPU-f' "$out")" -ge 20
check "and no others" test "$(grep -cE '^ *GPU-f[0-9]*[13579] ' "$out")" -eq 0
on "" history "$work/rollout.csv" --json
check "programs get the find" \
	"$python" -c 'import json, sys; f, = json.load(open(sys.argv[1]))["finds"]
assert f["cause"] == "driver 580 -> 590" and f["gpus"] == 30' "$out"
on "" report "$work/rollout.csv" -o "$work/rollout.html"
check "the report begins with it" \
	sh \
	-c "grep -o '<li>[^<]*' '$work/rollout.html' | head -1 | grep -q 'Over time: .* GPUs of H200 with driver 580'"

# ---- the newest runs -------------------------------------------------------------------------------------------------

later() { # [NAME VALUE]...: the rows of the last day in days.csv, as another run
	run tests/simulate/simulate_history.py 4
	{ head -1 "$out" && grep -- '-3,2026' "$out"; } | tests/shared/set_columns.py - "$@"
}
# agree NAME STORE FILE...: for these files, in any order, all commands print the same as for the store made from them.
agree() {
	local name=$1 store=$2 command wanted turned=() file
	shift 2
	for file in "$@"; do
		turned=("$file" "${turned[@]}")
	done
	for command in "roofs --csv" "compare --csv" "compare --max-drop 5%" \
			"check --max-drop 5% --baseline $work/year.csv"; do
		# shellcheck disable=SC2086 # words
		on "" $command "$store"
		wanted=$status
		cp "$out" "$work/of-store"
		# shellcheck disable=SC2086 # words
		on "" $command "$@"
		check "$name: $command of files ends as of a store" test "$status" -eq "$wanted"
		check "$name: and says the same" cmp "$work/of-store" "$out"
		# shellcheck disable=SC2086 # words
		on "" $command "${turned[@]}"
		check "$name: in any order" cmp "$work/of-store" "$out"
	done
}

cp "$work/year.db" "$work/now.db"
agree "a run a day" "$work/now.db" "$work/year.csv"
on "" roofs "$work/year.csv"
check "what is left out is told" \
	ends 0 \
	"$work/year.csv: note: 3 GPUs have older runs, which are left out; dram.read of GPU-2 was 4.1 % better once"
on "" roofs "$work/year.csv" --csv
check "the newest value is shown, and not the best" \
	test "$(fields gpu_uuid roof run_id <"$out" | grep -c '^GPU-[0-2] [a-z0-9.]* r[0-2]-59$')" -eq 6
GPUBENCH_PLOTS=$tests/../plots on "" report "$work/year.csv" --gpu GPU-2 -o "$work/year.html"
check "in a report too" grep -q 'FLOP/B is limited by DRAM (4.418 TB/s)' "$work/year.html"
later run_id bad time_utc 2026-06-01T06:00:00.000Z status failed value '' lo '' hi '' roof '' reason 'it hung' |
	grep -v FLOP >"$work/bad.csv"
on "" store "$work/now.db" "$work/bad.csv"
check "a run in which all failed is taken" ends 0 "bad.csv: 3 new rows"
on "" compare "$work/now.db" --max-drop 5%
check "it is the newest, and no gate passes" test "$status" -ne 0
check "it is told" grep -q "no roof" "$err"
agree "the last run failed" "$work/now.db" "$work/year.csv" "$work/bad.csv"
later run_id future time_utc 2099-01-01T00:00:00.000Z >"$work/future.csv"
on "" store "$work/now.db" "$work/future.csv"
check "a run of the future is taken, and told" \
	ends 0 "is dated 2099-01-01T00:00:00.000Z, which is in the future: the time when it was stored is used instead"
for day in 02 03 04; do later run_id "future$day" time_utc "2099-01-${day}T00:00:00.000Z"; done |
		awk 'NR == 1 || !/^schema,/' >"$work/clock_ahead.csv"
on "" store "$work/ahead.db" "$work/clock_ahead.csv"
check "more of them in a file are one line" grep -q "clock_ahead.csv: 8 more runs have impossible dates" "$err"
check "and no more than that" test "$(grep -c "date" "$err")" -eq 2
agree "a run of the future" "$work/now.db" "$work/year.csv" "$work/bad.csv" "$work/future.csv"
on "" roofs "$work/year.csv" "$work/future.csv"
check "which is told of files too" \
	grep -q \
	"run future of GPU-0 on n1 is dated 2099-01-01T00:00:00.000Z, which is in the future: its file's" "$err"
sleep 0.01
later run_id clock time_utc 1970-01-01T00:00:00.000Z value '*3' lo '*3' hi '*3' >"$work/clock.csv"
on "" store "$work/now.db" "$work/clock.csv"
check "so is one from before gpubench existed" ends 0 "before gpubench existed"
check "all of them are there" test "$(number "$work/now.db" "SELECT count(*) FROM runs")" -eq 189
on "" compare "$work/now.db" --csv
check "and the one that was stored last is the newest" \
	test "$(fields gpu_uuid roof value <"$out" | grep -c 'dram.read 1.[0-9]*e+13')" -eq 3
later run_id late time_utc 2026-01-15T06:00:00.000Z value '*5' lo '*5' hi '*5' >"$work/late.csv"
on "" store "$work/now.db" "$work/late.csv"
cp "$out" "$work/none"
on "" compare "$work/now.db" --csv
check "of each GPU one run is the newest" test "$(fields runs <"$out" | sort -u)" = 1
check "one that was handed in late is not" \
	test "$(fields gpu_uuid roof value <"$out" | grep -c 'dram.read 1.[0-9]*e+13')" -eq 3
agree "all of them" "$work/now.db" "$work/year.csv" "$work/bad.csv" "$work/future.csv" "$work/clock.csv" \
	"$work/late.csv"

# A run that was cut short, and completed by --resume.
on devices=1 --all --quick -o "$work/whole.csv"
head -4 "$work/whole.csv" >"$work/part.csv"
on "" store "$work/part.db" "$work/part.csv"
on "" compare "$work/part.db" --baseline "$work/part.csv" --max-drop 5%
check "a run that was cut short is one in a store too" ends 2 "cut short"
cp "$work/part.csv" "$work/resumed.csv"
on devices=1 --all --quick --resume "$work/resumed.csv"
for stored in "$work/part.db" "$work/whole.db"; do
	on "" store "$stored" "$work/resumed.csv"
	check "what completed it is taken" test "$status" -eq 0
	on "" compare "$stored" --baseline "$work/resumed.csv" --max-drop 5%
	check "and it is whole then" test "$(grep -c 'cut short' "$err")" -eq 0
done
on "" store "$work/one.db" "$work/whole.csv"
on "" compare "$work/one.db" --baseline "$work/whole.csv" --max-drop 5%
check "one good run is whole" test "$(grep -c 'cut short' "$err")" -eq 0

# check's second measurement counts together with the first; later it would be a separate run.
tests/shared/set_columns.py "$work/whole.csv" time_utc 2026-05-01T06:00:00.000Z >"$work/first.csv"
for when in 06:00:20 07:00:20; do
	{ cat "$work/first.csv" && head -3 "$work/whole.csv" | tests/shared/set_columns.py - run_id again points 2 \
		time_utc "2026-05-01T$when.000Z" | tail -n +2; } >"$work/again.csv"
	rm -f "$work/again.db"
	on "" store "$work/again.db" "$work/again.csv"
	agree "a part again at $when" "$work/again.db" "$work/again.csv"
	on "" compare "$work/again.csv" --csv
	check "a part again at $when: the roofs of the rest" \
		test "$(grep -c 'toy\.add' "$out")" -eq "$([ $when = 06:00:20 ] && echo 1 || echo 0)"
	on "" roofs "$work/again.csv"
	check "a part again at $when: what is told" \
		test "$(grep -c 'older runs' "$err")" -eq "$([ $when = 06:00:20 ] && echo 0 || echo 1)"
done
# A clock that was wrong long ago hides nothing: the time when the file was written counts.
touch -d 2026-01-20 "$work/future.csv"
on "" roofs "$work/year.csv" "$work/future.csv" --csv
check "a wrong clock in an old file hides no newer run" test "$(fields run_id <"$out" | grep -c '^r[0-2]-59$')" -eq 6
# Rows without a time: all rows of a GPU in one file count, because the newer run is unknown.
tests/simulate/simulate_history.py 4 >"$work/few.csv"
cut -d , -f 1-3,5- "$work/few.csv" >"$work/timeless.csv"
on "" store "$work/timeless.db" "$work/timeless.csv"
agree "no times" "$work/timeless.db" "$work/timeless.csv"
on "" compare "$work/timeless.csv" --csv
check "no times: all runs count" test "$(fields runs <"$out" | sort -u)" = 4

# an endless input

mkfifo "$work/stuck"
"$fake" store "$work/free.db" "$work/stuck" 2>/dev/null &
stuck=$!
exec 7>"$work/stuck" # open, but silent
head -3 "$work/whole.csv" >&7
on "" store "$work/free.db" "$work/one.csv"
check "an input that does not end keeps nobody waiting" ends 0 "one.csv: 12 new rows"
exec 7>&-
wait "$stuck"
check "and is taken when it does" test "$(number "$work/free.db" 'SELECT count(*) FROM value')" -eq 14

# ---- every result file -----------------------------------------------------------------------------------------------

# Other programs read the view `row`, or by pandas.read_sql("SELECT * FROM row", sqlite3.connect("results.db")).
read_elsewhere() { # DATABASE CSV
	"$python" -ES tests/shared/row_view.py "$1" "$2"
}
# Some hundred rows spread over each large file: thousands of its rows differ only in numbers.
rows_to_store() {
	awk -v every="$(($(wc -c <"$1") / 400000 + 1))" 'NR == 1 || NR % every == 0' "$1"
}
for file in results/*/*.csv; do
	head -c 7 "$file" | grep -q '^schema,' || continue
	rm -f "$work/each.db"
	rows_to_store "$file" >"$work/some.csv"
	on "" store "$work/each.db" "$work/some.csv"
	check "$file is stored" test "$status" -eq 0
	run "$fake" store "$work/each.db" --csv -o "$work/each.csv"
	check "and comes back as it was" "$python" -ES tests/shared/same_rows.py "$work/some.csv" "$work/each.csv"
	check "SQL reads the same" read_elsewhere "$work/each.db" "$work/each.csv"
done
for module in pandas duckdb; do
	if python3 -c "import $module" 2>/dev/null; then
		check "$module reads the same" python3 tests/shared/row_view.py "$work/each.db" "$work/each.csv" $module
	else
		skip "$module reads the same: it is not installed"
	fi
done

# ---- history, once more ----------------------------------------------------------------------------------------------

on "" history "$work/few.csv"
check "four runs tell nothing" grep -q '^0 of 6 roofs' "$out"
on "" history "$work/none"
check "no roof" ends 2

totals
