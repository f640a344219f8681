#include "explain/load.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32 };

double gb_load_counted(double value)
{
	return isfinite(value) ? value : 0;
}

static double either(double value, double other)
{
	return isfinite(value) ? value : gb_load_counted(other);
}

/* Without a counter the middle of the bounds. */
static double between(double value, double least, double most)
{
	return either(value, isfinite(most) ? (gb_load_counted(least) + most) / 2 : least);
}

/* Older files lack the wavefronts of the whole path: then what goes through it in full width is the least. */
static double path_of(const struct gb_profiled *k)
{
	return either(k->value[GB_PATH],
		      gb_load_counted(k->value[GB_L1_READ]) + gb_load_counted(k->value[GB_SHARED_WRITE]));
}

static void add_unit(struct gb_load *load, double seconds)
{
	load->others += fmin(seconds, load->arithmetic);
	load->arithmetic = fmax(seconds, load->arithmetic);
}

/* The time in which a pipe was seen at work. */
static double seen(const struct gb_load *load, const struct gb_profiled *k, enum gb_counter pipe)
{
	return gb_load_counted(k->value[pipe]) * load->seconds * either(load->active, 1);
}

/* The unit of special functions has no roof. Some matrix instructions keep their unit busy for longer than its roof
 * says: mma.sync on a GPU that has wgmma. */
static void set_arithmetic(struct gb_load *load, const struct gb_profiled *k, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak;

	for (const struct gb_binding_unit *u = gb_binding_unit; u < gb_binding_unit + gb_binding_units; u++) {
		const double seconds =
			gb_load_counted(gb_binding_unit_work(u, k) / gb_binding_unit_rate(u, k, peaks, &peak));
		if (seconds > load->arithmetic)
			load->by_matrix = u->each == 0;
		add_unit(load, seconds);
	}
	if (load->by_matrix)
		load->arithmetic = fmax(load->arithmetic, seen(load, k, GB_PIPE_TENSOR));
	add_unit(load, seen(load, k, GB_PIPE_XU));
}

/* "(66, 2, 1)": 132. 0: there are no three numbers. */
static double product_of(const char *text)
{
	static const char *const before[] = { "(", ", ", ", " };
	double product = 1;

	for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
		const size_t length = strlen(before[i]);
		char *end;
		if (text == NULL || strncmp(text, before[i], length) != 0 || !isdigit((unsigned char)text[length]))
			return 0;
		product *= (double)strtoul(text + length, &end, 10);
		text = end;
	}
	return product;
}

static bool waits_at_barriers(const struct gb_profiled *k)
{
	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		if (k->value[c] > 0 && strcmp(gb_counter_word((enum gb_counter)c), "barrier") == 0)
			return true;
	return false;
}

bool gb_load_of(struct gb_load *load, const struct gb_profiled *k, const struct gb_peaks *peaks)
{
	const double seconds = k->value[GB_COUNTED_SECONDS];
	const double active = k->value[GB_ACTIVE_CYCLES] / k->value[GB_COUNTED_CYCLES];

	*load = (struct gb_load){
		.dram_read = between(k->value[GB_DRAM_READ], k->value[GB_DRAM_READ_LEAST], k->value[GB_DRAM_READ_MOST]),
		.dram_write =
			between(k->value[GB_DRAM_WRITE], k->value[GB_DRAM_WRITE_LEAST], k->value[GB_DRAM_WRITE_MOST]),
		.l2_read = gb_load_counted(k->value[GB_L2_READ]),
		.l2_write = gb_load_counted(k->value[GB_L2_WRITE]),
		.arrived = gb_load_counted(k->value[GB_PORT_READ]),
		.path = path_of(k),
		.fetched = GB_SECTOR * gb_load_counted(k->value[GB_LOAD_SECTORS]),
		.blocks = (double)k->launches * product_of(k->grid),
		.block_warps = ceil(product_of(k->block) / WARP),
		.warps = k->value[GB_WARPS],
		.active = fmin(1, active),
		.seconds = seconds,
		.launches = (double)k->launches,
	};
	if (isnan(active))
		load->active = NAN; /* fmin() passes it over */
	set_arithmetic(load, k, peaks);
	load->in_phases = waits_at_barriers(k) && !load->by_matrix;
	load->issue = gb_load_counted(k->value[GB_ISSUE]) * seconds * either(load->active, 1);
	return k->launches > 0 && seconds > 0 &&
	       load->dram_read + load->dram_write + load->l2_read + load->path + load->arithmetic > 0;
}
