/* The survey of `map`: the latency of every SM to every line, and the SMs that can share a cluster. */

#include "analyse.h"

/* A quarter of the SMs measures at a time, so that SMs disturb each other less. */
enum { PARTS = 4, TRIES = 5 };

int map_enqueue_survey(struct gb_run *run, const struct gb_kernel *kernel, uint32_t lines, uint32_t untimed,
		       uint32_t tries, uint32_t part, uint32_t parts)
{
	const struct state *s = gb_state(run);
	const struct map_survey_args args = {
		.lines = gb_address(s->lines),
		.cycles = gb_address(s->cycles),
		.visited = gb_address(s->visited),
		.count = lines,
		.untimed = untimed,
		.tries = tries,
		.part = part,
		.parts = parts,
	};

	return gb_launch(run, kernel, s->one_each, &args);
}

/* Merges the groups of two SMs that shared a cluster. */
static void join(struct survey *survey, uint32_t a, uint32_t b)
{
	const uint32_t from = survey->group[a], to = survey->group[b];

	for (uint32_t sm = 0; sm < survey->sms; sm++)
		if (survey->group[sm] == from)
			survey->group[sm] = to;
}

/* Runs as many clusters of this size as fit, and joins the SMs of each. */
static int look_at_clusters(struct gb_run *run, uint32_t size)
{
	struct state *s = gb_state(run);
	const struct map_where_args args = { gb_address(s->where) };
	struct gb_shape shape = s->one_each;
	uint32_t sm[MAP_SMS];
	uint32_t clusters;

	shape.cluster = size;
	GB_TRY(gb_clusters(run, &s->clusters, shape, &clusters));
	shape.grid = clusters * size <= MAP_SMS ? clusters * size : MAP_SMS / size * size;
	GB_TRY(gb_launch(run, &s->clusters, shape, &args));
	GB_TRY(gb_copy_out(run, sm, s->where, shape.grid * sizeof sm[0]));
	for (uint32_t i = 0; i < shape.grid; i++)
		if (sm[i] < s->survey.sms && sm[i - i % size] < s->survey.sms)
			join(&s->survey, sm[i], sm[i - i % size]);
	return GB_OK;
}

/* Blocks of a cluster run on SMs of one GPC: a group is a set of SMs that clusters of any size connect. */
static int find_groups(struct gb_run *run, const unsigned short *found)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	static const uint32_t sizes[] = { 2, 3, 5, 7, 8 };

	for (uint32_t sm = 0; sm < s->survey.sms; sm++)
		s->survey.group[sm] = sm;
	s->survey.by_clusters = 10 * device->cc_major + device->cc_minor >= 90;
	/* None of the sizes is a multiple of another, so clusters of different sizes overlap. */
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && s->survey.by_clusters; i++)
		if (2 * sizes[i] <= s->survey.sms)
			GB_TRY(look_at_clusters(run, sizes[i]));
	if (s->survey.by_clusters)
		map_join_alike(found, &s->survey);
	else
		map_find_groups(found, &s->survey);
	return GB_OK;
}

int map_survey(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s->survey.done)
		return GB_OK;
	s->survey.sms = (uint32_t)gb_device(run)->sm_count;
	for (uint32_t part = 0; part < PARTS; part++)
		GB_TRY(map_enqueue_survey(run, &s->map, MAP_LINES, 1, TRIES, part, PARTS));
	/* cycles as counted by the device: [SM][line] */
	const unsigned short *found = gb_fetch(run, s->cycles, (uint64_t)s->survey.sms * MAP_LINES * sizeof *found);
	if (found == NULL)
		return GB_FAILED;
	map_find_halves(found, &s->survey);
	GB_TRY(find_groups(run, found));
	map_find_columns(found, &s->survey);
	s->survey.done = true;
	return GB_OK;
}
