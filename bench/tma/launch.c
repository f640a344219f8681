/* The positions of the copies in a point of `tma`, their launch, and their duration. */
#include "../common/input_host.h"
#include "state.h"

/* Bytes of a gathered or scattered row, of at most 256 elements; rows of a box; pixels of an im2col copy. A single
 * pixel would not exercise im2col. */
enum { ROW_LEAST = 16, ROW_MOST = 1024, BOX_ROWS = 256, PIXELS_LEAST = 2, PIXELS_MOST = 1024 };
/* Shared memory of a block besides the copies in flight: barriers, operands, and what the system reserves. */
enum { BESIDES = 8 << 10 };

static int check_rows(struct gb_run *run, enum op op)
{
	const uint64_t row = gb_value(run, bytes) / TMA_ROWS;

	if (gb_device(run)->cc_major < 10)
		return gb_skip(run, "copies of four rows need compute capability 10.0");
	if (op == SCATTER && gb_device(run)->cc_major >= 12)
		return gb_skip(run, "scattering copies need a data-centre GPU: compute capability 10.0 to 11.0");
	return row < ROW_LEAST || row > ROW_MOST ? gb_skip(run, "a row has %d to %d bytes", ROW_LEAST, ROW_MOST)
						 : GB_OK;
}

static int check_box(struct gb_run *run)
{
	const uint64_t bytes = gb_value(run, bytes), width = gb_value(run, width);

	if (width > bytes)
		return gb_skip(run, "a row of %llu bytes exceeds the box", (unsigned long long)width);
	return bytes / width > BOX_ROWS ? gb_skip(run, "a box has at most %d rows", BOX_ROWS) : GB_OK;
}

static int check_pixels(struct gb_run *run)
{
	const uint64_t pixels = gb_value(run, bytes) / gb_value(run, width);

	return pixels < PIXELS_LEAST || pixels > PIXELS_MOST
		       ? gb_skip(run, "an im2col copy has %d to %d pixels", PIXELS_LEAST, PIXELS_MOST)
		       : GB_OK;
}

static int check_point(struct gb_run *run, enum op op)
{
	if (op == MULTICAST && gb_device(run)->cc_major >= 12)
		return gb_skip(run, "multicast needs a data-centre GPU: compute capability 9.0 and 10");
	return tma_has_rows(op) ? check_rows(run, op)
	       : op == IM2COL   ? check_pixels(run)
	       : op == TENSOR   ? check_box(run)
				: GB_OK;
}

/* Copies use the part of memory that stays in L2, or the rest. The next copy begins a new page, wherever copies of
 * another size ended. */
static int choose_places(struct gb_run *run, enum op op)
{
	/* Pixels per position of the filter; a copy covers this many times its bytes. */
	const uint64_t spread = op == IM2COL && gb_value(run, filter) == THREE_BY_TWO ? 4 : 1;
	struct state *s = gb_state(run);
	const bool is_back = tma_is_back(op), is_dram = gb_value(run, level) == DRAM;
	const gb_ptr turn_at = s->turn[is_back][is_dram], room = is_back ? s->out : s->in;
	const uint64_t least = is_dram ? TMA_APART : TMA_APART_IN_L2, bytes = gb_value(run, bytes);
	unsigned long long turn;

	s->args.bytes = (uint32_t)bytes;
	s->args.apart = spread * (bytes > least ? bytes : least);
	s->args.before = is_dram ? s->bytes / 2 : 0;
	s->args.at = (unsigned char *)gb_address(room + s->args.before);
	s->args.places = is_dram ? s->bytes / 2 / s->args.apart : TMA_PLACES / spread;
	s->args.turn = gb_address(turn_at);
	GB_TRY(gb_copy_out(run, &turn, turn_at, sizeof turn));
	turn = (turn * s->apart_before[is_back][is_dram] / TMA_PAGE + 1) * (TMA_PAGE / s->args.apart);
	s->apart_before[is_back][is_dram] = s->args.apart;
	return gb_copy_in(run, turn_at, &turn, sizeof turn);
}

/* A copy of four rows uses boxes of one row. */
static int choose_tensor(struct gb_run *run, enum op op)
{
	struct state *s = gb_state(run);
	const uint32_t width = tma_has_rows(op) ? s->args.bytes / TMA_ROWS : gb_value(run, width);
	const struct gb_tensor tensor = {
		.at = (gb_ptr)(uintptr_t)s->args.at,
		.element = GB_ELEMENT_U32,
		.rank = 2,
		.size = { width / 4, s->args.places * s->args.apart / width },
		.stride = { 4, width },
		.box = { width / 4, tma_has_rows(op) ? 1 : s->args.bytes / width },
	};

	s->args.width = width;
	return gb_tensor_map(run, &tensor, &s->args.map);
}

/* Makes the tensor map of images that a convolution reads. A copy takes all channels of `pixels` pixels. */
static int make_image_map(struct gb_run *run, gb_ptr at, const struct im2col *images, uint32_t pixels,
			  struct gb_tensor_map *out)
{
	const uint64_t pixel = 4 * (uint64_t)images->channels, row = pixel * images->width,
		       image = row * images->height;
	const struct gb_tensor tensor = {
		.at = at,
		.element = GB_ELEMENT_U32,
		.rank = 4,
		.size = { images->channels, images->width, images->height, images->images },
		.stride = { 4, pixel, row, image },
	};
	/* The last pixel of the filter must not be further outside the image than its first one. */
	const int32_t across = (int32_t)images->across, down = (int32_t)images->down;
	const struct gb_im2col im2col = {
		.lower = { -(across / 2), -(down / 2) },
		.upper = { across / 2 - (across - 1), down / 2 - (down - 1) },
		.step = { images->step, images->step },
		.channels = images->channels,
		.pixels = pixels,
	};

	return gb_tensor_map_im2col(run, &tensor, &im2col, out);
}

/* Chooses enough images to cover all places. */
static int choose_images(struct gb_run *run)
{
	struct state *s = gb_state(run);
	static const struct {
		uint32_t across, down, step;
	} filters[FILTERS] = {
		[ONE] = { 1, 1, 1 }, [THREE] = { 3, 3, 1 }, [THREE_BY_TWO] = { 3, 3, 2 }, [SEVEN_ONE] = { 7, 1, 1 }
	};
	const enum filter filter = gb_value(run, filter);
	const uint64_t width = (uint64_t)gb_value(run, width), image = width * TMA_IMAGE_WIDTH * TMA_IMAGE_HEIGHT;

	s->args.width = (uint32_t)width;
	s->args.images = (struct im2col){
		.channels = s->args.width / 4,
		.width = TMA_IMAGE_WIDTH,
		.height = TMA_IMAGE_HEIGHT,
		.images = (uint32_t)(s->args.places * s->args.apart / image),
		.across = filters[filter].across,
		.down = filters[filter].down,
		.step = filters[filter].step,
	};
	return make_image_map(run, (gb_ptr)(uintptr_t)s->args.at, &s->args.images, s->args.bytes / s->args.width,
			      &s->args.map);
}

/* The size of the largest groups of which two fit. */
static uint32_t choose_group(const struct gb_run *run)
{
	const uint64_t room = gb_device(run)->shared_per_block - BESIDES, most = room < TMA_FLIGHT ? room : TMA_FLIGHT;
	uint32_t group = TMA_GROUP;

	while (group > 1 && UINT64_C(2) * group * state_of(run)->args.bytes > most)
		group /= 2;
	return group;
}

static int choose_shape(struct gb_run *run, enum op op)
{
	struct state *s = gb_state(run);
	uint32_t clusters;

	s->shape = (struct gb_shape){ .grid = 1, .block = 32, .shared_bytes = TMA_MOST };
	if (tma_is_load(op))
		s->shape.shared_bytes = 2 * s->args.group * s->args.bytes;
	if (tma_is_back(op))
		s->shape.block = 128;
	if (op == MBARRIER)
		s->shape.block = 64;
	if (!tma_is_clustered(op))
		return GB_OK;
	/* More than half of an SM's shared memory, so that an SM holds only one block. */
	s->shape.shared_bytes = (uint32_t)(gb_device(run)->shared_per_sm / 2) + 1024;
	s->shape.grid = s->shape.cluster = gb_value(run, size);
	return gb_clusters(run, &s->kernel, s->shape, &clusters);
}

/* All SMs first read the data that should be in L2. */
static int bring(struct gb_run *run, enum op op)
{
	if (tma_is_round_trip(op) || gb_value(run, level) != L2)
		return GB_OK;
	return gb_launch(run, &state_of(run)->touch, input_shape(run), &state_of(run)->args);
}

int tma_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum op op = tma_op(run);

	s->least = s->acknowledged = s->next = 0;
	s->args = (struct tma_args){
		.copies = TMA_COPIES,
		.polled = !tma_is_back(op) && gb_value(run, wait) == POLLED,
		.reduction = op == REDUCE ? (uint32_t)gb_value(run, reduction) : TMA_STORED,
		.cycles = gb_address(s->cycles),
		.report = gb_address(s->report),
	};
	GB_TRY(check_point(run, op));
	if (!tma_is_round_trip(op))
		GB_TRY(choose_places(run, op));
	if (tma_is_load(op))
		s->args.group = choose_group(run);
	if (op == TENSOR || tma_has_rows(op))
		GB_TRY(choose_tensor(run, op));
	if (op == IM2COL)
		GB_TRY(choose_images(run));
	GB_TRY(kernel_find(run, &s->kernel, "tma_%s",
			   op == REDUCE ? tma_reductions[gb_value(run, reduction)] : tma_ops[op]));
	GB_TRY(choose_shape(run, op));
	return bring(run, op);
}

LAUNCH_KERNEL(int tma_launch, state)

int tma_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	unsigned long long cycles[TMA_CYCLES];

	GB_TRY(gb_copy_out(run, cycles, s->cycles, sizeof cycles));
	*value = (double)cycles[0] / s->args.copies;
	s->acknowledged = (double)cycles[1] / s->args.copies;
	s->least = (double)cycles[2];
	s->next = s->args.group > 0 ? (double)cycles[3] / (TMA_COPIES - 2 * s->args.group) : 0;
	return GB_OK;
}
