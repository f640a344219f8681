/* im2col_host.h: the tensor map of images that a convolution reads. */
#ifndef IM2COL_HOST_H
#define IM2COL_HOST_H

#include "gpubench.h"
#include "im2col.h"

/* A copy takes all channels of so many pixels. */
static inline int im2col_map(struct gb_run *run, gb_ptr at, const struct im2col *images, uint32_t pixels,
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
	/* The filter's last pixel must not go further beyond the image than its first one. */
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

#endif
