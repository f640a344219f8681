/* The formats of the variant tcgen05 of `tensor`, which are all verified before any is timed. */
#include "state.h"
#include "tcgen05.h"

bool tensor_has_tcgen05(const struct gb_device *device)
{
	return device->cc_major == 10 || device->cc_major == 11;
}

/* CCCL 3.0.1 (cuda/__ptx/instructions/generated/tcgen05_mma.h) lists kind::i8 for SM_100a, SM_101a and the later 110a.
 * ptxas 13.0 compiles it for 100a and 110a, but not for 103a. */
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

bool tensor_is_k96(const struct gb_run *run)
{
	const int64_t form = tensor_value(run, form);

	return form == FORM_SHARED_K96 || form == FORM_PAIR_K96;
}

bool tensor_tcgen05_has_k96(const struct gb_device *device, const struct tensor_type *type)
{
	return device->cc_major == 10 && device->cc_minor == 3 && type->tcgen05 == FORMAT_FP4;
}

/* Next to the sums of two warpgroups, tensor memory has no space for scales or for the metadata of a sparse A. The sums
 * of two SMs would need more rows than A has. */
bool tensor_tcgen05_is_alone(const struct gb_run *run)
{
	return tensor_is_sparse(run) || tensor_type(run)->block > 0 || tensor_sms(run) > 1;
}

const char *tensor_tcgen05_missing(const struct gb_run *run)
{
	if (!tensor_tcgen05_has(gb_device(run), tensor_type(run)))
		return "tcgen05 has no int8 on this device; use variant mma";
	if (tensor_value(run, form) < FORM_SHARED || tensor_value(run, form) == FORM_REGISTERS)
		return "this form belongs to another variant";
	if (tensor_is_k96(run) && (!tensor_tcgen05_has_k96(gb_device(run), tensor_type(run)) || tensor_is_sparse(run)))
		return "96 elements along k exist only for dense FP4 on compute capability 10.3";
	if (tensor_value(run, warps) > TENSOR_TCGEN05_WARPS)
		return "tensor memory holds the sums of two warpgroups";
	return NULL;
}

static int try_format(struct gb_run *run, struct point trial, int verify(struct gb_run *run))
{
	/* A MIG instance may have a single SM. */
	if ((trial.form == FORM_PAIR || trial.form == FORM_PAIR_K96) && gb_device(run)->sm_count < 2)
		return GB_OK;
	state_of(run)->trial = &trial;
	int status = tensor_make(run);
	if (status == GB_OK)
		status = verify(run);
	state_of(run)->trial = NULL;
	return status;
}

/* Tries all kinds of sums, dense and sparse, on one SM and on two. */
static int try_type(struct gb_run *run, int64_t type, int verify(struct gb_run *run))
{
	static const int forms[] = { FORM_SHARED, FORM_PAIR, FORM_SHARED_K96, FORM_PAIR_K96 };
	const int64_t sums = tensor_has_fp16_sums(type) ? 2 : 1;
	const bool has_k96 = tensor_tcgen05_has_k96(gb_device(run), &tensor_type_list[type]);
	struct point trial = { .type = (int)type, .data = NORMAL, .warps = TENSOR_TCGEN05_WARPS };

	for (int64_t i = 0; i < 4 * sums; i++) {
		trial.acc = i / 4 == 0 ? SUM_FP32 : SUM_FP16;
		trial.sparsity = i / 2 % 2 == 0 ? DENSE : SPARSE;
		trial.form = forms[i % 2];
		GB_TRY(try_format(run, trial, verify));
	}
	trial.acc = SUM_FP32;
	trial.sparsity = DENSE;
	for (size_t i = 2; i < sizeof forms / sizeof forms[0] && has_k96; i++) {
		trial.form = forms[i];
		GB_TRY(try_format(run, trial, verify));
	}
	return GB_OK;
}

int tensor_try_formats(struct gb_run *run, int verify(struct gb_run *run))
{
	if (state_of(run)->is_tried)
		return GB_OK;
	for (int64_t type = 0; type < TENSOR_TYPES_COUNT; type++)
		if (tensor_tcgen05_has(gb_device(run), &tensor_type_list[type]))
			GB_TRY(try_type(run, type, verify));
	state_of(run)->is_tried = true;
	return tensor_make(run);
}
