/* Launches of the points of `tensor`: device support, operands, kernel, shape and duration. */
#include "state.h"
#include "tcgen05.h"

/* The approximate duration of a launch. wgmma uses all available power, so the interval must be long enough to show the
 * clock that the GPU can sustain. The start and end of a grid, about 5 µs, must not affect a roof. */
#define LONG_SECONDS  4e-3
#define SHORT_SECONDS 1e-3

/* Returns the reason why this device cannot run the point; NULL: it can. */
static const char *missing(const struct gb_run *run)
{
	static const int since[FORMATS] = {
		[FORMAT_FP16] = 70, [FORMAT_BF16] = 80, [FORMAT_TF32] = 80, [FORMAT_E4M3] = 89,
		[FORMAT_E5M2] = 89, [FORMAT_INT8] = 75, [FORMAT_FP64] = 80
	};
	const enum format type = tensor_format(run);
	const int64_t form = gb_value(run, form);
	const enum instructions with = tensor_instructions(run);
	const int cc = 10 * gb_device(run)->cc_major + gb_device(run)->cc_minor;
	const bool mma = with == MMA || with == SCALED, sparse = tensor_is_sparse(run);

	if (type == FORMAT_FP64 && sparse)
		return "fp64 has no sparse matrices";
	if (type == FORMAT_FP64 && !mma)
		return "these instructions have no fp64; use variant mma";
	if (with == TCGEN05)
		return tensor_tcgen05_missing(run);
	if (cc < since[type])
		return "the matrix units of this device do not have this format";
	if (cc < 80 && sparse)
		return "the matrix units of this device do not support sparse matrices";
	if (mma && cc >= 90 && cc < 120 && sparse && tensor_is_eight_bit_float(run))
		return "mma has no native sparse fp8 on this device";
	if (mma && tensor_is_eight_bit_float(run) && tensor_sum_of(run) == TENSOR_SUM_FP16)
		return "mma has no sums in fp16 for operands in fp8";
	if (form >= FORM_PAIR || mma == (form == FORM_SHARED || form == FORM_REGISTERS))
		return "this form belongs to another variant";
	return NULL;
}

/* As many clusters as run at once: an SM without a free neighbour stays idle. */
static int choose_clusters(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t clusters;

	s->shape.cluster = s->shape.grid = tensor_sms(run);
	GB_TRY(gb_clusters(run, &s->kernel, s->shape, &clusters));
	s->shape.grid *=
		clusters < (uint32_t)gb_device(run)->sm_count / 2 ? clusters : (uint32_t)gb_device(run)->sm_count / 2;
	return GB_OK;
}

static int choose_kernel(struct gb_run *run)
{
	static const char *const of_sum[] = { "fp32", "fp16", "int32", "fp64" };
	struct state *s = gb_state(run);
	const struct tile t = tensor_tile(run);
	const uint32_t warps = (uint32_t)tensor_value(run, warps);
	const bool sparse = tensor_is_sparse(run);

	GB_TRY(kernel_find(run, &s->kernel, "tensor_%s_%s_%s_%s_%s", gb_variant(run)->name, tensor_type(run)->name,
			   of_sum[tensor_sum_of(run)], tensor_sparsities[sparse],
			   tensor_forms[tensor_value(run, form)]));
	if (warps * WARP > s->kernel.threads_max)
		return gb_skip(run, "%u warps need more registers than an SM has", warps);
	s->shape = (struct gb_shape){ .grid = (uint32_t)gb_device(run)->sm_count, .block = warps * WARP };
	if (t.shares_b)
		s->shape.shared_bytes =
			((sparse ? 2 : 1) * t.cols + t.distinct * t.rows) / tensor_sms(run) * TENSOR_GROUP_DEPTH;
	if (tensor_instructions(run) == TCGEN05)
		s->shape.shared_bytes += TENSOR_TCGEN05_EXTRA;
	return tensor_sms(run) > 1 ? choose_clusters(run) : GB_OK;
}

static void fill_scales(const struct tensor_type *type, unsigned char *to)
{
	for (uint64_t i = 0; i < A_SCALES + B_SCALES; i++)
		to[i] = type->scale[format_mix(i) >> 32 & 1];
}

static int fill_operands(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format format = tensor_format(run);
	const int64_t type = tensor_value(run, type), data = tensor_value(run, data);
	const unsigned char *scales = s->host + OPERANDS;

	if (s->type == type && s->data == data)
		return GB_OK;
	memset(s->host, 0, OPERANDS);
	units_make_normal(tensor_normal, format_elements(format, OPERANDS));
	units_fill(format, s->host, tensor_normal, format_elements(format, OPERANDS), data);
	fill_scales(tensor_type(run), s->host + OPERANDS);
	s->type = type;
	s->data = data;
	GB_TRY(gb_copy_in(run, s->a, s->host, A_SIZE));
	GB_TRY(gb_copy_in(run, s->a + A_SIZE, scales, A_SCALES));
	GB_TRY(gb_copy_in(run, s->b, s->host + A_SIZE, B_SIZE));
	return gb_copy_in(run, s->b + B_SIZE, scales + A_SCALES, B_SCALES);
}

/* Passes for a launch of the desired length. The last sums cover fewer than TENSOR_SPAN passes, so that a missing or
 * extra pass shows. */
static uint32_t passes_for(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	/* On compute capability 9.0 and 10.x mma emulates FP8 with FP16, at a fraction of the rate. */
	const bool made = tensor_instructions(run) == MMA && tensor_has_better(device, tensor_type(run)) &&
			  tensor_is_eight_bit_float(run);
	const double part = made ? 1.0 / 16 : 1;
	/* The rate with sums in FP16 is about that with sums in FP32. */
	const double unknown = tensor_format(run) == FORMAT_FP64 ? fmax(device->rates.fp64, 4)
								 : fmax(units_rate(tensor_format(run), device), 512);
	const double rate = tensor_rate(run, device) > 0 ? part * tensor_rate(run, device) : unknown;
	const double seconds =
		tensor_roof(run) != NULL || tensor_instructions(run) != MMA ? LONG_SECONDS : SHORT_SECONDS;
	const double passes =
		gb_work(run) * seconds * rate * device->sm_count * device->sm_clock_max_hz / tensor_pass_ops(run);

	return (uint32_t)(passes > 0 ? passes : 0) / TENSOR_SPAN * TENSOR_SPAN + TENSOR_SPAN / 2;
}

int tensor_make(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_kernel(run));
	GB_TRY(fill_operands(run));
	s->args = (struct tensor_args){
		.a = gb_address(s->a),
		.b = gb_address(s->b),
		.out = gb_address(s->out),
		/* Keeps the second of every two elements: 1 and 3 of four, or 1 of two. */
		.meta = tensor_format(run) == FORMAT_TF32 ? 0xeeeeeeee : 0xdddddddd,
		.passes = passes_for(run),
	};
	if (tensor_instructions(run) == TCGEN05) {
		s->args.instruction = tcgen05_instruction(tensor_type(run), tensor_sum_of(run), tensor_sms(run),
							  tensor_is_sparse(run));
		s->args.instruction |= (uint32_t)tensor_is_k96(run) << TCGEN05_K96;
		s->args.tile = tcgen05_tile(tensor_is_k96(run));
	}
	return GB_OK;
}

int tensor_prepare(struct gb_run *run)
{
	const char *why = missing(run);

	return why != NULL ? gb_skip(run, "%s", why) : tensor_make(run);
}

LAUNCH_KERNEL(int tensor_launch, state)
