/* bank: the cost of bank conflicts in shared memory for any pattern of addresses, compared with the bank model. */

#include "state.h"

GB_VARIANTS(bank);

const char *const bank_ops[] = {
	[OP_LOAD] = "load",         [OP_STORE] = "store",         [OP_ADD] = "add",
	[OP_EXCHANGE] = "exchange", [OP_LOAD_HALF] = "load_half", NULL,
};
static const char *const patterns[] = {
	[PATTERN_STRIDE] = "stride",           [PATTERN_DEGREE] = "degree",
	[PATTERN_BROADCAST] = "broadcast",     [PATTERN_MULTICAST] = "multicast",
	[PATTERN_PERMUTATION] = "permutation", [PATTERN_RANDOM] = "random",
	[PATTERN_COLUMN] = "column",           [PATTERN_PADDED] = "padded",
	[PATTERN_SWIZZLED] = "swizzled",       NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "pattern",
	  .help = "words of the 32 lanes: a stride, a chosen number of passes, one word for all, shared by neighbours, "
		  "permuted, random; a column of a tile [32][32], also padded to [32][33] or swizzled by XOR with the "
		  "row",
	  .kind = GB_REPORTED,
	  .names = patterns,
	  .quick = "stride,degree,broadcast,column,padded,swizzled" },
	{ .name = "op",
	  .help = "load, store, atomic addition, atomic exchange, load of 2 bytes",
	  .kind = GB_REPORTED,
	  .names = bank_ops,
	  .full = "load,store,add",
	  .quick = "load,store,add" },
	{ .name = "stride",
	  .unit = "words",
	  .help = "distance from lane to lane",
	  .kind = GB_REPORTED,
	  .values = "0:33",
	  .quick = "1,2",
	  .when = "pattern=stride" },
	{ .name = "degree",
	  .unit = "passes",
	  .help = "passes that a request takes by design",
	  .kind = GB_REPORTED,
	  .values = "1:32",
	  .quick = "1,8,32",
	  .when = "pattern=degree" },
	{ .name = "share",
	  .unit = "lanes",
	  .help = "neighbours that access the same word",
	  .kind = GB_REPORTED,
	  .values = "2:16:pow2",
	  .full = "4",
	  .when = "pattern=multicast" },
	{ .name = "seed",
	  .help = "seed of the permutation or of the random words",
	  .kind = GB_REPORTED,
	  .values = "1:16",
	  .full = "1",
	  .when = "pattern=permutation,random" },
	{ .name = "word",
	  .unit = "B",
	  .help = "width of an access",
	  .kind = GB_REPORTED,
	  .values = "4,8,16",
	  .quick = "4",
	  .when = "op=load,store,exchange" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (unsigned int)gb_device(run)->sm_count;
	int status = gb_alloc(run, s->blocks * CYCLES_BYTES, &s->cycles);
	if (status == GB_OK)
		status = gb_alloc(run, s->blocks * SUM_BYTES, &s->sum);
	if (status == GB_OK)
		status = gb_alloc(run, s->blocks * WORDS_BYTES, &s->words);
	return status;
}

GB_BENCH(bank) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "bank",
	.summary = "bank conflicts in shared memory: strides, degrees, and remedies",
	.method = "The host computes the addresses of the 32 lanes; the kernels follow them. One block of 32 warps "
		  "runs on each SM.\n"
		  "cycles: every warp makes 8 independent accesses in each loop iteration, always to the same banks, "
		  "for about 65 000 SM clock cycles between two barriers. The value is cycles per warp request, the "
		  "median over the SMs. A short first round is not counted.\n"
		  "latency: before that, a single warp follows a chain in which each address is the result of the "
		  "previous access: a load, an atomic, or a store followed by a load of the stored word. Chains of 8 "
		  "and 16-byte exchanges include one register move for each link.\n"
		  "passes: the prediction of the bank model for these addresses. Each of the 32 banks serves one "
		  "4-byte row in a pass. 8-byte words are served half a warp at a time and 16-byte words a quarter at "
		  "a time, so the minimum is 2 and 4 passes. Loads need half of that if each lane reads the same word "
		  "as one of the next two lanes. Lanes at the same word share a pass, except for atomics. load_half "
		  "loads 2-byte words, two of which share a 4-byte bank row; padding adds one word to a row, and the "
		  "swizzle is byte address ^ (row << 2). `degree` is the number of passes, spread evenly over the "
		  "parts of the warp. conflicts: passes of a launch beyond the minimum, as Nsight Compute counts "
		  "them.\n"
		  "Verified: every word left in shared memory, every thread's sum of the words it loaded, the end of "
		  "each chain, and for atomics the sum of all returned values.\n"
		  "Limit: the passes at 128 bytes per clock.\n"
		  "Source: banks from the CUDA C++ Programming Guide; the parts of a warp were measured "
		  "(bank_model.h).",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_bank,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = bank_prepare,
	.launch = bank_launch,
	.verify = bank_verify,
	.cost = bank_cost,
	.limit = bank_limit,
	.observe = bank_observe,
	.metrics = bank_metrics,
};
