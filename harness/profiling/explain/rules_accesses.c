/* rules_accesses.c: rules about a kernel's memory accesses. */
#include <math.h>

#include "explain/load.h"
#include "explain/why.h"

/* Thresholds above which a rule applies. */
#define USED_WELL     0.8 /* of the bytes in sectors */
#define CONFLICTS_FEW 0.1 /* of the shared-memory wavefronts */

/* Accesses in one direction: the used fraction of the sectors that they request. */
struct access {
	double sectors, requests, used;
	bool at_most; /* `used` is an upper bound, because it was not counted */
};

/* Without the counter only an upper bound is known: a warp whose lanes have the widest access uses 16 sectors. */
static struct access counted_access(const struct gb_asking *a, enum gb_counter sectors, enum gb_counter requests,
				    enum gb_counter used)
{
	struct access x = { gb_load_counted(a->kernel->value[sectors]), gb_load_counted(a->kernel->value[requests]),
			    a->kernel->value[used], false };

	x.at_most = !(isfinite(x.used) && x.used > 0);
	if (x.at_most)
		x.used = x.sectors > 16 * x.requests ? 16 * x.requests / x.sectors : 1;
	return x;
}

/* The wavefronts saved by accessing neighbouring addresses: four sectors per wavefront, one wavefront per request. */
static double wavefronts_saved(const struct gb_asking *a, const struct access *x, double all_sectors)
{
	const double global = a->load->path - gb_load_counted(a->kernel->value[GB_SHARED_READ]) -
			      gb_load_counted(a->kernel->value[GB_SHARED_WRITE]);
	const double now = fmax(0, global) / 128 * x->sectors / all_sectors;

	if (isnan(a->kernel->value[GB_PATH]) || !(all_sectors > 0))
		return 0;
	return fmax(0, now - fmax(x->requests, x->sectors * x->used / 4));
}

bool gb_rule_coalescing(const struct gb_asking *a, struct gb_reason *r)
{
	const struct access load = counted_access(a, GB_LOAD_SECTORS, GB_LOAD_REQUESTS, GB_LOAD_USED);
	const struct access store = counted_access(a, GB_STORE_SECTORS, GB_STORE_REQUESTS, GB_STORE_USED);
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
	gb_rule_estimate_load(a, r, &changed);
	r->evidence[0] = worse->used;
	r->evidence[1] = worse->sectors / worse->requests;
	r->word = worse->at_most ? (worse == &load ? "loads use at most" : "stores use at most")
				 : (worse == &load ? "loads use" : "stores use");
	r->row[0] =
		gb_rule_nearest(a->gpu->rows, "stride", "sectors_per_request", "op=copy", r->evidence[1], "bandwidth");
	r->row[1] = gb_rule_nearest(a->gpu->rows, "stride", "sectors_per_request", "op=copy",
				    r->evidence[1] * worse->used, "bandwidth");
	return true;
}

bool gb_rule_conflicts(const struct gb_asking *a, struct gb_reason *r)
{
	const double added = gb_load_counted(a->kernel->value[GB_CONFLICTS_READ]) +
			     gb_load_counted(a->kernel->value[GB_CONFLICTS_WRITE]);
	struct gb_load changed = *a->load;

	if (!(a->binding->conflicts > CONFLICTS_FEW))
		return false;
	changed.path = fmax(0, changed.path - 128 * added);
	gb_rule_estimate_load(a, r, &changed);
	r->evidence[0] = a->binding->conflicts;
	r->evidence[1] = 1 / (1 - fmin(0.999, a->binding->conflicts));
	r->row[0] = gb_rule_nearest(a->gpu->rows, "bank", "passes", "op=load", r->evidence[1], "cycles");
	r->row[1] = gb_rule_nearest(a->gpu->rows, "bank", "passes", "op=load", 1, "cycles");
	return true;
}

/* The seconds of one byte. A byte costs cycles of an SM, and the roof of L1 is 128 bytes per cycle and SM, so the
 * number of SMs is not needed. */
static double byte_seconds(const struct gb_asking *a, const struct gb_curve_row *row)
{
	const struct gb_peak *path = gb_peaks_find(a->gpu->peaks, "l1.read");

	return row != NULL && path != NULL ? 128 * row->value / path->value : 0;
}

/* Estimates the time without spills from the bound of the load without local memory and from the cost of a byte in
 * `spill`. The result is the common range of both, or the longer times if the ranges do not overlap. The time above the
 * bound either shrinks in proportion or is due entirely to spills. */
static void set_unspilled(const struct gb_asking *a, struct gb_reason *r, const struct gb_without_local *without,
			  double least, double most)
{
	const double seconds = a->load->seconds, scale = seconds / gb_bound_of(a->gpu, a->load).total;
	const double from = fmin(1, scale) * gb_bound_of(a->gpu, &without->least).total,
		     to = scale * gb_bound_of(a->gpu, &without->most).total;

	if (to < least) {
		gb_rule_set_times(r, seconds, least, most);
		return;
	}
	gb_rule_set_times(r, seconds, fmax(from, least), from > most ? to : fmin(to, most));
	r->after = fmax(r->least, fmin(r->most, scale * gb_bound_of(a->gpu, &without->likely).total));
}

bool gb_rule_spills(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_curve_row *row, *least = NULL, *most = NULL;
	const double bytes =
		gb_load_counted(a->kernel->value[GB_LOCAL_READ]) + gb_load_counted(a->kernel->value[GB_LOCAL_WRITE]);
	const struct gb_peak *path = gb_peaks_find(a->gpu->peaks, "l1.read");
	const double seconds = a->load->seconds;
	size_t at = 0;

	while ((row = gb_curve_next(a->gpu->rows, "spill", "cost_of_local_byte", "", &at)) != NULL) {
		least = least == NULL || row->value < least->value ? row : least;
		most = most == NULL || row->value > most->value ? row : most;
	}
	if (!(bytes > 0) || least == NULL)
		return false;
	const struct gb_without_local without = gb_without_local(a->load, a->kernel, path != NULL ? path->value : 0);
	/* A byte of a row is both stored and loaded; `bytes` counts it twice. */
	set_unspilled(a, r, &without, seconds - bytes / 2 * byte_seconds(a, most),
		      seconds - bytes / 2 * byte_seconds(a, least));
	r->evidence[0] = bytes;
	r->evidence[1] = bytes / a->load->path;
	r->row[0] = least;
	r->row[1] = most;
	return true;
}

/* If the path of L1 and shared memory takes longest, arithmetic waits for operands. The gain ends where another roof
 * limits the kernel. */
bool gb_rule_reuse(const struct gb_asking *a, struct gb_reason *r)
{
	const struct gb_peak *peak = gb_peaks_find(a->gpu->peaks, "l1.read");
	struct gb_load none = *a->load, changed = *a->load;

	if (peak == NULL || !(a->load->arithmetic > 0))
		return false;
	const double path = a->load->path / peak->value;
	none.path = 0;
	const struct gb_bound rest = gb_bound_of(a->gpu, &none);
	const double next = fmax(rest.memory, a->load->arithmetic);
	if (path < GB_BINDING_NEAR * a->load->seconds || !(next < path))
		return false;
	changed.path *= next / path;
	gb_rule_estimate_load(a, r, &changed);
	r->most = r->after; /* other kernels of this kind are up to this far from their roofs */
	r->after = r->least;
	r->evidence[0] = path / a->load->seconds;
	r->evidence[1] = path / next;
	return true;
}
