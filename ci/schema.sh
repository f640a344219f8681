#!/bin/sh
# schema.sh [-w]: docs/csv-schema.md lists exactly the program's columns (harness/record/columns.h), in order and in its
# words; -w writes them into the page.
set -eu
cd "$(dirname "$0")/.."
page=docs/csv-schema.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${CC:-cc}" -std=c11 -Iharness -x c -o "$work/columns" - <<'END'
#include <stdio.h>
#include "record/columns.h"

/* A | in a cell is written \|. */
static void put(const char *name, const char *type, const char *help)
{
	printf("| `%s` | %s | ", name, type);
	for (; *help != '\0'; help++)
		printf(*help == '|' ? "\\|" : "%c", *help);
	puts(" |");
}

#define TEXT(group, name, help)   put(#name, "text", help);
#define NUMBER(group, name, help) put(#name, "number", help);
#define STATUS(group, name, help) put(#name, "text", help);

int main(void)
{
	GB_COLUMNS(TEXT, NUMBER, STATUS)
	return 0;
}
END
"$work/columns" >"$work/program"
test -s "$work/program"
if [ "${1-}" = -w ]; then
	awk -v rows="$work/program" '
		/^\| `[a-z_]*` \| (text|number) \|/ {
			while ((getline row < rows) > 0)
				print row
			next
		}
		{ print }' "$page" >"$work/page"
	cat "$work/page" >"$page"
fi
# shellcheck disable=SC2016
sed -n '/^| `[a-z_]*` | \(text\|number\) |/p' "$page" | diff "$work/program" -
