#include "profile/binding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- what was done ----------------------------------------------------------------------------------------------- */

static double of(const struct gb_profiled *k, enum gb_counter counter)
{
	return k->value[counter];
}

static double or_none(double value)
{
	return isnan(value) ? 0 : value;
}

/* Adds, multiplies and FMAs, each an instruction for `each` numbers. */
static double flop_of(const struct gb_profiled *k, enum gb_counter add, int each)
{
	return each * (of(k, add) + of(k, (enum gb_counter)(add + 1)) + 2 * of(k, (enum gb_counter)(add + 2)));
}

/* Not every GPU has every tensor format: what a GPU does not count it does not do. */
static double tensor_flop(const struct gb_profiled *k)
{
	double sum = 0;

	for (int c = GB_TENSOR_FP64; c <= GB_TENSOR_FP8; c++)
		sum += or_none(k->value[c]);
	return sum;
}

static void set_work(struct gb_binding *p)
{
	const struct gb_profiled *k = p->kernel;

	p->flop = flop_of(k, GB_FP64_ADD, 1) + flop_of(k, GB_FP32_ADD, 1) + flop_of(k, GB_FP16_ADD, 2) + tensor_flop(k);
	p->bytes[GB_LEVEL_DRAM] = of(k, GB_DRAM_READ) + of(k, GB_DRAM_WRITE);
	p->bytes[GB_LEVEL_L2] = of(k, GB_L2_READ) + of(k, GB_L2_WRITE);
	p->arrived = of(k, GB_PORT_READ);
	p->bytes[GB_LEVEL_L1] = of(k, GB_L1_READ);
	p->bytes[GB_LEVEL_SHARED] = of(k, GB_SHARED_READ) + of(k, GB_SHARED_WRITE);
	if (of(k, GB_MATRIX_UNREAD) > 0)
		p->flop = NAN;
	for (int level = 0; level < GB_LEVELS; level++)
		p->intensity[level] = p->bytes[level] > 0 ? p->flop / p->bytes[level] : NAN;
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

static void set_causes(struct gb_binding *p)
{
	const struct gb_profiled *k = p->kernel;
	double stalls = 0;

	p->load_sectors = ratio(of(k, GB_LOAD_SECTORS), of(k, GB_LOAD_REQUESTS));
	p->store_sectors = ratio(of(k, GB_STORE_SECTORS), of(k, GB_STORE_REQUESTS));
	/* Shared memory's bytes are its wavefronts, 128 each. */
	p->conflicts = ratio(128 * (of(k, GB_CONFLICTS_READ) + of(k, GB_CONFLICTS_WRITE)), p->bytes[GB_LEVEL_SHARED]);
	p->local_bytes = of(k, GB_LOCAL_READ) + of(k, GB_LOCAL_WRITE);
	p->warps_part = of(k, GB_WARPS);
	p->issue_part = of(k, GB_ISSUE);
	for (int c = GB_PIPE_FIRST; c < GB_PIPE_END; c++)
		if (k->value[c] > or_none(p->pipe_part)) {
			p->pipe_part = k->value[c];
			p->pipe = gb_counter_word((enum gb_counter)c);
		}
	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++) {
		stalls += or_none(k->value[c]);
		if (k->value[c] > or_none(p->stall_part) && !gb_counter_is_issuing((enum gb_counter)c)) {
			p->stall_part = k->value[c];
			p->stall = gb_counter_word((enum gb_counter)c);
		}
	}
	p->stall_part = ratio(p->stall_part, stalls);
}

/* ---- roofs ------------------------------------------------------------------------------------------------------- */

/* Seconds a byte lie on a line between two mixes: each byte of the one more and of the other less costs what it costs
 * there. */
double gb_binding_dram(const struct gb_peaks *peaks, double writes, const char **name)
{
	static const struct {
		const char *name;
		double writes;
	} mixes[] = { { "dram.read", 0 }, { "dram.triad", 1.0 / 3 }, { "dram.copy", 0.5 }, { "dram.write", 1 } };
	double below = NAN, below_at = 0, distance = INFINITY;
	double value = NAN;

	*name = NULL;
	for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
		const struct gb_peak *peak = gb_peaks_find(peaks, mixes[i].name);
		if (peak == NULL || !(peak->value > 0))
			continue;
		const double at = mixes[i].writes;
		if (isnan(below) || at <= writes) /* the first, or the last so far below */
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
	const double part = least / of(p->kernel, GB_COUNTED_SECONDS);

	if (name == NULL || part <= or_none(p->next_part))
		return;
	p->next = name;
	p->next_part = part;
}

/* A roof on which the work would take `most` seconds at most. One that the kernel is at binds it all the same. */
static void consider_perhaps(struct gb_binding *p, const char *name, double most)
{
	const double seconds = of(p->kernel, GB_COUNTED_SECONDS), part = fmin(1, most / seconds);

	if (or_none(p->least) >= GB_BINDING_AT * seconds || !(most > or_none(p->least)) ||
	    !(part > or_none(p->perhaps_part)))
		return;
	p->perhaps = name;
	p->perhaps_part = part;
}

/* The roof that binds is the one that takes longest. */
static void consider(struct gb_binding *p, const char *name, const char *unit, double value, double work)
{
	const double least = work / value;

	if (!(value > 0) || !(work > 0))
		return;
	if (least <= or_none(p->least)) {
		consider_next(p, name, least);
		return;
	}
	consider_next(p, p->roof, p->least);
	p->roof = name;
	p->unit = unit;
	p->roof_value = value;
	p->least = least;
	p->achieved = work / of(p->kernel, GB_COUNTED_SECONDS);
}

static void consider_roof(struct gb_binding *p, const struct gb_peaks *peaks, const char *name, double work)
{
	const struct gb_peak *peak = gb_peaks_find(peaks, name);

	if (peak != NULL)
		consider(p, peak->name, peak->unit, peak->value, work);
}

static void consider_dram(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const double bytes = p->bytes[GB_LEVEL_DRAM];
	const char *name;

	if (!(bytes > 0))
		return;
	const double value = gb_binding_dram(peaks, of(p->kernel, GB_DRAM_WRITE) / bytes, &name);
	if (name != NULL)
		consider(p, name, gb_peaks_find(peaks, name)->unit, value, bytes);
}

/* What instructions ask for may all come from DRAM, though no more than its bus could carry in the time. */
static void set_bounds(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const struct gb_profiled *k = p->kernel;
	const struct gb_peak *bus = peaks != NULL ? gb_peaks_find(peaks, "dram.read") : NULL;

	p->dram_least = of(k, GB_DRAM_READ_LEAST) + of(k, GB_DRAM_WRITE_LEAST);
	p->dram_most = of(k, GB_DRAM_READ_MOST) + of(k, GB_DRAM_WRITE_MOST);
	if (isnan(p->dram_most))
		return;
	p->dram_least = or_none(p->dram_least);
	if (bus != NULL && isfinite(bus->limit))
		p->dram_most = fmin(p->dram_most, bus->limit * of(k, GB_COUNTED_SECONDS));
	p->dram_least = fmin(p->dram_least, p->dram_most);
}

/* Its least is work for certain; what it may be besides may bind another roof's kernel. */
static void consider_dram_bounds(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const struct gb_profiled *k = p->kernel;
	double writes = of(k, GB_DRAM_WRITE_MOST) / (of(k, GB_DRAM_READ_MOST) + of(k, GB_DRAM_WRITE_MOST));
	const char *name;

	if (!isfinite(writes))
		writes = or_none(ratio(of(k, GB_DRAM_WRITE_LEAST), p->dram_least));
	if (!(p->dram_most > 0) || !isnan(p->bytes[GB_LEVEL_DRAM]))
		return;
	const double value = gb_binding_dram(peaks, writes, &name);
	if (name == NULL)
		return;
	consider(p, name, gb_peaks_find(peaks, name)->unit, value, p->dram_least);
	if (p->roof == name)
		p->part_most = p->dram_most / value / of(k, GB_COUNTED_SECONDS);
	else
		consider_perhaps(p, name, p->dram_most / value);
}

/* Reads of L2 are other bytes at its slices than at the SMs' ports: what several SMs ask for at about the same time, by
 * multicast or by chance, is read once and arrives at each of them. What all SMs read together is the most that was
 * measured of the ports. */
const struct gb_binding_memory gb_binding_memory[] = {
	{ GB_LEVEL_DRAM, GB_DRAM_READ, "dram.read", "arrays that it reads" },
	{ GB_LEVEL_DRAM, GB_DRAM_WRITE, "dram.write", "arrays that it writes" },
	{ GB_LEVEL_L2, GB_L2_READ, "l2.read", "bytes that each SM reads from its own part" },
	{ GB_LEVEL_L2, GB_PORT_READ, "l2.read_common", "bytes that each SM receives of one set that all read" },
	{ GB_LEVEL_L2, GB_L2_WRITE, "l2.write", "bytes that each SM writes to its own part, in whole sectors" },
	{ GB_LEVEL_L1, GB_L1_READ, "l1.read", "bytes from L1 to registers" },
	{ GB_LEVEL_SHARED, GB_SHARED_READ, "shared.read", "bytes that loads bring to registers" },
	{ GB_LEVEL_SHARED, GB_SHARED_WRITE, "shared.write", "bytes that stores take from registers" },
};
const size_t gb_binding_memories = sizeof gb_binding_memory / sizeof gb_binding_memory[0];

static void consider_memory(struct gb_binding *p, const struct gb_peaks *peaks)
{
	consider_dram(p, peaks);
	p->nearest = p->roof != NULL ? GB_LEVEL_DRAM : GB_LEVELS;
	for (const struct gb_binding_memory *m = gb_binding_memory; m < gb_binding_memory + gb_binding_memories; m++) {
		const double before = or_none(p->least);
		if (m->level != GB_LEVEL_DRAM) /* of which a mix counts */
			consider_roof(p, peaks, m->roof, of(p->kernel, m->counter));
		if (or_none(p->least) > before)
			p->nearest = m->level;
	}
}

/* The half format that a GPU has a roof for stands for both. */
const struct gb_binding_unit gb_binding_unit[] = {
	{ "fp64", GB_FP64_ADD, 1 },           { "fp32", GB_FP32_ADD, 1 },
	{ "fp16", GB_FP16_ADD, 2 },           { "tensor.fp64", GB_TENSOR_FP64, 0 },
	{ "tensor.tf32", GB_TENSOR_TF32, 0 }, { "tensor.fp16", GB_TENSOR_FP16, 0 },
	{ "tensor.bf16", GB_TENSOR_BF16, 0 }, { "tensor.fp8", GB_TENSOR_FP8, 0 },
	{ "tensor.int8", GB_TENSOR_INT8, 0 },
};
const size_t gb_binding_units = sizeof gb_binding_unit / sizeof gb_binding_unit[0];

double gb_binding_unit_work(const struct gb_binding_unit *unit, const struct gb_profiled *kernel)
{
	return unit->each > 0 ? flop_of(kernel, unit->counter, unit->each) : of(kernel, unit->counter);
}

/* Matrix instructions lower the clock as long as they run, and a launch under a profiler is too short for that. So
 * their roof is what an SM does in a cycle, at the kernel's own clock. */
double gb_binding_unit_rate(const struct gb_binding_unit *unit, const struct gb_profiled *kernel,
			    const struct gb_peaks *peaks, const struct gb_peak **peak)
{
	const double hz = of(kernel, GB_COUNTED_CYCLES) / of(kernel, GB_COUNTED_SECONDS);

	*peak = gb_peaks_find(peaks, unit->roof);
	if (*peak == NULL && unit->counter == GB_FP16_ADD)
		*peak = gb_peaks_find(peaks, "bf16");
	if (*peak == NULL)
		return NAN;
	return (*peak)->value * (unit->each == 0 && hz > 0 && (*peak)->clock_hz > 0 ? hz / (*peak)->clock_hz : 1);
}

static void consider_arithmetic(struct gb_binding *p, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak;

	for (const struct gb_binding_unit *u = gb_binding_unit; u < gb_binding_unit + gb_binding_units; u++) {
		const double rate = gb_binding_unit_rate(u, p->kernel, peaks, &peak);
		if (peak != NULL)
			consider(p, peak->name, peak->unit, rate, gb_binding_unit_work(u, p->kernel));
	}
}

/* Where the slices were not counted: they read no more than arrived, and take in about what was sent. */
static void consider_bound(struct gb_binding *p, const struct gb_peaks *peaks, enum gb_counter counter,
			   const char *name, enum gb_counter most)
{
	const struct gb_peak *peak = gb_peaks_find(peaks, name);

	if (peak != NULL && isnan(of(p->kernel, counter)))
		consider_perhaps(p, peak->name, of(p->kernel, most) / peak->value);
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
	set_work(binding);
	set_causes(binding);
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
	if (binding->roof == NULL)
		return;
	const double seconds = of(kernel, GB_COUNTED_SECONDS);
	binding->part = binding->least / seconds;
	if (binding->perhaps == NULL)
		binding->gain = fmax(0, seconds - fmax(binding->least, or_none(binding->part_most) * seconds));
}

const char *gb_binding_word(const struct gb_binding *binding)
{
	if (binding->kernel->launches == 0)
		return "not profiled";
	if (binding->perhaps != NULL ||
	    (binding->kernel->value[GB_MATRIX_UNREAD] > 0 && !(binding->part >= GB_BINDING_AT)))
		return "unknown";
	if (binding->roof == NULL)
		return "no roof";
	if (binding->part < GB_BINDING_AT && binding->pipe_part >= GB_BINDING_AT)
		return "at its pipe";
	return binding->part > GB_BINDING_ABOVE   ? "above its roof"
	       : binding->part >= GB_BINDING_AT   ? "at its roof"
	       : binding->part >= GB_BINDING_NEAR ? "near its roof"
						  : "far from every roof";
}

/* ---- all kernels of a program ------------------------------------------------------------------------------------ */

static void find_roofs(struct gb_bindings_gpu *g, const struct gb_roofs *roofs, const struct gb_match_wish *wish)
{
	struct gb_error why = { "" };

	g->found = gb_match_find(&g->match, roofs, wish, &why) == GB_OK;
	if (g->found)
		gb_peaks_title(&g->match.peaks, g->text, sizeof g->text);
	else
		gb_text_copy(g->text, sizeof g->text, why.text);
}

/* NULL: there are too many. */
static struct gb_bindings_gpu *gpu_of(struct gb_bindings *bindings, const struct gb_profiled *k,
				      const struct gb_roofs *roofs, gb_bindings_wish_fn *wish, const void *context)
{
	struct gb_match_wish known = { "", "", "", NULL };

	for (size_t i = 0; i < bindings->gpus; i++)
		if (bindings->gpu[i].device == k->device && bindings->gpu[i].gpu == k->gpu)
			return &bindings->gpu[i];
	if (bindings->gpus == GB_BINDINGS_GPUS)
		return NULL;
	struct gb_bindings_gpu *g = &bindings->gpu[bindings->gpus++];
	*g = (struct gb_bindings_gpu){ .device = k->device, .gpu = k->gpu };
	wish(context, k, &known);
	find_roofs(g, roofs, &known);
	return g;
}

int gb_bindings_make(struct gb_bindings *bindings, const struct gb_kernels *kernels, const struct gb_roofs *roofs,
		     gb_bindings_wish_fn *wish, const void *context, struct gb_error *error)
{
	*bindings = (struct gb_bindings){ .gpus = 0 };
	bindings->binding = calloc(kernels->count + 1, sizeof *bindings->binding);
	if (bindings->binding == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < kernels->count; i++) {
		struct gb_bindings_gpu *g = gpu_of(bindings, &kernels->kernel[i], roofs, wish, context);
		gb_binding_find(&bindings->binding[i], &kernels->kernel[i],
				g != NULL && g->found ? &g->match.peaks : NULL);
		gb_extrapolate_binding(&bindings->binding[i]);
	}
	return GB_OK;
}

void gb_bindings_free(struct gb_bindings *bindings)
{
	for (size_t i = 0; i < bindings->gpus; i++)
		if (bindings->gpu[i].found)
			gb_match_free(&bindings->gpu[i].match);
	free(bindings->binding);
	*bindings = (struct gb_bindings){ .gpus = 0 };
}
