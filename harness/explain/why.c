#include "explain/why.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/constants.h"
#include "record/record.h"

/* From where on a rule looks at all. */
#define LOADS_ENOUGH   0.9  /* of memory's rate that the resident warps reach */
#define SMS_BUSY       0.95 /* of the time */
#define BARRIERS_SHORT 0.2  /* of the stalls */
#define GAIN_LEAST     0.05 /* of the time */

double gb_asking_of(const struct gb_asking *a, enum gb_counter counter)
{
	return a->kernel->value[counter];
}

/* ---- estimates --------------------------------------------------------------------------------------------------- */

void gb_rule_set_times(struct gb_reason *r, double before, double least, double most)
{
	r->before = before;
	r->least = fmin(before, fmin(least, most));
	r->most = fmin(before, fmax(least, most));
	r->after = sqrt(r->least * r->most);
}

void gb_rule_estimate(const struct gb_asking *a, struct gb_reason *r, const struct gb_load *changed)
{
	const double before = gb_time_model_time(a->model, a->load).total,
		     after = gb_time_model_time(a->model, changed).total;
	const double seconds = a->load->seconds;

	gb_rule_set_times(r, seconds, seconds * after / before, fmax(after, seconds - (before - after)));
}

const struct gb_curve_row *gb_rule_nearest(const struct gb_time_model *model, const char *benchmark, const char *metric,
					   const char *axes, double value, const char *shown)
{
	const struct gb_curve_row *row, *best = NULL;
	double distance = INFINITY;
	size_t at = 0;

	while ((row = gb_curve_next(model->rows, benchmark, metric, axes, &at)) != NULL) {
		const double apart = fabs(log(row->value / value));
		if (apart < distance) {
			distance = apart;
			best = row;
		}
	}
	return gb_curve_other(model->rows, best, shown);
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

const char *gb_limiter_of(const struct gb_profiled *kernel)
{
	const char *word = NULL;
	double least = INFINITY;

	for (int c = GB_LIMIT_FIRST; c < GB_LIMIT_END; c++)
		if (kernel->value[c] < least) {
			least = kernel->value[c];
			word = gb_counter_word((enum gb_counter)c);
		}
	return word;
}

static bool warps(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_time_terms now = gb_time_model_time(a->model, a->load);
	struct gb_load changed = *a->load;
	static const char axes[] = "op=read,ilp=2";

	if (!isfinite(a->load->warps) || a->load->by_matrix ||
	    gb_time_model_loads(a->model, a->load->warps) >= LOADS_ENOUGH || now.memory < now.arithmetic)
		return false;
	changed.warps = 1;
	gb_rule_estimate(a, r, &changed);
	r->evidence[0] = a->load->warps;
	r->evidence[1] = gb_time_model_loads(a->model, a->load->warps);
	r->word = gb_limiter_of(a->kernel);
	const struct gb_curve_row *row;
	const double wanted = a->load->warps * a->model->warps_most;
	size_t at = 0;
	while ((row = gb_curve_next(a->model->rows, "occupancy", "bandwidth", axes, &at)) != NULL) {
		const double here = gb_point_number(row->point, "warps");
		if (r->row[0] == NULL ||
		    fabs(here - wanted) < fabs(gb_point_number(r->row[0]->point, "warps") - wanted))
			r->row[0] = row;
		if (r->row[1] == NULL || row->value > r->row[1]->value)
			r->row[1] = row;
	}
	return true;
}

static bool idle_sms(const struct gb_asking *a, struct gb_reason *r)
{
	struct gb_load changed = *a->load;

	if (!(a->load->active < SMS_BUSY))
		return false;
	changed.active = 1;
	const double after = fmax(a->load->seconds * a->load->active, gb_time_model_time(a->model, &changed).total);
	gb_rule_set_times(r, a->load->seconds, after, after);
	r->evidence[0] = a->load->active;
	r->row[0] = gb_rule_nearest(a->model, "occupancy", "tail", "op=grid", a->load->active, "tail");
	return true;
}

static double stalls_of(const struct gb_asking *a)
{
	double all = 0;

	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		all += gb_load_counted(gb_asking_of(a, (enum gb_counter)c));
	return all;
}

static bool barriers(const struct gb_asking *a, struct gb_reason *r)
{
	struct gb_load changed = *a->load;
	double waits = 0;

	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		if (strcmp(gb_counter_word((enum gb_counter)c), "barrier") == 0)
			waits = gb_load_counted(gb_asking_of(a, (enum gb_counter)c));
	const double share = waits / stalls_of(a);
	if (!(share > BARRIERS_SHORT))
		return false;
	changed.in_phases = false;
	const double after = fmax(a->load->seconds * (1 - share), gb_time_model_time(a->model, &changed).total);
	gb_rule_set_times(r, a->load->seconds, after, after);
	r->evidence[0] = share;
	return true;
}

static bool latency(const struct gb_asking *a, struct gb_reason *r)
{
	const double after = gb_time_model_time(a->model, a->load).total;

	if (a->binding->stall == NULL || !(after < a->load->seconds))
		return false;
	gb_rule_set_times(r, a->load->seconds, after, after);
	r->most = a->load->seconds; /* how much of the latency can be hidden is not counted */
	r->evidence[0] = a->binding->stall_part;
	r->word = a->binding->stall;
	return true;
}

/* What blocks do hides behind the start of others, but not the reverse. */
static bool blocks(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_time_terms now = gb_time_model_time(a->model, a->load);
	struct gb_load changed = *a->load;
	size_t at = 0;

	changed.blocks = 0;
	if (!(gb_time_model_time(a->model, &changed).total < now.total))
		return false;
	changed.fetched = 0; /* a thread that loads in a loop may have as many loads in flight as others */
	gb_rule_estimate(a, r, &changed);
	r->evidence[0] = a->load->blocks;
	r->evidence[1] = now.starting;
	for (size_t i = 0; i < GB_WHY_ROWS; i++)
		r->row[i] = gb_curve_next(a->model->rows, "launch", "op_rate", "op=blocks", &at);
	return true;
}

static bool launches(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_curve_row *period = gb_curve_first(a->model->rows, "launch", "time", "op=period");
	const struct gb_curve_row *chain = gb_curve_first(a->model->rows, "launch", "time", "op=graph,nodes=chain");
	const double each = a->load->seconds / a->load->launches;

	if (period == NULL || chain == NULL || !(a->kernel->launched > 1) || each >= period->value)
		return false;
	const double after = a->load->launches * fmax(each, chain->value);
	gb_rule_set_times(r, a->load->launches * period->value, after, after);
	r->evidence[0] = each;
	r->evidence[1] = period->value;
	r->row[0] = period;
	r->row[1] = chain;
	return true;
}

static gb_rule_fn *const rules[GB_FAULTS] = {
	[GB_FAULT_COALESCING] = gb_rule_coalescing,
	[GB_FAULT_CONFLICTS] = gb_rule_conflicts,
	[GB_FAULT_SPILLS] = gb_rule_spills,
	[GB_FAULT_WARPS] = warps,
	[GB_FAULT_IDLE_SMS] = idle_sms,
	[GB_FAULT_BARRIERS] = barriers,
	[GB_FAULT_LATENCY] = latency,
	[GB_FAULT_REUSE] = gb_rule_reuse,
	[GB_FAULT_BLOCKS] = blocks,
	[GB_FAULT_LAUNCHES] = launches,
};

/* ---- the greatest gains ------------------------------------------------------------------------------------------ */

double gb_reason_gain(const struct gb_reason *reason)
{
	return reason->before - reason->after;
}

static size_t insert(struct gb_reason *list, size_t count, const struct gb_reason *reason)
{
	size_t at = count;

	while (at > 0 && gb_reason_gain(&list[at - 1]) < gb_reason_gain(reason))
		at--;
	if (at == GB_WHY_MOST)
		return count;
	const size_t after = (count < GB_WHY_MOST ? count : GB_WHY_MOST - 1) - at;
	memmove(&list[at + 1], &list[at], after * sizeof *list);
	list[at] = *reason;
	return count < GB_WHY_MOST ? count + 1 : count;
}

/* That warps wait, or that the path of L1 is busy, is what other faults look like: with a cause it is no reason of its
 * own. */
static bool is_symptom(enum gb_fault fault)
{
	return fault == GB_FAULT_LATENCY || fault == GB_FAULT_REUSE;
}

size_t gb_why_find(struct gb_reason reason[GB_WHY_MOST], const struct gb_binding *binding, const struct gb_load *load,
		   const struct gb_time_model *model)
{
	const struct gb_asking a = { binding, binding->kernel, load, model, binding->kernel->seconds / load->seconds };
	size_t count = 0;
	bool caused = false;

	for (int fault = 0; fault < GB_FAULTS; fault++) {
		struct gb_reason r = { .fault = (enum gb_fault)fault };
		if (!rules[fault](&a, &r) || !(gb_reason_gain(&r) > GAIN_LEAST * r.before) ||
		    (is_symptom(r.fault) && caused))
			continue;
		caused |= !is_symptom(r.fault) && r.fault != GB_FAULT_BARRIERS;
		r.before *= a.longer;
		r.after *= a.longer;
		r.least *= a.longer;
		r.most *= a.longer;
		count = insert(reason, count, &r);
	}
	return count;
}

/* ---- all kernels of a program ------------------------------------------------------------------------------------ */

static const struct gb_bindings_gpu *gpu_of(const struct gb_bindings *bindings, const struct gb_profiled *k)
{
	for (size_t i = 0; i < bindings->gpus; i++)
		if (bindings->gpu[i].device == k->device && bindings->gpu[i].gpu == k->gpu)
			return bindings->gpu[i].found ? &bindings->gpu[i] : NULL;
	return NULL;
}

static void scale(struct gb_time_terms *t, double by)
{
	t->memory *= by;
	t->arithmetic *= by;
	t->hidden *= by;
	t->starting *= by;
	t->launch *= by;
	t->total *= by;
}

static void explain(struct gb_explained *e, const struct gb_binding *binding, const struct gb_bindings_gpu *gpu,
		    const struct gb_curves *curves)
{
	const struct gb_gpu_roofs *first = gpu->match.gpu;
	struct gb_time_model model;
	struct gb_load load;

	gb_time_model_make(&model, &gpu->match.peaks, gb_curves_find(curves, first->uuid, first->name));
	e->limiter = gb_limiter_of(binding->kernel);
	if (!gb_load_of(&load, binding->kernel, &gpu->match.peaks))
		return;
	/* If the roof is unknown, the longest part may be missing from the load. */
	if (binding->perhaps != NULL || binding->kernel->value[GB_MATRIX_UNREAD] > 0)
		return;
	e->reasons = gb_why_find(e->reason, binding, &load, &model);
	e->terms = gb_time_model_time(&model, &load);
	scale(&e->terms, gb_profiled_scale(binding->kernel));
	e->predicted = e->terms.total;
	e->least = GB_MODEL_LEAST * e->predicted;
	e->most = GB_MODEL_MOST * e->predicted;
}

struct gb_explained *gb_explaining_make(const struct gb_bindings *bindings, size_t kernels,
					const struct gb_curves *curves)
{
	struct gb_explained *all = calloc(kernels + 1, sizeof *all);

	for (size_t i = 0; all != NULL && i < kernels; i++) {
		const struct gb_bindings_gpu *gpu = gpu_of(bindings, bindings->binding[i].kernel);
		all[i].predicted = all[i].least = all[i].most = NAN;
		if (gpu != NULL)
			explain(&all[i], &bindings->binding[i], gpu, curves);
	}
	return all;
}
