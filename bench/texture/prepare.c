/* The launches of the points of `texture`: the texture, and the positions of the reads. */
#include "../common/kernel.h"
#include "state.h"

/* Blocks per SM that read a window. Tiles of a warp per launch: TILES_SMALL for windows that may fit into L1,
 * TILES_LARGE for larger ones, which take longer. Random reads take RANDOM_LESS times fewer. */
enum { BLOCKS_PER_SM = 8, SMALL_WINDOW_BITS = 7, TILES_SMALL = 64, TILES_LARGE = 16, RANDOM_LESS = 4 };

static int open_texture(struct gb_run *run, uint64_t *object)
{
	struct texture_state *s = gb_state(run);
	const int64_t path = gb_value(run, path);
	const bool wide = texture_words(run) > 1;
	const uint64_t width = UINT64_C(1) << texture_width_bits(run), rows = texture_height(run) + EXTRA_ROWS;
	const struct gb_texture texture = {
		.layout = texture_kinds[path].layout,
		.at = s->in,
		.channels = texture_words(run),
		.width = texture_kinds[path].layout == GB_TEXTURE_LINEAR ? width * rows : width,
		.height = texture_kinds[path].layout == GB_TEXTURE_LINEAR ? 1 : rows,
		.pitch = width * texture_words(run) * sizeof(float),
		.linear_filter = texture_kinds[path].filter,
	};

	*object = 0;
	if (!texture_kinds[path].texture)
		return GB_OK;
	if (!s->texture[path][wide].open)
		GB_TRY(gb_texture_open(run, &texture, &s->texture[path][wide].object));
	s->texture[path][wide].open = true;
	*object = s->texture[path][wide].object;
	return GB_OK;
}

static uint32_t log2_of(uint64_t power)
{
	uint32_t bits = 0;

	while (power >> (bits + 1) != 0)
		bits++;
	return bits;
}

static uint32_t tiles_of(const struct gb_run *run)
{
	const uint32_t usual = log2_of(gb_value(run, window)) <= SMALL_WINDOW_BITS ? TILES_SMALL : TILES_LARGE;
	const uint32_t less = gb_value(run, pattern) == TEXTURE_RANDOM ? RANDOM_LESS : 1;
	const uint32_t tiles = (uint32_t)(gb_work(run) * usual / less);

	return tiles > 0 ? tiles : 1;
}

/* Along a row, lanes read row after row; down a column, column after column; patches follow one another. */
static struct texture_stride stride_of(int64_t pattern)
{
	const int unroll = TEXTURE_UNROLL;

	switch (pattern) {
	case TEXTURE_ROW:
		return (struct texture_stride){ WARP - 1, 5, 0, 1, 0, unroll };
	case TEXTURE_COLUMN:
		return (struct texture_stride){ 0, 0, 1, 0, unroll, 0 };
	default:
		return (struct texture_stride){ 7, 3, 8, 0, 0, 4 };
	}
}

static int prepare_gather(struct gb_run *run)
{
	struct texture_state *s = gb_state(run);
	const uint64_t window = gb_value(run, window);

	if (window > texture_height(run) || window > UINT64_C(1) << texture_width_bits(run))
		return gb_skip(run, "the image has %llu x %llu texels", 1ull << texture_width_bits(run),
			       (unsigned long long)texture_height(run));
	s->shape =
		(struct gb_shape){ .grid = BLOCKS_PER_SM * (uint32_t)gb_device(run)->sm_count, .block = TEXTURE_BLOCK };
	s->args.stride = stride_of(gb_value(run, pattern));
	s->args.window_bits = log2_of(window);
	s->args.tiles = tiles_of(run);
	return GB_OK;
}

static int prepare_shift(struct gb_run *run)
{
	struct texture_state *s = gb_state(run);
	const uint32_t block = gb_value(run, block);

	s->shape =
		(struct gb_shape){ .grid = (uint32_t)(texture_texels(run) / block / TEXTURE_UNROLL), .block = block };
	s->args.shift = gb_value(run, shift);
	return GB_OK;
}

int texture_prepare(struct gb_run *run)
{
	struct texture_state *s = gb_state(run);
	const int64_t pattern = gb_value(run, pattern), path = gb_value(run, path);

	s->args = (struct texture_args){
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.width_bits = texture_width_bits(run),
		.centre = texture_kinds[path].filter ? 1 : 0.5F,
		.pattern = (int)pattern,
	};
	uint64_t object;
	GB_TRY(texture_gathers(run) ? prepare_gather(run) : prepare_shift(run));
	GB_TRY(open_texture(run, &object));
	s->args.object = object;
	return kernel_find(run, &s->kernel, "texture_%s_%s_w%u",
			   pattern == TEXTURE_SHIFT    ? "shift"
			   : pattern == TEXTURE_RANDOM ? "any"
						       : "walk",
			   texture_kinds[path].kernel, texture_words(run));
}
