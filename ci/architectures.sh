#!/bin/sh
# architectures.sh [-w]: checks the table of architectures in docs/toolchains.md against the toolkits found here,
# harness/measuring/device/rates.c and harness/gpubench.mk; -w writes the table. Columns of missing toolkits are left
# unchanged. The check also fails if a toolkit knows an architecture that rates.c lacks.
set -eu
cd "$(dirname "$0")/.."
page=docs/toolchains.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# known NVCC: the architectures that it supports, from sm_70 on.
known() {
	"$1" --list-gpu-code | sed -n 's/^sm_//p' | awk '$1 >= 70'
}

# known_by_page NUMBER: the architectures known to this toolkit, from the old table in the page, which has one
# architecture per line.
known_by_page() {
	sed -n '/^<!-- made by ci\/architectures.sh/,/^<!-- end/s/^| sm_\([0-9]*\) | /\1 | /p' $page |
		awk -F ' *[|] *' -v column=$(($1 + 2)) '$column != "" { print $1 }'
}

newest=$(sed -n 's/^nvidia-cuda-nvcc==\([0-9]*\.[0-9]*\).*/\1/p' tools/toolchain/pins/toolkit-newest.txt)
default=$(make -s print-NVCC)
number=0
for release in 11.8 12.9 13.0 "$newest"; do
	case $release in
	13.0) nvcc=$default ;;
	"$newest") nvcc=.toolkit-newest/bin/nvcc ;;
	*) nvcc=.toolkit-$release/bin/nvcc ;;
	esac
	number=$((number + 1))
	if command -v "${nvcc:-none}" >/dev/null && "$nvcc" --version | grep -q "release $release"; then
		known "$nvcc"
	else
		echo "not compared: CUDA $release, which is not here" >&2
		known_by_page $number
	fi | sed "s/^/$number /" >>"$work/known"
done

{
	echo "| | GPUs | 11.8 | 12.9 | 13.0 | $newest | the default build of | rates known |"
	echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
	awk -v any="$(make -s print-gb_archs_any)" -v arm="$(make -s print-gb_archs_arm)" '
		function among(list, word) { return index(" " list " ", " " word " ") }
		# The fields of struct gb_rates: "double fp32, fp64;", followed by a comment.
		FILENAME ~ /gpubench.h/ && /^struct gb_rates \{/ { within = 1 }
		FILENAME ~ /gpubench.h/ && /^\};/ { within = 0 }
		FILENAME ~ /gpubench.h/ && within && /^\tdouble / {
			sub(/;.*/, "")
			all += split($0, each, ",")
		}
		# A row of rates.c: the GPUs in a comment, { .cc = 70, and then .rates = { .fp32 = 128, ... } },
		FILENAME ~ /rates.c/ && /^\t\/\* .* \*\/$/ {
			boards = $0
			gsub(/^\t\/\* | \*\/$/, "", boards)
		}
		FILENAME ~ /rates.c/ && /^\t\{ \.cc = / {
			arch = $4 + 0
			order[++lines] = arch
			gpus[arch] = boards
			there[arch] = 0
		}
		FILENAME ~ /rates.c/ && /^\t  / {
			sub(/.*\.rates = \{/, "")
			there[arch] += gsub(/\.[a-z0-9_]+ = /, "")
		}
		FILENAME !~ /rates.c|gpubench.h/ { knows[$2] = 1; by[$2, $1] = "yes" }
		END {
			for (i = 1; i <= lines; i++) {
				a = order[i]
				printf "| sm_%d | %s | %s | %s | %s | %s | %s | %d of %d |\n", a, gpus[a],
					by[a, 1], by[a, 2], by[a, 3], by[a, 4],
					among(any, a) ? "any host" : among(arm, a) ? "Arm hosts" : "", there[a], all
				delete knows[a]
			}
			for (a in knows) {
				print "sm_" a " has no line in harness/measuring/device/rates.c" >"/dev/stderr"
				exit 1
			}
		}' harness/gpubench.h harness/measuring/device/rates.c "$work/known"
} >"$work/table"

sed -e '/^<!-- made by ci\/architectures.sh/,/^<!-- end/ { /^|/d }' \
	-e "/^<!-- made by ci\/architectures.sh/r $work/table" $page >"$work/page"
if [ "${1-}" = -w ]; then
	cat "$work/page" >$page
fi
diff $page "$work/page"
