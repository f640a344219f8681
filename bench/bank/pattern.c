/* Which words the lanes of a warp access, in each pattern of `bank`. */
#include "../common/input.h"
#include "state.h"

/* The words from which `random` chooses. */
enum { RANDOM_WORDS = 1024 };

/* The column of the tile [32][32] that `column` and its remedies access. */
enum { TILE = 32, TILE_COLUMN = 5 };

unsigned int bank_number(const struct gb_run *run)
{
	static const char *const axes[] = {
		[PATTERN_STRIDE] = "stride",    [PATTERN_DEGREE] = "degree", [PATTERN_MULTICAST] = "share",
		[PATTERN_PERMUTATION] = "seed", [PATTERN_RANDOM] = "seed",   [PATTERN_SWIZZLED] = NULL,
	};
	const char *axis = axes[gb_value(run, "pattern")];

	return axis != NULL ? (unsigned int)gb_value(run, axis) : 0;
}

/* Mixed bits of a lane. */
static unsigned int mixed(unsigned int seed, unsigned int lane)
{
	return input_mix(seed * BANK_LANES + lane);
}

/* A lane's rank when all lanes are sorted by their mixed bits. */
static unsigned int permuted(unsigned int seed, unsigned int lane)
{
	unsigned int place = 0;

	for (unsigned int l = 0; l < BANK_LANES; l++)
		place += mixed(seed, l) < mixed(seed, lane);
	return place;
}

/* Words that take this many passes: spread evenly over the parts, with as few banks and as many rows as possible in
 * each. */
static unsigned int laid_out(unsigned int degree, unsigned int bytes, unsigned int lane)
{
	const unsigned int count = bank_parts(bytes), lanes = BANK_LANES / count; /* and as many words per row */
	const unsigned int rows = degree / count + (lane / lanes < degree % count);

	return lane % lanes % rows * lanes + lane % lanes / rows;
}

unsigned int bank_word(int64_t pattern, unsigned int number, unsigned int bytes, unsigned int lane)
{
	switch (pattern) {
	case PATTERN_STRIDE:
		return lane * number;
	case PATTERN_DEGREE:
		return laid_out(number, bytes, lane);
	case PATTERN_MULTICAST:
		return number > 0 ? lane / number : 0;
	case PATTERN_PERMUTATION:
		return permuted(number, lane);
	case PATTERN_RANDOM:
		return mixed(number, lane) % RANDOM_WORDS;
	case PATTERN_COLUMN:
		return lane * TILE + TILE_COLUMN;
	case PATTERN_PADDED:
		return lane * (TILE + 1) + TILE_COLUMN;
	case PATTERN_SWIZZLED:
		if (bytes < 4) /* whole words are permuted, by byte address: address ^ row << 2 */
			return (lane * TILE + TILE_COLUMN) ^ lane << 2 >> 1;
		return lane * TILE + (TILE_COLUMN ^ lane);
	default: /* PATTERN_BROADCAST */
		return TILE_COLUMN;
	}
}
