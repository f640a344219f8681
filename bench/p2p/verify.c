/* verify.c: checks that the data that `p2p` moved have arrived on the other GPU. */
#include "../common/input_host.h"
#include "state.h"

static struct gb_shape wide(const struct side *side)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(side->run)->sm_count, .block = 256 };
}

/* Checks the data that side `i` wrote, which are on the other side except for pulls. */
static int check_written(struct state *s, int i)
{
	const struct side *other = &s->side[s->op == OP_PULL ? i : 1 - i];
	const int by_marks = s->op == OP_WRITE || s->op == OP_BULK_WRITE;
	const struct p2p_check_args args = {
		.at = gb_address(other->to),
		.words = s->moved / 4,
		.period = !by_marks           ? 0
			  : s->op == OP_WRITE ? s->moved / 4
					      : s->bulk[i].chunk / 4,
		.report = gb_address(other->report),
	};
	GB_TRY(gb_report_clear(other->run, other->report));
	GB_TRY(gb_launch(other->run, &other->check, wide(other), &args));
	return gb_report_judge(other->run, other->report, args.words, "words");
}

/* Compares the sum of the data that side `i` read with that of the expected words. */
static int check_read(struct gb_run *run, int i)
{
	struct state *s = gb_state(run);
	const struct side *side = &s->side[i];
	const struct p2p_sum_args args = { s->moved / 4, (uint32_t *)gb_address(side->sums) + 1 };
	uint32_t sum[2];

	GB_TRY(gb_launch(side->run, &side->sum, wide(side), &args));
	GB_TRY(gb_copy_out(side->run, sum, side->sums, sizeof sum));
	if (sum[1] == 0)
		return gb_fail(run, "no words were added up for the comparison");
	if (sum[0] != sum[1] * s->passes)
		return gb_fail(run, "the sum of what was read: got %#x, expected %#x", sum[0], sum[1] * s->passes);
	return GB_OK;
}

static int check_chase(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct p2p_chased chased[CHASERS_MAX];

	GB_TRY(gb_copy_out(run, chased, s->side[0].chased, s->shape.grid * sizeof *chased));
	for (uint32_t b = 0; b < s->shape.grid; b++)
		if (chased[b].end != s->last[b])
			return gb_fail(run, "the chain of block %u ends at %#llx, not at %#llx", b, chased[b].end,
				       (unsigned long long)s->last[b]);
	return GB_OK;
}

/* Checks the words that additions changed, and a neighbouring word. */
static int check_sums(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct side *other = &s->side[1];
	const uint32_t threads = s->shape.grid * s->shape.block, words = s->add.stride ? threads : 1;
	const uint32_t want = s->add.stride ? s->add.trips : threads * s->add.trips;
	enum { WINDOW = 1024 };
	uint32_t sum[WINDOW + 1];

	for (uint32_t first = 0; first < words; first += WINDOW) {
		const uint32_t count = words - first < WINDOW ? words - first : WINDOW;
		GB_TRY(gb_copy_out(other->run, sum, other->to + first * sizeof *sum, (count + 1) * sizeof *sum));
		for (uint32_t i = 0; i <= count; i++) {
			const uint32_t expected = first + i < words ? want : 0;
			if (sum[i] != expected)
				return gb_fail(run, "word %u has the sum %u, expected %u", first + i, sum[i], expected);
		}
	}
	return GB_OK;
}

static int poison(struct state *s)
{
	const int adds = s->op == OP_ADD;

	for (int i = 0; i < 2; i++) {
		const struct side *side = &s->side[i];
		/* The chain is in this memory. */
		if (s->op != OP_LOAD && s->op != OP_EXCHANGE)
			GB_TRY(gb_fill_output(side->run, side->to, adds ? 0 : 0xa5, s->bytes));
		GB_TRY(gb_fill(side->run, side->sums, 0, 2 * sizeof(uint32_t)));
		GB_TRY(gb_sync(side->run));
	}
	return GB_OK;
}

static int check(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int reads = s->op == OP_READ || s->op == OP_BULK_READ;

	if (s->op == OP_LOAD || s->op == OP_EXCHANGE)
		return check_chase(run);
	if (s->op == OP_ADD)
		return check_sums(run);
	/* Expected words come from a function; the host checks the input itself once. */
	for (int i = 0; i < 2; i++)
		GB_TRY(input_check(s->side[i].run, s->side[i].from, s->bytes, input_bits));
	for (int i = 0; i <= s->both; i++)
		GB_TRY(reads ? check_read(run, i) : check_written(s, i));
	return GB_OK;
}

int p2p_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t repeats = s->repeats;

	GB_TRY(poison(s));
	if (s->op == OP_LOAD || s->op == OP_EXCHANGE)
		GB_TRY(p2p_begin_chase(run));
	s->repeats = 1;
	for (int i = 0; i < 2; i++)
		s->stream[i].record = s->bulk[i].record = 1;
	const int status = p2p_launch(run);
	s->repeats = repeats;
	for (int i = 0; i < 2; i++)
		s->stream[i].record = s->bulk[i].record = 0;
	GB_TRY(status);
	GB_TRY(gb_sync(run));
	GB_TRY(gb_sync(s->side[1].run));
	return check(run);
}
