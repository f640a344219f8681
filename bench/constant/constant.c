/* constant: constant memory by the addresses of the lanes and by working set, constant operands, and the instruction
 * caches by loop size. */

#include "state.h"

static const char *const measures[] = {
	[DIVIDED] = "divided", [LADDER] = "ladder", [OPERAND] = "operand", [CODE] = "code", NULL,
};
#define NAME(name) #name,
const char *const constant_sources[] = { CONSTANT_SOURCES(NAME) NULL };
#undef NAME

static const struct gb_axis axes[] = {
	{ GB_AXIS(measure),
	  .help = "loads by the number of distinct words in a warp, loads by working set, multiply-adds by source of "
		  "an operand, multiply-adds by size of their loop",
	  .names = measures },
	{ GB_AXIS(distinct), .unit = "words",
	  .help = "distinct words that the 32 lanes of a request load; 1: a broadcast", .values = "1:32",
	  .quick = "1,2,32", .when = "measure=divided" },
	{ GB_AXIS(set), .unit = "B", .help = "working set per SM, read by broadcasts, 64 B per request",
	  .values = "256,512,768,1024,1280,1536,1792,2048,2304,2560,3072,4096,6144,8192,12288,16384,24576,32768,40960,"
		    "49152,57344,65536",
	  .full = "256,512,1024,1536,1792,2048,2304,2560,3072,4096,6144,8192,16384,24576,32768,49152,65536",
	  .quick = "1024,16384,65536", .when = "measure=ladder" },
	{ GB_AXIS(operand),
	  .help = "source of the operand: registers, the instruction, a kernel parameter, constant memory at a fixed "
		  "address, or the same loaded by a separate instruction",
	  .names = constant_sources, .quick = "register,bank,ldc", .when = "measure=operand" },
	{ GB_AXIS(body), .unit = "B", .help = "size of the straight-line code in the loop, 16 B per instruction",
	  .values = "1024,2048,4096,8192,16384:524288:16384",
	  .full = "1024,2048,4096,8192,16384,32768,49152,65536,81920,98304,131072,163840,196608,262144,393216,524288",
	  .quick = "2048,65536,524288", .when = "measure=code" },
	{ GB_AXIS(apart), .unit = "B", .help = "distance between neighbouring distinct words", .values = "4,64",
	  .full = "4", .when = "measure=divided" },
	{ GB_AXIS(warps), .unit = "warps", .help = "warps per SM; 4: one per scheduler", .values = "4:32:pow2",
	  .full = "4,32", .quick = "32", .when = "measure=code" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (uint32_t)gb_device(run)->sm_count;
	GB_TRY(gb_find_kernel(run, "constant_table", &s->tell));
	GB_TRY(gb_alloc(run, s->blocks * sizeof(uint32_t), &s->cycles));
	GB_TRY(gb_alloc(run, (uint64_t)s->blocks * THREADS * sizeof(uint32_t), &s->sum));
	return gb_alloc(run, CONSTANT_BYTES, &s->table);
}

GB_BENCH(constant) = {
	GB_IDENTITY(constant),
	.summary = "constant memory by addresses and working set, constant operands, and instruction caches",
	.method = "One block on each SM, timed by the SM's clock between two barriers, after a round that loads "
		  "code and constants into the caches. The value is SM cycles over the operations of all warps, "
		  "the median over the SMs.\n"
		  "divided: 32 warps make LDC requests within 448 bytes (apart=4), lane l at word l mod n. A "
		  "request is split into one pass for each different address (CUDA C++ Programming Guide); "
		  "`passes` counts them. Findings: cycles per pass, and the largest deviation of any n from n "
		  "passes.\n"
		  "ladder: all lanes read one word, with a request every 64 bytes; 32 warps start at places "
		  "spread over the set and read it cyclically. Plateaus and knees are found as in `latency`.\n"
		  "operand: 64 multiply-adds x += 1 * c, each with a different constant (register: 8 of them in "
		  "turn), in 8 chains on each of 32 warps. param and bank are the compiler's code for a constant "
		  "at a fixed address: an operand of the multiply-add up to compute capability 8.9; from 9.0 on a "
		  "uniform register, which ULDC or LDCU loads 2 or 4 at a time. ldc is one LDC for each operand, "
		  "as with an unknown index.\n"
		  "code: a loop of straight-line multiply-adds in 8 chains, 64 in each KiB, plus 3 instructions of the "
		  "loop. From 16 KiB on one kernel leaves its loop body after the requested number of 16 KiB "
		  "segments, with 2 more instructions each.\n"
		  "Verified: every word of constant memory and the sum of every thread; sums of multiply-adds are "
		  "exact and count them.\n"
		  "Limit: the multiply-adds that the SM's lanes can start; none is documented for constant "
		  "memory.\n"
		  "Source: working sets after Wong et al. (2010) and Jia et al. (2018). The latency of constant "
		  "memory is in `latency`.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_constant,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = constant_prepare,
	.launch = constant_launch,
	.verify = constant_verify,
	.cost = constant_cost,
	.limit = constant_limit,
	.observe = constant_observe,
	.metrics = constant_metrics,
	.remark = constant_remark,
	.conclude = constant_conclude,
	.sdc = "measure=divided distinct=1",
};
