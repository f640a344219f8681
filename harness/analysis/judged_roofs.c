#include "analysis/judge.h"

#include <string.h>

const struct gb_gate_entry gb_gate_entries[] = {
	{ "dram", GB_GATE_STEADY },        { "l1", GB_GATE_STEADY },
	{ "l2", GB_GATE_STEADY },          { "l2_far", GB_GATE_UNSTEADY },
	{ "shared", GB_GATE_STEADY },      { "random", GB_GATE_STEADY },
	{ "fp64", GB_GATE_STEADY },        { "fp32", GB_GATE_STEADY },
	{ "fp16", GB_GATE_STEADY },        { "bf16", GB_GATE_STEADY },
	{ "int32", GB_GATE_STEADY },       { "dp4a", GB_GATE_STEADY },
	{ "tensor", GB_GATE_POWER_BOUND }, { "l2.read_common", GB_GATE_UNSTEADY },
	{ "gemm", GB_GATE_UNSTEADY },      { "clock", GB_GATE_UNSTEADY },
	{ "launch", GB_GATE_HOST_BOUND },  { "transfer", GB_GATE_HOST_BOUND },
	{ "p2p", GB_GATE_HOST_BOUND },     { "exchange", GB_GATE_HOST_BOUND },
	{ NULL, GB_GATE_UNKNOWN },
};

/* How many characters of a roof's name an entry matches; 0: it does not match. */
static size_t fits(const char *entry, const char *roof)
{
	const size_t length = strlen(entry);

	return strncmp(entry, roof, length) == 0 && (roof[length] == '\0' || roof[length] == '.' || roof[length] == '/')
		       ? length
		       : 0;
}

enum gb_gate_kind gb_gate_kind_of(const char *roof)
{
	enum gb_gate_kind kind = GB_GATE_UNKNOWN;
	size_t longest = 0;

	for (const struct gb_gate_entry *e = gb_gate_entries; e->roofs != NULL; e++)
		if (fits(e->roofs, roof) > longest) {
			longest = fits(e->roofs, roof);
			kind = e->kind;
		}
	return kind;
}

static bool is_among(const char *const *names, size_t count, const char *roof)
{
	for (size_t i = 0; i < count; i++)
		if (fits(names[i], roof) > 0)
			return true;
	return false;
}

bool gb_judged_roofs_has(const struct gb_judged_roofs *set, const char *roof)
{
	const enum gb_gate_kind kind = gb_gate_kind_of(roof);

	if (is_among(set->without, set->withouts, roof))
		return false;
	if (set->onlys > 0)
		return is_among(set->only, set->onlys, roof);
	return kind != GB_GATE_UNSTEADY && kind != GB_GATE_HOST_BOUND;
}
