/* instr: throughput and latency of each class of arithmetic instructions. */
#include <math.h>

#include "state.h"

GB_VARIANTS(instr);

const char *const instr_ops[] = {
#define NAME(name, steps, fast) [INSTR_##name] = #name,
	INSTR_ALL(NAME)
#undef NAME
		NULL,
};

const char *const instr_measured[] = { [THROUGHPUT] = "throughput", [LATENCY] = "latency", NULL };

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "the operation of a step; --describe says what each is",
	  .kind = GB_REPORTED,
	  .names = instr_ops,
	  .quick = "shift,udiv,fadd,promoted,sin,mufu_ex2,dfma" },
	{ .name = "measure",
	  .help = "operations a second with all warps resident, or cycles from a step to the next with one warp",
	  .kind = GB_REPORTED,
	  .names = instr_measured },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads a block",
	  .kind = GB_SEARCHED,
	  .values = "128:1024:pow2",
	  .full = "512:1024:pow2",
	  .quick = "1024",
	  .when = "measure=throughput" },
	{ .name = NULL },
};

#define FIRST_OF_DEEP(name, steps, fast) "op=" #name
#define NEXT_OF_DEEP(name, steps, fast)  "," #name

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const uint64_t most = (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm;
	struct state *s = gb_state(run);

	s->ulps_off = NAN;
	const struct {
		gb_ptr *at;
		uint64_t bytes;
	} memory[] = {
		{ &s->start, WORDS_BYTES },
		{ &s->operand, WORDS_BYTES },
		{ &s->out, WAVES * most * sizeof(unsigned int) },
		{ &s->cycles, sizeof(unsigned long long) },
		{ &s->expected, EXPECTED_BYTES },
		{ &s->steps, STEPS_BYTES },
		{ &s->report, sizeof(struct gb_report) },
	};
	int status = gb_find_kernel(run, "instr_check", &s->check);
	if (status == GB_OK)
		status = gb_find_kernel(run, "instr_compare", &s->compare);
	for (size_t i = 0; i < sizeof memory / sizeof memory[0] && status == GB_OK; i++)
		status = gb_alloc(run, memory[i].bytes, memory[i].at);
	return status;
}

GB_BENCH(instr) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "instr",
	.summary = "throughput and latency of each class of arithmetic instructions",
	.method =
		"A chain of one operation a thread, each step depending on the one before: integer additions of the two words "
		"before (iadd) and a third (iadd3), rotation (shift), x & a ^ a (mask), a / x, a % x + c, a - x, x * a, a x + a; "
		"promoted is 1.1 - x with the suffix f forgotten; sqrt, rsqrt (1 / sqrtf), sin, exp(-x), log |x|, sin x + cos x by sincosf, x^a by powf and tanh (x + a) as C++ has them "
		"and, with _fast, as intrinsic or PTX instruction; rcp is the exact reciprocal (rcp.rn), against mufu_rcp; mufu_ is one instruction of the special function units (MUFU.SIN and MUFU.COS are in sin_fast and cos_fast, with a multiplication); "
		"hfma2 is one packed instruction, on 8.0 and 9.0 every other one on the pipe of the matrix units (HFMA2.MMA), so "
		"that its latency is the mean of two pipes; d is double precision; i2f converts the bits of the result before, f2i, "
		"f2h, d2f and d2i there and back. The study: population count, leading zeros (clz), place of the highest bit (bfind), bits reversed, "
		"5 bits of a word from a place on (bfe), bytes turned (prmt), x & y | ~x & a (lop3), max and then min (iminmax), "
		"max (-x, a) of floats and of two halves, the sums and maxima of dynamic programming (DPX: one instruction from compute "
		"capability 9.0 on, of words and of 16x2), the upper word of x a + a (imulhi), 64-bit addition, multiplication, rotation, maximum and "
		"division; conversions there and back to 8-bit integers (f2u8), BF16, TF32 (f2tf: three instructions), E4M3 and E5M2 "
		"(from two halves, and e4m3 from a float), 16-bit integers, from a half to FP64, to 64-bit integers; pack8 makes two words bytes. "
		"Chains of popc, clz and conversions soon stand still: their first steps differ from chain to chain. An operation is one such step, whatever instructions the compiler makes of "
		"it; bench/instr/instr.audit counts them. Throughput: every SM full of warps, 4 waves of blocks. Latency: "
		"clock cycles of one warp in a loop of bodies, less those in a loop of half bodies, so that the loop "
		"itself falls out; of the long code of sin, dsin and dlog to a few cycles. Variant fast-math is the same source "
		"with -use_fast_math; ftz, no-prec-div and no-prec-sqrt have one of its flags each (-ftz=true, -prec-div=false, -prec-sqrt=false), "
		"for the operations that these are about. Every thread's result is compared with a kernel that takes the chain one step at a time; "
		"of that, 32 steps of each of 256 chains are compared with the host: bit by bit where the operation is defined "
		"so, else with the true value within the error that the CUDA C++ Programming Guide and the PTX ISA state; ulps_off is how "
		"far the worst of them is from the true value, in units of its last place. The "
		"limit of a step that is one instruction, or waits for one of the special function units or for a conversion, is NVIDIA's table of "
		"arithmetic throughput x SMs x the SM clock measured; a single chain a thread does not always reach it "
		"(ffma is the roof). Findings: slowdown against what does instead, and the gain by -use_fast_math and by each flag.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES, /* of a latency */
	.require = { .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.deep = INSTR_DEEP(FIRST_OF_DEEP, NEXT_OF_DEEP),
	.variants = gb_variants_instr,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = instr_prepare,
	.launch = instr_launch,
	.verify = instr_verify,
	.cost = instr_cost,
	.limit = instr_limit,
	.observe = instr_observe,
	.measures = instr_measures,
	.metrics = instr_metrics,
	.conclude = instr_conclude,
};
