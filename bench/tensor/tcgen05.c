/* The formats of the variant tcgen05 of `tensor`, and their verification before any is timed. */
#include "state.h"
#include "tcgen05.h"

bool tensor_has_tcgen05(const struct gb_device *device)
{
	return device->cc_major == 10 || device->cc_major == 11;
}

/* CCCL 3.0.1 (cuda/__ptx/instructions/generated/tcgen05_mma.h) lists kind::i8 for SM_100a, SM_101a, and the later
 * 110a. ptxas 13.0 compiles it for 100a and 110a, and refuses it for 103a. */
static bool has_integers(const struct gb_device *device)
{
	const int cc = 10 * device->cc_major + device->cc_minor;

	return cc == 100 || cc == 101 || cc == 110;
}

bool tensor_tcgen05_has(const struct gb_device *device, const struct tensor_type *type)
{
	return tensor_has_tcgen05(device) && tcgen05_type(type->tcgen05) >= 0 &&
	       (type->tcgen05 != FORMAT_INT8 || has_integers(device));
}

/* With the sums of two warpgroups, tensor memory has no room for scales, or for the metadata of a sparse A; and
 * those of two SMs would need more rows than A has. */
bool tensor_tcgen05_is_alone(const struct gb_run *run)
{
	return tensor_is_sparse(run) || tensor_type(run)->block > 0 || tensor_sms(run) > 1;
}

const char *tensor_tcgen05_missing(const struct gb_run *run)
{
	if (!tensor_tcgen05_has(gb_device(run), tensor_type(run)))
		return "tcgen05 has no int8 on this device; use variant mma";
	if (tensor_sum_of(run) == TENSOR_SUM_FP16)
		return "sums in fp16 are not measured with tcgen05";
	if (tensor_value(run, "form") != FORM_SHARED && tensor_value(run, "form") != FORM_PAIR)
		return "a form of the other variants";
	if (tensor_value(run, "warps") > TENSOR_TCGEN05_WARPS)
		return "tensor memory holds the sums of two warpgroups";
	return NULL;
}

static int try_format(struct gb_run *run, struct trial trial, int verify(struct gb_run *run))
{
	struct state *s = gb_state(run);

	/* An instance of MIG may have one SM. */
	if (trial.form == FORM_PAIR && gb_device(run)->sm_count < 2)
		return GB_OK;
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
	for (int64_t i = 0; i < INT64_C(2) * TENSOR_TYPES_COUNT && status == GB_OK; i++) {
		const int64_t type = i / 2, sparsity = i % 2;
		if (!tensor_tcgen05_has(gb_device(run), &tensor_type_list[type]))
			continue;
		for (int64_t form = FORM_SHARED; form <= FORM_PAIR && status == GB_OK; form++)
			if (form != FORM_REGISTERS)
				status = try_format(run, (struct trial){ type, sparsity, form, TENSOR_TCGEN05_WARPS },
						    verify);
	}
	s->is_tried = status == GB_OK;
	return status == GB_OK ? tensor_make(run) : status;
}
