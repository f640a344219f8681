#include "explain/why.h"

#include <math.h>
#include <string.h>

#include "explain/local.h"
#include "record/point_text.h"

/* From where on a rule looks at all. */
#define USED_WELL      0.8  /* of the bytes of sectors */
#define CONFLICTS_FEW  0.1  /* of the wavefronts of shared memory */
#define LOADS_ENOUGH   0.9  /* of memory's rate that the resident warps reach */
#define SMS_BUSY       0.95 /* of the time */
#define BARRIERS_SHORT 0.2  /* of the stalls */
#define GAIN_LEAST     0.05 /* of the time */

struct asking {
	const struct gb_place *place;
	const struct gb_profiled *kernel;
	const struct gb_load *load;
	const struct gb_time_model *model;
	double longer; /* times of all launches, over those that were counted */
};

typedef bool rule_fn(const struct asking *a, struct gb_reason *reason);

static double of(const struct asking *a, enum gb_counter counter)
{
	return a->kernel->value[counter];
}

/* ---- estimates --------------------------------------------------------------------------------------------------- */

static void set_times(struct gb_reason *r, double before, double least, double most)
{
	r->before = before;
	r->least = fmin(before, fmin(least, most));
	r->most = fmin(before, fmax(least, most));
	r->after = sqrt(r->least * r->most);
}

/* The time that the model does not explain shrinks as the explained time does, or stays. */
static void estimate(const struct asking *a, struct gb_reason *r, const struct gb_load *changed)
{
	const double before = gb_time_model_time(a->model, a->load).total,
		     after = gb_time_model_time(a->model, changed).total;
	const double seconds = a->load->seconds;

	set_times(r, seconds, seconds * after / before, fmax(after, seconds - (before - after)));
}

/* The row whose `metric` is nearest to a value, by its ratio: what `shown` is at that point. */
static const struct gb_curve_row *nearest(const struct gb_time_model *model, const char *benchmark, const char *metric,
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

/* Accesses of one direction: what they use of the sectors that they request. */
struct access {
	double sectors, requests, used;
};

/* A full warp has 16 sectors at most where each lane has the widest access; what it has more is wasted. Without a
 * counter only that is known. */
static struct access access_of(const struct asking *a, enum gb_counter sectors, enum gb_counter requests,
			       enum gb_counter used)
{
	struct access x = { gb_load_counted(of(a, sectors)), gb_load_counted(of(a, requests)), of(a, used) };

	if (!isfinite(x.used) || x.used <= 0)
		x.used = x.sectors > 16 * x.requests ? 16 * x.requests / x.sectors : 1;
	return x;
}

/* Wavefronts that the accesses need less if neighbours access neighbours: four sectors a wavefront, one a request. */
static double wavefronts_saved(const struct asking *a, const struct access *x, double all_sectors)
{
	const double global =
		a->load->path - gb_load_counted(of(a, GB_SHARED_READ)) - gb_load_counted(of(a, GB_SHARED_WRITE));
	const double now = fmax(0, global) / 128 * x->sectors / all_sectors;

	if (isnan(of(a, GB_PATH)) || !(all_sectors > 0))
		return 0;
	return fmax(0, now - fmax(x->requests, x->sectors * x->used / 4));
}

static bool coalescing(const struct asking *a, struct gb_reason *r)
{
	const struct access load = access_of(a, GB_LOAD_SECTORS, GB_LOAD_REQUESTS, GB_LOAD_USED);
	const struct access store = access_of(a, GB_STORE_SECTORS, GB_STORE_REQUESTS, GB_STORE_USED);
	const struct access *worse = load.used <= store.used ? &load : &store;
	const double sectors = load.sectors + store.sectors;
	struct gb_load changed = *a->load;

	if (worse->used >= USED_WELL || !(worse->requests > 0))
		return false;
	changed.path -= 128 * (wavefronts_saved(a, &load, sectors) + wavefronts_saved(a, &store, sectors));
	if (load.used < USED_WELL) {
		const double bytes = 32 * load.sectors * load.used;
		changed.l2_read = fmin(changed.l2_read, bytes);
		changed.arrived = fmin(changed.arrived, bytes);
		changed.dram_read = fmin(changed.dram_read, bytes);
	}
	if (store.used < USED_WELL) {
		const double bytes = 32 * store.sectors * store.used;
		changed.l2_write = fmin(changed.l2_write, bytes);
		changed.dram_write = fmin(changed.dram_write, bytes);
	}
	estimate(a, r, &changed);
	r->evidence[0] = worse->used;
	r->evidence[1] = worse->sectors / worse->requests;
	r->word = worse == &load ? "loads" : "stores";
	r->row[0] = nearest(a->model, "stride", "sectors_per_request", "op=copy", r->evidence[1], "bandwidth");
	r->row[1] = nearest(a->model, "stride", "sectors_per_request", "op=copy", r->evidence[1] * worse->used,
			    "bandwidth");
	return true;
}

static bool conflicts(const struct asking *a, struct gb_reason *r)
{
	const double added = gb_load_counted(of(a, GB_CONFLICTS_READ)) + gb_load_counted(of(a, GB_CONFLICTS_WRITE));
	struct gb_load changed = *a->load;

	if (!(a->place->conflicts > CONFLICTS_FEW))
		return false;
	changed.path = fmax(0, changed.path - 128 * added);
	estimate(a, r, &changed);
	r->evidence[0] = a->place->conflicts;
	r->evidence[1] = 1 / (1 - fmin(0.999, a->place->conflicts));
	r->row[0] = nearest(a->model, "bank", "passes", "op=load", r->evidence[1], "cycles");
	r->row[1] = nearest(a->model, "bank", "passes", "op=load", 1, "cycles");
	return true;
}

/* A byte costs cycles of an SM, and the roof of L1 is 128 bytes in each of them: no count of SMs is needed. */
static double cost_of(const struct asking *a, const struct gb_curve_row *row)
{
	const struct gb_peak *path = gb_peaks_find(a->model->peaks, "l1.read");

	return row != NULL && path != NULL ? 128 * row->value / path->value : 0;
}

/* The time without spills, by what the model makes of the load without local memory, and by what a byte costs in
 * `spill`: what both allow, or the longer times if they agree on nothing. What the model does not explain now shrinks
 * in proportion, or is all of spills. */
static void set_unspilled(const struct asking *a, struct gb_reason *r, const struct gb_without_local *without,
			  double least, double most)
{
	const double seconds = a->load->seconds, scale = seconds / gb_time_model_time(a->model, a->load).total;
	const double from = fmin(1, scale) * gb_time_model_time(a->model, &without->least).total,
		     to = scale * gb_time_model_time(a->model, &without->most).total;

	if (to < least) {
		set_times(r, seconds, least, most);
		return;
	}
	set_times(r, seconds, fmax(from, least), from > most ? to : fmin(to, most));
	r->after = fmax(r->least, fmin(r->most, scale * gb_time_model_time(a->model, &without->likely).total));
}

static bool spills(const struct asking *a, struct gb_reason *r)
{
	const struct gb_curve_row *row, *least = NULL, *most = NULL;
	const double bytes = gb_load_counted(of(a, GB_LOCAL_READ)) + gb_load_counted(of(a, GB_LOCAL_WRITE));
	const struct gb_peak *path = gb_peaks_find(a->model->peaks, "l1.read");
	const double seconds = a->load->seconds;
	size_t at = 0;

	while ((row = gb_curve_next(a->model->rows, "spill", "cost_of_local_byte", "", &at)) != NULL) {
		least = least == NULL || row->value < least->value ? row : least;
		most = most == NULL || row->value > most->value ? row : most;
	}
	if (!(bytes > 0) || least == NULL)
		return false;
	const struct gb_without_local without = gb_without_local(a->load, a->kernel, path != NULL ? path->value : 0);
	/* The byte of a row is stored and loaded. */
	set_unspilled(a, r, &without, seconds - bytes / 2 * cost_of(a, most), seconds - bytes / 2 * cost_of(a, least));
	r->evidence[0] = bytes;
	r->evidence[1] = bytes / a->load->path;
	r->row[0] = least;
	r->row[1] = most;
	return true;
}

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

static bool warps(const struct asking *a, struct gb_reason *r)
{
	const struct gb_time_terms now = gb_time_model_time(a->model, a->load);
	struct gb_load changed = *a->load;
	static const char axes[] = "op=read,ilp=2";

	if (!isfinite(a->load->warps) || a->load->by_matrix ||
	    gb_time_model_loads(a->model, a->load->warps) >= LOADS_ENOUGH || now.memory < now.arithmetic)
		return false;
	changed.warps = 1;
	estimate(a, r, &changed);
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

static bool idle_sms(const struct asking *a, struct gb_reason *r)
{
	struct gb_load changed = *a->load;

	if (!(a->load->active < SMS_BUSY))
		return false;
	changed.active = 1;
	const double after = fmax(a->load->seconds * a->load->active, gb_time_model_time(a->model, &changed).total);
	set_times(r, a->load->seconds, after, after);
	r->evidence[0] = a->load->active;
	r->row[0] = nearest(a->model, "occupancy", "tail", "op=grid", a->load->active, "tail");
	return true;
}

static double stalls_of(const struct asking *a)
{
	double all = 0;

	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		all += gb_load_counted(of(a, (enum gb_counter)c));
	return all;
}

static bool barriers(const struct asking *a, struct gb_reason *r)
{
	double waits = 0;

	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		if (strcmp(gb_counter_word((enum gb_counter)c), "barrier") == 0)
			waits = gb_load_counted(of(a, (enum gb_counter)c));
	const double share = waits / stalls_of(a);
	if (!(share > BARRIERS_SHORT))
		return false;
	const double after = fmax(a->load->seconds * (1 - share), gb_time_model_time(a->model, a->load).total);
	set_times(r, a->load->seconds, after, after);
	r->evidence[0] = share;
	return true;
}

static bool latency(const struct asking *a, struct gb_reason *r)
{
	const double after = gb_time_model_time(a->model, a->load).total;

	if (a->place->stall == NULL || !(after < a->load->seconds))
		return false;
	set_times(r, a->load->seconds, after, after);
	r->most = a->load->seconds; /* how much of the latency can be hidden is not counted */
	r->evidence[0] = a->place->stall_part;
	r->word = a->place->stall;
	return true;
}

/* The path of L1 and shared memory takes longest, and arithmetic waits for operands: up to where another roof binds. */
static bool reuse(const struct asking *a, struct gb_reason *r)
{
	const struct gb_peak *peak = gb_peaks_find(a->model->peaks, "l1.read");
	struct gb_load none = *a->load, changed = *a->load;

	if (peak == NULL || !(a->load->arithmetic > 0))
		return false;
	const double path = a->load->path / peak->value;
	none.path = 0;
	const struct gb_time_terms rest = gb_time_model_time(a->model, &none);
	const double next = fmax(rest.memory, a->load->arithmetic);
	if (path < GB_PLACE_NEAR * a->load->seconds || !(next < path))
		return false;
	changed.path *= next / path;
	estimate(a, r, &changed);
	r->most = r->after; /* as far as other kernels of this kind are from their roofs */
	r->after = r->least;
	r->evidence[0] = path / a->load->seconds;
	r->evidence[1] = path / next;
	return true;
}

static bool launches(const struct asking *a, struct gb_reason *r)
{
	const struct gb_curve_row *period = gb_curve_first(a->model->rows, "launch", "time", "op=period");
	const struct gb_curve_row *chain = gb_curve_first(a->model->rows, "launch", "time", "op=graph,nodes=chain");
	const double each = a->load->seconds / a->load->launches;

	if (period == NULL || chain == NULL || !(a->kernel->launched > 1) || each >= period->value)
		return false;
	const double after = a->load->launches * fmax(each, chain->value);
	set_times(r, a->load->launches * period->value, after, after);
	r->evidence[0] = each;
	r->evidence[1] = period->value;
	r->row[0] = period;
	r->row[1] = chain;
	return true;
}

static rule_fn *const rules[GB_FAULTS] = {
	[GB_FAULT_COALESCING] = coalescing, [GB_FAULT_CONFLICTS] = conflicts, [GB_FAULT_SPILLS] = spills,
	[GB_FAULT_WARPS] = warps,           [GB_FAULT_IDLE_SMS] = idle_sms,   [GB_FAULT_BARRIERS] = barriers,
	[GB_FAULT_LATENCY] = latency,       [GB_FAULT_REUSE] = reuse,         [GB_FAULT_LAUNCHES] = launches,
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

size_t gb_why_find(struct gb_reason reason[GB_WHY_MOST], const struct gb_place *place, const struct gb_load *load,
		   const struct gb_time_model *model)
{
	const struct asking a = { place, place->kernel, load, model, place->kernel->seconds / load->seconds };
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
