/* peaks.h: the roofs of a model of GPU on one board: those of one card, or the median of several. */
#pragma once

#include "analysis/roofs.h"

struct gb_peak {
	const char *name, *unit;
	double value, limit; /* medians; the limit is NAN if no card has one */
	double clock_hz;     /* SM clock during the measurement, also a median */
};

struct gb_peaks {
	const struct gb_gpu_roofs *gpu; /* the first of them */
	const char *board;              /* the board of all GPUs with a known one; "": there is none */
	size_t gpus;
	size_t per_host;      /* number of GPUs on the host that has the most */
	struct gb_peak *peak; /* in the order of tables */
	size_t count;
};

/* Pairs of GPUs are left out if there are single GPUs. Several models or boards are an error, because one figure
 * cannot represent both; so is a lack of roofs. A GPU with an unknown board matches any. */
int gb_peaks_of(struct gb_peaks *peaks, const struct gb_roofs *roofs, struct gb_error *error);
/* NULL: not measured. */
const struct gb_peak *gb_peaks_find(const struct gb_peaks *peaks, const char *name);
void gb_peaks_free(struct gb_peaks *peaks);

/* "NVIDIA H200, GPU-20ad..., driver 580" or "NVIDIA H200, board 692-..., median of 8 GPUs, driver 580". */
void gb_peaks_title(const struct gb_peaks *peaks, char *text, size_t size);
