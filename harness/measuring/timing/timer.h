/* timer.h: the device time of work enqueued between begin and end, and the SM clock during it. */
#pragma once

#include "device/gpu.h"
#include "timing/stamp.h"

struct gb_timer {
	const struct gpu_ops *ops;
	struct gpu *gpu;
	struct gpu_module *module;
	struct gb_kernel kernel; /* the stamp kernel */
	uint32_t blocks;         /* of a stamp launch */
	gb_ptr stamps;           /* on the device: before, after */
	/* For host_timer.h, created on first use: a kernel that waits until a word in host memory equals `turn`. */
	struct gb_kernel gate;
	struct gb_buffer word;
	uint32_t turn;
};

struct gb_timed {
	double seconds;
	double sm_hz; /* median over the SMs; NAN: no SM was stamped on both sides */
	/* clock of the slowest SM, for which a launch waits; NAN as above, or if the device does not report it */
	double slowest_hz;
	double mean_hz; /* mean over all SMs; NAN as above */
	double paused;  /* seconds of all pauses between launches, which `seconds` includes */
};

int gb_timer_open(struct gb_timer *timer, const struct gpu_ops *ops, struct gpu *gpu, const struct gb_device *device,
		  struct gb_error *error);
/* May also be called after a failed open. */
void gb_timer_close(struct gb_timer *timer);

int gb_timer_begin(struct gb_timer *timer, struct gb_error *error);
/* Waits for the device. */
int gb_timer_end(struct gb_timer *timer, struct gb_timed *out, struct gb_error *error);

/* Enqueue work that keeps every SM busy for this long. A device that reports its own clock has no kernel for that, so
 * nothing is done. */
int gb_timer_hold(struct gb_timer *timer, double seconds, struct gb_error *error);

/* Set the clocks of `out`: cycles / time of the SMs between two sets of `count` stamps. SMs with an empty stamp (all
 * zero) on either side are ignored. */
void gb_timer_clocks(const struct gb_stamp *before, const struct gb_stamp *after, size_t count, struct gb_timed *out);

/* The architectures for which the stamp kernel, and thus every kernel of this build, was built: "sm_80 sm_90"; "":
 * none. */
const char *gb_timer_archs(void);
