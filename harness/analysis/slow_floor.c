#include "analysis/slow_floor.h"

#include <math.h>

#include "base/label.h"

static double quantile_of(struct gb_floors *floors, size_t freedom)
{
	const size_t at = freedom > GB_STUDENT_MAX ? GB_STUDENT_MAX + 1 : freedom;

	if (floors->quantile[at] == 0)
		floors->quantile[at] = gb_student(at, floors->chance);
	return floors->quantile[at];
}

const struct gb_scatter *gb_floor_scatter(const struct gb_gpu_roofs *gpu, const char *roof)
{
	return gb_devices_mean_host(gpu->device) ? NULL : gb_scatter_of(gpu->name, roof);
}

/* The number of cards that show the scatter between cards; 0: it is not known. */
static size_t cards_known(const struct gb_scatter *known)
{
	return known != NULL && known->count >= GB_FLOOR_CARDS_MIN ? known->count : 0;
}

static bool is_known(const struct gb_scatter *known, bool same_gpu)
{
	return same_gpu ? known != NULL : cards_known(known) > 0;
}

/* The scatter of one more value, and the degrees of freedom of that estimate. */
static double scatter_of(const struct gb_scatter *known, const struct gb_held_to *to, size_t *freedom)
{
	const double runs = known != NULL ? known->runs : 0;
	const size_t cards = cards_known(known);

	*freedom = GB_FLOOR_RUNS_FREEDOM;
	if (to->same_gpu)
		return runs;
	*freedom = cards > 0 ? cards - 2 : 1; /* cards of two boards, hence two means */
	if (to->cards > *freedom + 1)
		*freedom = to->cards - 1;
	return fmax(known != NULL && cards > 0 ? hypot(runs, known->cards) : 0, to->sd);
}

double gb_floor_of(struct gb_floors *floors, const struct gb_held_to *to)
{
	const struct gb_scatter *known = to->known;
	size_t freedom;

	if (!is_known(known, to->same_gpu) && (to->same_gpu || to->cards < GB_FLOOR_CARDS_MIN))
		return floors->max_drop;
	const double sd = scatter_of(known, to, &freedom);
	const double scatter = quantile_of(floors, freedom) * sd * sqrt(1 + 1 / (double)to->cards);
	const double least = to->boards_mixed   ? GB_MIN_OFF_UNKNOWN
			     : to->modes_differ ? GB_MIN_OFF_MODES
			     : to->joint        ? GB_MIN_OFF_JOINT
						: GB_MIN_OFF_LEAST;
	return fmax(scatter, floors->max_drop > 0 ? floors->max_drop : least);
}

double gb_floor_of_changes(double sd, size_t freedom, double chance)
{
	return fmax(gb_student(freedom, chance) * sd, GB_MIN_OFF_LEAST);
}

bool gb_floor_has_enough(const struct gb_held_to *to)
{
	const struct gb_scatter *known = to->known;

	return to->same_gpu || known == NULL || (to->cards >= GB_FLOOR_REFERENCES_MIN && !to->boards_mixed) ||
	       (known->count >= GB_FLOOR_CARDS_MIN && known->cards <= GB_FLOOR_STEADY);
}
