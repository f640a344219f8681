/* fake_tensor.c: tensor maps of the fake device, and a model of im2col copies. */
#include <string.h>

#include "fake/fake_parts.h"

enum { BOX_MOST = 256, CHANNELS_MOST = 256, PIXELS_MOST = 1024, STEP_MOST = 8, ALIGNED = 16 };

/* The bits of a map, which end after the address in a map of boxes. */
struct map_bits {
	uint64_t at, stride[GB_TENSOR_RANK_MAX];
	uint32_t size[GB_TENSOR_RANK_MAX];
	int16_t lower[GB_IMAGE_RANK_MAX], upper[GB_IMAGE_RANK_MAX];
	uint16_t channels, pixels;
	uint8_t step[GB_IMAGE_RANK_MAX], rank, element;
};
_Static_assert(sizeof(struct map_bits) <= sizeof(struct gb_tensor_map), "a map has room for it");

static uint32_t element_bytes(enum gb_element element)
{
	static const uint32_t bytes[] = {
		[GB_ELEMENT_U8] = 1,  [GB_ELEMENT_U16] = 2,  [GB_ELEMENT_U32] = 4,
		[GB_ELEMENT_F16] = 2, [GB_ELEMENT_BF16] = 2, [GB_ELEMENT_F32] = 4,
	};

	return bytes[element];
}

static bool is_valid_tensor(const struct gb_tensor *t)
{
	bool right = t->rank >= 1 && t->rank <= GB_TENSOR_RANK_MAX && t->at % ALIGNED == 0 && t->size[0] > 0;

	for (uint32_t i = 1; right && i < t->rank; i++)
		right = t->stride[i] % ALIGNED == 0 && t->size[i] > 0;
	return right &&
	       fake_range(t->at, t->rank > 1 ? t->stride[t->rank - 1] * t->size[t->rank - 1] : t->size[0]) != NULL;
}

static bool has_valid_box(const struct gb_tensor *t)
{
	bool right = true;

	for (uint32_t i = 0; right && i < t->rank; i++)
		right = t->box[i] >= 1 && t->box[i] <= BOX_MOST;
	return right;
}

/* Corners have 16, 8 or 5 bits, depending on the rank, and at least one filter position must lie between them. */
static bool is_valid_im2col(const struct gb_tensor *t, const struct gb_im2col *im2col)
{
	static const int32_t most[] = { [3] = 1 << 15, [4] = 1 << 7, [5] = 1 << 4 };
	bool right = t->rank >= 3 && im2col->channels >= 1 && im2col->channels <= CHANNELS_MOST &&
		     im2col->channels * element_bytes(t->element) % ALIGNED == 0 && im2col->pixels >= 1 &&
		     im2col->pixels <= PIXELS_MOST;

	for (uint32_t i = 0; right && i + 2 < t->rank; i++) {
		const int32_t lower = im2col->lower[i], upper = im2col->upper[i];
		right = im2col->step[i] >= 1 && im2col->step[i] <= STEP_MOST && lower >= -most[t->rank] &&
			lower < most[t->rank] && upper >= -most[t->rank] && upper < most[t->rank] &&
			lower < (int64_t)t->size[i + 1] + upper;
	}
	return right;
}

static struct map_bits encode_map(const struct gb_tensor *t, const struct gb_im2col *im2col)
{
	struct map_bits e = { .at = t->at };

	if (im2col == NULL)
		return e;
	e.rank = (uint8_t)t->rank;
	e.element = (uint8_t)t->element;
	e.channels = (uint16_t)im2col->channels;
	e.pixels = (uint16_t)im2col->pixels;
	for (uint32_t i = 0; i < t->rank; i++) {
		e.size[i] = (uint32_t)t->size[i];
		e.stride[i] = t->stride[i];
	}
	for (uint32_t i = 0; i + 2 < t->rank; i++) {
		e.lower[i] = (int16_t)im2col->lower[i];
		e.upper[i] = (int16_t)im2col->upper[i];
		e.step[i] = (uint8_t)im2col->step[i];
	}
	return e;
}

int fake_tensor_map(struct gpu *gpu, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
		    struct gb_tensor_map *out, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_TENSOR_MAP, error));
	GB_TRY(fake_need_clusters("tensor copies", error));
	if (!is_valid_tensor(tensor) || (im2col == NULL ? !has_valid_box(tensor) : !is_valid_im2col(tensor, im2col)))
		return gb_error_set(error, "cuTensorMapEncode%s: CUDA_ERROR_INVALID_VALUE (invalid argument)",
				    im2col == NULL ? "Tiled" : "Im2col");
	const struct map_bits e = encode_map(tensor, im2col);
	*out = (struct gb_tensor_map){ { 0 } };
	memcpy(out->bits, &e, sizeof e);
	return GB_OK;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

struct fake_im2col fake_im2col(const struct gb_tensor_map *map)
{
	struct fake_im2col of = { .im2col = { .pixels = 0 } };
	struct map_bits e;

	memcpy(&e, map->bits, sizeof e);
	of.tensor.at = e.at;
	of.tensor.rank = e.rank;
	of.tensor.element = (enum gb_element)e.element;
	of.im2col.channels = e.channels;
	of.im2col.pixels = e.pixels;
	for (uint32_t i = 0; i < GB_TENSOR_RANK_MAX; i++) {
		of.tensor.size[i] = e.size[i];
		of.tensor.stride[i] = e.stride[i];
	}
	for (uint32_t i = 0; i < GB_IMAGE_RANK_MAX; i++) {
		of.im2col.lower[i] = e.lower[i];
		of.im2col.upper[i] = e.upper[i];
		of.im2col.step[i] = e.step[i];
	}
	return of;
}

/* NULL: outside the tensor. */
static const char *element_at(const struct gb_tensor *t, const int64_t *at)
{
	gb_ptr from = t->at + (uint64_t)at[0] * element_bytes(t->element);

	for (uint32_t i = 0; i < t->rank; i++) {
		if (at[i] < 0 || (uint64_t)at[i] >= t->size[i])
			return NULL;
		if (i > 0)
			from += (uint64_t)at[i] * t->stride[i];
	}
	return fake_range(from, element_bytes(t->element));
}

/* The filter moves along the width. After the last position of a row comes the first position of the next row, and
 * after the last row of an image the first row of the next image. */
static void move_on(const struct fake_im2col *map, int64_t *filter)
{
	const struct gb_tensor *t = &map->tensor;

	for (uint32_t i = 0; i + 2 < t->rank; i++) {
		filter[i + 1] += map->im2col.step[i];
		if (filter[i + 1] < (int64_t)t->size[i + 1] + map->im2col.upper[i])
			return;
		filter[i + 1] = map->im2col.lower[i];
	}
	filter[t->rank - 1]++;
}

void fake_im2col_copy(const struct fake_im2col *map, const int *at, const unsigned int *offset, void *to)
{
	const struct gb_tensor *t = &map->tensor;
	const uint32_t bytes = element_bytes(t->element);
	int64_t filter[GB_TENSOR_RANK_MAX] = { 0 }, pixel[GB_TENSOR_RANK_MAX];
	char *next = to;

	for (uint32_t i = 0; i < t->rank; i++)
		filter[i] = at[i];
	for (uint32_t p = 0; p < map->im2col.pixels; p++, move_on(map, filter)) {
		memcpy(pixel, filter, sizeof pixel);
		for (uint32_t i = 0; i + 2 < t->rank; i++)
			pixel[i + 1] += offset[i];
		for (uint32_t c = 0; c < map->im2col.channels; c++, pixel[0]++, next += bytes) {
			const char *element = element_at(t, pixel);
			if (element != NULL)
				memcpy(next, element, bytes);
			else
				memset(next, 0, bytes);
		}
	}
}

void fake_im2col_bring(const struct gb_tensor_map *map, const int *at, const unsigned int *offset, void *to)
{
	const struct fake_im2col of = fake_im2col(map);

	fake_im2col_copy(&of, at, offset, to);
}
