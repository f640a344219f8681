/* timer.h: device time of what is enqueued between begin and end, and the SM clock it ran at. */
#ifndef GB_TIMER_H
#define GB_TIMER_H

#include "gpu.h"
#include "stamp.h"

struct gb_timer {
	const struct gpu_ops *ops;
	struct gpu *gpu;
	struct gpu_module *module;
	struct gb_kernel kernel; /* the stamp kernel */
	uint32_t blocks;         /* of a stamp launch */
	gb_ptr stamps;           /* on the device: before, after */
};

int gb_timer_open(struct gb_timer *timer, const struct gpu_ops *ops, struct gpu *gpu, const struct gb_device *device,
		  struct gb_error *error);
/* Safe after an open that failed. */
void gb_timer_close(struct gb_timer *timer);

int gb_timer_begin(struct gb_timer *timer, struct gb_error *error);
/* Waits for the device. *sm_hz is NAN when no SM was stamped on both sides. */
int gb_timer_end(struct gb_timer *timer, double *seconds, double *sm_hz, struct gb_error *error);

/* Keep every SM working for so long; a device that knows its clock has no kernel for it and stays as it is. Enqueued. */
int gb_timer_hold(struct gb_timer *timer, double seconds, struct gb_error *error);

/* The median over the SMs of cycles / time between two sets of `count` stamps; SMs with an empty stamp (all zero) on
 * either side are left out. NAN when none is left. */
double gb_timer_clock(const struct gb_stamp *before, const struct gb_stamp *after, size_t count);

#endif
