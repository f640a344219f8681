#include "engine/conclude.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/collections.h"
#include "base/quantity.h"
#include "base/text.h"
#include "engine/judge.h"

struct gb_kept {
	const struct gb_bench *bench;
	struct gb_point point;
	char uuid[48], variant[GB_NAME_MAX], metric[GB_NAME_MAX], throttle[96];
	struct gb_record record; /* its numbers; the texts are those above */
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
	struct gb_kept *grown = gb_array_grow(rows->kept, rows->count, &rows->room, sizeof *grown);
	if (grown == NULL)
		return gb_error_set(error, "out of memory for %zu rows", rows->count + 1);
	rows->kept = grown;
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

static struct gb_row row_of(const struct gb_kept *kept)
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

/* The state of the card when the row on which a finding rests was measured. */
static void take_state(struct gb_record *record, const struct gb_kept *from)
{
	gb_record_copy(record, &from->record, GB_COLUMN_STATE);
	record->energy_j = NAN; /* of a launch; a conclusion has none */
	record->throttle = from->throttle;
	record->status = from->record.status;
}

/* A finding that is compared with the limit of the row on which it rests also has that row's limit at rated clocks. */
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
	gb_text_copy(reason, GB_RECORD_REASON, f->remark);
	record->reason = reason;
	record->status = GB_ROW_OK;
	if (from != NULL)
		take_state(record, from);
	record->doubts = record->status == GB_ROW_SUSPECT ? GB_DOUBT_BIT(GB_DOUBT_SOURCE) : 0;
	if (record->status == GB_ROW_SUSPECT)
		gb_text_add(reason, GB_RECORD_REASON, "%sthe row it was found in is suspect", reason[0] ? "; " : "");
	if (isfinite(f->value))
		gb_judge_limit(record, f->limit, reason);
	gb_judge_interval(record, reason);
	if (from != NULL && same_limit(f, &from->record))
		record->fraction_rated = gb_record_fraction(record, rated_limit(&from->record, record->unit));
}

static struct gb_record record_of(const struct gb_record *base, const struct gb_bench *bench,
				  const struct gb_finding *f)
{
	struct gb_record record = *base;

	record.benchmark = bench->name;
	record.variant = "";
	record.point = f->point;
	record.metric = gb_record_text(f->metric);
	record.unit = gb_record_text(f->unit);
	record.origin = GB_ORIGIN_CONCLUDED;
	record.value = f->value;
	record.lo = f->lo;
	record.hi = f->hi;
	record.roof = gb_record_text(f->roof);
	record.axis = gb_record_text(f->axis);
	record.x = f->axis != NULL ? f->x : (double)NAN;
	return record;
}

/* The rows of one device in the form that the plug-in gets; `kept` holds their origin. Returns how many. */
static size_t select_rows(const struct gb_rows *rows, const struct gb_bench *bench, const char *uuid,
			  struct gb_row *row, const struct gb_kept **kept)
{
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->kept[i].bench == bench && strcmp(rows->kept[i].uuid, uuid) == 0) {
			kept[count] = &rows->kept[i];
			row[count++] = row_of(&rows->kept[i]);
		}
	return count;
}

int gb_conclude(const struct gb_rows *rows, const struct gb_bench *bench, const struct gb_device *device,
		const struct gb_record *base, struct gb_conclusions *out, struct gb_error *error)
{
	struct gb_row *row = calloc(rows->count + 1, sizeof *row);
	const struct gb_kept **kept = calloc(rows->count + 1, sizeof(*kept));
	int status = row != NULL && kept != NULL ? GB_OK : gb_error_set(error, "out of memory");

	memset(out, 0, sizeof *out);
	if (status == GB_OK)
		out->count =
			bench->conclude(device, row, select_rows(rows, bench, device->uuid, row, kept), out->finding);
	for (size_t i = 0; i < out->count; i++) {
		const struct gb_finding *f = &out->finding[i];
		out->record[i] = record_of(base, bench, f);
		judge_finding(f, f->from != NULL ? kept[f->from - row] : NULL, &out->record[i], out->reason[i]);
	}
	free(row);
	free(kept);
	return status;
}
