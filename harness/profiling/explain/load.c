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

static double value_or(double value, double other)
{
	return isfinite(value) ? value : gb_load_counted(other);
}

/* Without a counter, the mean of the two bounds. */
static double counted_or_middle(double value, double least, double most)
{
	return value_or(value, isfinite(most) ? (gb_load_counted(least) + most) / 2 : least);
}

/* Some files lack the wavefronts of the whole path. Then this is a lower bound: the bytes from L1 may or may not
 * include reads of shared memory. */
static double path_bytes(const struct gb_profiled *k)
{
	return value_or(k->value[GB_PATH],
			fmax(gb_load_counted(k->value[GB_L1_READ]), gb_load_counted(k->value[GB_SHARED_READ])) +
				gb_load_counted(k->value[GB_SHARED_WRITE]));
}

static double pipe_seconds(const struct gb_load *load, const struct gb_profiled *k, enum gb_counter pipe)
{
	return gb_load_counted(k->value[pipe]) * load->seconds * value_or(load->active, 1);
}

/* Special function units have no roof. Some matrix instructions keep their unit busy for longer than its roof implies,
 * such as mma.sync on a GPU with wgmma. */
static void set_arithmetic(struct gb_load *load, const struct gb_profiled *k, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak;

	for (const struct gb_binding_unit *u = gb_binding_unit; u < gb_binding_unit + gb_binding_units; u++) {
		const double seconds =
			gb_load_counted(gb_binding_unit_work(u, k) / gb_binding_unit_rate(u, k, peaks, &peak));
		if (seconds > load->arithmetic)
			load->by_matrix = u->each == 0;
		load->arithmetic = fmax(load->arithmetic, seconds);
	}
	if (load->by_matrix)
		load->arithmetic = fmax(load->arithmetic, pipe_seconds(load, k, GB_PIPE_TENSOR));
	load->arithmetic = fmax(load->arithmetic, pipe_seconds(load, k, GB_PIPE_XU));
}

/* "(66, 2, 1)": 132. 0: the text does not have three numbers. */
static double multiply_dimensions(const char *text)
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

bool gb_load_of(struct gb_load *load, const struct gb_profiled *k, const struct gb_peaks *peaks)
{
	const double seconds = k->value[GB_COUNTED_SECONDS];
	const double active = k->value[GB_ACTIVE_CYCLES] / k->value[GB_COUNTED_CYCLES];

	*load = (struct gb_load){
		.dram_read = counted_or_middle(k->value[GB_DRAM_READ], k->value[GB_DRAM_READ_LEAST],
					       k->value[GB_DRAM_READ_MOST]),
		.dram_write = counted_or_middle(k->value[GB_DRAM_WRITE], k->value[GB_DRAM_WRITE_LEAST],
						k->value[GB_DRAM_WRITE_MOST]),
		.l2_read = gb_load_counted(k->value[GB_L2_READ]),
		.l2_write = gb_load_counted(k->value[GB_L2_WRITE]),
		.arrived = gb_load_counted(k->value[GB_PORT_READ]),
		.path = path_bytes(k),
		.blocks = (double)k->launches * multiply_dimensions(k->grid),
		.block_warps = ceil(multiply_dimensions(k->block) / WARP),
		.warps = k->value[GB_WARPS],
		.active = fmin(1, active),
		.seconds = seconds,
		.launches = (double)k->launches,
	};
	if (isnan(active))
		load->active = NAN; /* fmin() ignores it */
	set_arithmetic(load, k, peaks);
	load->issue = gb_load_counted(k->value[GB_ISSUE]) * seconds * value_or(load->active, 1);
	return k->launches > 0 && seconds > 0 &&
	       load->dram_read + load->dram_write + load->l2_read + load->path + load->arithmetic > 0;
}

/* ---- without local memory ---------------------------------------------------------------------------------------- */

#define WAVEFRONT 128.0
#define SECTORS   4.0 /* bytes of a wavefront at most, and of a warp's access to 4-byte words */

/* In bytes or wavefronts. */
struct left {
	double least, likely, most;
};

/* `all` without local accesses, which cause at most `local` of it and probably the fraction `part`; global accesses
 * cause at most `global`. */
static struct left bytes_left(double all, double local, double global, double part)
{
	struct left x = { .least = fmax(0, all - local) };

	x.most = fmax(x.least, fmin(all, global));
	x.likely = fmax(x.least, fmin(x.most, all * part));
	return x;
}

static double share_of_sum(double one, double other)
{
	return one > 0 ? one / (one + other) : 0;
}

/* If hits in L1 were counted, the misses of local memory are known, and the rest belongs to global accesses. Otherwise
 * all sectors are equally likely to miss. */
static struct left reads_left(double all, double missed, double loads, double read, bool counted)
{
	const double rest = fmax(0, all - missed);

	return counted ? (struct left){ rest, rest, rest } : bytes_left(all, missed, loads, share_of_sum(loads, read));
}

/* The wavefronts of global accesses: at best one per request of up to four sectors, at worst one per sector. */
static void add_wavefronts(struct left *x, double sectors, double requests)
{
	x->least += fmax(gb_load_counted(requests), gb_load_counted(sectors) / SECTORS);
	x->most += gb_load_counted(sectors);
}

static double read_and_written(const struct gb_profiled *k, enum gb_counter read, enum gb_counter write)
{
	return gb_load_counted(k->value[read]) + gb_load_counted(k->value[write]);
}

/* Local memory is laid out so that a warp's access takes one wavefront. Wavefronts above this minimum come from global
 * accesses to several lines, or from sectors that L1 exchanges with L2 for local memory. */
static struct left path_left(const struct gb_load *load, const struct gb_profiled *k, double exchanged)
{
	const double shared = read_and_written(k, GB_SHARED_READ, GB_SHARED_WRITE) / WAVEFRONT;
	const double rest = fmax(0, load->path - read_and_written(k, GB_LOCAL_READ, GB_LOCAL_WRITE)) / WAVEFRONT;
	struct left own = { .least = shared, .most = shared };

	add_wavefronts(&own, k->value[GB_LOAD_SECTORS], k->value[GB_LOAD_REQUESTS]);
	add_wavefronts(&own, k->value[GB_STORE_SECTORS], k->value[GB_STORE_REQUESTS]);
	const double fewest = fmin(own.least, rest), spread = fmax(0, own.most - own.least);
	const struct left more = bytes_left(rest - fewest, exchanged, spread, share_of_sum(spread, exchanged));
	return (struct left){ WAVEFRONT * (fewest + more.least), WAVEFRONT * (fewest + more.likely),
			      WAVEFRONT * (fewest + more.most) };
}

/* An SM has four issue slots per cycle, in which L1 moves 128 bytes: a warp's access to 4-byte words. */
static double issue_left(const struct gb_load *load, double bytes, double roof)
{
	return roof > 0 ? fmax(0, load->issue - bytes / (4 * roof)) : load->issue;
}

static void set_ends(double *least, double *likely, double *most, struct left x)
{
	*least = x.least;
	*likely = x.likely;
	*most = x.most;
}

struct gb_without_local gb_without_local(const struct gb_load *load, const struct gb_profiled *k, double roof)
{
	const double read = gb_load_counted(k->value[GB_LOCAL_READ]), write = gb_load_counted(k->value[GB_LOCAL_WRITE]);
	const double loads = GB_SECTOR * gb_load_counted(k->value[GB_LOAD_SECTORS]);
	const double stores = GB_SECTOR * gb_load_counted(k->value[GB_STORE_SECTORS]);
	const double missed = fmax(0, read - gb_load_counted(k->value[GB_LOCAL_HITS]));
	const bool counted = isfinite(k->value[GB_LOCAL_HITS]);
	const struct left l2_read = reads_left(load->l2_read, missed, loads, read, counted),
			  arrived = reads_left(load->arrived, missed, loads, read, counted),
			  l2_write = bytes_left(load->l2_write, write, stores, share_of_sum(stores, write)),
			  dram_read = bytes_left(load->dram_read, missed, l2_read.most,
						 share_of_sum(l2_read.likely, load->l2_read - l2_read.likely)),
			  dram_write = bytes_left(load->dram_write, write, stores, share_of_sum(stores, write)),
			  path = path_left(load, k,
					   (load->l2_read - l2_read.likely + load->l2_write - l2_write.likely) /
						   GB_SECTOR);
	struct gb_without_local x = { *load, *load, *load };

	set_ends(&x.least.l2_read, &x.likely.l2_read, &x.most.l2_read, l2_read);
	set_ends(&x.least.arrived, &x.likely.arrived, &x.most.arrived, arrived);
	set_ends(&x.least.l2_write, &x.likely.l2_write, &x.most.l2_write, l2_write);
	set_ends(&x.least.dram_read, &x.likely.dram_read, &x.most.dram_read, dram_read);
	set_ends(&x.least.dram_write, &x.likely.dram_write, &x.most.dram_write, dram_write);
	set_ends(&x.least.path, &x.likely.path, &x.most.path, path);
	x.least.issue = x.likely.issue = x.most.issue = issue_left(load, read + write, roof);
	return x;
}
