/* Conclusions from the rows of `instr`: which operations cost more than an alternative, and the gains of
 * -use_fast_math and of each of its flags. */
#include "../common/findings.h"
#include "state.h"

static enum instr_op op_of(const char *name)
{
	uint32_t op = 0;

	while (instr_ops[op] != NULL && strcmp(instr_ops[op], name) != 0)
		op++;
	return (enum instr_op)op;
}

static const struct gb_row *find_row(const struct gb_row *rows, size_t count, const char *variant, enum instr_op op,
				     int measure)
{
	static const char *const metric[] = { [THROUGHPUT] = "op_rate", [LATENCY] = "cycles" };
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(rows[i].variant, variant) != 0 || strcmp(rows[i].metric, metric[measure]) != 0 ||
		    gb_row_value(&rows[i], op) != op || gb_row_value(&rows[i], measure) != measure)
			continue;
		if (best == NULL || (measure == LATENCY ? rows[i].value < best->value : rows[i].value > best->value))
			best = &rows[i];
	}
	return best;
}

/* The slowdown of `row` against `other`, if both exist. Returns the number of elements of `out` that it filled. */
static size_t slowdown(struct gb_finding *out, const char *metric, const struct gb_row *row, const struct gb_row *other,
		       const char *against)
{
	if (row == NULL || other == NULL)
		return 0;
	const enum instr_op op = gb_row_value(row, op);
	const int measure = gb_row_value(row, measure);
	const struct gb_row *over = measure == LATENCY ? row : other, *under = measure == LATENCY ? other : row;

	*out = ratio_of(metric, over, under);
	out->from = row;
	snprintf(out->point, sizeof out->point, "op=%s,measure=%s", instr_ops[op], instr_measured[measure]);
	snprintf(out->remark, sizeof out->remark, "%s against %s", instr_ops[op], against);
	return 1;
}

static const struct {
	const char *variant, *metric, *against;
} gains[] = {
	{ FAST_MATH, "fast_math_gain", "the same with -use_fast_math" },
	{ FTZ, "ftz_gain", "the same with -ftz=true" },
	{ NO_PREC_DIV, "no_prec_div_gain", "the same with -prec-div=false" },
	{ NO_PREC_SQRT, "no_prec_sqrt_gain", "the same with -prec-sqrt=false" },
};
enum { GAINS = sizeof gains / sizeof gains[0] };

size_t instr_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (int op = 0; op < INSTR_COUNT; op++)
		for (int measure = THROUGHPUT; measure <= LATENCY; measure++) {
			const struct operation *o = instr_operation_of((enum instr_op)op);
			const struct gb_row *row = find_row(rows, count, "default", (enum instr_op)op, measure);
			if (o->against != NULL)
				found += slowdown(&out[found], "slowdown", row,
						  find_row(rows, count, "default", op_of(o->against), measure),
						  o->against);
			for (size_t g = 0; g < GAINS && instr_has_bound(&o->fast); g++)
				found += slowdown(&out[found], gains[g].metric, row,
						  find_row(rows, count, gains[g].variant, (enum instr_op)op, measure),
						  gains[g].against);
		}
	return found;
}
