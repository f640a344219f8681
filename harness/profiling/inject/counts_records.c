#include "inject/counts_records.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "inject/cubins.h"
#include "inject/trace.h"

/* qsort() has no context: the kernel whose records come first. */
static _Thread_local const char *wanted;

static void tell_kernel(const struct gb_counted_where *w, const struct gb_counted_kernel *k)
{
	const struct cupti_launch *l = &k->launch;

	gb_trace_add("counts_kernel\t%d\t%d\t%u\t%u\t%u\t%u\t%u\t%u\t%" PRIu64 "\t%s", w->device, w->capability,
		     (unsigned)l->grid[0], (unsigned)l->grid[1], (unsigned)l->grid[2], (unsigned)l->block[0],
		     (unsigned)l->block[1], (unsigned)l->block[2], k->number, k->name);
}

static void add_up(const struct gb_counted_where *w, const struct cupti_sass_record *r, size_t values,
		   uint64_t sum[GB_COUNTS_METRICS])
{
	memset(sum, 0, GB_COUNTS_METRICS * sizeof *sum);
	for (size_t i = 0; i < values; i++)
		for (int m = 0; m < GB_COUNTS_METRICS; m++)
			if (r->values[i].id == w->id[m])
				sum[m] += r->values[i].value;
}

static bool is_of_kernel(const struct cupti_sass_record *r)
{
	return r->function != NULL && strcmp(r->function, wanted) == 0;
}

/* Adds up all records of an instruction from `*at` on, and moves `*at` past the last of them. CUPTI may have a separate
 * record for each metric, so a warp counted in one record may be missing from the others. */
static void add_up_instruction(const struct gb_counted_where *w, const struct cupti_sass_record *record, size_t count,
			       size_t values, size_t *at, uint64_t sum[GB_COUNTS_METRICS])
{
	const struct cupti_sass_record *first = &record[*at];
	uint64_t more[GB_COUNTS_METRICS];

	memset(sum, 0, GB_COUNTS_METRICS * sizeof *sum);
	for (; *at < count && record[*at].crc == first->crc && record[*at].place == first->place; ++*at) {
		add_up(w, &record[*at], values, more);
		for (int m = 0; m < GB_COUNTS_METRICS; m++)
			sum[m] += more[m];
	}
}

static void tell_code(const struct cupti_sass_record *r, const uint64_t sum[GB_COUNTS_METRICS], uint64_t *unread)
{
	uint64_t low, high;

	if (sum[0] == 0)
		return;
	if (!gb_cubins_find(r->crc, r->function, r->place, &low, &high)) {
		++*unread;
		return;
	}
	gb_trace_add("counts_code\t%u\t%016" PRIx64 "\t%016" PRIx64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
		     "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64,
		     (unsigned)r->place, low, high, sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6]);
}

static uint64_t launch_warps(const struct cupti_launch *l)
{
	const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];

	return (uint64_t)l->grid[0] * l->grid[1] * l->grid[2] * ((threads + 31) / 32);
}

/* Orders records of the kernel by instruction, before those of other kernels. */
static int compare_places(const void *left, const void *right)
{
	const struct cupti_sass_record *a = left, *b = right;

	if (is_of_kernel(a) != is_of_kernel(b))
		return is_of_kernel(a) ? -1 : 1;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->crc > b->crc) - (a->crc < b->crc);
}

/* Every warp executes the first instruction, which has the lowest place. If warps but no threads were counted, CUPTI
 * has counted one metric and not the others. */
void gb_counts_tell(const struct gb_counted_where *w, const struct gb_counted_kernel *k,
		    struct cupti_sass_record *record, size_t count, size_t values)
{
	uint64_t warps = 0, threads = 0, unread = 0, sum[GB_COUNTS_METRICS];

	wanted = k->name;
	qsort(record, count, sizeof *record, compare_places);
	while (count > 0 && !is_of_kernel(&record[count - 1]))
		count--;
	for (size_t at = 0; at < count;) {
		const bool is_first = record[at].place == record[0].place;
		add_up_instruction(w, record, count, values, &at, sum);
		warps += is_first ? sum[0] : 0;
		threads += sum[1];
	}
	if (warps == 0 || threads == 0 || warps != launch_warps(&k->launch)) {
		gb_trace_add("counts_empty\t%" PRIu64 "\t%zu\t%" PRIu64 "\t%s", k->number, count, warps, k->name);
		gb_trace_flush();
		return;
	}
	tell_kernel(w, k);
	for (size_t at = 0; at < count;) {
		const struct cupti_sass_record *first = &record[at];
		add_up_instruction(w, record, count, values, &at, sum);
		tell_code(first, sum, &unread);
	}
	gb_trace_add("counts_end\t%" PRIu64, unread);
	gb_trace_flush();
}
