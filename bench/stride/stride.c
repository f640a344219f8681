/* stride: the memory bandwidth that remains when neighbouring threads touch elements far apart. */

#include "state.h"

GB_VARIANTS(stride);

const char *const stride_ops[] = {
	[STRIDE_COPY] = "copy", [STRIDE_READ] = "read", [STRIDE_WRITE] = "write", [STRIDE_REACH] = "reach", NULL
};

#define STRIDED "op=copy,read,write"

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "copy, read or write with a stride; reach: read lines of a growing number of pages in turn",
	  .kind = GB_REPORTED,
	  .names = stride_ops,
	  .quick = "copy,read,write" },
	{ .name = "stride",
	  .unit = "elements",
	  .help = "distance between the elements of neighbouring threads",
	  .kind = GB_REPORTED,
	  .values = "1:32,64:262144:pow2",
	  .quick = "1,2,8,32",
	  .when = STRIDED },
	{ .name = "span",
	  .unit = "B",
	  .help = "memory over which the elements of `reach` are spread, 2 MiB apart",
	  .kind = GB_REPORTED,
	  .values = "268435456:68719476736:pow2",
	  .full = "1073741824:68719476736:pow2",
	  .when = "op=reach" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "size of an element and of an access",
	  .kind = GB_REPORTED,
	  .values = "4,8,16",
	  .full = "4",
	  .when = STRIDED },
	{ .name = "form",
	  .help = "many independent elements per thread, or a single one",
	  .kind = GB_REPORTED,
	  .names = pattern_forms,
	  .when = "op=copy" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Two arrays, in and out. At small strides the elements are spread over SPREAD_BYTES of them. Their number falls
 * with the stride until they lie PITCH_LEAST bytes apart (point.c). From there on the range over which they are
 * spread grows, in arrays of FAR_BYTES that are allocated when a point first needs them. */
#define SPREAD_BYTES (UINT64_C(1) << 30)
#define FAR_BYTES    (UINT64_C(32) << 30)

/* Room for both pairs, at most a third of it for the near one. */
static int choose_bytes(struct gb_run *run, struct state *s)
{
	enum { NEAR_PART = 3 };
	uint64_t available;
	int status = pattern_array_bytes(run, NEAR_PART * ARRAYS, SPREAD_BYTES, &s->near.bytes);

	if (status == GB_OK)
		status = gb_memory_free(run, &available);
	if (status == GB_OK)
		s->far.bytes = pattern_fit(ARRAYS, FAR_BYTES, available - ARRAYS * s->near.bytes);
	return status;
}

int stride_make_arrays(struct gb_run *run, struct arrays *made)
{
	const struct state *s = gb_state(run);
	int status = gb_alloc(run, ARRAYS * made->bytes, &made->in);

	return status == GB_OK ? input_fill(run, &s->check.fill, made->in, made->bytes) : status;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = choose_bytes(run, s);
	if (status == GB_OK)
		status = pattern_open(run, "stride_fill", "stride_check", &s->check);
	if (status == GB_OK)
		status = gb_find_kernel(run, "stride_poison", &s->poison);
	return status == GB_OK ? stride_make_arrays(run, &s->near) : status;
}

GB_BENCH(stride) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "stride",
	.summary = "copy, read and write with a stride between threads; reach of the address translation",
	.method = "Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread "
		  "over 1 GiB, so their number falls with the stride. Beyond that they are spread over up to 32 "
		  "GiB, or 40 % of the memory; at its end the pattern starts again 128 bytes further on, so no "
		  "line is touched twice. In the form `wide` a thread has 16 bytes in flight (32 where it only "
		  "reads), so the pattern is the bottleneck. In `naive` it has one element, as in the sources. "
		  "reach reads one line of each 2 MiB page in turn, the next line in each round. The rate falls "
		  "where the translations of the span are no longer cached.\n"
		  "Value: useful bytes. sectors_per_request and lines_per_request are the 32-byte sectors and "
		  "128-byte lines that a warp's request touches, computed from the addresses. efficiency is "
		  "useful bytes over the bytes of all sectors touched, which moved_bandwidth counts; "
		  "excess_sectors is 1 - efficiency. memory_bytes is the traffic of a launch on a card whose L2 "
		  "fetches 64 bytes at once (before 8.0: 32), writes back 32 and first fetches any sector that is "
		  "partly written; memory_efficiency is useful bytes over memory_bytes.\n"
		  "Verified: every element written, on poisoned output; for reads the sum of all elements.\n"
		  "Limit: 2 x memory clock x bus width / 8 x memory_efficiency.\n"
		  "Source: strideCopy of the CUDA C Best Practices Guide and of \"CUDA optimization in depth\".",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_stride,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = stride_prepare,
	.launch = stride_launch,
	.verify = stride_verify,
	.cost = stride_cost,
	.limit = stride_limit,
	.metrics = stride_metrics,
	.conclude = stride_conclude,
	.remark = stride_remark,
};
