/* The points of `case`, their cost and their limits. */
#include "../common/limits.h"
#include "state.h"

bool case_is_average(const struct gb_run *run)
{
	return gb_value(run, work) == AVERAGE;
}

int64_t case_step(const struct gb_run *run)
{
	return case_is_average(run) ? (int64_t)gb_value(run, version) : (int64_t)gb_value(run, kernel);
}

bool case_is_library(const struct gb_run *run)
{
	return case_step(run) == (case_is_average(run) ? (int64_t)CASE_LIBRARY : (int64_t)CASE_CUBLAS);
}

uint64_t case_sets(const struct gb_run *run)
{
	return case_step(run) == CASE_ONE_BLOCK ? gb_value(run, sets_in_turn) : gb_value(run, sets);
}

uint64_t case_order(const struct gb_run *run)
{
	return gb_value(run, n);
}

/* More than 8 columns in flight do not fit into registers. */
int64_t case_depth(const struct gb_run *run)
{
	return case_step(run) == CASE_REGISTERS ? 8 : gb_value(run, depth);
}

uint64_t case_out_words(const struct gb_run *run)
{
	return case_is_average(run) ? case_sets(run) * CASE_LENGTH : case_order(run) * case_order(run);
}

/* Each number is read from memory once and each result written once. A mean takes as many additions as it has
 * numbers. */
struct gb_cost case_cost(const struct gb_run *run)
{
	const double length = CASE_LENGTH, word = sizeof(float);

	if (case_is_average(run)) {
		const double sets = (double)case_sets(run);
		return (struct gb_cost){ .bytes = word * (sets * (length * length + length) + length * length),
					 .ops = 3 * sets * length * length };
	}
	const double n = (double)case_order(run);
	return (struct gb_cost){ .bytes = word * 3 * n * n, .ops = 2 * n * n * n };
}

double case_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct gb_cost cost = case_cost(run);
	const double units = device->rates.fp32 * device->sm_count * sm_hz;

	/* Data that stay in L2 between launches are not read from memory. */
	if (!limit_is_of_memory(device, cost.bytes))
		return units;
	return limit_lesser(units, cost.ops / cost.bytes * gb_memory_rate(device));
}

const char *case_remark(const struct gb_run *run)
{
	if (case_is_average(run))
		switch (case_step(run)) {
		case CASE_ONE_BLOCK:
			return "one SM works";
		case CASE_BLOCK_A_SET:
			return "a warp's load touches 32 rows and takes 32 passes of L1 instead of one";
		case CASE_COALESCED:
			return "sums by halving: idle warps still take passes of shared memory and wait at the "
			       "barriers";
		case CASE_SHUFFLED:
			return "ten shuffles and two barriers in sequence for each row of the matrix";
		default:
			return "limited by reads of device memory";
		}
	switch (case_step(run)) {
	case CASE_PLAIN:
		return "a warp's load touches 32 rows of A and takes 32 passes of L1 instead of one";
	case CASE_ALONG_ROWS:
		return "two passes of L1 per multiply-add";
	case CASE_TILED:
		return "more than one pass of shared memory per multiply-add";
	default:
		return "limited by multiply-adds, not by memory";
	}
}
