/* conclude.c: how many threads saturate the memory, and the cost of another node's memory. */
#include "state.h"

/* Share of the best value of a curve that counts as saturated. */
#define SATURATED 0.95

static struct gb_finding finding_of(const char *metric, const char *unit, double value, const struct gb_row *from)
{
	return (struct gb_finding){
		.metric = metric, .unit = unit, .value = value, .lo = (double)NAN, .hi = (double)NAN, .from = from
	};
}

/* The best row of an operation with this value of an axis. NULL: there is none. */
static const struct gb_row *row_of(const struct gb_row *rows, size_t count, int64_t op, uint32_t axis, int64_t value,
				   int64_t memory)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], op) == op &&
		    gb_row_value_at(&rows[i], axis) == value && gb_row_value(&rows[i], memory) == memory &&
		    (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	return best;
}

/* The fewest threads that nearly reach the rate of the best number of threads. */
static size_t conclude_threads(const struct gb_row *rows, size_t count, int64_t op, struct gb_finding *out)
{
	const struct gb_row *best = NULL, *few = NULL, *row;
	int64_t most = 0, threads;

	for (threads = 1; threads <= 1024; threads *= 2)
		if ((row = row_of(rows, count, op, GB_AT(threads), threads, 0)) != NULL) {
			best = best == NULL || row->value > best->value ? row : best;
			most = threads;
		}
	for (threads = 1; threads <= most && few == NULL; threads *= 2) {
		row = row_of(rows, count, op, GB_AT(threads), threads, 0);
		few = row != NULL && row->value >= SATURATED * best->value ? row : NULL;
	}
	if (few == NULL || most == 1)
		return 0;
	threads = gb_row_value(few, threads);
	*out = finding_of("threads_for_95_percent", "threads", (double)threads, few);
	snprintf(out->point, sizeof out->point, "op=%s", host_dram_ops[op]);
	snprintf(out->remark, sizeof out->remark, "%.4g B/s with %d threads; the best is %.4g with %d%s", few->value,
		 (int)threads, best->value, gb_row_value(best, threads),
		 threads == most ? ", and the rate still rises with the last step" : "");
	return 1;
}

/* The rate of the next node's memory, relative to a node's own. */
static size_t conclude_nodes(const struct gb_row *rows, size_t count, int64_t op, struct gb_finding *out, size_t room)
{
	size_t told = 0;

	for (int64_t node = 0; node < NODES_MOST && told < room; node++) {
		const struct gb_row *own = row_of(rows, count, op, GB_AT(node), node, MEMORY_OWN);
		const struct gb_row *next = row_of(rows, count, op, GB_AT(node), node, MEMORY_NEXT);
		if (own == NULL || next == NULL)
			continue;
		out[told] = finding_of("remote_of_own", "1", next->value / own->value, next);
		snprintf(out[told].point, sizeof out[told].point, "op=%s,node=%d", host_dram_ops[op], (int)node);
		snprintf(out[told].remark, sizeof out[told].remark,
			 "%.4g B/s from memory of the next node, %.4g from its own", next->value, own->value);
		told++;
	}
	return told;
}

size_t host_dram_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t told = 0;

	told += conclude_threads(rows, count, READ_THREADS, &out[told]);
	told += conclude_threads(rows, count, COPY_THREADS, &out[told]);
	told += conclude_nodes(rows, count, READ_NODE, &out[told], GB_FINDINGS_MAX - told);
	return told + conclude_nodes(rows, count, COPY_NODE, &out[told], GB_FINDINGS_MAX - told);
}
