/* alone.c: the supervisor's functions without any process but this one. Linked in place of supervisor.c it makes
 * gpubench-alone, which measures, writes and concludes as gpubench does but dies of the first fault: what it saves is what
 * the processes cost (overhead.sh). */
#include <stdlib.h>

#include "base/clock.h"
#include "run/supervisor.h"
#include "device/topology.h"

struct alone {
	struct gb_supervisor *supervisor;
	const struct gb_found *on;
};

int gb_supervisor_find(struct gb_supervisor *s, struct gb_devices *devices, struct gb_error *error)
{
	return gb_devices_read(devices, s->place.ops, error);
}

void gb_supervisor_dismiss(struct gb_supervisor *s)
{
	(void)s;
}

static int begin(void *context, size_t task)
{
	const struct alone *a = context;

	a->supervisor->begin(a->supervisor->context, a->on, &a->supervisor->place.tasks->task[task]);
	return GB_OK;
}

static int emit(void *context, size_t task, const struct gb_record *records, size_t count,
		const struct gb_measurement *measurement, struct gb_error *error)
{
	const struct alone *a = context;

	(void)task;
	a->supervisor->rows++;
	return a->supervisor->deliver(a->supervisor->context, records, count, measurement, error);
}

static int run_on(struct gb_supervisor *s, struct gb_found *on, const size_t *order, size_t count,
		  struct gb_error *error)
{
	const int node = on->device.target == GB_CUDA ? gb_topology_bind(on->device.pci_bus_id) : -1;
	struct alone alone = { s, on };
	struct gb_device_text text;
	struct gb_card card;

	if (node >= 0)
		on->identity.numa_node = node;
	if (gb_card_open(&card, s->place.ops, on->device.index, error) != GB_OK)
		return GB_FAILED;
	struct gb_sweep sweep = {
		.card = &card,
		.options = s->place.options,
		.base = gb_worker_base(&s->place, on, &text),
		.begin = begin,
		.emit = emit,
		.context = &alone,
	};
	int status = gb_sweep_tasks(&sweep, s->place.tasks, order, count, error);
	gb_card_close(&card);
	return status;
}

int gb_supervisor_run(struct gb_supervisor *s, const struct gb_devices *on, const bool *skip, struct gb_error *error)
{
	const size_t tasks = s->place.tasks->count;
	size_t *order = calloc(tasks + 1, sizeof *order);
	int status = order != NULL ? GB_OK : gb_error_set(error, "out of memory");

	for (size_t d = 0; d < on->count && status == GB_OK; d++) {
		struct gb_found found = on->found[d];
		size_t count = 0;
		for (size_t t = 0; t < tasks; t++)
			if (skip == NULL || !skip[d * tasks + t])
				order[count++] = t;
		status = run_on(s, &found, order, count, error);
	}
	free(order);
	return status;
}

static int conclude(struct gb_supervisor *s, const struct gb_found *on, const struct gb_bench *bench,
		    struct gb_error *error)
{
	struct gb_conclusions *found = malloc(sizeof *found);
	struct gb_device_text text;
	struct gb_record base = gb_worker_base(&s->place, on, &text);
	char time[GB_CLOCK_UTC];

	if (found == NULL)
		return gb_error_set(error, "out of memory");
	gb_clock_utc(time);
	base.time_utc = time;
	int status = gb_conclude(s->place.rows, bench, &on->device, &base, found, error);
	if (status == GB_OK && found->count > 0)
		status = s->deliver(s->context, found->record, found->count, NULL, error);
	free(found);
	return status;
}

int gb_supervisor_conclude(struct gb_supervisor *s, const struct gb_devices *on, struct gb_error *error)
{
	const struct gb_tasks *tasks = s->place.tasks;
	int status = GB_OK;

	for (size_t d = 0; d < on->count; d++)
		for (size_t i = 0; i < tasks->plans && status == GB_OK; i++)
			if (tasks->plan[i].bench->conclude != NULL)
				status = conclude(s, &on->found[d], tasks->plan[i].bench, error);
	return status;
}
