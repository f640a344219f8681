/* open_device.h: an open device, and other processes that use it. */
#pragma once

#include "device/gpu.h"
#include "timing/timer.h"

struct gb_peers;
struct gb_pin;

struct gb_open_device {
	const struct gpu_ops *ops;
	struct gpu *gpu;
	struct gb_device device;
	struct gpu_identity identity;
	struct gb_timer timer;
	uint64_t memory_most;   /* the most free memory that plug-ins see, bytes; 0: the actual amount */
	double work;            /* the requested fraction of a launch's usual work; 0: all of it */
	int own_processes;      /* what this process adds to the device's process count: 0 or 1; -1: not known */
	int busy;               /* percentage of time in which others use the device, at most; -1: not known */
	struct gb_peers *peers; /* the other GPUs of the run; NULL: none */
	size_t peer;            /* the current task's peer, as in struct gb_task */
	struct gb_pin *pin;     /* binds the thread to one core; NULL: not bound */
	/* Called by gb_fill_output(); may be NULL. */
	void (*on_output)(void *listener, gb_ptr at, int byte, uint64_t bytes);
	void *listener;
	double cleared_at; /* host time at which the driver has cleared freed memory */
};

int gb_device_open(struct gb_open_device *card, const struct gpu_ops *ops, int index, struct gb_error *error);
void gb_device_close(struct gb_open_device *card);
/* Note that memory was freed. The driver overwrites freed memory in the background, so that no other process sees its
 * contents. An H200 does this at 410 GB/s, which costs a copy 10 % of its bandwidth. On other cards the rate was not
 * measured, and the memory bandwidth may be unknown. The assumed rate is low for any card: it clears all memory in a
 * second, or is 10 GB/s if that is more. */
#define GB_CLEARED_SECONDS 1.0
#define GB_CLEARED_LEAST   10e9 /* B/s */
void gb_device_freed(struct gb_open_device *card, uint64_t bytes);
/* The number of other compute processes on the device now; -1: not known. */
int gb_device_others(const struct gb_open_device *card);
/* The number of other processes that worked on the device in the last `seconds`, in which this process worked too; -1:
 * not known. */
int gb_device_workers(const struct gb_open_device *card, double seconds);
/* True if others keep the device busy: they did so before it was opened, and were not seen to stop. */
bool gb_device_is_busy(const struct gb_open_device *card);
/* Check whether the others have stopped. For a sampling period, the percentage includes this process's own work. */
void gb_device_look(struct gb_open_device *card);
