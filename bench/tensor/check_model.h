/* check_model.h: the kernel in C that compares the sums of `tensor` with their expected ranges, for dry runs and
 * tests. */
#ifndef TENSOR_CHECK_MODEL_H
#define TENSOR_CHECK_MODEL_H

#include "../common/number_formats.h"
#include "gpubench_model.h"
#include "tensor.h"

static inline double check_sum(const void *out, int sum, uint64_t i)
{
	int32_t whole;
	float single;
	double value;

	switch (sum) {
	case TENSOR_SUM_FP16:
		return format_decode(FORMAT_FP16, format_get(FORMAT_FP16, out, i));
	case TENSOR_SUM_INT32:
		memcpy(&whole, (const char *)out + 4 * i, sizeof whole);
		return whole;
	case TENSOR_SUM_FP64:
		memcpy(&value, (const char *)out + 8 * i, sizeof value);
		return value;
	default:
		memcpy(&single, (const char *)out + 4 * i, sizeof single);
		return (double)single;
	}
}

static inline void check_model(const struct tensor_check_args *args)
{
	for (uint64_t i = 0; i < args->tiles * args->elements; i++) {
		const struct tensor_range range = args->range[i % ((uint64_t)args->distinct * args->elements)];
		const double value = check_sum(args->out, args->sum, i);
		if (!(value >= range.least && value <= range.most))
			gb_model_wrong(args->report, i);
	}
	gb_model_compared(args->report, args->tiles * args->elements);
}

#endif
