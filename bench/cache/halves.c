/* The sides of the L2: the chunks of the buffer on each side, and each SM's share of them. */
#include <string.h>

#include "../common/l2_halves.h"
#include "state.h"

/* The sided walks take their chunks from the start of the buffer. About half of these lie on each side. */
#define SIDED_ROOM MIB(288)

static int table(struct gb_run *run, const void *from, uint64_t bytes, gb_ptr *out)
{
	GB_TRY(gb_alloc(run, bytes, out));
	return gb_copy_in(run, *out, from, bytes);
}

static int list_parts(struct gb_run *run, const struct homes *homes, struct cache_sides *sides)
{
	struct cache_part by_sm[HOME_SMS] = { { 0, 0, 0 } }, by_share[HOME_SMS] = { { 0, 0, 0 } };
	uint32_t shares = 0;

	for (uint32_t sm = 0; sm < HOME_SMS; sm++) {
		if (homes->side_of_sm[sm] < 0)
			continue;
		const uint32_t side = (uint32_t)homes->side_of_sm[sm];
		by_sm[sm] = (struct cache_part){ shares, side, sides->sm_count[side]++ };
		by_share[shares++] = by_sm[sm];
	}
	GB_TRY(table(run, by_sm, sizeof by_sm, &sides->parts));
	return table(run, by_share, sizeof by_share, &sides->shares);
}

static int list_chunks(struct gb_run *run, const struct homes *homes, struct cache_sides *sides)
{
	uint32_t *list = gb_scratch(run, UINT64_C(2) * homes->chunks * sizeof *list);

	if (list == NULL)
		return GB_FAILED;
	for (uint32_t c = 0; c < homes->chunks; c++) {
		const uint32_t side = homes->of_chunk[c];
		list[side * homes->chunks + sides->chunk_count[side]++] = c;
	}
	for (uint32_t side = 0; side < 2; side++)
		GB_TRY(table(run, list + (size_t)side * homes->chunks, homes->chunks * sizeof *list,
			     &sides->chunks[side]));
	return GB_OK;
}

int cache_find_sides(struct gb_run *run, gb_ptr at, uint64_t room, struct cache_sides *sides)
{
	struct homes homes;

	if (sides->probed)
		return GB_OK;
	GB_TRY(homes_find(run, "cache_probe", at, (uint32_t)((room < SIDED_ROOM ? room : SIDED_ROOM) / HOME_CHUNK),
			  &homes));
	sides->probed = true;
	memcpy(sides->why_not, homes.why_not, sizeof sides->why_not);
	memcpy(sides->cycles, homes.cycles, sizeof sides->cycles);
	if (homes.why_not[0] != '\0')
		return GB_OK;
	GB_TRY(list_chunks(run, &homes, sides));
	return list_parts(run, &homes, sides);
}
