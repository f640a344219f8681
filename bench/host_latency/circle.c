/* circle.c: the set that the loads visit: its memory, its circle of lines, its pages. */
#include "pages.h"
#include "state.h"

/* The largest part of the free memory for one set. There may be four, with small and huge pages on two nodes. */
#define MEMORY_SHARE 0.2
/* A set is traversed before it is timed: once, or far enough to evict everything else from the caches. */
#define WARM_LOADS  (UINT64_C(1) << 19)
#define WARM_CACHES 1.5 /* times the L3 */
/* A row is suspect if less than this part of the memory requested in huge pages is in such pages. */
#define HUGE_ENOUGH 0.99

int host_latency_choose_room(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->room = UINT64_C(4) << 30;
	while ((double)s->room > MEMORY_SHARE * (double)available)
		s->room /= 2;
	if (s->room < (uint64_t)HOST_LATENCY_LINES_MIN * HOST_LATENCY_LINE)
		return gb_skip(run, "too little memory is free: %.0f bytes", (double)available);
	return GB_OK;
}

static int place_memory(struct gb_run *run, struct place *p)
{
	const enum gb_pages pages = gb_value(run, pages) == HUGE_ONES ? GB_PAGES_HUGE : GB_PAGES_SMALL;

	if (p->placed)
		return GB_OK;
	if (p->at == 0)
		GB_TRY(gb_alloc(run, state_of(run)->room, &p->at));
	GB_TRY(gb_place(run, p->at, state_of(run)->room, gb_value(run, memory) == OWN ? 0 : 1, pages));
	p->placed = true;
	p->huge = (double)NAN;
	return GB_OK;
}

/* Makes the circle this many lines long: adds the missing lines, or builds it anew. */
static int link_circle(struct gb_run *run, struct place *p, uint64_t lines)
{
	const struct host_latency_link_args args = {
		.line = gb_address(p->at),
		.from = p->linked <= lines ? p->linked : 0,
		.to = lines,
	};

	if (p->linked == lines)
		return GB_OK;
	p->linked = 0; /* in case the launch fails */
	GB_TRY(gb_launch(run, &state_of(run)->link, one_core, &args));
	GB_TRY(gb_sync(run));
	p->linked = lines;
	if (p->most < lines) {
		p->most = lines;
		p->huge = host_latency_huge_share("/proc/self/smaps", (uintptr_t)gb_address(p->at));
	}
	return GB_OK;
}

/* The system need not grant the requested pages. */
static int check_pages(struct gb_run *run, const struct place *p)
{
	const bool huge = gb_value(run, pages) == HUGE_ONES;

	if (isnan(p->huge))
		gb_suspect(run, "/proc/self/smaps does not show which pages the memory has");
	else if (huge && p->huge == 0)
		return gb_skip(run, "the system gave no huge pages");
	else if (huge ? p->huge < HUGE_ENOUGH : p->huge > 0)
		gb_suspect(run, "%.1f %% of the memory is in huge pages", 100 * p->huge);
	return GB_OK;
}

gb_ptr host_latency_slot(const struct gb_run *run, uint32_t slot)
{
	return state_of(run)->slots + slot * sizeof(uint64_t);
}

int host_latency_follow(struct gb_run *run, uint64_t loads, uint32_t begin, uint32_t end)
{
	const struct host_latency_chase_args args = {
		.begin = gb_address(host_latency_slot(run, begin)),
		.end = gb_address(host_latency_slot(run, end)),
		.trips = loads / HOST_LATENCY_UNROLL,
	};

	return gb_launch(run, &state_of(run)->chase, one_core, &args);
}

int host_latency_rewind(struct gb_run *run, uint32_t slot)
{
	const void *line = gb_address(state_of(run)->now->at);

	return gb_copy_in(run, host_latency_slot(run, slot), &line, sizeof line);
}

static int warm(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t caches = (uint64_t)(WARM_CACHES * (double)gb_device(run)->l3_bytes) / HOST_LATENCY_LINE;
	const uint64_t most = caches > WARM_LOADS ? caches : WARM_LOADS;
	const uint64_t loads = s->lines < most ? s->lines : most;

	if (s->warm == s->now && s->warm_lines == s->lines)
		return GB_OK;
	s->warm = NULL; /* in case the traversal fails */
	GB_TRY(host_latency_rewind(run, SLOT_AT));
	GB_TRY(host_latency_follow(run, loads, SLOT_AT, SLOT_AT));
	s->warm = s->now;
	s->warm_lines = s->lines;
	return GB_OK;
}

int host_latency_circle(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(place_memory(run, s->now));
	GB_TRY(link_circle(run, s->now, s->lines));
	GB_TRY(check_pages(run, s->now));
	return warm(run);
}
