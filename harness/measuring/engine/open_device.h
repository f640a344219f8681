/* open_device.h: an open device, and whether other processes work on it. */
#pragma once

#include "device/gpu.h"
#include "timing/timer.h"

struct gb_peers;
struct gb_pin;

/* An open device and what is known about it. */
struct gb_open_device {
	const struct gpu_ops *ops;
	struct gpu *gpu;
	struct gb_device device;
	struct gpu_identity identity;
	struct gb_timer timer;
	uint64_t memory_most;   /* free memory reported to plug-ins, bytes; 0: the actual amount */
	double work;            /* the requested fraction of a launch's usual work; 0: all work */
	int own_processes;      /* how much this process adds to the device's process count: 0 or 1; -1: unknown */
	int busy;               /* percentage of time for which others use the device, as far as known; -1: unknown */
	struct gb_peers *peers; /* the other GPUs of the run; NULL: there are none */
	size_t peer;            /* the peer of the current task: see struct gb_task */
	struct gb_pin *pin;     /* the thread is bound to one core for now; NULL: it is not */
	/* Called by gb_fill_output(); NULL: nothing. */
	void (*on_output)(void *listener, gb_ptr at, int byte, uint64_t bytes);
	void *listener;
	double cleared_at; /* host time at which the driver has cleared the memory that was freed */
};

/* Open device `index` with its timer. */
int gb_device_open(struct gb_open_device *card, const struct gpu_ops *ops, int index, struct gb_error *error);
void gb_device_close(struct gb_open_device *card);
/* Note that memory was freed. The driver overwrites freed memory in the background, so that no other process sees
 * its contents: at 410 GB/s on an H200, where this costs a copy 10 % of its bandwidth. On other cards the rate was
 * not measured, and the memory bandwidth may be unknown. A rate that is low for any card is assumed: one that clears
 * all memory within a second, or 10 GB/s if that is more. */
#define GB_CLEARED_SECONDS 1.0
#define GB_CLEARED_LEAST   10e9 /* B/s */
void gb_device_freed(struct gb_open_device *card, uint64_t bytes);
/* Other compute processes on the device now; -1: not known. */
int gb_device_others(const struct gb_open_device *card);
/* Other processes that worked on the device in the last `seconds`, in which this process did too; -1: not known. */
int gb_device_workers(const struct gb_open_device *card, double seconds);
/* True if others keep the device busy: they did so before it was opened, and have not been seen to stop. */
bool gb_device_is_busy(const struct gb_open_device *card);
/* Check whether the others have gone. This process's own work is included in the figure for a sampling period. */
void gb_device_look(struct gb_open_device *card);
