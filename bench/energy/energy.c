/* energy: the energy of instructions, by opcode and data. */
#include "../common/input_host.h"
#include "state.h"

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "the instruction: a step of `instr` of that name (mask: LOP3, shift: SHF), a matrix instruction of a "
		  "warp (mma.sync) or a warpgroup (wgmma), or 16 bytes per thread from or to a memory",
	  .names = energy_ops, .quick = "ffma,imad,mma_fp16,wgmma_fp16,shared_read,dram_read" },
	{ GB_AXIS(data),
	  .help = "operands: zeros; the same number in every thread and element; or random numbers: mixed bits (in "
		  "floating-point numbers, of the fraction), in matrices standard normal numbers (int8: in steps of "
		  "1/32)",
	  .names = energy_datas, .full = "zeros,random" },
	{ GB_AXIS(load), .unit = "%", .help = "share of the SMs that work; the others are idle",
	  .values = "10,25,50,75,100", .full = "25,50,100", .quick = "100", .when = "op=ffma,wgmma_fp16" },
	{ .name = NULL },
};

/* The set of DRAM: a GiB, or half of what is available. The operands of other points need less than the smallest
 * set. */
#define SET_BYTES   (UINT64_C(1) << 30)
#define LEAST_BYTES (UINT64_C(1) << 20)

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t blocks = (uint64_t)gb_device(run)->sm_count;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->set_bytes = input_fit(SET_BYTES, 0.5, available, ENERGY_BLOCK_BYTES);
	s->set_bytes = s->set_bytes > LEAST_BYTES ? s->set_bytes : LEAST_BYTES;
	GB_TRY(gb_alloc(run, s->set_bytes, &s->set));
	GB_TRY(gb_alloc(run, B_BYTES, &s->b));
	GB_TRY(gb_alloc(run, blocks * ENERGY_BLOCK * sizeof(uint32_t), &s->folds));
	GB_TRY(gb_alloc(run, blocks * ENERGY_BLOCK_SUMS * sizeof(uint32_t), &s->ends));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	/* The other variant has only matrix instructions. */
	if (strcmp(gb_variant(run)->name, "default") != 0)
		return GB_OK;
	GB_TRY(gb_find_kernel(run, "energy_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "energy_check_read", &s->check_read));
	return gb_find_kernel(run, "energy_check_written", &s->check_written);
}

GB_BENCH(energy) = {
	GB_IDENTITY(energy),
	.summary = "energy of instructions by opcode and data, and of memory accesses",
	.method =
		"Every SM runs one block that repeats one instruction. Chains: 1024 threads, each step depends on the "
		"previous one, and all 256 steps of a trip begin with the same operands again. mma.sync: 8 warps, each "
		"with 8 sums. wgmma: 2 warpgroups, 64 x 256 sums each, A and B in shared memory. Memory: 1024 threads "
		"with 8 accesses of 16 bytes in flight each, around 128 kB in shared memory and L1, a quarter of L2, "
		"or 1 GiB. A read also adds the words (two IADD3 per access). `load` is the share of the SMs that "
		"have a block.\n"
		"Value: joules per warp instruction (wgmma: per warpgroup instruction), above idle. Idle means that "
		"the card runs two one-thread blocks on each SM which only read the GPU's timer: clocks, memory and "
		"context are as under the load. The power of both comes from the energy counter of NVML, from its "
		"first observed step to its last, over 0.5 s of idling and then 0.7 s of the load (longer with "
		"--watch), after 0.3 s and 0.4 s of each. The value is the difference times the time of a launch, "
		"divided by its instructions. The counter is that of the card: it includes HBM, voltage regulators and "
		"leakage. A load at the power cap runs at a lower clock and voltage, which its row shows in "
		"sm_clock_hz and throttle. The interval comes from repeated visits.\n"
		"Further metrics: the same per thread, FLOP, byte and bit; FLOP, operations or bytes per joule of all "
		"that the card draws; `load_power` and `waiting_power`; instructions per clock and working SM.\n"
		"Verified on poisoned memory: the end of every chain against the host, bit by bit (mufu_rcp to one ulp "
		"a step); every sum of every matrix against double precision on the host; that all trips ended alike; "
		"every word read or written, by another kernel.\n"
		"Limit: none.\n"
		"Source: Y. Arafa et al., \"Verified Instruction-Level Energy Consumption Measurement for NVIDIA "
		"GPUs\" (CF 2020), for the difference from a card that is on but idle; docs/energy.md compares.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_JOULES,
	.deep = "data=zeros,constant,random",
	.require = { .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.variants = gb_variants_energy,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = energy_prepare,
	.launch = energy_launch,
	.verify = energy_verify,
	.cost = energy_cost,
	.limit = energy_limit,
	.matrix = energy_matrix,
	.metrics = energy_metrics,
	.conclude = energy_conclude,
};
