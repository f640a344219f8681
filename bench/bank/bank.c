/* bank: what bank conflicts in shared memory cost, for any pattern of addresses, against what the bank model says. */

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
	  .help = "words of the 32 lanes: a stride, passes chosen, one for all, shared by neighbours, permuted, at "
		  "random; a "
		  "column of a tile [32][32], and that padded to [32][33] or swizzled by exclusive or with the row",
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
	  .help = "from lane to lane",
	  .kind = GB_REPORTED,
	  .values = "0:33",
	  .quick = "1,2",
	  .when = "pattern=stride" },
	{ .name = "degree",
	  .unit = "passes",
	  .help = "passes of the banks that a request is laid out to need",
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
	  .help = "number of the permutation or of the random words",
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
	.summary = "bank conflicts in shared memory: any stride, any degree, and the remedies",
	.method =
		"The addresses of the 32 lanes are worked out on the host; the kernels only follow them. One block of "
		"32 warps an SM. cycles: all warps make 8 independent accesses a trip, always to the same banks, for "
		"some 65 000 cycles of the SM's own clock between two barriers; the value is cycles over requests (of "
		"a warp), the median over the SMs. latency: before that, one warp alone follows a chain in which each "
		"address is what the access before it gave: a load, an atomic, or a store and the load of what it "
		"stored. Chains of 8 and 16-byte exchanges also have a register move a link. A first round of a few "
		"trips is not counted. passes: what the bank model says of the same addresses. 32 banks of 4 bytes "
		"give one row each a pass; 8-byte words are served by halves and 16-byte words by quarters of a warp, "
		"so that 2 and 4 passes are the least, and half of that for loads in which each lane has the word of "
		"the lane next to it, or of the lane two further. load_half loads words of 2 bytes, of which padding "
		"adds one to a row and the swizzle takes the address in bytes ^ row << 2; two in 4 bytes share a pass. Lanes at the same word share a pass; atomics do not. "
		"degree counts passes: dealt out evenly to the parts of the warp. The limit is the passes at 128 bytes "
		"a clock. conflicts: passes of a whole launch beyond the least, as Nsight Compute counts them. "
		"Verified: every word left in the shared memory, every thread's sum of what it loaded, where each "
		"chain ended; of atomics the sum of all they returned. Banks: CUDA C++ Programming Guide; parts of a "
		"warp: measured (bank_model.h).",
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
