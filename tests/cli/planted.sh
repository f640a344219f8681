#!/bin/bash
# planted.sh BUILD: in twelve plug-ins of both forms a wrong expected result is planted, and in thirteen a wrong
# count of the work. A dry run, which has no GPU, finds each. A third of the plug-ins is tried, chosen by the commit;
# with PLANTED=all, every one.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

tree=$PWD
chosen=$(tests/shared/sample_by_commit.py 6 vote stream histogram reduction divergence ldmatrix shared unroll toy_pair \
	issue spill constant ffma skeleton transpose dram stride)

# begin KIND: the next plants go into a folder of their own.
begin() {
	into=$work/$1 names=
	mkdir "$into"
	cp -r bench/common "$into"
	cat >"$into/Makefile" <<-END
		CUDA_HOME := none
		include $tree/harness/gpubench.mk
	END
}

# plant FILE RIGHT WRONG: a copy of the plug-in in the folder of FILE, with the text WRONG in place of RIGHT.
plant() {
	local folder=${1%/*} text
	local name=${folder##*/}
	[[ ${PLANTED-} == all || " $chosen " == *" $name "* ]] || return 0
	cp -r "$folder" "$into/$name"
	text=$(cat "$1")
	check "$name has the text to replace" test "${text/"$2"/}" != "$text"
	printf '%s\n' "${text/"$2"/"$3"}" >"$into/$name/${1##*/}"
	names="$names $name"
}

# finds WHAT PATTERN: dry runs of all of these plug-ins say so. The variables of a `make test` that runs this are in
# the environment too.
finds() {
	run env -u MAKEFLAGS make -C "$into" BUILD=build CC=cc CFLAGS=-O1 SANITIZE= WERROR=
	check "they build" test "$status" -eq 0
	check "all of them" test "$(find "$into/build/plugins" -name '*.so' | wc -l)" -eq "$(wc -w <<<"$names")"
	for name in $names; do
		run "$real" --plugin "$into/build/plugins/$name.so" --dry-run --quick -b "$name"
		check "the wrong $1 of $name is found" test "$status" -eq 2
		check "and shown" grep -q "$2" "$out"
	done
}

begin results
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
finds result "WRONG: "

# Instructions may also be those that a model does not count, so a difference is a doubt.
begin counts
plant examples/vote/vote.cu ".ops = VOTES" ".ops = 2 * VOTES"
plant examples/stream/stream.cu ".limit = limit)" ".limit = limit, .bytes = 48)"
plant examples/histogram/histogram.cu ".ops = 4 * WORDS" ".ops = WORDS"
plant examples/reduction/reduction.cu "axes, members)" "axes, members, .bytes = 16)"
plant bench/shared/shared.cu "* args->trips }" "* args->trips / 2 }"
plant bench/unroll/unroll.cu ".ops = 2.0 *" ".ops = 1.0 *"
plant bench/ffma/ffma.cu "[FP16] = 4" "[FP16] = 2"
plant tests/plugins/skeleton/skeleton.c ".bytes = (double)" ".bytes = 2 * (double)"
plant bench/transpose/transpose.c ".bytes = 2.0 *" ".bytes = 1.0 *"
plant bench/dram/dram.c "(double)read_bytes(run) + (double)written_bytes(run)" "(double)written_bytes(run)"
plant bench/stride/stride.c "== STRIDE_COPY ? 2 : 1" "== STRIDE_COPY ? 1 : 1"
plant bench/spill/cost_and_limit.c ".ops = 2.0 *" ".ops = 1.0 *"
mkdir "$into/flops"
cat >"$into/flops/flops.cu" <<'END'
#include "gpubench_declared.h"
struct flops_args {
	float *out;
	uint32_t trips;
};
#ifdef __CUDACC__
extern "C" __global__ void flops(struct flops_args args)
{
	float x = 1;
	for (uint32_t trip = 0; trip < args.trips; trip++)
		x = fmaf(x, 0.5f, 3) * x - 1;
	args.out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
#else
static const struct gb_member members[] = { GB_ARRAY(struct flops_args, out, .per_thread = 4),
					    GB_TRIPS(struct flops_args, trips, 1000),
					    { .name = NULL } };
GB_BENCH(flops) = { GB_SHORT(flops, "four operations", GB_FLOPS, gb_any_block, members, .ops = 3) };
#endif
END
names="$names flops"
finds count '\(WRONG\|NOT VERIFIED\): cost: with less work'
totals
