#include "analysis/ridge.h"

bool gb_ridge_is_compute(const struct gb_roof *roof)
{
	return gb_roof_is_compute(roof->row->unit) && !gb_roof_is_burst(roof->row->name);
}

bool gb_ridge_is_memory(const struct gb_roof *roof)
{
	return gb_roof_is_memory(roof->row->unit) && !gb_roof_is_burst(roof->row->name);
}

struct gb_ridge gb_ridge_of(const struct gb_roof *compute, const struct gb_roof *memory)
{
	const struct gb_roof_kind *kind = gb_roof_kind(compute->row->name);
	struct gb_ridge ridge = {
		.value = compute->value / memory->value,
		.lo = compute->lo / memory->hi,
		.hi = compute->hi / memory->lo,
		.instructions_per_byte = NAN,
	};

	if (kind != NULL && kind->ops_per_instruction > 0)
		ridge.instructions_per_byte = ridge.value / kind->ops_per_instruction;
	return ridge;
}
