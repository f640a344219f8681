/* The activity of GPUs from the traces of a program's processes, and the launches worth profiling. */
#include <sys/stat.h>

#include "profile/counted.h"
#include "profile/binding.h"
#include "profile/launches.h"
#include "inject/trace.h"
#include "survey/survey.h"

#include "support.h"

#define HEAD  "gpubench-trace\t1\t7\t1\t0\n"
#define GPU   "gpu\t0\tGPU-1\tFake GPU\n"
#define SHAPE "shape\t0\t64\t1\t1\t256\t1\t1\t32\t0\t0\t0\t_Z4copyIfLi4EEvPT_\n"
#define OTHER "shape\t1\t64\t1\t1\t256\t1\t1\t16\t0\t0\t0\tother\n"

static struct gb_survey survey;
static struct gb_rounds rounds;
static struct gb_kernels kernels;

static void read_text(const char *text)
{
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

	assert_non_null(file);
	assert_ok(gb_survey_read(&survey, file, "made.trace", &error), error);
	fclose(file);
}

static void end(void)
{
	gb_survey_end(&survey);
}

static int forget(void)
{
	gb_survey_free(&survey);
	gb_rounds_free(&rounds);
	gb_kernels_free(&kernels);
	return 0;
}

#define SURVEY_TEST(name) TEST_WITH(name, NULL, forget)

SURVEY_TEST(kernels_and_gaps)
{
	struct gb_survey_gaps below, above;

	read_text(HEAD SHAPE OTHER GPU "kernel\t1\t0\t1\t7\t1000\t2000\t1\t0\t0\n"
				       "kernel\t0\t0\t1\t7\t3000\t8000\t2\t0\t0\n"
				       "kernel\t0\t0\t1\t8\t4000\t7000\t3\t0\t0\n"
				       "copy\tpinned\tdevice\t4096\t0\t1\t7\t100000\t101000\t-1\n"
				       "fill\t64\t0\t1\t7\t101000\t102000\nend\t9\n");
	end();
	assert_int_equal(survey.kernels, 2);
	assert_string_equal(survey.kernel[0].mangled, "_Z4copyIfLi4EEvPT_");
	assert_string_equal(survey.kernel[0].grid, "(64, 1, 1)");
	assert_int_equal(survey.kernel[0].launches, 2);
	assert_same(survey.kernel[0].seconds, 8e-6);
	assert_same(survey.kernel[0].least, 3e-6);
	assert_same(survey.kernel[0].most, 5e-6);
	assert_same(survey.seconds, 9e-6);
	assert_int_equal(survey.copies, 2);
	assert_string_equal(survey.copy[0].from, "pinned");
	assert_same(survey.copy[0].bytes, 4096);
	assert_string_equal(survey.gpu[0].uuid, "GPU-1");
	assert_same(survey.gpu[0].span, 101e-6);
	assert_same(survey.gpu[0].busy, 8e-6);
	gb_survey_gaps(&survey, 0, 10e-6, &below, &above);
	assert_int_equal(below.count, 1);
	assert_same(below.seconds, 1e-6);
	assert_int_equal(above.count, 1);
	assert_same(above.seconds, 92e-6);
	assert_int_equal(survey.unended, 0);
	assert_int_equal(survey.wrong.count, 0);
}

/* CUDA_VISIBLE_DEVICES may change the number of a GPU, but not its UUID. */
SURVEY_TEST(processes)
{
	read_text(HEAD "gpu\t0\tGPU-1\tFake GPU\n" SHAPE "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\nend\t9\n");
	read_text(HEAD "gpu\t0\tGPU-2\tFake GPU\ngpu\t1\tGPU-1\tFake GPU\n" SHAPE
		       "kernel\t0\t1\t1\t7\t5000\t6000\t1\t0\t0\nkernel\t0\t0\t1\t7\t5000\t6000\t2\t0\t0\n");
	end();
	assert_int_equal(survey.gpus, 2);
	assert_int_equal(survey.processes, 2);
	assert_int_equal(survey.unended, 1);
	assert_int_equal(survey.kernels, 2);
	assert_int_equal(survey.kernel[0].launches + survey.kernel[1].launches, 3);
	assert_int_equal(survey.gpu[0].launches, 2);
}

/* A kernel on two GPUs is listed once; processes that see one GPU each give both the number 0. */
SURVEY_TEST(gpus_together)
{
	char label[GB_SURVEY_LABEL];
	size_t count;

	read_text(HEAD "gpu\t0\tGPU-11111111-2222\tFake GPU\n" SHAPE OTHER "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\n"
		       "kernel\t1\t0\t1\t7\t2000\t7000\t2\t0\t0\nend\t9\n");
	read_text(HEAD "gpu\t0\tGPU-33333333-4444\tFake GPU\n" SHAPE
		       "kernel\t0\t0\t1\t7\t1000\t8000\t1\t0\t0\nend\t9\n");
	end();
	struct gb_together *all = gb_survey_together(&survey, &count);
	assert_non_null(all);
	assert_int_equal(count, 2);
	assert_string_equal(all[0].kernel.mangled, "_Z4copyIfLi4EEvPT_");
	assert_int_equal(all[0].gpus, 2);
	assert_int_equal(all[0].kernel.launches, 2);
	assert_same(all[0].kernel.seconds, 8e-6);
	assert_same(all[0].least, 1e-6);
	assert_same(all[0].most, 7e-6);
	assert_int_equal(all[1].gpus, 1);
	free(all);
	gb_survey_label(&survey, 1, label);
	assert_string_equal(label, "0 (GPU-33333333)");
}

SURVEY_TEST(phases)
{
	struct gb_survey_phases found;
	char text[4096] = HEAD GPU SHAPE;

	for (int i = 0; i < 20; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "kernel\t0\t0\t1\t7\t%d\t%d\t%d\t0\t0\n",
			 1000 + 5000 * i, 2000 + 5000 * i, i);
	read_text(text);
	end();
	gb_survey_launch_bound(&survey, 0, 10e-6, &found);
	assert_int_equal(found.count, 1);
	assert_int_equal(found.launches, 20);
	assert_same(found.busy, 20e-6);
	gb_survey_launch_bound(&survey, 0, 4e-6, &found);
	assert_int_equal(found.count, 0);
	gb_survey_launch_bound(&survey, 0, NAN, &found);
	assert_int_equal(found.count, 0);
}

/* Each of these is skipped, and the first is reported; the lines after them count. */
SURVEY_TEST(lines_without_sense)
{
	static const char *const wrong[] = {
		"kernel\n",
		"kernel\t5\t0\t1\t7\t1\t2\t1\t0\t0\n",
		"kernel\t0\t9999\t1\t7\t1\t2\t1\t0\t0\n",
		"kernel\t0\t0\t1\t7\t-1\t2\t1\t0\t0\n",
		"kernel\t0\t0\t1\t7\t99999999999999999999\t2\t1\t0\t0\n",
		"shape\t7\t64\t1\t1\t256\t1\t1\t32\t0\t0\t0\tk\n",
		"shape\t1\t-64\t1\t1\t256\t1\t1\t32\t0\t0\t0\tk\n",
		"shape\t1\t64\t1\n",
		"copy\tpinned\tdevice\n",
		"copy\tpinned\tdevice\tx\t0\t1\t7\t1\t2\t-1\n",
		"fill\t64\n",
	};
	char text[1024];

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(text, sizeof text, HEAD SHAPE "%skernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\nwhat\tis\tthis\n",
			 wrong[i]);
		read_text(text);
		end();
		if (survey.wrong.count != 1 || survey.launches != 1)
			fail_msg("%s: %zu wrong, %zu launches", wrong[i], survey.wrong.count, survey.launches);
		assert_says(survey.wrong.first, "made.trace: line 3: ");
		forget();
	}
	read_text(HEAD SHAPE "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\nkernel\t0\t0\t1");
	end();
	assert_int_equal(survey.launches, 1);
	assert_says(survey.wrong.first, "made.trace: line 4: is cut short");
	forget();
	read_text(HEAD SHAPE "kernel\t0\t0\t1\t7\t0\t0\t1\t0\t0\nkernel\t0\t0\t1\t7\t9\t8\t1\t0\t0\nlost\t12\n");
	assert_int_equal(survey.untimed, 2);
	assert_int_equal(survey.kernels, 0);
	assert_int_equal(survey.lost, 12);
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* Launches of SHAPE (c) and of OTHER (o), with the same grid and block, of a millisecond each. */
static void launch(const char *which)
{
	char text[8192] = HEAD GPU SHAPE OTHER;

	for (int i = 0; which[i] != '\0'; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "kernel\t%d\t0\t1\t7\t%d\t%d\t%d\t0\t0\n",
			 which[i] == 'o', 1000000 * (i + 1), 1000000 * (i + 2), i);
	read_text(text);
	end();
}

static struct gb_round next(double seconds)
{
	struct gb_round round;

	assert_ok(gb_rounds_next(&rounds, seconds, &round), error);
	return round;
}

static void count(const char *name)
{
	struct gb_ncu_launch l = { name, "(256, 1, 1)", "(64, 1, 1)", "0", "Fake GPU", "9.0", { 0 } };

	l.value[GB_COUNTED_SECONDS] = 2e-3;
	l.value[GB_FP32_FMA] = 10;
	gb_kernels_add(&kernels, &l);
	gb_rounds_learn(&rounds, &kernels, 6);
}

/* One launch per shape takes the first one, whatever its name: the other kernel follows in a separate round. */
SURVEY_TEST(hidden_kernels)
{
	struct gb_round round;

	launch("ccccccccccoooooooooo");
	gb_rounds_make(&rounds, &survey, 1);
	round = next(100);
	assert_int_equal(round.count, 1);
	assert_int_equal(round.launches, 1);
	assert_int_equal(round.kernels, 1);
	assert_string_equal(round.names, "regex:^(_Z4copyIfLi4EEvPT_|other)$");
	free(round.names);
	count("_Z4copyIfLi4EEvPT_");
	assert_same(gb_rounds_share(&rounds), 0.5);
	round = next(100);
	assert_string_equal(round.names, "regex:^(other)$");
	free(round.names);
	count("other");
	assert_int_equal(gb_rounds_next(&rounds, 100, &round), GB_END);
}

/* If both are among the first two launches, two per shape are taken at once. */
SURVEY_TEST(two_of_a_shape)
{
	struct gb_round round;

	launch("cocococo");
	gb_rounds_make(&rounds, &survey, 1);
	round = next(100);
	assert_int_equal(round.count, 2);
	assert_int_equal(round.kernels, 2);
	free(round.names);
	assert_int_equal(gb_rounds_next(&rounds, 1, &round), GB_END);
}

/* A kernel that never appears is tried again, but not forever. */
SURVEY_TEST(kernels_that_never_come)
{
	struct gb_round round;
	int tries = 0;

	launch("cc");
	gb_rounds_make(&rounds, &survey, 1);
	while (gb_rounds_next(&rounds, 100, &round) == GB_OK) {
		free(round.names);
		gb_rounds_learn(&rounds, &kernels, 5);
		tries++;
	}
	assert_int_equal(tries, 2);
}

TEST(needs)
{
	struct gb_survey_kernel k = { .launches = 100, .seconds = 100, .squares = 100 };

	assert_int_equal(gb_rounds_needs(&k), 1);
	k.squares = 100.9; /* scatter of 9.5 %: four launches are off by less than 5 % */
	assert_int_equal(gb_rounds_needs(&k), 4);
	k.squares = 200;
	assert_int_equal(gb_rounds_needs(&k), 8);
	k.launches = 3;
	k.seconds = 3;
	k.squares = 9;
	assert_int_equal(gb_rounds_needs(&k), 3);
}

SURVEY_TEST(extrapolated)
{
	launch("ccccccccccoo");
	gb_rounds_make(&rounds, &survey, 1);
	count("_Z4copyIfLi4EEvPT_");
	gb_extrapolate(&kernels, &survey);
	gb_kernels_sort(&kernels);
	assert_int_equal(kernels.count, 2);
	assert_int_equal(kernels.launches, 12);
	assert_same(kernels.seconds, 12e-3);
	const struct gb_profiled *k = &kernels.kernel[0];
	assert_int_equal(k->launches, 1);
	assert_int_equal(k->launched, 10);
	assert_same(k->seconds, 10e-3);
	assert_int_equal(kernels.kernel[1].launches, 0);
	struct gb_binding place;
	gb_binding_find(&place, k, NULL);
	gb_extrapolate_binding(&place);
	assert_same(place.flop, 10 * 20);
	gb_binding_find(&place, &kernels.kernel[1], NULL);
	assert_string_equal(gb_binding_word(&place), "not profiled");
}

/* A loop over a grid of fixed size that runs five times as long does five times the work, counted or not. */
SURVEY_TEST(extrapolated_from_uneven_launches)
{
	struct gb_binding place;

	read_text(HEAD GPU SHAPE "kernel\t0\t0\t1\t7\t1000000\t6000000\t1\t0\t0\n"
				 "kernel\t0\t0\t1\t7\t7000000\t8000000\t2\t0\t0\n");
	end();
	gb_rounds_make(&rounds, &survey, 1);
	count("_Z4copyIfLi4EEvPT_");
	gb_extrapolate(&kernels, &survey);
	gb_kernels_sort(&kernels);
	gb_binding_find(&place, &kernels.kernel[0], NULL);
	gb_extrapolate_binding(&place);
	/* 20 FLOP in 2 ms under the profiler, of 6 ms in all. */
	assert_same(place.flop, 3 * 20);
}

/* Two processes with one GPU each, which both number 0, and a kernel that ran only under the profiler. */
SURVEY_TEST(extrapolated_from_two_gpus)
{
	read_text(HEAD "gpu\t0\tGPU-1\tFake GPU\n" SHAPE "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\nend\t9\n");
	read_text(HEAD "gpu\t0\tGPU-2\tFake GPU\n" SHAPE "kernel\t0\t0\t1\t7\t1000\t3000\t1\t0\t0\nend\t9\n");
	end();
	assert_int_equal(survey.gpus, 2);
	gb_rounds_make(&rounds, &survey, 1);
	count("_Z4copyIfLi4EEvPT_");
	count("unseen");
	gb_extrapolate(&kernels, &survey);
	assert_int_equal(kernels.kernel[0].launched, 2);
	assert_same(kernels.kernel[0].seconds, 3e-6);
	assert_int_equal(kernels.kernel[1].launched, 1);
	assert_same(kernels.kernel[1].seconds, 2e-3);
	assert_same(kernels.seconds, 2e-3 + 3e-6);
}

/* Ranks that do the same on GPUs of one model: ncu counts a launch of only one of them. */
SURVEY_TEST(extrapolated_from_another_rank)
{
	static const char *const models[] = { "Fake GPU", "Other GPU" };
	char text[512];

	for (int m = 0; m < 2; m++) {
		gb_error_clear(&error);
		struct gb_round round;

		for (int gpu = 0; gpu < 2; gpu++) {
			snprintf(text, sizeof text,
				 HEAD SHAPE "gpu\t%d\tGPU-%d\t%s\nkernel\t0\t%d\t1\t7\t1000000\t2000000\t1\t0\t0\n"
					    "kernel\t0\t%d\t1\t7\t3000000\t4000000\t2\t0\t0\nend\t9\n",
				 gpu, gpu, gpu == 0 ? "Fake GPU" : models[m], gpu, gpu);
			read_text(text);
		}
		end();
		gb_rounds_make(&rounds, &survey, 1);
		round = next(100);
		/* The third launch of the shape is the first of the other model. */
		assert_int_equal(round.launches, m == 0 ? 1 : 3);
		assert_int_equal(round.kernels, 2);
		free(round.names);
		count("_Z4copyIfLi4EEvPT_");
		assert_same(gb_rounds_share(&rounds), m == 0 ? 1 : 0.5);
		gb_rounds_free(&rounds);
		gb_extrapolate(&kernels, &survey);
		assert_int_equal(kernels.count, 2);
		assert_int_equal(kernels.launches, 4);
		assert_string_equal(kernels.kernel[1].device, "1");
		assert_int_equal(kernels.kernel[1].launches, m == 0 ? 1 : 0);
		assert_int_equal(kernels.kernel[1].elsewhere, m == 0);
		if (m == 0)
			assert_same(kernels.kernel[1].value[GB_FP32_FMA], 10);
		forget();
	}
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

/* The range of launches 2 to 5 has two kernels, and a copy that was enqueued before the kernel it waited for; the
 * other process, which never begins a range, has nothing. */
SURVEY_TEST(ranges_of_the_program)
{
	struct gb_survey_gaps below, above;

	read_text(
		HEAD
		"module\tsurvey\nmodule\tranges\nrange_begin\t2\nrange_begin\t3\nrange_end\t6\nrange_end\t8\n" GPU SHAPE
			OTHER "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\n"
		"kernel\t1\t0\t1\t7\t3000\t4000\t4\t0\t0\n"
		"kernel\t1\t0\t1\t7\t6000\t7000\t5\t0\t0\n"
		"copy\tpinned\tdevice\t4096\t0\t1\t7\t7000\t8000\t-\t3\n"
		"copy\tdevice\tpinned\t4096\t0\t1\t7\t8000\t9000\t-\t7\nend\t9\n");
	read_text(HEAD "module\tranges\n" GPU SHAPE "kernel\t0\t0\t1\t7\t20000\t30000\t1\t0\t0\nend\t9\n");
	end();
	assert_int_equal(survey.launches, 2);
	assert_int_equal(survey.kernels, 1);
	assert_string_equal(survey.kernel[0].mangled, "other");
	assert_int_equal(survey.copies, 1);
	assert_string_equal(survey.copy[0].from, "pinned");
	assert_same(survey.gpu[0].span, 5e-6);
	assert_same(survey.gpu[0].busy, 3e-6);
	gb_survey_gaps(&survey, 0, 1, &below, &above);
	assert_int_equal(below.count, 1);
	assert_same(below.seconds, 2e-6);
}

/* Seconds of the program begin where it was started: a millisecond before its first process used the GPU at 5 ms.
 * Excluded groups still matter for the rounds: ncu does not know the time, and takes the first launch. */
SURVEY_TEST(seconds_of_the_program)
{
	read_text("gpubench-trace\t1\t7\t1\t5000000\t1000\n" GPU SHAPE OTHER
		  "kernel\t1\t0\t1\t7\t5000000\t5500000\t1\t0\t0\n"
		  "kernel\t0\t0\t1\t7\t6000000\t7000000\t2\t0\t0\n"
		  "kernel\t0\t0\t1\t7\t8000000\t9000000\t3\t0\t0\nend\t9\n");
	gb_survey_limit(&survey, 1.5e-3, 4e-3);
	end();
	assert_int_equal(survey.launches, 1);
	assert_int_equal(survey.kernels, 1);
	assert_string_equal(survey.kernel[0].mangled, "_Z4copyIfLi4EEvPT_");
	assert_same(survey.seconds, 1e-3);
	gb_rounds_make(&rounds, &survey, 1);
	struct gb_round round = next(100);
	assert_string_equal(round.names, "regex:^(_Z4copyIfLi4EEvPT_)$");
	free(round.names);
	count("_Z4copyIfLi4EEvPT_");
	count("other");
	gb_extrapolate(&kernels, &survey);
	assert_int_equal(kernels.count, 1);
	assert_int_equal(kernels.launches, 1);
	assert_same(kernels.seconds, 1e-3);
}

/* A kernel that waits for another GPU is not replayed alone. */
SURVEY_TEST(kernels_of_several_gpus)
{
	static const char nccl[] = "shape\t0\t64\t1\t1\t256\t1\t1\t32\t0\t0\t0\t"
				   "_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE\n"
				   "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\nend\t9\n";
	struct gb_round round;
	char text[512];

	for (int gpus = 1; gpus <= 2; gpus++) {
		for (int i = 0; i < gpus; i++) {
			snprintf(text, sizeof text, HEAD "gpu\t0\tGPU-%d\tFake GPU\n%s", i, nccl);
			read_text(text);
		}
		end();
		gb_rounds_make(&rounds, &survey, 1);
		assert_int_equal(gb_rounds_next(&rounds, 100, &round), gpus == 1 ? GB_OK : GB_END);
		free(round.names);
		gb_rounds_free(&rounds);
		forget();
	}
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

/* Counting waits within launches, which ends a capture: such a program is not run again. */
SURVEY_TEST(graphs_are_not_counted)
{
	const struct gb_counted_wish wish = { .program = (const char *const[]){ "/no/such/program", NULL },
					      .budget = 60 };
	struct gb_counted_said said;

	read_text(HEAD GPU SHAPE
		  "kernel\t0\t0\t1\t7\t1000\t2000\t1\t0\t0\nkernel\t0\t0\t1\t7\t3000\t4000\t2\t5\t1\nend\t9\n");
	end();
	assert_ok(gb_counted_run(&kernels, &said, &survey, &wish, &error), error);
	assert_says(said.refused, "CUDA graphs");
	assert_int_equal(kernels.count, 1);
	assert_int_equal(kernels.kernel[0].launches, 0);
	assert_int_equal(kernels.kernel[0].launched, 2);
}

static int no_trace(void *context, FILE *file, const char *path, struct gb_error *why)
{
	return GB_OK;
}

/* A program may leave anything among its traces. */
TEST(a_pipe_is_no_trace)
{
	char folder[] = "/tmp/gpubench-test-XXXXXX", path[64];
	struct gb_error why = { "" };

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/1%s", folder, GB_TRACE_SUFFIX);
	assert_int_equal(mkfifo(path, 0600), 0);
	const int status = gb_traces_each(folder, no_trace, NULL, &why);
	unlink(path);
	rmdir(folder);
	assert_int_equal(status, GB_FAILED);
	assert_says(why.text, "is a pipe, expected a file");
}
