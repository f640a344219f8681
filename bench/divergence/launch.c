/* Launches of the points of `divergence`, and the cycles that their trips took. */
#include <stdio.h>

#include "../common/median.h"
#include "state.h"

/* Trips of a warp through the bodies of its paths, and branches of a thread: about 70 us, so that neither the
 * barriers nor the tests for the paths matter. */
enum { TRIPS = 512, BRANCHES = 8192 };

static void choose_paths(const struct gb_run *run, struct divergence_args *args)
{
	const unsigned int paths = (unsigned int)gb_value(run, "paths"), all = divergence_units(run);
	const unsigned int unit = all < TRIPS ? TRIPS / all : 1;

	args->by_warp = divergence_is_by_warp(run);
	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++) {
		args->path[l] = divergence_is_loop(run) ? 0 : l % paths;
		args->trips[0][l] = 1;
		args->trips[1][l] = unit * divergence_length_of(run, l);
	}
}

static void choose_branches(const struct gb_run *run, struct divergence_args *args)
{
	static const unsigned int masks[] = { [TAKEN_NONE] = 0, [TAKEN_HALF] = 0x55555555u, [TAKEN_ALL] = 0xffffffffu };

	args->trips[0][0] = 1;
	args->trips[1][0] = BRANCHES / DIVERGENCE_IFS;
	args->taken = masks[gb_value(run, "taken")];
}

int divergence_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	s->args = (struct divergence_args){ .cycles = gb_address(s->cycles), .out = gb_address(s->out) };
	if (divergence_is_short(run)) {
		choose_branches(run, &s->args);
		snprintf(name, sizeof name, "divergence_%s_%lld", divergence_forms[gb_value(run, "form")],
			 (long long)gb_value(run, "length"));
	} else {
		choose_paths(run, &s->args);
		snprintf(name, sizeof name, "divergence_%s", divergence_is_loop(run) ? "loop" : "paths");
	}
	return gb_find_kernel(run, name, &s->kernel);
}

int divergence_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

/* The median over the SMs. */
int divergence_observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);
	int status = cycles_read_median(run, s->cycles, s->blocks, value);

	if (status == GB_OK)
		*value /= (divergence_needed(run) * WARPS_A_PART);
	return status;
}
