/* peaks.h: the roofs of a model of GPU on one board: those of one card, or the median of several. */
#ifndef GB_PEAKS_H
#define GB_PEAKS_H

#include "analysis/roofs.h"

struct gb_peak {
	const char *name, *unit;
	double value, limit; /* medians; the limit is NAN if it is known for no card */
	double clock_hz;     /* of the SMs during the measurement, likewise a median */
};

struct gb_peaks {
	const struct gb_gpu_roofs *gpu; /* the first of them */
	const char *board;              /* of all GPUs whose board is known; "": none is */
	size_t gpus;
	size_t per_host;      /* number of GPUs on the host with the most */
	struct gb_peak *peak; /* in the order of tables */
	size_t count;
};

/* Pairs of GPUs are left out if there are single GPUs. It is an error if there are several models or boards, as one
 * figure cannot stand for both, or no roof at all. A GPU of unknown board matches any. */
int gb_peaks_of(struct gb_peaks *peaks, const struct gb_roofs *roofs, struct gb_error *error);
/* NULL: not measured. */
const struct gb_peak *gb_peaks_find(const struct gb_peaks *peaks, const char *name);
void gb_peaks_free(struct gb_peaks *peaks);

/* "NVIDIA H200, GPU-20ad..., driver 580" or "NVIDIA H200, board 692-..., median of 8 GPUs, driver 580". */
void gb_peaks_title(const struct gb_peaks *peaks, char *text, size_t size);

#endif
