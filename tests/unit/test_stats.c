#include "base/stats.h"

#include "support.h"

enum { MOST = 1200 };

static struct gb_summary summary_of(const double *samples, size_t count)
{
	static double scratch[MOST];
	struct gb_summary summary;

	gb_stats_summary(samples, count, scratch, &summary);
	return summary;
}

TEST(median_by_hand)
{
	const double odd[] = { 5, 1, 3 }, even[] = { 4, 1, 3, 2 };
	double scratch[4];

	assert_same(gb_stats_median(odd, 3, scratch), 3);
	assert_same(gb_stats_median(even, 4, scratch), 2.5);
	assert_same(gb_stats_median(even, 1, scratch), 4);
}

/* Lists of every length up to 200, with few or many different values, ordered or not. */
TEST(middle_is_the_median)
{
	static double samples[200], scratch[200];
	unsigned random = 1;

	for (unsigned different = 1; different < 1000000; different *= 10)
		for (size_t count = 1; count <= 200; count++) {
			for (size_t i = 0; i < count; i++) {
				random = 1664525 * random + 1013904223;
				samples[i] = count % 3 == 0   ? (double)i
					     : count % 3 == 1 ? -(double)i
							      : random % different;
			}
			const double median = gb_stats_median(samples, count, scratch);
			assert_same(gb_stats_middle(samples, count), median);
		}
}

/* From tables of the binomial distribution with p = 1/2. */
TEST(interval_ranks_by_hand)
{
	static const size_t ranks[][2] = { { 1, 0 },  { 2, 0 },  { 5, 0 },   { 6, 1 },   { 8, 1 },
					   { 9, 2 },  { 10, 2 }, { 11, 2 },  { 12, 3 },  { 15, 4 },
					   { 20, 6 }, { 25, 8 }, { 30, 10 }, { 50, 18 }, { 100, 40 } };

	for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
		assert_int_equal(gb_stats_interval_rank(ranks[i][0]), ranks[i][1]);
}

/* P(X < rank) for X of Binomial(count, 1/2): the probability that the lower end of the interval is above the median. */
static long double tail(size_t count, size_t rank)
{
	long double term = powl(0.5L, (long double)count), sum = 0;

	for (size_t k = 0; k < rank; k++) {
		sum += term;
		term *= (long double)(count - k) / (long double)(k + 1);
	}
	return sum;
}

TEST(interval_is_the_narrowest_of_95_percent)
{
	for (size_t count = 1; count <= MOST; count++) {
		const size_t rank = gb_stats_interval_rank(count);
		assert_true(rank == 0 || tail(count, rank) <= 0.025L);
		assert_true(tail(count, rank + 1) > 0.025L);
	}
}

TEST(summary_by_hand)
{
	const double samples[] = { 10, 1, 9, 2, 8, 3, 7, 4, 6, 5 };
	const struct gb_summary s = summary_of(samples, 10);

	assert_int_equal(s.count, 10);
	assert_same(s.median, 5.5);
	assert_same(s.min, 1);
	assert_same(s.max, 10);
	assert_same(s.lo, 2); /* rank 2 of 10 */
	assert_same(s.hi, 9);
	assert_same(s.spread, (7.75 - 3.25) / 5.5);
	assert_int_equal(s.outliers, 0);
	assert_same(gb_stats_noise(&s), 3.5 / 5.5);
}

TEST(no_interval_below_six)
{
	const double samples[] = { 1, 1, 1, 1, 1 };
	const struct gb_summary s = summary_of(samples, 5);

	assert_unknown(s.lo);
	assert_unknown(s.hi);
	assert_true(isinf(gb_stats_noise(&s)));
}

TEST(outliers_are_counted_and_kept)
{
	const double samples[] = { 10, 11, 12, 10, 11, 12, 10, 11, 12, 100, 1 };
	const struct gb_summary s = summary_of(samples, 11);

	assert_int_equal(s.outliers, 2);
	assert_int_equal(s.count, 11);
	assert_same(s.max, 100);
	assert_same(s.min, 1);
	assert_same(s.median, 11);
}

TEST(zero_median_has_no_relative_noise)
{
	const double samples[] = { -3, -2, -1, 0, 1, 2, 3 };
	const struct gb_summary s = summary_of(samples, 7);

	assert_unknown(s.spread);
	assert_true(isinf(gb_stats_noise(&s)));
}

TEST(samples_are_left_as_they_are)
{
	double samples[] = { 3, 1, 2 };

	summary_of(samples, 3);
	assert_true(samples[0] == 3 && samples[1] == 1 && samples[2] == 2);
}

TEST(the_median_without_one)
{
	const double sorted[] = { 1, 2, 4, 8 };
	static const double of_three[] = { 4, 4, 2, 2 };

	for (size_t i = 0; i < 4; i++) {
		assert_same(gb_stats_middle_without(sorted, 4, i), of_three[i]);
		assert_int_equal(gb_stats_place(sorted, 4, sorted[i]), i);
	}
	assert_same(gb_stats_middle_without(sorted, 3, 0), 2);
	assert_same(gb_stats_middle_without(sorted, 3, 1), 2);
	assert_same(gb_stats_middle_without(sorted, 3, 2), 2);
	assert_same(gb_stats_middle_without(sorted, 2, 1), 1);
}
