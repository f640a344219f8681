#!/bin/bash
# planted.sh BUILD: in twelve plug-ins of both forms a wrong expected result is planted. A dry run, which has no GPU,
# finds each.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

tree=$PWD
cp -r bench/common "$work"
# plant FILE RIGHT WRONG: a copy of the plug-in in the folder of FILE, with the text WRONG in place of RIGHT.
names=
plant() {
	local folder=${1%/*} text
	local name=${folder##*/}
	cp -r "$folder" "$work/$name"
	text=$(cat "$1")
	check "$name has the text to replace" test "${text/"$2"/}" != "$text"
	printf '%s\n' "${text/"$2"/"$3"}" >"$work/$name/${1##*/}"
	names="$names $name"
}
plant examples/vote/vote.cu "0xaaaaaaaa" "0xaaaaaaab"
plant examples/stream/stream.cu "+ 3 * fill_c" "+ 2 * fill_c"
plant examples/histogram/histogram.cu "% args->bins]++" "% args->bins] += 2"
plant examples/reduction/reduction.cu "sum += gb_mixed_bits(i)" "sum += gb_mixed_bits(i + 1)"
plant bench/divergence/divergence.cu "lane = t % DIVERGENCE_LANES, seed = lane" \
	"lane = t % DIVERGENCE_LANES, seed = t + 1"
plant bench/ldmatrix/ldmatrix.cu "sum_of_two(run, args, t) + end" "sum_of_two(run, args, t) - end"
plant bench/shared/shared.cu "shared_written(i, args->trips)" "shared_written(i + 1, args->trips)"
plant bench/unroll/unroll.cu "(float)args->tiles * sum" "(float)args->tiles + sum"
plant tests/plugins/toy_pair/toy_pair.c "!= 0x5c" "!= 0x5d"
plant bench/issue/verify.c "issue_fill_words(lane, word)" "issue_fill_words(lane + 1, word)"
plant bench/spill/verify.c "trip < args->trips; trip++, at" "trip + 1 < args->trips; trip++, at"
plant bench/constant/verify.c "!= constant_word(i)" "!= constant_word(i + 1)"

cat >"$work/Makefile" <<END
CUDA_HOME := none
include $tree/harness/gpubench.mk
END
# The variables of a `make test` that runs this are in the environment too.
run env -u MAKEFLAGS make -C "$work" BUILD=build CC=cc CFLAGS=-O1 SANITIZE= WERROR=
check "they build" test "$status" -eq 0
check "twelve" test "$(find "$work/build/plugins" -name '*.so' | wc -l)" -eq 12
for name in $names; do
	run "$real" --plugin "$work/build/plugins/$name.so" --dry-run -b "$name"
	check "the wrong result of $name is found" test "$status" -eq 2
	check "and shown" grep -q 'WRONG: ' "$out"
done
totals
