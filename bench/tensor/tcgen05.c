/* What the variant tcgen05 of `tensor` has, and its formats verified before any is timed. */
#include "state.h"
#include "tcgen05.h"

bool tensor_has_tcgen05(const struct gb_device *device)
{
	return device->cc_major == 10 || device->cc_major == 11;
}

/* CCCL 3.0.1 (cuda/__ptx/instructions/generated/tcgen05_mma.h) says of kind::i8: SM_100a, SM_101a, the later 110a. ptxas 13.0
 * compiles it for 100a and 110a, and refuses it for 103a. */
static bool has_integers(const struct gb_device *device)
{
	const int cc = 10 * device->cc_major + device->cc_minor;

	return cc == 100 || cc == 101 || cc == 110;
}

bool tensor_tcgen05_has(const struct gb_device *device, enum format type)
{
	return tensor_has_tcgen05(device) && tcgen05_type(type) >= 0 && (type != FORMAT_INT8 || has_integers(device));
}

const char *tensor_tcgen05_missing(const struct gb_run *run)
{
	if (!tensor_tcgen05_has(gb_device(run), tensor_type(run)))
		return "tcgen05 has no int8 on this device; use variant mma";
	if (tensor_is_sparse(run))
		return "sparse matrices are not measured with tcgen05";
	if (tensor_sum_of(run) == TENSOR_SUM_FP16)
		return "sums in fp16 are not measured with tcgen05";
	if (tensor_value(run, "form") != FORM_SHARED && tensor_value(run, "form") != FORM_PAIR)
		return "a form of the other variants";
	if (tensor_value(run, "warps") > TENSOR_TCGEN05_WARPS)
		return "tensor memory holds the sums of two warpgroups";
	/* More would need more rows than A has. */
	if (tensor_value(run, "form") == FORM_PAIR && tensor_value(run, "warps") > GROUP_WARPS)
		return "two SMs work on the product of one warpgroup each";
	return NULL;
}

static int try_format(struct gb_run *run, struct trial trial, int verify(struct gb_run *run))
{
	struct state *s = gb_state(run);

	s->trial = &trial;
	int status = tensor_make(run);
	if (status == GB_OK)
		status = verify(run);
	s->trial = NULL;
	return status;
}

int tensor_try_formats(struct gb_run *run, int verify(struct gb_run *run))
{
	struct state *s = gb_state(run);
	int status = GB_OK;

	if (s->is_tried)
		return GB_OK;
	for (enum format type = 0; type < FORMATS && status == GB_OK; type++) {
		if (!tensor_tcgen05_has(gb_device(run), type))
			continue;
		status = try_format(run, (struct trial){ type, FORM_SHARED, TENSOR_TCGEN05_WARPS }, verify);
		/* An instance of MIG may be one SM. */
		if (status == GB_OK && gb_device(run)->sm_count >= 2)
			status = try_format(run, (struct trial){ type, FORM_PAIR, GROUP_WARPS }, verify);
	}
	s->is_tried = status == GB_OK;
	return status == GB_OK ? tensor_make(run) : status;
}
