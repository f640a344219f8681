/* The demands of a point of `bank` on shared memory, and their cost by the bank model. */
#include "state.h"

/* ---- a request --------------------------------------------------------------------------------------------------- */

unsigned int bank_word_bytes(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OP_ADD ? 4 : op == OP_LOAD_HALF ? 2 : (unsigned int)gb_value(run, "word");
}

unsigned int bank_width(const struct gb_run *run)
{
	return (bank_word_bytes(run) + 3) / 4;
}

enum bank_access bank_access_of(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OP_LOAD || op == OP_LOAD_HALF ? BANK_LOAD : op == OP_STORE ? BANK_STORE : BANK_ATOMIC;
}

unsigned int bank_point_passes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return bank_passes(s->args.offset, bank_word_bytes(run), bank_access_of(run));
}

/* Passes beyond those that these lanes would take if no two of them met in a bank. */
static unsigned int extra_passes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return bank_point_passes(run) -
	       BANK_LANES / bank_lanes_together(s->args.offset, bank_word_bytes(run), bank_access_of(run));
}

/* ---- the work of a launch ---------------------------------------------------------------------------------------- */

double bank_requests(const struct state *s, int round)
{
	return (double)BANK_WARPS * BANK_UNROLL * s->args.trips[round];
}

/* Requests of a launch, on all SMs: both rounds, and the chain of one warp. Loads that wait for stores are not
 * counted. */
static double requests_in_all(const struct state *s)
{
	double all = 0;

	for (int round = 0; round < 2; round++)
		all += bank_requests(s, round) + s->args.links[round] + 1;
	return s->blocks * all;
}

struct gb_cost bank_cost(const struct gb_run *run)
{
	const double all = requests_in_all(gb_state(run));

	return (struct gb_cost){ .bytes = all * BANK_LANES * bank_word_bytes(run), .ops = all };
}

/* Cycles per request: its passes, each of which moves 128 bytes. */
double bank_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return bank_point_passes(run) * BANK_ROW / device->rates.shared_bytes;
}

size_t bank_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	(void)result;
	out[0] = (struct gb_metric){ "passes", "1", GB_EXACT, bank_point_passes(run), 0 };
	out[1] = (struct gb_metric){ "conflicts", "1", GB_EXACT, extra_passes(run) * requests_in_all(s), 0 };
	if (!(s->latency > 0))
		return 2;
	out[2] = (struct gb_metric){ "latency", "cycles", GB_MEASURED, s->latency, 0 };
	return 3;
}
