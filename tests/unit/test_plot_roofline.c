/* The data of a roofline: lines, limits and the places of labels. */
#include "plot/kinds.h"

#include "plot_made.h"
#include "roofs_made.h"

extern const struct gb_plot_kind gb_plot_roofline;

static int draw(struct gb_roofs *roofs, const char *kernels, struct gb_error *why)
{
	const struct gb_plot_choice choice = { .kernels = kernels };
	struct gb_plot plot = begin_plot();

	gb_roofs_sort(roofs);
	const int status = gb_plot_roofline.write(&plot, roofs, &choice, why);
	end_plot(&plot);
	gb_roofs_free(roofs);
	return status;
}

struct roof {
	const char *name, *unit;
	double value;
};

static void draw_roofs(const char *kernels, const struct roof *roof, size_t count)
{
	struct gb_roofs roofs = { 0 };

	for (size_t i = 0; i < count; i++)
		add(&roofs, made("GPU-1", roof[i].name, roof[i].unit, roof[i].value));
	assert_ok(draw(&roofs, kernels, &error), error);
}
#define DRAW(kernels, ...)                                        \
	draw_roofs(kernels, (const struct roof[]){ __VA_ARGS__ }, \
		   sizeof(struct roof[]){ __VA_ARGS__ } / sizeof(struct roof))

/* A file with these lines about kernels, and a ridge at 10. */
static void draw_kernels(const char *lines)
{
	char path[] = "/tmp/kernels-XXXXXX";
	FILE *file = fdopen(mkstemp(path), "w");

	fprintf(file, "name,flop,byte,seconds\n%s", lines);
	assert_int_equal(fclose(file), 0);
	DRAW(path, { "dram.read", "B/s", 1e11 }, { "fp32", "FLOP/s", 1e12 });
	remove(path);
}

static void expect(const char *part)
{
	assert_says(made_plot.data, part);
}

/* Limits are twice the values. xmin = 0.03 x 1e12 / 1e11 = 0.3, xmax = 4 x 1e12 / 1e11 = 40. */
TEST(one_model)
{
	DRAW(NULL, { "dram.read", "B/s", 1e11 }, { "dram.write", "B/s", 0.5e11 }, { "fp32", "FLOP/s", 1e12 },
	     { "library.fp32", "FLOP/s", 9e12 } /* an unknown type: not drawn */);
	assert_string_equal(made_plot.data, "# roofs\n"
					    "0.3 3e+10 1\n10 1e+12 1\n\n"
					    "10 1e+12 2\n40 1e+12 2\n\n"
					    "\n\n# limits\n"
					    "0.3 6e+10 1\n10 2e+12 1\n\n"
					    "10 2e+12 2\n40 2e+12 2\n\n"
					    "\n\n# memory\n"
					    "0.3 3e+10 3.75942352e+10 1 \"DRAM  100 GB/s\"\n"
					    "\n\n# compute\n"
					    "40 1e+12 1e+12 2 \"FP32  1 TFLOP/s\"\n"
					    "\n\n# ridges\n"
					    "10 1e+12 2 \"10\"\n"
					    "\n\n# kernels\n\n\n");
	expect_setting("models = 1; array model[1]; model[1] = \"Fake GPU\"; title = \"Fake GPU\";");
	expect_setting("making = \"\";");
	expect_setting("xmin = 0.3; xmax = 40; ymin = 2e+10; ymax = 2e+12; rated = 0; matrix = 0; kernels = 0;");
}

/* Roofs that are almost equal share a label, and the unit if they have the same. */
TEST(labels_that_are_shared)
{
	DRAW(NULL, { "dram.read", "B/s", 1e12 }, { "l1.read", "B/s", 10e12 }, { "shared.read", "B/s", 10.2e12 },
	     { "fp64", "FLOP/s", 30.1e12 }, { "int32", "OP/s", 30e12 }, { "tensor.fp16", "FLOP/s", 500e12 },
	     { "tensor.bf16", "FLOP/s", 510e12 });
	expect("1 \"DRAM  1 TB/s\"\n");
	expect("1 \"L1, shared  10 - 10.2 TB/s\"\n");
	expect("2 \"INT32, FP64  30 - 30.1 T\"\n");
	expect("3 \"tensor FP16, BF16  500 - 510 TFLOP/s\"\n");
}

/* 100, 105 and 300 T: the first two are 0.021 decades apart and stand 0.14 apart around their middle, 0.0106 above
 * 100. */
TEST(labels_that_would_touch)
{
	DRAW(NULL, { "dram.read", "B/s", 1e12 }, { "fp32", "FLOP/s", 100e12 }, { "fp16", "FLOP/s", 105e12 },
	     { "tensor.fp16", "FLOP/s", 300e12 });
	expect("1200 1e+14 8.72156957e+13 2 \"FP32  100 TFLOP/s\"\n");
	expect("1200 1.05e+14 1.20391174e+14 2 \"FP16  105 TFLOP/s\"\n");
	expect("1200 3e+14 3e+14 3 \"tensor FP16  300 TFLOP/s\"\n");
}

/* A slope is that of reads, however fast writes are; without reads, its label names the operation. */
TEST(slopes_of_reads)
{
	DRAW(NULL, { "dram.read", "B/s", 1e12 }, { "dram.write", "B/s", 2e12 }, { "l2.write", "B/s", 5e12 },
	     { "fp32", "FLOP/s", 1e13 });
	expect("1 \"DRAM  1 TB/s\"\n");
	expect("1 \"L2 write  5 TB/s\"\n");
}

/* FP32 and tensor FP64 are equally fast but have different colours, so each has a label. One ridge number represents
 * both, and only the slowest memory has numbers: 30 / 1 and 90 / 1; those of L2 are rings without text. */
TEST(ridges_and_classes)
{
	DRAW(NULL, { "dram.read", "B/s", 1e12 }, { "l2.read", "B/s", 5e12 }, { "fp32", "FLOP/s", 30e12 },
	     { "tensor.fp64", "FLOP/s", 30.3e12 }, { "tensor.tf32", "FLOP/s", 90e12 });
	expect("2 \"FP32  30 TFLOP/s\"\n");
	expect("3 \"tensor FP64  30.3 TFLOP/s\"\n");
	expect("# ridges\n"
	       "30 3e+13 2 \"30 - 30.3\"\n"
	       "30.3 3.03e+13 3 \"\"\n"
	       "90 9e+13 3 \"90\"\n"
	       "6 3e+13 2 \"\"\n"
	       "6.06 3.03e+13 3 \"\"\n"
	       "18 9e+13 3 \"\"\n");
}

static struct gb_record of_model(const char *model, const char *uuid, const char *roof, const char *unit, double value)
{
	struct gb_record r = made(uuid, roof, unit, value);

	r.gpu_name = model;
	r.sm_clock_rated_hz = 3e9;
	return r;
}

/* Medians over the GPUs of a model; one colour for each model; limits at the rated clock, if known. */
TEST(several_models)
{
	struct gb_roofs roofs = { 0 };
	const char *const uuid[] = { "GPU-1", "GPU-2", "GPU-3" };

	for (int i = 0; i < 3; i++) {
		add(&roofs, of_model("A", uuid[i], "l2.read", "B/s", (i + 1) * 1e12));
		add(&roofs, of_model("A", uuid[i], "fp32", "FLOP/s", (i + 1) * 1e13));
	}
	add(&roofs, of_model("B", "GPU-4", "l2.read", "B/s", 4e12));
	add(&roofs, of_model("B", "GPU-4", "fp32", "FLOP/s", 8e13));
	assert_ok(draw(&roofs, NULL, &error), error);
	expect("1 \"L2  2 TB/s\"\n");
	expect("2 \"L2  4 TB/s\"\n");
	expect("1 \"FP32  20 TFLOP/s\"\n");
	expect("2 \"FP32  80 TFLOP/s\"\n");
	expect("10 8e+13 1\n"); /* the limit: 2 x 20 at 1.5 GHz, at 3 GHz twice that */
	expect_setting(
		"models = 2; array model[2]; model[1] = \"A, median of 3 GPUs\"; title = \"\"; model[2] = \"B\";");
	expect_setting("rated = 1;");
}

/* Boards of one model are separate lines. If a model has one driver and version, they are below its name; if there
 * are two drivers, there is no text. */
TEST(boards_and_drivers)
{
	struct gb_roofs roofs = { 0 };
	const char *const uuid[] = { "GPU-1", "GPU-2", "GPU-3" };

	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 2; k++) {
			struct gb_record r = made(uuid[i], k == 0 ? "dram.read" : "fp32", k == 0 ? "B/s" : "FLOP/s",
						  k == 0 ? 1e12 : 1e13);
			r.board = i == 0 ? "000" : "001";
			r.driver = i == 1 ? "580.65" : "580.66";
			r.version = "0.1.0";
			add(&roofs, r);
		}
	gb_roofs_sort(&roofs);
	struct gb_roofs one = roofs;
	one.count = 1;
	struct gb_plot plot = begin_plot();
	assert_ok(gb_plot_roofline.write(&plot, &one, &(struct gb_plot_choice){ .kernels = NULL }, &error), error);
	end_plot(&plot);
	expect_setting("title = \"Fake GPU, board 000\";");
	expect_setting("making = \"driver 580.66, gpubench 0.1.0\";");
	one.gpu = roofs.gpu + 1;
	one.count = 2;
	plot = begin_plot();
	assert_ok(gb_plot_roofline.write(&plot, &one, &(struct gb_plot_choice){ .kernels = NULL }, &error), error);
	end_plot(&plot);
	expect_setting("making = \"gpubench 0.1.0\";");
	assert_ok(draw(&roofs, NULL, &error), error);
	expect_setting("model[2] = \"Fake GPU, board 001, median of 2 GPUs\"");
}

TEST(what_cannot_be_drawn)
{
	struct gb_roofs roofs = { 0 };
	char model[] = "A";

	add(&roofs, made("GPU-1", "dram.read", "B/s", 1e12));
	assert_fails_with(draw(&roofs, NULL, &error), "a roofline needs a roof of memory and one of arithmetic");
	for (char uuid[] = "GPU-1"; model[0] <= 'E'; model[0]++, uuid[4]++)
		add(&roofs, of_model(model, uuid, "fp32", "FLOP/s", 1e12));
	gb_error_clear(&error);
	assert_fails_with(draw(&roofs, NULL, &error), "more than 4 models and boards; choose with --gpu");
}

TEST(kernels_widen_it)
{
	draw_kernels("far \"left\",1e9,1e11,1\n");
	expect("# kernels\n0.01 1e+09 \"far 'left'\" 0.7 ");
	expect_setting("xmin = 0.005;");
	expect_setting("ymin = 666666667;");
	expect_setting("kernels = 1;");
	draw_kernels("fast,1e18,1e6,1\n");
	expect_setting("; 1 kernel above every roof: check FLOP, bytes and seconds\";");
}

static double next_number(const char **at)
{
	char *end;
	const double number = strtod(*at, &end);

	assert_ptr_not_equal(*at, end);
	*at = end;
	return number;
}

/* Points so close that their names would overlap if all were on the right. */
TEST(names_of_kernels_keep_apart)
{
	double y[3];
	int side[3];

	draw_kernels("first,1e9,1e9,1\nsecond,1.02e9,1e9,1\nthird,1e9,1.02e9,1\n");
	const char *at = strstr(made_plot.data, "# kernels\n");
	assert_non_null(at);
	for (size_t i = 0; i < 3; i++) {
		at = strchr(at, '\n') + 1;
		for (size_t word = 0; word < 5; word++) /* and x */
			at = strchr(at, ' ') + 1;
		y[i] = next_number(&at);
		side[i] = (int)next_number(&at);
	}
	/* On both sides of the points, or one line apart: a decade is 125 points, and a line 12. */
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(side[i] * side[k] < 0 || fabs(125 * log10(y[i] / y[k])) > 12);
}
