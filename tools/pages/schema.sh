#!/bin/sh
# schema.sh [-w]: docs/csv-schema.md and the Python package list exactly the program's columns
# (harness/record/columns.h), in order and in its words; -w writes them there.
set -eu
cd "$(dirname "$0")/../.."
page=docs/csv-schema.md module=python/gpubench/_columns.py
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

#define PYTHON_TEXT(group, name, help)   puts("    " #name ": str\n    \"\"\"" help "\"\"\"");
#define PYTHON_NUMBER(group, name, help) puts("    " #name ": Optional[float]\n    \"\"\"" help "\"\"\"");
#define COUNT(group, name, help)         +1

int main(int argc, char **argv)
{
	(void)argv;
	if (argc == 1) {
		GB_COLUMNS(TEXT, NUMBER, TEXT)
		return 0;
	}
	puts("\"\"\"The columns of a row, printed from harness/record/columns.h by tools/pages/schema.sh -w.\"\"\"\n"
	     "from dataclasses import dataclass\nfrom typing import Optional\n");
	printf("SCHEMA = \"%s\"\nIN_EVERY_FILE = %d  # columns, the first ones; older files may lack the others\n",
	       GB_SCHEMA, 0 GB_COLUMNS_FIRST(COUNT, COUNT, COUNT));
	puts("\n\n@dataclass\nclass Columns:\n"
	     "    \"\"\"An observation. Unknown texts are empty, unknown numbers are None.\"\"\"\n");
	GB_COLUMNS(PYTHON_TEXT, PYTHON_NUMBER, PYTHON_TEXT)
	return 0;
}
END
"$work/columns" >"$work/program"
test -s "$work/program"
"$work/columns" python >"$work/module"
if [ "${1-}" = -w ]; then
	awk -v rows="$work/program" '
		/^\| `[a-z_]*` \| (text|number) \|/ {
			while ((getline row < rows) > 0)
				print row
			next
		}
		{ print }' "$page" >"$work/page"
	cat "$work/page" >"$page"
	cat "$work/module" >"$module"
fi
diff "$work/module" "$module"
# shellcheck disable=SC2016
sed -n '/^| `[a-z_]*` | \(text\|number\) |/p' "$page" | diff "$work/program" -
