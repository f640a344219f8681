/* The demands of a point of `ldmatrix` on shared memory, and their cost. */
#include <math.h>

#include "state.h"

/* The 16-byte column that the swizzled layout accesses. */
enum { SWIZZLED_COLUMN = 5 };

bool ldmatrix_is_move(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_MOVE;
}

bool ldmatrix_is_store(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_STORE || gb_value(run, "op") == OP_STORE_TRANS;
}

bool ldmatrix_is_transposed(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_LOAD_TRANS || gb_value(run, "op") == OP_STORE_TRANS;
}

unsigned int ldmatrix_matrices(const struct gb_run *run)
{
	return ldmatrix_is_move(run) ? 1 : (unsigned int)gb_value(run, "matrices");
}

unsigned int ldmatrix_offset(const struct gb_run *run, unsigned int lane)
{
	if (ldmatrix_is_move(run))
		return 0;
	if (gb_value(run, "layout") == LAYOUT_SWIZZLED)
		return lane * LDMATRIX_BANK_BYTES + (SWIZZLED_COLUMN ^ lane % LDMATRIX_SLOTS) * LDMATRIX_ROW_BYTES;
	return lane * (unsigned int)gb_value(run, "pitch");
}

unsigned int ldmatrix_point_wavefronts(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return ldmatrix_is_move(run) ? 0 : ldmatrix_wavefronts(s->args.offset, ldmatrix_matrices(run));
}

double ldmatrix_accesses(const struct state *s, int round)
{
	return (double)LDMATRIX_WARPS * LDMATRIX_UNROLL * s->args.trips[round];
}

/* Accesses of a launch, on all SMs: both rounds, and the chain of one warp. Loads that wait for stores are not
 * counted. */
static double accesses_in_all(const struct state *s)
{
	double all = 0;

	for (int round = 0; round < 2; round++)
		all += ldmatrix_accesses(s, round) + s->args.links[round] + 1;
	return s->blocks * all;
}

/* Bytes of an access in registers. */
static double bytes(const struct gb_run *run)
{
	return ldmatrix_matrices(run) * LDMATRIX_ROWS * LDMATRIX_ROW_BYTES;
}

struct gb_cost ldmatrix_cost(const struct gb_run *run)
{
	const double all = accesses_in_all(gb_state(run));

	return (struct gb_cost){ .bytes = ldmatrix_is_move(run) ? 0 : all * bytes(run), .ops = all };
}

/* Cycles per access: its wavefronts, each of which moves 128 bytes. */
double ldmatrix_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	if (ldmatrix_is_move(run))
		return NAN;
	return ldmatrix_point_wavefronts(run) * LDMATRIX_BANK_BYTES / device->rates.shared_bytes;
}

size_t ldmatrix_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const unsigned int wavefronts = ldmatrix_point_wavefronts(run);
	size_t count = 0;

	if (!ldmatrix_is_move(run)) {
		out[count++] = (struct gb_metric){ "wavefronts", "1", GB_EXACT, wavefronts, 0 };
		out[count++] = (struct gb_metric){ "conflicts", "1", GB_EXACT,
						   (wavefronts - ldmatrix_matrices(run)) * accesses_in_all(s), 0 };
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B/clk/SM", GB_OVER, bytes(run),
						   bytes(run) / ldmatrix_limit(run, result->device, result->sm_hz) };
	}
	if (s->latency > 0)
		out[count++] = (struct gb_metric){ "latency", "cycles", GB_MEASURED, s->latency, 0 };
	return count;
}
