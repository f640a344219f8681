/* binding_counts.c: a kernel's work and stall reasons, from counters alone. */
#include <math.h>

#include "profile/binding.h"

/* No GPU has every Tensor Core format, so work that was not counted is 0. */
static double count_flop(const struct gb_profiled *k)
{
	double sum = 0;

	for (const struct gb_binding_unit *u = gb_binding_unit; u < gb_binding_unit + gb_binding_units; u++) {
		const double work = gb_binding_unit_work(u, k);
		if (u->counter != GB_TENSOR_INT8)
			sum += u->each > 0 ? work : gb_or_zero(work);
	}
	return sum;
}

static void set_work(struct gb_binding *p)
{
	const struct gb_profiled *k = p->kernel;

	p->flop = count_flop(k);
	p->bytes[GB_LEVEL_DRAM] = k->value[GB_DRAM_READ] + k->value[GB_DRAM_WRITE];
	if (isnan(p->bytes[GB_LEVEL_DRAM]))
		p->bytes[GB_LEVEL_DRAM] = k->value[GB_DRAM_BOTH];
	p->bytes[GB_LEVEL_L2] = k->value[GB_L2_READ] + k->value[GB_L2_WRITE];
	p->arrived = k->value[GB_PORT_READ];
	p->bytes[GB_LEVEL_L1] = k->value[GB_L1_READ];
	p->bytes[GB_LEVEL_SHARED] = k->value[GB_SHARED_READ] + k->value[GB_SHARED_WRITE];
	if (k->value[GB_MATRIX_UNREAD] > 0)
		p->flop = NAN;
	for (int level = 0; level < GB_LEVELS; level++)
		p->intensity[level] = p->bytes[level] > 0 ? p->flop / p->bytes[level] : NAN;
}

static double divide_or_nan(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

/* The busy fraction of a pipe over the whole time. Pipes of an SM are counted only while it has a warp. */
static double busy_part(const struct gb_profiled *k, int counter)
{
	const bool is_of_sm = counter >= GB_PIPE_FIRST && counter < GB_PIPE_END && counter != GB_PIPE_TAGS;

	return is_of_sm && k->value[GB_BUSY_SM] < k->value[counter] ? k->value[GB_BUSY_SM] : k->value[counter];
}

static void set_busiest(struct gb_binding *p, int first, int end)
{
	for (int c = first; c < end; c++)
		if (busy_part(p->kernel, c) > gb_or_zero(p->pipe_part)) {
			p->pipe_part = busy_part(p->kernel, c);
			p->pipe = gb_counter_word((enum gb_counter)c);
		}
}

static bool is_unit_busy(const struct gb_profiled *k)
{
	bool busy = false;

	for (int c = GB_BUSY_FIRST; c < GB_BUSY_END; c++)
		busy |= k->value[c] >= GB_BINDING_AT;
	return busy;
}

static void set_causes(struct gb_binding *p)
{
	const struct gb_profiled *k = p->kernel;
	double stalls = 0;

	p->load_sectors = divide_or_nan(k->value[GB_LOAD_SECTORS], k->value[GB_LOAD_REQUESTS]);
	p->store_sectors = divide_or_nan(k->value[GB_STORE_SECTORS], k->value[GB_STORE_REQUESTS]);
	/* Bytes of shared memory are counted as wavefronts of 128 bytes. */
	p->conflicts = divide_or_nan(128 * (k->value[GB_CONFLICTS_READ] + k->value[GB_CONFLICTS_WRITE]),
				     p->bytes[GB_LEVEL_SHARED]);
	p->local_bytes = k->value[GB_LOCAL_READ] + k->value[GB_LOCAL_WRITE];
	p->warps_part = k->value[GB_WARPS];
	p->issue_part = k->value[GB_ISSUE];
	set_busiest(p, GB_PIPE_FIRST, GB_PIPE_END);
	/* Busy matrix units keep L1 busy as well, so the SM takes precedence. */
	if (!(p->pipe_part >= GB_BINDING_AT) && (p->pipe == NULL || is_unit_busy(k)))
		set_busiest(p, GB_BUSY_FIRST, k->value[GB_BUSY_SM] >= GB_BINDING_AT ? GB_BUSY_DRAM : GB_BUSY_END);
	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++) {
		stalls += gb_or_zero(k->value[c]);
		if (k->value[c] > gb_or_zero(p->stall_part) && !gb_counter_is_issuing((enum gb_counter)c)) {
			p->stall_part = k->value[c];
			p->stall = gb_counter_word((enum gb_counter)c);
		}
	}
	p->stall_part = divide_or_nan(p->stall_part, stalls);
}

void gb_binding_count(struct gb_binding *binding)
{
	set_work(binding);
	set_causes(binding);
}
