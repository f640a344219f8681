/* count.c: compares the work of a launch according to cost() with the work that models count. */
#include <math.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "dry/walk.h"

#define TOLERANCE 0.02
/* Events below this fraction of the stated operations are a side matter, such as the end of a kernel. */
#define SIDE_SHARE 0.015625

/* A counted number that may equal the stated one. */
struct way {
	const char *text;
	double number;
};
enum { WAYS_MAX = 40 };
struct ways {
	struct way way[WAYS_MAX];
	size_t count;
};

static const char *const event_names[GB_EVENTS] = {
	[GB_EVENT_LOAD] = "loads",
	[GB_EVENT_STORE] = "stores",
	[GB_EVENT_ATOMIC] = "atomic operations",
	[GB_EVENT_SHARED_LOAD] = "loads of shared memory",
	[GB_EVENT_SHARED_STORE] = "stores to shared memory",
	[GB_EVENT_SHARED_ATOMIC] = "atomic operations in shared memory",
	[GB_EVENT_VOTE] = "votes",
	[GB_EVENT_SHUFFLE] = "shuffles",
	[GB_EVENT_BARRIER] = "barriers",
	[GB_EVENT_BITS] = "integer functions",
	[GB_EVENT_FLOAT] = "floating-point instructions",
};

static void add_way(struct ways *ways, const char *text, double number)
{
	if (number > 0 && ways->count < WAYS_MAX)
		ways->way[ways->count++] = (struct way){ text, number };
}

static double amount_of(const struct gb_model_work *did, int first, int last)
{
	double amount = 0;

	for (int e = first; e <= last; e++)
		amount += did->event[e].amount;
	return amount;
}

static void add_bytes(struct ways *ways, const struct fake_work *work)
{
	const struct gb_model_work *did = &work->did;
	const double moved = amount_of(did, GB_EVENT_LOAD, GB_EVENT_ATOMIC);

	add_way(ways, "read and written", moved);
	add_way(ways, "read and written, each byte once", work->distinct_bytes);
	if (did->event[GB_EVENT_ATOMIC].count > 0)
		add_way(ways, "read and written, by atomic operations twice",
			moved + did->event[GB_EVENT_ATOMIC].amount);
	add_way(ways, "in shared memory", amount_of(did, GB_EVENT_SHARED_LOAD, GB_EVENT_SHARED_ATOMIC));
}

/* Add the events from `first` to `last`, each kind and all kinds; one event serves `lanes` threads. */
static void add_events(struct ways *ways, const struct gb_model_work *did, int first, int last, const char *all,
		       double lanes)
{
	double count = 0, joined = 0;

	for (int e = last; e >= first; e--) {
		add_way(ways, event_names[e], did->event[e].count / lanes);
		if (did->event[e].joined < did->event[e].count)
			add_way(ways, event_names[e], did->event[e].joined / lanes);
		count += did->event[e].count / lanes;
		joined += did->event[e].joined / lanes;
	}
	add_way(ways, all, count);
	add_way(ways, all, joined);
}

static void list_ways(const struct gb_dry_walk *w, enum gb_quantity quantity, struct ways *ways)
{
	const struct gb_model_work *did = &w->work.did;
	const double lanes = quantity == GB_INSTRUCTIONS ? w->card.device.warp_size : 1;

	ways->count = 0;
	add_way(ways, "by the model's own count", quantity == GB_BANDWIDTH ? did->bytes : did->ops);
	if (w->work.is_unknown || ways->count > 0)
		return;
	if (quantity == GB_BANDWIDTH)
		add_bytes(ways, &w->work);
	else if (quantity == GB_FLOPS)
		add_way(ways, "computed", did->event[GB_EVENT_FLOAT].amount);
	else {
		add_events(ways, did, GB_EVENT_SHARED_LOAD, GB_EVENT_SHARED_ATOMIC, "accesses to shared memory", lanes);
		add_events(ways, did, GB_EVENT_LOAD, GB_EVENT_ATOMIC, "accesses to device memory", lanes);
	}
	if (quantity != GB_BANDWIDTH && quantity != GB_FLOPS && quantity != GB_ACCESSES)
		add_events(ways, did, GB_EVENT_VOTE, GB_EVENT_FLOAT, "all of these", lanes);
}

static double stated_amount(const struct gb_dry_walk *w, enum gb_quantity quantity)
{
	const struct gb_cost cost = w->bench->cost(&w->run);

	return quantity == GB_BANDWIDTH ? cost.bytes : cost.ops;
}

static bool are_near(double a, double b)
{
	return fabs(a - b) <= TOLERANCE * fabs(b);
}

static const struct way *find_equal(const struct ways *ways, double stated)
{
	for (size_t i = 0; i < ways->count; i++)
		if (are_near(stated, ways->way[i].number))
			return &ways->way[i];
	return NULL;
}

/* A number that grows with the work as the stated one does: cost() need not state the beginning and the end of a
 * kernel. */
static const struct way *find_parallel(struct gb_dry_walk *w, const struct gb_point *point, enum gb_quantity quantity,
				       const struct ways *ways, double stated)
{
	const struct fake_work work = w->work;
	const struct way *found = NULL;
	struct ways more;

	w->card.work *= 2;
	if (gb_dry_launch(w, point, true) == GB_OK) {
		const double grown = stated_amount(w, quantity) - stated;
		list_ways(w, quantity, &more);
		for (size_t i = 0; i < ways->count && more.count == ways->count && grown > 0 && found == NULL; i++)
			if (are_near(grown, more.way[i].number - ways->way[i].number))
				found = &ways->way[i];
	}
	w->card.work /= 2;
	(void)gb_dry_launch(w, point, true);
	w->work = work;
	return found;
}

/* Instructions and operations may include integer arithmetic, which is not counted. */
static bool is_exact(const struct gb_dry_walk *w, enum gb_quantity quantity)
{
	return quantity == GB_BANDWIDTH || quantity == GB_FLOPS || quantity == GB_ACCESSES || w->work.did.ops > 0;
}

static bool may_be_others(const struct gb_dry_walk *w, enum gb_quantity quantity, double stated)
{
	const double lanes = quantity == GB_INSTRUCTIONS ? w->card.device.warp_size : 1;

	if (is_exact(w, quantity))
		return false;
	for (int e = GB_EVENT_VOTE; e < GB_EVENTS; e++)
		if (w->work.did.event[e].count / lanes > SIDE_SHARE * stated)
			return false;
	return true;
}

static void add_amount(char *text, size_t size, double amount, enum gb_quantity quantity)
{
	char unit[GB_NAME_MAX] = "";

	gb_text_copy(unit, sizeof unit, gb_quantity_unit(quantity));
	unit[strcspn(unit, "/")] = '\0';
	gb_quantity_write(text + strlen(text), size - strlen(text), amount, unit);
}

static void say_difference(struct gb_dry_walk *w, enum gb_quantity quantity, const struct ways *ways, double stated)
{
	char text[GB_ERROR_TEXT] = "";
	double last = 0;

	gb_text_add(text, sizeof text, "cost: with less work, a launch has ");
	add_amount(text, sizeof text, stated, quantity);
	for (size_t i = 0; i < ways->count; i++) {
		const struct way *way = &ways->way[i];
		if (way->number < SIDE_SHARE * stated || are_near(way->number, last))
			continue;
		gb_text_add(text, sizeof text, "%s", last > 0 ? ", " : "; counted: ");
		last = way->number;
		add_amount(text, sizeof text, last, quantity);
		gb_text_add(text, sizeof text, " %s", way->text);
	}
	if (is_exact(w, quantity))
		gb_dry_fault(w, "%s", text);
	else
		gb_dry_say(w, 8, "NOT VERIFIED: %s", text);
	w->miscounted += !is_exact(w, quantity);
}

void gb_dry_count(struct gb_dry_walk *w, const struct gb_point *point)
{
	const enum gb_quantity quantity = gb_run_quantity(&w->run);
	const double stated = stated_amount(w, quantity);
	struct ways ways;

	if (gb_quantity_is_observed(quantity) || quantity == GB_SECONDS)
		return;
	list_ways(w, quantity, &ways);
	const struct way *way = find_equal(&ways, stated);
	if (way == NULL && ways.count > 0)
		way = find_parallel(w, point, quantity, &ways, stated);
	if (way != NULL) {
		gb_dry_say(w, 8, "cost agrees with the count: %s", way->text);
		w->counted++;
	} else if (ways.count == 0 || may_be_others(w, quantity, stated)) {
		gb_dry_say(w, 8, "work not counted");
		w->uncounted++;
	} else
		say_difference(w, quantity, &ways, stated);
}
