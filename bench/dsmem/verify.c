/* Checks that the words that one block of a cluster loaded, stored or sent are those that another one had or
 * received. */
#include <stdlib.h>

#include "../common/median.h"
#include "state.h"

/* ---- memory and sums ----------------------------------------------------------------------------------------------- */

/* The expected value of word i of a block's memory after the launch. */
static unsigned int word_expected(const struct gb_run *run, unsigned int rank, unsigned int i)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, "op")) {
	case OP_STORE:
	case OP_ASYNC:
		return ~rank;
	case OP_BULK:
		return dsmem_content((rank + s->shape.cluster - 1) % s->shape.cluster, i % (DSMEM_PIECE / 4));
	case OP_ATOMIC: /* one per trip, since each block is the target of one other */
		return dsmem_content(rank, i) + (i < DSMEM_THREADS * DSMEM_UNROLL ? s->args.trips : 0);
	default: /* OP_LOAD */
		return dsmem_content(rank, i);
	}
}

/* The words that a thread loads from a block in a trip. */
static unsigned int loads_of(unsigned int rank, unsigned int thread)
{
	unsigned int sum = 0;

	for (unsigned int u = 0; u < DSMEM_UNROLL; u++)
		for (unsigned int i = 0; i < 4; i++)
			sum += dsmem_content(rank, (thread + u * DSMEM_THREADS) * 4 + i);
	return sum;
}

static int check_loads(struct gb_run *run, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	const unsigned int size = s->shape.cluster;
	unsigned int of[CLUSTER_MOST], trips[CLUSTER_MOST][CLUSTER_MOST] = { { 0 } };

	for (unsigned int rank = 0; rank < size; rank++)
		for (unsigned int trip = 0; trip < s->args.trips; trip++)
			trips[rank][dsmem_partner(rank, size, s->args.all, trip)]++;
	for (unsigned int t = 0; t < DSMEM_THREADS; t++) {
		for (unsigned int rank = 0; rank < size; rank++)
			of[rank] = loads_of(rank, t);
		for (unsigned int b = 0; b < s->shape.grid; b++) {
			unsigned int wanted = 0;
			for (unsigned int rank = 0; rank < size; rank++)
				wanted += trips[b % size][rank] * of[rank];
			if (sum[b * DSMEM_THREADS + t] != wanted)
				return gb_fail(run, "thread %u of block %u loaded %#x in all, not %#x", t, b,
					       sum[b * DSMEM_THREADS + t], wanted);
		}
	}
	return GB_OK;
}

static int check_memory(struct gb_run *run, const unsigned int *memory)
{
	const struct state *s = gb_state(run);

	for (unsigned int b = 0; b < s->shape.grid; b++)
		for (unsigned int i = 0; i < DSMEM_WORDS; i++) {
			const unsigned int wanted = word_expected(run, b % s->shape.cluster, i);
			const unsigned int found = memory[(size_t)b * DSMEM_WORDS + i];
			if (found != wanted)
				return gb_fail(run, "word %u of block %u is %#x, not %#x", i, b, found, wanted);
		}
	return GB_OK;
}

static int read_cycles(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned long long *cycles = malloc(s->cycles_bytes);

	if (cycles == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, cycles, s->cycles, s->cycles_bytes);
	if (status == GB_OK)
		s->median_cycles = long_cycles_median(cycles, s->shape.grid);
	free(cycles);
	return status;
}

static int verify_bandwidth(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool loads = gb_value(run, "op") == OP_LOAD;
	unsigned int *found = malloc(s->memory_bytes);

	if (found == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_fill(run, s->sum, 0xff, s->sum_bytes);
	if (status == GB_OK)
		status = gb_fill(run, s->memory, 0xff, s->memory_bytes);
	s->args.record = 1;
	if (status == GB_OK)
		status = dsmem_launch(run);
	s->args.record = 0;
	if (status == GB_OK)
		status = loads ? gb_copy_out(run, found, s->sum, s->sum_bytes)
			       : gb_copy_out(run, found, s->memory, s->memory_bytes);
	if (status == GB_OK)
		status = loads ? check_loads(run, found) : check_memory(run, found);
	if (status == GB_OK)
		status = read_cycles(run);
	free(found);
	return status;
}

/* ---- chains and messages ------------------------------------------------------------------------------------------- */

static int check_ends(struct gb_run *run, const unsigned int *end)
{
	const struct state *s = gb_state(run);
	unsigned int wanted = 0;

	for (unsigned int i = 0; i < s->args.trips * DSMEM_LINKS; i++)
		wanted = dsmem_next(wanted);
	for (unsigned int rank = 1; rank < s->shape.cluster; rank++)
		if (end[rank] != wanted)
			return gb_fail(run, "the chain in block %u ended at word %u, not %u", rank, end[rank], wanted);
	return GB_OK;
}

int dsmem_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int end[CLUSTER_MOST];

	if (!dsmem_is_latency(run))
		return verify_bandwidth(run);
	int status = gb_fill(run, s->sum, 0xff, sizeof end);
	if (status == GB_OK)
		status = dsmem_launch(run);
	if (status == GB_OK)
		status = gb_copy_out(run, end, s->sum, sizeof end);
	if (status != GB_OK)
		return status;
	if (gb_value(run, "way") == WAY_LOAD || gb_value(run, "way") == WAY_ATOMIC)
		return check_ends(run, end);
	for (unsigned int i = 0; i < 2; i++)
		if (end[i] != s->args.trips)
			return gb_fail(run, "%u of %u messages arrived at block %u unchanged", end[i], s->args.trips,
				       i == 0 ? 0 : s->args.to);
	return GB_OK;
}
