#include "past/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/heap.h"
#include "base/text.h"

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* Rows of up to this many runs and GPUs may alternate; with more, a run is stored more than once. */
enum { AT_HAND = 64 };
#define NO_VISIT        SIZE_MAX
#define TOO_MANY_VISITS "more runs than a history has room for"
/* A step is reported with the clock and temperature if these differ by at least this much. */
#define CLOCK_DIFFERS_BY  0.005
#define CELSIUS_DIFFER_BY 5

static bool is_visit_of_row(const struct gb_history_visit *v, const char *gpu, const struct gb_record *r)
{
	const bool same_limit =
		v->power_limit_w == r->power_limit_w || (isnan(v->power_limit_w) && isnan(r->power_limit_w));

	return same_limit && strcmp(v->run, r->run_id) == 0 && strcmp(v->gpu, gpu) == 0 &&
	       strcmp(v->driver, r->driver) == 0 && strcmp(v->version, r->version) == 0 &&
	       strcmp(v->vbios, r->vbios) == 0 && strcmp(v->ecc, r->ecc) == 0;
}

static int add_visit(struct gb_history *h, const struct gb_record *r, const char *gpu, double seconds,
		     struct gb_error *error)
{
	h->visit = gb_array_grow(h->visit, h->visits, &h->visit_room, sizeof *h->visit);
	const struct gb_history_visit made = {
		.seconds = seconds,
		.gpu = gb_strings_keep(&h->strings, gpu),
		.run = gb_strings_keep(&h->strings, r->run_id),
		.driver = gb_strings_keep(&h->strings, r->driver),
		.version = gb_strings_keep(&h->strings, r->version),
		.vbios = gb_strings_keep(&h->strings, r->vbios),
		.ecc = gb_strings_keep(&h->strings, r->ecc),
		.power_limit_w = r->power_limit_w,
	};
	if (h->visits >= UINT32_MAX / 2)
		return gb_error_set(error, TOO_MANY_VISITS);
	h->visit[h->visits++] = made;
	return GB_OK;
}

/* Finds the run of a row. NO_VISIT: the row has no time of measurement, or is too old. */
static int find_visit(struct gb_history *h, const struct gb_record *r, size_t *number, struct gb_error *error)
{
	char made[GB_GPU_KEY];
	const char *gpu = gb_gpu_key(r, made);

	for (size_t i = h->visits; i-- > 0 && i + AT_HAND >= h->visits;)
		if (is_visit_of_row(&h->visit[i], gpu, r)) {
			*number = i;
			return GB_OK;
		}
	const double seconds = gb_clock_read(r->time_utc);
	const bool counts = isfinite(seconds) && seconds >= h->since;
	*number = counts ? h->visits : NO_VISIT;
	return counts ? add_visit(h, r, gpu, seconds, error) : GB_OK;
}

/* ---- series ------------------------------------------------------------------------------------------------------ */

/* Equal texts of one collection are equal pointers. */
static size_t find_slot(const struct gb_history *h, const char *gpu, const char *roof, const char *unit)
{
	size_t at = (size_t)(gb_hash_addresses(gpu, roof, (uint64_t)(uintptr_t)unit) % h->slots);

	for (; h->slot[at] != 0; at = (at + 1) % h->slots) {
		const struct gb_history_series *s = &h->series[h->slot[at] - 1];
		if (s->gpu == gpu && s->roof == roof && s->unit == unit)
			break;
	}
	return at;
}

static void grow_slots(struct gb_history *h)
{
	if (2 * (h->count + 1) <= h->slots)
		return;
	free(h->slot);
	h->slots = h->slots ? 4 * h->slots : 256;
	h->slot = gb_heap_array(h->slots, sizeof *h->slot);
	for (size_t i = 0; i < h->count; i++)
		h->slot[find_slot(h, h->series[i].gpu, h->series[i].roof, h->series[i].unit)] = i + 1;
}

static bool is_series(const struct gb_history_series *s, const struct gb_record *r, const char *gpu)
{
	return s->gpu == gpu && strcmp(s->roof, r->roof) == 0 && strcmp(s->unit, r->unit) == 0;
}

static struct gb_history_series *series_of(struct gb_history *h, const struct gb_record *r, const char *gpu)
{
	if (h->last + 1 < h->count && is_series(&h->series[h->last + 1], r, gpu))
		return &h->series[++h->last];
	const char *roof = gb_strings_keep(&h->strings, r->roof), *unit = gb_strings_keep(&h->strings, r->unit);
	grow_slots(h);
	const size_t at = find_slot(h, gpu, roof, unit);
	if (h->slot[at] != 0) {
		h->last = h->slot[at] - 1;
		return &h->series[h->last];
	}
	h->series = gb_array_grow(h->series, h->count, &h->room, sizeof *h->series);
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

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* Points take most of the memory, so arrays grow by only a quarter. */
static void grow_points(const struct gb_history *h, struct gb_history_series *s)
{
	if (s->points < s->room)
		return;
	s->room += s->room / 4 + 16;
	s->value = gb_heap_resize(s->value, s->room, sizeof *s->value);
	s->visit = gb_heap_resize(s->visit, s->room, sizeof *s->visit);
	s->state = gb_heap_resize(s->state, s->room, sizeof *s->state);
	if (h->with_intervals)
		s->interval = gb_heap_resize(s->interval, s->room, sizeof *s->interval);
}

/* Returns the point of a run, whose rows are adjacent. A new point has no value. */
static size_t point_of(const struct gb_history *h, struct gb_history_series *s, size_t visit)
{
	for (size_t i = s->points; i-- > 0 && s->visit[i] / 2 + AT_HAND > visit;)
		if (s->visit[i] / 2 == visit || h->visit[s->visit[i] / 2].run == h->visit[visit].run)
			return i;
	grow_points(h, s);
	s->value[s->points] = NAN;
	s->visit[s->points] = (uint32_t)(2 * visit);
	return s->points++;
}

static const char *const throttle_words[] = { "sw_power_cap", "hw_slowdown", "sw_thermal_slowdown",
					      "hw_thermal_slowdown", "hw_power_brake" };
enum { THROTTLE_WORDS = sizeof throttle_words / sizeof throttle_words[0] };

static struct gb_history_state state_of(const struct gb_record *r)
{
	struct gb_history_state state = { 0 };

	if (r->sm_clock_hz > 0 && r->sm_clock_hz < 65e9)
		state.clock_mhz = (uint16_t)lround(1e-6 * r->sm_clock_hz);
	if (r->temperature_c > 0 && r->temperature_c < 255)
		state.celsius = (uint8_t)lround(r->temperature_c);
	for (size_t i = 0; i < THROTTLE_WORDS; i++)
		if (strstr(r->throttle, throttle_words[i]) != NULL)
			state.throttle |= (uint8_t)(1U << i);
	return state;
}

int gb_history_add(struct gb_history *h, const struct gb_record *record, struct gb_error *error)
{
	size_t visit;

	if (record->roof[0] == '\0' || !gb_record_is_measured(record) || !isfinite(record->value))
		return GB_OK;
	GB_TRY(find_visit(h, record, &visit, error));
	if (visit == NO_VISIT)
		return GB_OK;
	struct gb_history_series *s = series_of(h, record, h->visit[visit].gpu);
	const size_t at = point_of(h, s, visit);
	const bool ok = record->status == GB_ROW_OK, was_ok = s->visit[at] % 2 != 0;
	/* A row that is not ok counts only if none is ok. */
	if (!isnan(s->value[at]) &&
	    (was_ok > ok || (was_ok == ok && !(gb_off(s->unit, record->value, s->value[at]) > 0))))
		return GB_OK;
	s->value[at] = record->value;
	s->state[at] = state_of(record);
	s->visit[at] = (uint32_t)(2 * visit + ok);
	if (s->interval != NULL)
		s->interval[at] = (struct gb_history_interval){ record->lo, record->hi };
	return GB_OK;
}

static void keep_texts(struct gb_history *h, const char **const text[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		*text[i] = gb_strings_keep(&h->strings, *text[i]);
}

static void join_visit(struct gb_history *h, struct gb_history_visit visit)
{
	const char **const text[] = { &visit.gpu, &visit.run, &visit.driver, &visit.version, &visit.vbios, &visit.ecc };

	h->visit = gb_array_grow(h->visit, h->visits, &h->visit_room, sizeof *h->visit);
	keep_texts(h, text, sizeof text / sizeof text[0]);
	h->visit[h->visits++] = visit;
}

static void join_series(struct gb_history *h, struct gb_history_series *from, size_t visits)
{
	const char **const text[] = { &from->gpu, &from->name, &from->board, &from->host, &from->roof, &from->unit };

	h->series = gb_array_grow(h->series, h->count, &h->room, sizeof *h->series);
	keep_texts(h, text, sizeof text / sizeof text[0]);
	grow_slots(h);
	for (size_t i = 0; i < from->points; i++)
		from->visit[i] += (uint32_t)(2 * visits);
	h->slot[find_slot(h, from->gpu, from->roof, from->unit)] = h->count + 1;
	h->series[h->count++] = *from;
}

int gb_history_join(struct gb_history *into, struct gb_history *from, struct gb_error *error)
{
	const size_t visits = into->visits;

	if (into->count == 0 && visits == 0) {
		const struct gb_history empty = *into;
		*into = *from;
		*from = empty;
		return GB_OK;
	}
	if (visits + from->visits >= UINT32_MAX / 2) {
		gb_history_free(from);
		return gb_error_set(error, TOO_MANY_VISITS);
	}
	for (size_t i = 0; i < from->visits; i++)
		join_visit(into, from->visit[i]);
	for (size_t i = 0; i < from->count; i++)
		join_series(into, &from->series[i], visits);
	from->count = 0; /* the points were moved */
	gb_history_free(from);
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
		.state = s->state[at],
		.visit = visit,
	};
}

/* ---- reasons ----------------------------------------------------------------------------------------------------- */

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
	add_changed("ECC", before->ecc, after->ecc, text, size);
	add_changed("gpubench", before->version, after->version, text, size);
	if (fabs(before->power_limit_w - after->power_limit_w) > 0.5)
		gb_text_add(text, size, "%spower limit %.0f -> %.0f W", text[0] ? "; " : "", before->power_limit_w,
			    after->power_limit_w);
}

/* The device over some points: means of known values, and the number of points with each throttle reason. */
struct side {
	double clock_ghz, celsius;
	size_t points, throttled[THROTTLE_WORDS];
};

static struct side side_of(const struct gb_history_series *s, size_t from, size_t to)
{
	struct side side = { .points = to - from };
	size_t clocks = 0, readings = 0;

	for (size_t i = from; i < to; i++) {
		const struct gb_history_state *state = &s->state[i];
		side.clock_ghz += 1e-3 * state->clock_mhz;
		side.celsius += state->celsius;
		clocks += state->clock_mhz > 0;
		readings += state->celsius > 0;
		for (size_t k = 0; k < THROTTLE_WORDS; k++)
			side.throttled[k] += state->throttle >> k & 1;
	}
	side.clock_ghz /= (double)clocks;
	side.celsius /= (double)readings;
	return side;
}

/* These reveal a step with a thermal cause. */
static void add_states(const struct side *before, const struct side *after, char *text, size_t size)
{
	if (fabs(after->clock_ghz / before->clock_ghz - 1) > CLOCK_DIFFERS_BY)
		gb_text_add(text, size, "%sclock %.3f -> %.3f GHz", text[0] ? "; " : "", before->clock_ghz,
			    after->clock_ghz);
	if (fabs(after->celsius - before->celsius) >= CELSIUS_DIFFER_BY)
		gb_text_add(text, size, "%stemperature %.0f -> %.0f C", text[0] ? "; " : "", before->celsius,
			    after->celsius);
	for (size_t k = 0; k < THROTTLE_WORDS; k++)
		if (2 * after->throttled[k] > after->points && 2 * before->throttled[k] < before->points)
			gb_text_add(text, size, "%sthrottled: %s", text[0] ? "; " : "", throttle_words[k]);
}

static const struct gb_history_visit *visit_at(const struct gb_history *h, const struct gb_history_series *s, size_t at)
{
	return &h->visit[s->visit[at] / 2];
}

/* Noise may shift a step by a run. */
void gb_history_explain(const struct gb_history *h, const struct gb_history_series *s,
			const struct gb_history_step *step, char *text, size_t size)
{
	const size_t number = (size_t)(step - s->step), from = number > 0 ? step[-1].at : 0,
		     to = number + 1 < s->steps ? step[1].at : s->points;
	const struct side before = side_of(s, from, step->at), after = side_of(s, step->at, to);

	gb_history_tell_changed(visit_at(h, s, step->at > from + 1 ? step->at - 2 : from),
				visit_at(h, s, step->at + 1 < to ? step->at + 1 : step->at), text, size);
	add_states(&before, &after, text, size);
}

void gb_history_free(struct gb_history *h)
{
	for (size_t i = 0; i < h->count; i++) {
		free(h->series[i].value);
		free(h->series[i].visit);
		free(h->series[i].state);
		free(h->series[i].interval);
		free(h->series[i].step);
	}
	free(h->series);
	free(h->visit);
	free(h->find);
	free(h->slot);
	gb_strings_free(&h->strings);
	*h = (struct gb_history){ 0 };
}
