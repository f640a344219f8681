#include "engine/open_device.h"

#include <math.h>

#include "base/clock.h"
#include "device/topology.h"

static int busy_now(const struct gpu_ops *ops, int index)
{
	return ops->busy != NULL ? ops->busy(index) : -1;
}

bool gb_device_is_busy(const struct gb_open_device *card)
{
	return card->busy > GPU_BUSY_PERCENT;
}

/* This process's own work can only raise the percentage, so the lowest one seen is right. */
void gb_device_look(struct gb_open_device *card)
{
	const int now = busy_now(card->ops, card->device.index);

	if (now >= 0 && now < card->busy)
		card->busy = now;
}

int gb_device_open(struct gb_open_device *card, const struct gpu_ops *ops, int index, struct gb_error *error)
{
	*card = (struct gb_open_device){ .ops = ops, .busy = busy_now(ops, index) };
	int status = ops->describe(index, &card->device, &card->identity, error);
	/* In a container, process ids differ from NVML's, so processes are counted instead of compared. */
	const int before = ops->processes(index);
	if (status == GB_OK)
		status = ops->open(index, &card->gpu, error);
	const int after = ops->processes(index);
	card->own_processes = before < 0 || after < 0 ? -1 : after > before;
	if (status == GB_OK)
		status = gb_timer_open(&card->timer, ops, card->gpu, &card->device, error);
	if (status != GB_OK)
		gb_device_close(card);
	return status;
}

void gb_device_close(struct gb_open_device *card)
{
	gb_topology_unpin(&card->pin);
	if (card->timer.ops != NULL)
		gb_timer_close(&card->timer);
	if (card->gpu != NULL)
		card->ops->close(card->gpu);
	card->gpu = NULL;
}

void gb_device_freed(struct gb_open_device *card, uint64_t bytes)
{
	const double rate = fmax(GB_CLEARED_LEAST, (double)card->device.memory_bytes / GB_CLEARED_SECONDS);

	if (card->device.target == GB_CUDA)
		card->cleared_at = fmax(card->cleared_at, gb_clock_now()) + (double)bytes / rate;
}

int gb_device_others(const struct gb_open_device *card)
{
	const int now = card->ops->processes(card->device.index);

	return now < 0 || card->own_processes < 0 ? -1 : now > card->own_processes ? now - card->own_processes : 0;
}

int gb_device_workers(const struct gb_open_device *card, double seconds)
{
	const struct gpu_ops *ops = card->ops;
	const int working = ops->working != NULL ? ops->working(card->device.index, seconds) : -1;

	/* This process is one of them. */
	return working > 0 ? working - 1 : -1;
}
