/* Conclusions from the rows of `issue`: the cost of reading one bank, and the overlap of two pipes. */
#include "../common/findings.h"
#include "state.h"

/* The row of a value along an axis, with this many warps. NULL: there is none. */
static const struct gb_row *find_row(const struct gb_row *rows, size_t count, uint32_t axis, int64_t value,
				     int64_t warps)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "cycles") == 0 && gb_row_has_at(&rows[i], axis) &&
		    gb_row_value_at(&rows[i], axis) == value && gb_row_value(&rows[i], warps) == warps)
			return &rows[i];
	return NULL;
}

/* Additional cycles per step: for a third register, for three of one bank, and for three with some of them kept. */
static void tell_banks(struct findings *f, const struct gb_row *rows, size_t count, int64_t warps)
{
	static const int64_t against[][2] = {
		{ OPERANDS_three, OPERANDS_two },
		{ OPERANDS_same, OPERANDS_apart },
		{ OPERANDS_reuse, OPERANDS_apart },
	};

	for (size_t i = 0; i < sizeof against / sizeof against[0]; i++) {
		const struct gb_row *row = find_row(rows, count, GB_AT(operands), against[i][0], warps);
		const struct gb_row *other = find_row(rows, count, GB_AT(operands), against[i][1], warps);
		if (row == NULL || other == NULL)
			continue;
		struct gb_finding *finding =
			findings_add(f, "conflict_cycles", "cycles", row->value - other->value, row,
				     "operands=%s,warps=%lld", issue_operands[against[i][0]], (long long)warps);
		snprintf(finding->remark, sizeof finding->remark, "more than with operands=%s, per step",
			 issue_operands[against[i][1]]);
	}
}

static int64_t alone(enum op op)
{
	int64_t mix = 0;

	while (issue_mix_of[mix].op[0] != op || issue_mix_of[mix].op[1] != OP_none)
		mix++;
	return mix;
}

/* The overlap as a part of the shorter of the two times: 1 is complete, 0 none. */
static void tell_overlap(struct findings *f, const struct gb_row *rows, size_t count, int64_t number, int64_t warps)
{
	const struct mix *mix = &issue_mix_of[number];
	const struct gb_row *both = find_row(rows, count, GB_AT(mix), number, warps), *one[2];
	double cycles[2];

	if (mix->op[1] == OP_none || both == NULL)
		return;
	for (int i = 0; i < 2; i++) {
		one[i] = find_row(rows, count, GB_AT(mix), alone(mix->op[i]), warps);
		if (one[i] == NULL)
			return;
		cycles[i] = mix->count[i] * one[i]->value;
	}
	struct gb_finding *finding =
		findings_add(f, "overlap", "1", (cycles[0] + cycles[1] - both->value) / fmin(cycles[0], cycles[1]),
			     both, "mix=%s,warps=%lld", issue_mixes[number], (long long)warps);
	snprintf(finding->remark, sizeof finding->remark, "alone %.3g and %.3g cycles, together %.3g", cycles[0],
		 cycles[1], both->value);
}

size_t issue_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };

	for (int64_t warps = 1; warps <= ISSUE_WARPS; warps++) {
		tell_banks(&f, rows, count, warps);
		for (int64_t mix = 0; issue_mixes[mix] != NULL; mix++)
			tell_overlap(&f, rows, count, mix, warps);
	}
	return f.count;
}
