/* Launches of the points of `atomic`, and the cycles per operation. */
#include <stdio.h>

#include "../common/median.h"
#include "state.h"

/* Trips of a throughput launch: at the rates of an H200 a launch takes one or two milliseconds. */
static unsigned int trips_of(int64_t pattern)
{
	switch (pattern) {
	case PATTERN_ONE:
		return 8;
	case PATTERN_LINE:
		return 16;
	case PATTERN_ADJACENT:
		return 1024;
	default:
		return 64;
	}
}

/* Trips of the chain (the first does not count), and of the two rounds in shared memory. */
enum { CHAIN_TRIPS = 129, WARM_TRIPS = 4, SHARED_TRIPS = 512 };
/* Sets of words that threads use in turn. */
enum { ADJACENT_SETS = 4 };
/* The largest sum that the format reaches exactly in steps of one. */
enum { F16_MOST = 2048 };

static unsigned int scaled(const struct gb_run *run, unsigned int trips, unsigned int least)
{
	const unsigned int some = (unsigned int)(trips * gb_work(run));

	return some < least ? least : some;
}

/* Places for all threads at this stride, within half of L2, so that all operations are served there. */
static unsigned int fitting(const struct gb_run *run, uint64_t threads, unsigned int stride)
{
	const uint64_t fit = gb_device(run)->l2_bytes / 2 / stride;

	return (unsigned int)(fit > 0 && fit < threads ? fit : threads);
}

static void choose_places(const struct gb_run *run, struct atomic_args *args, uint64_t threads)
{
	const unsigned int bytes = atomic_bytes(gb_value(run, "op"));

	args->stride = bytes;
	args->random = 0;
	args->sets = 1;
	switch (gb_value(run, "pattern")) {
	case PATTERN_ONE:
		args->places = 1;
		break;
	case PATTERN_LINE:
		args->places = LINE / bytes;
		break;
	case PATTERN_SECTORS:
		args->stride = SECTOR;
		args->places = fitting(run, threads, SECTOR);
		break;
	case PATTERN_LINES:
		args->stride = LINE;
		args->places = fitting(run, threads, LINE);
		break;
	case PATTERN_RANDOM:
		args->random = 1;
		args->places = RANDOM_BYTES / bytes;
		break;
	default: /* PATTERN_ADJACENT */
		args->places = (unsigned int)threads;
		/* Distance between sets; with a single set, the slice that the address hash favours would limit the
		 * rate. A compare-and-swap expects the value it found at the same place. */
		args->sets = gb_value(run, "op") == OP_cas ? 1 : ADJACENT_SETS;
		break;
	}
}

/* Additions in 16 bits are few enough that each place counts exactly; random places receive few anyway. */
static void count_exactly(const struct gb_run *run, struct atomic_args *args, uint64_t threads)
{
	args->every = 1;
	if (gb_value(run, "op") != OP_add_f16x2)
		return;
	if (args->trips > F16_MOST / ATOMIC_UNROLL)
		args->trips = F16_MOST / ATOMIC_UNROLL;
	const uint64_t each = (uint64_t)ATOMIC_UNROLL * args->trips,
		       sharing = (threads + args->places - 1) / args->places;
	while (!args->random && (sharing + args->every - 1) / args->every * each > F16_MOST)
		args->every *= 2;
}

static int prepare_throughput(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t resident;

	s->shape = (struct gb_shape){ .block = (uint32_t)gb_value(run, "block") };
	int status = gb_occupancy(run, &s->kernel, s->shape.block, 0, &resident);
	if (status != GB_OK)
		return status;
	const uint64_t most = s->threads / s->sms / s->shape.block;
	s->shape.grid = s->sms * (uint32_t)(resident < most ? resident : most);
	s->args = (struct atomic_args){
		.at = gb_address(s->at),
		.trips = scaled(run, trips_of(gb_value(run, "pattern")), ADJACENT_SETS),
		.never = ~0u,
		.result = gb_address(s->result),
	};
	choose_places(run, &s->args, (uint64_t)s->shape.grid * s->shape.block);
	count_exactly(run, &s->args, (uint64_t)s->shape.grid * s->shape.block);
	return GB_OK;
}

static void prepare_chain(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = 1, .block = 1 };
	s->chain = (struct atomic_chain_args){
		.at = gb_address(s->at),
		.trips = scaled(run, CHAIN_TRIPS, 2),
		.apart = gb_value(run, "lines") == 1 ? 0 : ATOMIC_APART,
		.end = gb_address(s->end),
		.cycles = gb_address(s->cycles),
	};
}

static void prepare_shared(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned int degree = (unsigned int)gb_value(run, "degree");

	s->shape = (struct gb_shape){ .grid = s->sms, .block = THREADS };
	s->shared = (struct atomic_shared_args){
		.degree = degree,
		.warm_trips = WARM_TRIPS,
		.trips = scaled(run, SHARED_TRIPS / degree, 4),
		.never = ~0u,
		.one = 1,
		.cycles = gb_address(s->cycles),
		.result = gb_address(s->result),
		.words = gb_address(s->words),
	};
}

int atomic_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum measure measure = atomic_measure(run);
	const int hopper = gb_device(run)->cc_major >= 9;
	char name[GB_NAME_MAX];

	if (measure != SHARED && gb_value(run, "scope") == SCOPE_cluster && !hopper)
		return gb_skip(run, "clusters need compute capability 9.0");
	if (measure == THROUGHPUT && !hopper &&
	    (gb_value(run, "op") == OP_add_v2f32 || gb_value(run, "op") == OP_add_v4f32))
		return gb_skip(run, "vector atomics need compute capability 9.0");
	if (measure == SHARED)
		snprintf(name, sizeof name, "atomic_shared_%s", atomic_in_shared[gb_value(run, "in_shared")]);
	else if (measure == LATENCY)
		snprintf(name, sizeof name, "atomic_chain_%s_%s", atomic_chains[gb_value(run, "chain")],
			 atomic_scopes[gb_value(run, "scope")]);
	else
		snprintf(name, sizeof name, "atomic_%s_%s", atomic_ops[gb_value(run, "op")],
			 atomic_scopes[gb_value(run, "scope")]);
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status != GB_OK)
		return status;
	if (measure == THROUGHPUT)
		return prepare_throughput(run);
	if (measure == LATENCY)
		prepare_chain(run);
	else
		prepare_shared(run);
	return GB_OK;
}

/* Launches add up in global memory. Words in shared memory last only as long as their block. */
int atomic_restore(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (atomic_measure(run) == SHARED)
		return GB_OK;
	return gb_fill(run, s->at, 0, atomic_measure(run) == LATENCY ? CHAIN_BYTES : s->bytes);
}

int atomic_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const void *args[] = { [THROUGHPUT] = &s->args, [LATENCY] = &s->chain, [SHARED] = &s->shared };

	return gb_launch(run, &s->kernel, s->shape, args[atomic_measure(run)]);
}

static int observe_chain(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);
	unsigned long long cycles;
	int status = gb_copy_out(run, &cycles, s->cycles, sizeof cycles);

	if (status == GB_OK)
		*value = (double)cycles / (ATOMIC_LINES * (s->chain.trips - 1));
	return status;
}

/* The median over the SMs. */
int atomic_observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);

	if (atomic_measure(run) == LATENCY)
		return observe_chain(run, value);
	int status = cycles_read_median(run, s->cycles, s->sms, value);
	if (status == GB_OK)
		*value /= ATOMIC_WARPS * ATOMIC_UNROLL * s->shared.trips;
	return status;
}
