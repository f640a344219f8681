#include "analysis/peaks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/stats.h"
#include "base/text.h"

static void make_peak(struct gb_peak *peak, const struct gb_roofs *roofs, const struct gb_roof *first, double *numbers)
{
	double *value = numbers, *limit = value + roofs->count, *clock = limit + roofs->count;
	double *scratch = clock + roofs->count;
	size_t values = 0, limits = 0, clocks = 0;

	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_roof *roof = gb_gpu_roof(&roofs->gpu[i], first->row->name);
		if (roof == NULL)
			continue;
		value[values++] = roof->value;
		if (isfinite(roof->limit))
			limit[limits++] = roof->limit;
		if (isfinite(roof->sm_clock_hz))
			clock[clocks++] = roof->sm_clock_hz;
	}
	*peak = (struct gb_peak){
		.name = first->row->name,
		.unit = first->row->unit,
		.value = gb_stats_median(value, values, scratch),
		.limit = limits > 0 ? gb_stats_median(limit, limits, scratch) : NAN,
		.clock_hz = clocks > 0 ? gb_stats_median(clock, clocks, scratch) : NAN,
	};
}

/* GPUs are sorted by host. */
static size_t most_on_a_host(const struct gb_roofs *roofs)
{
	size_t most = 0, here = 0;

	for (size_t i = 0; i < roofs->count; i++) {
		here = i > 0 && strcmp(roofs->gpu[i].host, roofs->gpu[i - 1].host) == 0 ? here + 1 : 1;
		most = here > most ? here : most;
	}
	return most;
}

/* Returns the first known board; "": none is known. */
static const char *board_of(const struct gb_roofs *roofs)
{
	size_t i = 0;

	while (i < roofs->count && roofs->gpu[i].board[0] == '\0')
		i++;
	return i < roofs->count ? roofs->gpu[i].board : "";
}

static int check_models(const struct gb_roofs *roofs, struct gb_error *error)
{
	const char *board = board_of(roofs);
	bool any = false;

	for (size_t i = 0; i < roofs->count; i++) {
		const char *other = roofs->gpu[i].board;
		any |= roofs->gpu[i].roofs > 0;
		if (strcmp(roofs->gpu[i].name, roofs->gpu[0].name) != 0)
			return gb_error_set(error,
					    "'%s' and '%s' are different models; choose one with --gpu, by name, "
					    "UUID, host or PCI id",
					    roofs->gpu[0].name, roofs->gpu[i].name);
		if (other[0] != '\0' && strcmp(other, board) != 0)
			return gb_error_set(
				error, "'%s' and '%s' are different boards of %s; choose one with --gpu, by its name",
				board, other, roofs->gpu[0].name);
	}
	return any ? GB_OK
		   : gb_error_set(error, "no roof was measured: rows that set one name it in the column 'roof'");
}

static int compare_peaks(const void *left, const void *right)
{
	const struct gb_peak *a = left, *b = right;

	return gb_roof_order(a->name, b->name);
}

static int peaks_of(struct gb_peaks *peaks, const struct gb_roofs *roofs, struct gb_error *error)
{
	const struct gb_roof *roof;

	*peaks = (struct gb_peaks){
		.gpu = roofs->gpu, .board = board_of(roofs), .gpus = roofs->count, .per_host = most_on_a_host(roofs)
	};
	GB_TRY(check_models(roofs, error));
	double *numbers = gb_heap_array(roofs->count, 4 * sizeof *numbers);
	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; (roof = gb_gpu_next(&roofs->gpu[i], &at)) != NULL;) {
			if (gb_peaks_find(peaks, roof->row->name) != NULL)
				continue; /* an earlier GPU already has this roof */
			peaks->peak = gb_heap_resize(peaks->peak, peaks->count + 1, sizeof *peaks->peak);
			make_peak(&peaks->peak[peaks->count++], roofs, roof, numbers);
		}
	free(numbers);
	qsort(peaks->peak, peaks->count, sizeof *peaks->peak, compare_peaks);
	return GB_OK;
}

/* Pairs of GPUs and complete nodes are used only if there are no single GPUs. */
int gb_peaks_of(struct gb_peaks *peaks, const struct gb_roofs *roofs, struct gb_error *error)
{
	struct gb_roofs of_gpus = *roofs;
	size_t first = 0;

	of_gpus.gpu = gb_heap_array(roofs->count + 1, sizeof *of_gpus.gpu);
	of_gpus.count = 0;
	for (size_t i = roofs->count; i-- > 0;)
		first = roofs->gpu[i].peer[0] == '\0' ? i : first;
	for (size_t i = 0; i < roofs->count; i++)
		if (roofs->gpu[i].peer[0] == '\0')
			of_gpus.gpu[of_gpus.count++] = roofs->gpu[i];
	const int status = peaks_of(peaks, of_gpus.count > 0 ? &of_gpus : roofs, error);
	if (status == GB_OK)
		peaks->gpu = &roofs->gpu[first];
	free(of_gpus.gpu);
	return status;
}

const struct gb_peak *gb_peaks_find(const struct gb_peaks *peaks, const char *name)
{
	for (size_t i = 0; i < peaks->count; i++)
		if (strcmp(peaks->peak[i].name, name) == 0)
			return &peaks->peak[i];
	return NULL;
}

void gb_peaks_free(struct gb_peaks *peaks)
{
	free(peaks->peak);
	*peaks = (struct gb_peaks){ 0 };
}

void gb_peaks_title(const struct gb_peaks *peaks, char *text, size_t size)
{
	gb_text_write(text, size, "%s%s%s", peaks->gpu->name, peaks->board[0] ? ", board " : "", peaks->board);
	if (peaks->gpus > 1)
		gb_text_add(text, size, ", median of %zu GPUs", peaks->gpus);
	else if (peaks->gpu->uuid[0] != '\0')
		gb_text_add(text, size, ", %s", peaks->gpu->uuid);
	if (peaks->gpu->driver[0] != '\0')
		gb_text_add(text, size, ", driver %s", peaks->gpu->driver);
}
