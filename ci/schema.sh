#!/bin/sh
# schema.sh: docs/csv-schema.md lists exactly the program's columns, in order and in its words.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# TEXT(name, "help") and NUMBER(name, "help") in the table of columns; \ as Markdown wants a | in a cell written.
sed -n 's/^\t\(TEXT\|NUMBER\)(\([a-z_]*\), "\(.*\)"\( GB_SCHEMA\)\{0,1\}),$/\1 \2 \3\4/p' harness/record/record.c |
	sed 's/ GB_SCHEMA$/gpubench-1/; s/|/\\|/g' |
	while read -r type name help; do
		echo "| \`$name\` | $(echo "$type" | tr '[:upper:]' '[:lower:]') | $help |"
	done >"$work/program"
# shellcheck disable=SC2016
sed -n '/^| `[a-z_]*` | \(text\|number\) |/p' docs/csv-schema.md >"$work/page"
test -s "$work/program"
diff "$work/program" "$work/page"
