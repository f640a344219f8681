#include "past/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "base/array.h"
#include "base/clock.h"
#include "base/text.h"
#include "past/trend.h"

/* ---- runs ----------------------------------------------------------------------------------------------------------- */

/* Rows of so many runs and GPUs may take turns; of more a run is kept more than once. */
enum { AT_HAND = 64 };
#define NO_VISIT SIZE_MAX

static bool is_of(const struct gb_history_visit *v, const char *gpu, const struct gb_record *r)
{
	const bool same_limit =
		v->power_limit_w == r->power_limit_w || (isnan(v->power_limit_w) && isnan(r->power_limit_w));

	return same_limit && strcmp(v->run, r->run_id) == 0 && strcmp(v->gpu, gpu) == 0 &&
	       strcmp(v->driver, r->driver) == 0 && strcmp(v->version, r->version) == 0 &&
	       strcmp(v->vbios, r->vbios) == 0;
}

static int add_visit(struct gb_history *h, const struct gb_record *r, const char *gpu, double seconds,
		     struct gb_error *error)
{
	struct gb_history_visit *grown = gb_array_grow(h->visit, h->visits, &h->visit_room, sizeof *grown);

	if (grown == NULL)
		return gb_error_set(error, "out of memory");
	h->visit = grown;
	const struct gb_history_visit made = {
		.seconds = seconds,
		.gpu = gb_strings_keep(&h->strings, gpu),
		.run = gb_strings_keep(&h->strings, r->run_id),
		.driver = gb_strings_keep(&h->strings, r->driver),
		.version = gb_strings_keep(&h->strings, r->version),
		.vbios = gb_strings_keep(&h->strings, r->vbios),
		.power_limit_w = r->power_limit_w,
	};
	if (made.gpu == NULL || made.run == NULL || made.driver == NULL || made.version == NULL || made.vbios == NULL)
		return gb_error_set(error, "out of memory");
	if (h->visits >= UINT32_MAX / 2)
		return gb_error_set(error, "more runs than a history has room for");
	h->visit[h->visits++] = made;
	return GB_OK;
}

/* The run of a row; NO_VISIT: the row does not say when it was measured. */
static int find_visit(struct gb_history *h, const struct gb_record *r, size_t *number, struct gb_error *error)
{
	char made[GB_GPU_KEY];
	const char *gpu = gb_gpu_key(r, made);

	for (size_t i = h->visits; i-- > 0 && i + AT_HAND >= h->visits;)
		if (is_of(&h->visit[i], gpu, r)) {
			*number = i;
			return GB_OK;
		}
	const double seconds = gb_clock_read(r->time_utc);
	*number = isfinite(seconds) ? h->visits : NO_VISIT;
	return isfinite(seconds) ? add_visit(h, r, gpu, seconds, error) : GB_OK;
}

/* ---- series --------------------------------------------------------------------------------------------------------- */

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

static bool is_series(const struct gb_history_series *s, const struct gb_record *r, const char *gpu)
{
	return s->gpu == gpu && strcmp(s->roof, r->roof) == 0 && strcmp(s->unit, r->unit) == 0;
}

static struct gb_history_series *series_of(struct gb_history *h, const struct gb_record *r, const char *gpu,
					   struct gb_error *error)
{
	if (h->last + 1 < h->count && is_series(&h->series[h->last + 1], r, gpu))
		return &h->series[++h->last];
	const char *roof = gb_strings_keep(&h->strings, r->roof), *unit = gb_strings_keep(&h->strings, r->unit);
	if (roof == NULL || unit == NULL || grow_slots(h, error) != GB_OK)
		return NULL;
	const size_t at = place_of(h, gpu, roof, unit);
	if (h->slot[at] != 0) {
		h->last = h->slot[at] - 1;
		return &h->series[h->last];
	}
	struct gb_history_series *grown = gb_array_grow(h->series, h->count, &h->room, sizeof *grown);
	if (grown == NULL)
		return NULL;
	h->series = grown;
	h->series[h->count] = (struct gb_history_series){
		.gpu = gpu,
		.name = gb_strings_keep(&h->strings, r->gpu_name),
		.board = gb_strings_keep(&h->strings, r->board),
		.host = gb_strings_keep(&h->strings, r->host),
		.roof = roof,
		.unit = unit,
		.a_year = NAN,
	};
	h->last = h->count;
	h->slot[at] = ++h->count;
	return &h->series[h->last];
}

/* ---- points --------------------------------------------------------------------------------------------------------- */

/* There are more of them than of anything else: arrays grow by a quarter. */
static bool grow_points(const struct gb_history *h, struct gb_history_series *s)
{
	if (s->points < s->room)
		return true;
	const size_t room = s->room + s->room / 4 + 16;
	double *value = realloc(s->value, room * sizeof *value);
	s->value = value != NULL ? value : s->value;
	uint32_t *visit = value != NULL ? realloc(s->visit, room * sizeof *visit) : NULL;
	s->visit = visit != NULL ? visit : s->visit;
	if (visit == NULL)
		return false;
	if (h->with_intervals) {
		struct gb_history_interval *interval = realloc(s->interval, room * sizeof *interval);
		if (interval == NULL)
			return false;
		s->interval = interval;
	}
	s->room = room;
	return true;
}

/* The point of a run, whose rows come together; a new one has no value. `points`: out of memory. */
static size_t point_of(const struct gb_history *h, struct gb_history_series *s, size_t visit)
{
	for (size_t i = s->points; i-- > 0 && s->visit[i] / 2 + AT_HAND > visit;)
		if (s->visit[i] / 2 == visit || h->visit[s->visit[i] / 2].run == h->visit[visit].run)
			return i;
	if (!grow_points(h, s))
		return s->points;
	s->value[s->points] = NAN;
	s->visit[s->points] = (uint32_t)(2 * visit);
	return s->points++;
}

int gb_history_add(struct gb_history *h, const struct gb_record *record, struct gb_error *error)
{
	size_t visit;

	if (record->roof[0] == '\0' || !gb_record_is_measured(record) || !isfinite(record->value))
		return GB_OK;
	if (find_visit(h, record, &visit, error) != GB_OK)
		return GB_FAILED;
	if (visit == NO_VISIT)
		return GB_OK;
	struct gb_history_series *s = series_of(h, record, h->visit[visit].gpu, error);
	const size_t before = s != NULL ? s->points : 0, at = s != NULL ? point_of(h, s, visit) : 0;
	if (s == NULL || (at == before && s->points == before))
		return gb_error_set(error, "out of memory");
	const bool ok = record->status == GB_ROW_OK, was_ok = s->visit[at] % 2 != 0;
	/* A row that is not ok counts where none is. */
	if (!isnan(s->value[at]) &&
	    (was_ok > ok || (was_ok == ok && !(gb_off(s->unit, record->value, s->value[at]) > 0))))
		return GB_OK;
	s->value[at] = record->value;
	s->visit[at] = (uint32_t)(2 * visit + ok);
	if (s->interval != NULL)
		s->interval[at] = (struct gb_history_interval){ record->lo, record->hi };
	return GB_OK;
}

struct gb_history_point gb_history_point(const struct gb_history *h, const struct gb_history_series *s, size_t at)
{
	const struct gb_history_visit *visit = &h->visit[s->visit[at] / 2];

	return (struct gb_history_point){
		.seconds = visit->seconds,
		.value = s->value[at],
		.lo = s->interval != NULL ? s->interval[at].lo : (double)NAN,
		.hi = s->interval != NULL ? s->interval[at].hi : (double)NAN,
		.ok = s->visit[at] % 2 != 0,
		.visit = visit,
	};
}

/* ---- in the order of time -------------------------------------------------------------------------------------------- */

static int compare_points(const void *left, const void *right)
{
	const struct gb_history_point *a = left, *b = right;

	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? -1 : 1;
	return strcmp(a->visit->run, b->visit->run);
}

static bool is_sorted(const struct gb_history *h, const struct gb_history_series *s)
{
	for (size_t i = 1; i < s->points; i++) {
		const struct gb_history_point a = gb_history_point(h, s, i - 1), b = gb_history_point(h, s, i);
		if (compare_points(&a, &b) > 0)
			return false;
	}
	return true;
}

static int sort_points(const struct gb_history *h, struct gb_history_series *s, struct gb_error *error)
{
	if (is_sorted(h, s))
		return GB_OK;
	struct gb_history_point *point = malloc(s->points * sizeof *point);
	if (point == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < s->points; i++)
		point[i] = gb_history_point(h, s, i);
	qsort(point, s->points, sizeof *point, compare_points);
	for (size_t i = 0; i < s->points; i++) {
		s->value[i] = point[i].value;
		s->visit[i] = (uint32_t)(2 * (size_t)(point[i].visit - h->visit) + point[i].ok);
		if (s->interval != NULL)
			s->interval[i] = (struct gb_history_interval){ point[i].lo, point[i].hi };
	}
	free(point);
	return GB_OK;
}

/* ---- a whole series -------------------------------------------------------------------------------------------------- */

#define YEAR_SECONDS (365.25 * 86400)

/* The values of a series that are ok. */
struct fine {
	double *seconds, *value;
	size_t *point; /* of each: its place in the series */
	size_t room;
	struct gb_trend trend;
};

static int take_fine(struct fine *fine, const struct gb_history *h, struct gb_history_series *s, struct gb_error *error)
{
	if (s->points > fine->room) {
		free(fine->seconds);
		free(fine->point);
		fine->room = 2 * s->points;
		fine->seconds = malloc(2 * fine->room * sizeof *fine->seconds);
		fine->point = malloc(fine->room * sizeof *fine->point);
		if (fine->seconds == NULL || fine->point == NULL) {
			fine->room = 0;
			return gb_error_set(error, "out of memory");
		}
		fine->value = fine->seconds + fine->room;
	}
	s->ok = 0;
	for (size_t i = 0; i < s->points; i++) {
		if (s->visit[i] % 2 == 0)
			continue;
		fine->seconds[s->ok] = h->visit[s->visit[i] / 2].seconds;
		fine->value[s->ok] = s->value[i];
		fine->point[s->ok++] = i;
	}
	return GB_OK;
}

static struct gb_history_step change_of(const struct gb_history_series *s, const struct fine *fine,
					const struct gb_trend_found *found)
{
	const double part = gb_off(s->unit, found->after, found->before);
	const double years = found->is_drift
				     ? (fine->seconds[found->to - 1] - fine->seconds[found->from]) / YEAR_SECONDS
				     : (double)NAN;

	return (struct gb_history_step){
		.at = fine->point[found->is_drift ? found->from : found->at],
		.to = fine->point[found->to - 1],
		.before = found->before,
		.after = found->after,
		.part = part,
		.a_year = part / years,
		.confidence = found->confidence,
	};
}

static int keep_changes(struct gb_history_series *s, const struct fine *fine, struct gb_error *error)
{
	const struct gb_trend *trend = &fine->trend;

	if (trend->finds == 0)
		return GB_OK;
	s->step = malloc(trend->finds * sizeof *s->step);
	if (s->step == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < trend->finds; i++)
		if (!trend->found[i].is_drift)
			s->step[s->steps++] = change_of(s, fine, &trend->found[i]);
	s->drift = s->step + s->steps;
	for (size_t i = 0; i < trend->finds; i++)
		if (trend->found[i].is_drift)
			s->drift[s->drifts++] = change_of(s, fine, &trend->found[i]);
	return GB_OK;
}

/* Since the last step. */
static double drift_of(const struct gb_history_series *s, struct fine *fine)
{
	size_t from = 0;

	while (s->steps > 0 && from < s->ok && fine->point[from] < s->step[s->steps - 1].at)
		from++;
	const double slope = gb_trend_slope(&fine->trend, from, s->ok) * YEAR_SECONDS;
	const double drift = slope / gb_stats_middle(fine->value + from, s->ok - from); /* the values have been used */
	return gb_lower_is_better(s->unit) ? -drift : drift;
}

static int settle(const struct gb_history *h, struct gb_history_series *s, struct fine *fine, struct gb_error *error)
{
	struct gb_trend *trend = &fine->trend;

	if (sort_points(h, s, error) != GB_OK || take_fine(fine, h, s, error) != GB_OK)
		return GB_FAILED;
	trend->seconds = fine->seconds;
	trend->value = fine->value;
	trend->count = s->ok;
	trend->unit = s->unit;
	trend->floor = gb_scatter_min_off(s->roof);
	trend->certain = gb_trend_by_orders;
	if (s->ok == 0)
		return GB_OK;
	if (gb_trend_run(trend, error) != GB_OK || keep_changes(s, fine, error) != GB_OK)
		return GB_FAILED;
	if (h->with_slopes || trend->finds > 0)
		s->a_year = drift_of(s, fine);
	return GB_OK;
}

/* ---- all of them ----------------------------------------------------------------------------------------------------- */

static int compare_series(const void *left, const void *right)
{
	const struct gb_history_series *a = left, *b = right;
	const int gpu = strcmp(a->gpu, b->gpu), roof = gpu != 0 ? 0 : gb_roof_order(a->roof, b->roof);

	return gpu != 0 ? gpu : roof != 0 ? roof : strcmp(a->unit, b->unit);
}

int gb_history_settle(struct gb_history *h, struct gb_error *error)
{
	struct fine fine = { 0 };
	int status = GB_OK;

	for (size_t i = 0; i < h->count && status == GB_OK; i++)
		status = settle(h, &h->series[i], &fine, error);
	free(fine.seconds);
	free(fine.point);
	gb_trend_free(&fine.trend);
	if (h->count > 0)
		qsort(h->series, h->count, sizeof *h->series, compare_series);
	free(h->slot); /* its numbers are those before */
	h->slot = NULL;
	h->slots = 0;
	return status;
}

/* ---- why ----------------------------------------------------------------------------------------------------------- */

static void add_changed(const char *what, const char *before, const char *after, char *text, size_t size)
{
	if (before != after && before[0] != '\0' && after[0] != '\0')
		gb_text_add(text, size, "%s%s %s -> %s", text[0] ? "; " : "", what, before, after);
}

void gb_history_tell_changed(const struct gb_history_visit *before, const struct gb_history_visit *after, char *text,
			     size_t size)
{
	text[0] = '\0';
	add_changed("driver", before->driver, after->driver, text, size);
	add_changed("VBIOS", before->vbios, after->vbios, text, size);
	add_changed("gpubench", before->version, after->version, text, size);
	if (fabs(before->power_limit_w - after->power_limit_w) > 0.5)
		gb_text_add(text, size, "%spower limit %.0f -> %.0f W", text[0] ? "; " : "", before->power_limit_w,
			    after->power_limit_w);
}

void gb_history_explain(const struct gb_history *h, const struct gb_history_series *s,
			const struct gb_history_step *step, char *text, size_t size)
{
	size_t before = step->at > 0 ? step->at - 1 : 0;

	while (before > 0 && s->visit[before] % 2 == 0)
		before--;
	gb_history_tell_changed(&h->visit[s->visit[before] / 2], &h->visit[s->visit[step->at] / 2], text, size);
}

void gb_history_free(struct gb_history *h)
{
	for (size_t i = 0; i < h->count; i++) {
		free(h->series[i].value);
		free(h->series[i].visit);
		free(h->series[i].interval);
		free(h->series[i].step);
	}
	free(h->series);
	free(h->visit);
	free(h->slot);
	gb_strings_free(&h->strings);
	*h = (struct gb_history){ 0 };
}
