/* ldmatrix: rates and bank conflicts of the instructions that move matrices between shared memory and registers. */
#include "state.h"

GB_VARIANTS(ldmatrix);

const char *const ldmatrix_ops[] = {
	[OP_LOAD] = "load",   [OP_LOAD_TRANS] = "load_trans",
	[OP_STORE] = "store", [OP_STORE_TRANS] = "store_trans",
	[OP_MOVE] = "move",   NULL,
};
static const char *const layouts[] = { [LAYOUT_PITCH] = "pitch", [LAYOUT_SWIZZLED] = "swizzled", NULL };

#define OF_MEMORY "op=load,load_trans,store,store_trans"

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "ldmatrix, stmatrix, either with .trans; movmatrix, from register to register",
	  .kind = GB_REPORTED,
	  .names = ldmatrix_ops,
	  .quick = "load,store" },
	{ .name = "matrices",
	  .help = "matrices of an access: x1, x2, x4",
	  .kind = GB_REPORTED,
	  .values = "1:4:pow2",
	  .quick = "4",
	  .when = OF_MEMORY },
	{ .name = "layout",
	  .help = "rows at a fixed pitch, or a column of 128-byte rows, swizzled by XOR with the row",
	  .kind = GB_REPORTED,
	  .names = layouts,
	  .when = OF_MEMORY },
	{ .name = "pitch",
	  .unit = "B",
	  .help = "from row to row",
	  .kind = GB_REPORTED,
	  .values = "16:144:16",
	  .quick = "16,64,128",
	  .when = "layout=pitch" },
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
		status = gb_alloc(run, s->blocks * MEMORY_BYTES, &s->memory);
	return status;
}

GB_BENCH(ldmatrix) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "ldmatrix",
	.summary = "ldmatrix, stmatrix and movmatrix: cycles, latency and bank conflicts, by row pitch",
	.method = "A matrix has eight rows of 16 bytes; an access moves one, two or four of them from shared memory to "
		  "the registers of a warp, or back. The host computes the addresses of the 32 rows. One block of 32 "
		  "warps runs on each SM.\n"
		  "cycles: every warp makes 8 independent accesses in each loop iteration, for about 65 000 SM clock "
		  "cycles between two barriers. The value is cycles over accesses of a warp, the median over the SMs. "
		  "A short first round is not counted.\n"
		  "latency: before that, a single warp follows a chain in which each address is the result of the "
		  "previous access: a load, or a store followed by a load of what was stored; for move, each result is "
		  "moved again.\n"
		  "wavefronts: the number that the rows need. A wavefront reads 4 bytes from each of 32 banks. Rows of "
		  "a matrix that share banks take one wavefront each, and matrices are served one after the other, so "
		  "x4 takes at least four. conflicts: wavefronts of a launch beyond the minimum, as Nsight Compute "
		  "counts them. bytes_per_clock: bytes of an access over its cycles.\n"
		  "Verified: every word left in shared memory, every thread's sum of the registers it received, and "
		  "the end of each chain.\n"
		  "Limit: the wavefronts at 128 bytes per clock. movmatrix has none.\n"
		  "Source: ldmatrix, stmatrix and movmatrix in the PTX ISA, banks from the CUDA C++ Programming Guide.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .cc_min = 75, .memory_bytes = UINT64_C(16) << 20 },
	.axes = axes,
	.deep = "op=load,load_trans,store,store_trans,move",
	.variants = gb_variants_ldmatrix,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = ldmatrix_prepare,
	.launch = ldmatrix_launch,
	.verify = ldmatrix_verify,
	.cost = ldmatrix_cost,
	.limit = ldmatrix_limit,
	.observe = ldmatrix_observe,
	.metrics = ldmatrix_metrics,
};
