/* call_declared.c: the hooks of benchmarks that declare their kernel (gpubench_declared.h). */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "engine/run.h"
#include "gpubench_declared.h"

enum { BLOCK = 256, POISON = 0xff, CHUNK_WORDS = 1 << 20 };

struct array {
	gb_ptr at;
	uint64_t room, bytes; /* allocated, and used by the point */
};

/* The state of a run. */
struct declared {
	struct gb_kernel kernel;
	struct gb_shape shape;
	uint64_t trips;
	struct array array[GB_MEMBERS_MAX]; /* of each member that is an array */
	unsigned char args[GB_DECLARED_ARGS_MAX];
};
static_assert(sizeof(struct declared) <= GB_DECLARED_STATE, "GB_DECLARED_STATE is too small");

static const struct gb_member *members(const struct gb_run *run)
{
	return run->bench->declared->members;
}

static int find_axis(const struct gb_run *run, const char *axis)
{
	return gb_axes_find(run->bench->axes, axis, strlen(axis));
}

/* The current point's value of an axis; `otherwise` if it has no such axis. */
static uint64_t axis_or(const struct gb_run *run, const char *axis, uint64_t otherwise)
{
	const int i = find_axis(run, axis);

	return i >= 0 && run->point.has[i] ? (uint64_t)run->point.value[i] : otherwise;
}

static uint64_t threads_of(const struct declared *d)
{
	return (uint64_t)d->shape.grid * d->shape.block;
}

/* ---- is the declaration complete? -------------------------------------------------------------------------------- */

static int find_member(const struct gb_member *member, const char *name)
{
	for (int i = 0; member[i].name != NULL; i++)
		if (strcmp(member[i].name, name) == 0)
			return i;
	return -1;
}

static bool is_array(const struct gb_run *run, const char *name)
{
	const int i = name != NULL ? find_member(members(run), name) : -1;

	return i >= 0 && members(run)[i].source == GB_SOURCE_ARRAY;
}

static int check_array(struct gb_run *run, const struct gb_member *m)
{
	if (m->size != sizeof(void *))
		return gb_fail(run, "member '%s' is an array, but no pointer", m->name);
	if (m->expect != NULL && (m->fill != NULL || m->cycles != 0))
		return gb_fail(run, "array '%s' is filled and has expected words: work in place needs hooks", m->name);
	if (m->cycles == 0 && m->bytes == 0 && m->per_thread == 0 && m->axis == NULL)
		return gb_fail(run, "array '%s' has no bytes", m->name);
	if (m->axis != NULL && find_axis(run, m->axis) < 0)
		return gb_fail(run, "array '%s': there is no axis '%s'", m->name, m->axis);
	return GB_OK;
}

static int check_member(struct gb_run *run, const struct gb_member *m)
{
	if (m->size > run->bench->declared->args_size || m->offset > run->bench->declared->args_size - m->size)
		return gb_fail(run, "member '%s' is not in the %u bytes of the arguments", m->name,
			       run->bench->declared->args_size);
	if (m->source == GB_SOURCE_ARRAY)
		return check_array(run, m);
	if (m->size != sizeof(uint32_t) && m->size != sizeof(uint64_t))
		return gb_fail(run, "member '%s' is not an integer of 32 or 64 bits", m->name);
	if (m->source == GB_SOURCE_AXIS && find_axis(run, m->name) < 0)
		return gb_fail(run, "member '%s': there is no axis of this name", m->name);
	if (m->source == GB_SOURCE_TRIPS && m->trips == 0)
		return gb_fail(run, "member '%s' counts no trips", m->name);
	if (m->source == GB_SOURCE_LENGTH && !is_array(run, m->of))
		return gb_fail(run, "member '%s' is the length of no array", m->name);
	return GB_OK;
}

int gb_declared_setup(struct gb_run *run)
{
	const struct gb_declared *declared = run->bench->declared;
	size_t count = 0;

	if (declared == NULL || declared->kernel == NULL || declared->members == NULL)
		return gb_fail(run, "it declares no kernel, or no members of its arguments");
	if (run->bench->state_size != GB_DECLARED_STATE)
		return gb_fail(run, "its state is not that of GB_DECLARED");
	if (declared->args_size > GB_DECLARED_ARGS_MAX)
		return gb_fail(run, "the arguments have %u bytes, more than %d", declared->args_size,
			       GB_DECLARED_ARGS_MAX);
	for (; declared->members[count].name != NULL; count++) {
		if (count == GB_MEMBERS_MAX)
			return gb_fail(run, "more than %d members", GB_MEMBERS_MAX);
		GB_TRY(check_member(run, &declared->members[count]));
	}
	return GB_OK;
}

/* ---- a point ----------------------------------------------------------------------------------------------------- */

/* The declared name, with the values of the point in place of {axis}. */
static int name_kernel(struct gb_run *run, char name[GB_NAME_MAX])
{
	const char *at = run->bench->declared->kernel;

	name[0] = '\0';
	while (*at != '\0') {
		const size_t plain = strcspn(at, "{"), length = strcspn(at + plain, "}");
		char value[GB_NAME_MAX] = "";

		if (at[plain] == '{') {
			const int i = gb_axes_find(run->bench->axes, at + plain + 1, length - 1);
			if (i < 0 || at[plain + length] != '}' || !run->point.has[i])
				return gb_fail(run, "kernel '%s': the point has no axis '%.*s'",
					       run->bench->declared->kernel, (int)length - 1, at + plain + 1);
			gb_value_text(&run->bench->axes[i], run->point.value[i], value, sizeof value);
		}
		gb_text_add(name, GB_NAME_MAX, "%.*s%s", (int)plain, at, value);
		at += plain + length + (at[plain] == '{');
	}
	return GB_OK;
}

/* By default all blocks that the SMs hold at once. */
static int choose_shape(struct gb_run *run, struct declared *d)
{
	uint32_t blocks;

	d->shape.block = (uint32_t)axis_or(run, "block", BLOCK);
	d->shape.shared_bytes = run->bench->declared->shared_bytes;
	if (d->shape.block > d->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than an SM has", d->shape.block);
	GB_TRY(gb_occupancy(run, &d->kernel, d->shape.block, d->shape.shared_bytes, &blocks));
	d->shape.grid = (uint32_t)axis_or(run, "blocks", blocks) * (uint32_t)gb_device(run)->sm_count;
	return GB_OK;
}

static uint64_t bytes_of(const struct gb_run *run, const struct declared *d, const struct gb_member *m)
{
	const uint64_t bytes =
		m->bytes + m->per_thread * threads_of(d) + (m->axis != NULL ? axis_or(run, m->axis, 0) : 0);

	return m->cycles ? d->shape.grid * sizeof(uint32_t) : bytes / sizeof(uint32_t) * sizeof(uint32_t);
}

/* Not zeros, which run faster and hide mistakes. */
static uint32_t mixed_bits(uint64_t i)
{
	return (uint32_t)gb_hash_finish((i + 1) * GB_HASH_STEP);
}

static int fill(struct gb_run *run, const struct gb_member *m, const struct array *a)
{
	const uint64_t words = a->bytes / sizeof(uint32_t), most = words < CHUNK_WORDS ? words : CHUNK_WORDS;
	uint32_t *word = gb_scratch(run, most * sizeof *word);

	if (word == NULL)
		return GB_FAILED;
	for (uint64_t begin = 0; begin < words; begin += most) {
		const uint64_t count = words - begin < most ? words - begin : most;
		for (uint64_t i = 0; i < count; i++)
			word[i] = m->fill != NULL ? m->fill(begin + i) : mixed_bits(begin + i);
		GB_TRY(gb_copy_in(run, a->at + begin * sizeof *word, word, count * sizeof *word));
	}
	return GB_OK;
}

/* Memory that an earlier point needed is used again; its words do not depend on the point. */
static int provide(struct gb_run *run, const struct gb_member *m, struct array *a)
{
	uint64_t available;

	if (a->bytes == 0)
		return gb_fail(run, "array '%s' has no bytes", m->name);
	if (a->bytes <= a->room)
		return GB_OK;
	if (a->room > 0)
		gb_release(run, a->at);
	a->room = 0;
	GB_TRY(gb_memory_free(run, &available));
	if (a->bytes > available)
		return gb_skip(run, "array '%s' needs %.1f MB of device memory; %.1f MB are free", m->name,
			       1e-6 * (double)a->bytes, 1e-6 * (double)available);
	GB_TRY(gb_alloc(run, a->bytes, &a->at));
	a->room = a->bytes;
	return m->expect != NULL || m->cycles ? GB_OK : fill(run, m, a);
}

/* A kernel that leaves no cycles must not be given those of another point. */
static int clear_cycles(struct gb_run *run, const struct gb_member *m, const struct array *a)
{
	return m->cycles ? gb_fill(run, a->at, 0, a->bytes) : GB_OK;
}

/* What the member holds, as a number. */
static uint64_t value_of(const struct gb_run *run, const struct declared *d, const struct gb_member *m)
{
	const struct gb_member *all = members(run);

	switch (m->source) {
	case GB_SOURCE_ARRAY:
		return d->array[m - all].at;
	case GB_SOURCE_AXIS:
		return axis_or(run, m->name, 0);
	case GB_SOURCE_LENGTH:
		return d->array[find_member(all, m->of)].bytes / sizeof(uint32_t);
	default: /* GB_SOURCE_TRIPS */
		return d->trips;
	}
}

int gb_declared_prepare(struct gb_run *run)
{
	struct declared *d = gb_state(run);
	const struct gb_member *all = members(run);
	char name[GB_NAME_MAX];

	GB_TRY(name_kernel(run, name));
	GB_TRY(gb_find_kernel(run, name, &d->kernel));
	GB_TRY(choose_shape(run, d));
	d->trips = 1;
	for (size_t i = 0; all[i].name != NULL; i++) {
		if (all[i].source == GB_SOURCE_TRIPS)
			d->trips = (uint64_t)fmax(1, all[i].trips * gb_work(run));
		if (all[i].source == GB_SOURCE_ARRAY) {
			d->array[i].bytes = bytes_of(run, d, &all[i]);
			GB_TRY(provide(run, &all[i], &d->array[i]));
			GB_TRY(clear_cycles(run, &all[i], &d->array[i]));
		}
	}
	for (size_t i = 0; all[i].name != NULL; i++) {
		const uint64_t value = value_of(run, d, &all[i]);
		memcpy(d->args + all[i].offset, &value, all[i].size); /* the low bytes come first */
	}
	return GB_OK;
}

int gb_declared_launch(struct gb_run *run)
{
	struct declared *d = gb_state(run);

	return gb_launch(run, &d->kernel, d->shape, d->args);
}

/* ---- verification ------------------------------------------------------------------------------------------------ */

static int compare(struct gb_run *run, const struct declared *d, const struct gb_member *m, const struct array *a)
{
	const uint64_t words = a->bytes / sizeof(uint32_t), most = words < CHUNK_WORDS ? words : CHUNK_WORDS;
	uint32_t *word = gb_scratch(run, most * sizeof *word);
	uint64_t poisoned = 0;

	if (word == NULL)
		return GB_FAILED;
	for (uint64_t begin = 0; begin < words; begin += most) {
		const uint64_t count = words - begin < most ? words - begin : most;
		GB_TRY(gb_copy_out(run, word, a->at + begin * sizeof *word, count * sizeof *word));
		for (uint64_t i = 0; i < count; i++) {
			const uint32_t expected = m->expect(d->args, d->shape, begin + i);
			if (word[i] != expected)
				return gb_fail(run, "word %llu of '%s' is %#x, not %#x",
					       (unsigned long long)(begin + i), m->name, word[i], expected);
			poisoned += expected == UINT32_MAX;
		}
	}
	if (poisoned == words)
		return gb_fail(run, "every expected word of '%s' is %#x, as is memory that was not written", m->name,
			       UINT32_MAX);
	return GB_OK;
}

int gb_declared_verify(struct gb_run *run)
{
	const struct declared *d = gb_state(run);
	const struct gb_member *all = members(run);
	size_t compared = 0;

	for (size_t i = 0; all[i].name != NULL; i++)
		if (all[i].expect != NULL)
			GB_TRY(gb_fill(run, d->array[i].at, POISON, d->array[i].bytes));
	GB_TRY(gb_declared_launch(run));
	GB_TRY(gb_sync(run));
	for (size_t i = 0; all[i].name != NULL; i++)
		if (all[i].expect != NULL) {
			GB_TRY(compare(run, d, &all[i], &d->array[i]));
			compared++;
		}
	if (compared == 0)
		gb_suspect(run, "not verified: the benchmark declares no expected words");
	return GB_OK;
}

/* ---- what the time means ----------------------------------------------------------------------------------------- */

struct gb_cost gb_declared_cost(const struct gb_run *run)
{
	const struct declared *d = gb_state(run);
	const struct gb_declared *declared = run->bench->declared;
	const struct gb_member *all = members(run);
	const double trips = (double)threads_of(d) * (double)d->trips;
	/* All threads of a warp execute one instruction. */
	const double together = run->bench->quantity == GB_INSTRUCTIONS ? gb_device(run)->warp_size : 1;
	struct gb_cost cost = { .bytes = declared->bytes * trips, .ops = declared->ops * trips / together };

	if (declared->ops == 0 && declared->bytes == 0)
		for (size_t i = 0; all[i].name != NULL; i++)
			cost.bytes += all[i].cycles ? 0 : (double)d->array[i].bytes;
	return cost;
}

double gb_declared_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct gb_declared *declared = run->bench->declared;

	if (declared->limit != NULL)
		return declared->limit(run, device, sm_hz);
	return declared->ops_per_clock > 0 ? declared->ops_per_clock * device->sm_count * sm_hz : NAN;
}

enum gb_shares gb_declared_shares(const struct gb_run *run)
{
	return run->bench->declared->ops > 0 ? GB_SHARES_EQUAL : GB_SHARES_NONE;
}

static int ascending(const void *left, const void *right)
{
	const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

int gb_declared_observe(struct gb_run *run, double *value)
{
	const struct declared *d = gb_state(run);
	const struct gb_member *all = members(run);
	const size_t blocks = d->shape.grid;
	size_t i = 0;

	while (all[i].name != NULL && !all[i].cycles)
		i++;
	if (all[i].name == NULL || !(run->bench->declared->ops > 0))
		return gb_fail(run, "it declares no array of cycles, or no `ops`");
	uint32_t *cycles = gb_fetch(run, d->array[i].at, d->array[i].bytes);
	if (cycles == NULL)
		return GB_FAILED;
	qsort(cycles, blocks, sizeof *cycles, ascending);
	if (cycles[0] == 0)
		return gb_fail(run, "a block counted no cycles");
	const uint32_t low = cycles[(blocks - 1) / 2], high = cycles[blocks / 2];
	*value = 0.5 * ((double)low + high) / (run->bench->declared->ops * (double)d->trips);
	return GB_OK;
}
