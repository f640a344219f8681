/* tma.h: definitions shared by the host code and the kernels of `tma`. */
#pragma once

#include "im2col.h"
#include "gpubench_report.h"
#include "gpubench_tensor.h"

/* Bulk reductions, as the axis `reduction` names them: operations on each word in global memory. */
#define TMA_REDUCTIONS(X) X(add_u32) X(add_f32) X(max_u32) X(xor_b32)
#define TMA_ENUM(name)    TMA_##name,
enum tma_reduction { TMA_REDUCTIONS(TMA_ENUM) TMA_STORED };
#undef TMA_ENUM

enum {
	TMA_COPIES = 64,        /* copies per launch, one after another, and as many with several in flight */
	TMA_GROUP = 8,          /* copies per group, at most: a power of two; two groups are in flight */
	TMA_FLIGHT = 128 << 10, /* bytes in flight, at most */
	TMA_PAGE = 2 << 20,     /* bytes of memory that copies use before they move on */
	TMA_APART = 1024,       /* bytes between the places of two copies in memory, at least */
	TMA_APART_IN_L2 = 128,  /* ... in L2 */
	TMA_PLACES = 128,       /* places in L2: few enough for two launches to use all of them */
	TMA_MOST = 32 << 10,    /* bytes per copy, at most */
	TMA_SET = TMA_PLACES * TMA_MOST,
	TMA_BACKGROUND = 0x40, /* initial bytes of the memory that reductions modify */
	TMA_WORDS_SEEN = 2,    /* steps of a round trip: each partner checks what the other one sent */
	TMA_IMAGE_WIDTH = 16,  /* pixels: images are small, so that copies from L2 cover several of them */
	TMA_IMAGE_HEIGHT = 8,
	TMA_WAYS = 64,           /* starts of the checked im2col copies, by row and position */
	TMA_LOOKS = 9 * TMA_WAYS /* each start with all pixels of the filter, up to 9 */
};

struct tma_args {
	struct gb_tensor_map map;
	unsigned char *at;         /* start of the places */
	unsigned long long before; /* bytes of the input before `at` */
	unsigned long long apart;  /* bytes between places */
	unsigned long long places; /* number of places, a power of two, as is their number per page */
	unsigned long long *turn;  /* number of copies so far; the next launch continues from it */
	uint32_t bytes;
	uint32_t width; /* bytes per row of the box, or per pixel; 0: neither exists */
	struct im2col images;
	uint32_t copies;    /* copies, or round trips */
	uint32_t group;     /* copies per group; 0: copies run only one after another */
	uint32_t reduction; /* for the check: the reduction, or TMA_STORED */
	uint32_t polled;    /* 1: barriers are polled without suspending the thread */
	uint32_t record;    /* 0 when timed; 1: arriving data are checked */
	uint32_t zero;      /* 0, unknown to the compiler */
	/* Sum of the cycles from issue to arrival over all copies; sum to all acknowledgements; minimum; cycles in
	 * which all groups but two arrive. */
	unsigned long long *cycles;
	struct gb_report *report;
};

enum { TMA_CYCLES = 4 };

/* Rows of a gather or scatter: the rows of a place in another order. */
enum { TMA_ROWS = 4 };

/* The row that arrives as row `i`: 2, 0, 3 or 1. */
BENCH_BOTH uint32_t tma_row(uint32_t i)
{
	return 0x1302u >> 4 * i & 3;
}

/* The word of a place that arrives as word `i` of a gather with `width` bytes per row. */
BENCH_BOTH uint32_t tma_gathered(uint32_t i, uint32_t width)
{
	const uint32_t words = width / 4;

	return tma_row(i / words) * words + i % words;
}

/* The word of a place to which word `i` of the data is stored; scattered if there are rows. */
BENCH_BOTH uint32_t tma_stored_at(const struct tma_args *args, uint32_t i)
{
	return args->width > 0 ? tma_gathered(i, args->width) : i;
}

/* The offset of the place that copy number `turn` uses, in bytes. The places of a page are used in a fixed random
 * order, page by page. */
BENCH_BOTH unsigned long long tma_place(const struct tma_args *args, unsigned long long turn)
{
	const unsigned long long place = turn & (args->places - 1), page = TMA_PAGE / args->apart;
	const unsigned long long of_page = page < args->places ? page : args->places;

	return (place / of_page * of_page + place * 0x9e3779b1u % of_page) * args->apart;
}

/* The im2col copy with number `turn`. */
struct tma_column {
	uint32_t position, tap, channel; /* arguments of im2col_at() */
};

/* Timed copies take the pixels of the filter in turn, at the places. When data are checked, three of four copies begin
 * at one of the last two positions of a row, of an image or of all images, and half of them in the middle of the
 * channels. There each parameter of the tensor map decides which words arrive. The row is never in the last image, in
 * which more of the possible faults would be outside the images. */
BENCH_BOTH struct tma_column tma_column_of(const struct tma_args *args, unsigned long long turn)
{
	const struct im2col *const images = &args->images;
	const uint32_t in_image = im2col_in_image(images), in_row = im2col_in_row(images),
		       way = (uint32_t)turn % TMA_WAYS, round = (uint32_t)(turn / TMA_WAYS),
		       row = way / 4 % (in_image / in_row), before_end = 1 + way / (TMA_WAYS / 2);
	struct tma_column column;

	column.position = (uint32_t)(tma_place(args, turn) / args->width) / (images->step * images->step);
	column.tap = (uint32_t)(turn % im2col_taps(images));
	column.channel = args->record && round % 2 ? images->channels / 8 * 4 : 0; /* multiple of 16 bytes */
	if (args->record && way % 4 == 1)
		column.position = round % (images->images - 1) * in_image + (row + 1) * in_row - before_end;
	if (args->record && way % 4 == 2)
		column.position = (round % images->images + 1) * in_image - before_end;
	if (args->record && way % 4 == 3)
		column.position = images->images * in_image - before_end;
	return column;
}

/* Word i of an im2col copy. */
BENCH_BOTH uint32_t tma_column_word(const struct tma_args *args, struct tma_column column, uint32_t i)
{
	const unsigned long long word =
		im2col_word(&args->images, column.position, column.tap, column.channel, args->images.channels, i);

	return word == IM2COL_ZERO ? 0 : input_bits(args->before / 4 + word);
}

/* Word i of the data that are stored or reduced. */
BENCH_BOTH uint32_t tma_word(uint32_t reduction, uint32_t i)
{
	return reduction == TMA_add_f32 ? input_float(i) : input_bits(i);
}
