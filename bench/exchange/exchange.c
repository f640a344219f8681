/* exchange: simultaneous copies between all GPUs, which may show limits that a single link does not. */
#include "../common/kernel.h"
#include "../common/ranks.h"
#include "exchange.h"
#include "../common/input_host.h"
#include "gpubench.h"

enum { ONE_TO_ALL, ALL_TO_ONE, RING, ALL_TO_ALL };
enum { BY_ENGINE, BY_SMS };
enum { GPUS_MAX = 32, BLOCKS = 8 /* per SM */ };

/* Bytes from each GPU to each other GPU. A copy engine pauses for about 3 µs between two copies of a stream: 1 % of 128
 * MiB over 18 NVLinks. */
#define BYTES (UINT64_C(1) << 30)
#define STEP  (UINT64_C(1) << 16)
/* Approximate number of bytes that a GPU sends in a launch. Streams of two GPUs wait about 7 µs for each other at the
 * beginning and the end. */
#define LAUNCH_BYTES (UINT64_C(16) << 30)

static const char *const patterns[] = {
	[ONE_TO_ALL] = "one_to_all", [ALL_TO_ONE] = "all_to_one", [RING] = "ring", [ALL_TO_ALL] = "all_to_all", NULL
};

static const char *const movers[] = { [BY_ENGINE] = "engine", [BY_SMS] = "sms", NULL };

struct point {
	int pattern, by;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(pattern),
	  .help = "the first GPU to all others, all others to it, each to the next, each to all others",
	  .names = patterns },
	{ GB_AXIS(by), .help = "agent that copies: the copy engines, or kernels of the senders", .names = movers },
	{ .name = NULL },
};

struct member {
	gb_ptr from, to, report; /* `to` has room for the data of each other GPU */
	gb_ptr targets;
	struct gb_kernel fill, check, send;
};

struct state {
	struct member member[GPUS_MAX];
	uint32_t gpus;
	uint64_t bytes;
	int access; /* all GPUs have peer access */
	int pattern, by;
	uint32_t repeats;
};

/* ---- sources and targets of the copies --------------------------------------------------------------------------- */

static int goes(const struct state *s, uint32_t from, uint32_t to)
{
	switch (s->pattern) {
	case ONE_TO_ALL:
		return from == 0 && to != 0;
	case ALL_TO_ONE:
		return to == 0 && from != 0;
	case RING:
		return to == (from + 1) % s->gpus;
	default:
		return from != to;
	}
}

static gb_ptr place_of(const struct state *s, uint32_t from, uint32_t to)
{
	return s->member[to].to + (from < to ? from : from - 1) * s->bytes;
}

static uint32_t copies(const struct state *s)
{
	uint32_t count = 0;

	for (uint32_t from = 0; from < s->gpus; from++)
		for (uint32_t to = 0; to < s->gpus; to++)
			count += goes(s, from, to) != 0;
	return count;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static int open_member(struct gb_run *run, uint32_t number)
{
	struct state *s = gb_state(run);
	struct member *m = &s->member[number];
	struct gb_run *gpu = rank_of(run, number);

	GB_TRY(gb_find_kernel(gpu, "exchange_fill", &m->fill));
	GB_TRY(gb_find_kernel(gpu, "exchange_check", &m->check));
	GB_TRY(gb_find_kernel(gpu, "exchange_send", &m->send));
	GB_TRY(gb_alloc(gpu, GPUS_MAX * sizeof(char *), &m->targets));
	GB_TRY(gb_alloc(gpu, s->bytes, &m->from));
	GB_TRY(gb_alloc(gpu, (s->gpus - 1) * s->bytes, &m->to));
	GB_TRY(gb_alloc(gpu, sizeof(struct gb_report), &m->report));
	const struct exchange_fill_args args = { gb_address(m->from), s->bytes / sizeof(uint32_t), number };
	return gb_launch(gpu, &m->fill, input_shape(gpu), &args);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->gpus = gb_peers(run) + 1;
	if (s->gpus > GPUS_MAX)
		return gb_skip(run, "%u GPUs are more than %d", s->gpus, GPUS_MAX);
	s->bytes = BYTES;
	for (uint32_t i = 0; i < s->gpus; i++) {
		uint64_t available;
		GB_TRY(gb_memory_free(rank_of(run, i), &available));
		s->bytes = input_fit(s->bytes, 0.8 / s->gpus, available, STEP);
	}
	if (s->bytes == 0)
		return gb_skip(run, "too little device memory is free");
	for (uint32_t i = 0; i < s->gpus; i++)
		GB_TRY(open_member(run, i));
	GB_TRY(ranks_access(run, 1));
	s->access = 1;
	return GB_OK;
}

static void teardown(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (s != NULL && s->access)
		ranks_access(run, 0);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static uint32_t targets_of(const struct state *s, uint32_t from)
{
	uint32_t count = 0;

	for (uint32_t to = 0; to < s->gpus; to++)
		count += goes(s, from, to) != 0;
	return count;
}

/* The largest number of copies that leave or enter one GPU; 1 if there are none. */
static uint32_t most_at_one(const struct state *s)
{
	uint32_t most = 1;

	for (uint32_t i = 0; i < s->gpus; i++) {
		uint32_t in = 0;
		for (uint32_t from = 0; from < s->gpus; from++)
			in += goes(s, from, i) != 0;
		const uint32_t out = targets_of(s, i), more = in > out ? in : out;
		most = more > most ? more : most;
	}
	return most;
}

/* If memory is short and the copies are small, they are repeated only as often as on an empty card. */
static uint32_t repeats_of(const struct state *s)
{
	const uint64_t repeats = LAUNCH_BYTES / (s->bytes * most_at_one(s)), most = LAUNCH_BYTES / BYTES;

	return (uint32_t)(repeats < 1 ? 1 : repeats > most ? most : repeats);
}

static int set_targets(struct gb_run *run, uint32_t from)
{
	const struct state *s = gb_state(run);
	char *target[GPUS_MAX];
	uint32_t count = 0;

	for (uint32_t to = 0; to < s->gpus; to++)
		if (goes(s, from, to))
			target[count++] = gb_address(place_of(s, from, to));
	return gb_copy_in(rank_of(run, from), s->member[from].targets, target, count * sizeof *target);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->pattern = gb_value(run, pattern);
	s->by = gb_value(run, by);
	s->repeats = repeats_of(s);
	for (uint32_t i = 0; i < s->gpus && s->by == BY_SMS; i++)
		if (targets_of(s, i) > 0)
			GB_TRY(set_targets(run, i));
	return GB_OK;
}

/* A GPU that sends to several others uses one stream for each. */
static int send_by_engine(struct gb_run *run, uint32_t from)
{
	const struct state *s = gb_state(run);
	struct gb_run *sender = rank_of(run, from);
	uint32_t streams = 0;

	for (uint32_t to = 0; to < s->gpus; to++)
		if (goes(s, from, to))
			GB_TRY(gb_peer_copy(sender, ++streams, place_of(s, from, to), rank_of(run, to),
					    s->member[from].from, sender, s->bytes));
	return GB_OK;
}

/* One kernel, whose blocks are divided among the targets. */
static int send_by_sms(struct gb_run *run, uint32_t from)
{
	const struct state *s = gb_state(run);
	const struct member *m = &s->member[from];
	struct gb_run *sender = rank_of(run, from);
	const uint32_t targets = targets_of(s, from), blocks = BLOCKS * (uint32_t)gb_device(sender)->sm_count;
	const struct exchange_send_args args = {
		.from = gb_address(m->from),
		.to = gb_address(m->targets),
		.tiles = s->bytes / EXCHANGE_TILE,
		.targets = targets,
		.passes = s->repeats,
	};

	if (targets == 0)
		return GB_OK;
	return gb_launch(sender, &m->send,
			 (struct gb_shape){ .grid = (blocks / targets + 1) * targets, .block = EXCHANGE_BLOCK }, &args);
}

static uint32_t streams_of(const struct state *s, uint32_t from)
{
	return s->by == BY_ENGINE ? targets_of(s, from) : 0;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	for (uint32_t i = 0; i < s->gpus; i++) {
		if (i > 0)
			GB_TRY(gb_wait_for(rank_of(run, i), run));
		GB_TRY(gb_fork(rank_of(run, i), streams_of(s, i)));
	}
	for (uint32_t turn = 0; turn < (s->by == BY_ENGINE ? s->repeats : 1); turn++)
		for (uint32_t i = 0; i < s->gpus; i++)
			GB_TRY(s->by == BY_ENGINE ? send_by_engine(run, i) : send_by_sms(run, i));
	for (uint32_t i = 0; i < s->gpus; i++) {
		GB_TRY(gb_join(rank_of(run, i), streams_of(s, i)));
		if (i > 0)
			GB_TRY(gb_wait_for(run, rank_of(run, i)));
	}
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = (double)s->bytes * copies(s) * s->repeats };
}

/* The links that limit a pattern: all links of the GPU that all data leave or enter; all links of all GPUs for
 * all-to-all; the links to the next GPU for a ring. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct state *s = gb_state(run);
	const struct gb_link *link = gb_peer_link(run, 0);

	if (s->pattern == RING)
		return s->gpus * link->bytes;
	return (s->pattern == ALL_TO_ALL ? s->gpus : 1) * link->all_bytes;
}

static const char *roof(const struct gb_run *run)
{
	static const char *const roofs[] = { "exchange.one_to_all", "exchange.all_to_one", "exchange.ring",
					     "exchange.all_to_all" };

	return gb_value(run, by) == BY_ENGINE ? roofs[gb_value(run, pattern)] : NULL;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	out[0] = (struct gb_metric){ "bandwidth_of_copy", "B/s", GB_TIMES, 1.0 / copies(s),
				     gb_peer_link(run, 0)->bytes };
	out[1] = (struct gb_metric){ "gpus", "1", GB_EXACT, s->gpus, 0 };
	return 2;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check(struct gb_run *run, uint32_t from, uint32_t to)
{
	const struct state *s = gb_state(run);
	const struct member *m = &s->member[to];
	struct gb_run *gpu = rank_of(run, to);
	const struct exchange_check_args args = {
		.at = gb_address(place_of(s, from, to)),
		.words = s->bytes / sizeof(uint32_t),
		.from = from,
		.report = gb_address(m->report),
	};
	GB_TRY(gb_report_clear(gpu, m->report));
	GB_TRY(gb_launch(gpu, &m->check, input_shape(gpu), &args));
	return gb_report_judge(gpu, m->report, args.words, "words");
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	for (uint32_t i = 0; i < s->gpus; i++) {
		GB_TRY(gb_fill_output(rank_of(run, i), s->member[i].to, 0xa5, (s->gpus - 1) * s->bytes));
		GB_TRY(gb_sync(rank_of(run, i)));
	}
	GB_TRY(launch_recorded(run, launch, &s->repeats, 1));
	GB_TRY(gb_sync(run));
	for (uint32_t from = 0; from < s->gpus; from++)
		for (uint32_t to = 0; to < s->gpus; to++)
			if (goes(s, from, to))
				GB_TRY(check(run, from, to));
	return GB_OK;
}

GB_BENCH(exchange) = {
	GB_IDENTITY(exchange),
	.summary = "all GPUs copy to each other at once: one to all, all to one, ring, all to all",
	.method = "Copies of up to 1 GiB with peer access, made by the driver or by a kernel of each sender. They "
		  "are repeated until 16 GiB have left or entered the busiest GPU, at most 16 times, between two "
		  "events of the first GPU; the other streams wait for the first event, and the second waits for "
		  "them. one_to_all: the first GPU to each other GPU, with one stream for each; all_to_one: the "
		  "reverse; ring: each to the next; all_to_all: each to all others.\n"
		  "Value: the sum of all copies; every byte that crosses a link counts once. bandwidth_of_copy is "
		  "the mean of one copy.\n"
		  "Verified: every word, against the data of its sender.\n"
		  "Limit: the active NVLinks of the GPU that all data leave or enter. For ring and all_to_all it is "
		  "the sum over all GPUs. Without NVLink it is PCIe.",
	.subject = GB_SUBJECT_LINKS,
	.quantity = GB_BANDWIDTH,
	.gpus = GB_ALL_GPUS,
	.axes = axes,
	.variants = gb_variants_exchange,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
};
