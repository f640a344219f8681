/* profile_data.c: writes kernels under their roofs as CSV and JSON. */
#include <math.h>

#include "show/data.h"
#include "tables/tables.h"

const struct gb_column_help gb_profile_columns[] = {
	{ "kernel", "its name, with all parameters" },
	{ "grid", "grid, as ncu prints it" },
	{ "block", "threads per block" },
	{ "device", "number of the GPU in the program" },
	{ "gpu", "its model" },
	{ "launches", "launches in this shape" },
	{ "seconds", "time of all launches" },
	{ "share", "share of the total kernel time" },
	{ "roof", "roof that limits the kernel: the one on which its work takes longest" },
	{ "roof_value", "measured value of that roof; for DRAM at the kernel's mix of reads and writes" },
	{ "unit", "unit of roof_value and achieved" },
	{ "achieved", "the rate that the kernel reached" },
	{ "fraction", "achieved / roof_value" },
	{ "gain_s", "seconds that all launches together would save at that roof; empty if `perhaps` has a roof" },
	{ "next_roof", "roof with the second-longest time" },
	{ "next_fraction", "fraction of the kernel's time that its work takes on that roof" },
	{ "perhaps", "roof that may limit the kernel instead; its work was not counted, or only bounded" },
	{ "perhaps_fraction", "upper bound of that roof's fraction" },
	{ "flop", "operations of all launches, including Tensor Cores" },
	{ "dram_bytes", "bytes read from and written to DRAM" },
	{ "l2_bytes", "bytes that the L2 slices sent to the SMs and received from them" },
	{ "arrived_bytes", "bytes that the SMs received; more than L2 read if one read serves several SMs" },
	{ "l1_bytes", "bytes from L1 to registers" },
	{ "shared_bytes", "bytes of shared memory, 128 per wavefront" },
	{ "flop_per_dram_byte", "intensity" },
	{ "flop_per_l2_byte", "intensity" },
	{ "flop_per_l1_byte", "intensity" },
	{ "flop_per_shared_byte", "intensity" },
	{ "load_sectors_per_request", "for global memory; 4 if a warp reads 128 contiguous bytes" },
	{ "store_sectors_per_request", "the same for stores" },
	{ "conflicts", "share of the shared-memory wavefronts caused by bank conflicts" },
	{ "local_bytes", "bytes of local memory: spilled registers and per-thread arrays" },
	{ "warps", "active warps, relative to the maximum of an SM" },
	{ "issue_slots", "issue slots in use" },
	{ "pipe", "busiest pipe of an SM, or the L2 tags" },
	{ "pipe_use", "share of its peak" },
	{ "stall", "most frequent stall reason" },
	{ "stall_share", "share of the resident warps" },
	{ "fraction_most",
	  "upper bound of the fraction if the bytes of `roof` were not counted; `fraction` is the lower bound" },
	{ "dram_bytes_least", "lower bound of dram_bytes" },
	{ "dram_bytes_most", "upper bound of dram_bytes" },
	{ "load_sectors", "32-byte sectors that global loads requested from L1" },
	{ "store_sectors", "the same for stores" },
	{ "counted", "launches that were counted; their work is scaled to all launches" },
	{ "predicted", "empty since 0.3: a model that was removed filled it" },
	{ "predicted_least", "likewise" },
	{ "predicted_most", "likewise" },
	{ "limiter", "resource that limits the resident warps" },
	{ "reason",
	  "the first reason for its time: coalescing, conflicts, spills, occupancy, idle SMs, barriers, latency, "
	  "reuse, blocks, launches" },
	{ "reason_gain_s", "seconds that this would save over all launches" },
	{ "reason_s", "seconds that they would take then" },
	{ "reason_least", "lower end of the estimate reason_s" },
	{ "reason_most", "upper end" },
	{ "missing", "metric of ncu that decides whether `perhaps` binds; empty if a bound is all that is known" },
	{ NULL, NULL },
};

/* No table has more columns. */
enum { COLUMNS_MAX = 128 };

/* The sum over the counted launches, extrapolated to all launches. */
static double scaled_sum(const struct gb_profiled *k, enum gb_counter counter)
{
	return k->value[counter] * gb_profiled_scale(k);
}

/* JSON has all reasons; a CSV row has only the first. */
static json_t *reasons_of(const struct gb_explained *e)
{
	json_t *all = json_array();

	for (size_t i = 0; i < e->reasons; i++) {
		json_t *object = json_object();
		const struct gb_reason *r = &e->reason[i];
		gb_data_text(object, "reason", gb_fault_text[r->fault].word);
		gb_data_number(object, "before_s", r->before);
		gb_data_number(object, "after_s", r->after);
		gb_data_number(object, "least_s", r->least);
		gb_data_number(object, "most_s", r->most);
		json_array_append_new(all, object);
	}
	return all;
}

static void put_explained(json_t *object, const struct gb_explained *e)
{
	const struct gb_reason *r = e->reasons > 0 ? &e->reason[0] : NULL;

	json_object_set_new(object, "reasons", reasons_of(e));
	gb_data_number(object, "predicted", NAN);
	gb_data_number(object, "predicted_least", NAN);
	gb_data_number(object, "predicted_most", NAN);
	gb_data_text(object, "limiter", e->limiter);
	gb_data_text(object, "reason", r != NULL ? gb_fault_text[r->fault].word : NULL);
	gb_data_number(object, "reason_gain_s", r != NULL ? gb_reason_gain(r) : NAN);
	gb_data_number(object, "reason_s", r != NULL ? r->after : NAN);
	gb_data_number(object, "reason_least", r != NULL ? r->least : NAN);
	gb_data_number(object, "reason_most", r != NULL ? r->most : NAN);
}

static json_t *kernel_object(const struct gb_profile *profile, size_t i)
{
	static const char *const bytes[GB_LEVELS] = { "dram_bytes", "l2_bytes", "l1_bytes", "shared_bytes" };
	static const char *const intensity[GB_LEVELS] = { "flop_per_dram_byte", "flop_per_l2_byte", "flop_per_l1_byte",
							  "flop_per_shared_byte" };
	const struct gb_profiled *k = &profile->kernels->kernel[i];
	const struct gb_binding *p = &profile->binding[i];
	json_t *object = json_object();

	gb_data_text(object, "kernel", k->name);
	gb_data_text(object, "grid", k->grid);
	gb_data_text(object, "block", k->block);
	gb_data_text(object, "device", k->device);
	gb_data_text(object, "gpu", k->gpu);
	json_object_set_new(object, "launches", json_integer((json_int_t)k->launched));
	json_object_set_new(object, "counted", json_integer((json_int_t)gb_profiled_counted(k)));
	gb_data_number(object, "seconds", k->seconds);
	gb_data_number(object, "share", k->seconds / profile->kernels->seconds);
	gb_data_text(object, "roof", p->roof);
	gb_data_number(object, "roof_value", p->roof_value);
	gb_data_text(object, "unit", p->unit);
	gb_data_number(object, "achieved", p->achieved);
	gb_data_number(object, "fraction", p->part);
	gb_data_number(object, "gain_s", p->gain);
	gb_data_text(object, "next_roof", p->next);
	gb_data_number(object, "next_fraction", p->next_part);
	gb_data_text(object, "perhaps", p->perhaps);
	gb_data_number(object, "perhaps_fraction", p->perhaps_part);
	gb_data_number(object, "flop", p->flop);
	for (int level = 0; level < GB_LEVELS; level++) {
		gb_data_number(object, bytes[level], p->bytes[level]);
		gb_data_number(object, intensity[level], p->intensity[level]);
	}
	gb_data_number(object, "arrived_bytes", p->arrived);
	gb_data_number(object, "load_sectors_per_request", p->load_sectors);
	gb_data_number(object, "store_sectors_per_request", p->store_sectors);
	gb_data_number(object, "conflicts", p->conflicts);
	gb_data_number(object, "local_bytes", p->local_bytes);
	gb_data_number(object, "warps", p->warps_part);
	gb_data_number(object, "issue_slots", p->issue_part);
	gb_data_text(object, "pipe", p->pipe);
	gb_data_number(object, "pipe_use", p->pipe_part);
	gb_data_text(object, "stall", p->stall);
	gb_data_number(object, "stall_share", p->stall_part);
	gb_data_number(object, "fraction_most", p->part_most);
	gb_data_number(object, "dram_bytes_least", p->dram_least);
	gb_data_number(object, "dram_bytes_most", p->dram_most);
	gb_data_number(object, "load_sectors", scaled_sum(k, GB_LOAD_SECTORS));
	gb_data_number(object, "store_sectors", scaled_sum(k, GB_STORE_SECTORS));
	if (profile->explained != NULL)
		put_explained(object, &profile->explained[i]);
	gb_data_text(object, "missing", p->missing);
	return object;
}

static json_t *kernel_objects(const struct gb_profile *profile)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < profile->kernels->count; i++)
		json_array_append_new(rows, kernel_object(profile, i));
	return rows;
}

int gb_columns_write(const struct gb_column_help *columns, json_t *rows, FILE *out, struct gb_error *error)
{
	const char *names[COLUMNS_MAX + 1] = { NULL };

	for (size_t i = 0; i < COLUMNS_MAX && columns[i].name != NULL; i++)
		names[i] = columns[i].name;
	gb_data_header(out, names);
	gb_data_rows(out, names, NULL, rows);
	json_decref(rows);
	return gb_data_end(out, error);
}

int gb_profile_write_csv(const struct gb_profile *profile, FILE *out, struct gb_error *error)
{
	return gb_columns_write(gb_profile_columns, kernel_objects(profile), out, error);
}

int gb_profile_write_json(const struct gb_profile *profile, FILE *out, struct gb_error *error)
{
	json_t *document = json_object();

	gb_data_text(document, "roofs", profile->roofs);
	gb_data_number(document, "seconds", profile->kernels->seconds);
	json_object_set_new(document, "launches", json_integer((json_int_t)profile->kernels->launches));
	json_object_set_new(document, "kernels", kernel_objects(profile));
	if (profile->survey != NULL)
		json_object_set_new(document, "survey", gb_survey_object(profile->survey));
	return gb_data_document(out, document, error);
}
