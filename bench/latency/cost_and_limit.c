/* The points of `latency`: the number of lines, their distance, and the kernel. */
#include "state.h"

/* Larger sets are not read completely, but this many of their lines, spread evenly. */
#define WHOLE_SET (UINT64_C(1) << 30)
#define SPREAD    (UINT64_C(1) << 20)
/* L1 is empty when a kernel begins, so a set that may fit is read first. */
#define L1_MOST (UINT64_C(512) << 10)
/* Untimed hops load the code and the translations of the first pages into caches. */
#define WARM_LEAST 256
#define WARM_MOST  4096
/* The set of atomics, kinds of loads, and first touches. */
#define TOUCH_SET ((uint64_t)HOPS * LATENCY_LINE)

static const char *const kinds[] = { "ca", "cg", "plain", "generic", "nc", "volatile", "relaxed_sys" };
static const char *const atomics[] = { "add", "cas", "add_sys" };
static const char *const host_ops[] = { "relaxed_sys", "cg", "add_sys" };
static const char *const chains[] = { "shared_address", "shared_index", "shared_add", "shared_cas" };

static uint32_t round_up(uint64_t hops)
{
	return (uint32_t)((hops + LATENCY_UNROLL - 1) / LATENCY_UNROLL * LATENCY_UNROLL);
}

static struct chain lines_of(uint64_t bytes, uint64_t stride, uint32_t lines, const char *name)
{
	return (struct chain){
		.bytes = bytes,
		.stride = stride,
		.places = (uint32_t)(stride / LATENCY_LINE),
		.lines = lines,
		.warm = WARM_LEAST,
		.in_memory = true,
		.name = name,
	};
}

static struct chain set_of(uint64_t bytes, const char *name)
{
	struct chain c = bytes <= WHOLE_SET ? lines_of(bytes, LATENCY_LINE, (uint32_t)(bytes / LATENCY_LINE), name)
					    : lines_of(bytes, bytes / SPREAD, (uint32_t)SPREAD, name);

	if (bytes <= L1_MOST)
		c.warm = round_up(c.lines);
	return c;
}

static struct chain pages_of(uint64_t pages, const char *name)
{
	struct chain c = lines_of(pages * PAGE, PAGE, (uint32_t)pages, name);

	c.warm = round_up(2 * pages);
	c.warm = c.warm < WARM_LEAST ? WARM_LEAST : c.warm > WARM_MOST ? WARM_MOST : c.warm;
	return c;
}

/* One line per page, one further in each page. L1 selects its sets by the address bits within a page, so for L1 the
 * lines follow one another. Lines anywhere in their pages would exceed some sets of L1, and the misses would be
 * mistaken for the cost of translation. */
static struct chain pages_in_a_row(uint64_t pages, const char *name)
{
	struct chain c = pages_of(pages, name);

	c.stride = PAGE + LATENCY_LINE;
	c.bytes = pages * c.stride;
	c.places = 1;
	return c;
}

static struct chain words_of(uint64_t bytes, uint32_t words, const char *name)
{
	return (struct chain){ .bytes = bytes, .lines = words, .warm = WARM_MOST, .name = name };
}

uint32_t latency_constant_number(uint64_t bytes)
{
	static const uint64_t sizes[] = LATENCY_CONSTANT_SIZES;
	uint32_t k = 0;

	while (k < LATENCY_CONSTANT_SETS - 1 && sizes[k] != bytes)
		k++;
	return k;
}

struct chain latency_chain(const struct gb_run *run)
{
	struct chain c = { 0 };
	uint64_t bytes;

	switch (gb_value(run, memory)) {
	case LADDER:
		c = set_of(gb_value(run, set), "ca");
		break;
	case L1_PAGES:
		c = pages_in_a_row(gb_value(run, l1_pages), "ca");
		break;
	case L2_PAGES:
		c = pages_of(gb_value(run, l2_pages), "cg");
		break;
	case KIND:
		c = set_of(gb_value(run, kind_set), kinds[gb_value(run, kind)]);
		break;
	case ATOMIC:
		c = set_of(gb_value(run, atomic_set), atomics[gb_value(run, atomic)]);
		break;
	case SHARED:
		c = words_of(4ull * LATENCY_SHARED_WORDS, LATENCY_SHARED_WORDS, chains[gb_value(run, chain)]);
		break;
	case CONSTANT:
		bytes = gb_value(run, constant_set);
		c = words_of(bytes, (uint32_t)(bytes / LATENCY_CONSTANT_STEP), "constant");
		break;
	case TEXTURE:
		bytes = gb_value(run, texture_set);
		c = words_of(bytes, (uint32_t)(bytes / LATENCY_LINE), "texture");
		break;
	case TOUCH:
		c = set_of(TOUCH_SET, "cg");
		c.warm = 0;
		break;
	case OVER_LINK:
		c = lines_of(HOST_SET, LATENCY_LINE, (uint32_t)(HOST_SET / LATENCY_LINE),
			     host_ops[gb_value(run, host)]);
		c.warm = LATENCY_UNROLL;
		break;
	case HALVES: /* halves.c chooses the chunks, because it knows the lines */
		break;
	}
	c.beyond = c.in_memory && (uint64_t)c.lines * LATENCY_LINE > 2 * gb_device(run)->l2_bytes;
	return c;
}
