#include "engine/conclude.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/quantity.h"
#include "base/text.h"
#include "engine/doubts_remarks.h"
#include "engine/row.h"
#include "plan/description.h"

struct gb_kept {
	const struct gb_bench *bench;
	struct gb_point point;
	char uuid[48], variant[GB_NAME_MAX], metric[GB_NAME_MAX], throttle[96];
	struct gb_record record; /* its texts are those above */
};

/* ---- keeping ----------------------------------------------------------------------------------------------------- */

static bool has_value(const struct gb_record *record)
{
	return gb_record_is_measured(record) && isfinite(record->value) && record->variant[0] != '\0';
}

static void keep_record(struct gb_kept *kept, const struct gb_bench *bench, const struct gb_record *record)
{
	kept->bench = bench;
	kept->record = *record;
	gb_text_copy(kept->uuid, sizeof kept->uuid, record->gpu_uuid);
	gb_text_copy(kept->variant, sizeof kept->variant, record->variant);
	gb_text_copy(kept->metric, sizeof kept->metric, record->metric);
	gb_text_copy(kept->throttle, sizeof kept->throttle, record->throttle);
}

int gb_rows_keep(struct gb_rows *rows, const struct gb_bench *bench, const struct gb_record *record,
		 struct gb_error *error)
{
	if (bench->conclude == NULL || !has_value(record))
		return GB_OK;
	rows->kept = gb_array_grow(rows->kept, rows->count, &rows->room, sizeof *rows->kept);
	struct gb_kept *kept = &rows->kept[rows->count];
	if (gb_point_read(bench->axes, record->point, &kept->point, error) != GB_OK)
		return gb_error_prefix(error, "%s %s", bench->name, record->point);
	keep_record(kept, bench, record);
	rows->count++;
	return GB_OK;
}

void gb_rows_cut(struct gb_rows *rows, size_t count)
{
	rows->count = count < rows->count ? count : rows->count;
}

void gb_rows_free(struct gb_rows *rows)
{
	free(rows->kept);
	*rows = (struct gb_rows){ 0 };
}

/* ---- concluding -------------------------------------------------------------------------------------------------- */

static struct gb_row plugin_row(const struct gb_kept *kept)
{
	const struct gb_record *r = &kept->record;

	return (struct gb_row){
		.bench = kept->bench,
		.variant = kept->variant,
		.metric = kept->metric,
		.value_of = kept->point.value,
		.has = (const unsigned char *)kept->point.has,
		.value = r->value,
		.lo = r->lo,
		.hi = r->hi,
		.limit = r->limit,
		.sm_hz = r->sm_clock_hz,
	};
}

/* A finding with the same limit as the row on which it rests also gets that row's limit at rated clocks. */
static bool same_limit(const struct gb_finding *f, const struct gb_record *from)
{
	return isfinite(from->limit) && !(fabs(f->limit - from->limit) > 0);
}

static double rated_limit(const struct gb_record *from, const char *unit)
{
	return gb_lower_is_better(unit) ? from->fraction_rated * from->value : from->value / from->fraction_rated;
}

static void judge_finding(const struct gb_finding *f, const struct gb_kept *from, struct gb_record *record,
			  char reason[GB_RECORD_REASON])
{
	if (from != NULL)
		gb_row_state_of(record, &from->record, from->throttle);
	if (from != NULL && from->record.status == GB_ROW_SUSPECT)
		gb_row_doubt(record, reason, GB_DOUBT_SOURCE, "the row it was found in is suspect");
	if (isfinite(f->value))
		gb_doubts_limit(record, f->limit, reason);
	gb_doubts_interval(record, reason);
	if (from != NULL && same_limit(f, &from->record))
		gb_row_rated(record, rated_limit(&from->record, record->unit));
}

/* Select the rows of one device in the form that the plug-in receives; `kept` holds their origins. Returns their
 * number. */
static size_t select_rows(const struct gb_rows *rows, const struct gb_bench *bench, const char *uuid,
			  struct gb_row *row, const struct gb_kept **kept)
{
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->kept[i].bench == bench && strcmp(rows->kept[i].uuid, uuid) == 0) {
			kept[count] = &rows->kept[i];
			row[count++] = plugin_row(&rows->kept[i]);
		}
	return count;
}

int gb_conclude_check(const struct gb_finding *f, const struct gb_row *rows, size_t count, struct gb_error *error)
{
	if (f->metric == NULL || f->metric[0] == '\0' || f->unit == NULL)
		return gb_error_set(error, "a finding has no metric, or NULL for its unit");
	if (isinf(f->value) || (isnan(f->value) && f->remark[0] == '\0'))
		return gb_error_set(error, "finding %s is %g, and no remark says why", f->metric, f->value);
	for (size_t i = 0; i < count && f->from != NULL; i++)
		if (f->from == &rows[i])
			return GB_OK;
	return f->from == NULL ? GB_OK
			       : gb_error_set(error, "finding %s names a row that conclude() was not given", f->metric);
}

/* An invalid finding costs only its own row. */
static void make_record(const struct gb_bench *bench, const struct gb_record *base, const struct gb_row *row,
			const struct gb_kept *const *kept, size_t rows, size_t i, struct gb_conclusions *out)
{
	const struct gb_finding *f = &out->finding[i];
	struct gb_error wrong = { "" };

	if (gb_conclude_check(f, row, rows, &wrong) == GB_OK) {
		out->record[i] = gb_row_finding(base, bench, f, out->reason[i]);
		judge_finding(f, f->from != NULL ? kept[f->from - row] : NULL, &out->record[i], out->reason[i]);
		return;
	}
	out->record[i] = *base;
	gb_row_benchmark(&out->record[i], bench);
	gb_text_copy(out->reason[i], GB_RECORD_REASON, wrong.text);
	gb_row_outcome(&out->record[i], GB_ROW_FAILED, out->reason[i]);
}

/* ---- suspect rows ------------------------------------------------------------------------------------------------ */

#define SAME_FINDING 0.003

static bool is_same(const struct gb_finding *one, const struct gb_finding *other)
{
	return strcmp(one->point, other->point) == 0 && strcmp(one->metric, other->metric) == 0 &&
	       (isnan(one->value) || fabs(one->value - other->value) <= SAME_FINDING * fabs(one->value) ||
		(other->value >= one->lo && other->value <= one->hi));
}

static bool is_among(const struct gb_finding *f, const struct gb_finding *others, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_same(f, &others[i]))
			return true;
	return false;
}

/* A finding rests on suspect rows if it would differ or be missing without them. conclude() is pure, so calling it
 * again finds that out for any plug-in. `trusted` and `found` have room for all rows and findings. */
static void doubt_what_rests_on_suspects(const struct gb_bench *bench, const struct gb_device *device,
					 const struct gb_row *trusted, size_t count, struct gb_finding *found,
					 struct gb_conclusions *out)
{
	const size_t others = bench->conclude(device, trusted, count, found);

	for (size_t i = 0; i < out->count; i++)
		if (out->record[i].status == GB_ROW_OK &&
		    !is_among(&out->finding[i], found, others <= GB_FINDINGS_MAX ? others : 0))
			gb_row_doubt(&out->record[i], out->reason[i], GB_DOUBT_SOURCE,
				     "it rests on suspect rows: without them it differs, or cannot be concluded");
}

static void inherit_suspicion(const struct gb_bench *bench, const struct gb_device *device, const struct gb_row *row,
			      const struct gb_kept *const *kept, size_t rows, struct gb_conclusions *out)
{
	struct gb_row *trusted = gb_heap_array(rows + 1, sizeof *trusted);
	struct gb_finding *found = gb_heap_array(GB_FINDINGS_MAX, sizeof *found);
	size_t count = 0, sound = 0;

	for (size_t i = 0; i < rows; i++)
		if (kept[i]->record.status != GB_ROW_SUSPECT)
			trusted[count++] = row[i];
	for (size_t i = 0; i < out->count; i++)
		sound += out->record[i].status == GB_ROW_OK;
	if (count < rows && sound > 0)
		doubt_what_rests_on_suspects(bench, device, trusted, count, found, out);
	free(trusted);
	free(found);
}

int gb_conclude(const struct gb_rows *rows, const struct gb_bench *bench, const struct gb_device *device,
		const struct gb_record *base, struct gb_conclusions *out, struct gb_error *error)
{
	struct gb_row *row = gb_heap_array(rows->count + 1, sizeof *row);
	const struct gb_kept **kept = gb_heap_array(rows->count + 1, sizeof(*kept));
	int status = gb_description_attach(bench, error);

	memset(out, 0, sizeof *out);
	const size_t selected = status == GB_OK ? select_rows(rows, bench, device->uuid, row, kept) : 0;
	if (status == GB_OK)
		out->count = bench->conclude(device, row, selected, out->finding);
	if (out->count > GB_FINDINGS_MAX)
		status = gb_error_set(error, "conclude: %zu findings; the maximum is %d", out->count, GB_FINDINGS_MAX);
	for (size_t i = 0; i < out->count && status == GB_OK; i++)
		make_record(bench, base, row, kept, selected, i, out);
	if (status == GB_OK)
		inherit_suspicion(bench, device, row, kept, selected, out);
	free(row);
	free(kept);
	return status;
}
