/* The points of `p2p`: their preparation, launches and cost. */
#include "../common/kernel.h"
#include "state.h"

/* Transfers in both directions are repeated between two events, because a stream of one GPU waits about 7 µs for a
 * stream of another. Kernels make several passes over the memory, so they need fewer repetitions. */
enum { REPEATS_BOTH = 8, PASSES = 4, CHASE_STEPS = 8192, CHASE_NODES = 65536, ADD_TRIPS = 64, ADD_TRIPS_ONE = 8 };

/* ---- peer access ------------------------------------------------------------------------------------------------- */

static int wants_access(const struct gb_run *run, int op)
{
	return op == OP_SMALL ? gb_value(run, access) == ACCESS_ON : op != OP_STAGED;
}

static int set_access(struct gb_run *run, int on)
{
	struct state *s = gb_state(run);

	if (on && !gb_peer_link(run, 0)->access)
		return gb_skip(run, "the two GPUs have no access to each other's memory");
	if (s->access == on)
		return GB_OK;
	/* A process starts without peer access. */
	if (s->access < 0 && !on)
		return GB_OK;
	GB_TRY(gb_peer_access(s->side[0].run, s->side[1].run, on));
	GB_TRY(gb_peer_access(s->side[1].run, s->side[0].run, on));
	s->access = on;
	return GB_OK;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static int find_kernel(struct gb_run *run, const char *name)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, name, &s->side[0].kernel));
	return gb_find_kernel(s->side[1].run, name, &s->side[1].kernel);
}

static int prepare_stream(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t unroll = gb_value(run, unroll), block = gb_value(run, block);
	const uint32_t blocks = gb_value(run, blocks) * (uint32_t)gb_device(run)->sm_count;
	const uint64_t tile = (uint64_t)block * unroll * P2P_ACCESS;
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "p2p_%s_u%u",
		 s->op == OP_READ    ? "read"
		 : s->op == OP_WRITE ? "write"
				     : "move",
		 unroll);
	GB_TRY(find_kernel(run, name));
	GB_TRY(kernel_takes(run, &s->side[0].kernel, block));
	s->moved = s->bytes / tile * tile;
	s->shape = (struct gb_shape){ .grid = blocks, .block = block };
	for (int i = 0; i < 2; i++) {
		const struct side *other = &s->side[1 - i];
		s->stream[i] = (struct p2p_stream_args){
			.at = gb_address(s->op == OP_READ ? other->from : other->to),
			.tiles = s->moved / tile,
			.passes = PASSES,
			.sum = gb_address(s->side[i].sums),
		};
		s->move[i] = (struct p2p_move_args){
			.from = gb_address(s->op == OP_PULL ? other->from : s->side[i].from),
			.to = gb_address(s->op == OP_PULL ? s->side[i].to : other->to),
			.tiles = s->moved / tile,
			.passes = PASSES,
		};
	}
	s->passes = PASSES;
	s->repeats = s->both ? REPEATS_BOTH / PASSES : 1;
	return GB_OK;
}

static int prepare_bulk(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t chunk = gb_value(run, chunk), share = gb_value(run, share);
	const uint32_t grid = (uint32_t)device->sm_count * share / 100;
	const int reads = s->op == OP_BULK_READ;
	const uint32_t shared = reads ? P2P_STAGES * chunk : chunk;

	if (device->cc_major < 9)
		return gb_skip(run, "bulk copies need compute capability 9.0; this device has %d.%d", device->cc_major,
			       device->cc_minor);
	if (reads && device->cc_major >= 12)
		return gb_skip(run, "bulk reads of another GPU's memory are not built for compute capability %d.%d",
			       device->cc_major, device->cc_minor);
	if (shared > device->shared_per_block)
		return gb_skip(run, "a block needs %u bytes of shared memory; it can have %llu", shared,
			       (unsigned long long)device->shared_per_block);
	GB_TRY(find_kernel(run, reads ? "p2p_bulk_read" : "p2p_bulk_write"));
	s->moved = s->bytes / chunk * chunk;
	s->shape = (struct gb_shape){ .grid = grid > 0 ? grid : 1, .block = P2P_BULK_BLOCK, .shared_bytes = shared };
	for (int i = 0; i < 2; i++) {
		const struct side *other = &s->side[1 - i];
		s->bulk[i] = (struct p2p_bulk_args){
			.at = gb_address(reads ? other->from : other->to),
			.chunks = s->moved / chunk,
			.chunk = chunk,
			.sum = gb_address(s->side[i].sums),
		};
	}
	return GB_OK;
}

/* Orders all nodes at random around the ring: a Fisher-Yates shuffle with a generator that is the same everywhere. */
static void make_order(uint32_t *order, uint32_t nodes)
{
	uint64_t seed = 1;

	for (uint32_t i = 0; i < nodes; i++)
		order[i] = i;
	for (uint32_t left = nodes; left > 1; left--) {
		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		const uint32_t other = (uint32_t)((seed >> 33) % left), kept = order[left - 1];
		order[left - 1] = order[other];
		order[other] = kept;
	}
}

static uint64_t node_at(const struct state *s, uint32_t node)
{
	return s->side[1].to + (uint64_t)node * P2P_LINE;
}

/* The chain lies in the buffer that is written on the other GPU, spread over the whole set. Blocks start at equal
 * distances along it. */
static int make_chain(struct gb_run *run, uint32_t nodes, uint32_t walked)
{
	struct state *s = gb_state(run);
	struct side *other = &s->side[1];
	const struct p2p_link_args args = { gb_address(other->to), gb_address(other->next), nodes };
	const struct gb_shape shape = { .grid = (nodes + 255) / 256, .block = 256 };
	uint32_t *order = gb_scratch(run, UINT64_C(2) * nodes * sizeof *order);

	if (order == NULL)
		return GB_FAILED;
	uint32_t *next = order + nodes;
	make_order(order, nodes);
	for (uint32_t k = 0; k < nodes; k++)
		next[order[k]] = order[(k + 1) % nodes];
	for (uint32_t b = 0; b < s->shape.grid; b++) {
		const uint32_t from = (uint32_t)((uint64_t)nodes * b / s->shape.grid);
		s->begin[b].end = node_at(s, order[from]);
		/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): every set has lines */
		s->last[b] = node_at(s, order[(from + walked) % nodes]);
	}
	GB_TRY(gb_copy_in(other->run, other->next, next, nodes * sizeof *next));
	GB_TRY(gb_launch(other->run, &other->link, shape, &args));
	return gb_sync(other->run);
}

int p2p_begin_chase(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_copy_in(run, s->side[0].chased, s->begin, s->shape.grid * sizeof *s->begin);
}

static int prepare_chase(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t set = gb_value(run, set);
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count;

	if (set > s->bytes)
		return gb_skip(run, "%llu bytes do not fit into the %llu that are free", (unsigned long long)set,
			       (unsigned long long)s->bytes);
	s->shape = (struct gb_shape){ .grid = sms < CHASERS_MAX ? sms : CHASERS_MAX, .block = 1 };
	const uint32_t nodes = (uint32_t)(set / P2P_LINE), steps = CHASE_STEPS;
	/* After one round, which the blocks share, data that fit into L2 are there. Data that do not fit are never in
	 * L2. */
	const uint32_t warm = nodes <= CHASE_NODES ? (nodes / s->shape.grid + 16) / 16 * 16 : 0;
	GB_TRY(find_kernel(run, s->op == OP_LOAD ? "p2p_load" : "p2p_exchange"));
	GB_TRY(make_chain(run, nodes, warm + steps));
	s->chase = (struct p2p_chase_args){ .warm = warm, .steps = steps, .out = gb_address(s->side[0].chased) };
	return p2p_begin_chase(run);
}

static int prepare_add(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int one = gb_value(run, address) == ONE_ADDRESS;
	const uint32_t grid = 2 * (uint32_t)gb_device(run)->sm_count;
	const double trips = (one ? ADD_TRIPS_ONE : ADD_TRIPS) * gb_work(run);

	if (!gb_peer_link(run, 0)->atomics)
		return gb_skip(run, "these GPUs do not support atomic operations on each other's memory");
	GB_TRY(find_kernel(run, "p2p_add"));
	s->shape = (struct gb_shape){ .grid = grid, .block = P2P_ADD_BLOCK };
	s->add = (struct p2p_add_args){
		.at = gb_address(s->side[1].to),
		.trips = trips >= 1 ? (uint32_t)trips : 1,
		.stride = one ? 0 : 1,
	};
	return GB_OK;
}

int p2p_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->op = gb_value(run, op);
	s->both = 0;
	s->repeats = s->passes = 1;
	s->moved = s->bytes;
	GB_TRY(set_access(run, wants_access(run, s->op)));
	switch (s->op) {
	case OP_SMALL:
		s->moved = gb_value(run, bytes);
		return s->moved <= s->bytes ? GB_OK
					    : gb_skip(run, "%llu bytes do not fit", (unsigned long long)s->moved);
	case OP_LOAD:
	case OP_EXCHANGE:
		return prepare_chase(run);
	case OP_ADD:
		return prepare_add(run);
	default:
		break;
	}
	s->both = gb_value(run, way) == BOTH_WAYS;
	s->repeats = s->both ? REPEATS_BOTH : 1;
	if (s->op >= OP_READ && s->op <= OP_PUSH)
		return prepare_stream(run);
	return s->op == OP_BULK_READ || s->op == OP_BULK_WRITE ? prepare_bulk(run) : GB_OK;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

/* The accesses of GPU i to the memory of the other GPU. */
static int act(const struct state *s, int i)
{
	const struct side *side = &s->side[i], *other = &s->side[1 - i];

	switch (s->op) {
	case OP_READ:
	case OP_WRITE:
		return gb_launch(side->run, &side->kernel, s->shape, &s->stream[i]);
	case OP_PULL:
	case OP_PUSH:
		return gb_launch(side->run, &side->kernel, s->shape, &s->move[i]);
	case OP_BULK_READ:
	case OP_BULK_WRITE:
		return gb_launch(side->run, &side->kernel, s->shape, &s->bulk[i]);
	case OP_LOAD:
	case OP_EXCHANGE:
		return gb_launch(side->run, &side->kernel, s->shape, &s->chase);
	case OP_ADD:
		return gb_launch(side->run, &side->kernel, s->shape, &s->add);
	default:
		return gb_peer_copy(side->run, 0, other->to, other->run, side->from, side->run, s->moved);
	}
}

int p2p_launch(struct gb_run *run)
{
	const struct state *s = state_of(run);

	if (s->both)
		GB_TRY(gb_wait_for(s->side[1].run, run));
	for (uint32_t i = 0; i < s->repeats; i++) {
		GB_TRY(act(s, 0));
		if (s->both)
			GB_TRY(act(s, 1));
	}
	return s->both ? gb_wait_for(run, s->side[1].run) : GB_OK;
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

struct gb_cost p2p_cost(const struct gb_run *run)
{
	const struct state *s = state_of(run);
	const double threads = (double)s->shape.grid * s->shape.block;

	if (s->op == OP_LOAD || s->op == OP_EXCHANGE)
		return (struct gb_cost){ .ops = threads * (s->chase.warm + s->chase.steps) };
	if (s->op == OP_ADD)
		return (struct gb_cost){ .ops = threads * s->add.trips };
	return (struct gb_cost){ .bytes = (double)s->moved * s->repeats * s->passes * (s->both ? 2 : 1) };
}

enum gb_quantity p2p_measures(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_SMALL:
		return GB_SECONDS;
	case OP_LOAD:
	case OP_EXCHANGE:
		return GB_CYCLES;
	case OP_ADD:
		return GB_ACCESSES;
	default:
		return GB_BANDWIDTH;
	}
}

/* Copies through host memory are not limited by the link between the GPUs. */
double p2p_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct state *s = state_of(run);
	const double bytes = gb_peer_link(run, 0)->bytes;

	switch (s->op) {
	case OP_COPY:
	case OP_READ:
	case OP_WRITE:
	case OP_PULL:
	case OP_PUSH:
	case OP_BULK_READ:
	case OP_BULK_WRITE:
		return s->both ? 2 * bytes : bytes;
	case OP_SMALL:
		return gb_value(run, access) == ACCESS_ON ? (double)s->moved / bytes : NAN;
	default:
		return NAN;
	}
}

/* Only reported axes select a roof. */
const char *p2p_roof(const struct gb_run *run)
{
	static const char *const roofs[][2] = {
		[OP_COPY] = { "p2p.copy", "p2p.copy_both" },
		[OP_READ] = { "p2p.read", "p2p.read_both" },
		[OP_WRITE] = { "p2p.write", "p2p.write_both" },
	};
	const int64_t op = gb_value(run, op);

	return op == OP_COPY || op == OP_READ || op == OP_WRITE ? roofs[op][gb_value(run, way)] : NULL;
}

const char *p2p_remark(const struct gb_run *run)
{
	return gb_value(run, op) == OP_SMALL ? "the fixed cost per copy" : NULL;
}

/* The mean over all SMs, which are at different distances from the links. */
int p2p_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	struct p2p_chased chased[CHASERS_MAX];
	double sum = 0;

	GB_TRY(gb_copy_out(run, chased, s->side[0].chased, s->shape.grid * sizeof *chased));
	s->nearest = INFINITY;
	s->farthest = 0;
	for (uint32_t b = 0; b < s->shape.grid; b++) {
		const double cycles = (double)chased[b].cycles / s->chase.steps;
		s->nearest = fmin(s->nearest, cycles);
		s->farthest = fmax(s->farthest, cycles);
		sum += cycles;
	}
	*value = sum / s->shape.grid;
	return GB_OK;
}

size_t p2p_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = state_of(run);
	size_t count = 0;

	if (s->op == OP_LOAD || s->op == OP_EXCHANGE) {
		if (result->sm_hz > 0)
			out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
		out[count++] = (struct gb_metric){ "nearest", "cycles", GB_MEASURED, s->nearest, 0 };
		out[count++] = (struct gb_metric){ "farthest", "cycles", GB_MEASURED, s->farthest, 0 };
	}
	if (s->op == OP_SMALL)
		out[count++] = (struct gb_metric){ "bandwidth", "B/s", GB_OVER, (double)s->moved, 0 };
	if (s->op == OP_COPY || s->op == OP_READ || s->op == OP_WRITE)
		out[count++] = (struct gb_metric){ "nvlinks", "1", GB_EXACT, gb_peer_link(run, 0)->nvlinks, 0 };
	return count;
}
