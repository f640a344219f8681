/* instr: throughput and latency of each class of arithmetic instructions. */
#include "state.h"

const char *const instr_ops[] = {
#define NAME(name, steps, fast) [INSTR_##name] = #name,
	INSTR_ALL(NAME)
#undef NAME
		NULL,
};

const char *const instr_measured[] = { [THROUGHPUT] = "throughput", [LATENCY] = "latency", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "operation of a step; --describe explains each", .names = instr_ops,
	  .quick = "shift,udiv,fadd,promoted,sin,mufu_ex2,dfma" },
	{ GB_AXIS(measure), .help = "operations per second with all warps resident, or cycles per step with one warp",
	  .names = instr_measured },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED,
	  .values = "128:1024:pow2", .full = "512:1024:pow2", .quick = "1024", .when = "measure=throughput" },
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
	GB_TRY(gb_find_kernel(run, "instr_check", &s->check));
	GB_TRY(gb_find_kernel(run, "instr_compare", &s->compare));
	GB_TRY(gb_alloc(run, WORDS_BYTES, &s->start));
	GB_TRY(gb_alloc(run, WORDS_BYTES, &s->operand));
	GB_TRY(gb_alloc(run, WAVES * most * sizeof(uint32_t), &s->out));
	GB_TRY(gb_alloc(run, sizeof(unsigned long long), &s->cycles));
	GB_TRY(gb_alloc(run, EXPECTED_BYTES, &s->expected));
	GB_TRY(gb_alloc(run, STEPS_BYTES, &s->steps));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	return GB_OK;
}

GB_BENCH(instr) = {
	GB_IDENTITY(instr),
	.summary = "throughput and latency of each class of arithmetic instructions",
	.method = "Each thread runs a chain of one operation, in which each step depends on the previous one. "
		  "Integer: additions of the two previous words (iadd) and of a third (iadd3), rotation (shift), "
		  "x & a ^ a (mask), a / x, a % x + c, a - x, x * a, a x + a. promoted is 1.1 - x without the "
		  "suffix f. Functions: sqrt, rsqrt (1 / sqrtf), sin, exp(-x), log |x|, sin x + cos x by sincosf, "
		  "x^a by powf and tanh (x + a), from C++ and, with _fast, from an intrinsic or a PTX "
		  "instruction. rcp is the exact reciprocal (rcp.rn), to compare with mufu_rcp. mufu_ is one "
		  "instruction of the special function units (MUFU.SIN and MUFU.COS are in sin_fast and cos_fast, "
		  "with a multiplication). hfma2 is one packed instruction; on 8.0 and 9.0 every second one runs "
		  "on the pipe of the matrix units (HFMA2.MMA), so its latency is the mean of two pipes. d is "
		  "double precision. i2f converts the bits of the previous result; f2i, f2h, d2f and d2i convert "
		  "there and back.\n"
		  "The study: population count, leading zeros (clz), highest set bit (bfind), bit reversal, 5-bit "
		  "extraction (bfe), byte permutation (prmt), x & y | ~x & a (lop3), max then min (iminmax), max "
		  "(-x, a) of floats and of two halves, sums and maxima of dynamic programming (DPX: one "
		  "instruction from compute capability 9.0 on, of words and of 16x2), the upper word of x a + a "
		  "(imulhi), and 64-bit addition, multiplication, rotation, maximum and division. Conversions "
		  "there and back: to 8-bit integers (f2u8), BF16, TF32 (f2tf: three instructions), E4M3 and E5M2 "
		  "(from two halves; e4m3 from a float), 16-bit integers, from a half to FP64, and to 64-bit "
		  "integers. pack8 packs two words into bytes. Chains of popc, clz and conversions soon reach a "
		  "fixed point; their first steps differ from chain to chain.\n"
		  "Throughput: every SM is full of warps, 4 waves of blocks. Latency: clock cycles of one warp in "
		  "a loop of bodies, less those in a loop of half bodies, so the loop itself cancels; accurate to "
		  "a few cycles for the long code of sin, dsin and dlog. Variant fast-math is the same source "
		  "with -use_fast_math; ftz, no-prec-div and no-prec-sqrt have one of its flags each (-ftz=true, "
		  "-prec-div=false, -prec-sqrt=false), for the operations that these affect.\n"
		  "Value: one step is one operation, whatever instructions the compiler emits; "
		  "bench/instr/instr.audit counts them. The two conversions of d2f, d2i, h2d, f2l and d2l count as "
		  "two operations of the throughput: both take the unit of 64-bit conversions. Findings: slowdown "
		  "relative to the alternative, and the gain of -use_fast_math and of each flag.\n"
		  "Verified: every thread's result against a kernel that takes the chain one step at a time. 32 "
		  "steps of each of 256 chains are compared with the host: bit by bit if the operation is exact, "
		  "otherwise within the error that the CUDA C++ Programming Guide and the PTX ISA state. ulps_off "
		  "is the largest distance from the true value, in units of its last place.\n"
		  "Limit of a step that is one instruction, or that waits for a special function unit or a "
		  "conversion: NVIDIA's table of arithmetic throughput x SMs x the measured SM clock. One chain "
		  "per thread does not always reach it (ffma measures the roof).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES, /* for latencies */
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
	.remark = instr_remark,
	.conclude = instr_conclude,
	.sdc = "op=imulhi,prmt,popc,mufu_ex2 measure=throughput",
};
