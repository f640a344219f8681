#include "fake/fake_work.h"

#include <stdlib.h>
#include <string.h>

enum { IS_READ = 1, IS_WRITTEN = 2 };

/* For callbacks, which have no context. */
static struct {
	const struct fake_models *(*find)(const char *kernel);
	struct fake_work work;
	size_t launches;
	unsigned char *seen[FAKE_SLOTS]; /* for each byte of an allocation, whether it was read and written */
	size_t slot;                     /* of the previous access */
	const char *low, *high;          /* all allocations are between these */
} count;

static bool is_in_slot(size_t slot, const char *at)
{
	uint64_t bytes;
	const char *start = fake_allocation(slot, &bytes);

	return start != NULL && at >= start && at < start + bytes;
}

static void find_bounds(void)
{
	count.low = count.high = NULL;
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		uint64_t bytes;
		const char *start = fake_allocation(slot, &bytes);
		if (start != NULL && (count.low == NULL || start < count.low))
			count.low = start;
		if (start != NULL && start + bytes > count.high)
			count.high = start + bytes;
	}
}

/* Most other accesses are to the stacks of threads. */
static bool find_slot(const char *at)
{
	if (at < count.low || at >= count.high)
		return false;
	if (is_in_slot(count.slot, at))
		return true;
	for (count.slot = 0; count.slot < FAKE_SLOTS - 1 && !is_in_slot(count.slot, at);)
		count.slot++;
	return is_in_slot(count.slot, at);
}

static bool note_access(const void *at, size_t bytes, bool is_store)
{
	uint64_t room;

	if (!find_slot(at))
		return false;
	const char *start = fake_allocation(count.slot, &room);
	unsigned char **seen = &count.seen[count.slot];
	if (*seen == NULL && (*seen = calloc(room, 1)) == NULL) {
		count.work.is_unknown = true;
		return true;
	}
	for (size_t i = (size_t)((const char *)at - start); bytes-- > 0 && i < room; i++)
		(*seen)[i] |= is_store ? IS_WRITTEN : IS_READ;
	return true;
}

void fake_count_work(const struct fake_models *find(const char *kernel))
{
	memset(&count, 0, sizeof count);
	count.find = find;
}

bool fake_is_counting_work(void)
{
	return count.find != NULL;
}

static bool add_work(struct gb_model_work *to, const struct gb_model_work *did)
{
	double all = did->bytes + did->ops;

	to->bytes += did->bytes;
	to->ops += did->ops;
	for (int e = 0; e < GB_EVENTS; e++) {
		to->event[e].count += did->event[e].count;
		to->event[e].joined += did->event[e].joined;
		to->event[e].amount += did->event[e].amount;
		all += did->event[e].count;
	}
	return all > 0;
}

void fake_count_launch(const char *kernel, struct gb_shape shape, const void *args)
{
	const struct fake_models *models = count.find(kernel);

	count.launches++;
	if (models == NULL || models->work == NULL) {
		count.work.is_unknown = true;
		return;
	}
	find_bounds();
	**models->work = (struct gb_model_work){ .touched = note_access };
	fake_run_model(models, kernel, shape, args);
	(*models->work)->touched = NULL;
	count.work.is_unknown |= !add_work(&count.work.did, *models->work);
}

struct fake_work fake_counted_work(void)
{
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		uint64_t bytes = 0;
		if (count.seen[slot] != NULL)
			(void)fake_allocation(slot, &bytes);
		for (uint64_t i = 0; i < bytes; i++) {
			const unsigned char seen = count.seen[slot][i];
			count.work.distinct_bytes += ((seen & IS_READ) != 0) + ((seen & IS_WRITTEN) != 0);
		}
		free(count.seen[slot]);
	}
	count.work.is_unknown |= count.launches == 0;
	count.find = NULL;
	return count.work;
}
