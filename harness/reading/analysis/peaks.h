/* peaks.h: the roofs of a GPU model on one board: those of one card, or the medians of several. */
#pragma once

#include "analysis/roofs.h"

struct gb_peak {
	const char *name, *unit;
	double value, limit; /* medians; the limit is NAN if no card has one */
	double clock_hz;     /* median SM clock during the measurement */
};

struct gb_peaks {
	const struct gb_gpu_roofs *gpu; /* the first GPU */
	const char *board;              /* of all GPUs whose board is known; "": there is none */
	size_t gpus;
	size_t per_host;      /* maximum number of GPUs on one host */
	struct gb_peak *peak; /* in the order of tables */
	size_t count;
};

/* Pairs of GPUs are left out if there are single GPUs. Several models or boards are an error, because one figure cannot
 * represent both. A GPU of unknown board matches any. No roofs at all are an error, too. */
int gb_peaks_of(struct gb_peaks *peaks, const struct gb_roofs *roofs, struct gb_error *error);
/* NULL: not measured. */
const struct gb_peak *gb_peaks_find(const struct gb_peaks *peaks, const char *name);
void gb_peaks_free(struct gb_peaks *peaks);

/* Writes "NVIDIA H200, GPU-20ad..., driver 580" or "NVIDIA H200, board 692-..., median of 8 GPUs, driver 580". */
void gb_peaks_title(const struct gb_peaks *peaks, char *text, size_t size);
