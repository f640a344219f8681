#include "plan/schedule.h"

#include "support.h"

static size_t passes; /* of the last schedule */

/* Points as letters: R is a roof, c a point of a curve; S and d are the same kinds, but come last. Steps as indices
 * of points: b is a burst, + an extra visit, / the end without extra visits, . the end. */
static char *steps_with(const char *points, const struct gb_visits *visits)
{
	static char text[256];

	passes = 0;
	struct gb_stop_at point[32];
	const size_t count = strlen(points);
	FREED_BY(gb_schedule_free) struct gb_schedule schedule;
	size_t used = 0;

	for (size_t i = 0; i < count; i++)
		point[i] = (struct gb_stop_at){ .is_roof = points[i] == 'R' || points[i] == 'S',
						.is_late = points[i] == 'S' || points[i] == 'd' };
	gb_schedule_make(&schedule, point, count, visits);
	text[0] = '\0';
	for (size_t i = 0; i < schedule.count; i++) {
		const struct gb_step *step = &schedule.step[i];
		const char *kind = step->kind == GB_STEP_BURST ? "b" : step->is_extra ? "+" : "";
		const char *end = step->is_last ? "." : step->may_end ? "/" : "";
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%zu%s", i > 0 ? " " : "", kind, step->at,
					 end);
		passes += step->is_pass;
	}
	return text;
}

static char *steps_of(const char *points, size_t roof, size_t curve, size_t bursts, bool in_turn)
{
	return steps_with(points,
			  &(struct gb_visits){ .roof = roof, .curve = curve, .bursts = bursts, .in_turn = in_turn });
}

TEST(a_visit_each_is_the_order_given)
{
	assert_string_equal(steps_of("cRc", 1, 1, 0, false), "0. 1. 2.");
	assert_string_equal(steps_of("cRc", 1, 1, 1, false), "0. 1 b1. 2.");
	assert_string_equal(steps_of("", 3, 1, 3, false), "");
}

TEST(curves_lie_between_the_visits_of_roofs)
{
	assert_string_equal(steps_of("ccRccR", 2, 1, 0, false), "5 2 0. 1. 3. 4. 2. 5.");
	assert_string_equal(steps_of("ccRccR", 3, 1, 0, false), "2 5 0. 1. 5 2 3. 4. 2. 5.");
}

TEST(curves_are_seen_again_before_the_next_roofs)
{
	assert_string_equal(steps_of("ccRcc", 2, 2, 0, false), "2 0 1 3 4 0. 1. 3. 4. 2.");
	assert_int_equal(passes, 4);
	assert_string_equal(steps_of("ccRcc", 3, 2, 1, false), "2 0 1 0. 1. b2 2 3 4 3. 4. 2.");
	assert_string_equal(steps_of("cRc", 3, 2, 0, true), "0 0. 1 1 1. 2 2.");
	assert_string_equal(steps_of("cd", 1, 2, 0, false), "0 0. 1 1.");
}

TEST(bursts_come_once_the_curves_have_begun)
{
	assert_string_equal(steps_of("RcRc", 3, 1, 2, false), "0 2 1. b0 b2 b0 b2 2 0 3. 0. 2.");
	assert_string_equal(steps_of("R", 3, 1, 1, false), "0 b0 0 0.");
}

TEST(what_comes_last_does_so_in_every_visit)
{
	assert_string_equal(steps_of("RSdc", 2, 1, 0, false), "0 3. 0. 1 2. 1.");
	assert_string_equal(steps_of("RSdc", 2, 1, 1, true), "0 0 b0. 3. 1 1 b1. 2.");
}

TEST(in_turn_a_point_is_done_before_the_next)
{
	assert_string_equal(steps_of("RcR", 3, 1, 1, true), "0 0 0 b0. 1. 2 2 2 b2.");
}

TEST(extra_visits_come_after_all_others_of_roofs)
{
	struct gb_visits visits = { .roof = 2, .curve = 1, .bursts = 1, .extra = 2 };

	assert_string_equal(steps_with("RcR", &visits), "2 0 1. b0 b2 0/ 2/ +2 +0 +0. +2.");
	assert_int_equal(passes, 5);
	assert_string_equal(steps_with("RSc", &visits), "0 2. b0 0/ +0 +0. 1 b1 1/ +1 +1.");
	visits.in_turn = true;
	assert_string_equal(steps_with("RcR", &visits), "0 0 b0/ +0 +0. 1. 2 2 b2/ +2 +2.");
}
