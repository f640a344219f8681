/* Launches of the points of `dsmem`, and the cycles of an access or a message. */
#include "../common/median.h"
#include "state.h"

/* Trips: at the rates of an H200 a launch takes two milliseconds, so its start and end hardly matter. */
static const unsigned int trips_of[] = {
	[OP_LOAD] = 480, [OP_STORE] = 3840, [OP_ASYNC] = 480, [OP_BULK] = 3840, [OP_ATOMIC] = 288,
};
enum { CHAIN_TRIPS = 33, MESSAGE_TRIPS = 257 };

static unsigned int scaled(const struct gb_run *run, unsigned int trips, unsigned int least)
{
	const unsigned int some = (unsigned int)(trips * gb_work(run));

	return some < least ? least : some;
}

static const char *kernel_name(const struct gb_run *run)
{
	static const char *const of_op[] = {
		[OP_LOAD] = "dsmem_load", [OP_STORE] = "dsmem_store",   [OP_ASYNC] = "dsmem_async",
		[OP_BULK] = "dsmem_bulk", [OP_ATOMIC] = "dsmem_atomic",
	};
	static const char *const of_way[] = {
		[WAY_LOAD] = "dsmem_chain_load",
		[WAY_ATOMIC] = "dsmem_chain_atomic",
		[WAY_ASYNC] = "dsmem_message_async",
		[WAY_BULK] = "dsmem_message_bulk",
	};

	return dsmem_is_latency(run) ? of_way[gb_value(run, "way")] : of_op[gb_value(run, "op")];
}

/* One cluster, of one warp per block. */
static int prepare_latency(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t way = gb_value(run, "way");
	const bool is_chain = way == WAY_LOAD || way == WAY_ATOMIC;
	uint32_t clusters;

	s->args.trips = scaled(run, is_chain ? CHAIN_TRIPS : MESSAGE_TRIPS, 2);
	s->args.bytes = way == WAY_BULK ? (unsigned int)gb_value(run, "bytes") : 16;
	s->shape.grid = s->shape.cluster;
	s->shape.block = 32;
	s->shape.shared_bytes = is_chain ? 0 : 2 * s->args.bytes;
	return gb_clusters(run, &s->kernel, s->shape, &clusters);
}

static int prepare_bandwidth(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	uint32_t clusters;

	s->args.trips = scaled(run, trips_of[op], DSMEM_STAGES);
	s->args.all = op != OP_BULK && gb_value(run, "pattern") == ALL;
	s->shape.block = dsmem_threads(run);
	s->shape.shared_bytes = DSMEM_BYTES + (op == OP_BULK ? DSMEM_PIECE : 0);
	s->shape.grid = s->shape.cluster;
	int status = gb_clusters(run, &s->kernel, s->shape, &clusters);
	if (status == GB_OK)
		s->shape.grid = clusters * s->shape.cluster;
	return status;
}

int dsmem_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned int size = (unsigned int)gb_value(run, "size");

	s->nearest = s->farthest = s->median_cycles = 0;
	s->shape = (struct gb_shape){ .cluster = size };
	s->args = (struct dsmem_args){
		.never = ~0u,
		.to = size - 1,
		.sum = gb_address(s->sum),
		.memory = gb_address(s->memory),
		.cycles = gb_address(s->cycles),
	};
	int status = gb_find_kernel(run, kernel_name(run), &s->kernel);
	if (status != GB_OK)
		return status;
	return dsmem_is_latency(run) ? prepare_latency(run) : prepare_bandwidth(run);
}

int dsmem_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* The median over the other blocks. */
int dsmem_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const int64_t way = gb_value(run, "way");
	const double trips = s->args.trips - 1, each = way == WAY_LOAD || way == WAY_ATOMIC ? DSMEM_LINKS : 2;
	unsigned long long cycles[CLUSTER_MOST];
	const unsigned int others = s->args.to;

	int status = gb_copy_out(run, cycles, s->cycles, sizeof cycles);
	if (status != GB_OK)
		return status;
	if (each < DSMEM_LINKS) {
		*value = (double)cycles[others] / (trips * each);
		return GB_OK;
	}
	*value = long_cycles_median(cycles + 1, others) / (trips * each);
	s->nearest = (double)cycles[1] / (trips * each);
	s->farthest = (double)cycles[others] / (trips * each);
	return GB_OK;
}
