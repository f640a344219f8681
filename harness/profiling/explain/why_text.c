/* why_text.c: writes reasons in words. */
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "explain/why.h"

// clang-format off
const struct gb_fault_text gb_fault_text[GB_FAULTS] = {
	[GB_FAULT_COALESCING] = { "coalescing", "Global accesses are not coalesced",
		"have neighbouring threads access neighbouring elements",
		"bytes used of each sector, sectors, wavefronts of L1", "`stride`" },
	[GB_FAULT_CONFLICTS] = { "conflicts", "Bank conflicts slow down shared memory",
		"pad the rows of the array by an element, or swizzle its columns",
		"wavefronts that conflicts add", "`bank`" },
	[GB_FAULT_SPILLS] = { "spills", "Local memory holds spilled registers or per-thread arrays",
		"allow more registers per thread, or unroll loops that index such arrays",
		"bytes of local memory", "`spill`: cost of a local byte" },
	[GB_FAULT_WARPS] = { "occupancy", "Too few resident warps hide the latency of memory",
		"raise the occupancy, or load more per thread before the first use",
		"resident warps, limits of a launch", "`occupancy`" },
	[GB_FAULT_IDLE_SMS] = { "idle SMs", "SMs are idle", "launch more or smaller blocks, in whole waves",
		"cycles in which an SM has a warp", "`occupancy`, op=grid" },
	[GB_FAULT_BARRIERS] = { "barriers", "Warps wait at barriers", "synchronize less often, or within a warp",
		"stalls", "-" },
	[GB_FAULT_LATENCY] = { "latency", "Warps wait, and no unit is busy",
		"give each thread more independent work, or start loads earlier", "stalls", "roofs" },
	[GB_FAULT_REUSE] = { "reuse", "L1 and shared memory deliver each operand too often",
		"keep a tile of results per thread in registers", "wavefronts of L1, operations", "roofs" },
	[GB_FAULT_BLOCKS] = { "blocks", "Starting the blocks takes longer than their work",
		"give each block more work, in a loop over elements", "blocks, threads of a block",
		"`launch`, op=blocks" },
	[GB_FAULT_LAUNCHES] = { "launches", "The kernel is shorter than its launch",
		"fuse kernels, or launch them as a CUDA graph", "time of a launch", "`launch`" },
};
// clang-format on

void gb_reason_say(const struct gb_reason *r, char *text, size_t size)
{
	char after[32], before[32];

	gb_quantity_write(after, sizeof after, r->after, "s");
	gb_quantity_write(before, sizeof before, r->before, "s");
	/* No counter shows how much of a latency can be hidden, so there is a bound but no estimate. */
	const bool is_bound = r->fault == GB_FAULT_LATENCY;
	gb_text_add(text, size, "%s: %s. %s: %s instead of %s", gb_fault_text[r->fault].wrong,
		    gb_fault_text[r->fault].helps, is_bound ? "At best" : "Estimate", after, before);
	if (!is_bound && r->least < 0.99 * r->most) {
		char least[32], most[32];
		gb_quantity_write(least, sizeof least, r->least, "s");
		gb_quantity_write(most, sizeof most, r->most, "s");
		gb_text_add(text, size, " (%s to %s)", least, most);
	}
	gb_text_add(text, size, ".");
}

void gb_reason_evidence(const struct gb_reason *r, char *text, size_t size)
{
	char first[32], second[32];

	gb_text_percent(first, sizeof first, r->evidence[0], 0);
	gb_text_percent(second, sizeof second, r->evidence[1], 0);
	switch (r->fault) {
	case GB_FAULT_COALESCING:
		gb_text_add(text, size, "%s %s of the sectors that they request, %.3g sectors per request", r->word,
			    first, r->evidence[1]);
		break;
	case GB_FAULT_CONFLICTS:
		gb_text_add(text, size, "conflicts are %s of the wavefronts of shared memory, a mean degree of %.3g",
			    first, r->evidence[1]);
		break;
	case GB_FAULT_SPILLS:
		gb_quantity_write(first, sizeof first, r->evidence[0], "B");
		gb_text_add(text, size, "%s of local memory", first);
		break;
	case GB_FAULT_WARPS:
		gb_text_add(text, size,
			    "%s of the warps are resident%s%s; in `occupancy` that many reach %s of the bandwidth",
			    first, r->word != NULL ? ", limited by " : "", r->word != NULL ? r->word : "", second);
		break;
	case GB_FAULT_IDLE_SMS:
		gb_text_add(text, size, "on average an SM has a warp %s of the time", first);
		break;
	case GB_FAULT_BARRIERS:
		gb_text_add(text, size, "barriers are %s of the stalls", first);
		break;
	case GB_FAULT_LATENCY:
		gb_text_add(text, size, "%s is %s of the stalls", r->word, first);
		break;
	case GB_FAULT_REUSE:
		gb_text_add(text, size, "the data path of L1 is %s busy; %.3g times less would suffice", first,
			    r->evidence[1]);
		break;
	case GB_FAULT_BLOCKS:
		gb_quantity_write(first, sizeof first, r->evidence[0], "");
		gb_quantity_write(second, sizeof second, r->evidence[1], "s");
		gb_text_add(text, size, "%s blocks take %s to start", first, second);
		break;
	case GB_FAULT_LAUNCHES:
		gb_quantity_write(first, sizeof first, r->evidence[0], "s");
		gb_quantity_write(second, sizeof second, r->evidence[1], "s");
		gb_text_add(text, size, "a launch runs for %s, and the next begins after %s at the earliest", first,
			    second);
		break;
	case GB_FAULTS:
		break;
	}
}
