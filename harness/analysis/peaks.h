/* peaks.h: the roofs of a model of GPU on one board: of one card, or the median of several. */
#ifndef GB_PEAKS_H
#define GB_PEAKS_H

#include "analysis/roofs.h"

struct gb_peak {
	const char *name, *unit;
	double value, limit; /* medians; the limit NAN where no card knows one */
	double clock_hz;     /* of the SMs while it was measured, likewise */
};

struct gb_peaks {
	const struct gb_gpu *gpu; /* the first of them */
	const char *board;        /* of all whose board is known; "": none does */
	size_t gpus;
	size_t per_host;      /* GPUs on the host that has most */
	struct gb_peak *peak; /* in the order of tables */
	size_t count;
};

/* Pairs of GPUs are left out where there are GPUs. GPUs of several models or boards, or no roof at all, is an
 * error: one figure cannot stand for both. A GPU of unknown board goes with any. */
int gb_peaks_of(struct gb_peaks *peaks, const struct gb_roofs *roofs, struct gb_error *error);
/* NULL: not measured. */
const struct gb_peak *gb_peaks_find(const struct gb_peaks *peaks, const char *name);
void gb_peaks_free(struct gb_peaks *peaks);

/* "NVIDIA H200, GPU-20ad..., driver 580" or "NVIDIA H200, board 692-..., median of 8 GPUs, driver 580". */
void gb_peaks_title(const struct gb_peaks *peaks, char *text, size_t size);

#endif
