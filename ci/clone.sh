#!/bin/bash
# clone.sh: follows README.md and docs/getting-started.md to the letter in a fresh clone of this commit. Each line of
# their indented blocks and each command with output runs in order; a repeated line runs only once. tests/cli/guides.py
# compares the output. Without a GPU, a line that measures one must report this; the next lines use the file that the
# second page copies.
set -uo pipefail
tree=$PWD

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
passed=0 failed=0
# The pages call the link that `make run` creates.
gpubench() {
	./gpubench "$@"
}

# is_good STATUS LINE: `ab` may end with 3 or 4, which are answers; `profile` needs a tool for GPUs.
is_good() {
	case $1$2 in
	0* | [34]"gpubench ab "*) ;;
	2gpubench*) grep -qE '\((libcuda\.so\.1|Nsight Compute)\) (was|is) not' "$folder/said" &&
		cp results/h200-sxm/all.csv gpu.csv ;;
	*) false ;;
	esac
}

follow() {
	echo "$ $1"
	eval "$1" >"$folder/said" 2>&1 </dev/null
	local status=$?
	cat "$folder/said"
	if is_good $status "$1"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: status $status: $1"
	fi
}

# `make test` is a check of its own. old, new and app stand for any programs.
while read -r line; do
	case $line in *./old* | *./app*) ln -sf /bin/true old && ln -sf /bin/true new && ln -sf /bin/true app ;; esac
	follow "$line"
done < <(awk '/^```/ { fenced = !fenced } fenced ? sub(/^\$ /, "") : sub(/^    /, "")' "$tree/README.md" \
	"$tree/docs/getting-started.md" | sed 's/  .*//' | awk '!seen[$0]++' |
	sed "s|<this repository>|'$tree'|; s|^make test|make test T=test_axis|")

echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -ge 21 ]
