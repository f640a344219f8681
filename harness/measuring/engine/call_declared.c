/* call_declared.c: the hooks of benchmarks that declare their kernel (gpubench_declared.h). */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/run.h"
#include "gpubench_declared.h"

enum { BLOCK = 256, POISON = 0xff, CHUNK_WORDS = 1 << 20 };

struct array {
	gb_ptr at;
	uint64_t room, bytes; /* `room` is allocated, `bytes` are used by the point */
};

struct declared {
	struct gb_chosen at;
	uint64_t trips;
	struct array array[GB_MEMBERS_MAX]; /* for each member that is an array */
};
static_assert(sizeof(struct declared) <= GB_DECLARED_STATE, "GB_DECLARED_STATE is too small");

static const struct gb_member *declared_members(const struct gb_run *run)
{
	return run->bench->declared->members;
}

static int find_axis(const struct gb_run *run, const char *axis)
{
	return gb_axes_find(run->bench->axes, axis, strlen(axis));
}

/* `otherwise`: the value if the point does not have the axis. */
static uint64_t axis_value(const struct gb_run *run, const char *axis, uint64_t otherwise)
{
	const int i = find_axis(run, axis);

	return i >= 0 && run->point.has[i] ? (uint64_t)run->point.value[i] : otherwise;
}

static uint64_t thread_count(const struct declared *d)
{
	return (uint64_t)d->at.shape.grid * d->at.shape.block;
}

/* ---- checking the declaration
 * ------------------------------------------------------------------------------------- */

static int find_member(const struct gb_member *member, const char *name)
{
	for (int i = 0; member[i].name != NULL; i++)
		if (strcmp(member[i].name, name) == 0)
			return i;
	return -1;
}

static bool is_array(const struct gb_run *run, const char *name)
{
	const int i = name != NULL ? find_member(declared_members(run), name) : -1;

	return i >= 0 && declared_members(run)[i].source == GB_SOURCE_ARRAY;
}

static bool is_output(const struct gb_member *m)
{
	return m->expect != NULL || m->expect_words != NULL;
}

static int check_array(struct gb_run *run, const struct gb_member *m)
{
	if (m->size != sizeof(void *))
		return gb_fail(run, "member '%s' is an array, not a pointer", m->name);
	if (is_output(m) && (m->fill != NULL || m->cycles != 0))
		return gb_fail(run, "array '%s' is filled and has expected words: work in place needs hooks", m->name);
	if (m->expect != NULL && m->expect_words != NULL)
		return gb_fail(run, "array '%s' has both .expect and .expect_words", m->name);
	if (m->only_sum != NULL && m->expect_words == NULL)
		return gb_fail(run, "array '%s': .only_sum needs .expect_words", m->name);
	if (m->cycles == 0 && m->bytes == 0 && m->per_thread == 0 && m->per_block == 0 && m->axis == NULL &&
	    m->block_bytes == NULL)
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
		return gb_fail(run, "member '%s' has 0 trips", m->name);
	if (m->source == GB_SOURCE_LENGTH && !is_array(run, m->of))
		return gb_fail(run, "member '%s' is the length of an array that does not exist", m->name);
	return GB_OK;
}

int gb_declared_setup(struct gb_run *run)
{
	const struct gb_declared *declared = run->bench->declared;
	size_t count = 0;

	if (declared == NULL || declared->members == NULL)
		return gb_fail(run, "it declares no members of the kernel's argument struct");
	if (run->bench->state_size < GB_DECLARED_STATE)
		return gb_fail(run, "its state does not begin with that of GB_DECLARED");
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

static int name_kernel(struct gb_run *run, char name[GB_NAME_MAX])
{
	const struct gb_declared *declared = run->bench->declared;
	const char *at = declared->kernel != NULL ? declared->kernel : run->bench->name;

	name[0] = '\0';
	if (declared->name_kernel != NULL) {
		declared->name_kernel(run, name);
		return GB_OK;
	}
	while (*at != '\0') {
		const size_t plain = strcspn(at, "{"), length = strcspn(at + plain, "}");
		char value[GB_NAME_MAX] = "";

		if (at[plain] == '{') {
			const int i = gb_axes_find(run->bench->axes, at + plain + 1, length - 1);
			if (i < 0 || at[plain + length] != '}' || !run->point.has[i])
				return gb_fail(run, "kernel '%s': the point has no axis '%.*s'", declared->kernel,
					       (int)length - 1, at + plain + 1);
			gb_value_text(&run->bench->axes[i], run->point.value[i], value, sizeof value);
		}
		gb_text_add(name, GB_NAME_MAX, "%.*s%s", (int)plain, at, value);
		at += plain + length + (at[plain] == '{');
	}
	return GB_OK;
}

/* The default is as many blocks as all SMs hold. */
static int choose_shape(struct gb_run *run, struct gb_chosen *at)
{
	const struct gb_declared *declared = run->bench->declared;
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count;
	uint32_t blocks;

	at->shape = (struct gb_shape){
		.grid = (uint32_t)axis_value(run, "blocks", declared->blocks) * sms,
		.block = (uint32_t)axis_value(run, "block", declared->block > 0 ? declared->block : BLOCK),
		.shared_bytes = declared->shared_bytes,
	};
	if (declared->carveout > 0)
		GB_TRY(gb_carveout(run, &at->kernel, declared->carveout));
	if (declared->choose != NULL)
		GB_TRY(declared->choose(run, &at->kernel, &at->shape, at->args));
	if (declared->call != NULL) {
		at->shape.grid += at->shape.grid == 0;
		return GB_OK;
	}
	if (at->shape.block > at->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than an SM has", at->shape.block);
	if (at->shape.grid > 0)
		return GB_OK;
	GB_TRY(gb_occupancy(run, &at->kernel, at->shape.block, at->shape.shared_bytes, &blocks));
	at->shape.grid = blocks * sms;
	return GB_OK;
}

static uint64_t bytes_of(const struct gb_run *run, const struct declared *d, const struct gb_member *m)
{
	const uint64_t bytes = m->bytes + m->per_thread * thread_count(d) +
			       (m->axis != NULL ? axis_value(run, m->axis, 0) : 0) +
			       (m->per_block + (m->block_bytes != NULL ? m->block_bytes(run) : 0)) * d->at.shape.grid;
	const uint64_t words = m->cycles > 0 ? (uint64_t)m->cycles * d->at.shape.grid : bytes / sizeof(uint32_t);

	return words * sizeof(uint32_t);
}

static int fill_array(struct gb_run *run, const struct gb_member *m, const struct array *a)
{
	const uint64_t words = a->bytes / sizeof(uint32_t), most = words < CHUNK_WORDS ? words : CHUNK_WORDS;
	uint32_t *word = gb_scratch(run, most * sizeof *word);

	if (word == NULL)
		return GB_FAILED;
	for (uint64_t begin = 0; begin < words; begin += most) {
		const uint64_t count = words - begin < most ? words - begin : most;
		for (uint64_t i = 0; i < count; i++)
			word[i] = m->fill != NULL ? m->fill(begin + i) : gb_mixed_bits(begin + i);
		GB_TRY(gb_copy_in(run, a->at + begin * sizeof *word, word, count * sizeof *word));
	}
	return GB_OK;
}

/* Uses the memory of an earlier point again, because the words do not depend on the point. */
static int provide_array(struct gb_run *run, const struct gb_member *m, struct array *a)
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
	return is_output(m) || m->cycles ? GB_OK : fill_array(run, m, a);
}

/* If a kernel writes no cycles, those of another point must not be left. */
static int clear_cycles(struct gb_run *run, const struct gb_member *m, const struct array *a)
{
	return m->cycles ? gb_fill(run, a->at, 0, a->bytes) : GB_OK;
}

static uint64_t member_value(const struct gb_run *run, const struct declared *d, const struct gb_member *m)
{
	const struct gb_member *all = declared_members(run);

	switch (m->source) {
	case GB_SOURCE_ARRAY:
		return d->array[m - all].at;
	case GB_SOURCE_AXIS:
		return axis_value(run, m->name, 0);
	case GB_SOURCE_LENGTH:
		return d->array[find_member(all, m->of)].bytes / sizeof(uint32_t);
	case GB_SOURCE_RECORD:
		return 0;
	default: /* GB_SOURCE_TRIPS */
		return d->trips;
	}
}

int gb_declared_prepare(struct gb_run *run)
{
	struct declared *d = gb_state(run);
	const struct gb_member *all = declared_members(run);
	char name[GB_NAME_MAX];

	d->at = (struct gb_chosen){ .args = { 0 } };
	if (run->bench->declared->call == NULL) {
		GB_TRY(name_kernel(run, name));
		GB_TRY(gb_find_kernel(run, name, &d->at.kernel));
	}
	GB_TRY(choose_shape(run, &d->at));
	d->trips = 1;
	for (size_t i = 0; all[i].name != NULL; i++) {
		if (all[i].source == GB_SOURCE_TRIPS)
			d->trips = (uint64_t)fmax(1, all[i].trips * gb_work(run));
		if (all[i].source == GB_SOURCE_ARRAY) {
			d->array[i].bytes = bytes_of(run, d, &all[i]);
			GB_TRY(provide_array(run, &all[i], &d->array[i]));
			GB_TRY(clear_cycles(run, &all[i], &d->array[i]));
		}
	}
	for (size_t i = 0; all[i].name != NULL; i++) {
		const uint64_t value = member_value(run, d, &all[i]);
		memcpy(d->at.args + all[i].offset, &value, all[i].size); /* little-endian: the low bytes come first */
	}
	return GB_OK;
}

int gb_declared_launch(struct gb_run *run)
{
	const struct gb_declared *declared = run->bench->declared;
	struct declared *d = gb_state(run);

	return declared->call != NULL ? declared->call(run, d->at.args)
				      : gb_launch(run, &d->at.kernel, d->at.shape, d->at.args);
}

/* ---- verification ------------------------------------------------------------------------------------------------ */

struct expected {
	const uint32_t *repeated; /* filled by expect_words */
	size_t period;            /* the number of words that repeat; 0: `expect` is called for each word */
	uint64_t begin, poisoned; /* the next word to compare; the words so far that equal the poison */
};

static uint32_t expected_word(const struct declared *d, const struct gb_member *m, const struct expected *e, uint64_t i)
{
	return e->period > 0 ? e->repeated[i % e->period] : m->expect(d->at.args, d->at.shape, i);
}

/* If all blocks share an array, the word's index counts within its block. */
static int name_wrong_word(struct gb_run *run, const struct declared *d, const struct gb_member *m, uint64_t i,
			   uint32_t found, uint32_t expected)
{
	const uint64_t each = bytes_of(run, d, m) / sizeof(uint32_t) / d->at.shape.grid;
	char block[GB_NAME_MAX] = "";

	if (m->per_thread > 0 || m->per_block > 0 || m->block_bytes != NULL)
		gb_text_add(block, sizeof block, " of block %llu", (unsigned long long)(i / each));
	return gb_fail(run, "word %llu%s of '%s': got %#x, expected %#x",
		       (unsigned long long)(block[0] != '\0' ? i % each : i), block, m->name, found, expected);
}

static int compare_words(struct gb_run *run, const struct declared *d, const struct gb_member *m, struct expected *e,
			 const uint32_t *word, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		const uint32_t expected = expected_word(d, m, e, e->begin + i);
		if (word[i] != expected)
			return name_wrong_word(run, d, m, e->begin + i, word[i], expected);
		e->poisoned += expected == UINT32_MAX;
	}
	return GB_OK;
}

static int compare_sums(struct gb_run *run, const struct gb_member *m, const struct expected *e, const uint32_t *word,
			uint64_t count)
{
	uint32_t expected = 0;

	for (size_t i = 0; i < e->period; i++)
		expected += e->repeated[i];
	for (uint64_t first = 0; first < count; first += e->period) {
		uint32_t sum = 0;
		for (size_t i = 0; i < e->period; i++)
			sum += word[first + i];
		if (sum != expected)
			return gb_fail(run, "the %zu words of '%s' from word %llu on add up to %#x, expected %#x",
				       e->period, m->name, (unsigned long long)first, sum, expected);
	}
	return GB_OK;
}

/* Compares chunk by chunk, or, if only the sum is known, the sum of the whole array. */
static int compare_array(struct gb_run *run, const struct declared *d, const struct gb_member *m, const struct array *a,
			 struct expected *e)
{
	const bool only_sum = m->only_sum != NULL && m->only_sum(run);
	const uint64_t words = a->bytes / sizeof(uint32_t),
		       most = words < CHUNK_WORDS || only_sum ? words : CHUNK_WORDS;
	uint32_t *word = gb_scratch(run, most * sizeof *word);

	if (word == NULL)
		return GB_FAILED;
	for (; e->begin < words; e->begin += most) {
		const uint64_t count = words - e->begin < most ? words - e->begin : most;
		GB_TRY(gb_copy_out(run, word, a->at + e->begin * sizeof *word, count * sizeof *word));
		GB_TRY(only_sum ? compare_sums(run, m, e, word, count) : compare_words(run, d, m, e, word, count));
	}
	if (e->poisoned == words)
		return gb_fail(run, "every expected word of '%s' is %#x, as is memory that was not written", m->name,
			       UINT32_MAX);
	return GB_OK;
}

/* `*compared` counts arrays with a known word. */
static int check_output(struct gb_run *run, const struct declared *d, const struct gb_member *m, const struct array *a,
			size_t *compared)
{
	struct expected e = { .period = 0 };

	if (m->expect_words != NULL) {
		uint32_t *words = gb_scratch(run, a->bytes);
		if (words == NULL)
			return GB_FAILED;
		e.repeated = words;
		e.period = m->expect_words(run, d->at.args, d->at.shape, words);
		if (e.period == 0)
			return GB_OK;
		if (a->bytes / sizeof *words % e.period != 0)
			return gb_fail(run,
				       "array '%s' has %llu words, which is not a multiple of the %zu words that "
				       ".expect_words fills",
				       m->name, (unsigned long long)(a->bytes / sizeof *words), e.period);
	}
	++*compared;
	return compare_array(run, d, m, a, &e);
}

static void set_record(const struct gb_member *all, struct declared *d, uint64_t recorded)
{
	for (size_t i = 0; all[i].name != NULL; i++)
		if (all[i].source == GB_SOURCE_RECORD)
			memcpy(d->at.args + all[i].offset, &recorded, all[i].size);
}

static int launch_recorded(struct gb_run *run)
{
	struct declared *d = gb_state(run);

	set_record(declared_members(run), d, 1);
	const int status = gb_declared_launch(run);
	set_record(declared_members(run), d, 0);
	return status;
}

int gb_declared_verify(struct gb_run *run)
{
	const struct declared *d = gb_state(run);
	const struct gb_member *all = declared_members(run);
	size_t compared = 0;

	for (size_t i = 0; all[i].name != NULL; i++)
		if (is_output(&all[i]))
			GB_TRY(gb_fill_output(run, d->array[i].at, POISON, d->array[i].bytes));
	GB_TRY(launch_recorded(run));
	GB_TRY(gb_sync(run));
	for (size_t i = 0; all[i].name != NULL; i++)
		if (is_output(&all[i]))
			GB_TRY(check_output(run, d, &all[i], &d->array[i], &compared));
	if (compared == 0)
		gb_suspect(run, "not verified%s: no array has .expect",
			   run->bench->declared->limit == NULL && !(run->bench->declared->ops_per_clock > 0)
				   ? ", no limit"
				   : "");
	return GB_OK;
}

/* ---- what the time means ----------------------------------------------------------------------------------------- */

struct gb_cost gb_declared_cost(const struct gb_run *run)
{
	const struct declared *d = gb_state(run);
	const struct gb_declared *declared = run->bench->declared;
	const struct gb_member *all = declared_members(run);
	const double trips = (double)thread_count(d) * (double)d->trips;
	/* An instruction counts once for all threads of a warp. */
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

static int compare_cycles(const void *left, const void *right)
{
	const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

int gb_declared_observe(struct gb_run *run, double *value)
{
	const struct declared *d = gb_state(run);
	const struct gb_member *all = declared_members(run);
	const size_t blocks = d->at.shape.grid;
	size_t i = 0;

	while (all[i].name != NULL && !all[i].cycles)
		i++;
	if (all[i].name == NULL || !(run->bench->declared->ops > 0))
		return gb_fail(run, "it declares no array of cycles, or no `ops`");
	uint32_t *cycles = gb_fetch(run, d->array[i].at, d->array[i].bytes);
	if (cycles == NULL)
		return GB_FAILED;
	qsort(cycles, blocks, sizeof *cycles, compare_cycles);
	if (cycles[0] == 0)
		return gb_fail(run, "a block counted no cycles");
	const uint32_t low = cycles[(blocks - 1) / 2], high = cycles[blocks / 2];
	*value = 0.5 * ((double)low + high) / (run->bench->declared->ops * (double)d->trips);
	return GB_OK;
}
