#include "record/identity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

static uint64_t mix_number(uint64_t hash, double number)
{
	uint64_t bits = 0;

	if (isnan(number))
		number = (double)NAN; /* any NAN has the same bits */
	memcpy(&bits, &number, sizeof bits);
	return gb_hash_finish(hash ^ (bits * GB_HASH_STEP));
}

uint64_t gb_hash_field(uint64_t hash, const struct gb_record *record, const struct gb_column *column)
{
	const void *at = (const char *)record + column->offset;

	if (column->type == GB_NUMBER)
		return mix_number(hash, *(const double *)at);
	const char *text = column->type == GB_TEXT ? *(const char *const *)at
						   : gb_row_status_word(*(const enum gb_row_status *)at);
	return gb_hash_mix(hash, text, strlen(text) + 1);
}

uint64_t gb_identity_of(const struct gb_record *record)
{
	uint64_t hash = GB_HASH_BEGIN;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (gb_column_identifies(c))
			hash = gb_hash_field(hash, record, c);
	return gb_hash_finish(hash);
}

/* The result, without the program's version and the number in a plan, which --resume may change. */
static bool is_result_column(const struct gb_column *column)
{
	return column->group >= GB_COLUMN_VALUE || column->offset == offsetof(struct gb_record, time_utc);
}

static uint64_t hash_result(const struct gb_record *record)
{
	uint64_t hash = GB_HASH_BEGIN;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (is_result_column(c) && !gb_column_identifies(c))
			hash = gb_hash_field(hash, record, c);
	return gb_hash_finish(hash);
}

/* ---- rows seen so far -------------------------------------------------------------------------------------------- */

static struct gb_identity *find_identity(const struct gb_identities *seen, uint64_t of)
{
	size_t at = (size_t)of & (seen->slots - 1);

	while (seen->slot[at].of != 0 && seen->slot[at].of != of)
		at = (at + 1) & (seen->slots - 1);
	return &seen->slot[at];
}

/* The table is at most three quarters full. */
static void ensure_room(struct gb_identities *seen)
{
	if (4 * (seen->count + 1) <= 3 * seen->slots)
		return;
	struct gb_identities grown = { .slots = seen->slots > 0 ? 2 * seen->slots : 64, .count = seen->count };
	grown.slot = gb_heap_array(grown.slots, sizeof *grown.slot);
	for (size_t i = 0; i < seen->slots; i++)
		if (seen->slot[i].of != 0)
			*find_identity(&grown, seen->slot[i].of) = seen->slot[i];
	free(seen->slot);
	*seen = grown;
}

enum gb_seen gb_identities_note(struct gb_identities *seen, uint64_t of, uint64_t said)
{
	of += of == 0;
	ensure_room(seen);
	struct gb_identity *there = find_identity(seen, of);
	if (there->of != 0)
		return there->said == said ? GB_SEEN_SAME : GB_SEEN_OTHERWISE;
	*there = (struct gb_identity){ of, said };
	seen->count++;
	return GB_SEEN_FIRST;
}

enum gb_seen gb_identities_see(struct gb_identities *seen, const struct gb_record *record)
{
	const uint64_t of = gb_identity_of(record), said = hash_result(record);

	return isfinite(record->value) ? gb_identities_note(seen, of, said)
				       : gb_identities_note(seen, gb_hash_finish(of ^ said), said);
}

void gb_identities_free(struct gb_identities *seen)
{
	free(seen->slot);
	*seen = (struct gb_identities){ 0 };
}

const char *gb_identity_text(const struct gb_record *r, char text[GB_IDENTITY_TEXT])
{
	char key[GB_GPU_KEY];

	gb_text_write(text, GB_IDENTITY_TEXT, "run %.40s of %.80s: %.60s%s%.120s, %.60s", r->run_id, gb_gpu_key(r, key),
		      r->benchmark, r->point[0] ? " " : "", r->point, r->metric);
	return text;
}

static bool are_known_and_differ(const char *a, const char *b)
{
	return a[0] != '\0' && b[0] != '\0' && strcmp(a, b) != 0;
}

#define TAKEN_OUT_SECONDS 600

/* A comparison with an unknown time is false, so such measurements may overlap. */
static bool may_overlap(const struct gb_seat *a, const struct gb_seat *b)
{
	return !(a->begun >= b->ended || b->begun >= a->ended);
}

static bool are_within_seconds(const struct gb_seat *a, const struct gb_seat *b, double seconds)
{
	return a->begun < b->ended + seconds && b->begun < a->ended + seconds;
}

bool gb_seats_are_of_two(const struct gb_seat *a, const struct gb_seat *b)
{
	if (are_known_and_differ(a->pci, b->pci) &&
	    (strcmp(a->run, b->run) == 0 || are_within_seconds(a, b, TAKEN_OUT_SECONDS)))
		return true;
	return are_known_and_differ(a->host, b->host) && may_overlap(a, b);
}

const char *gb_gpu_key(const struct gb_record *r, char key[GB_GPU_KEY])
{
	if (gb_record_text(r->gpu_uuid)[0] != '\0')
		return r->gpu_uuid;
	gb_text_write(key, GB_GPU_KEY, "%s/%s/%s", gb_record_text(r->host), gb_record_text(r->pci_bus_id),
		      gb_record_text(r->device));
	return key;
}
