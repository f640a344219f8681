#!/bin/bash
# store.sh BUILD: tests gpubench store on a network file system, with a killed writer (crowd.py has many), with an input
# that does not end, and with all result files.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

store=$work/fleet.db

# ---- in and out ------------------------------------------------------------------------------------------------------

on devices=2 --all --quick -o "$work/one.csv"
on "" store "$store" "$work/one.csv"
on devices=1 --all --quick -o "$work/another.csv"

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

# ---- an input without an end ----------------------------------------------------------------------------------------

mkfifo "$work/stuck"
"$fake" store "$work/free.db" "$work/stuck" 2>/dev/null &
stuck=$!
exec 7>"$work/stuck" # open, but silent
head -3 "$work/another.csv" >&7
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

totals
