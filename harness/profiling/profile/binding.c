#include "profile/binding.h"

#include <math.h>
#include <string.h>

/* Nsight Compute reports this fraction for a unit at its roof: no kernel reaches 100 %. */
#define BUSY_AT_ROOF 0.9

/* The measured mixes of DRAM accesses, by their fraction of writes. */
static const struct {
	const char *name;
	double writes;
} mixes[] = { { "dram.read", 0 }, { "dram.triad", 1.0 / 3 }, { "dram.copy", 0.5 }, { "dram.write", 1 } };

/* The time per byte is interpolated linearly between two measured mixes. */
double gb_binding_dram(const struct gb_peaks *peaks, double writes, const char **name)
{
	double below = NAN, below_at = 0, distance = INFINITY;
	double value = NAN;

	*name = NULL;
	for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
		const struct gb_peak *peak = gb_peaks_find(peaks, mixes[i].name);
		if (peak == NULL || !(peak->value > 0))
			continue;
		const double at = mixes[i].writes;
		if (isnan(below) || at <= writes) /* the first mix, or the last one so far with fewer writes */
			value = peak->value;
		else if (below_at < writes)
			value = 1 / (1 / below + (1 / peak->value - 1 / below) * (writes - below_at) / (at - below_at));
		if (fabs(at - writes) < distance) {
			distance = fabs(at - writes);
			*name = peak->name;
		}
		below = peak->value;
		below_at = at;
		if (at >= writes)
			break;
	}
	return value;
}

static void consider_next(struct gb_binding *p, const char *name, double least)
{
	const double part = least / p->kernel->value[GB_COUNTED_SECONDS];

	if (name == NULL || part <= gb_or_zero(p->next_part))
		return;
	p->next = name;
	p->next_part = part;
}

/* On this roof, the work would take at most `most` seconds. A kernel at its roof is limited by it in any case. */
static void consider_perhaps(struct gb_binding *p, const char *name, double most, const char *missing)
{
	const double seconds = p->kernel->value[GB_COUNTED_SECONDS], part = fmin(1, most / seconds);

	if (gb_or_zero(p->least) >= GB_BINDING_AT * seconds || !(most > gb_or_zero(p->least)) ||
	    !(part > gb_or_zero(p->perhaps_part)))
		return;
	p->perhaps = name;
	p->perhaps_part = part;
	p->missing = missing;
}

/* The roof on which the work takes longest limits the kernel. */
static void consider_value(struct gb_binding *p, const char *name, const char *unit, double value, double work)
{
	const double least = work / value;

	if (!(value > 0) || !(work > 0))
		return;
	if (least <= gb_or_zero(p->least)) {
		consider_next(p, name, least);
		return;
	}
	consider_next(p, p->roof, p->least);
	p->roof = name;
	p->unit = unit;
	p->roof_value = value;
	p->part_most = NAN;
	p->least = least;
	p->achieved = work / p->kernel->value[GB_COUNTED_SECONDS];
}

/* The lowest roof of all mixes of DRAM accesses. Interpolated roofs are not lower. */
static double slowest_dram(const struct gb_peaks *peaks)
{
	double least = INFINITY;

	for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
		const struct gb_peak *peak = gb_peaks_find(peaks, mixes[i].name);
		if (peak != NULL && peak->value > 0)
			least = fmin(least, peak->value);
	}
	return least;
}

static void consider_dram(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const double bytes = p->bytes[GB_LEVEL_DRAM];
	const char *name;

	if (!(bytes > 0))
		return;
	/* If only the sum was counted, the fastest mix is assumed, which yields the smallest part. */
	const double value = gb_binding_dram(peaks, gb_or_zero(p->kernel->value[GB_DRAM_WRITE]) / bytes, &name);
	if (name == NULL)
		return;
	consider_value(p, name, gb_peaks_find(peaks, name)->unit, value, bytes);
	if (p->roof == name && isnan(p->kernel->value[GB_DRAM_WRITE]))
		p->part_most = bytes / slowest_dram(peaks) / p->kernel->value[GB_COUNTED_SECONDS];
}

/* All bytes requested by instructions may come from DRAM, but no more than its bus can carry in the time. */
static void set_bounds(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const struct gb_profiled *k = p->kernel;
	const struct gb_peak *bus = peaks != NULL ? gb_peaks_find(peaks, "dram.read") : NULL;

	p->dram_least = k->value[GB_DRAM_READ_LEAST] + k->value[GB_DRAM_WRITE_LEAST];
	p->dram_most = k->value[GB_DRAM_READ_MOST] + k->value[GB_DRAM_WRITE_MOST];
	if (isnan(p->dram_most))
		return;
	p->dram_least = gb_or_zero(p->dram_least);
	if (bus != NULL && isfinite(bus->limit))
		p->dram_most = fmin(p->dram_most, bus->limit * k->value[GB_COUNTED_SECONDS]);
	p->dram_least = fmin(p->dram_least, p->dram_most);
}

/* The work is at least the lower bound. Up to the upper bound, DRAM may limit the kernel instead of another roof. */
static void consider_dram_bounds(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const struct gb_profiled *k = p->kernel;
	double writes = k->value[GB_DRAM_WRITE_MOST] / (k->value[GB_DRAM_READ_MOST] + k->value[GB_DRAM_WRITE_MOST]);
	const char *name;

	if (!isfinite(writes))
		writes = p->dram_least > 0 ? gb_or_zero(k->value[GB_DRAM_WRITE_LEAST] / p->dram_least) : 0;
	if (!(p->dram_most > 0) || !isnan(p->bytes[GB_LEVEL_DRAM]))
		return;
	const double value = gb_binding_dram(peaks, writes, &name);
	if (name == NULL)
		return;
	consider_value(p, name, gb_peaks_find(peaks, name)->unit, value, p->dram_least);
	if (p->roof == name)
		p->part_most = p->dram_most / value / k->value[GB_COUNTED_SECONDS];
	else
		consider_perhaps(p, name, p->dram_most / value, NULL);
}

/* The slices of L2 read fewer bytes than arrive at the ports of the SMs: if several SMs request the same bytes at about
 * the same time, by multicast or by chance, a slice reads them once, but they arrive at each SM. The highest measured
 * rate of the ports is l2.read_common, where all SMs read the same bytes. */
const struct gb_binding_memory gb_binding_memory[] = {
	{ GB_LEVEL_DRAM, GB_DRAM_READ, "dram.read", "arrays that it reads" },
	{ GB_LEVEL_DRAM, GB_DRAM_WRITE, "dram.write", "arrays that it writes" },
	{ GB_LEVEL_L2, GB_L2_READ, "l2.read", "bytes that each SM reads from its own part" },
	{ GB_LEVEL_L2, GB_PORT_READ, "l2.read_common", "bytes that each SM receives of one set that all read" },
	{ GB_LEVEL_L2, GB_L2_WRITE, "l2.write", "bytes that each SM writes to its own part, in whole sectors" },
	{ GB_LEVEL_L2, GB_L2_LINK, "l2.link.read", "bytes that cross between the halves of L2" },
	{ GB_LEVEL_L1, GB_L1_READ, "l1.read", "bytes from L1 to registers" },
	{ GB_LEVEL_SHARED, GB_SHARED_READ, "shared.read", "bytes that loads bring to registers" },
	{ GB_LEVEL_SHARED, GB_SHARED_WRITE, "shared.write", "bytes that stores take from registers" },
};
const size_t gb_binding_memories = sizeof gb_binding_memory / sizeof gb_binding_memory[0];

/* The link has separate roofs for reads and writes, but one counter: the more frequent direction names the roof. */
static const struct gb_peak *find_memory_peak(const struct gb_binding_memory *m, const struct gb_profiled *kernel,
					      const struct gb_peaks *peaks)
{
	const bool writes = gb_or_zero(kernel->value[GB_L2_WRITE]) > gb_or_zero(kernel->value[GB_L2_READ]);
	const struct gb_peak *peak = m->counter == GB_L2_LINK && writes ? gb_peaks_find(peaks, "l2.link.write") : NULL;

	return peak != NULL ? peak : gb_peaks_find(peaks, m->roof);
}

static void consider_memory(struct gb_binding *p, const struct gb_peaks *peaks)
{
	consider_dram(p, peaks);
	p->nearest = p->roof != NULL ? GB_LEVEL_DRAM : GB_LEVELS;
	for (const struct gb_binding_memory *m = gb_binding_memory; m < gb_binding_memory + gb_binding_memories; m++) {
		const double before = gb_or_zero(p->least);
		const struct gb_peak *peak = find_memory_peak(m, p->kernel, peaks);
		if (m->level != GB_LEVEL_DRAM && peak != NULL) /* the mix of DRAM accesses was considered above */
			consider_value(p, peak->name, peak->unit, peak->value, p->kernel->value[m->counter]);
		if (gb_or_zero(p->least) > before)
			p->nearest = m->level;
	}
}

const struct gb_binding_unit gb_binding_unit[] = {
	{ "fp64", GB_FP64_ADD, GB_FP64_MUL, GB_FP64_FMA, 1 }, { "fp32", GB_FP32_ADD, GB_FP32_MUL, GB_FP32_FMA, 1 },
	{ "fp16", GB_FP16_ADD, GB_FP16_MUL, GB_FP16_FMA, 2 }, { .roof = "tensor.fp64", .counter = GB_TENSOR_FP64 },
	{ .roof = "tensor.tf32", .counter = GB_TENSOR_TF32 }, { .roof = "tensor.fp16", .counter = GB_TENSOR_FP16 },
	{ .roof = "tensor.bf16", .counter = GB_TENSOR_BF16 }, { .roof = "tensor.fp8", .counter = GB_TENSOR_FP8 },
	{ .roof = "tensor.int8", .counter = GB_TENSOR_INT8 },
};
const size_t gb_binding_units = sizeof gb_binding_unit / sizeof gb_binding_unit[0];

double gb_binding_unit_work(const struct gb_binding_unit *unit, const struct gb_profiled *kernel)
{
	const double *n = kernel->value;

	return unit->each > 0 ? unit->each * (n[unit->counter] + n[unit->mul] + 2 * n[unit->fma]) : n[unit->counter];
}

/* If only one half-precision format has a roof, it applies to both. */
static const struct gb_peak *find_unit_peak(const struct gb_binding_unit *unit, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak = gb_peaks_find(peaks, unit->roof);

	return peak == NULL && unit->counter == GB_FP16_ADD ? gb_peaks_find(peaks, "bf16") : peak;
}

/* Long runs of matrix instructions lower the clock, but a launch under a profiler is too short for this effect. Their
 * roof is therefore the work of an SM per cycle, at the kernel's own clock. The roof of other units is lowered only if
 * the kernel's clock is lower: ncu locks the clock to its base value by default. */
double gb_binding_unit_rate(const struct gb_binding_unit *unit, const struct gb_profiled *kernel,
			    const struct gb_peaks *peaks, const struct gb_peak **peak)
{
	const double hz = kernel->value[GB_COUNTED_CYCLES] / kernel->value[GB_COUNTED_SECONDS];

	*peak = find_unit_peak(unit, peaks);
	if (*peak == NULL)
		return NAN;
	const double clocks = hz > 0 && (*peak)->clock_hz > 0 ? hz / (*peak)->clock_hz : 1;
	return (*peak)->value * (unit->each == 0 ? clocks : fmin(1, clocks));
}

static void consider_arithmetic(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak;

	for (const struct gb_binding_unit *u = gb_binding_unit; u < gb_binding_unit + gb_binding_units; u++) {
		const double rate = gb_binding_unit_rate(u, p->kernel, peaks, &peak);
		if (peak != NULL)
			consider_value(p, peak->name, peak->unit, rate, gb_binding_unit_work(u, p->kernel));
	}
}

static const char *metric_name(enum gb_counter counter)
{
	size_t i = 0;

	while (gb_ncu_metric_table[i].counter != counter)
		i++;
	return gb_ncu_metric_table[i].name;
}

/* Slices that were not counted read at most the bytes that arrived, and receive about as many bytes as were sent. */
static void consider_bound(struct gb_binding *p, const struct gb_peaks *peaks, enum gb_counter counter,
			   const char *name, enum gb_counter most)
{
	const struct gb_peak *peak = gb_peaks_find(peaks, name);
	const bool is_of_instructions = most == GB_L2_READ_MOST || most == GB_L2_WRITE_MOST;

	if (peak != NULL && isnan(p->kernel->value[counter]))
		consider_perhaps(p, peak->name, p->kernel->value[most] / peak->value,
				 is_of_instructions ? NULL : metric_name(counter));
}

/* The upper bound of a unit's busy fraction; for a memory unit without a counter, that of the busiest one. */
static double busy_most(const struct gb_profiled *k, int counter)
{
	const bool is_memory = counter > GB_BUSY_SM && counter < GB_BUSY_END;

	return isnan(k->value[counter]) && is_memory ? k->value[GB_BUSY_MEMORY] : k->value[counter];
}

/* Work that was not counted may be as large as the busy fraction of its unit allows. */
static void consider_uncounted(struct gb_binding *p, const struct gb_peak *peak, enum gb_counter work,
			       enum gb_counter busy)
{
	const struct gb_profiled *k = p->kernel;
	const double part = busy_most(k, (int)busy), most = isnan(part) ? 1 : part / BUSY_AT_ROOF;

	if (peak != NULL && isnan(k->value[work]))
		consider_perhaps(p, peak->name, most * k->value[GB_COUNTED_SECONDS], metric_name(work));
}

/* The busy fraction of a unit's pipe if it was counted, otherwise that of the whole SM. */
static enum gb_counter unit_busy_counter(const struct gb_profiled *k, const struct gb_binding_unit *unit)
{
	const enum gb_counter pipe = unit->each == 0                ? GB_PIPE_TENSOR
				     : unit->counter == GB_FP64_ADD ? GB_PIPE_FP64
								    : GB_PIPE_FMA;

	return isnan(k->value[pipe]) ? GB_BUSY_SM : pipe;
}

static enum gb_counter first_uncounted(const struct gb_profiled *k, const struct gb_binding_unit *unit)
{
	if (unit->each > 0 && isnan(k->value[unit->fma]))
		return unit->fma;
	return unit->each > 0 && !isnan(k->value[unit->counter]) ? unit->mul : unit->counter;
}

static void consider_all_uncounted(struct gb_binding *p, const struct gb_peaks *peaks)
{
	static const enum gb_counter busy[GB_LEVELS] = { GB_BUSY_DRAM, GB_BUSY_L2, GB_BUSY_L1, GB_BUSY_L1 };

	if (!isnan(p->kernel->value[GB_DRAM_READ_MOST]))
		return; /* if instructions were counted, all their requests have bounds */
	if (isnan(p->bytes[GB_LEVEL_DRAM]))
		consider_uncounted(p, gb_peaks_find(peaks, "dram.read"), GB_DRAM_READ, GB_BUSY_DRAM);
	for (const struct gb_binding_memory *m = gb_binding_memory; m < gb_binding_memory + gb_binding_memories; m++)
		if (m->level != GB_LEVEL_DRAM && m->counter != GB_PORT_READ && m->counter != GB_L2_LINK)
			consider_uncounted(p, gb_peaks_find(peaks, m->roof), m->counter, busy[m->level]);
	for (const struct gb_binding_unit *u = gb_binding_unit; u < gb_binding_unit + gb_binding_units; u++)
		if (isnan(gb_binding_unit_work(u, p->kernel)))
			consider_uncounted(p, find_unit_peak(u, peaks), first_uncounted(p->kernel, u),
					   unit_busy_counter(p->kernel, u));
}

/* True if the kernel is certainly below all counted roofs. */
static bool is_below(const struct gb_binding *p)
{
	return !(p->part >= GB_BINDING_AT || p->part_most >= GB_BINDING_AT);
}

/* A pipe or unit limits the kernel, but the work for its roof was not counted. */
static void leave_to_pipe(struct gb_binding *p)
{
	p->by_pipe = true;
	p->perhaps = p->missing = p->roof = NULL;
	p->perhaps_part = p->part = p->part_most = p->least = p->roof_value = p->achieved = NAN;
}

/* Finds the busiest unit by ncu's percentages, and the highest fraction of the others and of the counted work. */
static bool find_leader(const struct gb_binding *p, int *leader, double *next)
{
	const double *value = p->kernel->value;

	*leader = GB_BUSY_FIRST;
	*next = fmax(gb_or_zero(p->part), gb_or_zero(p->part_most));
	for (int c = GB_BUSY_FIRST; c < GB_BUSY_END; c++)
		if (value[c] > value[*leader])
			*leader = c;
	for (int c = GB_BUSY_FIRST; c < GB_BUSY_END; c++) {
		const double most = busy_most(p->kernel, c);
		if (isnan(most) && (c != GB_BUSY_DRAM || isnan(p->bytes[GB_LEVEL_DRAM])))
			return false;
		if (c != *leader)
			*next = fmax(*next, most);
	}
	return !isnan(value[*leader]);
}

static enum gb_counter roof_unit(const char *roof)
{
	static const struct {
		const char *begin;
		enum gb_counter unit;
	} units[] = { { "dram.", GB_BUSY_DRAM },
		      { "l2.read_common", GB_BUSY_L1 },
		      { "l2.", GB_BUSY_L2 },
		      { "l1.", GB_BUSY_L1 },
		      { "shared.", GB_BUSY_L1 } };

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strncmp(roof, units[i].begin, strlen(units[i].begin)) == 0)
			return units[i].unit;
	return GB_BUSY_SM;
}

/* Whatever work was not counted, no unit exceeds the fraction of its roof that its busy time allows. If one unit is
 * busier than all others can be, it limits the kernel; if no unit is busy, the kernel is far from every roof. If all
 * work was counted, the limiting unit may be one without a roof, such as the link between the partitions of L2. */
static bool is_led(const struct gb_binding *p, int leader, double next)
{
	const double busy = p->kernel->value[leader];
	const bool is_clear = next < BUSY_AT_ROOF * busy;

	if (p->perhaps != NULL)
		return is_clear || fmax(busy, next) < BUSY_AT_ROOF * GB_BINDING_NEAR;
	return is_clear && busy >= GB_BINDING_NEAR && p->roof != NULL && roof_unit(p->roof) != (enum gb_counter)leader;
}

static void consider_leader(struct gb_binding *p)
{
	int leader;
	double next;

	if (!find_leader(p, &leader, &next) || !is_led(p, leader, next))
		return;
	const double busy = p->kernel->value[leader];
	/* A pipe says more than the SM that contains it. */
	if (leader != GB_BUSY_SM || p->pipe_part < BUSY_AT_ROOF * busy) {
		p->pipe_part = busy;
		p->pipe = gb_counter_word((enum gb_counter)leader);
	}
	leave_to_pipe(p);
}

/* Only the sum of DRAM traffic is known; for some mix it is at the roof, and no unit is busier by more than a tenth. */
static bool is_at_sum(const struct gb_binding *p)
{
	bool is_at = p->part_most >= GB_BINDING_AT;

	for (int c = GB_BUSY_FIRST; c < GB_BUSY_END; c++)
		is_at = is_at && (c == GB_BUSY_DRAM || BUSY_AT_ROOF * busy_most(p->kernel, c) <= p->part);
	return is_at;
}

void gb_binding_find(struct gb_binding *binding, const struct gb_profiled *kernel, const struct gb_peaks *peaks)
{
	*binding = (struct gb_binding){ .kernel = kernel,
					.roof_value = NAN,
					.achieved = NAN,
					.part = NAN,
					.part_most = NAN,
					.least = NAN,
					.gain = NAN,
					.next_part = NAN,
					.perhaps_part = NAN,
					.nearest = GB_LEVELS,
					.pipe_part = NAN,
					.stall_part = NAN };
	gb_binding_count(binding);
	set_bounds(binding, peaks);
	if (peaks == NULL)
		return;
	consider_memory(binding, peaks);
	consider_arithmetic(binding, peaks);
	consider_dram_bounds(binding, peaks);
	consider_bound(binding, peaks, GB_L2_READ, "l2.read", GB_PORT_READ);
	consider_bound(binding, peaks, GB_L2_WRITE, "l2.write", GB_PORT_WRITE);
	consider_bound(binding, peaks, GB_L2_READ, "l2.read", GB_L2_READ_MOST);
	consider_bound(binding, peaks, GB_L2_WRITE, "l2.write", GB_L2_WRITE_MOST);
	consider_all_uncounted(binding, peaks);
	const double seconds = kernel->value[GB_COUNTED_SECONDS];
	binding->part = binding->least / seconds;
	if (is_at_sum(binding)) {
		binding->perhaps = binding->missing = NULL;
		binding->perhaps_part = NAN;
	}
	if (is_below(binding)) {
		if (binding->perhaps != NULL && binding->pipe_part >= GB_BINDING_AT)
			leave_to_pipe(binding);
		else
			consider_leader(binding);
	}
	if (binding->perhaps == NULL && binding->roof != NULL)
		binding->gain = fmax(0, seconds - fmax(binding->least, gb_or_zero(binding->part_most) * seconds));
}

const char *gb_binding_pipe(const struct gb_binding *binding)
{
	return binding->by_pipe || binding->pipe_part >= GB_BINDING_AT ? binding->pipe : "-";
}

const char *gb_binding_word(const struct gb_binding *binding)
{
	if (binding->kernel->launches == 0)
		return "not profiled";
	if (is_below(binding) && binding->pipe_part >= GB_BINDING_AT)
		return "at its pipe";
	if (binding->perhaps != NULL ||
	    (binding->kernel->value[GB_MATRIX_UNREAD] > 0 && !(binding->part >= GB_BINDING_AT)))
		return "unknown";
	if (binding->by_pipe)
		return binding->pipe_part >= GB_BINDING_NEAR ? "near its pipe" : "far from every roof";
	if (binding->roof == NULL)
		return "no roof";
	return binding->part > GB_BINDING_ABOVE   ? "above its roof"
	       : binding->part >= GB_BINDING_AT   ? "at its roof"
	       : binding->part >= GB_BINDING_NEAR ? "near its roof"
						  : "far from every roof";
}
