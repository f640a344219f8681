/* point.c: one row of a dry run. */
#include <math.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "dry/walk.h"
#include "plan/search.h"

/* As many shapes per row as a quick run tries. */
enum { SHAPES_MAX = 32 };

/* Models repeat on one processor what thousands of threads do at once: the part of a launch's work that is verified. */
#define WORK 0.03125

/* Check the result of a hook; GB_FAILED is reported at once, with its text. */
static int after(struct gb_dry_walk *w, const char *hook, int status)
{
	if (status != GB_OK && status != GB_SKIPPED)
		gb_dry_fault(w, "%s: %s", hook, w->error.text[0] ? w->error.text : "failed without giving a reason");
	else if (status == GB_OK && w->error.text[0] != '\0') {
		gb_dry_fault(w, "%s: %s", hook, w->error.text);
		status = GB_FAILED;
	}
	return status;
}

/* ---- launching --------------------------------------------------------------------------------------------------- */

/* `computes`: its models run. */
static int launch(struct gb_dry_walk *w, const struct gb_point *point, bool computes)
{
	gb_error_clear(&w->error);
	gb_dry_forget(w);
	gb_dry_step(w, "prepare", point);
	int status = after(w, "prepare", gb_run_point(&w->run, point));
	if (status != GB_OK)
		return status;
	/* It may initialise memory once, also for later points. */
	if (w->idle_before[0] == '\0')
		gb_text_copy(w->idle_before, sizeof w->idle_before, w->idle);
	gb_dry_forget(w);
	gb_dry_step(w, "launch", point);
	fake.computes = computes;
	status = gb_run_launch(&w->run);
	if (status == GB_OK)
		status = gb_sync(&w->run);
	fake.computes = true;
	return after(w, "launch", status);
}

/* Searched values that do not change the shape, such as an unrolling, are not told. */
static void note_shape(struct gb_dry_walk *w)
{
	const struct gb_shape *s = &w->launch[0].shape;
	char shape[GB_NAME_MAX] = "";

	if (w->launches == 0)
		return;
	gb_text_add(shape, sizeof shape, " %u x %u,", s->grid, s->block);
	if (strstr(w->shapes, shape) == NULL)
		gb_text_add(w->shapes, sizeof w->shapes, "%s", shape);
}

/* For gb_search(): all shapes are as good as the first. */
static int judge(void *context, const struct gb_point *point, double *score, struct gb_error *error)
{
	struct gb_dry_walk *w = context;
	int status = launch(w, point, false);

	w->candidates++;
	*score = 0;
	if (status == GB_OK)
		note_shape(w);
	else
		gb_error_write(error, "%s", w->error.text);
	return status;
}

/* ---- the results of hooks ---------------------------------------------------------------------------------------- */

static void say_launches(const struct gb_dry_walk *w, char *text, size_t size)
{
	for (size_t i = 0; i < w->launches; i++) {
		const struct gb_shape *s = &w->launch[i].shape;
		gb_text_add(text, size, "%s%s %u x %u", i > 0 ? ", " : "launches ", w->launch[i].kernel, s->grid,
			    s->block);
		if (s->shared_bytes > 0)
			gb_text_add(text, size, " with %u B of shared memory", s->shared_bytes);
		if (s->cluster > 0)
			gb_text_add(text, size, " in clusters of %u", s->cluster);
	}
	if (w->launches == 0)
		gb_text_add(text, size, "launches no kernel");
}

static void say_amount(struct gb_dry_walk *w, enum gb_quantity quantity, char *text, size_t size)
{
	const struct gb_cost cost = w->bench->cost(&w->run);
	const bool is_bytes = quantity == GB_BANDWIDTH;
	const double amount = is_bytes ? cost.bytes : cost.ops;
	char unit[GB_NAME_MAX] = "";

	gb_text_copy(unit, sizeof unit, gb_quantity_unit(quantity));
	if (strchr(unit, '/') == NULL) /* work is not counted for seconds and cycles */
		return;
	*strchr(unit, '/') = '\0';
	if (!(amount > 0 && isfinite(amount)))
		gb_dry_fault(w, "cost: a launch has %g %s", amount, unit);
	gb_text_add(text, size, "; ");
	gb_text_si(text + strlen(text), size - strlen(text), amount, unit);
	gb_text_add(text, size, " a launch");
}

static double say_limit(struct gb_dry_walk *w, enum gb_quantity quantity, char *text, size_t size)
{
	const struct gb_device *device = &w->card.device;
	const double limit = w->bench->limit(&w->run, device, device->sm_clock_max_hz);

	if (!isnan(limit) && !(limit > 0 && isfinite(limit)))
		gb_dry_fault(w, "limit: %g %s; return NAN if none is known", limit, gb_quantity_unit(quantity));
	if (isnan(limit)) {
		gb_text_add(text, size, "; limit not known");
		return limit;
	}
	gb_text_add(text, size, "; limit of this device ");
	gb_text_si(text + strlen(text), size - strlen(text), limit, gb_quantity_unit(quantity));
	return limit;
}

/* A value for hooks that need one; it is never shown. */
static double made_up(double limit, enum gb_quantity quantity)
{
	const double factor = gb_quantity_lower_is_better(quantity) ? 2 : 0.5;

	return isnan(limit) ? factor * 1e9 : factor * limit;
}

static void say_metrics(struct gb_dry_walk *w, double value)
{
	const struct gb_result result = { value, fake.launch_seconds, w->card.device.sm_clock_max_hz, &w->card.device,
					  made_up(NAN, GB_JOULES) };
	struct gb_metric metric[GB_METRICS_MAX];
	char text[GB_ERROR_TEXT] = "";

	memset(metric, 0, sizeof metric);
	if (w->bench->metrics == NULL)
		return;
	const size_t count = w->bench->metrics(&w->run, &result, metric);
	if (count > GB_METRICS_MAX) {
		gb_dry_fault(w, "metrics: %zu of them; the maximum is %d", count, GB_METRICS_MAX);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		const struct gb_metric *m = &metric[i];
		if (m->name == NULL || m->unit == NULL || m->name[0] == '\0') {
			gb_dry_fault(w, "metrics: number %zu has no name, or NULL for its unit", i + 1);
			continue;
		}
		gb_text_add(text, sizeof text, "%s%s", text[0] ? ", " : "metrics ", m->name);
		if (m->kind == GB_EXACT && !isnan(m->number))
			gb_text_add(text, sizeof text, " %.6g %s", m->number, m->unit);
		else
			gb_text_add(text, sizeof text, " (%s)", m->unit);
	}
	if (text[0] != '\0')
		gb_dry_say(w, 8, "%s", text);
}

/* For conclude(). */
static void keep_row(struct gb_dry_walk *w, double value, double limit, enum gb_quantity quantity)
{
	if (w->rows == w->rows_max)
		return;
	w->row_point[w->rows] = w->run.point;
	w->row[w->rows] = (struct gb_row){ .bench = w->bench,
					   .variant = w->variant->name,
					   .metric = gb_quantity_metric(quantity),
					   .value_of = w->row_point[w->rows].value,
					   .has = (const unsigned char *)w->row_point[w->rows].has,
					   .value = value,
					   .lo = value,
					   .hi = value,
					   .limit = limit,
					   .sm_hz = w->card.device.sm_clock_max_hz };
	w->rows++;
}

/* The pure hooks. */
static void say_point(struct gb_dry_walk *w)
{
	char text[2 * GB_ERROR_TEXT] = "";

	gb_error_clear(&w->error);
	gb_dry_step(w, "cost, limit, roof, metrics, remark", &w->run.point);
	const enum gb_quantity quantity = gb_run_quantity(&w->run);
	say_launches(w, text, sizeof text);
	say_amount(w, quantity, text, sizeof text);
	const double limit = say_limit(w, quantity, text, sizeof text);
	const char *roof = gb_run_roof(&w->run);
	if (roof != NULL)
		gb_text_add(text, sizeof text, "; sets the roof %s", roof);
	gb_dry_say(w, 8, "%s", text);
	const char *last = strrchr(w->shapes, ',');
	if (last != NULL && last != strchr(w->shapes, ','))
		gb_dry_say(w, 8, "shapes tried:%.*s", (int)(last - w->shapes), w->shapes);
	say_metrics(w, made_up(limit, quantity));
	const char *remark = w->bench->remark != NULL ? w->bench->remark(&w->run) : NULL;
	if (remark != NULL)
		gb_dry_say(w, 8, "below half of the limit: %s", remark);
	gb_run_timing(&w->run);
	keep_row(w, made_up(limit, quantity), limit, quantity);
	after(w, "a pure hook", GB_OK);
}

/* ---- verification ------------------------------------------------------------------------------------------------ */

/* The kernel's own measurement, if a model wrote it. The value depends on no clock and is not shown. */
static void observe(struct gb_dry_walk *w)
{
	double value = NAN;

	if (w->bench->observe == NULL ||
	    !(gb_run_timing(&w->run).observed || gb_quantity_is_observed(gb_run_quantity(&w->run))))
		return;
	gb_dry_step(w, "observe", &w->run.point);
	if (after(w, "observe", w->bench->observe(&w->run, &value)) == GB_OK && !isfinite(value))
		gb_dry_fault(w, "observe: the value is %g", value);
}

/* True if the plug-in has doubts about the point, such as that nothing verifies it. */
static bool is_doubted(const struct gb_dry_walk *w)
{
	return w->run.doubt[w->run.doubt_of_setup] != '\0';
}

static int verify(struct gb_dry_walk *w)
{
	gb_error_clear(&w->error);
	w->launches =
		0; /* a kernel without a model in launch() stays recorded: in-place work is verified as it was left */
	gb_dry_step(w, "verify", &w->run.point);
	return gb_run_verify(&w->run);
}

/* A verification that failed has left what it had poisoned; a run of the benchmark would not go on with that. */
static int verify_anew(struct gb_dry_walk *w, const struct gb_point *point)
{
	gb_dry_step(w, "teardown and setup", point);
	gb_run_close(&w->run);
	gb_error_clear(&w->error);
	w->poisoned = false;
	int status = gb_run_open(&w->run, &w->card, w->bench, w->variant, &w->error);
	w->is_open = status == GB_OK;
	if (status == GB_OK)
		status = launch(w, point, true);
	return status == GB_OK ? verify(w) : status;
}

/* With models of all kernels. */
static void verify_right(struct gb_dry_walk *w, const struct gb_point *point)
{
	const char *idle = w->idle_before[0] ? w->idle_before : w->idle;
	int status = verify(w);

	if (status == GB_FAILED && w->poisoned && idle[0] == '\0')
		status = verify_anew(w, point);
	if (status == GB_OK && is_doubted(w))
		gb_dry_say(w, 8, "suspect: %s", w->run.doubt);
	else if (idle[0] != '\0')
		gb_dry_say(w, 8, "not verified: kernel %s has no model", idle);
	else if (status == GB_OK) {
		gb_dry_say(w, 8,
			   w->bench->target == GB_HOST || w->launches == 0 ? "verified" : "verified, with the models");
		w->verified++;
		observe(w);
	} else if (status == GB_SKIPPED)
		gb_dry_say(w, 8, "not verified: %s", w->error.text);
	else
		gb_dry_fault(w, "%s", w->error.text);
}

/* On a device that computes nothing, with what earlier launches left in memory. */
static void verify_wrong(struct gb_dry_walk *w)
{
	fake.computes = false;
	const int status = verify(w);
	fake.computes = true;

	if (status == GB_OK && !is_doubted(w))
		gb_dry_fault(w, "verify: it passes on a device that computes nothing, so it can never fail");
	w->rejected += status == GB_FAILED;
	w->poisoned |= status == GB_FAILED;
}

void gb_dry_point(struct gb_dry_walk *w, const struct gb_point *row)
{
	struct gb_search_result best[GB_SEARCH_KEEP];
	struct gb_error why = { "" };
	struct gb_point point = *row;
	char text[GB_POINT_TEXT];
	size_t found = 0;

	gb_point_text(w->bench->axes, row, -1, text, sizeof text);
	gb_dry_say(w, 4, "%s", text);
	w->points++;
	w->shapes[0] = '\0';
	const size_t faults = w->faults;
	const int status = gb_search(&w->plan, row, SHAPES_MAX, judge, w, best, &found, &why);
	if (status == GB_SKIPPED) {
		gb_dry_say(w, 8, "skipped: %s", why.text);
		w->skipped++;
	} else if (status != GB_OK && w->faults == faults)
		gb_dry_fault(w, "%s", why.text);
	if (status != GB_OK)
		return;
	point = best[0].point;
	if (launch(w, &point, false) != GB_OK)
		return;
	say_point(w);
	w->card.work = WORK;
	if (launch(w, &point, true) == GB_OK) {
		verify_right(w, &point);
		if (w->is_open)
			verify_wrong(w);
	}
	w->card.work = 0;
}
