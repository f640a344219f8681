/* prefetch: tiles that are loaded some steps before they are needed, through registers, shared memory and cp.async. */

#include "../common/input_host.h"
#include "state.h"

GB_VARIANTS(prefetch);

/* The input, read from one end to the other and then from the start: no bytes are read again while L2 may hold them. */
#define ARENA_BYTES (UINT64_C(4) << 30)
#define ARENA_SHARE 0.8 /* of the free memory, at most */
enum { ARENA_L2S = 4 };

_Static_assert(PREFETCH_TILE == PREFETCH_BLOCK * PREFETCH_VECTOR, "work of each thread");

const char *const prefetch_ways[] = {
	[WAY_REGISTER] = "register",
	[WAY_SHARED] = "shared",
	[WAY_CP_ASYNC] = "cp_async",
	NULL,
};
const char *const prefetch_levels[] = { [LEVEL_DRAM] = "dram", [LEVEL_L2] = "l2", NULL };

static const struct gb_axis axes[] = {
	{ .name = "way",
	  .help = "buffer of a tile: registers of the thread that uses it; registers, then shared memory for another thread; or shared memory, filled by cp.async",
	  .kind = GB_REPORTED,
	  .names = prefetch_ways },
	{ .name = "level", .help = "source of the tiles", .kind = GB_REPORTED, .names = prefetch_levels },
	{ .name = "distance",
	  .unit = "tiles",
	  .help = "distance between the tile in use and the tile that is requested; 0: each tile is requested "
		  "when it is needed",
	  .kind = GB_REPORTED,
	  .values = "0,1,2,4,8",
	  .quick = "0,4" },
	{ .name = "warps",
	  .unit = "warps",
	  .help = "warps resident on an SM, in blocks of 4",
	  .kind = GB_REPORTED,
	  .values = "4,8,16,32,48,64",
	  .full = "4,16,32",
	  .quick = "4" },
	{ .name = "fmas",
	  .help = "multiply-adds per thread for its 16 bytes of each tile",
	  .kind = GB_REPORTED,
	  .values = "16,128,256",
	  .full = "16,128",
	  .quick = "16" },
	{ .name = NULL },
};

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	uint64_t available;

	int status = gb_memory_free(run, &available);
	if (status != GB_OK)
		return status;
	s->arena_bytes = input_fit(ARENA_BYTES, ARENA_SHARE, available, PREFETCH_TILE);
	status = input_check_size(run, s->arena_bytes, ARENA_L2S, available);
	if (status == GB_OK)
		status = gb_alloc(run, s->arena_bytes, &s->arena);
	if (status == GB_OK)
		status = gb_alloc(run, (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm * sizeof(float),
				  &s->out);
	return status == GB_OK ? gb_alloc(run, sizeof(struct gb_report), &s->report) : status;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = allocate(run);
	if (status == GB_OK)
		status = gb_find_kernel(run, "prefetch_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "prefetch_check", &s->check);
	return status == GB_OK ? input_fill(run, &s->fill, s->arena, s->arena_bytes) : status;
}

GB_BENCH(prefetch) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "prefetch",
	.summary = "prefetching of tiles through registers, shared memory and cp.async",
	.method = "Blocks of 4 warps, all resident at once, process tiles of 2 KiB. Each thread loads 16 bytes of "
		  "a tile, bypassing L1, and computes with 16 bytes, by four chains x <- x / 2 + word with `fmas` "
		  "multiply-adds in all. The load of a tile is issued `distance` tiles before its use; at 0 the "
		  "block loads, waits and computes. register: a thread uses what it loaded. shared: it writes the "
		  "data to shared memory, and after a barrier uses what another warp loaded, as in a tiled matrix "
		  "product. cp_async: the copy goes directly to shared memory (from 8.0 on), into a ring of "
		  "distance + 2 tiles. dram: each launch continues where the previous one stopped, in up to 4 "
		  "GiB. l2: the same quarter of L2 repeatedly. Requested shared memory limits the warps of an "
		  "SM.\n"
		  "Value: each tile counts once. Findings: gain, the best distance against 0, and gain_of_one, a "
		  "distance of 1 against 0. There is no gain where other warps hide the latency.\n"
		  "Verified: the end value of each thread, recomputed from the expected words; some of them again "
		  "on the host.\n"
		  "Limit: the lesser of the memory bus (for l2: the slices of L2) and the multiply-adds.\n"
		  "Source: D. Kirk, W. Hwu, Programming Massively Parallel Processors, chapter on performance "
		  "(prefetching through registers and shared memory); CUDA C++ Programming Guide (asynchronous "
		  "copies).",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_prefetch,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prefetch_prepare,
	.launch = prefetch_launch,
	.verify = prefetch_verify,
	.cost = prefetch_cost,
	.limit = prefetch_limit,
	.metrics = prefetch_metrics,
	.remark = prefetch_remark,
	.conclude = prefetch_conclude,
};
