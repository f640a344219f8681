#include "plan/schedule.h"

#include <stdlib.h>

#include "base/heap.h"

struct part {
	size_t *roof, *curve;
	size_t roofs, curves;
};

struct ends {
	bool last, planned;
};

static void add_step(struct gb_schedule *schedule, enum gb_step_kind kind, size_t at)
{
	schedule->step[schedule->count++] = (struct gb_step){ .kind = kind, .at = at };
}

static void split_points(const struct gb_stop_at *point, size_t count, bool late, struct part *part)
{
	part->roofs = part->curves = 0;
	for (size_t i = 0; i < count; i++)
		if (point[i].is_late == late && point[i].is_roof)
			part->roof[part->roofs++] = i;
		else if (point[i].is_late == late)
			part->curve[part->curves++] = i;
}

static void mark_pass(struct gb_schedule *schedule, size_t from)
{
	if (schedule->count > from)
		schedule->step[from].is_pass = true;
}

/* Visit each roof once; `left` rounds follow. Every other round is in reverse order, so that a roof does not always
 * follow the same load; the last round is in the given order. */
static void add_round(struct gb_schedule *schedule, const struct part *part, size_t left)
{
	const size_t from = schedule->count;

	for (size_t i = 0; i < part->roofs; i++)
		add_step(schedule, GB_STEP_VISIT, part->roof[left % 2 == 0 ? i : part->roofs - 1 - i]);
	mark_pass(schedule, from);
}

static void add_bursts(struct gb_schedule *schedule, const struct part *part, size_t bursts)
{
	for (size_t b = 0; b < bursts; b++)
		for (size_t i = 0; i < part->roofs; i++)
			add_step(schedule, GB_STEP_BURST, part->roof[i]);
}

/* Visit each point of this gap's share of the curves once. */
static void add_curves(struct gb_schedule *schedule, const struct part *part, size_t gap, size_t gaps)
{
	const size_t from = schedule->count;

	for (size_t i = part->curves * gap / gaps; i < part->curves * (gap + 1) / gaps; i++)
		add_step(schedule, GB_STEP_VISIT, part->curve[i]);
	mark_pass(schedule, from);
}

static void add_extra(struct gb_schedule *schedule, const struct part *part, size_t extra)
{
	const size_t from = schedule->count;

	for (size_t e = 0; e < extra; e++)
		add_round(schedule, part, extra - 1 - e);
	for (size_t i = from; i < schedule->count; i++)
		schedule->step[i].is_extra = true;
}

/* Add rounds, with the curves divided among the gaps between them. Bursts come before the second round: by then the
 * card has run the lighter loads of curves. */
static void add_rounds(struct gb_schedule *schedule, const struct part *part, const struct gb_visits *visits)
{
	const size_t gaps = visits->roof - 1;

	add_round(schedule, part, gaps);
	for (size_t gap = 0; gap < gaps; gap++) {
		for (size_t v = 0; v < visits->curve; v++)
			add_curves(schedule, part, gap, gaps);
		if (gap == 0)
			add_bursts(schedule, part, visits->bursts);
		add_round(schedule, part, gaps - 1 - gap);
	}
	add_extra(schedule, part, visits->extra);
}

static void add_in_turn(struct gb_schedule *schedule, const struct gb_stop_at *point, size_t count, bool late,
			const struct gb_visits *visits)
{
	for (size_t i = 0; i < count; i++) {
		if (point[i].is_late != late)
			continue;
		for (size_t v = 0; v < (point[i].is_roof ? visits->roof : visits->curve); v++)
			add_step(schedule, GB_STEP_VISIT, i);
		for (size_t b = 0; b < visits->bursts && point[i].is_roof; b++)
			add_step(schedule, GB_STEP_BURST, i);
		for (size_t e = 0; e < visits->extra && point[i].is_roof; e++) {
			add_step(schedule, GB_STEP_VISIT, i);
			schedule->step[schedule->count - 1].is_extra = true;
		}
	}
}

/* Mark where each point ends, with and without extra visits; `ends` has an entry for each point. */
static void mark_ends(struct gb_schedule *schedule, struct ends *ends)
{
	for (size_t i = schedule->count; i-- > 0;) {
		struct gb_step *step = &schedule->step[i];
		struct ends *seen = &ends[step->at];
		step->is_last = !seen->last;
		step->may_end = !step->is_extra && !seen->planned;
		seen->last = true;
		seen->planned |= !step->is_extra;
	}
}

void gb_schedule_make(struct gb_schedule *schedule, const struct gb_stop_at *point, size_t count,
		      const struct gb_visits *visits)
{
	const size_t of_roof = visits->roof + visits->bursts + visits->extra;
	const size_t most = of_roof > visits->curve ? of_roof : visits->curve;
	struct part part = { .roof = gb_heap_array(count + 1, sizeof(size_t)),
			     .curve = gb_heap_array(count + 1, sizeof(size_t)) };
	struct ends *ends = gb_heap_array(count + 1, sizeof *ends);

	*schedule = (struct gb_schedule){ .step = gb_heap_array(count * most + 1, sizeof *schedule->step) };
	for (int late = 0; late < 2; late++) {
		split_points(point, count, late != 0, &part);
		if (visits->roof > 1 && !visits->in_turn)
			add_rounds(schedule, &part, visits);
		else
			add_in_turn(schedule, point, count, late != 0, visits);
	}
	mark_ends(schedule, ends);
	free(part.roof);
	free(part.curve);
	free(ends);
}

void gb_schedule_free(struct gb_schedule *schedule)
{
	free(schedule->step);
	*schedule = (struct gb_schedule){ 0 };
}
