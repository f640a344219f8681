#include "analysis/history.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "analysis/scatter.h"
#include "base/array.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/stats.h"
#include "base/text.h"

/* ---- rows in ------------------------------------------------------------------------------------------------------- */

/* Texts of one collection are equal pointers where they are equal. */
static size_t place_of(const struct gb_history *h, const char *gpu, const char *roof, const char *unit)
{
	const uint64_t mixed = ((uint64_t)(uintptr_t)gpu * UINT64_C(0x9e3779b97f4a7c15)) ^
			       ((uint64_t)(uintptr_t)roof * UINT64_C(0xbf58476d1ce4e5b9)) ^ (uint64_t)(uintptr_t)unit;
	size_t at = (size_t)((mixed ^ (mixed >> 29)) % h->slots);

	for (; h->slot[at] != 0; at = (at + 1) % h->slots) {
		const struct gb_history_series *s = &h->series[h->slot[at] - 1];
		if (s->gpu == gpu && s->roof == roof && s->unit == unit)
			break;
	}
	return at;
}

static int grow_slots(struct gb_history *h, struct gb_error *error)
{
	if (2 * (h->count + 1) <= h->slots)
		return GB_OK;
	size_t *old = h->slot;
	h->slots = h->slots ? 4 * h->slots : 256;
	h->slot = calloc(h->slots, sizeof *h->slot);
	free(old);
	if (h->slot == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < h->count; i++)
		h->slot[place_of(h, h->series[i].gpu, h->series[i].roof, h->series[i].unit)] = i + 1;
	return GB_OK;
}

static struct gb_history_series *series_of(struct gb_history *h, const struct gb_record *record, const char *gpu,
					   struct gb_error *error)
{
	const char *roof = gb_strings_keep(&h->strings, record->roof);
	const char *unit = gb_strings_keep(&h->strings, record->unit);

	if (gpu == NULL || roof == NULL || unit == NULL || grow_slots(h, error) != GB_OK)
		return NULL;
	const size_t at = place_of(h, gpu, roof, unit);
	if (h->slot[at] != 0)
		return &h->series[h->slot[at] - 1];
	struct gb_history_series *grown = gb_array_grow(h->series, h->count, &h->room, sizeof *grown);
	if (grown == NULL)
		return NULL;
	h->series = grown;
	h->series[h->count] = (struct gb_history_series){
		.gpu = gpu,
		.name = gb_strings_keep(&h->strings, record->gpu_name),
		.host = gb_strings_keep(&h->strings, record->host),
		.roof = roof,
		.unit = unit,
		.a_year = NAN,
	};
	h->slot[at] = ++h->count;
	return &h->series[h->count - 1];
}

static struct gb_history_point *point_of(struct gb_history_series *s, const char *run)
{
	for (size_t i = s->points; i-- > 0 && i + 16 > s->points;) /* the rows of a run come together */
		if (s->point[i].run == run)
			return &s->point[i];
	struct gb_history_point *grown = gb_array_grow(s->point, s->points, &s->room, sizeof *grown);
	if (grown == NULL)
		return NULL;
	s->point = grown;
	s->point[s->points] = (struct gb_history_point){ .value = NAN, .run = run };
	return &s->point[s->points++];
}

int gb_history_add(struct gb_history *h, const struct gb_record *record, struct gb_error *error)
{
	char key[GB_GPU_KEY];
	const double seconds = gb_clock_read(record->time_utc);

	if (record->roof[0] == '\0' || !gb_record_is_measured(record) || !isfinite(record->value) || !isfinite(seconds))
		return GB_OK;
	const char *gpu = gb_strings_keep(&h->strings, gb_gpu_key(record, key));
	const char *run = gb_strings_keep(&h->strings, record->run_id);
	struct gb_history_series *s = series_of(h, record, gpu, error);
	struct gb_history_point *point = s != NULL && run != NULL ? point_of(s, run) : NULL;
	if (point == NULL)
		return gb_error_set(error, "out of memory");
	const bool ok = record->status == GB_ROW_OK;
	/* A row that is not ok counts where none is. */
	if (!isnan(point->value) &&
	    (point->ok > ok || (point->ok == ok && !(gb_off(s->unit, record->value, point->value) > 0))))
		return GB_OK;
	*point = (struct gb_history_point){
		.seconds = seconds,
		.value = record->value,
		.lo = record->lo,
		.hi = record->hi,
		.ok = ok,
		.run = run,
		.driver = gb_strings_keep(&h->strings, record->driver),
		.version = gb_strings_keep(&h->strings, record->version),
		.vbios = gb_strings_keep(&h->strings, record->vbios),
		.power_limit_w = record->power_limit_w,
	};
	return GB_OK;
}

/* ---- steps --------------------------------------------------------------------------------------------------------- */

enum { SIDE_MIN = 3, ORDERS = 1999 };

/* The largest |U| of a split with SIDE_MIN on both sides, U = 2 x (sum of the ranks before it) - k (n + 1); *at: where. */
static double pettitt(const double *rank, size_t count, size_t *at)
{
	double sum = 0, largest = -1;

	for (size_t k = 1; k + SIDE_MIN <= count; k++) {
		sum += rank[k - 1];
		const double u = fabs(2 * sum - (double)k * (double)(count + 1));
		if (k >= SIDE_MIN && u > largest) {
			largest = u;
			*at = k;
		}
	}
	return largest;
}

/* Ranks from 1, ties in the middle. */
static void rank_of(const double *value, size_t count, double *rank)
{
	for (size_t i = 0; i < count; i++) {
		size_t below = 0, same = 0;
		for (size_t j = 0; j < count; j++) {
			below += value[j] < value[i];
			same += value[j] == value[i];
		}
		rank[i] = (double)below + 0.5 * (double)(same + 1);
	}
}

/* The share of random orders that give as large a statistic. */
static double chance_of(double *rank, size_t count, double largest)
{
	uint64_t state = count;
	size_t at, as_large = 0;

	for (int order = 0; order < ORDERS; order++) {
		for (size_t i = count; i > 1; i--) {
			const size_t other = gb_hash_next(&state) % i;
			const double kept = rank[i - 1];
			rank[i - 1] = rank[other];
			rank[other] = kept;
		}
		as_large += pettitt(rank, count, &at) >= largest;
	}
	return (double)(as_large + 1) / (ORDERS + 1);
}

/* The values of a series that are ok, and room to work in. */
struct work {
	double *value, *rank, *scratch;
	size_t *point; /* of each value: its place in the series */
};

static int compare_steps(const void *left, const void *right)
{
	const struct gb_history_step *a = left, *b = right;

	return a->at < b->at ? -1 : a->at > b->at;
}

/* Values from..to of a series. */
struct stretch {
	size_t from, to;
};

/* The step among the values of a stretch, or none. Its place is one in the values, not in the series. */
static bool find_step(const struct gb_history_series *s, const struct work *w, struct stretch in,
		      struct gb_history_step *step)
{
	const size_t count = in.to - in.from;
	const double *value = w->value + in.from;
	size_t at = 0;

	if (count < 2 * (size_t)SIDE_MIN)
		return false;
	rank_of(value, count, w->rank);
	const double largest = pettitt(w->rank, count, &at);
	const double before = gb_stats_median(value, at, w->scratch);
	const double after = gb_stats_median(value + at, count - at, w->scratch);
	/* What nobody would look at costs no random orders. */
	if (!(fabs(gb_off(s->unit, after, before)) > gb_scatter_min_off(s->name, s->roof)))
		return false;
	const double chance = chance_of(w->rank, count, largest);
	*step = (struct gb_history_step){ .at = in.from + at, .confidence = 1 - chance };
	return chance <= GB_HISTORY_P;
}

/* Both sides of a step are searched in turn. */
static void find_steps(struct gb_history_series *s, const struct work *w)
{
	struct stretch left[GB_HISTORY_STEPS_MAX + 1] = { { 0, s->ok } };
	size_t stretches = 1;

	while (stretches > 0 && s->steps < GB_HISTORY_STEPS_MAX) {
		const struct stretch in = left[--stretches];
		struct gb_history_step step;
		if (!find_step(s, w, in, &step))
			continue;
		s->step[s->steps++] = step;
		left[stretches++] = (struct stretch){ in.from, step.at };
		left[stretches++] = (struct stretch){ step.at, in.to };
	}
}

/* ---- drift --------------------------------------------------------------------------------------------------------- */

#define YEAR_SECONDS (365.25 * 86400)
/* Slopes of all pairs of more points would cost more than they tell. */
enum { DRIFT_POINTS_MIN = 6, DRIFT_POINTS_MAX = 256 };

/* The median slope of all pairs (Theil 1950, Sen 1968) of the values from `from` on, evenly taken where there are many. */
static double drift_of(const struct gb_history_series *s, const struct work *all, size_t from)
{
	const struct work at = { all->value + from, all->rank, all->scratch, all->point + from }, *w = &at;
	const size_t values = s->ok - from, stride = values / DRIFT_POINTS_MAX + 1, count = values / stride;
	double *slope = count >= DRIFT_POINTS_MIN ? malloc(count * count * sizeof *slope) : NULL;
	size_t slopes = 0;

	if (slope == NULL)
		return NAN;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++) {
			const double years =
				(s->point[w->point[i * stride]].seconds - s->point[w->point[j * stride]].seconds) /
				YEAR_SECONDS;
			if (years > 0)
				slope[slopes++] = (w->value[i * stride] - w->value[j * stride]) / years;
		}
	double drift = NAN;
	if (slopes > 0)
		drift = gb_stats_median(slope, slopes, slope + slopes) / gb_stats_median(w->value, values, w->scratch);
	free(slope);
	return gb_lower_is_better(s->unit) ? -drift : drift;
}

/* ---- a whole series ------------------------------------------------------------------------------------------------ */

/* The medians between steps, the drift since the last; and their places in the series. */
static void measure_steps(struct gb_history_series *s, const struct work *w)
{
	qsort(s->step, s->steps, sizeof *s->step, compare_steps);
	for (size_t i = 0; i < s->steps; i++) {
		struct gb_history_step *step = &s->step[i];
		const size_t from = i > 0 ? s->step[i - 1].at : 0, to = i + 1 < s->steps ? step[1].at : s->ok;
		step->before = gb_stats_median(w->value + from, step->at - from, w->scratch);
		step->after = gb_stats_median(w->value + step->at, to - step->at, w->scratch);
		step->part = gb_off(s->unit, step->after, step->before);
	}
	s->a_year = drift_of(s, w, s->steps > 0 ? s->step[s->steps - 1].at : 0);
	for (size_t i = 0; i < s->steps; i++)
		s->step[i].at = w->point[s->step[i].at];
}

/* ---- all of them --------------------------------------------------------------------------------------------------- */

static int compare_points(const void *left, const void *right)
{
	const struct gb_history_point *a = left, *b = right;

	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? -1 : 1;
	return strcmp(a->run, b->run);
}

static int compare_series(const void *left, const void *right)
{
	const struct gb_history_series *a = left, *b = right;
	const int gpu = strcmp(a->gpu, b->gpu), roof = gb_roof_order(a->roof, b->roof);

	return gpu != 0 ? gpu : roof != 0 ? roof : strcmp(a->unit, b->unit);
}

static int settle(struct gb_history_series *s, struct gb_error *error)
{
	double *numbers = calloc(3 * s->points, sizeof *numbers);
	size_t *point = calloc(s->points, sizeof *point);

	if (numbers == NULL || point == NULL) {
		free(numbers);
		free(point);
		return gb_error_set(error, "out of memory");
	}
	const struct work w = { numbers, numbers + s->points, numbers + 2 * s->points, point };
	qsort(s->point, s->points, sizeof *s->point, compare_points);
	for (size_t i = 0; i < s->points; i++)
		if (s->point[i].ok) {
			w.value[s->ok] = s->point[i].value;
			w.point[s->ok++] = i;
		}
	find_steps(s, &w);
	if (s->ok > 0)
		measure_steps(s, &w);
	free(numbers);
	free(point);
	return GB_OK;
}

int gb_history_settle(struct gb_history *h, struct gb_error *error)
{
	for (size_t i = 0; i < h->count; i++)
		if (settle(&h->series[i], error) != GB_OK)
			return GB_FAILED;
	if (h->count > 0)
		qsort(h->series, h->count, sizeof *h->series, compare_series);
	free(h->slot); /* its numbers are those before */
	h->slot = NULL;
	h->slots = 0;
	return GB_OK;
}

/* ---- why ----------------------------------------------------------------------------------------------------------- */

static void add_changed(const char *what, const char *before, const char *after, char *text, size_t size)
{
	if (before != after && before[0] != '\0' && after[0] != '\0')
		gb_text_add(text, size, "%s%s %s -> %s", text[0] ? "; " : "", what, before, after);
}

void gb_history_explain(const struct gb_history_series *s, const struct gb_history_step *step, char *text, size_t size)
{
	const struct gb_history_point *after = &s->point[step->at], *before = after - 1;

	while (before > s->point && !before->ok)
		before--;
	text[0] = '\0';
	add_changed("driver", before->driver, after->driver, text, size);
	add_changed("VBIOS", before->vbios, after->vbios, text, size);
	add_changed("gpubench", before->version, after->version, text, size);
	if (fabs(before->power_limit_w - after->power_limit_w) > 0.5)
		gb_text_add(text, size, "%spower limit %.0f -> %.0f W", text[0] ? "; " : "", before->power_limit_w,
			    after->power_limit_w);
}

void gb_history_free(struct gb_history *h)
{
	for (size_t i = 0; i < h->count; i++)
		free(h->series[i].point);
	free(h->series);
	free(h->slot);
	gb_strings_free(&h->strings);
	*h = (struct gb_history){ 0 };
}
