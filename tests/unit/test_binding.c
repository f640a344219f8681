/* Where kernels lie under roofs, by hand. */
#include "plot/kernels.h"
#include "profile/binding.h"
#include "show/print.h"

#include "roofs_made.h"

/* A kernel that took a second and did nothing; what was not counted is NAN. */
static struct gb_profiled idle(void)
{
	struct gb_profiled k = { .name = "void k(int)",
				 .block = "(32, 8, 1)",
				 .grid = "(100, 1, 1)",
				 .device = "0",
				 .gpu = "Fake GPU",
				 .capability = "9.0",
				 .launches = 2 };

	for (int c = 0; c < GB_COUNTERS; c++)
		k.value[c] = 0;
	k.value[GB_COUNTED_SECONDS] = 1;
	return k;
}

static struct gb_roofs some_roofs(void)
{
	struct gb_roofs roofs = { 0 };

	add(&roofs, made("GPU-1", "dram.read", "B/s", 4e12));
	add(&roofs, made("GPU-1", "dram.copy", "B/s", 2e12));
	add(&roofs, made("GPU-1", "l2.read", "B/s", 10e12));
	add(&roofs, made("GPU-1", "l2.read_common", "B/s", 25e12));
	add(&roofs, made("GPU-1", "l1.read", "B/s", 30e12));
	add(&roofs, made("GPU-1", "shared.read", "B/s", 30e12));
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 60e12));
	add(&roofs, made("GPU-1", "fp16", "FLOP/s", 120e12));
	struct gb_record tensor = made("GPU-1", "tensor.bf16", "FLOP/s", 800e12);
	tensor.sm_clock_hz = 1.6e9;
	add(&roofs, tensor);
	gb_roofs_sort(&roofs);
	return roofs;
}

/* Names of roofs are the collection's, which ends before the tests look: the same one of the table. */
static const char *kept(const char *roof)
{
	const struct gb_roof_kind *kind = gb_roof_kinds;

	if (roof == NULL)
		return NULL;
	while (kind->name != NULL && strcmp(kind->name, roof) != 0)
		kind++;
	return kind->name;
}

static struct gb_binding place_of(const struct gb_profiled *k)
{
	struct gb_roofs roofs = some_roofs();
	struct gb_peaks peaks;
	struct gb_error error = { "" };
	struct gb_binding binding;

	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	gb_binding_find(&binding, k, &peaks);
	binding.roof = kept(binding.roof);
	binding.next = kept(binding.next);
	binding.perhaps = kept(binding.perhaps);
	binding.unit = NULL;
	gb_peaks_free(&peaks);
	gb_roofs_free(&roofs);
	return binding;
}

/* The same of one that lies under this roof, at this part of it. */
static struct gb_binding bound_by(const struct gb_profiled *k, const char *roof, double part)
{
	const struct gb_binding binding = place_of(k);

	assert_string_equal(binding.roof, roof);
	assert_same(binding.part, part);
	return binding;
}

/* 2e12 bytes read at 4e12 B/s take half of the second. */
static void memory(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_DRAM_READ] = 2e12;
	k.value[GB_FP32_FMA] = 1e12;
	struct gb_binding p = bound_by(&k, "dram.read", 0.5);
	assert_same(p.gain, 0.5);
	assert_same(p.achieved, 2e12);
	assert_same(p.flop, 2e12);
	assert_same(p.intensity[GB_LEVEL_DRAM], 1);
	assert_unknown(p.intensity[GB_LEVEL_L2]);
	assert_int_equal(p.nearest, GB_LEVEL_DRAM);
	assert_string_equal(gb_binding_word(&p), "far from every roof");
}

/* A quarter of it writes lies half way between reads (1 / 4e12 s a byte) and a copy (1 / 2e12): 0.375e-12 s, 2.667e12
 * B/s. More writes than a copy: no roof beyond it was measured. */
static void mixes(void **state)
{
	struct gb_roofs roofs = some_roofs();
	struct gb_peaks peaks;
	struct gb_error error = { "" };
	const char *name;

	(void)state;
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	assert_same(gb_binding_dram(&peaks, 0, &name), 4e12);
	assert_string_equal(name, "dram.read");
	assert_same(gb_binding_dram(&peaks, 0.25, &name), 1 / 0.375e-12);
	assert_same(gb_binding_dram(&peaks, 0.4, &name), 1 / 0.45e-12);
	assert_string_equal(name, "dram.copy");
	assert_same(gb_binding_dram(&peaks, 0.5, &name), 2e12);
	assert_same(gb_binding_dram(&peaks, 0.9, &name), 2e12);
	gb_peaks_free(&peaks);
	gb_roofs_free(&roofs);
	add(&roofs, made("GPU-1", "dram.write", "B/s", 3e12));
	gb_roofs_sort(&roofs);
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	assert_same(gb_binding_dram(&peaks, 0, &name), 3e12);
	gb_peaks_free(&peaks);
	gb_roofs_free(&roofs);
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 3e12));
	gb_roofs_sort(&roofs);
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	assert_unknown(gb_binding_dram(&peaks, 0, &name));
	assert_null(name);
	gb_peaks_free(&peaks);
	gb_roofs_free(&roofs);
}

/* 10e12 adds, 10e12 multiplies and 20e12 FMAs are 60e12 FLOP: at its roof. Of FP16 each is on a pair: 15e12 FMAs are
 * 60e12. */
static void arithmetic(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_FP32_ADD] = 10e12;
	k.value[GB_FP32_MUL] = 10e12;
	k.value[GB_FP32_FMA] = 20e12;
	struct gb_binding p = bound_by(&k, "fp32", 1);
	assert_same(p.gain, 0);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	assert_int_equal(p.nearest, GB_LEVELS);
	k = idle();
	k.value[GB_FP16_FMA] = 15e12;
	k.value[GB_TENSOR_BF16] = 600e12;
	p = bound_by(&k, "tensor.bf16", 0.75);
	assert_same(p.flop, 660e12);
	assert_string_equal(gb_binding_word(&p), "near its roof");
}

static void levels(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_L2_READ] = 8e12;
	k.value[GB_L1_READ] = 27e12;
	k.value[GB_SHARED_READ] = 3e12;
	k.value[GB_FP32_ADD] = 5.4e12;
	struct gb_binding p = bound_by(&k, "l1.read", 0.9);
	assert_int_equal(p.nearest, GB_LEVEL_L1);
	assert_same(p.intensity[GB_LEVEL_L1], 0.2);
	assert_string_equal(p.next, "l2.read");
	assert_same(p.next_part, 0.8);
	assert_same(p.intensity[GB_LEVEL_SHARED], 1.8);
}

/* What arrives at the SMs is more than L2 reads where a read serves several of them, and has a roof of its own: 5 of 10
 * TB/s read, 20 of 25 taken in. */
static void slices_and_ports(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_L2_READ] = 5e12;
	k.value[GB_PORT_READ] = 20e12;
	struct gb_binding p = bound_by(&k, "l2.read_common", 0.8);
	assert_same(p.arrived, 20e12);
	assert_same(p.bytes[GB_LEVEL_L2], 5e12);
	k.value[GB_PORT_READ] = 26e12;
	p = place_of(&k);
	assert_string_equal(gb_binding_word(&p), "above its roof");
	assert_same(p.gain, 0);
	/* A product with multicast: its bytes at the SMs are no work of the slices. */
	k.value[GB_L2_READ] = 5.5e12;
	k.value[GB_PORT_READ] = 9.5e12;
	k.value[GB_TENSOR_BF16] = 608e12;
	p = bound_by(&k, "tensor.bf16", 0.76);
	assert_null(p.perhaps);
}

/* A file from before the slices were counted: they read what arrived, or less. */
static void slices_unknown(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_L2_READ] = k.value[GB_L2_WRITE] = NAN;
	k.value[GB_PORT_READ] = 9.5e12;
	k.value[GB_TENSOR_BF16] = 608e12;
	struct gb_binding p = bound_by(&k, "tensor.bf16", 0.76);
	assert_string_equal(p.perhaps, "l2.read");
	assert_same(p.perhaps_part, 0.95);
	assert_unknown(p.gain);
	assert_unknown(p.bytes[GB_LEVEL_L2]);
	assert_string_equal(gb_binding_word(&p), "unknown");
	/* More than slices can read: they are at their roof at most. */
	k.value[GB_PORT_READ] = 20e12;
	p = bound_by(&k, "l2.read_common", 0.8);
	assert_same(p.perhaps_part, 1);
	/* A kernel at a roof for certain is at a roof, whatever else it may be at. */
	k.value[GB_TENSOR_BF16] = 760e12;
	p = bound_by(&k, "tensor.bf16", 0.95);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	/* Nothing else to do: it may be bound by that alone. */
	k = idle();
	k.value[GB_L2_READ] = NAN;
	k.value[GB_PORT_READ] = 1e12;
	p = place_of(&k);
	assert_string_equal(p.perhaps, "l2.read");
	assert_same(p.perhaps_part, 0.1);
}

/* Without counters: at least 3.7e12 bytes of DRAM and at most 3.9e12, under 4e12 B/s. */
static void bounds(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_DRAM_READ] = k.value[GB_DRAM_WRITE] = k.value[GB_L2_READ] = k.value[GB_L2_WRITE] = NAN;
	k.value[GB_DRAM_READ_LEAST] = 3e12;
	k.value[GB_DRAM_WRITE_LEAST] = 0.7e12;
	k.value[GB_DRAM_READ_MOST] = 3.9e12;
	k.value[GB_L2_READ_MOST] = 3.9e12;
	k.value[GB_FP32_FMA] = 6e12;
	struct gb_binding p = bound_by(&k, "dram.read", 0.925);
	assert_same(p.part_most, 0.975);
	assert_same(p.gain, 0.025);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	assert_same(p.dram_least, 3.7e12);
	assert_unknown(p.bytes[GB_LEVEL_DRAM]);
	/* Nothing says that a byte came from DRAM: arithmetic or DRAM binds it. */
	k.value[GB_DRAM_READ_LEAST] = NAN;
	p = bound_by(&k, "fp32", 0.2);
	assert_string_equal(p.perhaps, "dram.read");
	assert_same(p.perhaps_part, 0.975);
	assert_unknown(p.gain);
	assert_same(p.dram_least, 0);
	assert_string_equal(gb_binding_word(&p), "unknown");
	/* What nobody knows is no more than the time allows, and at a roof of arithmetic it binds nothing. */
	k.value[GB_DRAM_READ_MOST] = INFINITY;
	p = place_of(&k);
	assert_string_equal(p.perhaps, "dram.read");
	assert_same(p.perhaps_part, 1);
	k.value[GB_FP32_FMA] = 28e12;
	p = bound_by(&k, "fp32", 28.0 / 30);
	assert_null(p.perhaps);
	/* Operations that cannot be read may be any, but no more than the roof that it is at allows. */
	k.value[GB_MATRIX_UNREAD] = 1;
	p = place_of(&k);
	assert_unknown(p.flop);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	k.value[GB_DRAM_READ_MOST] = 0;
	k.value[GB_FP32_FMA] = 26e12;
	p = place_of(&k);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "unknown");
}

/* The roof of matrix instructions, 800 TFLOP/s, was measured at 1.6 GHz; a short launch runs at 1.8, where it is
 * 900. */
static void matrix_clock(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_TENSOR_BF16] = 810e12;
	k.value[GB_COUNTED_CYCLES] = 1.8e9;
	struct gb_binding p = place_of(&k);
	assert_same(p.roof_value, 900e12);
	assert_same(p.part, 0.9);
	k.value[GB_COUNTED_CYCLES] = NAN;
	p = place_of(&k);
	assert_same(p.roof_value, 800e12);
}

/* 100 wavefronts of shared memory, 40 of them by conflicts; 32 sectors for each of 10 requests; 5 of 8 warps wait for
 * memory. */
static void causes(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_SHARED_READ] = 128 * 75;
	k.value[GB_SHARED_WRITE] = 128 * 25;
	k.value[GB_CONFLICTS_READ] = 30;
	k.value[GB_CONFLICTS_WRITE] = 10;
	k.value[GB_LOAD_SECTORS] = 320;
	k.value[GB_LOAD_REQUESTS] = 10;
	k.value[GB_LOCAL_READ] = 64;
	k.value[GB_LOCAL_WRITE] = 32;
	k.value[GB_PIPE_ALU] = 0.3;
	k.value[GB_PIPE_LSU] = 0.7;
	k.value[GB_STALL_FIRST + 7] = 5;
	k.value[GB_STALL_FIRST + 14] = 1;
	k.value[GB_STALL_FIRST + 18] = 2;
	struct gb_binding p = place_of(&k);
	assert_same(p.conflicts, 0.4);
	assert_same(p.load_sectors, 32);
	assert_unknown(p.store_sectors);
	assert_same(p.local_bytes, 96);
	assert_string_equal(p.pipe, "lsu");
	assert_same(p.pipe_part, 0.7);
	assert_string_equal(p.stall, "long_scoreboard");
	assert_same(p.stall_part, 5.0 / 8);
	/* Who issues does not wait. */
	k.value[GB_STALL_FIRST + 14] = 9;
	p = place_of(&k);
	assert_string_equal(p.stall, "long_scoreboard");
}

/* A tenth of a roof of bytes, and every cycle of L2's tags: sectors that lie apart. At a roof it is the roof that is
 * said. */
static void pipes(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	k.value[GB_DRAM_READ] = 0.4e12;
	k.value[GB_PIPE_TAGS] = 0.97;
	struct gb_binding p = place_of(&k);
	assert_string_equal(p.pipe, "l2_tags");
	assert_string_equal(gb_binding_word(&p), "at its pipe");
	k.value[GB_PIPE_TAGS] = 0.89;
	p = place_of(&k);
	assert_string_equal(gb_binding_word(&p), "far from every roof");
	k.value[GB_DRAM_READ] = 3.8e12;
	k.value[GB_PIPE_TAGS] = 0.97;
	p = place_of(&k);
	assert_string_equal(gb_binding_word(&p), "at its roof");
}

/* Nothing but the time was counted. */
static void unknown(void **state)
{
	struct gb_profiled k = idle();

	(void)state;
	for (int c = 0; c < GB_COUNTERS; c++)
		k.value[c] = c == GB_COUNTED_SECONDS ? 1 : NAN;
	struct gb_binding p = place_of(&k);
	assert_null(p.roof);
	assert_unknown(p.part);
	assert_unknown(p.flop);
	assert_unknown(p.conflicts);
	assert_null(p.pipe);
	assert_string_equal(gb_binding_word(&p), "no roof");
}

/* ---- whose roofs ------------------------------------------------------------------------------------------------- */

static struct gb_record of_board(const char *uuid, const char *model, const char *board, double value)
{
	struct gb_record r = made(uuid, "dram.read", "B/s", value);

	r.gpu_name = model;
	r.board = board;
	return r;
}

static double matched(const struct gb_match_wish *wish, bool *is_itself, struct gb_error *error)
{
	struct gb_roofs roofs = { 0 };
	struct gb_match match;
	double value = NAN;

	add(&roofs, of_board("GPU-1", "A", "001", 1e12));
	add(&roofs, of_board("GPU-2", "A", "001", 3e12));
	add(&roofs, of_board("GPU-3", "A", "002", 9e12));
	add(&roofs, of_board("GPU-4", "B", "", 5e12));
	gb_roofs_sort(&roofs);
	gb_error_clear(error);
	const int status = gb_match_find(&match, &roofs, wish, error);
	if (status == GB_OK) {
		value = gb_peaks_find(&match.peaks, "dram.read")->value;
		*is_itself = match.is_itself;
		gb_match_free(&match);
	} else {
		assert_int_equal(match.count, 0);
	}
	gb_roofs_free(&roofs);
	return value;
}

static void whose_roofs(void **state)
{
	struct gb_error error;
	bool is_itself = false;

	(void)state;
	assert_same(matched(&(struct gb_match_wish){ "GPU-2", "A", "001", NULL }, &is_itself, &error), 3e12);
	assert_true(is_itself);
	/* Another card: the median of those of its board. */
	assert_same(matched(&(struct gb_match_wish){ "GPU-9", "A", "001", NULL }, &is_itself, &error), 2e12);
	assert_false(is_itself);
	assert_same(matched(&(struct gb_match_wish){ "", "A", "", "GPU-3" }, &is_itself, &error), 9e12);
	assert_same(matched(&(struct gb_match_wish){ "", "", "", "B" }, &is_itself, &error), 5e12);
	assert_unknown(matched(&(struct gb_match_wish){ "", "A", "", NULL }, &is_itself, &error));
	assert_says(error.text, "different boards of A; choose one with --gpu");
	assert_unknown(matched(&(struct gb_match_wish){ "GPU-9", "C", "77", NULL }, &is_itself, &error));
	assert_says(error.text,
		    "no roofs of C, board 77: there are those of A, B; measure this GPU with gpubench --all -o");
}

/* ---- shown ------------------------------------------------------------------------------------------------------- */

static int add_launch(struct gb_kernels *kernels, const char *name, double seconds, double bytes, double fma)
{
	struct gb_ncu_launch launch = { name, "(32, 8, 1)", "(100, 1, 1)", "0", "Fake GPU", "9.0", { 0 } };
	struct gb_error error = { "" };

	launch.value[GB_COUNTED_SECONDS] = seconds;
	launch.value[GB_DRAM_READ] = bytes;
	launch.value[GB_FP32_FMA] = fma;
	return gb_kernels_add(kernels, &launch, &error);
}

static void wish(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *out)
{
	(void)context;
	out->model = kernel->gpu;
	out->uuid = "GPU-1";
}

/* 3e12 and 1e12 bytes in a second each at 4e12: 0.25 and 0.75 s to gain. */
static void shown(void **state)
{
	struct gb_roofs roofs = some_roofs();
	struct gb_kernels kernels = { .count = 0 };
	struct gb_bindings bindings;
	struct gb_kernel_points points = { .count = 0 };
	struct gb_error error = { "" };
	size_t left_out;
	FILE *out = tmpfile();

	(void)state;
	assert_ok(add_launch(&kernels, "void fast<int>(int *)", 1, 3e12, 1.5e12), error);
	assert_ok(add_launch(&kernels, "=slow", 2, 1e12, 0), error);
	gb_kernels_sort(&kernels);
	assert_ok(gb_bindings_make(&bindings, &kernels, &roofs, wish, NULL, &error), error);
	assert_int_equal(bindings.gpus, 1);
	const struct gb_profile profile = { &kernels, bindings.binding, bindings.gpu[0].text, NULL, NULL, false };
	gb_profile_print(&profile, GB_TABLE_TEXT, out);
	char *text = contents(out);
	assert_says(text, "Roofs: Fake GPU, GPU-1\n");
	assert_says(text,
		    "2  fast<int>    100 x 32x8         1  1.000 s  33.3 %  dram.read  4.000 TB/s  75.0 %  250.0 ms");
	assert_says(text, "near its roof");
	assert_says(text, "far from every roof");
	assert_says(text, "2 kernels, 2 launches, 3.000 s; at their roofs 2.000 s less, 66.7 %");
	free(text);
	rewind(out);
	assert_ok(gb_profile_write_csv(&profile, out, &error), error);
	text = contents(out);
	assert_says(
		text,
		"kernel,grid,block,device,gpu,launches,seconds,share,roof,roof_value,unit,achieved,fraction,gain_s,");
	assert_says(text, "'=slow,\"(100, 1, 1)\",\"(32, 8, 1)\",0,Fake "
			  "GPU,1,2,0.666666667,dram.read,4e+12,B/s,5e+11,0.125,1.75,,,,,");
	assert_says(
		text,
		"void fast<int>(int *),\"(100, 1, 1)\",\"(32, 8, 1)\",0,Fake GPU,1,1,0.333333333,dram.read,4e+12,B/s,"
		"3e+12,0.75,0.25,fp32,0.05,,,3e+12,3e+12,0,0,0,0,1,,,,");
	free(text);
	fclose(out);
	assert_ok(gb_plot_profile_points(&points, bindings.binding, kernels.count, &left_out, &error), error);
	assert_int_equal(points.count, 1);
	assert_int_equal(left_out, 1);
	assert_string_equal(points.point[0].name, "fast<int>");
	assert_same(points.point[0].intensity, 1);
	assert_same(points.point[0].performance, 3e12);
	gb_kernel_points_free(&points);
	gb_bindings_free(&bindings);
	gb_kernels_free(&kernels);
	gb_roofs_free(&roofs);
}

int main(void)
{
	RUN(T(memory), T(mixes), T(arithmetic), T(levels), T(slices_and_ports), T(slices_unknown), T(bounds),
	    T(matrix_clock), T(causes), T(pipes), T(unknown), T(whose_roofs), T(shown));
}
