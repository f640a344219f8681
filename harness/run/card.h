/* card.h: an open device, and whether others work on it. */
#ifndef GB_CARD_H
#define GB_CARD_H

#include "device/gpu.h"
#include "measure/timer.h"

struct gb_peers;
struct gb_pin;

/* An open device and what is known of it. */
struct gb_card {
	const struct gpu_ops *ops;
	struct gpu *gpu;
	struct gb_device device;
	struct gpu_identity identity;
	struct gb_timer timer;
	uint64_t memory_most;   /* what plug-ins may believe to be free, bytes; 0: all that is */
	double work;            /* the part of a launch's usual work that is wanted; 0: all of it */
	int own_processes;      /* what this process adds to the device's count of them: 0 or 1; -1: not known */
	int busy;               /* percent of the time that others work on it, as far as is known; -1: not at all */
	struct gb_peers *peers; /* the other GPUs of the run; NULL: there are none */
	size_t peer;            /* of them, that of the task at hand: see struct gb_task */
	struct gb_pin *pin;     /* the thread is bound to one core for now; NULL: it is not */
	double cleared_at;      /* host time at which the driver has cleared the memory that was freed */
};

/* Open device `index` with its timer. */
int gb_card_open(struct gb_card *card, const struct gpu_ops *ops, int index, struct gb_error *error);
void gb_card_close(struct gb_card *card);
/* Note that memory was freed. The driver overwrites it in the background, so that no other process sees its contents:
 * at 410 GB/s on an H200, which costs a copy there 10 % of its bandwidth. The card counts as cleared after the time that
 * 1/13 of the bandwidth of its memory takes for all that was freed. */
void gb_card_freed(struct gb_card *card, uint64_t bytes);
/* Other compute processes on the device now; -1: not known. */
int gb_card_others(const struct gb_card *card);
/* Others that worked on the device in the last `seconds`, in which this process did too; -1: not known. */
int gb_card_workers(const struct gb_card *card, double seconds);
/* True if others keep the device busy: that was seen before it was opened, and they were not yet seen to stop. */
bool gb_card_is_busy(const struct gb_card *card);
/* See whether they have gone. This process's own work is in the figure for a sampling period. */
void gb_card_look(struct gb_card *card);

#endif
