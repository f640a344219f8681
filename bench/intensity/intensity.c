/* intensity: how closely kernels that stream memory and compute at the same time approach the roofline and its
 * corner. */

#include "../common/input_host.h"
#include "state.h"

const char *const intensity_types[] = {
	[INTENSITY_FP32] = "fp32",
	[INTENSITY_FP64] = "fp64",
	[INTENSITY_FP16] = "fp16",
	NULL,
};
const char *const intensity_traffics[] = { [INTENSITY_READ] = "read", [INTENSITY_COPY] = "copy", NULL };
const char *const intensity_forms[] = {
	[INTENSITY_ONESHOT] = "oneshot",
	[INTENSITY_LOOPED] = "looped",
	[INTENSITY_AHEAD] = "ahead",
	NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(type), .help = "number format; fp16: in pairs", .names = intensity_types },
	{ GB_AXIS(traffic), .help = "read only, or copy, which writes as many bytes as it reads",
	  .names = intensity_traffics, .quick = "read" },
	{ GB_AXIS(flops), .unit = "FLOP", .help = "FLOP per 16 bytes moved: 16 times the intensity in FLOP/B",
	  .values = "1:8192:pow2,20:5120:pow2,24:6144:pow2,28:7168:pow2",
	  .full = "1,4,16,32,64,96,112,128,160,192,224,256,320,384,512,1024,2048,8192", .quick = "1,224,8192" },
	{ GB_AXIS(form),
	  .help = "oneshot, well below the ridge: one block per tile; looped, above it: one block per 16 tiles, "
		  "with more vectors per thread; ahead, for copy: the same, with the next tile loaded before the "
		  "arithmetic on the current one",
	  .kind = GB_SEARCHED, .names = intensity_forms },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* The size of the input, and of the output. Every launch processes the next part of both, so the data are not
 * already in L2. If memory is short, the size is smaller, but at least a few times L2. */
#define STREAM_BYTES (UINT64_C(4) << 30)
#define STREAM_SHARE 0.4 /* largest share of the free memory that each array may take */
enum { STREAM_L2S = 4 };
#define STREAM_STEP (UINT64_C(1) << 20)

static int choose_bytes(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t least = STREAM_L2S * gb_device(run)->l2_bytes;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*bytes = input_fit(STREAM_BYTES, STREAM_SHARE, available, STREAM_STEP);
	if (*bytes < least || *bytes == 0)
		return gb_skip(run, "%.0f MB of device memory are free; twice %d times L2 (%.0f MB) are needed",
			       1e-6 * (double)available, STREAM_L2S, 2e-6 * (double)least);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->filled = -1;
	GB_TRY(choose_bytes(run, &s->bytes));
	GB_TRY(gb_alloc(run, s->bytes, &s->in));
	GB_TRY(gb_alloc(run, s->bytes, &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	return gb_find_kernel(run, "intensity_fill", &s->fill);
}

GB_BENCH(intensity) = {
	GB_IDENTITY(intensity),
	.summary = "the roofline of real kernels: FLOP rate and bandwidth over FLOP per byte, FP32, FP64, FP16",
	.method = "Every word read is the c of x <- x x + c, a chaotic recurrence that stays within 1.75. Each word, "
		  "or some of them, is followed by enough FMAs for `flops` FLOP per 16 bytes moved. `read` feeds 8 "
		  "chains per thread and writes nothing. `copy` has a chain for each place of a thread's tile and "
		  "stores its state after each tile. A launch covers the next part of 4 GiB: about 1 ms of work on "
		  "the roofline, and at most half of the buffer. A thread has 2 to 8 independent loads of 16 bytes "
		  "in flight; loops are up to 512 FMAs long.\n"
		  "Value: an FMA counts as two FLOP (a pair of FP16 as four), every byte read or written once. Integer "
		  "work, stores and the loop are not counted, but take issue slots.\n"
		  "Verified: every word stored, and for `read` every thread's result, bit by bit against the "
		  "recurrence recomputed on the device; the first chain of the first and last thread against the "
		  "host's.\n"
		  "Limit: the roofline at the clock measured over the timed interval, the lesser of lanes x 2 x SMs x "
		  "clock and intensity x 2 x memory clock x bus width / 8.\n"
		  "Findings: `ridge`, where the two roofs meet at the highest clock of the curve; `memory_end` and "
		  "`fma_end`, the best fractions of the limit up to a quarter of the ridge, and from four times the "
		  "ridge on; `corner`, the fraction at the intensity next to it. At the power limit the clock falls "
		  "near the corner; the row records the clock.\n"
		  "Source: the roofline follows Williams, Waterman and Patterson (2009).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_intensity,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = intensity_prepare,
	.launch = intensity_launch,
	.verify = intensity_verify,
	.cost = intensity_cost,
	.limit = intensity_limit,
	.metrics = intensity_metrics,
	.conclude = intensity_conclude,
};
