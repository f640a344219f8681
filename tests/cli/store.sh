#!/bin/bash
# store.sh BUILD: gpubench store and history: files go in and come out, writers at once and writers that are killed, steps that were
# planted. The last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

store=$work/fleet.db

# ---- in and out ------------------------------------------------------------------------------------------------------

on devices=2 --all --quick -o "$work/one.csv"
on devices=3 -b toy --quick -o "$work/two.csv"
on "" store "$store" "$work/one.csv" "$work/two.csv"
check "two files are stored" ends 0 "one.csv: 12 new rows" "two.csv: "
on "" store "$store" --csv -o "$work/back.csv"
check "and come back" test "$status" -eq 0
# The header, and every row once.
check "with every field" test "$( (cat "$work/one.csv"; tail -n +2 "$work/two.csv") | sort)" = "$(sort "$work/back.csv")"
on "" store "$store" "$work/one.csv"
check "a row is taken once" ends 0 "one.csv: 0 new rows"
on "" store "$store" --csv --roofs --gpu GPU-c0
check "one GPU's roofs" test "$(fields gpu_uuid roof <"$out" | sort -u)" = "GPU-c0000000-1111-2222-3333-444444444444 toy.add"
on "" roofs "$store"
check "roofs reads it" grep -q 'GPU-c0000000' "$out"
on "" compare "$store" --csv
check "compare reads it: the newest run of each GPU" test "$(fields gpu_uuid <"$out" | sort | uniq -d | wc -l)" -eq 0

head -c -40 "$work/one.csv" | sed 's/GPU-/GPX-/' >"$work/torn.csv"
on "" store "$store" "$work/torn.csv"
check "a torn row is told" ends 2 "torn.csv"
on "" store "$store" "$work/none.csv"
check "a file that is not there" ends 2 "none.csv"
on "" store "$work/none.db" --csv
check "a store that is not there" ends 2 "none.db"
on "" store "$work/one.csv" --csv
check "a file that is none" ends 2 "is not a store"
on "" store "$store"
check "nothing to do" ends 1 "nothing to do"
cp "$store" "$work/other.db"
printf '\000\000\000\007' | dd of="$work/other.db" bs=1 seek=60 conv=notrunc status=none # SQLite's user version
on "" roofs "$work/other.db"
check "a store of another layout" ends 2 "is not a store of this version"
head -c 5000 "$store" >"$work/short.db"
on "" roofs "$work/short.db"
check "a store that is cut off" test "$status" -eq 2

cat >"$work/nfs.c" <<'END'
#define _GNU_SOURCE
#include <string.h>
#include <sys/vfs.h>
int statfs(const char *path, struct statfs *out) { (void)path; memset(out, 0, sizeof *out); out->f_type = 0x6969; return 0; }
END
if cc -shared -fPIC -o "$work/nfs.so" "$work/nfs.c" 2>/dev/null && ! ldd "$fake" | grep -q libasan; then
	LD_PRELOAD=$work/nfs.so on "" store "$work/nfs.db" "$work/one.csv"
	check "a network file system is refused" ends 2 "lies on a network file system (NFS)"
	check "and nothing is left there" test ! -e "$work/nfs.db"
else
	skip "a network file system: nothing can be put before the C library"
fi

# ---- by SQL -----------------------------------------------------------------------------------------------------------

sql() { # DATABASE SQL: what is not gpubench changes a store
	python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])' "$@"
}
number() { # DATABASE SQL: the one number that it gives
	python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' "$@"
}
forget='DROP TRIGGER newest_insert; DROP TRIGGER newest_delete; DROP TRIGGER newest_update; DROP TABLE newest'
same_as_rows() { # DATABASE: what is packed of the newest runs says what the rows say
	cp "$1" "$work/rows.db"
	sql "$work/rows.db" "$forget"
	run "$fake" roofs "$work/rows.db" --csv
	cp "$out" "$work/of-rows.csv"
	test "$(wc -l <"$work/of-rows.csv")" -gt 1 || return 1
	run "$fake" roofs "$1" --csv
	cmp "$work/of-rows.csv" "$out"
}

# ---- many at once, and killed ----------------------------------------------------------------------------------------

writers=100
mkdir "$work/nodes"
for ((i = 0; i < writers; i++)); do
	run_id=$(printf '%032x' $i)
	sed -E "2,\$s/^(gpubench-1,[^,]*),[0-9a-f]{32},/\1,$run_id,/" "$work/one.csv" >"$work/nodes/$i.csv"
done
rows=$(($(wc -l <"$work/one.csv") - 1))
for ((i = 0; i < writers; i++)); do
	"$fake" store "$work/many.db" "$work/nodes/$i.csv" >"$work/nodes/$i.log" 2>&1 &
	pids[i]=$!
done 2>/dev/null
# Half of them are killed, some before they began, some in the middle, some when they were done.
for ((i = 0; i < writers; i += 2)); do
	kill -9 "${pids[i]}" 2>/dev/null
	sleep 0.01
done
for ((i = 0; i < writers; i++)); do
	wait "${pids[i]}"
	code[i]=$?
done 2>/dev/null # "Killed"
run "$fake" store "$work/many.db" --csv
cp "$out" "$work/many.csv"
check "the store can be read" test "$status" -eq 0
# whole: every run that is in it is whole, and every run whose writer said so is in it.
whole() {
	local i have
	for ((i = 0; i < writers; i++)); do
		have=$(grep -c ",$(printf '%032x' $i)," "$work/many.csv")
		if [ "$have" -ne 0 ] && [ "$have" -ne "$rows" ]; then
			echo "run $i has $have of $rows rows"
			return 1
		fi
		if [ "${code[i]}" -eq 0 ] && [ "$have" -eq 0 ]; then
			echo "run $i was committed and is not there"
			return 1
		fi
		if ((i % 2 == 1)) && [ "${code[i]}" -ne 0 ]; then
			echo "writer $i ended with ${code[i]}"
			return 1
		fi
	done
}
check "of $writers writers, half of them killed, every committed run is there and no part of another" whole
check "their newest runs are what the rows say" same_as_rows "$work/many.db"
on "" store "$work/many.db" "$work"/nodes/*.csv
check "the rest can be added" test "$status" -eq 0
run "$fake" store "$work/many.db" --csv
check "and then all are there, once" test "$(($(wc -l <"$out") - 1))" -eq $((writers * rows))

# ---- history ---------------------------------------------------------------------------------------------------------

tests/days.py 60 >"$work/year.csv"
on "" history "$work/year.csv"
check "history of files" test "$status" -eq 0
check "a step is found on its day" grep -qE '^ *GPU-1 +n1 +dram.read +60 +2026-01-31 .* -3.0 % .* driver 580 -> 590' "$out"
check "once" test "$(grep -c 'GPU-1 ' "$out")" -eq 1
check "a decline too" grep -q 'GPU-2 .*dram.read' "$out"
check "what stays is no line" test "$(grep -cE 'GPU-0|fp64' "$out")" -eq 0
check "but is counted" grep -q '^2 of 6 roofs of 3 GPUs changed, 2026-01-01 to 2026-03-01$' "$out"
on "" store "$work/year.db" "$work/year.csv"
cp "$out" "$work/none"
on "" history "$work/year.csv" --json
cp "$out" "$work/from-csv.json"
on "" history "$work/year.db" --json
check "the same from a store" cmp "$work/from-csv.json" "$out"
on "" history "$work/year.db" --csv --gpu GPU-1 --roof dram.read
check "as CSV, a row a run" test "$(wc -l <"$out")" -eq 61
check "the step is marked" test "$(fields day step <"$out" | grep -c '^2026-01-31 step$')" -eq 1
on "" history "$work/year.csv" --every-roof
check "all roofs when asked for" test "$(grep -c 'fp64' "$out")" -eq 3

# ---- the newest runs -------------------------------------------------------------------------------------------------

marked='SELECT count(*) FROM newest WHERE layout = 0'
check "newest runs are packed" test "$(number "$work/year.db" 'SELECT count(*) FROM newest WHERE packed IS NOT NULL')" -eq 3
check "and say what the rows say" same_as_rows "$work/year.db"
cp "$work/year.db" "$work/hand.db"
sql "$work/hand.db" "UPDATE row SET value = 2 * value WHERE gpu_uuid = 'GPU-1'"
check "a change by hand is seen" test "$(number "$work/hand.db" "$marked")" -eq 1
check "and read" same_as_rows "$work/hand.db"
sql "$work/hand.db" "DELETE FROM row WHERE gpu_uuid = 'GPU-0' AND time_utc = (SELECT max(time_utc) FROM row)"
check "so is a run that is taken out" test "$(number "$work/hand.db" "$marked")" -eq 2
check "the run before is the newest then" same_as_rows "$work/hand.db"
sql "$work/hand.db" "CREATE TABLE more AS SELECT * FROM row WHERE gpu_uuid = 'GPU-2';
UPDATE more SET run_id = 'later', time_utc = '2027-01-01T00:00:00Z', value = 3 * value; INSERT OR IGNORE INTO row SELECT * FROM more"
check "so is one that another version adds" test "$(number "$work/hand.db" "$marked")" -eq 3
check "and it is the newest" same_as_rows "$work/hand.db"
sql "$work/hand.db" "UPDATE newest SET layout = 5, packed = x'00'"
check "what another version packed is not read" same_as_rows "$work/hand.db"
sql "$work/rows.db" "DELETE FROM row WHERE gpu_uuid = 'GPU-0'"
on "" store "$work/rows.db" "$work/one.csv"
check "an older store gets them with the next file" test "$(number "$work/rows.db" "$marked")" -eq 0
check "of all its GPUs" test "$(number "$work/rows.db" 'SELECT count(*) FROM newest')" -eq \
	"$(number "$work/rows.db" "SELECT count(DISTINCT gpu_uuid) FROM row WHERE roof <> ''")"
check "as they are" same_as_rows "$work/rows.db"
sql "$work/year.db" "UPDATE newest SET packed = substr(packed, 1, length(packed) - 3) WHERE gpu_uuid = 'GPU-1'"
on "" roofs "$work/year.db"
check "what is damaged is told" ends 2 "what is packed of GPU GPU-1 is damaged"

tests/days.py 4 >"$work/few.csv"
on "" history "$work/few.csv"
check "four runs tell nothing" grep -q '^0 of 6 roofs' "$out"
on "" history "$work/none"
check "no roof" ends 2

totals
