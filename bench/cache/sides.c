/* The sides of the L2: it has two partitions where atomic operations take two different times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* The sided walks find their chunks at the buffer's start, about half of them at either side. */
#define SIDED_ROOM MIB(72)
/* Two partitions show as two heaps of latencies: what lies between the means of the heaps is this much of the nearer
 * one at least, and each has this much of all chunks. Distances to the slices of one partition differ by a tenth or
 * so. */
#define SIDES_APART 0.25
#define SIDES_LEAST 0.2
/* Of an SM's votes, how many must agree with the first SM's view, or with its opposite. */
#define VOTES_AGREE 0.9

struct heaps {
	double mean[2]; /* of the nearer, of the further */
	double bound;   /* between near and far */
	uint32_t count[2];
};

/* Divide latencies at the bound where the two means, weighed, differ most: two heaps, if there are two. */
static struct heaps divide(const unsigned short *cycles, uint32_t count)
{
	struct heaps h = { { 0, 0 }, 0, { 0, 0 } };
	uint64_t sum[2] = { 0, 0 };

	h.bound = 0;
	for (uint32_t i = 0; i < count; i++)
		h.bound += cycles[i] / (double)count;
	/* The mean of the two means, until it stays: two-means in one dimension. */
	for (int step = 0; step < 32; step++) {
		sum[0] = sum[1] = 0;
		h.count[0] = h.count[1] = 0;
		for (uint32_t i = 0; i < count; i++) {
			const int far = cycles[i] > h.bound;
			sum[far] += cycles[i];
			h.count[far]++;
		}
		for (int k = 0; k < 2; k++)
			h.mean[k] = h.count[k] > 0 ? (double)sum[k] / h.count[k] : 0;
		h.bound = (h.mean[0] + h.mean[1]) / 2;
	}
	return h;
}

static bool two_heaps(const struct heaps *h, uint32_t count)
{
	return h->mean[0] > 0 && h->mean[1] > (1 + SIDES_APART) * h->mean[0] && h->count[0] > SIDES_LEAST * count &&
	       h->count[1] > SIDES_LEAST * count;
}

/* Which side an SM is at, the first SM's being 0; -1 when its votes do not say. */
static int side_of(const unsigned short *votes, const unsigned short *all, const struct heaps *h)
{
	const struct heaps own = divide(votes, CACHE_VOTES);
	unsigned int same = 0;

	for (unsigned int i = 0; i < CACHE_VOTES; i++)
		same += (votes[i] > own.bound) == (all[i] > h->bound);
	return same >= VOTES_AGREE * CACHE_VOTES ? 0 : same <= (1 - VOTES_AGREE) * CACHE_VOTES ? 1 : -1;
}

/* A table of 32-bit words for the device. */
static int table(struct gb_run *run, const void *from, uint64_t bytes, gb_ptr *out)
{
	int status = gb_alloc(run, bytes, out);

	return status == GB_OK ? gb_copy_in(run, *out, from, bytes) : status;
}

struct probe {
	gb_ptr at, claimed, turn, all, votes;
	uint32_t chunks;
	uint32_t claimed_by[CACHE_SMS];
	unsigned short vote[CACHE_SMS][CACHE_VOTES];
	unsigned short *cycles; /* of each chunk */
};

/* Have the first SM look at all chunks, or every SM at the first few. */
static int probe_launch(struct gb_run *run, struct probe *p, unsigned int everyone)
{
	const struct cache_probe_args args = {
		.at = gb_address(p->at),
		.chunks = p->chunks,
		.claimed = gb_address(p->claimed),
		.turn = gb_address(p->turn),
		.all = gb_address(p->all),
		.votes = gb_address(p->votes),
		.everyone = everyone,
	};
	struct gb_kernel kernel;

	int status = gb_find_kernel(run, "cache_probe", &kernel);
	if (status == GB_OK)
		status = gb_fill(run, p->claimed, 0, sizeof p->claimed_by);
	/* More blocks than SMs, so that each gets one. */
	return status == GB_OK
		       ? gb_launch(run, &kernel, (struct gb_shape){ .grid = 8 * cache_sms(run), .block = 32 }, &args)
		       : status;
}

static int probe(struct gb_run *run, struct probe *p)
{
	int status = gb_alloc(run, sizeof p->claimed_by, &p->claimed);

	if (status == GB_OK)
		status = gb_alloc(run, sizeof(uint32_t), &p->turn);
	if (status == GB_OK)
		status = gb_alloc(run, p->chunks * sizeof *p->cycles, &p->all);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof p->vote, &p->votes);
	if (status == GB_OK)
		status = gb_fill(run, p->turn, 0, sizeof(uint32_t));
	if (status == GB_OK)
		status = gb_fill(run, p->all, 0, p->chunks * sizeof *p->cycles);
	if (status == GB_OK)
		status = gb_fill(run, p->votes, 0, sizeof p->vote);
	if (status == GB_OK)
		status = probe_launch(run, p, 0);
	if (status == GB_OK)
		status = probe_launch(run, p, 1);
	if (status == GB_OK)
		status = gb_copy_out(run, p->cycles, p->all, p->chunks * sizeof *p->cycles);
	if (status == GB_OK)
		status = gb_copy_out(run, p->vote, p->votes, sizeof p->vote);
	if (status == GB_OK)
		status = gb_copy_out(run, p->claimed_by, p->claimed, sizeof p->claimed_by);
	return status;
}

/* Give every SM its side, rank and share; false when an SM's side is not clear or SMs were not reached. */
static bool give_parts(const struct gb_run *run, const struct probe *p, const struct heaps *heaps,
		       struct cache_sides *sides, struct cache_part by_sm[CACHE_SMS],
		       struct cache_part by_share[CACHE_SMS])
{
	uint32_t shares = 0;

	for (uint32_t sm = 0; sm < CACHE_SMS; sm++) {
		if (p->claimed_by[sm] == 0)
			continue;
		const int side = side_of(p->vote[sm], p->cycles, heaps);
		if (side < 0)
			return false;
		by_sm[sm] = (struct cache_part){ shares, (unsigned int)side, sides->sm_count[side]++ };
		by_share[shares++] = by_sm[sm];
	}
	return shares == cache_sms(run);
}

/* The chunks near to the first SM, and those far from it. */
static int list_chunks(struct gb_run *run, const struct probe *p, const struct heaps *heaps, struct cache_sides *sides)
{
	uint32_t *list = malloc((size_t)2 * p->chunks * sizeof *list);
	int status = GB_OK;

	if (list == NULL)
		return gb_fail(run, "out of memory");
	for (uint32_t c = 0; c < p->chunks; c++) {
		const int side = p->cycles[c] > heaps->bound;
		list[(uint32_t)side * p->chunks + sides->chunk_count[side]++] = c;
	}
	for (uint32_t side = 0; side < 2 && status == GB_OK; side++)
		status = table(run, list + (size_t)side * p->chunks, p->chunks * sizeof *list, &sides->chunks[side]);
	free(list);
	return status;
}

static int sort_out(struct gb_run *run, const struct probe *p, struct cache_sides *sides)
{
	const struct heaps heaps = divide(p->cycles, p->chunks);
	struct cache_part by_sm[CACHE_SMS] = { { 0, 0, 0 } }, by_share[CACHE_SMS] = { { 0, 0, 0 } };

	sides->probed = true;
	if (!two_heaps(&heaps, p->chunks)) {
		snprintf(sides->why_not, sizeof sides->why_not,
			 "atomics take as long in all of the L2: it has one partition");
		return GB_OK;
	}
	if (!give_parts(run, p, &heaps, sides, by_sm, by_share)) {
		snprintf(sides->why_not, sizeof sides->why_not,
			 "it is not clear which partition of the L2 each SM is at");
		return GB_OK;
	}
	memcpy(sides->cycles, heaps.mean, sizeof sides->cycles);
	int status = list_chunks(run, p, &heaps, sides);
	if (status == GB_OK)
		status = table(run, by_sm, sizeof by_sm, &sides->parts);
	return status == GB_OK ? table(run, by_share, sizeof by_share, &sides->shares) : status;
}

int cache_find_sides(struct gb_run *run, gb_ptr at, uint64_t room, struct cache_sides *sides)
{
	if (sides->probed)
		return GB_OK;
	struct probe *p = calloc(1, sizeof *p);
	if (p == NULL)
		return gb_fail(run, "out of memory");
	p->at = at;
	p->chunks = (uint32_t)((room < SIDED_ROOM ? room : SIDED_ROOM) / CACHE_CHUNK);
	p->cycles = calloc(p->chunks, sizeof *p->cycles);
	if (p->cycles == NULL) {
		free(p);
		return gb_fail(run, "out of memory");
	}
	int status = probe(run, p);
	if (status == GB_OK)
		status = sort_out(run, p, sides);
	free(p->cycles);
	free(p);
	return status;
}
