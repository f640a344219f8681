#!/usr/bin/env bash
# cubin.sh TOOLS EXPECT BENCH VARIANT ARCH CUBIN SHOW: examines one cubin; CUBIN.found gets what expect.awk prints, and
# `examined` as its last line.
set -uo pipefail
here=$(dirname "$0")
exec >"$6.found"
tools=$1 expect=$2 bench=$3 variant=$4 arch=$5 cubin=$6 show=$7

# The toolkit that made it: the file's version in files of CUDA 11 and 12, as 118; 1 in all later ones.
cuda=$(od -A n -t u4 -j 20 -N 4 "$cubin" | awk '{ print $1 == 1 ? 13 : $1 / 10 }')
# No dataflow analysis (-ndf): it warns of branches that it cannot follow, and adds nothing that is looked at here.
if ! { "$tools/cuobjdump" -res-usage "$cubin" && "$tools/nvdisasm" -ndf -c "$cubin"; } \
	>"$cubin.txt" 2>"$cubin.err"; then
	printf 'failed\t%s\n' "$bench $variant sm_$arch: not disassembled: $(head -n 1 "$cubin.err")"
elif ! awk -v expect="$expect" -v bench="$bench" -v variant="$variant" -v arch="$arch" -v cuda="$cuda" -v show="$show" \
	-f "$here/value.awk" -f "$here/names.awk" -f "$here/expect.awk" -f "$here/code.awk" "$cubin.txt" 2>"$cubin.err"; then
	# Such as a pattern that is no regular expression.
	printf '\nfailed\t%s\n' "$bench $variant sm_$arch: awk: $(head -n 1 "$cubin.err")"
fi
echo examined
