#include "explain/why.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "record/record.h"

#define LOADS_ENOUGH   0.9  /* of the memory rate that the resident warps reach */
#define SMS_BUSY       0.95 /* of the time */
#define BARRIERS_SHORT 0.2  /* of the stalls */
#define GAIN_LEAST     0.05 /* of the time */

/* ---- estimates --------------------------------------------------------------------------------------------------- */

void gb_rule_set_times(struct gb_reason *r, double before, double least, double most)
{
	r->before = before;
	r->least = fmin(before, fmin(least, most));
	r->most = fmin(before, fmax(least, most));
	r->after = sqrt(r->least * r->most);
}

void gb_rule_estimate(const struct gb_asking *a, struct gb_reason *r, double before, double after)
{
	const double seconds = a->load->seconds;

	gb_rule_set_times(r, seconds, seconds * after / before, fmax(after, seconds - (before - after)));
}

void gb_rule_estimate_load(const struct gb_asking *a, struct gb_reason *r, const struct gb_load *changed)
{
	gb_rule_estimate(a, r, gb_bound_of(a->gpu, a->load).total, gb_bound_of(a->gpu, changed).total);
}

const struct gb_curve_row *gb_rule_nearest(const struct gb_curve_set *rows, const char *benchmark, const char *metric,
					   const char *axes, double value, const char *shown)
{
	const struct gb_curve_row *row, *best = NULL;
	double distance = INFINITY;
	size_t at = 0;

	while ((row = gb_curve_next(rows, benchmark, metric, axes, &at)) != NULL) {
		const double apart = fabs(log(row->value / value));
		if (apart < distance) {
			distance = apart;
			best = row;
		}
	}
	return gb_curve_other(rows, best, shown);
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

/* The fraction of its highest rate that `occupancy` reaches with this fraction of warps: linear between two points, and
 * 0 without warps. NAN: not measured. Sets the nearest row and the row with the highest rate. */
static double read_occupancy(const struct gb_curve_set *rows, double warps_part, const struct gb_curve_row *shown[2])
{
	static const char axes[] = "op=read,ilp=2";
	double most = 0, below = 0, below_value = 0, above = INFINITY, above_value = 0, nearest = INFINITY;
	const struct gb_curve_row *row;

	for (size_t at = 0; (row = gb_curve_next(rows, "occupancy", "bandwidth", axes, &at)) != NULL;) {
		most = fmax(most, gb_point_number(row->point, "warps"));
		shown[1] = shown[1] == NULL || row->value > shown[1]->value ? row : shown[1];
	}
	for (size_t at = 0; (row = gb_curve_next(rows, "occupancy", "bandwidth", axes, &at)) != NULL;) {
		const double warps = gb_point_number(row->point, "warps"), apart = fabs(warps - warps_part * most);
		if (apart < nearest)
			shown[0] = row;
		nearest = fmin(nearest, apart);
		if (warps <= warps_part * most && warps >= below) {
			below = warps;
			below_value = row->value;
		} else if (warps > warps_part * most && warps < above) {
			above = warps;
			above_value = row->value;
		}
	}
	if (shown[1] == NULL)
		return NAN;
	if (isfinite(above))
		below_value += (above_value - below_value) * (warps_part * most - below) / (above - below);
	return below_value / shown[1]->value;
}

static bool find_few_warps(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_bound now = gb_bound_of(a->gpu, a->load);
	const double reached = read_occupancy(a->gpu->rows, a->load->warps, r->row);

	if (!isfinite(a->load->warps) || a->load->by_matrix || !(reached < LOADS_ENOUGH))
		return false;
	gb_rule_estimate(a, r, fmax(now.total, now.dram / reached), now.total);
	r->evidence[0] = a->load->warps;
	r->evidence[1] = reached;
	r->word = gb_limiter_of(a->kernel);
	return true;
}

static bool find_idle_sms(const struct gb_asking *a, struct gb_reason *r)
{
	struct gb_load changed = *a->load;

	if (!(a->load->active < SMS_BUSY))
		return false;
	changed.active = 1;
	const double after = fmax(a->load->seconds * a->load->active, gb_bound_of(a->gpu, &changed).total);
	gb_rule_set_times(r, a->load->seconds, after, after);
	r->evidence[0] = a->load->active;
	r->row[0] = gb_rule_nearest(a->gpu->rows, "occupancy", "tail", "op=grid", a->load->active, "tail");
	return true;
}

static double sum_stalls(const struct gb_asking *a)
{
	double all = 0;

	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		all += gb_load_counted(a->kernel->value[c]);
	return all;
}

static bool find_barriers(const struct gb_asking *a, struct gb_reason *r)
{
	double waits = 0;

	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		if (strcmp(gb_counter_word((enum gb_counter)c), "barrier") == 0)
			waits = gb_load_counted(a->kernel->value[c]);
	const double share = waits / sum_stalls(a);
	if (!(share > BARRIERS_SHORT))
		return false;
	const double after = fmax(a->load->seconds * (1 - share), gb_bound_of(a->gpu, a->load).total);
	gb_rule_set_times(r, a->load->seconds, after, after);
	r->evidence[0] = share;
	return true;
}

static bool find_latency(const struct gb_asking *a, struct gb_reason *r)
{
	const double after = gb_bound_of(a->gpu, a->load).total;

	if (a->binding->stall == NULL || fmax(a->binding->pipe_part, a->binding->part) >= GB_BINDING_AT ||
	    !(after < a->load->seconds))
		return false;
	gb_rule_set_times(r, a->load->seconds, after, after);
	r->most = a->load->seconds;
	r->evidence[0] = a->binding->stall_part;
	r->word = a->binding->stall;
	return true;
}

/* The start of blocks overlaps with the work of other blocks, and takes longer than this work. */
static bool find_slow_starts(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_bound now = gb_bound_of(a->gpu, a->load);
	struct gb_load changed = *a->load;
	size_t at = 0;

	changed.blocks = 0;
	if (!(now.starting > fmax(now.memory, now.arithmetic)))
		return false;
	gb_rule_estimate_load(a, r, &changed);
	r->evidence[0] = a->load->blocks;
	r->evidence[1] = now.starting;
	for (size_t i = 0; i < GB_WHY_ROWS; i++)
		r->row[i] = gb_curve_next(a->gpu->rows, "launch", "op_rate", "op=blocks", &at);
	return true;
}

static bool find_short_launches(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_curve_row *period = gb_curve_first(a->gpu->rows, "launch", "time", "op=period");
	const struct gb_curve_row *chain = gb_curve_first(a->gpu->rows, "launch", "time", "op=graph,nodes=chain");
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
	[GB_FAULT_COALESCING] = gb_rule_coalescing, [GB_FAULT_CONFLICTS] = gb_rule_conflicts,
	[GB_FAULT_SPILLS] = gb_rule_spills,         [GB_FAULT_WARPS] = find_few_warps,
	[GB_FAULT_IDLE_SMS] = find_idle_sms,        [GB_FAULT_BARRIERS] = find_barriers,
	[GB_FAULT_LATENCY] = find_latency,          [GB_FAULT_REUSE] = gb_rule_reuse,
	[GB_FAULT_BLOCKS] = find_slow_starts,       [GB_FAULT_LAUNCHES] = find_short_launches,
};

double gb_reason_gain(const struct gb_reason *reason)
{
	return reason->before - reason->after;
}

static size_t insert_reason(struct gb_reason *list, size_t count, const struct gb_reason *reason)
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

/* Waiting warps and a busy L1 path are symptoms of other faults. If a cause is known, they are not listed. */
static bool is_symptom(enum gb_fault fault)
{
	return fault == GB_FAULT_LATENCY || fault == GB_FAULT_REUSE;
}

size_t gb_why_find(struct gb_reason reason[GB_WHY_MOST], const struct gb_binding *binding, const struct gb_load *load,
		   const struct gb_measured *gpu)
{
	const struct gb_asking a = { binding, binding->kernel, load, gpu, binding->kernel->seconds / load->seconds };
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
		count = insert_reason(reason, count, &r);
	}
	return count;
}

/* ---- all kernels of a program ------------------------------------------------------------------------------------ */

static const struct gb_bindings_gpu *find_gpu(const struct gb_bindings *bindings, const struct gb_profiled *k)
{
	for (size_t i = 0; i < bindings->gpus; i++)
		if (bindings->gpu[i].device == k->device && bindings->gpu[i].gpu == k->gpu)
			return bindings->gpu[i].found ? &bindings->gpu[i] : NULL;
	return NULL;
}

static void explain_kernel(struct gb_explained *e, const struct gb_binding *binding, const struct gb_bindings_gpu *gpu,
			   const struct gb_curves *curves)
{
	const struct gb_gpu_roofs *first = gpu->match.gpu;
	const struct gb_measured measured = { &gpu->match.peaks, gb_curves_find(curves, first->uuid, first->name) };
	struct gb_load load;

	e->limiter = gb_limiter_of(binding->kernel);
	if (!gb_load_of(&load, binding->kernel, &gpu->match.peaks))
		return;
	/* If the roof is unknown, the load may lack the part that takes longest. */
	if (binding->perhaps != NULL || binding->by_pipe || binding->kernel->value[GB_MATRIX_UNREAD] > 0)
		return;
	e->counted = true;
	e->reasons = gb_why_find(e->reason, binding, &load, &measured);
}

struct gb_explained *gb_explaining_make(const struct gb_bindings *bindings, size_t kernels,
					const struct gb_curves *curves)
{
	struct gb_explained *all = gb_heap_array(kernels + 1, sizeof *all);

	for (size_t i = 0; i < kernels; i++) {
		const struct gb_bindings_gpu *gpu = find_gpu(bindings, bindings->binding[i].kernel);
		if (gpu != NULL)
			explain_kernel(&all[i], &bindings->binding[i], gpu, curves);
	}
	return all;
}
