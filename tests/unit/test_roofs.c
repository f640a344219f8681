#include "roofs.h"

#include "support.h"

static struct gb_record roof(const char *device, const char *name, double value)
{
	struct gb_record r = gb_record_empty();

	r.device = device;
	r.gpu_name = "Fake GPU";
	r.roof = name;
	r.unit = "B/s";
	r.point = "op=read";
	r.status = "ok";
	r.value = value;
	r.lo = 0.99 * value;
	r.hi = 1.01 * value;
	r.limit = 2 * value;
	r.fraction = 0.5;
	r.sm_clock_hz = 1.5e9;
	return r;
}

static void add(struct gb_roofs *roofs, struct gb_record record)
{
	struct gb_error error = { "" };

	assert_ok(gb_roofs_add(roofs, &record, &error), error);
}

static void the_better_of_two_stays(void **state)
{
	struct gb_roofs roofs = { 0 };

	(void)state;
	add(&roofs, roof("0", "dram.read", 2e12));
	add(&roofs, roof("0", "dram.read", 3e12));
	add(&roofs, roof("0", "dram.read", 1e12));
	add(&roofs, roof("1", "dram.read", 1e12));
	assert_int_equal(roofs.count, 2);
	assert_same(roofs.roof[0].value, 3e12);
	assert_same(roofs.roof[1].value, 1e12);
	gb_roofs_free(&roofs);
}

static void rows_that_set_no_roof_are_left_out(void **state)
{
	struct gb_record without = roof("0", NULL, 1e12), empty = roof("0", "", 1e12),
			 failed = roof("0", "dram.read", NAN);
	struct gb_roofs roofs = { 0 };

	(void)state;
	add(&roofs, without);
	add(&roofs, empty);
	add(&roofs, failed);
	assert_int_equal(roofs.count, 0);
	gb_roofs_free(&roofs);
}

static void the_table_names_what_it_knows(void **state)
{
	struct gb_record unknown = roof("1", "fp32", 60e12);
	struct gb_roofs roofs = { 0 };
	FILE *file = tmpfile();

	(void)state;
	unknown.unit = "FLOP/s";
	unknown.limit = unknown.fraction = unknown.sm_clock_hz = unknown.lo = unknown.hi = NAN;
	unknown.status = "suspect";
	add(&roofs, roof("0", "dram.read", 4.68e12));
	add(&roofs, unknown);
	gb_roofs_print(&roofs, file);
	char *text = contents(file);
	fclose(file);
	assert_says(text, "GPU 0, Fake GPU: measured roofs\n");
	assert_says(text, "GPU 1, Fake GPU");
	assert_says(text, "4.680 TB/s");
	assert_says(text, "9.360 TB/s");
	assert_says(text, "50.0 %");
	assert_says(text, "1.00 %");
	assert_says(text, "1.500 GHz");
	assert_says(text, "60.00 TFLOP/s");
	assert_says(text, "suspect");
	assert_null(strstr(text, "nan"));
	free(text);
	gb_roofs_free(&roofs);
}

int main(void)
{
	RUN(T(the_better_of_two_stays), T(rows_that_set_no_roof_are_left_out), T(the_table_names_what_it_knows));
}
