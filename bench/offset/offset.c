/* offset: the cost of misaligned arrays. */

#include "state.h"

GB_VARIANTS(offset);

const char *const offset_ops[] = {
	[OFFSET_COPY] = "copy", [OFFSET_SUM] = "sum", [OFFSET_SUM_CG] = "sum_cg", [OFFSET_PERMUTED] = "permuted", NULL
};

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "copy out[i+offset]=a[i+offset], sum out[i]=a[i+offset]+b[i+offset], sum_cg the same with loads "
		  "that bypass L1; permuted: a copy in which the lanes of a warp read its 32 elements in another "
		  "order",
	  .kind = GB_REPORTED,
	  .names = offset_ops,
	  .quick = "copy" },
	{ .name = "offset",
	  .unit = "elements",
	  .help = "distance of the first element from a multiple of 4096 bytes",
	  .kind = GB_REPORTED,
	  .values = "0:128",
	  .full = "0:8,12,16,20,24,28,32,64,128",
	  .quick = "0,1,8,32",
	  .when = "op=copy,sum,sum_cg" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "size of an element and of an access",
	  .kind = GB_REPORTED,
	  .values = "1:16:pow2",
	  .quick = "1,4,16" },
	{ .name = "form",
	  .help = "many independent elements per thread, or a single one",
	  .kind = GB_REPORTED,
	  .names = pattern_forms,
	  .when = "bytes=4" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Bytes of each array, and room after it for the largest offset, 128 elements of 16 bytes. */
#define ARRAY_BYTES (UINT64_C(1) << 30)
enum { ROOM_BYTES = 4096 };

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = pattern_array_bytes(run, ARRAYS, ARRAY_BYTES, &s->array_bytes);
	s->place_bytes = s->array_bytes + ROOM_BYTES;
	if (status == GB_OK)
		status = gb_alloc(run, ARRAYS * s->place_bytes, &s->arena);
	if (status == GB_OK)
		status = pattern_open(run, "offset_fill", "offset_check", &s->check);
	return status == GB_OK ? input_fill(run, &s->check.fill, s->arena, (ARRAYS - 1) * s->place_bytes) : status;
}

GB_BENCH(offset) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "offset",
	.summary = "copy and two-array sum of misaligned arrays",
	.method = "Arrays have 1 GiB of random words (less if memory is short, but together at least 4 x L2). "
		  "copy reads and writes starting at the offset. sum reads two arrays starting at the offset and "
		  "writes a third from its beginning; sum_cg is the same with L1 off, as with -dlcm=cg. permuted "
		  "is a copy without offset in which lane l of a warp reads element (5 l + 3) mod 32 of the "
		  "warp's and writes element l (\"out of sequence\" in the CUDA C Best Practices Guide). An "
		  "access is one element; neighbouring threads access neighbouring elements. In the form `wide` a "
		  "thread has 16 bytes of each array in flight (1-byte elements: 8), so the pattern is the "
		  "bottleneck. In `naive` it has one element, as in the sources, and waits.\n"
		  "Value: useful bytes, every element read or written once. sectors_per_request and "
		  "lines_per_request are the 32-byte sectors and 128-byte lines that a warp's load touches, "
		  "sectors_per_store those of its store, computed from the addresses. efficiency is useful bytes "
		  "over the bytes of all sectors touched; moved_bandwidth counts the latter. Adjacent requests "
		  "share their outermost sectors. hit_rate is the share of load sectors that an earlier request "
		  "of the same block fetched, if L1 keeps them (none for sum_cg, where L2 delivers them again); "
		  "the memory need not move any sector twice.\n"
		  "Verified: every byte of the output array, including those that must not be written.\n"
		  "Limit: the memory, 2 x memory clock x bus width / 8. Requests of 1 and 2-byte elements carry "
		  "only 32 or 64 bytes; there the request rate may be the bottleneck instead.\n"
		  "Source: offsetCopy of the CUDA C Best Practices Guide and of \"CUDA optimization in depth\"; "
		  "sumArraysGPU.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_offset,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = offset_prepare,
	.launch = offset_launch,
	.verify = offset_verify,
	.cost = offset_cost,
	.limit = offset_limit,
	.metrics = offset_metrics,
	.conclude = offset_conclude,
};
