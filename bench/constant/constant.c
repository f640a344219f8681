/* constant: constant memory by how lanes' addresses differ and by working set, constant operands, and the instruction
 * caches by the size of a loop. */

#include "state.h"

GB_VARIANTS(constant);

static const char *const measures[] = {
	[DIVIDED] = "divided", [LADDER] = "ladder", [OPERAND] = "operand", [CODE] = "code", NULL,
};
#define NAME(name) #name,
const char *const constant_sources[] = { CONSTANT_SOURCES(NAME) NULL };
#undef NAME

static const struct gb_axis axes[] = {
	{ .name = "measure",
	  .help = "loads by how many words a warp's lanes go to, loads by working set, multiply-adds by where an operand "
		  "comes from, multiply-adds by the size of the loop they are in",
	  .kind = GB_REPORTED,
	  .names = measures },
	{ .name = "distinct",
	  .unit = "words",
	  .help = "that the 32 lanes of a request load; 1: a broadcast",
	  .kind = GB_REPORTED,
	  .values = "1:32",
	  .quick = "1,2,32",
	  .when = "measure=divided" },
	{ .name = "set",
	  .unit = "B",
	  .help = "that the warps of an SM go through by broadcasts, 64 B a request",
	  .kind = GB_REPORTED,
	  .values = "256,512,768,1024,1280,1536,1792,2048,2304,2560,3072,4096,6144,8192,12288,16384,24576,32768,40960,"
		    "49152,57344,65536",
	  .full = "256,512,1024,1536,1792,2048,2304,2560,3072,4096,6144,8192,16384,24576,32768,49152,65536",
	  .quick = "1024,16384,65536",
	  .when = "measure=ladder" },
	{ .name = "operand",
	  .help = "from registers, part of the instruction, a parameter of the kernel, constant memory at a fixed address, "
		  "that loaded by an instruction of its own",
	  .kind = GB_REPORTED,
	  .names = constant_sources,
	  .quick = "register,bank,ldc",
	  .when = "measure=operand" },
	{ .name = "body",
	  .unit = "B",
	  .help = "of straight code in the loop, 16 B an instruction",
	  .kind = GB_REPORTED,
	  .values = "1024,2048,4096,8192,16384:524288:16384",
	  .full = "1024,2048,4096,8192,16384,32768,49152,65536,81920,98304,131072,163840,196608,262144,393216,524288",
	  .quick = "2048,65536,524288",
	  .when = "measure=code" },
	{ .name = "apart",
	  .unit = "B",
	  .help = "from one of those words to the next",
	  .kind = GB_REPORTED,
	  .values = "4,64",
	  .full = "4",
	  .when = "measure=divided" },
	{ .name = "warps",
	  .unit = "warps",
	  .help = "of an SM; 4: one for each scheduler",
	  .kind = GB_REPORTED,
	  .values = "4:32:pow2",
	  .full = "4,32",
	  .quick = "32",
	  .when = "measure=code" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (unsigned int)gb_device(run)->sm_count;
	int status = gb_find_kernel(run, "constant_table", &s->tell);
	if (status == GB_OK)
		status = gb_alloc(run, s->blocks * sizeof(unsigned int), &s->cycles);
	if (status == GB_OK)
		status = gb_alloc(run, (uint64_t)s->blocks * THREADS * sizeof(unsigned int), &s->sum);
	return status == GB_OK ? gb_alloc(run, CONSTANT_BYTES, &s->table) : status;
}

GB_BENCH(constant) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "constant",
	.summary = "constant memory by addresses and working set, constant operands, and instruction caches",
	.method =
		"One block an SM, timed by the SM's own clock between two barriers, after a round that brings code and "
		"constants near; the value is cycles of the SM over what all its warps did, the median over the SMs. divided: "
		"requests of 32 warps by LDC in 448 bytes at most (apart=4), lane l at word l mod n: a request is divided into as many as it has "
		"different addresses (CUDA C++ Programming Guide), which is what passes counts; findings: cycles a pass and the "
		"farthest that any n is from n passes. ladder: all lanes at one word, a request every 64 bytes, 32 warps spread over the set "
		"and around it again and again; plateaus and knees as in latency. operand: 64 multiply-adds x += 1 * c with another "
		"c each (register: 8, again and again) in 8 chains of each of 32 warps. param and bank are what the compiler makes of a constant "
		"at a fixed address: an operand of the multiply-add up to 8.9, from 9.0 on a uniform register, loaded by ULDC or LDCU that "
		"gives 2 or 4 of them; ldc is one LDC an operand, as with an index that is not known. code: a loop of straight multiply-adds in 8 chains, "
		"64 a KiB, and 3 instructions of its own; from 16 KiB on one kernel that leaves its loop's body after so many segments of 16 KiB, with 2 "
		"more instructions each. The limit is the multiply-adds that the SM's lanes can start; constant memory has none that is "
		"documented. Verified: every word of constant memory, the sum of every thread; sums of multiply-adds are exact and count "
		"them. Working sets after Wong et al. (2010) and Jia et al. (2018); the latency of constant memory is in latency.",
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
};
