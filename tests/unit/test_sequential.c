/* The sequential test of `gpubench ab`: its error rates on synthetic noise, and the number of blocks until a
 * decision. The numbers are the same on every machine. */
#include "ab/pairs.h"
#include "ab/sequential.h"
#include "normal.h"
#include "support.h"

enum { TRIALS = 200, BLOCKS = 50 };
static const double tolerance = 0.01, error_rate = 0.01;

/* The difference of a block without an effect, with a sign given by a fair coin. */
typedef double noise_fn(uint64_t *state, size_t block);

static double quiet(uint64_t *state, size_t block)
{
	return 0.004 * normal(state);
}

/* One in five is twenty times as far out. */
static double spikes(uint64_t *state, size_t block)
{
	return (draw(state) < 0.2 ? 20 : 1) * quiet(state, block);
}

/* Each is three times as noisy as the one fifteen blocks before. */
static double louder(uint64_t *state, size_t block)
{
	return quiet(state, block) * pow(3, (double)block / 15);
}

/* One side of a distribution, with the sign given by the coin. */
static double turned(uint64_t *state, size_t block)
{
	return (draw(state) < 0.5 ? -1 : 1) * -0.004 * log(draw(state));
}

struct outcome {
	size_t worse, not_worse, outside, blocks;
};

static struct outcome try_all(noise_fn *noise, double effect)
{
	struct outcome outcome = { .worse = 0 };
	uint64_t state = 1;

	for (int trial = 0; trial < TRIALS; trial++) {
		struct gb_sequential s;
		enum gb_sequential_is is = GB_SEQUENTIAL_OPEN;
		gb_sequential_begin(&s, tolerance, error_rate, BLOCKS);
		while (is == GB_SEQUENTIAL_OPEN && s.count < BLOCKS)
			is = gb_sequential_add(&s, effect + noise(&state, s.count));
		const struct gb_sequential_effect e = gb_sequential_effect(&s);
		outcome.outside += effect < e.lo || effect > e.hi;
		outcome.worse += is == GB_SEQUENTIAL_WORSE;
		outcome.not_worse += is == GB_SEQUENTIAL_NOT_WORSE;
		outcome.blocks += s.count;
		gb_sequential_free(&s);
	}
	return outcome;
}

/* At the tolerance itself, the hardest case, either decision is an error, and neither may be more frequent than
 * promised. In 200 trials with a probability of 1 %, more than 7 occur once in a thousand times. */
TEST(errors)
{
	static noise_fn *const noises[] = { quiet, spikes, louder, turned };

	for (size_t i = 0; i < sizeof noises / sizeof noises[0]; i++) {
		const struct outcome at = try_all(noises[i], tolerance);
		assert_in_range(at.worse, 0, 7);
		assert_in_range(at.not_worse, 0, 7);
		assert_in_range(at.outside, 0, 11);
		assert_in_range(try_all(noises[i], 0).worse, 0, 2);
	}
}

TEST(power)
{
	assert_in_range(try_all(quiet, 0).not_worse, TRIALS - 2, TRIALS);
	assert_in_range(try_all(quiet, 0.02).worse, TRIALS - 2, TRIALS);
	assert_in_range(try_all(quiet, 0.05).worse, TRIALS, TRIALS);
	assert_true(try_all(quiet, 0.0125).blocks > 2 * try_all(quiet, 0.03).blocks);
	assert_in_range(try_all(spikes, 0.02).worse, TRIALS * 9 / 10, TRIALS);
}

/* Equal values yield no scale, so only signs count. */
TEST(no_noise)
{
	const size_t least = gb_sequential_least(error_rate);
	FREED_BY(gb_sequential_free) struct gb_sequential s;

	assert_int_equal(least, 9);
	gb_sequential_begin(&s, tolerance, error_rate, BLOCKS);
	for (size_t i = 1; i < least; i++)
		assert_int_equal(gb_sequential_add(&s, 0.02), GB_SEQUENTIAL_OPEN);
	assert_true(isinf(gb_sequential_effect(&s).lo));
	assert_int_equal(gb_sequential_add(&s, 0.02), GB_SEQUENTIAL_WORSE);
	assert_near(gb_sequential_effect(&s).lo, 0.02, 1e-6);
	assert_near(gb_sequential_effect(&s).hi, 0.02, 1e-6);
}

/* One side may not be 1 % worse and the other be called worse, too. */
static void question_of(struct gb_ab_runs *runs, const struct gb_ab_question *question)
{
	gb_ab_runs_begin(runs, question);
}

static void add_pairs(struct gb_ab_runs *runs, size_t pairs, double a, double b)
{
	for (size_t pair = 1; pair <= pairs; pair++) {
		gb_ab_runs_add(runs, &(struct gb_ab_run){ pair, GB_AB_A, a, NAN, NAN });
		gb_ab_runs_add(runs, &(struct gb_ab_run){ pair, GB_AB_B, b, NAN, NAN });
		gb_ab_runs_judge(runs);
	}
}

/* Lower rates are worse; changes are changes of the values. */
TEST(directions)
{
	static const struct {
		double b;
		enum gb_sequential_is is;
		bool higher;
	} cases[] = {
		{ 102, GB_SEQUENTIAL_WORSE, false },        { 98, GB_SEQUENTIAL_NOT_WORSE, false },
		{ 98, GB_SEQUENTIAL_WORSE, true },          { 102, GB_SEQUENTIAL_NOT_WORSE, true },
		{ 101.02, GB_SEQUENTIAL_WORSE, false },     { 98.98, GB_SEQUENTIAL_WORSE, true },
		{ 100.98, GB_SEQUENTIAL_NOT_WORSE, false }, { 99.02, GB_SEQUENTIAL_NOT_WORSE, true },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct gb_ab_question question = { tolerance, error_rate, 40, cases[i].higher };
		struct gb_ab_runs runs;
		question_of(&runs, &question);
		add_pairs(&runs, 18, 100, cases[i].b);
		const struct gb_ab_answer answer = gb_ab_runs_answer(&runs);
		assert_int_equal(answer.is, cases[i].is);
		assert_int_equal(answer.pairs, 18);
		assert_near(answer.change, cases[i].b / 100 - 1, 1e-9);
		assert_near(answer.lo, answer.change, 1e-6);
		assert_near(answer.median[GB_AB_B], cases[i].b, 1e-12);
		gb_ab_runs_free(&runs);
	}
}

/* A steady drift cancels: every run is 5 % slower than the previous one. */
TEST(drift)
{
	const struct gb_ab_question question = { tolerance, error_rate, 40, false };
	static const int order[2][4] = { { GB_AB_A, GB_AB_B, GB_AB_B, GB_AB_A },
					 { GB_AB_B, GB_AB_A, GB_AB_A, GB_AB_B } };
	FREED_BY(gb_ab_runs_free) struct gb_ab_runs runs;
	uint64_t coins = 7;

	question_of(&runs, &question);
	for (int block = 0, run = 0; block < 9; block++) {
		const int *sides = order[gb_hash_next(&coins) >> 63];
		for (int i = 0; i < 4; i++, run++) {
			const struct gb_ab_run made = { (size_t)(2 * block + 1 + i / 2), sides[i], exp(0.05 * run), NAN,
							NAN };
			gb_ab_runs_add(&runs, &made);
		}
		assert_true(gb_ab_runs_judge(&runs));
	}
	assert_int_equal(runs.is, GB_SEQUENTIAL_NOT_WORSE);
	assert_true(fabs(gb_ab_runs_answer(&runs).change) < 1e-9);
}
