/* im2col.h: images as a convolution reads them, for im2col copies. For host and device code.
 * An image is padded by half of the filter on each side. Positions of the filter are numbered along the rows of an
 * image, row by row and image by image. A copy takes one pixel of the filter at consecutive positions. */
#pragma once

#include <stdint.h>

#include "../common/input.h"

/* Words, pixels and images are contiguous. All sizes except for the filter's are powers of two. */
struct im2col {
	uint32_t channels;      /* words per pixel */
	uint32_t width, height; /* pixels per image */
	uint32_t images;
	uint32_t across, down; /* pixels of the filter, odd numbers */
	uint32_t step;         /* pixels between positions of the filter, in both directions */
};

#define IM2COL_ZERO (~0ull) /* a word outside the images */

/* Operands of the copy of pixel `tap` of the filter at consecutive positions from the first one on. */
struct im2col_copy {
	int channel, across, down, image; /* coordinates of the first position */
	uint32_t tap_across, tap_down;
};

BENCH_BOTH uint32_t im2col_taps(const struct im2col *of)
{
	return of->across * of->down;
}

/* Positions of the filter per row of an image, and per image. */
BENCH_BOTH uint32_t im2col_in_row(const struct im2col *of)
{
	return of->width / of->step;
}
BENCH_BOTH uint32_t im2col_in_image(const struct im2col *of)
{
	return im2col_in_row(of) * (of->height / of->step);
}

BENCH_BOTH struct im2col_copy im2col_at(const struct im2col *of, uint32_t position, uint32_t tap, uint32_t channel)
{
	const uint32_t in_row = im2col_in_row(of), in_image = im2col_in_image(of);
	struct im2col_copy copy;

	copy.channel = (int)channel;
	copy.across = (int)(position % in_row * of->step) - (int)(of->across / 2);
	copy.down = (int)(position % in_image / in_row * of->step) - (int)(of->down / 2);
	copy.image = (int)(position / in_image);
	copy.tap_across = tap % of->across;
	copy.tap_down = tap / of->across;
	return copy;
}

/* The number of a word, counted from the start of the first image. It arrives as word `i` of a copy of `taken` words
 * per pixel. IM2COL_ZERO: outside the images. */
BENCH_BOTH unsigned long long im2col_word(const struct im2col *of, uint32_t position, uint32_t tap, uint32_t channel,
					  uint32_t taken, uint32_t i)
{
	const struct im2col_copy at = im2col_at(of, position + i / taken, tap, channel + i % taken);
	const uint32_t across = (uint32_t)at.across + at.tap_across, down = (uint32_t)at.down + at.tap_down,
		       image = (uint32_t)at.image, word = (uint32_t)at.channel;

	/* Negative coordinates are large as unsigned numbers. */
	if (across >= of->width || down >= of->height || image >= of->images || word >= of->channels)
		return IM2COL_ZERO;
	return (((unsigned long long)image * of->height + down) * of->width + across) * of->channels + word;
}
