/* The places of kernels under roofs, calculated by hand. */
#include "tables/profile_plot.h"
#include "profile/binding.h"
#include "tables/tables.h"

#include "roofs_made.h"

/* A kernel that took a second and did nothing; uncounted values are NAN. */
static struct gb_profiled idle(void)
{
	struct gb_profiled kernel = { .name = "void k(int)",
				      .block = "(32, 8, 1)",
				      .grid = "(100, 1, 1)",
				      .device = "0",
				      .gpu = "Fake GPU",
				      .capability = "9.0",
				      .launches = 2 };

	for (int c = 0; c < GB_COUNTERS; c++)
		kernel.value[c] = 0;
	for (int c = GB_BUSY_FIRST; c <= GB_BUSY_MEMORY; c++) /* files alone have these */
		kernel.value[c] = NAN;
	kernel.value[GB_COUNTED_SECONDS] = 1;
	return kernel;
}

static struct gb_profiled k;

static int make_idle(void)
{
	k = idle();
	return 0;
}

#define KERNEL_TEST(name) TEST_WITH(name, make_idle, NULL)

/* `half`: the half-precision format that has a roof. */
static struct gb_roofs some_roofs(const char *half)
{
	struct gb_roofs roofs = { 0 };

	add(&roofs, made("GPU-1", "dram.read", "B/s", 4e12));
	add(&roofs, made("GPU-1", "dram.copy", "B/s", 2e12));
	add(&roofs, made("GPU-1", "l2.read", "B/s", 10e12));
	add(&roofs, made("GPU-1", "l2.read_common", "B/s", 25e12));
	add(&roofs, made("GPU-1", "l2.link.read", "B/s", 2.5e12));
	add(&roofs, made("GPU-1", "l2.link.write", "B/s", 2.4e12));
	add(&roofs, made("GPU-1", "l1.read", "B/s", 30e12));
	add(&roofs, made("GPU-1", "shared.read", "B/s", 30e12));
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 60e12));
	add(&roofs, made("GPU-1", half, "FLOP/s", 120e12));
	struct gb_record tensor = made("GPU-1", "tensor.bf16", "FLOP/s", 800e12);
	tensor.sm_clock_hz = 1.6e9;
	add(&roofs, tensor);
	gb_roofs_sort(&roofs);
	return roofs;
}

/* Names of roofs belong to the collection, which is freed before the checks: use the same name from the table. */
static const char *kept(const char *roof)
{
	const struct gb_roof_kind *kind = gb_roof_kinds;

	if (roof == NULL)
		return NULL;
	while (kind->name != NULL && strcmp(kind->name, roof) != 0)
		kind++;
	return kind->name;
}

static struct gb_binding place_under(const char *half)
{
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = some_roofs(half);
	FREED_BY(gb_peaks_free) struct gb_peaks peaks;
	struct gb_binding binding;

	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	gb_binding_find(&binding, &k, &peaks);
	binding.roof = kept(binding.roof);
	binding.next = kept(binding.next);
	binding.perhaps = kept(binding.perhaps);
	binding.unit = NULL;
	return binding;
}

static struct gb_binding place_fp16_kernel(void)
{
	return place_under("fp16");
}

static struct gb_binding bound_by(const char *roof, double part)
{
	const struct gb_binding binding = place_fp16_kernel();

	assert_string_equal(binding.roof, roof);
	assert_same(binding.part, part);
	return binding;
}

/* 2e12 bytes read at 4e12 B/s take half of the second. */
KERNEL_TEST(memory)
{
	k.value[GB_DRAM_READ] = 2e12;
	k.value[GB_FP32_FMA] = 1e12;
	struct gb_binding p = bound_by("dram.read", 0.5);
	assert_same(p.gain, 0.5);
	assert_same(p.achieved, 2e12);
	assert_same(p.flop, 2e12);
	assert_same(p.intensity[GB_LEVEL_DRAM], 1);
	assert_unknown(p.intensity[GB_LEVEL_L2]);
	assert_int_equal(p.nearest, GB_LEVEL_DRAM);
	assert_string_equal(gb_binding_word(&p), "far from every roof");
}

/* Here a quarter of the traffic is writes, half way between reads (1 / 4e12 s per byte) and a copy (1 / 2e12):
 * 0.375e-12 s, 2.667e12 B/s. Beyond the writes of a copy, no roof was measured. */
TEST(mixes)
{
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = some_roofs("fp16");
	FREED_BY(gb_peaks_free) struct gb_peaks peaks;
	const char *name;

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
}

/* 10e12 adds, 10e12 multiplies and 20e12 FMAs are 60e12 FLOP: at its roof. FP16 counts pairs: 15e12 FMAs are
 * 60e12. */
KERNEL_TEST(arithmetic)
{
	k.value[GB_FP32_ADD] = 10e12;
	k.value[GB_FP32_MUL] = 10e12;
	k.value[GB_FP32_FMA] = 20e12;
	struct gb_binding p = bound_by("fp32", 1);
	assert_same(p.gain, 0);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	assert_int_equal(p.nearest, GB_LEVELS);
	k = idle();
	k.value[GB_FP16_FMA] = 15e12;
	k.value[GB_TENSOR_BF16] = 600e12;
	p = bound_by("tensor.bf16", 0.75);
	assert_same(p.flop, 660e12);
	assert_string_equal(gb_binding_word(&p), "near its roof");
}

KERNEL_TEST(levels)
{
	k.value[GB_L2_READ] = 8e12;
	k.value[GB_L1_READ] = 27e12;
	k.value[GB_SHARED_READ] = 3e12;
	k.value[GB_FP32_ADD] = 5.4e12;
	struct gb_binding p = bound_by("l1.read", 0.9);
	assert_int_equal(p.nearest, GB_LEVEL_L1);
	assert_same(p.intensity[GB_LEVEL_L1], 0.2);
	assert_string_equal(p.next, "l2.read");
	assert_same(p.next_part, 0.8);
	assert_same(p.intensity[GB_LEVEL_SHARED], 1.8);
}

/* More bytes arrive at the SMs than L2 reads if one read serves several SMs; they have a separate roof: 5 of 10 TB/s
 * are read, 20 of 25 arrive. */
KERNEL_TEST(slices_and_ports)
{
	k.value[GB_L2_READ] = 5e12;
	k.value[GB_PORT_READ] = 20e12;
	struct gb_binding p = bound_by("l2.read_common", 0.8);
	assert_same(p.arrived, 20e12);
	assert_same(p.bytes[GB_LEVEL_L2], 5e12);
	k.value[GB_PORT_READ] = 26e12;
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "above its roof");
	assert_same(p.gain, 0);
	/* A product with multicast: the bytes at its SMs are not work of the slices. */
	k.value[GB_L2_READ] = 5.5e12;
	k.value[GB_PORT_READ] = 9.5e12;
	k.value[GB_TENSOR_BF16] = 608e12;
	p = bound_by("tensor.bf16", 0.76);
	assert_null(p.perhaps);
}

/* All lines that the kernel reads are far, and are more than L2 can copy: 2.4 of 2.5 TB/s cross the link. */
KERNEL_TEST(the_link_of_l2)
{
	k.value[GB_DRAM_READ] = k.value[GB_L2_READ] = k.value[GB_PORT_READ] = k.value[GB_L2_LINK] = 2.4e12;
	struct gb_binding p = bound_by("l2.link.read", 0.96);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	k.value[GB_L2_WRITE] = 2.5e12;
	bound_by("l2.link.write", 1);
	k.value[GB_L2_WRITE] = 0;
	/* An uncounted link is not a reason for doubt: half of DRAM's bytes may cross it. */
	k.value[GB_L2_LINK] = NAN;
	k.value[GB_DRAM_READ] = 4e12;
	bound_by("dram.read", 1);
}

/* A file from before the slices were counted: they read the bytes that arrived, or fewer. */
KERNEL_TEST(slices_unknown)
{
	k.value[GB_L2_READ] = k.value[GB_L2_WRITE] = NAN;
	k.value[GB_PORT_READ] = 9.5e12;
	k.value[GB_TENSOR_BF16] = 608e12;
	struct gb_binding p = bound_by("tensor.bf16", 0.76);
	assert_string_equal(p.perhaps, "l2.read");
	assert_same(p.perhaps_part, 0.95);
	assert_unknown(p.gain);
	assert_unknown(p.bytes[GB_LEVEL_L2]);
	assert_string_equal(gb_binding_word(&p), "unknown");
	/* More than the slices can read: they are at most at their roof. */
	k.value[GB_PORT_READ] = 20e12;
	p = bound_by("l2.read_common", 0.8);
	assert_same(p.perhaps_part, 1);
	/* A kernel that is certainly at one roof is at a roof, whatever other roof it may also reach. */
	k.value[GB_TENSOR_BF16] = 760e12;
	p = bound_by("tensor.bf16", 0.95);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	/* There is no other work, so only this can be the limit. */
	k = idle();
	k.value[GB_L2_READ] = NAN;
	k.value[GB_PORT_READ] = 1e12;
	p = place_fp16_kernel();
	assert_string_equal(p.perhaps, "l2.read");
	assert_same(p.perhaps_part, 0.1);
}

/* Without counters: at least 3.7e12 bytes of DRAM and at most 3.9e12, under 4e12 B/s. */
KERNEL_TEST(bounds)
{
	k.value[GB_DRAM_READ] = k.value[GB_DRAM_WRITE] = k.value[GB_DRAM_BOTH] = NAN;
	k.value[GB_L2_READ] = k.value[GB_L2_WRITE] = NAN;
	k.value[GB_DRAM_READ_LEAST] = 3e12;
	k.value[GB_DRAM_WRITE_LEAST] = 0.7e12;
	k.value[GB_DRAM_READ_MOST] = 3.9e12;
	k.value[GB_L2_READ_MOST] = 3.9e12;
	k.value[GB_FP32_FMA] = 6e12;
	struct gb_binding p = bound_by("dram.read", 0.925);
	assert_same(p.part_most, 0.975);
	assert_same(p.gain, 0.025);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	assert_same(p.dram_least, 3.7e12);
	assert_unknown(p.bytes[GB_LEVEL_DRAM]);
	/* No counter shows whether a byte came from DRAM: arithmetic or DRAM is the limit. */
	k.value[GB_DRAM_READ_LEAST] = NAN;
	p = bound_by("fp32", 0.2);
	assert_string_equal(p.perhaps, "dram.read");
	assert_same(p.perhaps_part, 0.975);
	assert_unknown(p.gain);
	assert_same(p.dram_least, 0);
	assert_string_equal(gb_binding_word(&p), "unknown");
	/* Unknown bytes are limited by the time, and are not the limit if the kernel is at a roof of arithmetic. */
	k.value[GB_DRAM_READ_MOST] = INFINITY;
	p = place_fp16_kernel();
	assert_string_equal(p.perhaps, "dram.read");
	assert_same(p.perhaps_part, 1);
	k.value[GB_FP32_FMA] = 28e12;
	p = bound_by("fp32", 28.0 / 30);
	assert_null(p.perhaps);
	/* Operations that cannot be read may have any number, but no more than the roof of the kernel allows. */
	k.value[GB_MATRIX_UNREAD] = 1;
	p = place_fp16_kernel();
	assert_unknown(p.flop);
	assert_string_equal(gb_binding_word(&p), "at its roof");
	k.value[GB_DRAM_READ_MOST] = 0;
	k.value[GB_FP32_FMA] = 26e12;
	p = place_fp16_kernel();
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "unknown");
}

/* The roof of matrix instructions, 800 TFLOP/s, was measured at 1.6 GHz; a short launch runs at 1.8, where it is
 * 900. */
KERNEL_TEST(matrix_clock)
{
	k.value[GB_TENSOR_BF16] = 810e12;
	k.value[GB_COUNTED_CYCLES] = 1.8e9;
	struct gb_binding p = place_fp16_kernel();
	assert_same(p.roof_value, 900e12);
	assert_same(p.part, 0.9);
	k.value[GB_COUNTED_CYCLES] = NAN;
	p = place_fp16_kernel();
	assert_same(p.roof_value, 800e12);
}

/* 100 wavefronts of shared memory, 40 of them by conflicts; 32 sectors for each of 10 requests; 5 of 8 warps wait for
 * memory. */
KERNEL_TEST(causes)
{
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
	struct gb_binding p = place_fp16_kernel();
	assert_same(p.conflicts, 0.4);
	assert_same(p.load_sectors, 32);
	assert_unknown(p.store_sectors);
	assert_same(p.local_bytes, 96);
	assert_string_equal(p.pipe, "lsu");
	assert_same(p.pipe_part, 0.7);
	assert_string_equal(p.stall, "long_scoreboard");
	assert_same(p.stall_part, 5.0 / 8);
	/* A warp that issues does not wait. */
	k.value[GB_STALL_FIRST + 14] = 9;
	p = place_fp16_kernel();
	assert_string_equal(p.stall, "long_scoreboard");
}

/* A tenth of a byte roof, but every cycle of L2's tags: scattered sectors. If a kernel is at a roof, that roof is
 * reported. */
KERNEL_TEST(pipes)
{
	k.value[GB_DRAM_READ] = 0.4e12;
	k.value[GB_PIPE_TAGS] = 0.97;
	struct gb_binding p = place_fp16_kernel();
	assert_string_equal(p.pipe, "l2_tags");
	assert_string_equal(gb_binding_word(&p), "at its pipe");
	k.value[GB_PIPE_TAGS] = 0.89;
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "far from every roof");
	k.value[GB_DRAM_READ] = 3.8e12;
	k.value[GB_PIPE_TAGS] = 0.97;
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "at its roof");
}

KERNEL_TEST(unknown)
{
	for (int c = 0; c < GB_COUNTERS; c++)
		k.value[c] = c == GB_COUNTED_SECONDS ? 1 : NAN;
	struct gb_binding p = place_fp16_kernel();
	assert_null(p.roof);
	assert_unknown(p.part);
	assert_unknown(p.flop);
	assert_unknown(p.conflicts);
	assert_null(p.pipe);
	assert_string_equal(gb_binding_word(&p), "unknown");
	assert_string_equal(p.perhaps, "dram.read");
	assert_string_equal(p.missing, "dram__bytes_read.sum");
}

/* Uncounted work may limit the kernel as far as its unit was busy: 0.36 of 0.9 is less than the reads take. */
KERNEL_TEST(not_counted)
{
	k.value[GB_DRAM_READ_MOST] = NAN; /* counters were counted, not instructions */
	k.value[GB_DRAM_READ] = 2e12;
	k.value[GB_FP32_FMA] = NAN;
	k.value[GB_PIPE_FMA] = NAN;
	k.value[GB_BUSY_SM] = 0.72;
	struct gb_binding p = bound_by("dram.read", 0.5);
	assert_string_equal(p.perhaps, "fp32");
	assert_same(p.perhaps_part, 0.8);
	assert_string_equal(p.missing, "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
	assert_unknown(p.gain);
	assert_string_equal(gb_binding_word(&p), "unknown");
	k.value[GB_BUSY_SM] = 0.36;
	p = bound_by("dram.read", 0.5);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "far from every roof");
	/* Only the pipe is known to limit the kernel: there is no roof, and no gain. */
	k.value[GB_BUSY_SM] = 0.97;
	for (int c = GB_PIPE_FIRST; c < GB_PIPE_END; c++)
		k.value[c] = NAN;
	p = place_fp16_kernel();
	assert_null(p.roof);
	assert_unknown(p.gain);
	assert_string_equal(gb_binding_pipe(&p), "sm");
	assert_string_equal(gb_binding_word(&p), "at its pipe");
}

/* A GPU may have a roof for only one half-precision format, which then represents both. */
KERNEL_TEST(half_not_counted)
{
	k.value[GB_DRAM_READ_MOST] = k.value[GB_FP16_FMA] = k.value[GB_PIPE_FMA] = NAN;
	k.value[GB_BUSY_SM] = 0.72;
	const struct gb_binding p = place_under("bf16");
	assert_string_equal(p.perhaps, "bf16");
	assert_same(p.perhaps_part, 0.8);
}

/* Only busy fractions of whole units: one is far ahead, two are equally busy, or none is busy. */
KERNEL_TEST(busy_units)
{
	for (int c = 0; c < GB_COUNTERS; c++)
		k.value[c] = c == GB_COUNTED_SECONDS ? 1 : NAN;
	k.value[GB_BUSY_SM] = 0.8;
	k.value[GB_BUSY_DRAM] = k.value[GB_BUSY_L2] = k.value[GB_BUSY_L1] = 0.7;
	struct gb_binding p = place_fp16_kernel();
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_pipe(&p), "sm");
	assert_same(p.pipe_part, 0.8);
	assert_string_equal(gb_binding_word(&p), "near its pipe");
	k.value[GB_PIPE_FMA] = 0.78; /* the part of the SM that makes it busy */
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_pipe(&p), "fma");
	k.value[GB_BUSY_L1] = 0.75;
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "unknown");
	for (int c = GB_BUSY_FIRST; c < GB_BUSY_END; c++)
		k.value[c] = 0.5;
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "far from every roof");
	assert_unknown(p.gain);
	k.value[GB_BUSY_L2] = NAN;
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "unknown");
	k.value[GB_BUSY_MEMORY] = 0.5; /* L2 is no busier than all of memory */
	p = place_fp16_kernel();
	assert_string_equal(gb_binding_word(&p), "far from every roof");
}

/* A pipe of a few SMs is idle over the whole time; a unit as busy as at a roof is the limit, whatever was counted. */
KERNEL_TEST(whole_time)
{
	k.value[GB_DRAM_READ] = 1e12;
	k.value[GB_PIPE_FMA] = 0.97;
	k.value[GB_BUSY_SM] = 0.1;
	struct gb_binding p = place_fp16_kernel();
	assert_same(p.pipe_part, 0.1);
	assert_string_equal(gb_binding_word(&p), "far from every roof");
	k.value[GB_BUSY_L1] = 0.98;
	p = place_fp16_kernel();
	assert_string_equal(p.pipe, "l1");
	assert_string_equal(gb_binding_word(&p), "at its pipe");
}

/* Only the sum of DRAM was counted: 1.9e12 bytes take 0.475 s as reads, and 0.95 s as copies. A busy L2 is not
 * proof. */
KERNEL_TEST(sum_of_dram)
{
	k.value[GB_DRAM_READ_MOST] = k.value[GB_DRAM_READ] = k.value[GB_DRAM_WRITE] = NAN;
	k.value[GB_L2_READ] = NAN;
	k.value[GB_DRAM_BOTH] = 1.9e12;
	for (int c = GB_PIPE_FIRST; c < GB_PIPE_END; c++)
		k.value[c] = NAN;
	k.value[GB_BUSY_L2] = 0.95;
	struct gb_binding p = bound_by("dram.read", 0.475);
	assert_same(p.part_most, 0.95);
	assert_string_equal(p.perhaps, "l2.read");
	assert_string_equal(gb_binding_word(&p), "unknown");
	k.value[GB_DRAM_BOTH] = 1e12;
	p = place_fp16_kernel();
	assert_null(p.roof);
	assert_unknown(p.part_most);
	assert_string_equal(gb_binding_word(&p), "at its pipe");
	/* 86 % of reads: L2 is busier by no more than a tenth. */
	k.value[GB_DRAM_BOTH] = 3.44e12;
	k.value[GB_BUSY_SM] = k.value[GB_BUSY_L1] = 0.3;
	p = bound_by("dram.read", 0.86);
	assert_null(p.perhaps);
	assert_string_equal(gb_binding_word(&p), "near its roof");
	k.value[GB_BUSY_L2] = 0.96;
	p = place_fp16_kernel();
	assert_string_equal(p.perhaps, "l2.read");
}

/* ncu holds the clock at its base: at 1 GHz of 2 the roof of FP32 is half as high. */
KERNEL_TEST(base_clock)
{
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = { 0 };
	FREED_BY(gb_peaks_free) struct gb_peaks peaks;
	struct gb_record fp32 = made("GPU-1", "fp32", "FLOP/s", 60e12);
	struct gb_binding p;

	fp32.sm_clock_hz = 2e9;
	add(&roofs, fp32);
	gb_roofs_sort(&roofs);
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	k.value[GB_FP32_FMA] = 12e12;
	k.value[GB_COUNTED_CYCLES] = 1e9;
	gb_binding_find(&p, &k, &peaks);
	assert_same(p.part, 0.8);
	k.value[GB_COUNTED_CYCLES] = 2.1e9;
	gb_binding_find(&p, &k, &peaks);
	assert_same(p.part, 0.4);
}

/* ---- whose roofs ------------------------------------------------------------------------------------------------- */

static struct gb_record of_board(const char *uuid, const char *model, const char *board, double value)
{
	struct gb_record r = made(uuid, "dram.read", "B/s", value);

	r.gpu_name = model;
	r.board = board;
	return r;
}

static double matched(const struct gb_match_wish *wish, bool *is_itself, struct gb_error *why)
{
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = { 0 };
	struct gb_match match;
	double value = NAN;

	add(&roofs, of_board("GPU-1", "A", "001", 1e12));
	add(&roofs, of_board("GPU-2", "A", "001", 3e12));
	add(&roofs, of_board("GPU-3", "A", "002", 9e12));
	struct gb_record b = of_board("GPU-4", "B", "", 5e12);
	b.compute_capability = "9.0";
	add(&roofs, b);
	gb_roofs_sort(&roofs);
	gb_error_clear(why);
	const int status = gb_match_find(&match, &roofs, wish, why);
	if (status == GB_OK) {
		value = gb_peaks_find(&match.peaks, "dram.read")->value;
		*is_itself = match.is_itself;
		gb_match_free(&match);
	} else {
		assert_int_equal(match.count, 0);
	}
	return value;
}

#define WISH(...) (&(struct gb_match_wish){ __VA_ARGS__, "", (double)NAN, (double)NAN })

TEST(whose_roofs)
{
	bool is_itself = false;

	assert_same(matched(WISH("GPU-2", "A", "001", NULL), &is_itself, &error), 3e12);
	assert_true(is_itself);
	/* Another card: the median over the cards of its board. */
	assert_same(matched(WISH("GPU-9", "A", "001", NULL), &is_itself, &error), 2e12);
	assert_false(is_itself);
	assert_same(matched(WISH("", "A", "", "GPU-3"), &is_itself, &error), 9e12);
	assert_same(matched(WISH("", "", "", "B"), &is_itself, &error), 5e12);
	assert_unknown(matched(WISH("", "A", "", NULL), &is_itself, &error));
	assert_says(error.text, "different boards of A; choose one with --gpu");
	assert_unknown(matched(WISH("GPU-9", "C", "77", NULL), &is_itself, &error));
	assert_says(error.text,
		    "no roofs of C, board 77; there are only those of A, B: measure this GPU with gpubench --all -o");
	struct gb_match_wish other = *WISH("", "B", "", NULL);
	other.capability = "7.5";
	assert_unknown(matched(&other, &is_itself, &error));
	assert_says(error.text, "no roofs of this GPU: its kernels ran with compute capability 7.5, and B has 9.0");
}

/* ---- shown ------------------------------------------------------------------------------------------------------- */

static int add_launch(struct gb_kernels *kernels, const char *name, double seconds, double bytes, double fma)
{
	struct gb_ncu_launch launch = { name, "(32, 8, 1)", "(100, 1, 1)", "0", "Fake GPU", "9.0", { 0 } };

	launch.value[GB_DRAM_READ_MOST] = launch.value[GB_GPU_CLOCK] = launch.value[GB_GPU_MEMORY] = NAN;
	launch.value[GB_COUNTED_SECONDS] = seconds;
	launch.value[GB_DRAM_READ] = bytes;
	launch.value[GB_FP32_FMA] = fma;
	gb_kernels_add(kernels, &launch);
	return GB_OK;
}

static void wish(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *out)
{
	out->model = kernel->gpu;
	out->uuid = "GPU-1";
}

/* 3e12 and 1e12 bytes in a second each at 4e12: 0.25 and 0.75 s to gain. */
TEST(shown)
{
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = some_roofs("fp16");
	FREED_BY(gb_kernels_free) struct gb_kernels kernels = { .count = 0 };
	FREED_BY(gb_bindings_free) struct gb_bindings bindings;
	FREED_BY(gb_kernel_points_free) struct gb_kernel_points points = { .count = 0 };
	size_t left_out;
	FILE *out = tmpfile();

	assert_ok(add_launch(&kernels, "void fast<int>(int *)", 1, 3e12, 1.5e12), error);
	assert_ok(add_launch(&kernels, "=slow", 2, 1e12, 0), error);
	gb_kernels_sort(&kernels);
	gb_bindings_make(&bindings, &kernels, &roofs, wish, NULL);
	assert_int_equal(bindings.gpus, 1);
	const struct gb_profile profile = { &kernels, bindings.binding, bindings.gpu[0].text, NULL, NULL, false };
	gb_profile_print(&profile, GB_TABLE_TEXT, out);
	char *text = contents(out);
	assert_says(text, "Roofs: Fake GPU, GPU-1\n");
	assert_says(text,
		    "2  fast<int>    100 x 32x8         1  1.000 s  33.3 %  dram.read   4.000 TB/s     75.0 %       "
		    "250.0 ms  near its roof");
	assert_says(text, "far from every roof");
	assert_says(text, "2 kernels, 2 launches, 3.000 s; running at their roofs would save 2.000 s (66.7 %)");
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
	gb_plot_profile_points(&points, bindings.binding, kernels.count, &left_out);
	assert_int_equal(points.count, 1);
	assert_int_equal(left_out, 1);
	assert_string_equal(points.point[0].name, "fast<int>");
	assert_same(points.point[0].intensity, 1);
	assert_same(points.point[0].performance, 3e12);
}
