/* The sentence above a picture: its values are those of the drawn points, and the sentence is left out if one is
 * missing. */
#include "plot/finding.h"

#include "roofs_made.h"

/* Default of a row: from an H200, in B/s, without a limit. */
struct made_row {
	const char *point, *metric;
	double value, limit;
	const char *unit, *uuid;
};

static const struct gb_plot_kind picture = {
	.name = "toy",
	.panel = { { "rate", "bandwidth", "size", "op=read|write", "{op}", { NULL } },
		   { "ways", "time", "{way}", "op=way", "{op}", { NULL } },
		   { "load", "latency", "moved", "op=load", "{op}", { NULL } } },
	.panels = 3,
};

static const struct made_row rows[] = {
	{ "op=read,size=1024", "bandwidth", 1e9, 2e9, NULL, NULL },
	{ "op=read,size=4096", "bandwidth", 3.9e9, 4e9, NULL, NULL },
	{ "op=read,size=16384", "bandwidth", 4e9, 0, NULL, NULL },
	{ "op=read,size=65536", "bandwidth", 2e9, 0, NULL, NULL },
	{ "op=write,size=1024", "bandwidth", 5e8, 0, NULL, NULL },
	{ "op=way,way=direct", "time", 2.5e-6, 0, "s", NULL },
	{ "op=way,way=by hand", "time", 1e-3, 0, "s", NULL },
	{ "op=load,step=1", "latency", 611.4, 0, "cycles", NULL },
	{ "op=load,step=1", "moved", 3.214e12, 0, NULL, NULL },
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void add_row(struct gb_curve *curve, const struct made_row *row)
{
	struct gb_record record =
		made(row->uuid != NULL ? row->uuid : "GPU-1", NULL, row->unit != NULL ? row->unit : "B/s", row->value);

	record.benchmark = "toy";
	record.point = row->point;
	record.metric = row->metric;
	record.limit = row->limit > 0 ? row->limit : NAN;
	gb_curve_add(curve, &record);
}

/* The finding for a GPU with those rows and `more`, with these sentences. */
static void expect_of(const char *first, const char *second, const struct made_row *more, size_t gpu,
		      const char *expected)
{
	struct gb_plot_kind kind = picture;
	FREED_BY(gb_curve_free) struct gb_curve curve = { .kind = &kind };
	const char *at, *sentences[] = { first, second };
	char text[256];

	for (size_t i = 0; i < 2 && sentences[i] != NULL; i++) {
		assert_null(gb_finding_check(&kind, sentences[i], &at));
		kind.finding[kind.findings++] = sentences[i];
	}
	for (size_t i = 0; i < ROWS; i++)
		add_row(&curve, &rows[i]);
	for (; more != NULL && more->point != NULL; more++)
		add_row(&curve, more);
	gb_curve_settle(&curve);
	gb_finding_of(&curve, gpu, text, sizeof text);
	assert_string_equal(text, expected);
}

static void expect(const char *sentence, const char *expected)
{
	expect_of(sentence, NULL, NULL, 0, expected);
}

TEST(values_have_their_units)
{
	expect("no values at all", "no values at all");
	expect("{rate[read] at 4096} of {limit of rate[read] at 4096}", "3.90 GB/s of 4.00 GB/s");
	expect("{ways at direct}, {ways at by hand}", "2.50 µs, 1.00 ms");
	expect("{load first} at {x of load first}", "611 cycles at 3.21 TB/s");
	expect("{x of rate[read] last} is {x of rate[read] last as KiB}", "65536 is 64 KiB");
	expect("{load first as number}", "611");
}

TEST(places_of_points)
{
	expect("{rate[read] first}, {rate[read] last}", "1.00 GB/s, 2.00 GB/s");
	expect("{rate[read] max}, {rate[read] min}, {rate min}", "4.00 GB/s, 1.00 GB/s, 500 MB/s");
	expect("{x of rate[read] from 95%}, {x of rate[read] until 50%}, {x of rate[read] until 95%}",
	       "4096, 65536, 16384");
	expect("{line of rate min}, {word of ways max}", "write, by hand");
}

TEST(quotients_and_differences)
{
	expect("{rate[read] last / rate[read] max as %}", "50 %");
	expect("{rate[write] first / rate[read] max as %}", "12 %");
	expect("{rate[read] first / rate[write] first} times", "2.00 times");
	expect("{rate[read] max - rate[read] last}", "2.00 GB/s");
	expect("{rate[read] at 4096 / limit of rate[read] at 4096 as %}", "98 %");
}

/* Another device, a quick run, or a truncated file: the next sentence counts, and none if no sentence is complete. */
TEST(what_is_missing)
{
	static const char *const missing[] = { "{rate[copy] max}",
					       "{rate[read] at 2048}",
					       "{ways at indirect}",
					       "{limit of rate[read] max}",
					       "{rate[copy] max / rate[read] max}",
					       "{rate[read] max / rate[copy] max}",
					       "{rate[read] max / limit of rate[read] max}" };

	for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
		expect(missing[i], "");
		expect_of(missing[i], "reads: {rate[read] max}", NULL, 0, "reads: 4.00 GB/s");
	}
	expect_of("writes: {rate[write] first}", "reads: {rate[read] max}", NULL, 0, "writes: 500 MB/s");
	const struct made_row zero[] = { { "op=write,size=1024", "bandwidth", 0, 0, NULL, NULL }, { .point = NULL } };
	expect_of("{rate[read] max / rate[write] first}", NULL, zero, 0, "");
}

TEST(several_gpus)
{
	static const struct made_row other[] = { { "op=read,size=1024", "bandwidth", 8e9, 0, NULL, "GPU-2" },
						 { .point = NULL } };

	expect_of("{rate[read] max}, {x of rate[read] max}", NULL, other, 0, "4.00 GB/s, 16384");
	expect_of("{rate[read] max}, {x of rate[read] max}", NULL, other, 1, "8.00 GB/s, 1024");
	expect_of("{rate[write] max}", NULL, other, 1, "");
}

TEST(a_later_run)
{
	static const struct made_row again[] = { { "op=read,size=16384", "bandwidth", 3e9, 0, NULL, NULL },
						 { .point = NULL } };

	expect_of("{rate[read] at 16384}, most {rate[read] max}", NULL, again, 0, "3.00 GB/s, most 3.90 GB/s");
}
