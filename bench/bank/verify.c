/* The words that a launch of `bank` must leave in shared memory, and the results that its threads must return. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* Applies one access to a 4-byte word for all warps, one after another. Their actual order makes no difference: the
 * last write to a word happens in the last trip. The returned values of additions have the same sum in any order,
 * and exchanges return everything that was there or was written, except for what is left. */
static void access_word(const struct state *s, int64_t op, struct expected *e, unsigned int at, unsigned int lane,
			unsigned int trip)
{
	unsigned int *word = &e->memory[at / 4];
	const unsigned int stored = bank_stored(at, trip + 1);

	switch (op) {
	case OP_LOAD:
		e->loaded[lane] += *word;
		break;
	case OP_LOAD_HALF:
		e->loaded[lane] += *word >> 8 * (at % 4) & 0xffff;
		break;
	case OP_STORE:
		*word = stored;
		break;
	case OP_ADD:
		e->returned += BANK_WARPS * *word + BANK_WARPS * (BANK_WARPS - 1) / 2 * s->args.operand;
		*word += BANK_WARPS * s->args.operand;
		break;
	default: /* OP_EXCHANGE */
		e->returned += *word + (BANK_WARPS - 1) * stored;
		*word = stored;
		break;
	}
}

/* Where a lane accesses memory in access `u` of even and of odd trips. */
static unsigned int place(const struct state *s, unsigned int lane, unsigned int u, unsigned int odd)
{
	return (s->args.offset[lane] ^ odd * BANK_ROW) + u * BANK_APART;
}

static void expect(const struct gb_run *run, struct expected *e)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const unsigned int bytes = bank_word_bytes(run);

	memset(e, 0, sizeof *e);
	for (unsigned int i = 0; i < BANK_BYTES / 4; i++)
		e->memory[i] = bank_content(4 * i) | (op == OP_LOAD_HALF ? bank_content(4 * i + 2) << 16 : 0);
	for (unsigned int trip = 0; trip < s->args.trips[1]; trip++)
		for (unsigned int u = 0; u < BANK_UNROLL; u++)
			for (unsigned int lane = 0; lane < BANK_LANES; lane++)
				for (unsigned int byte = 0; byte < bytes; byte += 4)
					access_word(s, op, e, place(s, lane, u, trip % 2) + byte, lane, trip);
}

/* The chain of a single warp ends where an odd number of links leads. */
static unsigned int chain_end(const struct state *s, unsigned int lane)
{
	return s->args.offset[lane] ^ BANK_ROW;
}

/* Checks every thread's sum; for atomics the sum over the block, because the result of a thread depends on the
 * order. */
static int check_block(struct gb_run *run, const struct expected *e, unsigned int block, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	const bool atomic = bank_access_of(run) == BANK_ATOMIC;
	unsigned int found = 0, wanted = e->returned;

	for (unsigned int t = 0; t < THREADS; t++) {
		found += sum[t];
		wanted += e->loaded[t % BANK_LANES] + (t < BANK_LANES ? chain_end(s, t) : 0);
		if (found != wanted && !atomic)
			return gb_fail(run,
				       "thread %u of block %u loaded wrong words: the sums up to it are %#x, not %#x",
				       t, block, found, wanted);
	}
	if (found != wanted)
		return gb_fail(run, "the atomics of block %u returned %#x in all, not %#x", block, found, wanted);
	return GB_OK;
}

static int check_sums(struct gb_run *run, const struct expected *e, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	int status = GB_OK;

	for (unsigned int block = 0; block < s->blocks && status == GB_OK; block++)
		status = check_block(run, e, block, sum + (size_t)block * THREADS);
	return status;
}

/* Checks every word that was accessed. */
static int check_words(struct gb_run *run, const struct expected *e, const unsigned int *words)
{
	const struct state *s = gb_state(run);
	const unsigned int width = bank_width(run);

	for (unsigned int i = 0; i < s->blocks * 2 * BANK_UNROLL * BANK_LANES * width; i++) {
		const unsigned int lane = i / width % BANK_LANES, access = i / width / BANK_LANES % (2 * BANK_UNROLL);
		const unsigned int at = place(s, lane, access / 2, access % 2) + 4 * (i % width);
		if (words[i] != e->memory[at / 4])
			return gb_fail(run, "the shared memory of block %u has %#x at byte %u, not %#x",
				       i / width / BANK_LANES / (2 * BANK_UNROLL), words[i], at, e->memory[at / 4]);
	}
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned int *found = malloc(s->blocks * (SUM_BYTES + WORDS_BYTES));

	if (found == NULL)
		return gb_fail(run, "out of memory");
	unsigned int *words = found + s->blocks * SUM_BYTES / sizeof *found;
	int status = gb_copy_out(run, found, s->sum, s->blocks * SUM_BYTES);
	if (status == GB_OK)
		status = gb_copy_out(run, words, s->words, s->blocks * WORDS_BYTES / 4 * bank_width(run));
	expect(run, &s->expected);
	if (status == GB_OK)
		status = check_sums(run, &s->expected, found);
	if (status == GB_OK)
		status = check_words(run, &s->expected, words);
	free(found);
	return status;
}

int bank_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->sum, 0xff, s->blocks * SUM_BYTES);
	if (status == GB_OK)
		status = gb_fill(run, s->words, 0xff, s->blocks * WORDS_BYTES);
	s->args.record = 1;
	if (status == GB_OK)
		status = bank_launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}
