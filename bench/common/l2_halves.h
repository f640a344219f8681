/* l2_halves.h: the home partition of memory in L2, and the partition of each SM. Atomic operations are performed at an
 * address's home. If they take two different times, the GPU's L2 has two partitions. l2_halves_probe.h has the kernel's
 * half. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gpubench.h"
#include "l2_halves_probe.h"

/* Two partitions show as two groups of latencies. The gap between the means of the groups is at least HOMES_APART of
 * the lower mean, and each group has at least this part of all chunks. Distances to the slices of one partition differ
 * by about a tenth. */
#define HOMES_APART 0.25
#define HOMES_LEAST 0.2
/* At least this part of an SM's votes must agree with the first SM's view, or with its opposite. */
#define HOMES_AGREE 0.9

/* The partitions as the SM that probed all chunks sees them: 0 is near to it. */
struct homes {
	char why_not[96]; /* why no partitions were found; "": they were */
	double cycles[2]; /* latency of an atomic operation on a near and a far chunk */
	uint32_t chunks;
	unsigned char *of_chunk;          /* 0 or 1 per chunk; scratch memory of the hook */
	uint32_t sms;                     /* number of SMs that were reached */
	signed char side_of_sm[HOME_SMS]; /* 0 or 1; -1: no such SM was reached */
};

struct home_heaps {
	double mean[2]; /* mean latency of the nearer and the farther group */
	double bound;   /* between near and far */
	uint32_t count[2];
};

/* Splits latencies where the two means, weighted, differ most: two groups, if there are two. */
static inline struct home_heaps homes_divide(const unsigned short *cycles, uint32_t count)
{
	struct home_heaps h = { { 0, 0 }, 0, { 0, 0 } };
	uint64_t sum[2] = { 0, 0 };

	for (uint32_t i = 0; i < count; i++)
		h.bound += cycles[i] / (double)count;
	/* The mean of the two means becomes the bound until it no longer changes: two-means in one dimension. */
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

static inline bool homes_are_two(const struct home_heaps *h, uint32_t count)
{
	return h->mean[0] > 0 && h->mean[1] > (1 + HOMES_APART) * h->mean[0] && h->count[0] > HOMES_LEAST * count &&
	       h->count[1] > HOMES_LEAST * count;
}

/* The side of an SM, where the first SM's is 0; -1 if its votes are inconclusive. */
static inline signed char homes_side(const unsigned short *votes, const unsigned short *all, double bound)
{
	const struct home_heaps own = homes_divide(votes, HOME_VOTES);
	uint32_t same = 0;

	for (uint32_t i = 0; i < HOME_VOTES; i++)
		same += (votes[i] > own.bound) == (all[i] > bound);
	if (same >= HOMES_AGREE * HOME_VOTES)
		return 0;
	return same <= (1 - HOMES_AGREE) * HOME_VOTES ? 1 : (signed char)-1;
}

/* ---- the probe --------------------------------------------------------------------------------------------------- */

struct home_survey {
	gb_ptr at, claimed, turn, all, votes;
	uint32_t chunks;
	uint32_t claimed_by[HOME_SMS];
	unsigned short vote[HOME_SMS][HOME_VOTES];
	unsigned short *cycles; /* latency of each chunk */
};

/* Lets one SM probe all chunks, or every SM the first few. */
static inline int homes_launch(struct gb_run *run, const char *kernel_name, const struct home_survey *p,
			       uint32_t everyone)
{
	const struct home_probe_args args = {
		.at = gb_address(p->at),
		.chunks = p->chunks,
		.claimed = gb_address(p->claimed),
		.turn = gb_address(p->turn),
		.all = gb_address(p->all),
		.votes = gb_address(p->votes),
		.everyone = everyone,
	};
	/* There are more blocks than SMs, so that each SM gets one. */
	const struct gb_shape shape = { .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 32 };
	struct gb_kernel kernel;
	GB_TRY(gb_find_kernel(run, kernel_name, &kernel));
	GB_TRY(gb_fill(run, p->claimed, 0, sizeof p->claimed_by));
	return gb_launch(run, &kernel, shape, &args);
}

static inline int homes_survey(struct gb_run *run, const char *kernel, struct home_survey *p)
{
	GB_TRY(gb_alloc(run, sizeof p->claimed_by, &p->claimed));
	GB_TRY(gb_alloc(run, sizeof(uint32_t), &p->turn));
	GB_TRY(gb_alloc(run, p->chunks * sizeof *p->cycles, &p->all));
	GB_TRY(gb_alloc(run, sizeof p->vote, &p->votes));
	GB_TRY(gb_fill(run, p->turn, 0, sizeof(uint32_t)));
	GB_TRY(gb_fill(run, p->all, 0, p->chunks * sizeof *p->cycles));
	GB_TRY(gb_fill(run, p->votes, 0, sizeof p->vote));
	for (uint32_t everyone = 0; everyone < 2; everyone++)
		GB_TRY(homes_launch(run, kernel, p, everyone));
	GB_TRY(gb_copy_out(run, p->cycles, p->all, p->chunks * sizeof *p->cycles));
	GB_TRY(gb_copy_out(run, p->vote, p->votes, sizeof p->vote));
	return gb_copy_out(run, p->claimed_by, p->claimed, sizeof p->claimed_by);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* False if an SM's side is unclear or SMs were not reached. */
static inline bool homes_give_sides(const struct gb_run *run, const struct home_survey *p, double bound,
				    struct homes *out)
{
	bool clear = true;

	for (uint32_t sm = 0; sm < HOME_SMS; sm++) {
		out->side_of_sm[sm] = -1;
		if (p->claimed_by[sm] == 0)
			continue;
		out->side_of_sm[sm] = homes_side(p->vote[sm], p->cycles, bound);
		clear = clear && out->side_of_sm[sm] >= 0;
		out->sms++;
	}
	return clear && out->sms == (uint32_t)gb_device(run)->sm_count;
}

static inline void homes_sort_out(const struct gb_run *run, const struct home_survey *p, struct homes *out)
{
	const struct home_heaps heaps = homes_divide(p->cycles, p->chunks);

	if (!homes_are_two(&heaps, p->chunks)) {
		snprintf(out->why_not, sizeof out->why_not,
			 "atomics take the same time everywhere in L2: it has one partition");
	} else if (!homes_give_sides(run, p, heaps.bound, out)) {
		snprintf(out->why_not, sizeof out->why_not, "the L2 partition of each SM could not be determined");
	}
	out->cycles[0] = heaps.mean[0];
	out->cycles[1] = heaps.mean[1];
	for (uint32_t c = 0; c < p->chunks; c++)
		out->of_chunk[c] = p->cycles[c] > heaps.bound;
}

/* Probe `chunks` chunks from `at` on with the kernel of this name, which leaves their words unchanged. */
static inline int homes_find(struct gb_run *run, const char *kernel, gb_ptr at, uint32_t chunks, struct homes *out)
{
	struct home_survey *p = gb_scratch(run, sizeof *p);
	unsigned short *cycles = gb_scratch(run, chunks * sizeof *cycles);

	*out = (struct homes){ .chunks = chunks, .of_chunk = gb_scratch(run, chunks) };
	if (p == NULL || cycles == NULL || out->of_chunk == NULL)
		return GB_FAILED;
	p->at = at;
	p->chunks = chunks;
	p->cycles = cycles;
	GB_TRY(homes_survey(run, kernel, p));
	homes_sort_out(run, p, out);
	return GB_OK;
}
