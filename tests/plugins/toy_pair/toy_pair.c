/* toy_pair: a plug-in for two GPUs, for tests on the fake device: copies between the GPUs, and a kernel on the peer. */
#include <string.h>

#include "gpubench.h"

enum { COPY, BOTH, KERNEL };
enum { BYTES = 65536 };
static const char *const ops[] = { [COPY] = "copy", [BOTH] = "both", [KERNEL] = "kernel", NULL };

struct point {
	int op;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "one copy to the peer; one each way; a kernel there", .names = ops },
	{ .name = NULL },
};

struct state {
	struct gb_run *peer;
	gb_ptr mine, theirs;
	struct gb_kernel kernel;
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned char bytes[BYTES];

	s->peer = gb_peer(run, 0);
	memset(bytes, 0x5c, sizeof bytes);
	GB_TRY(gb_alloc(run, BYTES, &s->mine));
	GB_TRY(gb_alloc(s->peer, BYTES, &s->theirs));
	GB_TRY(gb_copy_in(run, s->mine, bytes, sizeof bytes));
	GB_TRY(gb_find_kernel(s->peer, "toy_pair_work", &s->kernel));
	if (!gb_peer_link(run, 0)->access)
		return gb_skip(run, "the two GPUs have no access to each other's memory");
	return gb_peer_access(run, s->peer, 1);
}

static int launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_wait_for(s->peer, run));
	if (gb_value(run, op) == KERNEL)
		GB_TRY(gb_launch(s->peer, &s->kernel, (struct gb_shape){ .grid = 1, .block = 32 }, &s->theirs));
	if (gb_value(run, op) != KERNEL)
		GB_TRY(gb_peer_copy(run, 0, s->theirs, s->peer, s->mine, run, BYTES));
	if (gb_value(run, op) == BOTH)
		GB_TRY(gb_peer_copy(s->peer, 0, s->mine, run, s->theirs, s->peer, BYTES));
	return gb_wait_for(run, s->peer);
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned char bytes[BYTES];

	GB_TRY(gb_fill_output(s->peer, s->theirs, 0xff, BYTES));
	GB_TRY(gb_sync(s->peer));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(s->peer, bytes, s->theirs, sizeof bytes));
	if (gb_value(run, op) == KERNEL)
		return GB_OK;
	for (unsigned int i = 0; i < BYTES; i++)
		if (bytes[i] != 0x5c)
			return gb_fail(run, "byte %u is %#x, not 0x5c", i, bytes[i]);
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = gb_value(run, op) == BOTH ? 2.0 * BYTES : BYTES };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 2 * gb_peer_link(run, 0)->bytes;
}

static const char *roof(const struct gb_run *run)
{
	return gb_value(run, op) == COPY ? "toy_pair.copy" : NULL;
}

GB_BENCH(toy_pair) = {
	GB_IDENTITY(toy_pair),
	.summary = "a plug-in of two GPUs for the tests, over the fake device",
	.method = "Copies between two GPUs. Every byte that crosses counts once.",
	.quantity = GB_BANDWIDTH,
	.gpus = GB_GPU_PAIRS,
	.every_pair = "op=copy",
	.axes = axes,
	.variants = gb_variants_toy_pair,
	.state_size = sizeof(struct state),
	.setup = setup,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
};
