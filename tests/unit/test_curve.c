/* Which rows become points of which line. */
#include "curve.h"

#include "roofs_made.h"

static char *text;
static size_t size;

/* A row of a point: a metric and its value. */
static void row(struct gb_curve *curve, const char *uuid, const char *benchmark, const char *point, const char *metric,
		double value)
{
	struct gb_record record = made(uuid, NULL, "B/s", value);
	struct gb_error error = { "" };

	record.benchmark = benchmark;
	record.point = point;
	record.metric = metric;
	record.limit = NAN;
	assert_ok(gb_curve_add(curve, &record, &error), error);
}

static void expect(struct gb_curve *curve, size_t lines, const char *expected)
{
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	assert_int_equal(gb_curve_write(curve, file), lines);
	assert_int_equal(fclose(file), 0);
	assert_string_equal(text, expected);
	free(text);
	gb_curve_free(curve);
}

static void lines_of_a_benchmark(void **state)
{
	struct gb_curve curve = { .kind = gb_curve_kind_find("offset") };

	(void)state;
	row(&curve, "GPU-1", "offset", "op=copy,offset=1,bytes=16", "bandwidth", 300);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=16", "bandwidth", 400);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=16", "sectors_per_request", 16);
	row(&curve, "GPU-1", "offset", "op=sum,offset=0,bytes=16", "bandwidth", 1);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=4,form=naive", "bandwidth", 2);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=4,form=wide", "bandwidth", 200);
	row(&curve, "GPU-1", "stride", "op=copy,offset=0,bytes=4", "bandwidth", 3);
	row(&curve, "GPU-1", "offset", "op=copy,offset=2", "bandwidth", 4); /* which line? */
	expect(&curve, 2,
	       "\"bytes 4\"\n0 200 198 202 NaN\n\n\n"
	       "\"bytes 16\"\n0 400 396 404 NaN\n1 300 297 303 NaN\n");
}

/* x is a metric of the same point, before or behind. */
static void a_metric_as_x(void **state)
{
	struct gb_curve curve = { .kind = gb_curve_kind_find("cache") };

	(void)state;
	row(&curve, "GPU-1", "cache", "walk=l1,set=1024", "bandwidth", 100);
	row(&curve, "GPU-1", "cache", "walk=l1,set=1024", "working_set", 4096);
	row(&curve, "GPU-1", "cache", "walk=l1,set=512", "working_set", 2048);
	row(&curve, "GPU-1", "cache", "walk=l1,set=512", "bandwidth", 200);
	row(&curve, "GPU-1", "cache", "walk=l1,set=256", "bandwidth", 300); /* nobody knows over what */
	expect(&curve, 1, "\"walk l1\"\n2048 200 198 202 NaN\n4096 100 99 101 NaN\n");
}

static void several_gpus_and_runs(void **state)
{
	struct gb_curve curve = { .kind = gb_curve_kind_find("offset") };

	(void)state;
	row(&curve, "GPU-12345678-9", "offset", "op=copy,offset=0,bytes=4", "bandwidth", 100);
	row(&curve, "GPU-abcdefgh-i", "offset", "op=copy,offset=0,bytes=4", "bandwidth", 200);
	row(&curve, "GPU-12345678-9", "offset", "op=copy,offset=0,bytes=4", "bandwidth", 300); /* a later run */
	expect(&curve, 2,
	       "\"bytes 4, GPU-12345678\"\n0 300 297 303 NaN\n\n\n"
	       "\"bytes 4, GPU-abcdefgh\"\n0 200 198 202 NaN\n");
}

static void the_end_of_a_name(void **state)
{
	struct gb_curve curve = { .kind = gb_curve_kind_find("spill") };
	struct gb_record record = made("GPU-1", NULL, "1", 2.5);
	struct gb_error error = { "" };

	(void)state;
	record.benchmark = "spill";
	record.metric = "slowdown";
	record.point = "build=r64-ca,array=registers,resident=equal,l1=small";
	record.axis = "local_bytes";
	record.x = 56;
	record.limit = record.lo = record.hi = NAN;
	assert_ok(gb_curve_add(&curve, &record, &error), error);
	expect(&curve, 1, "\"l1 small, ca\"\n56 2.5 NaN NaN NaN\n");
	assert_null(gb_curve_kind_find("roofline"));
}

int main(void)
{
	RUN(T(lines_of_a_benchmark), T(a_metric_as_x), T(several_gpus_and_runs), T(the_end_of_a_name));
}
