/* gpus.c: finds GPUs of a collection of roofs (roofs.h) by key, reduces them to their newest runs, and selects some. */
#include "analysis/roofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/scatter.h"
#include "analysis/twins.h"
#include "base/hash.h"
#include "base/heap.h"
#include "base/text.h"

/* Texts that a record has only in another form. */
struct made {
	char key[GB_GPU_KEY], pair[GB_GPU_KEY], name[GB_GPU_KEY], number[GB_FIELD_TEXT];
};

static void name_together(const struct gb_record *r, struct gb_gpu_roofs *gpu, struct made *made)
{
	const bool all = strcmp(gpu->peer, "all") == 0;

	made->pair[0] = made->name[0] = '\0';
	gb_text_add(made->pair, sizeof made->pair, "%s to %s", gpu->owner, gpu->peer);
	gb_text_add(made->name, sizeof made->name, all ? "%s, all of a node" : "%s, pairs",
		    gb_record_text(r->gpu_name));
	gpu->key = gpu->uuid = made->pair;
	gpu->name = made->name;
}

/* Uses the record's own texts; nothing is copied. */
static struct gb_gpu_roofs gpu_of(const struct gb_record *r, struct made *made)
{
	struct gb_gpu_roofs gpu = {
		.name = r->gpu_name,
		.peer = gb_record_text(r->peer_uuid),
		.uuid = r->gpu_uuid,
		.host = r->host,
		.pci = r->pci_bus_id,
		.device = r->device,
		.capability = r->compute_capability,
		.driver = r->driver,
		.vbios = r->vbios,
		.board = gb_record_text(r->board),
		.ecc = r->ecc,
		.mig = r->mig,
		.version = r->version,
		.mode = gb_record_text(r->mode),
		.power_limit_w = r->power_limit_w,
		.sm_clock_rated_hz = r->sm_clock_rated_hz,
		.memory_bytes = r->memory_bytes,
		.sms = r->sms,
		.pcie_lanes = r->pcie_lanes,
		.grouped = gb_column_grouped.name != NULL
				   ? gb_record_text(gb_record_field(r, &gb_column_grouped, made->number))
				   : "",
		.newest = NAN,
		.run = gb_record_text(r->run_id),
	};

	gpu.owner = gpu.key = gb_gpu_key(r, made->key);
	if (gpu.peer[0] != '\0')
		name_together(r, &gpu, made);
	return gpu;
}

static void keep_texts(struct gb_roofs *roofs, struct gb_gpu_roofs *g)
{
	const char **const texts[] = { &g->key,        &g->name,   &g->uuid,  &g->host, &g->pci,  &g->device,
				       &g->capability, &g->driver, &g->vbios, &g->ecc,  &g->mig,  &g->version,
				       &g->board,      &g->owner,  &g->peer,  &g->run,  &g->mode, &g->grouped };

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		*texts[i] = gb_strings_keep(&roofs->strings, *texts[i]);
}

/* ---- finding GPUs ------------------------------------------------------------------------------------------------ */

/* Key and run must be texts of the collection. */
static size_t *find_slot(const struct gb_roofs *roofs, const char *key, const char *run)
{
	size_t at = (size_t)gb_hash_addresses(key, roofs->apart ? run : NULL, 0) & (roofs->slots - 1);

	for (; roofs->slot[at] != 0; at = (at + 1) & (roofs->slots - 1)) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[roofs->slot[at] - 1];
		if (gpu->key == key && (!roofs->apart || gpu->run == run))
			break;
	}
	return &roofs->slot[at];
}

void gb_gpus_index(struct gb_roofs *roofs)
{
	if (roofs->slots > 0)
		memset(roofs->slot, 0, roofs->slots * sizeof *roofs->slot);
	roofs->last = roofs->before = 0;
	for (size_t i = 0; i < roofs->count; i++)
		*find_slot(roofs, roofs->gpu[i].key, roofs->gpu[i].run) = i + 1;
}

static struct gb_gpu_roofs *new_gpu(struct gb_roofs *roofs, struct gb_gpu_roofs gpu)
{
	roofs->gpu = gb_array_grow(roofs->gpu, roofs->count, &roofs->room, sizeof *roofs->gpu);
	keep_texts(roofs, &gpu);
	if (2 * roofs->count >= roofs->slots) {
		roofs->slots = roofs->slots > 0 ? 2 * roofs->slots : 64;
		roofs->slot = gb_heap_resize(roofs->slot, roofs->slots, sizeof *roofs->slot);
		gb_gpus_index(roofs);
	}
	gpu.failure = "";
	roofs->last = roofs->count++;
	*find_slot(roofs, gpu.key, gpu.run) = roofs->count;
	roofs->gpu[roofs->last] = gpu;
	return &roofs->gpu[roofs->last];
}

/* After the next GPU has begun, a GPU rarely gets another row. Spare memory would add up over thousands of GPUs. */
static void give_back_room(struct gb_gpu_roofs *gpu)
{
	if (gpu->room == gpu->roofs || gpu->roofs == 0)
		return;
	gpu->roof = gb_heap_resize(gpu->roof, gpu->roofs, sizeof *gpu->roof);
	gpu->room = gpu->roofs;
}

static struct gb_gpu_roofs *find_gpu(struct gb_roofs *roofs, const struct gb_record *record)
{
	struct made made;
	const struct gb_gpu_roofs gpu = gpu_of(record, &made);

	if (roofs->last < roofs->count && strcmp(roofs->gpu[roofs->last].key, gpu.key) == 0 &&
	    (!roofs->apart || strcmp(roofs->gpu[roofs->last].run, gpu.run) == 0))
		return &roofs->gpu[roofs->last];
	const char *kept = gb_strings_keep(&roofs->strings, gpu.key), *run = gb_strings_keep(&roofs->strings, gpu.run);
	if (roofs->last < roofs->count)
		give_back_room(&roofs->gpu[roofs->last]);
	roofs->before = roofs->last;
	const size_t number = roofs->slots > 0 ? *find_slot(roofs, kept, run) : 0;
	if (number == 0)
		return new_gpu(roofs, gpu);
	roofs->last = number - 1;
	return &roofs->gpu[number - 1];
}

struct gb_gpu_roofs *gb_gpus_of(struct gb_roofs *roofs, const struct gb_record *record)
{
	struct gb_gpu_roofs *gpu = find_gpu(roofs, record);

	/* An older file of the same GPU may lack the board. */
	if (gpu->board[0] == '\0' && gb_record_text(record->board)[0] != '\0')
		gpu->board = gb_strings_keep(&roofs->strings, record->board);
	gb_twins_note(roofs, gpu, record);
	return gpu;
}

/* ---- the newest run of each GPU ---------------------------------------------------------------------------------- */

static void join_gpus(struct gb_gpu_roofs *into, struct gb_gpu_roofs *from)
{
	for (size_t i = 0; i < from->roofs; i++) {
		into->roof = gb_array_grow(into->roof, into->roofs, &into->room, sizeof *into->roof);
		into->roof[into->roofs++] = from->roof[i];
	}
	into->failure = into->failed > 0 ? into->failure : from->failure;
	into->failed += from->failed;
	into->newest = fmax(into->newest, from->newest); /* fmax() ignores NAN */
	into->clash = into->clash != NULL ? into->clash : from->clash;
	free(from->roof);
}

/* Returns the GPU's best ok value for this roof; NAN: there is none. */
static double best_ok(const struct gb_gpu_roofs *gpu, const struct gb_roof_row *of)
{
	const bool lower = gb_lower_is_better(of->unit);
	double best = NAN; /* fmin() and fmax() ignore NAN */

	for (size_t i = 0; i < gpu->roofs; i++) {
		const struct gb_roof *roof = &gpu->roof[i];
		if (roof->row->name == of->name && roof->row->unit == of->unit && roof->row->status == GB_ROW_OK)
			best = lower ? fmin(best, roof->value) : fmax(best, roof->value);
	}
	return best;
}

static bool has_roof(const struct gb_gpu_roofs *gpu, const struct gb_roof_row *of)
{
	for (size_t i = 0; gpu != NULL && i < gpu->roofs; i++)
		if (gpu->roof[i].row->name == of->name && gpu->roof[i].row->unit == of->unit)
			return true;
	return false;
}

/* True if the newest run lacks a roof of the older one. */
static bool note_older(struct gb_older *older, const struct gb_gpu_roofs *now, const struct gb_gpu_roofs *then)
{
	bool lacks = false;

	for (size_t i = 0; i < then->roofs; i++) {
		const struct gb_roof *roof = &then->roof[i];
		const double value = now != NULL ? best_ok(now, roof->row) : (double)NAN;
		const double part =
			gb_lower_is_better(roof->row->unit) ? value / roof->value - 1 : roof->value / value - 1;
		lacks |= !has_roof(now, roof->row);
		if (!(part > older->part) || roof->row->status != GB_ROW_OK)
			continue;
		older->part = part;
		older->roof = roof->row->name;
		older->gpu = now->key;
	}
	return lacks;
}

static int compare_keys(const void *left, const void *right)
{
	const struct gb_gpu_roofs *a = left, *b = right;

	return strcmp(a->key, b->key);
}

/* Notes what older entries, of which there is at least one, have; frees their roofs. */
static void note_all_older(struct gb_older *older, const struct gb_roofs *roofs, struct gb_gpu_roofs *gpu, size_t count)
{
	qsort(gpu, count, sizeof *gpu, compare_keys);
	for (size_t i = 0, end; i < count; i = end) {
		const struct gb_gpu_roofs *now = gb_roofs_find(roofs, gpu[i].key);
		bool lacks = false;
		for (end = i; end < count && gpu[end].key == gpu[i].key; end++) {
			lacks |= note_older(older, now, &gpu[end]);
			free(gpu[end].roof);
		}
		older->gpus += gpu[i].peer[0] == '\0';
		older->lacking += lacks;
	}
}

/* From `first` on, moves entries with a run of this kind to the front. Returns the index after them. */
static size_t move_up(struct gb_roofs *roofs, size_t first, enum gb_run_is kind)
{
	for (size_t i = first; i < roofs->count; i++) {
		const struct gb_gpu_roofs gpu = roofs->gpu[i];
		if (gb_runs_is(&roofs->runs, gpu.owner, gb_runs_whole(&roofs->runs, gpu.owner, gpu.run)) != kind)
			continue;
		roofs->gpu[i] = roofs->gpu[first];
		roofs->gpu[first++] = gpu;
	}
	return first;
}

void gb_roofs_keep_newest(struct gb_roofs *roofs, struct gb_older *older, gb_runs_tell_fn *odd)
{
	const size_t all = roofs->count;
	size_t count = 0;

	*older = (struct gb_older){ 0 };
	gb_runs_settle(&roofs->runs);
	gb_runs_keep_newest(&roofs->runs, odd);
	/* Properties of the GPU itself come from the newest run. */
	const size_t newest = move_up(roofs, move_up(roofs, 0, GB_RUN_NEWEST), GB_RUN_WITH_NEWEST);
	roofs->apart = false;
	roofs->count = 0;
	gb_gpus_index(roofs);
	for (size_t i = 0; i < newest; i++) {
		size_t *slot = find_slot(roofs, roofs->gpu[i].key, NULL);
		if (*slot != 0) {
			join_gpus(&roofs->gpu[*slot - 1], &roofs->gpu[i]);
			continue;
		}
		roofs->gpu[count++] = roofs->gpu[i];
		*slot = count;
	}
	roofs->count = count;
	if (all > newest)
		note_all_older(older, roofs, roofs->gpu + newest, all - newest);
}

void gb_older_tell(const struct gb_older *older, char *text, size_t size)
{
	char percent[64];

	text[0] = '\0';
	if (older->gpus == 0)
		return;
	gb_text_add(text, size, "note: %zu GPU%s older runs, which are left out", older->gpus,
		    older->gpus == 1 ? " has" : "s have");
	if (older->lacking > 0)
		gb_text_add(text, size, "; some roofs of %zu are only in those", older->lacking);
	if (older->part < GB_MIN_OFF_LEAST)
		return;
	gb_text_percent(percent, sizeof percent, older->part, 1);
	gb_text_add(text, size, "; %s of %s was %s better once", older->roof, older->gpu, percent);
}

/* ---- selecting GPUs ---------------------------------------------------------------------------------------------- */

const struct gb_gpu_roofs *gb_roofs_find(const struct gb_roofs *roofs, const char *key)
{
	const char *kept = gb_strings_find(&roofs->strings, key);
	const size_t number = kept != NULL && roofs->slots > 0 ? *find_slot(roofs, kept, NULL) : 0;

	return number > 0 ? &roofs->gpu[number - 1] : NULL;
}

bool gb_gpu_is(const char *text, const char *uuid, const char *host, const char *pci, const char *name,
	       const char *board)
{
	const size_t length = strlen(text);

	return strncmp(gb_record_text(uuid), text, length) == 0 || strncmp(gb_record_text(host), text, length) == 0 ||
	       strncmp(gb_record_text(pci), text, length) == 0 || strcasestr(gb_record_text(name), text) != NULL ||
	       strcasestr(gb_record_text(board), text) != NULL;
}

bool gb_gpu_is_of(const char *text, const struct gb_record *record)
{
	return text == NULL ||
	       gb_gpu_is(text, record->gpu_uuid, record->host, record->pci_bus_id, record->gpu_name, record->board);
}

static bool is_chosen(const void *text, const struct gb_gpu_roofs *gpu)
{
	return gb_gpu_is(text, gpu->uuid, gpu->host, gpu->pci, gpu->name, gpu->board);
}

void gb_roofs_keep(struct gb_roofs *roofs, gb_roofs_want_fn *wants, const void *context)
{
	size_t kept = 0;

	for (size_t i = 0; i < roofs->count; i++) {
		if (wants(context, &roofs->gpu[i]))
			roofs->gpu[kept++] = roofs->gpu[i];
		else
			free(roofs->gpu[i].roof);
	}
	roofs->count = kept;
	gb_gpus_index(roofs);
}

int gb_roofs_select(struct gb_roofs *roofs, const char *text, struct gb_error *error)
{
	bool any = false;

	for (size_t i = 0; i < roofs->count; i++)
		any |= is_chosen(text, &roofs->gpu[i]);
	if (!any)
		return gb_error_set(error, "--gpu '%s' matches none of the %zu GPUs, such as %s, %s on %s", text,
				    roofs->count, roofs->gpu[0].name, roofs->gpu[0].uuid, roofs->gpu[0].host);
	gb_roofs_keep(roofs, is_chosen, text);
	return GB_OK;
}
