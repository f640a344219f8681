#include "analysis/scatter.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define GB_SCATTER_CLOCK "/clock"

/* `tests/gpu/scatter.py -w` makes these tables from all files in results/ that have roofs. The matrix units and cuBLAS
 * scatter more than the rest: the power cap and the library choose differently each time, and each card reaches its own
 * clock at the cap. An H100 varies the clock of its SMs even below the cap, so that all their roofs scatter by 0.4 %,
 * but their work per cycle does not. If fewer than five cards of a model were measured, `cards` is taken from all
 * models. */
/* clang-format off */
static const struct gb_scatter model_0[] = {
	{ "l1.read", 0.00088, 0.00364, 13 },
	{ "l2.read", 0.00248, 0.01404, 16 },
	{ "l2.read_common", 0.01129, 0.00584, 11 },
	{ "l2.write", 0.00180, 0.00864, 16 },
	{ "clock.plain", 0.00072, 0.00003, 4 },
	{ "clock.matrix", 0.00370, 0.00477, 9 },
	{ "dram.read", 0.00082, 0.00042, 16 },
	{ "dram.write", 0.00033, 0.00024, 16 },
	{ "dram.copy", 0.00066, 0.00085, 16 },
	{ "dram.triad", 0.00074, 0.00033, 16 },
	{ "fp32", 0.00152, 0.00031, 16 },
	{ "fp64", 0.00175, 0.00027, 16 },
	{ "fp16", 0.00190, 0.00100, 16 },
	{ "bf16", 0.00119, 0.00117, 12 },
	{ "int32", 0.00166, 0.00020, 12 },
	{ "dp4a", 0.00027, 0.00178, 12 },
	{ "gemm.fp16", 0.00918, 0.01127, 10 },
	{ "gemm.fp16.burst", 0.00382, 0.00942, 7 },
	{ "gemm.fp8", 0.01485, 0.00687, 8 },
	{ "gemm.fp8.burst", 0.00325, 0.00476, 6 },
	{ "gemm.int8", 0.02257, 0.01523, 11 },
	{ "gemm.int8.burst", 0.01592, 0.03519, 8 },
	{ "gemm.fp64", 0.01820, 0.01708, 11 },
	{ "gemm.fp64.burst", 0.00518, 0.00301, 8 },
	{ "gemm.fp32", 0.00501, 0.00959, 13 },
	{ "random.read", 0.00093, 0.00126, 14 },
	{ "random.update", 0.00113, 0.00187, 12 },
	{ "random.atomic", 0.00054, 0.00062, 14 },
	{ "shared.read", 0.00126, 0.00077, 16 },
	{ "shared.write", 0.00118, 0.00094, 15 },
	{ "tensor.fp64", 0.00164, 0.00248, 15 },
	{ "tensor.fp64.zeros", 0.00147, 0.00152, 12 },
	{ "tensor.fp16", 0.00652, 0.00574, 15 },
	{ "tensor.fp16.burst", 0.00188, 0.01425, 15 },
	{ "tensor.fp16.zeros", 0.01273, 0.01120, 12 },
	{ "tensor.fp16.zeros.burst", 0.00370, 0.00392, 12 },
	{ "tensor.bf16", 0.00517, 0.00755, 14 },
	{ "tensor.bf16.burst", 0.00275, 0.01413, 14 },
	{ "tensor.bf16.zeros", 0.00942, 0.01125, 12 },
	{ "tensor.bf16.zeros.burst", 0.00480, 0.00538, 7 },
	{ "tensor.tf32", 0.00438, 0.00588, 12 },
	{ "tensor.tf32.burst", 0.00267, 0.00442, 12 },
	{ "tensor.tf32.zeros", 0.00408, 0.00445, 12 },
	{ "tensor.fp8", 0.00537, 0.00691, 14 },
	{ "tensor.fp8.burst", 0.00284, 0.01436, 14 },
	{ "tensor.fp8.zeros", 0.01144, 0.00993, 12 },
	{ "tensor.fp8.zeros.burst", 0.00695, 0.00445, 12 },
	{ "tensor.fp8_e5m2", 0.00723, 0.00722, 8 },
	{ "tensor.fp8_e5m2.burst", 0.00164, 0.01381, 8 },
	{ "tensor.int8", 0.00431, 0.00640, 10 },
	{ "tensor.int8.zeros", 0.00419, 0.00426, 12 },
	{ "transfer.h2d", 0.00166, 0.00183, 12 },
	{ "transfer.d2h", 0.00062, 0.00074, 16 },
	{ "transfer.both", 0.00346, 0.00412, 9 },
	{ "shared.latency", 0.00000, 0.00000, 16 },
	{ "l1.latency", 0.00003, 0.00010, 16 },
	{ "l2.latency", 0.00128, 0.01024, 16 },
	{ "dram.latency", 0.00262, 0.00516, 15 },
	{ "l2.latency_far", 0.00052, 0.00254, 7 },
	{ "dram.latency_near", 0.00057, 0.00217, 7 },
	{ "dram.latency_far", 0.00056, 0.00200, 7 },
	{ "gemm.tf32", 0.00449, 0.00987, 13 },
	{ "gemm.tf32.burst", 0.00415, 0.01063, 8 },
	{ "tensor.int8.burst", 0.00450, 0.00631, 7 },
	{ "l2.latency_near", 0.00047, 0.00415, 7 },
	{ "gemm.bf16", 0.01961, 0.01085, 10 },
	{ "tensor.int8.zeros.burst", 0.00187, 0.00000, 0 },
	{ "l1.read/clock", 0.00032, 0.00329, 13 },
	{ "fp32/clock", 0.00061, 0.00101, 15 },
	{ "bf16/clock", 0.00056, 0.00038, 12 },
	{ "int32/clock", 0.00046, 0.00061, 12 },
	{ "tensor.fp64/clock", 0.00058, 0.00093, 14 },
	{ "tensor.fp16/clock", 0.00009, 0.00013, 14 },
	{ "tensor.fp16.burst/clock", 0.00019, 0.00014, 14 },
	{ "tensor.fp16.zeros/clock", 0.00015, 0.00010, 12 },
	{ "tensor.fp16.zeros.burst/clock", 0.00022, 0.00023, 12 },
	{ "tensor.bf16/clock", 0.00018, 0.00009, 13 },
	{ "tensor.bf16.burst/clock", 0.00017, 0.00012, 13 },
	{ "tensor.bf16.zeros/clock", 0.00007, 0.00008, 12 },
	{ "tensor.bf16.zeros.burst/clock", 0.00029, 0.00006, 7 },
	{ "tensor.tf32/clock", 0.00012, 0.00008, 12 },
	{ "tensor.tf32.burst/clock", 0.00019, 0.00014, 12 },
	{ "tensor.tf32.zeros/clock", 0.00017, 0.00009, 12 },
	{ "tensor.fp8/clock", 0.00011, 0.00024, 13 },
	{ "tensor.fp8.burst/clock", 0.00016, 0.00007, 13 },
	{ "tensor.fp8.zeros/clock", 0.00007, 0.00009, 12 },
	{ "tensor.fp8.zeros.burst/clock", 0.00019, 0.00011, 12 },
	{ "tensor.fp8_e5m2/clock", 0.00018, 0.00010, 8 },
	{ "tensor.fp8_e5m2.burst/clock", 0.00018, 0.00017, 8 },
	{ "tensor.int8/clock", 0.00039, 0.00007, 10 },
	{ "tensor.int8.zeros/clock", 0.00008, 0.00005, 12 },
	{ "tensor.int8.burst/clock", 0.00011, 0.00006, 7 },
	{ "tensor.int8.zeros.burst/clock", 0.00001, 0.00000, 0 },
	{ "matrix units", 0.00029, 0.00000, 0 },
	{ NULL, 0, 0, 0 },
};
static const struct gb_scatter model_1[] = {
	{ "l1.read", 0.00413, 0.00318, 6 },
	{ "l2.read", 0.00091, 0.00305, 6 },
	{ "l2.read_common", 0.00112, 0.00272, 6 },
	{ "l2.write", 0.00049, 0.00186, 6 },
	{ "clock.matrix", 0.00355, 0.00813, 6 },
	{ "dram.write", 0.00005, 0.00011, 6 },
	{ "dram.copy", 0.00057, 0.00383, 6 },
	{ "dram.triad", 0.00087, 0.00059, 6 },
	{ "fp32", 0.00377, 0.00305, 6 },
	{ "fp64", 0.00377, 0.00280, 6 },
	{ "fp16", 0.00405, 0.00335, 5 },
	{ "bf16", 0.00397, 0.00240, 5 },
	{ "int32", 0.00376, 0.00007, 5 },
	{ "dp4a", 0.00371, 0.00336, 5 },
	{ "gemm.fp64", 0.00541, 0.01566, 14 },
	{ "gemm.fp64.burst", 0.00261, 0.00309, 11 },
	{ "gemm.fp32", 0.00180, 0.00393, 6 },
	{ "random.read", 0.00070, 0.00056, 6 },
	{ "random.update", 0.00056, 0.00056, 6 },
	{ "random.atomic", 0.00040, 0.00011, 6 },
	{ "shared.read", 0.00353, 0.00231, 6 },
	{ "shared.write", 0.00391, 0.00245, 6 },
	{ "tensor.fp64", 0.00107, 0.00308, 6 },
	{ "tensor.fp64.zeros", 0.00229, 0.00204, 5 },
	{ "tensor.fp16.zeros", 0.00461, 0.00480, 5 },
	{ "tensor.fp16.zeros.burst", 0.00550, 0.00402, 14 },
	{ "tensor.bf16", 0.00471, 0.00908, 6 },
	{ "tensor.bf16.burst", 0.00243, 0.01010, 6 },
	{ "tensor.bf16.zeros", 0.00005, 0.00351, 5 },
	{ "tensor.tf32.zeros", 0.00245, 0.00584, 5 },
	{ "tensor.fp8", 0.00577, 0.00571, 6 },
	{ "tensor.fp8.burst", 0.00157, 0.01146, 5 },
	{ "tensor.fp8.zeros", 0.00482, 0.00470, 5 },
	{ "tensor.fp8.zeros.burst", 0.00682, 0.00458, 5 },
	{ "tensor.int8.zeros", 0.00261, 0.00731, 5 },
	{ "transfer.d2h", 0.01311, 0.00954, 6 },
	{ "shared.latency", 0.00000, 0.00000, 6 },
	{ "l1.latency", 0.00014, 0.00008, 6 },
	{ "l2.latency", 0.00164, 0.01035, 6 },
	{ "dram.latency", 0.00105, 0.00389, 6 },
	{ "dram.read", 0.00004, 0.00071, 6 },
	{ "gemm.tf32", 0.00358, 0.00563, 5 },
	{ "gemm.tf32.burst", 0.00332, 0.01001, 12 },
	{ "gemm.int8", 0.00377, 0.01203, 5 },
	{ "gemm.int8.burst", 0.00228, 0.04526, 5 },
	{ "tensor.fp16", 0.00338, 0.00905, 6 },
	{ "tensor.fp16.burst", 0.00093, 0.00924, 5 },
	{ "tensor.tf32", 0.00359, 0.00592, 5 },
	{ "tensor.tf32.burst", 0.00418, 0.00149, 5 },
	{ "tensor.fp8_e5m2", 0.00526, 0.00690, 12 },
	{ "tensor.fp8_e5m2.burst", 0.00128, 0.01258, 12 },
	{ "tensor.int8", 0.00437, 0.00552, 5 },
	{ "l2.latency_near", 0.00207, 0.00390, 9 },
	{ "l2.latency_far", 0.00278, 0.00286, 9 },
	{ "dram.latency_near", 0.00088, 0.00196, 9 },
	{ "dram.latency_far", 0.00062, 0.00211, 9 },
	{ "l1.read/clock", 0.00005, 0.00288, 16 },
	{ "fp32/clock", 0.00017, 0.00091, 18 },
	{ "fp64/clock", 0.00026, 0.00091, 18 },
	{ "fp16/clock", 0.00008, 0.00005, 3 },
	{ "bf16/clock", 0.00007, 0.00034, 15 },
	{ "int32/clock", 0.00084, 0.00053, 15 },
	{ "dp4a/clock", 0.00008, 0.00032, 15 },
	{ "shared.read/clock", 0.00065, 0.00043, 3 },
	{ "shared.write/clock", 0.00006, 0.00122, 3 },
	{ "tensor.fp64/clock", 0.00003, 0.00083, 17 },
	{ "tensor.fp64.zeros/clock", 0.00004, 0.00069, 15 },
	{ "tensor.fp16.zeros/clock", 0.00012, 0.00010, 15 },
	{ "tensor.fp16.zeros.burst/clock", 0.00031, 0.00021, 14 },
	{ "tensor.bf16/clock", 0.00027, 0.00009, 16 },
	{ "tensor.bf16.burst/clock", 0.00041, 0.00011, 16 },
	{ "tensor.tf32.zeros/clock", 0.00021, 0.00010, 15 },
	{ "tensor.fp8/clock", 0.00015, 0.00025, 16 },
	{ "tensor.fp8.burst/clock", 0.00018, 0.00009, 16 },
	{ "tensor.fp8.zeros/clock", 0.00006, 0.00008, 15 },
	{ "tensor.fp8.zeros.burst/clock", 0.00088, 0.00020, 15 },
	{ "tensor.int8.zeros/clock", 0.00003, 0.00006, 15 },
	{ "tensor.fp16/clock", 0.00006, 0.00012, 17 },
	{ "tensor.fp16.burst/clock", 0.00022, 0.00013, 17 },
	{ "tensor.tf32/clock", 0.00009, 0.00009, 15 },
	{ "tensor.tf32.burst/clock", 0.00015, 0.00021, 15 },
	{ "tensor.fp8_e5m2/clock", 0.00060, 0.00009, 12 },
	{ "tensor.fp8_e5m2.burst/clock", 0.00061, 0.00015, 12 },
	{ "tensor.int8/clock", 0.00021, 0.00007, 13 },
	{ "matrix units", 0.00156, 0.00000, 0 },
	{ NULL, 0, 0, 0 },
};
const struct gb_scatter_model gb_scatter_models[] = {
	{ "NVIDIA H200", model_0 },
	{ "NVIDIA H100 80GB HBM3", model_1 },
	{ NULL, NULL },
};
/* clang-format on */

static const struct gb_scatter *find_in(const struct gb_scatter *roofs, const char *roof, size_t length)
{
	for (const struct gb_scatter *s = roofs; s->roof != NULL; s++)
		if (strncmp(s->roof, roof, length) == 0 && s->roof[length] == '\0')
			return s;
	return NULL;
}

/* Text in parentheses, such as "(made up)", does not count. */
static bool is_model(const char *gpu, const char *model)
{
	const size_t length = strlen(model);

	return strncmp(gpu, model, length) == 0 && (gpu[length] == '\0' || strncmp(gpu + length, " (", 2) == 0);
}

/* From the model's table; if it lacks the roof, from the table where the roof scatters most. */
static const struct gb_scatter *find(const char *gpu, const char *roof, size_t length)
{
	const struct gb_scatter *most = NULL;

	for (const struct gb_scatter_model *m = gb_scatter_models; m->gpu != NULL; m++) {
		const struct gb_scatter *found = find_in(m->roofs, roof, length);
		if (found != NULL && is_model(gpu, m->gpu))
			return found;
		if (found != NULL && (most == NULL || found->runs > most->runs))
			most = found;
	}
	return most;
}

double gb_scatter_min_off(const char *gpu, const char *roof)
{
	const char *dot = strrchr(roof, '.');
	const struct gb_scatter *known = gb_scatter_of(gpu, roof);

	if (known == NULL && dot != NULL)
		known = find(gpu, roof, (size_t)(dot - roof));
	const double least = strcmp(roof, GB_SCATTER_JOINT) == 0 ? GB_MIN_OFF_JOINT : GB_MIN_OFF_LEAST;
	return known != NULL ? fmax(GB_MIN_OFF_SD * known->runs, least) : GB_MIN_OFF_UNKNOWN;
}

const struct gb_scatter *gb_scatter_of(const char *gpu, const char *roof)
{
	return find(gpu, roof, strlen(roof));
}

const char *gb_scatter_per_clock(const char *gpu, const char *roof)
{
	char name[128];
	const int length = snprintf(name, sizeof name, "%s%s", roof, GB_SCATTER_CLOCK);
	const struct gb_scatter *known = length < (int)sizeof name ? find(gpu, name, (size_t)length) : NULL;

	return known != NULL ? known->roof : NULL;
}

bool gb_scatter_is_joined(const char *roof)
{
	const struct gb_scatter *known = find("", roof, strlen(roof));

	return known != NULL && GB_MIN_OFF_SD * known->runs > GB_MIN_OFF_LEAST &&
	       (strncmp(roof, "tensor.", strlen("tensor.")) == 0 || strncmp(roof, "gemm.", strlen("gemm.")) == 0) &&
	       strchr(roof, '/') == NULL;
}
