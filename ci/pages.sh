#!/bin/sh
# pages.sh [FOLDER]: checks that every link within the documentation, including those to headings, has a target in the
# tree, or in the copy installed in FOLDER. In the tree, results/benchmarks.md must have no line for a benchmark that
# does not exist. A benchmark without a line is only reported, because a new benchmark changes only its own folder.
set -eu
cd "${1:-$(dirname "$0")/..}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# anchors PAGE: the anchors that forges generate from the page's headings. Text in fences is not a heading.
anchors() {
	awk '/^```/ { fence = !fence } !fence && /^#+ /' "$1" |
		sed -E 's/^#+ //; s/\]\([^)]*\)//g; s/[][`*]//g' | tr '[:upper:]' '[:lower:]' |
		sed -E 's/[^a-z0-9_ -]//g; s/ /-/g'
}

find README.md CONTRIBUTING.md SECURITY.md docs plots results -name '*.md' 2>"$work/absent" | sort >"$work/pages"
[ $# -gt 0 ] || [ ! -s "$work/absent" ]

while read -r page; do
	awk '/^```/ { fence = !fence } !fence' "$page" | grep -oE '\]\([^) ]+\)' |
		sed 's/^](//; s/)$//' >"$work/links" || true
	while read -r link; do
		case $link in *://* | mailto:*) continue ;; esac
		file=${link%%#*}
		target=$page
		[ -z "$file" ] || target=$(dirname "$page")/$file
		if [ ! -e "$target" ]; then
			echo "$page: $link: there is no $target"
		elif [ "$link" != "$file" ] && ! anchors "$target" | grep -qxF -- "${link#*#}"; then
			echo "$page: $link: no such heading"
		fi
	done <"$work/links"
done <"$work/pages" >"$work/wrong"
cat "$work/wrong"
[ ! -s "$work/wrong" ]

if [ $# -gt 0 ]; then
	echo "every link of $(wc -l <"$work/pages") pages leads somewhere"
	exit
fi
find bench -mindepth 1 -maxdepth 1 -type d ! -name common -printf '%f\n' | sort >"$work/benchmarks"
# shellcheck disable=SC2016
sed -n '/^## Bytes/,/^## What/s/^| `\([a-z0-9_]*\)` |.*/\1/p' results/benchmarks.md | sort >"$work/lines"
test -s "$work/lines"
comm -23 "$work/benchmarks" "$work/lines" | sed 's|^|results/benchmarks.md: no line yet for |'
comm -13 "$work/benchmarks" "$work/lines" >"$work/wrong"
sed 's|^|results/benchmarks.md: there is no benchmark |' "$work/wrong"
[ ! -s "$work/wrong" ]
echo "every link of $(wc -l <"$work/pages") pages leads somewhere"
