#include "analysis/scatter.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "analysis/roofs.h"

#define GB_SCATTER_CLOCK "/clock"

/* `tests/gpu/scatter.py -w` makes these tables from results/fleet. The matrix units and cuBLAS scatter more than the
 * rest: the power cap and the library choose differently each time, and each card reaches its own clock at the cap. An
 * H100 varies the clock of its SMs even below the cap, so all their roofs scatter by 0.4 %, but their work per clock
 * does not. If fewer than ten cards of a model were measured, `cards` comes from all models. */
/* clang-format off */
static const struct gb_scatter model_0[] = {
	{ "dram.read", 0.00082, 0.00062, 29, 0.01197 },
	{ "dram.write", 0.00019, 0.00023, 29, 0.00009 },
	{ "dram.copy", 0.00058, 0.00087, 29, 0.00216 },
	{ "dram.triad", 0.00028, 0.00093, 29, 0.00012 },
	{ "fp32", 0.00152, 0.00029, 29, 0.00014 },
	{ "fp64", 0.00175, 0.00037, 29, 0.00022 },
	{ "fp16", 0.00161, 0.00097, 29, 0.00055 },
	{ "bf16", 0.00119, 0.00098, 25, 0.00083 },
	{ "int32", 0.00166, 0.00019, 25, 0.00012 },
	{ "dp4a", 0.00027, 0.00021, 25, 0.00017 },
	{ "shared.read", 0.00126, 0.00095, 29, 0.00060 },
	{ "shared.write", 0.00118, 0.00114, 28, 0.00039 },
	{ "tensor.fp64", 0.00164, 0.00238, 28, 0.00055 },
	{ "tensor.fp64.zeros", 0.00147, 0.00135, 25, 0.00045 },
	{ "tensor.fp16.zeros", 0.01273, 0.01066, 25, 0.00804 },
	{ "tensor.bf16.zeros", 0.00942, 0.01402, 25, 0.00920 },
	{ "tensor.tf32", 0.00438, 0.00836, 25, 0.00330 },
	{ "tensor.tf32.zeros", 0.00408, 0.00441, 25, 0.00278 },
	{ "tensor.fp8", 0.00537, 0.01083, 27, 0.00645 },
	{ "tensor.fp8.zeros", 0.01144, 0.01023, 25, 0.00638 },
	{ "tensor.int8", 0.00431, 0.00750, 23, 0.00834 },
	{ "tensor.int8.zeros", 0.00419, 0.00345, 25, 0.00204 },
	{ "l2.read_common", 0.01129, 0.00747, 24, 0.00421 },
	{ "gemm.fp16", 0.00918, 0.01140, 25, 0.00597 },
	{ "gemm.bf16", 0.01961, 0.01138, 24, 0.00890 },
	{ "gemm.tf32", 0.00428, 0.01305, 24, 0.01675 },
	{ "gemm.fp8", 0.01485, 0.00891, 20, 0.00927 },
	{ "gemm.int8", 0.02257, 0.02431, 21, 0.01518 },
	{ "gemm.fp64", 0.01820, 0.02035, 26, 0.01206 },
	{ "gemm.fp32", 0.00501, 0.00669, 26, 0.00079 },
	{ "tensor.bf16", 0.00517, 0.00975, 27, 0.00261 },
	{ "tensor.fp16", 0.00652, 0.00929, 28, 0.00350 },
	{ "tensor.fp8.burst", 0.00189, 0.01261, 27, 0.00272 },
	{ "tensor.fp8.zeros.burst", 0.00695, 0.00488, 25, 0.00160 },
	{ "tensor.fp8_e5m2", 0.00723, 0.00884, 23, 0.00717 },
	{ "tensor.fp8_e5m2.burst", 0.00164, 0.01219, 23, 0.00281 },
	{ "l1.read", 0.00088, 0.00095, 17, 0.00079 },
	{ "l2.read", 0.00072, 0.00244, 20, 0.00027 },
	{ "l2.write", 0.00089, 0.00139, 22, 0.00049 },
	{ "clock.plain", 0.00072, 0.00016, 20, 0.00011 },
	{ "clock.matrix", 0.00370, 0.00408, 22, 0.00015 },
	{ "gemm.fp16.burst", 0.00379, 0.01125, 21, 0.00639 },
	{ "gemm.fp8.burst", 0.00325, 0.01076, 17, 0.01085 },
	{ "gemm.int8.burst", 0.01592, 0.02883, 17, 0.02402 },
	{ "gemm.fp64.burst", 0.00518, 0.00698, 20, 0.00352 },
	{ "random.read", 0.00065, 0.00109, 27, 0.04146 },
	{ "random.update", 0.00098, 0.00205, 25, 0.01880 },
	{ "random.atomic", 0.00054, 0.00060, 27, 0.00896 },
	{ "tensor.fp16.burst", 0.00188, 0.01306, 28, 0.00330 },
	{ "tensor.fp16.zeros.burst", 0.00370, 0.00436, 25, 0.00179 },
	{ "tensor.bf16.burst", 0.00214, 0.01249, 27, 0.00456 },
	{ "tensor.bf16.zeros.burst", 0.00046, 0.00398, 8, 0.00560 },
	{ "tensor.tf32.burst", 0.00214, 0.00597, 25, 0.00095 },
	{ "transfer.h2d", 0.00166, 0.00927, 26, 0.00049 },
	{ "transfer.d2h", 0.00059, 0.00471, 29, 0.00037 },
	{ "transfer.both", 0.00342, 0.01607, 14, 0.00311 },
	{ "shared.latency", 0.00000, 0.00000, 29, 0.00000 },
	{ "l1.latency", 0.00002, 0.00006, 17, 0.00001 },
	{ "l2.latency", 0.00073, 0.00749, 29, 0.00052 },
	{ "dram.latency", 0.00262, 0.00404, 28, 0.02268 },
	{ "l2.latency_far", 0.00052, 0.00133, 20, 0.00056 },
	{ "dram.latency_near", 0.00057, 0.00119, 20, 0.02584 },
	{ "dram.latency_far", 0.00056, 0.00105, 20, 0.01946 },
	{ "gemm.tf32.burst", 0.00342, 0.01165, 21, 0.00761 },
	{ "tensor.int8.burst", 0.00065, 0.00589, 11, 0.00329 },
	{ "l2.latency_near", 0.00047, 0.00216, 20, 0.00017 },
	{ "fp32/clock", 0.00056, 0.00092, 24, 0.00020 },
	{ "fp16/clock", 0.00051, 0.00105, 24, 0.00027 },
	{ "bf16/clock", 0.00056, 0.00035, 21, 0.00006 },
	{ "int32/clock", 0.00013, 0.00056, 21, 0.00016 },
	{ "tensor.fp64/clock", 0.00058, 0.00076, 23, 0.00002 },
	{ "tensor.fp16.zeros/clock", 0.00015, 0.00007, 21, 0.00003 },
	{ "tensor.bf16.zeros/clock", 0.00007, 0.00010, 21, 0.00001 },
	{ "tensor.tf32/clock", 0.00011, 0.00007, 21, 0.00008 },
	{ "tensor.tf32.zeros/clock", 0.00017, 0.00009, 21, 0.00003 },
	{ "tensor.fp8/clock", 0.00015, 0.00008, 22, 0.00005 },
	{ "tensor.fp8.zeros/clock", 0.00008, 0.00006, 21, 0.00002 },
	{ "tensor.int8/clock", 0.00039, 0.00008, 19, 0.00002 },
	{ "tensor.int8.zeros/clock", 0.00008, 0.00011, 21, 0.00003 },
	{ "gemm.fp32/clock", 0.00207, 0.00446, 22, 0.00043 },
	{ "tensor.bf16/clock", 0.00018, 0.00008, 22, 0.00002 },
	{ "tensor.fp16/clock", 0.00009, 0.00010, 23, 0.00003 },
	{ "tensor.fp8.burst/clock", 0.00016, 0.00011, 22, 0.00002 },
	{ "tensor.fp8.zeros.burst/clock", 0.00019, 0.00007, 21, 0.00001 },
	{ "tensor.fp8_e5m2/clock", 0.00018, 0.00009, 19, 0.00010 },
	{ "tensor.fp8_e5m2.burst/clock", 0.00010, 0.00021, 19, 0.00008 },
	{ "l1.read/clock", 0.00032, 0.00010, 17, 0.00001 },
	{ "tensor.fp16.burst/clock", 0.00019, 0.00012, 23, 0.00002 },
	{ "tensor.fp16.zeros.burst/clock", 0.00022, 0.00023, 21, 0.00013 },
	{ "tensor.bf16.burst/clock", 0.00017, 0.00011, 22, 0.00003 },
	{ "tensor.bf16.zeros.burst/clock", 0.00018, 0.00006, 7, 0.00005 },
	{ "tensor.tf32.burst/clock", 0.00019, 0.00030, 21, 0.00010 },
	{ "tensor.int8.burst/clock", 0.00011, 0.00006, 10, 0.00003 },
	{ "matrix units", 0.00242, 0.00614, 39, 0.00408 },
	{ "plain units", 0.00022, 0.00098, 43, 0.00102 },
	{ NULL, 0, 0, 0, 0 },
};
static const struct gb_scatter model_1[] = {
	{ "l1.read", 0.00250, 0.00271, 12, 0.00027 },
	{ "l2.read_common", 0.00183, 0.00333, 16, 0.00376 },
	{ "clock.matrix", 0.00019, 0.00712, 16, 0.00440 },
	{ "fp32", 0.00428, 0.00294, 16, 0.00328 },
	{ "fp64", 0.00385, 0.00284, 16, 0.00189 },
	{ "fp16", 0.00400, 0.00340, 15, 0.00150 },
	{ "bf16", 0.00425, 0.00307, 14, 0.00178 },
	{ "int32", 0.00391, 0.00012, 14, 0.00002 },
	{ "dp4a", 0.00453, 0.00286, 14, 0.00011 },
	{ "gemm.tf32", 0.00669, 0.00689, 12, 0.00848 },
	{ "gemm.tf32.burst", 0.00332, 0.00798, 10, 0.00971 },
	{ "gemm.int8", 0.01936, 0.01656, 13, 0.00620 },
	{ "gemm.int8.burst", 0.04918, 0.04365, 11, 0.02228 },
	{ "gemm.fp64", 0.00311, 0.01928, 12, 0.00515 },
	{ "gemm.fp64.burst", 0.00476, 0.01794, 12, 0.00286 },
	{ "gemm.fp32", 0.00410, 0.00316, 14, 0.00156 },
	{ "random.read", 0.00030, 0.00056, 16, 0.00027 },
	{ "random.update", 0.00043, 0.00167, 16, 0.00209 },
	{ "random.atomic", 0.00020, 0.00021, 16, 0.00012 },
	{ "shared.read", 0.00385, 0.00244, 16, 0.00117 },
	{ "shared.write", 0.00335, 0.00228, 16, 0.00047 },
	{ "tensor.fp64", 0.00107, 0.00264, 16, 0.00089 },
	{ "tensor.fp64.zeros", 0.00229, 0.00272, 15, 0.00046 },
	{ "tensor.fp16", 0.00480, 0.00867, 15, 0.00678 },
	{ "tensor.fp16.burst", 0.00095, 0.00686, 14, 0.00889 },
	{ "tensor.fp16.zeros", 0.00479, 0.00936, 14, 0.00501 },
	{ "tensor.fp16.zeros.burst", 0.00550, 0.00473, 12, 0.00764 },
	{ "tensor.bf16", 0.00416, 0.00705, 16, 0.00332 },
	{ "tensor.bf16.burst", 0.00243, 0.00792, 16, 0.01069 },
	{ "tensor.bf16.zeros", 0.00466, 0.00101, 14, 0.00458 },
	{ "tensor.tf32", 0.00404, 0.00669, 14, 0.00350 },
	{ "tensor.tf32.burst", 0.00418, 0.00479, 12, 0.00123 },
	{ "tensor.tf32.zeros", 0.00227, 0.00485, 14, 0.00438 },
	{ "tensor.fp8", 0.00507, 0.00632, 15, 0.00475 },
	{ "tensor.fp8.burst", 0.00157, 0.00682, 14, 0.00853 },
	{ "tensor.fp8.zeros", 0.00399, 0.00948, 14, 0.00748 },
	{ "tensor.fp8_e5m2", 0.00526, 0.00644, 13, 0.00575 },
	{ "tensor.fp8_e5m2.burst", 0.00128, 0.00592, 13, 0.01133 },
	{ "tensor.int8", 0.00437, 0.00519, 14, 0.00343 },
	{ "tensor.int8.zeros", 0.00183, 0.00522, 14, 0.00423 },
	{ "transfer.d2h", 0.00158, 0.00537, 15, 0.00256 },
	{ "shared.latency", 0.00000, 0.00000, 16, 0.00000 },
	{ "l1.latency", 0.00002, 0.00005, 12, 0.00002 },
	{ "l2.latency", 0.00164, 0.01329, 16, 0.00805 },
	{ "dram.latency", 0.00084, 0.00567, 16, 0.00573 },
	{ "l2.latency_near", 0.00207, 0.00428, 14, 0.00157 },
	{ "l2.latency_far", 0.00278, 0.00430, 14, 0.00672 },
	{ "dram.latency_near", 0.00088, 0.00210, 14, 0.00197 },
	{ "dram.latency_far", 0.00062, 0.00310, 14, 0.00553 },
	{ "tensor.fp8.zeros.burst", 0.00682, 0.00535, 34, 0.00520 },
	{ "transfer.h2d", 0.00165, 0.00705, 11, 0.00300 },
	{ "l2.read", 0.00038, 0.00238, 22, 0.00027 },
	{ "l2.write", 0.00020, 0.00134, 25, 0.00079 },
	{ "dram.read", 0.00004, 0.00066, 32, 0.01197 },
	{ "dram.write", 0.00005, 0.00022, 32, 0.00009 },
	{ "dram.copy", 0.00013, 0.00084, 32, 0.00216 },
	{ "dram.triad", 0.00005, 0.00089, 32, 0.00012 },
	{ "l1.read/clock", 0.00007, 0.00015, 12, 0.00004 },
	{ "fp32/clock", 0.00007, 0.00044, 12, 0.00043 },
	{ "fp64/clock", 0.00122, 0.00073, 12, 0.00041 },
	{ "fp16/clock", 0.00008, 0.00087, 12, 0.00004 },
	{ "bf16/clock", 0.00004, 0.00014, 11, 0.00008 },
	{ "int32/clock", 0.00084, 0.00024, 11, 0.00001 },
	{ "dp4a/clock", 0.00046, 0.00006, 11, 0.00004 },
	{ "gemm.fp32/clock", 0.00122, 0.00213, 11, 0.00083 },
	{ "shared.read/clock", 0.00141, 0.00068, 12, 0.00066 },
	{ "shared.write/clock", 0.00075, 0.00074, 12, 0.00041 },
	{ "tensor.fp64/clock", 0.00003, 0.00086, 12, 0.00031 },
	{ "tensor.fp64.zeros/clock", 0.00004, 0.00076, 11, 0.00053 },
	{ "tensor.fp16/clock", 0.00006, 0.00009, 11, 0.00005 },
	{ "tensor.fp16.burst/clock", 0.00022, 0.00021, 11, 0.00016 },
	{ "tensor.fp16.zeros/clock", 0.00008, 0.00012, 11, 0.00003 },
	{ "tensor.fp16.zeros.burst/clock", 0.00019, 0.00020, 30, 0.00013 },
	{ "tensor.bf16/clock", 0.00027, 0.00007, 12, 0.00004 },
	{ "tensor.bf16.burst/clock", 0.00007, 0.00007, 12, 0.00002 },
	{ "tensor.bf16.zeros/clock", 0.00011, 0.00005, 11, 0.00004 },
	{ "tensor.tf32/clock", 0.00009, 0.00017, 11, 0.00006 },
	{ "tensor.tf32.burst/clock", 0.00025, 0.00023, 10, 0.00009 },
	{ "tensor.tf32.zeros/clock", 0.00008, 0.00012, 11, 0.00003 },
	{ "tensor.fp8/clock", 0.00015, 0.00032, 11, 0.00004 },
	{ "tensor.fp8.burst/clock", 0.00018, 0.00013, 11, 0.00012 },
	{ "tensor.fp8.zeros/clock", 0.00004, 0.00005, 11, 0.00002 },
	{ "tensor.fp8_e5m2/clock", 0.00060, 0.00003, 10, 0.00002 },
	{ "tensor.int8/clock", 0.00021, 0.00006, 11, 0.00005 },
	{ "tensor.int8.zeros/clock", 0.00007, 0.00005, 11, 0.00001 },
	{ "tensor.fp8.zeros.burst/clock", 0.00016, 0.00015, 29, 0.00006 },
	{ "matrix units", 0.00115, 0.00614, 39, 0.00408 },
	{ "plain units", 0.00262, 0.00098, 43, 0.00102 },
	{ NULL, 0, 0, 0, 0 },
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
		if (s->roof[0] == roof[0] && strncmp(s->roof, roof, length) == 0 && s->roof[length] == '\0')
			return s;
	return NULL;
}

/* Text in parentheses, such as "(made up)", is ignored. */
static bool is_model(const char *gpu, const char *model)
{
	const size_t length = strlen(model);

	return strncmp(gpu, model, length) == 0 && (gpu[length] == '\0' || strncmp(gpu + length, " (", 2) == 0);
}

/* Uses the model's table; if it lacks the roof, the table in which the roof scatters most. */
static const struct gb_scatter *find_scatter(const char *gpu, const char *roof, size_t length)
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
		known = find_scatter(gpu, roof, (size_t)(dot - roof));
	const double least = gb_joint_named(roof) != GB_NOT_JOINT ? GB_MIN_OFF_JOINT : GB_MIN_OFF_LEAST;
	return known != NULL ? fmax(GB_MIN_OFF_SD * known->runs, least) : GB_MIN_OFF_UNKNOWN;
}

const struct gb_scatter *gb_scatter_of(const char *gpu, const char *roof)
{
	return find_scatter(gpu, roof, strlen(roof));
}

const char *gb_scatter_per_clock(const char *gpu, const char *roof)
{
	char name[128];
	const int length = snprintf(name, sizeof name, "%s%s", roof, GB_SCATTER_CLOCK);
	const struct gb_scatter *known = length < (int)sizeof name ? find_scatter(gpu, name, (size_t)length) : NULL;

	return known != NULL ? known->roof : NULL;
}

enum gb_joint gb_joint_of(const char *roof)
{
	static const char *const plain[] = { "fp64", "fp32",    "fp16",        "bf16",        "int32",
					     "dp4a", "l1.read", "shared.read", "shared.write" };

	if (gb_roof_match("tensor", roof) > 0)
		return gb_roof_match("tensor.fp64", roof) > 0 || gb_roof_is_burst(roof) || strchr(roof, '/') != NULL
			       ? GB_NOT_JOINT
			       : GB_MATRIX_UNITS;
	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
		if (strcmp(plain[i], roof) == 0)
			return GB_PLAIN_UNITS;
	return GB_NOT_JOINT;
}

enum gb_joint gb_joint_named(const char *name)
{
	return strcmp(name, GB_MATRIX_UNITS_NAME) == 0  ? GB_MATRIX_UNITS
	       : strcmp(name, GB_PLAIN_UNITS_NAME) == 0 ? GB_PLAIN_UNITS
							: GB_NOT_JOINT;
}

/* the deviation beyond which a GPU is slow */

static double quantile_of(struct gb_scatter_floors *floors, size_t freedom, enum gb_joint joint)
{
	const size_t at = freedom > GB_STUDENT_MAX ? GB_STUDENT_MAX + 1 : freedom;
	double *const quantile = &floors->quantile[joint][at];

	if (*quantile == 0)
		*quantile = gb_student(at, floors->chance[joint]);
	return *quantile;
}

const struct gb_scatter *gb_scatter_of_gpu(const struct gb_gpu_roofs *gpu, const char *roof)
{
	return gb_devices_mean_host(gpu->device) ? NULL : gb_scatter_of(gpu->name, roof);
}

bool gb_scatter_is_own(const struct gb_gpu_roofs *gpu, const struct gb_scatter *known)
{
	for (const struct gb_scatter_model *m = gb_scatter_models; m->gpu != NULL && known != NULL; m++)
		if (is_model(gpu->name, m->gpu))
			return find_in(m->roofs, known->roof, strlen(known->roof)) == known;
	return false;
}

/* Returns the number of cards from which the scatter between cards is known; 0: unknown. */
static size_t cards_known(const struct gb_scatter *known)
{
	return known != NULL && known->count >= GB_SCATTER_CARDS_MIN ? known->count : 0;
}

static bool is_known(const struct gb_scatter *known, bool same_gpu)
{
	return same_gpu ? known != NULL : cards_known(known) > 0;
}

/* Returns the scatter of one more value, and this estimate's degrees of freedom. */
static double scatter_of(const struct gb_scatter *known, const struct gb_yardstick *to, size_t *freedom)
{
	const double runs = known != NULL ? known->runs : 0;
	const size_t cards = cards_known(known);

	*freedom = GB_SCATTER_RUNS_FREEDOM;
	if (to->same_gpu)
		return runs;
	*freedom = cards > 0 ? cards - 2 : 1; /* two boards have two means */
	const bool are_many = to->cards > *freedom + 1;
	const double of_cards = known != NULL && cards > 0 ? hypot(runs, known->cards) : 0;
	const double all = to->boards_mixed && of_cards > 0 && !are_many ? hypot(of_cards, known->boards) : of_cards;
	if (are_many)
		*freedom = to->cards - 1;
	/* The scatter of a few cards is itself uncertain, so the known scatter of more cards of this model is used. */
	return are_many || to->other_model || of_cards == 0 ? fmax(all, to->sd) : all;
}

double gb_scatter_floor(struct gb_scatter_floors *floors, const struct gb_yardstick *to)
{
	const struct gb_scatter *known = to->known;
	size_t freedom;

	if (to->of_host > 0)
		return fmax(floors->max_drop > 0 ? floors->max_drop : to->of_host,
			    quantile_of(floors, to->cards - 1, to->joint) * to->sd * sqrt(1 + 1 / (double)to->cards));
	if (!is_known(known, to->same_gpu) && (to->same_gpu || to->cards < GB_SCATTER_CARDS_MIN))
		return floors->max_drop;
	const double sd = scatter_of(known, to, &freedom);
	const double scatter = quantile_of(floors, freedom, to->joint) * sd * sqrt(1 + 1 / (double)to->cards);
	const double least = to->boards_mixed            ? GB_MIN_OFF_UNKNOWN
			     : to->modes_differ          ? GB_MIN_OFF_MODES
			     : to->joint != GB_NOT_JOINT ? GB_MIN_OFF_JOINT
							 : GB_MIN_OFF_LEAST;
	return fmax(scatter, floors->max_drop > 0 ? floors->max_drop : least);
}

double gb_scatter_floor_of_changes(double sd, size_t freedom, double chance)
{
	return fmax(gb_student(freedom, chance) * sd, GB_MIN_OFF_LEAST);
}

bool gb_scatter_has_enough(const struct gb_yardstick *to)
{
	const struct gb_scatter *known = to->known;

	return to->same_gpu || known == NULL || to->cards >= GB_SCATTER_REFERENCES_MIN ||
	       (known->count >= GB_SCATTER_CARDS_MIN && known->cards <= GB_SCATTER_STEADY);
}
