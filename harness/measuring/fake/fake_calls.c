/* fake_calls.c: the calls of the fake device that fail, the kernels that compute, and the device's initial state. */
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fake/fake_parts.h"

struct fake fake;

/* ---- failing calls ----------------------------------------------------------------------------------------------- */

#define OPERATION(op, name, text) { name, text, 0 },
static struct {
	const char *name, *text;
	unsigned int calls;
} operation[] = { FAKE_EACH_OP(OPERATION) };

static struct {
	enum fake_op op;
	unsigned int at; /* number of the call since fake_reset(); 0: none */
	bool onwards, came;
} failing;

static enum fake_op find_operation(const char *name)
{
	for (int op = 0; op < FAKE_OPS; op++)
		if (strcmp(operation[op].name, name) == 0)
			return (enum fake_op)op;
	fprintf(stderr, "gpu_fake: no operation '%s'\n", name);
	abort();
}

/* ---- repeated copies --------------------------------------------------------------------------------------------- */

enum { COPIES_KEPT = 8 };

/* Copies whose source and destination have not changed since; 0 bytes: none. */
static struct made_copy {
	gb_ptr to, from;
	uint64_t bytes;
	bool of_host; /* the host may change its memory without a call */
} made[COPIES_KEPT];
static size_t made_next;

static bool ranges_overlap(gb_ptr a, uint64_t a_bytes, gb_ptr b, uint64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

void fake_wrote(gb_ptr at, uint64_t bytes)
{
	for (size_t i = 0; i < COPIES_KEPT; i++)
		if (ranges_overlap(at, bytes, made[i].to, made[i].bytes) ||
		    ranges_overlap(at, bytes, made[i].from, made[i].bytes))
			made[i].bytes = 0;
}

void fake_wrote_anything(void)
{
	memset(made, 0, sizeof made);
}

bool fake_same_copy(gb_ptr to, gb_ptr from, uint64_t bytes)
{
	for (size_t i = 0; i < COPIES_KEPT; i++)
		if (made[i].to == to && made[i].from == from && made[i].bytes == bytes)
			return true;
	fake_wrote(to, bytes);
	if (ranges_overlap(to, bytes, from, bytes))
		return false;
	made[made_next] = (struct made_copy){ to, from, bytes, fake_is_of_host(to) || fake_is_of_host(from) };
	made_next = (made_next + 1) % COPIES_KEPT;
	return false;
}

/* The next wait ends a batch, after which the same batch may follow. */
static bool batch_ends;

void fake_end_batch(void)
{
	batch_ends = true;
}

/* After any other wait, the host may write. */
static void note_wait(enum fake_op op)
{
	if (op != FAKE_SYNC && op != FAKE_EVENT_SYNC && op != FAKE_WAIT && op != FAKE_PASSED)
		return;
	for (size_t i = 0; i < COPIES_KEPT && !batch_ends; i++)
		if (made[i].of_host)
			made[i].bytes = 0;
	batch_ends = false;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

int fake_enter(enum fake_op op, struct gb_error *error)
{
	const unsigned int call = ++operation[op].calls;

	note_wait(op);
	if (failing.at == 0 || op != failing.op || call < failing.at || (call > failing.at && !failing.onwards))
		return GB_OK;
	failing.came = true;
	return gb_error_set(error, "%s", operation[op].text);
}

void fake_fail(const char *name, unsigned int nth, bool onwards)
{
	failing.op = find_operation(name);
	failing.at = operation[failing.op].calls + nth;
	failing.onwards = onwards;
	failing.came = false;
}

bool fake_failed(void)
{
	return failing.came;
}

unsigned int fake_calls(const char *name)
{
	return operation[find_operation(name)].calls;
}

const char *fake_op_name(enum fake_op op)
{
	return operation[op].name;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

enum { REGISTERED_MAX = 128 };

static struct fake_emulated registered[REGISTERED_MAX];
static size_t registered_count;
const struct fake_emulated *fake_more_kernels;

void fake_kernel(const char *name, fake_kernel_fn *function)
{
	size_t at = 0;

	while (at < registered_count && strcmp(registered[at].name, name) != 0)
		at++;
	if (at == REGISTERED_MAX)
		abort();
	registered[at] = (struct fake_emulated){ name, function, 0 };
	registered_count += at == registered_count;
}

fake_kernel_fn *fake_find_kernel(const char *name)
{
	for (size_t i = 0; i < registered_count; i++)
		if (strcmp(registered[i].name, name) == 0)
			return registered[i].function;
	for (const struct fake_emulated *k = fake_more_kernels; fake.computes && k != NULL && k->name != NULL; k++)
		if (strcmp(k->name, name) == 0)
			return k->function;
	return NULL;
}

/* ---- initial state ----------------------------------------------------------------------------------------------- */

/* Device memory is allocated and filled thousands of times. Freed memory is reused, because having the kernel map and
 * unmap the pages each time would cost more than everything else in the tests. */
static void keep_memory(void)
{
	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

bool fake_reset(void)
{
	const bool clean = fake.opened == 0 && fake.modules == 0 && fake.allocations == 0 && fake.textures == 0 &&
			   fake.buffers == 0 && fake.graphs == 0 && fake.misplaced == 0 && fake.kept_bytes == 0 &&
			   fake.streams == 0;

	if (!clean)
		fprintf(stderr,
			"gpu_fake: left over: %d open devices, %d modules, %d allocations, %d buffers, %d graphs, %u "
			"streams; on another card: %d; %llu bytes of L2 set aside\n",
			fake.opened, fake.modules, fake.allocations, fake.buffers, fake.graphs, fake.streams,
			fake.misplaced, (unsigned long long)fake.kept_bytes);
	fake_forget_memory();
	fake_forget_current();
	keep_memory();
	fake = (struct fake){
		.devices = 1,
		.cc = 90,
		.sms = 4,
		.threads_per_sm = 2048,
		.shared_per_sm = 228 << 10,
		.free_bytes = UINT64_C(64) << 20,
		.l2_bytes = UINT64_C(4) << 20,
		.lost_peer = -1,
		.hung_peer = -1,
		.slow_from = -1,
		.slow_to = -1,
		.prohibited = -1,
		.launch_seconds = 20e-6,
		.slow = 1,
		.slow_device = -1,
		.sm_hz = 1.5e9,
		.slowest = 1,
		.matrix = 1,
		.stamped_sms = -1,
		.state = GPU_STATE_UNKNOWN,
		.energy_step = 0.001,
		.power_step = 0.02,
		.lanes = 16,
		.copy_bytes = 50e9,
		.host_bytes = UINT64_C(1) << 31,
		.partitions = 2,
		.computes = true,
	};
	gb_text_copy(fake.state.throttle, sizeof fake.state.throttle, "none");
	registered_count = 0;
	memset(&failing, 0, sizeof failing);
	for (int op = 0; op < FAKE_OPS; op++)
		operation[op].calls = 0;
	return clean;
}
