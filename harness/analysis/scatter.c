#include "analysis/scatter.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "analysis/roofs.h"
#include "base/text.h"

#define GB_SCATTER_CLOCK "/clock"

/* `tests/gpu/scatter.py -w` makes these tables from all files in results/ that have roofs. The matrix units and cuBLAS
 * scatter more than the rest: the power cap and the library choose differently each time, and each card reaches its own
 * clock at the cap. An H100 varies the clock of its SMs even below the cap, so that all their roofs scatter by 0.4 %,
 * but their work per cycle does not. If fewer than five cards of a model were measured, `cards` is taken from all
 * models. The near and far latencies were added later than the other roofs, from more files: all roofs made anew from
 * these leave tensor.bf16 of healthy cards without a verdict. */
/* clang-format off */
static const struct gb_scatter model_0[] = {
	{ "dram.read", 0.00016, 0.00061, 8 },
	{ "dram.write", 0.00033, 0.00029, 8 },
	{ "dram.copy", 0.00066, 0.00057, 8 },
	{ "dram.triad", 0.00074, 0.00040, 8 },
	{ "fp32", 0.00152, 0.00025, 8 },
	{ "fp64", 0.00175, 0.00024, 8 },
	{ "fp16", 0.00190, 0.00094, 8 },
	{ "bf16", 0.00099, 0.00138, 6 },
	{ "int32", 0.00166, 0.00023, 6 },
	{ "dp4a", 0.00025, 0.00016, 6 },
	{ "shared.read", 0.00089, 0.00075, 8 },
	{ "shared.write", 0.00082, 0.00106, 7 },
	{ "tensor.fp64", 0.00164, 0.00142, 7 },
	{ "tensor.fp64.zeros", 0.00110, 0.00200, 6 },
	{ "tensor.fp16.zeros", 0.01273, 0.01127, 6 },
	{ "tensor.bf16.zeros", 0.00942, 0.00459, 6 },
	{ "tensor.tf32", 0.00438, 0.00557, 6 },
	{ "tensor.tf32.zeros", 0.00185, 0.00433, 6 },
	{ "tensor.fp8", 0.00537, 0.00937, 6 },
	{ "tensor.fp8.zeros", 0.01144, 0.00537, 6 },
	{ "tensor.int8", 0.00431, 0.00889, 6 },
	{ "tensor.int8.zeros", 0.00168, 0.00296, 6 },
	{ "l1.read", 0.00068, 0.00244, 6 },
	{ "l2.read", 0.00248, 0.01408, 8 },
	{ "l2.write", 0.00180, 0.01157, 8 },
	{ "l2.read_common", 0.01129, 0.00703, 5 },
	{ "gemm.fp16", 0.00918, 0.01304, 6 },
	{ "gemm.bf16", 0.01961, 0.01374, 6 },
	{ "gemm.tf32", 0.00449, 0.01191, 7 },
	{ "gemm.fp8", 0.01485, 0.00725, 4 },
	{ "gemm.int8", 0.02257, 0.01433, 6 },
	{ "gemm.fp64", 0.01820, 0.02089, 7 },
	{ "gemm.fp32", 0.00501, 0.01411, 6 },
	{ "gemm.fp16.burst", 0.00382, 0.00221, 2 },
	{ "gemm.tf32.burst", 0.00415, 0.00994, 6 },
	{ "gemm.int8.burst", 0.00674, 0.01304, 4 },
	{ "gemm.fp64.burst", 0.00106, 0.00185, 4 },
	{ "random.read", 0.00093, 0.00038, 6 },
	{ "random.update", 0.00113, 0.00074, 6 },
	{ "random.atomic", 0.00051, 0.00038, 6 },
	{ "tensor.fp16", 0.00652, 0.00538, 7 },
	{ "tensor.fp16.burst", 0.00070, 0.01704, 7 },
	{ "tensor.fp16.zeros.burst", 0.00346, 0.00498, 6 },
	{ "tensor.bf16", 0.00517, 0.00788, 6 },
	{ "tensor.bf16.burst", 0.00275, 0.01678, 6 },
	{ "tensor.bf16.zeros.burst", 0.00480, 0.00551, 6 },
	{ "tensor.tf32.burst", 0.00267, 0.00524, 6 },
	{ "tensor.fp8.burst", 0.00284, 0.01761, 6 },
	{ "tensor.fp8.zeros.burst", 0.00310, 0.00465, 6 },
	{ "tensor.fp8_e5m2", 0.00071, 0.00735, 6 },
	{ "tensor.fp8_e5m2.burst", 0.00163, 0.01732, 6 },
	{ "tensor.int8.burst", 0.00450, 0.00963, 4 },
	{ "transfer.h2d", 0.00087, 0.00213, 7 },
	{ "transfer.d2h", 0.00062, 0.00063, 8 },
	{ "transfer.both", 0.00346, 0.00387, 6 },
	{ "shared.latency", 0.00000, 0.00000, 8 },
	{ "l1.latency", 0.00003, 0.00010, 8 },
	{ "l2.latency", 0.00128, 0.00972, 8 },
	{ "dram.latency", 0.00091, 0.00665, 7 },
	{ "l2.latency_far", 0.00052, 0.00254, 7 },
	{ "dram.latency_near", 0.00057, 0.00217, 7 },
	{ "dram.latency_far", 0.00056, 0.00200, 7 },
	{ "l2.latency_near", 0.00047, 0.00415, 7 },
	{ "tensor.int8.zeros.burst", 0.00187, 0.00000, 0 },
	{ "fp32/clock", 0.00061, 0.00127, 8 },
	{ "fp64/clock", 0.00048, 0.00108, 8 },
	{ "int32/clock", 0.00046, 0.00065, 6 },
	{ "shared.read/clock", 0.00034, 0.00111, 8 },
	{ "tensor.fp64/clock", 0.00058, 0.00082, 7 },
	{ "tensor.fp16.zeros/clock", 0.00015, 0.00012, 6 },
	{ "tensor.bf16.zeros/clock", 0.00006, 0.00005, 6 },
	{ "tensor.tf32/clock", 0.00012, 0.00008, 6 },
	{ "tensor.tf32.zeros/clock", 0.00003, 0.00008, 6 },
	{ "tensor.fp8/clock", 0.00011, 0.00011, 6 },
	{ "tensor.fp8.zeros/clock", 0.00006, 0.00013, 6 },
	{ "tensor.int8/clock", 0.00003, 0.00007, 6 },
	{ "tensor.int8.zeros/clock", 0.00006, 0.00005, 6 },
	{ "l1.read/clock", 0.00020, 0.00280, 6 },
	{ "gemm.fp16.burst/clock", 0.00061, 0.00098, 2 },
	{ "tensor.fp16/clock", 0.00009, 0.00015, 7 },
	{ "tensor.fp16.burst/clock", 0.00004, 0.00015, 7 },
	{ "tensor.fp16.zeros.burst/clock", 0.00020, 0.00015, 6 },
	{ "tensor.bf16/clock", 0.00011, 0.00010, 6 },
	{ "tensor.bf16.burst/clock", 0.00005, 0.00017, 6 },
	{ "tensor.bf16.zeros.burst/clock", 0.00029, 0.00006, 6 },
	{ "tensor.tf32.burst/clock", 0.00004, 0.00018, 6 },
	{ "tensor.fp8.burst/clock", 0.00012, 0.00004, 6 },
	{ "tensor.fp8.zeros.burst/clock", 0.00010, 0.00013, 6 },
	{ "tensor.fp8_e5m2/clock", 0.00004, 0.00006, 6 },
	{ "tensor.fp8_e5m2.burst/clock", 0.00018, 0.00008, 6 },
	{ "tensor.int8.burst/clock", 0.00002, 0.00008, 4 },
	{ "tensor.int8.zeros.burst/clock", 0.00001, 0.00000, 0 },
	{ "matrix units", 0.00029, 0.00000, 0 },
	{ NULL, 0, 0, 0 },
};
static const struct gb_scatter model_1[] = {
	{ "l1.read", 0.00413, 0.00227, 8 },
	{ "l2.read", 0.00091, 0.01304, 10 },
	{ "l2.read_common", 0.00074, 0.00609, 7 },
	{ "l2.write", 0.00022, 0.01071, 10 },
	{ "clock.matrix", 0.00355, 0.01020, 2 },
	{ "dram.write", 0.00005, 0.00027, 10 },
	{ "dram.copy", 0.00057, 0.00055, 10 },
	{ "dram.triad", 0.00087, 0.00047, 10 },
	{ "fp32", 0.00377, 0.00210, 10 },
	{ "fp64", 0.00377, 0.00185, 10 },
	{ "fp16", 0.00405, 0.00218, 10 },
	{ "bf16", 0.00397, 0.00209, 8 },
	{ "int32", 0.00376, 0.00021, 8 },
	{ "dp4a", 0.00371, 0.00015, 8 },
	{ "gemm.fp64", 0.00541, 0.02089, 7 },
	{ "gemm.fp64.burst", 0.00144, 0.00185, 4 },
	{ "gemm.fp32", 0.00180, 0.01297, 8 },
	{ "random.read", 0.00070, 0.00034, 8 },
	{ "random.update", 0.00056, 0.00074, 6 },
	{ "random.atomic", 0.00040, 0.00035, 8 },
	{ "shared.read", 0.00353, 0.00141, 10 },
	{ "shared.write", 0.00391, 0.00150, 9 },
	{ "tensor.fp64", 0.00052, 0.00198, 9 },
	{ "tensor.fp64.zeros", 0.00076, 0.00224, 8 },
	{ "tensor.fp16.zeros", 0.00461, 0.01046, 8 },
	{ "tensor.fp16.zeros.burst", 0.00262, 0.00498, 6 },
	{ "tensor.bf16", 0.00471, 0.00800, 8 },
	{ "tensor.bf16.burst", 0.00148, 0.01666, 8 },
	{ "tensor.bf16.zeros", 0.00005, 0.00457, 8 },
	{ "tensor.tf32.zeros", 0.00245, 0.00549, 8 },
	{ "tensor.fp8", 0.00577, 0.00893, 8 },
	{ "tensor.fp8.burst", 0.00122, 0.01831, 8 },
	{ "tensor.fp8.zeros", 0.00482, 0.00623, 8 },
	{ "tensor.fp8.zeros.burst", 0.00416, 0.00568, 8 },
	{ "tensor.int8.zeros", 0.00261, 0.00452, 8 },
	{ "transfer.d2h", 0.01311, 0.00618, 10 },
	{ "shared.latency", 0.00000, 0.00000, 10 },
	{ "l1.latency", 0.00014, 0.00010, 10 },
	{ "l2.latency", 0.00027, 0.00900, 10 },
	{ "dram.latency", 0.00105, 0.00607, 9 },
	{ "l2.latency_near", 0.00207, 0.00390, 9 },
	{ "l2.latency_far", 0.00278, 0.00286, 9 },
	{ "dram.latency_near", 0.00088, 0.00196, 9 },
	{ "dram.latency_far", 0.00062, 0.00211, 9 },
	{ "l1.read/clock", 0.00003, 0.00250, 8 },
	{ "fp32/clock", 0.00017, 0.00118, 10 },
	{ "fp64/clock", 0.00026, 0.00115, 10 },
	{ "fp16/clock", 0.00008, 0.00005, 2 },
	{ "bf16/clock", 0.00007, 0.00013, 8 },
	{ "int32/clock", 0.00003, 0.00058, 8 },
	{ "dp4a/clock", 0.00008, 0.00044, 8 },
	{ "gemm.fp32/clock", 0.00070, 0.00049, 2 },
	{ "shared.read/clock", 0.00065, 0.00105, 10 },
	{ "shared.write/clock", 0.00006, 0.00103, 9 },
	{ "tensor.fp64/clock", 0.00002, 0.00075, 9 },
	{ "tensor.fp64.zeros/clock", 0.00002, 0.00003, 2 },
	{ "tensor.fp16.zeros/clock", 0.00012, 0.00012, 8 },
	{ "tensor.fp16.zeros.burst/clock", 0.00031, 0.00015, 6 },
	{ "tensor.bf16/clock", 0.00025, 0.00009, 8 },
	{ "tensor.bf16.burst/clock", 0.00041, 0.00016, 8 },
	{ "tensor.bf16.zeros/clock", 0.00002, 0.00005, 8 },
	{ "tensor.tf32.zeros/clock", 0.00021, 0.00007, 8 },
	{ "tensor.fp8/clock", 0.00012, 0.00010, 8 },
	{ "tensor.fp8.burst/clock", 0.00012, 0.00009, 8 },
	{ "tensor.fp8.zeros/clock", 0.00006, 0.00011, 8 },
	{ "tensor.fp8.zeros.burst/clock", 0.00088, 0.00024, 8 },
	{ "tensor.int8.zeros/clock", 0.00003, 0.00005, 8 },
	{ "matrix units", 0.00165, 0.00000, 0 },
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

/* ---- from where on a GPU is slow --------------------------------------------------------------------------------- */

static double quantile_of(struct gb_floors *floors, size_t freedom)
{
	const size_t at = freedom > GB_STUDENT_MAX ? GB_STUDENT_MAX + 1 : freedom;

	if (floors->quantile[at] == 0)
		floors->quantile[at] = gb_student(at, floors->chance);
	return floors->quantile[at];
}

const struct gb_scatter *gb_floor_scatter(const struct gb_gpu_roofs *gpu, const char *roof)
{
	return gb_devices_mean_host(gpu->device) ? NULL : gb_scatter_of(gpu->name, roof);
}

/* The number of cards that show the scatter between cards; 0: it is not known. */
static size_t cards_known(const struct gb_scatter *known)
{
	return known != NULL && known->count >= GB_FLOOR_CARDS_MIN ? known->count : 0;
}

static bool is_known(const struct gb_scatter *known, bool same_gpu)
{
	return same_gpu ? known != NULL : cards_known(known) > 0;
}

/* The scatter of one more value, and the degrees of freedom of that estimate. */
static double scatter_of(const struct gb_scatter *known, const struct gb_held_to *to, size_t *freedom)
{
	const double runs = known != NULL ? known->runs : 0;
	const size_t cards = cards_known(known);

	*freedom = GB_FLOOR_RUNS_FREEDOM;
	if (to->same_gpu)
		return runs;
	*freedom = cards > 0 ? cards - 2 : 1; /* cards of two boards, hence two means */
	if (to->cards > *freedom + 1)
		*freedom = to->cards - 1;
	return fmax(known != NULL && cards > 0 ? hypot(runs, known->cards) : 0, to->sd);
}

double gb_floor_of(struct gb_floors *floors, const struct gb_held_to *to)
{
	const struct gb_scatter *known = to->known;
	size_t freedom;

	if (!is_known(known, to->same_gpu) && (to->same_gpu || to->cards < GB_FLOOR_CARDS_MIN))
		return floors->max_drop;
	const double sd = scatter_of(known, to, &freedom);
	const double scatter = quantile_of(floors, freedom) * sd * sqrt(1 + 1 / (double)to->cards);
	const double least = to->boards_mixed   ? GB_MIN_OFF_UNKNOWN
			     : to->modes_differ ? GB_MIN_OFF_MODES
			     : to->joint        ? GB_MIN_OFF_JOINT
						: GB_MIN_OFF_LEAST;
	return fmax(scatter, floors->max_drop > 0 ? floors->max_drop : least);
}

double gb_floor_of_changes(double sd, size_t freedom, double chance)
{
	return fmax(gb_student(freedom, chance) * sd, GB_MIN_OFF_LEAST);
}

bool gb_floor_has_enough(const struct gb_held_to *to)
{
	const struct gb_scatter *known = to->known;

	return to->same_gpu || known == NULL || (to->cards >= GB_FLOOR_REFERENCES_MIN && !to->boards_mixed) ||
	       (known->count >= GB_FLOOR_CARDS_MIN && known->cards <= GB_FLOOR_STEADY);
}
