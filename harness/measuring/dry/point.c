/* point.c: one row of a dry run. */
#include <math.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "dry/notice.h"
#include "dry/walk.h"
#include "plan/search.h"

/* As many shapes per row as a quick run tries. */
enum { SHAPES_MAX = 32 };

/* The fraction of a launch's work that is verified: models compute on one processor what thousands of threads do. */
#define WORK 0.03125
/* For mistakes, which need many verifications: less work, on a smaller device. */
#define MISTAKEN_WORK 0.00390625
enum { MISTAKEN_L2_BYTES = 256 << 10, MISTAKEN_MEMORY_BYTES = 4 << 20 };

/* Check the status of a hook; GB_FAILED is reported at once, with its text. */
static int check_hook(struct gb_dry_walk *w, const char *hook, int status)
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

static struct gb_dry_walk *launching; /* for callbacks of the fake device */

static const struct fake_models *find_counting(const char *kernel)
{
	return gb_models_find_counting(&launching->models, kernel);
}

int gb_dry_launch(struct gb_dry_walk *w, const struct gb_point *point, bool computes)
{
	gb_error_clear(&w->error);
	gb_dry_forget(w);
	gb_dry_step(w, "prepare", point);
	int status = check_hook(w, "prepare", gb_run_point(&w->run, point));
	if (status != GB_OK)
		return status;
	/* A hook may initialise memory once for all points. */
	if (w->idle_before[0] == '\0')
		gb_text_copy(w->idle_before, sizeof w->idle_before, w->idle);
	gb_dry_forget(w);
	gb_dry_step(w, "launch", point);
	fake.computes = computes;
	launching = w;
	if (computes)
		fake_count_work(find_counting);
	status = gb_run_launch(&w->run);
	if (status == GB_OK)
		status = gb_sync(&w->run);
	fake.computes = true;
	if (computes)
		w->work = fake_counted_work();
	return check_hook(w, "launch", status);
}

/* Note the shape. Searched values that do not change it, such as unrolling, are not shown. */
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

/* A score for gb_search(): all shapes are equally good. */
static int score_shape(void *context, const struct gb_point *point, double *score, struct gb_error *error)
{
	struct gb_dry_walk *w = context;
	int status = gb_dry_launch(w, point, false);

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
	if (quantity == GB_JOULES && !(amount > 0 && isfinite(amount)))
		gb_dry_fault(w, "cost: a launch has %g operations", amount);
	if (strchr(unit, '/') == NULL) /* seconds and cycles need no count of work */
		return;
	*strchr(unit, '/') = '\0';
	if (!(amount > 0 && isfinite(amount)))
		gb_dry_fault(w, "cost: a launch has %g %s", amount, unit);
	gb_text_add(text, size, "; ");
	gb_quantity_write(text + strlen(text), size - strlen(text), amount, unit);
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
	gb_quantity_write(text + strlen(text), size - strlen(text), limit, gb_quantity_unit(quantity));
	return limit;
}

/* A value for hooks that need one; it is never printed. */
static double made_up_value(double limit, enum gb_quantity quantity)
{
	const double factor = gb_quantity_lower_is_better(quantity) ? 2 : 0.5;

	return isnan(limit) ? factor * 1e9 : factor * limit;
}

static void say_metrics(struct gb_dry_walk *w, double value)
{
	const struct gb_result result = { value, fake.launch_seconds, w->card.device.sm_clock_max_hz, &w->card.device,
					  made_up_value(NAN, GB_JOULES) };
	struct gb_metric metric[GB_METRICS_MAX];
	char text[2 * GB_METRICS_MAX * GB_NAME_MAX] = "";

	size_t count;

	memset(metric, 0, sizeof metric);
	if (gb_run_metrics(&w->run, &result, metric, &count) != GB_OK) {
		gb_dry_fault(w, "%s", w->error.text);
		gb_error_clear(&w->error);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		const struct gb_metric *m = &metric[i];
		gb_text_add(text, sizeof text, "%s%s", text[0] ? ", " : "metrics ", m->name);
		if (m->kind == GB_EXACT)
			gb_text_add(text, sizeof text, " %.6g %s", m->number, m->unit);
		else
			gb_text_add(text, sizeof text, " (%s)", m->unit);
	}
	if (text[0] != '\0')
		gb_dry_say(w, 8, "%s", text);
}

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

static void say_point(struct gb_dry_walk *w)
{
	char text[4 * GB_ERROR_TEXT] = "";

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
	say_metrics(w, made_up_value(limit, quantity));
	const char *remark = w->bench->remark != NULL ? w->bench->remark(&w->run) : NULL;
	if (remark != NULL)
		gb_dry_say(w, 8, "below 90 %% of the limit: %s", remark);
	gb_run_timing(&w->run);
	keep_row(w, made_up_value(limit, quantity), limit, quantity);
	check_hook(w, "a pure hook", GB_OK);
}

/* ---- verification ------------------------------------------------------------------------------------------------ */

/* Check observe() if a model wrote the kernel's own measurement. The value comes from no clock and is not printed. */
static void check_observe(struct gb_dry_walk *w, const struct gb_point *point)
{
	double value = NAN;

	if (w->bench->observe == NULL ||
	    !(gb_run_timing(&w->run).observed || gb_quantity_is_observed(gb_run_quantity(&w->run))))
		return;
	if (gb_dry_launch(w, point, true) != GB_OK) /* verify() may have cleared the results of the last launch */
		return;
	gb_dry_step(w, "observe", point);
	if (check_hook(w, "observe", w->bench->observe(&w->run, &value)) == GB_OK && !(value > 0 && isfinite(value)))
		gb_dry_fault(w, "observe: the value is %g", value);
}

/* True if the plug-in doubts the point, for example because nothing verifies it. */
static bool is_doubted(const struct gb_dry_walk *w)
{
	return w->run.doubt[w->run.doubt_of_setup] != '\0';
}

static int run_verify(struct gb_dry_walk *w)
{
	gb_error_clear(&w->error);
	/* A kernel without a model that launch() called stays recorded. In-place work is verified in its present
	 * state. */
	w->launches = 0;
	gb_dry_step(w, "verify", &w->run.point);
	return gb_run_verify(&w->run);
}

static int set_up_again(struct gb_dry_walk *w, const struct gb_point *point)
{
	gb_dry_step(w, "teardown and setup", point);
	if (w->is_open)
		gb_run_close(&w->run);
	gb_error_clear(&w->error);
	w->poisoned = false;
	const int status = gb_run_open(&w->run, &w->card, w->bench, w->variant, &w->error);
	w->is_open = status == GB_OK;
	return status;
}

static int open_anew(struct gb_dry_walk *w, const struct gb_point *point)
{
	const int status = set_up_again(w, point);

	return status == GB_OK ? gb_dry_launch(w, point, true) : status;
}

/* Verify with models of all kernels. True: the verification passed without doubts. A failed one leaves poisoned memory,
 * after which a run of the benchmark would not continue. */
static bool verify_with_models(struct gb_dry_walk *w, const struct gb_point *point)
{
	const char *idle = w->idle_before[0] ? w->idle_before : w->idle;
	int status = run_verify(w);

	if (status == GB_FAILED && w->poisoned && idle[0] == '\0') {
		status = open_anew(w, point);
		status = status == GB_OK ? run_verify(w) : status;
	}
	if (status == GB_OK && is_doubted(w))
		gb_dry_say(w, 8, "suspect: %s", w->run.doubt);
	else if (idle[0] != '\0') {
		gb_dry_say(w, 8, "NOT VERIFIED: kernel %s has no model", idle);
		w->unverified++;
	} else if (status == GB_OK) {
		gb_dry_say(w, 8,
			   w->bench->target == GB_HOST || w->launches == 0 ? "verified" : "verified, with the models");
		w->verified++;
		check_observe(w, point);
		return true;
	} else if (status == GB_SKIPPED)
		gb_dry_say(w, 8, "not verified: %s", w->error.text);
	else
		gb_dry_fault(w, "%s", w->error.text);
	return false;
}

/* Verify on a device that computes nothing, with the memory that earlier launches left. */
static void verify_without_results(struct gb_dry_walk *w)
{
	fake.computes = false;
	const int status = run_verify(w);
	fake.computes = true;

	if (status == GB_OK && !is_doubted(w))
		gb_dry_fault(w, "verify: it passes on a device that computes nothing, so it can never fail");
	else
		w->unverified += status == GB_OK;
	w->rejected += status == GB_FAILED;
	w->poisoned |= status == GB_FAILED;
}

/* Kernels that share a model count as one kernel with different sizes. */
static const char *model_of(const struct gb_dry_walk *w, const char *kernel)
{
	const char *model = fake_model_name(gb_models_find(&w->models, kernel), kernel);

	return model != NULL ? model : kernel;
}

static bool was_tried(const struct gb_dry_walk *w, const char *kernel)
{
	for (size_t i = 0; i < w->tries; i++)
		if (strcmp(w->tried[i], kernel) == 0)
			return true;
	return false;
}

/* Choose the kernels in which mistakes are made: each model at the first point that uses it, or every kernel at points
 * that `-a` names. */
static void choose_culprits(struct gb_dry_walk *w)
{
	w->culprits = 0;
	for (size_t i = 0; i < w->launches; i++) {
		const char *kernel = w->launch[i].kernel, *model = model_of(w, kernel);
		const bool was = was_tried(w, model);
		if (!was && w->tries < GB_DRY_KERNELS_MAX)
			gb_text_copy(w->tried[w->tries++], GB_NAME_MAX, model);
		if (!was || w->options->choices > 0)
			gb_text_copy(w->culprit[w->culprits++], GB_NAME_MAX, kernel);
	}
}

/* Verify the point on a fresh device of this size, and record which words the chosen kernels change in memory that only
 * prepare() has written so far. */
static int observe_culprits(struct gb_dry_walk *w, const struct gb_point *point, uint64_t l2_bytes, uint64_t free_bytes)
{
	fake.l2_bytes = w->card.device.l2_bytes = l2_bytes;
	fake.free_bytes = w->card.device.memory_bytes = free_bytes;
	int status = set_up_again(w, point);
	status = status == GB_OK ? gb_run_point(&w->run, point) : status;
	fake_observe(w->culprit, w->culprits);
	gb_dry_step(w, "prepare and verify", point);
	status = status == GB_OK ? gb_run_point(&w->run, point) : status;
	status = status == GB_OK ? gb_run_verify(&w->run) : status;
	fake_be_right();
	return status;
}

struct mistaken_point {
	struct gb_dry_walk *w;
	const struct gb_point *point;
	bool anew; /* failed verifications have lasting effects: call setup() before each */
};

static int prepare_mistaken(void *context)
{
	const struct mistaken_point *m = context;

	gb_error_clear(&m->w->error);
	gb_dry_step(m->w, "prepare", m->point);
	const int status = m->anew ? open_anew(m->w, m->point) : gb_run_point(&m->w->run, m->point);
	gb_dry_step(m->w, "verify, with mistakes of its kernels,", m->point);
	return status;
}

static void on_unnoticed(void *context, const char *text)
{
	gb_dry_fault(((const struct mistaken_point *)context)->w, "%s", text);
}

static void make_mistakes(struct gb_dry_walk *w, const struct gb_point *point)
{
	static struct fake_words fresh[FAKE_OBSERVED_MAX][FAKE_SLOTS];
	const size_t kernels = w->culprits;

	for (size_t i = 0; i < kernels; i++)
		memcpy(fresh[i], fake_changes(i), sizeof fresh[i]);
	for (size_t i = 0; i < kernels && w->is_open; i++) {
		struct mistaken_point m = { w, point, false };
		struct gb_notice n = { .run = &w->run,
				       .kernel = w->culprit[i],
				       .fresh = fresh[i],
				       .context = &m,
				       .prepare = prepare_mistaken,
				       .fault = on_unnoticed };
		m.anew = gb_notice(&n) != GB_OK;
		if (m.anew && gb_notice(&n) != GB_OK)
			gb_dry_fault(w, "after another setup: %s", w->error.text);
		w->mistakes += n.mistakes;
	}
}

/* Uses the smallest device that can hold the point. */
static void try_mistakes(struct gb_dry_walk *w, const struct gb_point *point)
{
	const uint64_t l2_bytes = fake.l2_bytes, free_bytes = fake.free_bytes;

	w->card.work = MISTAKEN_WORK;
	int status = GB_SKIPPED;
	for (uint64_t bytes = MISTAKEN_MEMORY_BYTES; bytes < free_bytes && status != GB_OK; bytes *= 4)
		status = observe_culprits(w, point, MISTAKEN_L2_BYTES, bytes);
	if (status != GB_OK)
		status = observe_culprits(w, point, l2_bytes, free_bytes);
	if (status == GB_OK)
		make_mistakes(w, point);
	else if (w->is_open)
		gb_dry_fault(w, "verify: with less work: %s", w->error.text);
	w->card.work = WORK;
	fake_be_right();
	fake.l2_bytes = w->card.device.l2_bytes = l2_bytes;
	fake.free_bytes = w->card.device.memory_bytes = free_bytes;
	if (set_up_again(w, point) != GB_OK)
		gb_dry_fault(w, "setup: %s", w->error.text);
}

/* Verify the point with models, on a device that computes nothing, and with mistakes in the models. */
static void verify_point(struct gb_dry_walk *w, const struct gb_point *point)
{
	choose_culprits(w);
	if (gb_dry_launch(w, point, true) != GB_OK)
		return;
	gb_dry_count(w, point);
	const bool is_verified = verify_with_models(w, point);
	if (w->is_open)
		verify_without_results(w);
	if (is_verified && w->culprits > 0)
		try_mistakes(w, point);
}

void gb_dry_point(struct gb_dry_walk *w, const struct gb_point *row)
{
	struct gb_search_result best[GB_SEARCH_KEEP];
	struct gb_error why = { "" };
	struct gb_point point = *row;
	char text[GB_POINT_TEXT];
	size_t found = 0;

	gb_point_text(w->bench->axes, row, -1, text, sizeof text);
	gb_dry_say(w, 4, "%s", text[0] != '\0' ? text : "the only point");
	w->points++;
	w->shapes[0] = '\0';
	const size_t faults = w->faults;
	const int status = gb_search(&w->plan, row, SHAPES_MAX, score_shape, w, best, &found, &why);
	if (status == GB_SKIPPED) {
		gb_dry_say(w, 8, "skipped: %s", why.text);
		w->skipped++;
	} else if (status != GB_OK && w->faults == faults)
		gb_dry_fault(w, "%s", why.text);
	if (status != GB_OK)
		return;
	point = best[0].point;
	if (gb_dry_launch(w, &point, false) != GB_OK)
		return;
	say_point(w);
	w->card.work = WORK;
	verify_point(w, &point);
	fake_be_right();
	w->card.work = 0;
}
