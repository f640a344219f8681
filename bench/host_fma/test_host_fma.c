/* Tests of `host_fma`: its arithmetic, its own kernels with and without faults, and whether the recurrences reveal
 * faults. */
#include "../common/isa.h"
#include "host_fma.h"

#include "opened.h"

/* Selects a point of an instruction set. False: this processor does not have it. */
static bool at_if_there(const char *type, enum isa isa, const char *rest)
{
	char point[128];

	snprintf(point, sizeof point, "type=%s,isa=%s,%s", type, isa_names[isa], rest);
	if (isa_missing(isa) == NULL) {
		at(point);
		return true;
	}
	assert_int_equal(point_of(point), GB_SKIPPED);
	assert_string_equal(error.text, isa_missing(isa));
	return false;
}

#if defined(__x86_64__)
/* Reads Linux's description of the first processor, which omits features whose registers Linux does not save. */
static bool kernel_knows(const char *flag)
{
	char line[8192], *at;
	bool found = false;
	FILE *file = fopen("/proc/cpuinfo", "r");

	assert_non_null(file);
	while (!found && fgets(line, sizeof line, file) != NULL)
		found = strncmp(line, "flags", 5) == 0;
	fclose(file);
	assert_true(found);
	line[strcspn(line, "\n")] = ' ';
	for (at = line; (at = strstr(at, flag)) != NULL; at++)
		if (at[-1] == ' ' && at[strlen(flag)] == ' ')
			return true;
	return false;
}

TEST(instruction_sets_are_those_of_the_kernel)
{
	assert_int_equal(isa_missing(ISA_AVX2) == NULL, kernel_knows("avx2") && kernel_knows("fma"));
	assert_int_equal(isa_missing(ISA_AVX512) == NULL, kernel_knows("avx512f"));
	assert_null(isa_missing(ISA_SSE2));
	assert_non_null(isa_missing(ISA_NEON));
}
#endif

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

/* 4 threads with 8 chains of this many lanes make 2^20 steps of 2 operations. The fake card has 256 FLOP per clock and
 * SM in FP32 and 128 in FP64, more than two pipes of these vectors can execute. */
TEST_WITH(costs_and_limits_by_hand, open_default, close_run)
{
	static const struct {
		enum isa isa;
		double lanes, pipes; /* two FP64 multiply-adds per clock */
	} sets[] = { { ISA_SSE2, 2, NAN }, { ISA_AVX2, 4, 16 }, { ISA_AVX512, 8, 32 }, { ISA_NEON, 2, 128 } };

	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
		for (int fp32 = 0; fp32 < 2; fp32++) {
			const double more = fp32 + 1;
			if (!at_if_there(fp32 ? "fp32" : "fp64", sets[i].isa, "threads=all,chains=8"))
				continue;
			assert_same(bench->cost(&run).ops, 2 * 4 * 8 * sets[i].lanes * more * 1048576);
			assert_same(bench->limit(&run, gb_device(&run), 1e9), sets[i].pipes * more * 4e9);
			/* 1.25 GHz by opened.h, 4 cores */
			assert_same(metric("flop_per_clock"), 1 / (4 * 1.25e9));
			assert_true(at_if_there(fp32 ? "fp32" : "fp64", sets[i].isa, "threads=one,chains=4"));
			assert_same(bench->cost(&run).ops, 2 * 4 * sets[i].lanes * more * 1048576);
			assert_same(bench->limit(&run, gb_device(&run), 1e9), sets[i].pipes * more * 1e9);
			assert_same(metric("flop_per_clock"), 1 / 1.25e9);
		}
}

TEST_WITH(all_cores_set_the_roof, open_default, close_run)
{
	for (int isa = ISA_SSE2; isa <= ISA_NEON; isa++) {
		if (!at_if_there("fp64", (enum isa)isa, "threads=all,chains=8"))
			continue;
		if (isa == ISA_SSE2 && isa_missing(ISA_AVX2) == NULL)
			assert_null(bench->roof(&run));
		else
			assert_string_equal(bench->roof(&run), "fp64");
		assert_true(at_if_there("fp32", (enum isa)isa, "threads=one,chains=8"));
		assert_null(bench->roof(&run));
	}
}

TEST_WITH(what_cannot_run_says_why, open_default, close_run)
{
	int there = 0;

	for (int isa = ISA_SSE2; isa <= ISA_NEON; isa++) {
		const bool narrow = isa == ISA_SSE2 || isa == ISA_AVX2;
		char point[128];
		if (!at_if_there("fp64", (enum isa)isa, "threads=one,chains=14"))
			continue;
		there++;
		snprintf(point, sizeof point, "type=fp64,isa=%s,threads=one,chains=16", isa_names[isa]);
		assert_int_equal(point_of(point), narrow ? GB_SKIPPED : GB_OK);
		if (narrow)
			assert_says(error.text, "16 chains do not fit into the 16 registers of ");
	}
	assert_true(there >= 1);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static const struct gb_host_kernel *original;
static enum spoil { RIGHT, A_BIT, THE_LAST_NUMBER, A_TRIP_LESS, A_CHAIN_OFF, UNWRITTEN } spoil;
static size_t last_number; /* offset in the output, in bytes */

/* Runs the plug-in's own kernel, and makes the last thread's result wrong. */
static void spoilt(uint32_t thread, uint32_t threads, const void *args)
{
	struct host_fma_args a = *(const struct host_fma_args *)args;
	unsigned char *out = a.out;

	if (spoil == A_TRIP_LESS && thread == threads - 1)
		a.trips--;
	if (spoil == UNWRITTEN && thread == threads - 1)
		return;
	original->function(thread, threads, &a);
	if (spoil == A_BIT && thread == threads - 1)
		out[0] ^= 1;
	if (spoil == THE_LAST_NUMBER && thread == threads - 1)
		out[last_number] ^= 1;
	if (spoil == A_CHAIN_OFF && thread == threads - 1) /* the first vector in place of the second */
		memcpy(out + 16, out, 16);
}

/* The status of the check with this fault in every thread's kernel. */
static int verify(const char *type, enum isa isa, enum spoil how)
{
	struct gb_host_kernel kernels[2] = { { NULL, NULL, 0 }, { NULL, NULL, 0 } };
	const struct gb_variant variants[2] = { { .name = "spoilt", .flags = "", .archs = "", .kernels = kernels },
						{ .name = NULL } };
	const struct gb_bench *const good = bench;
	struct gb_bench copy = *bench;
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "%s_%s_c6", type, isa_names[isa]);
	for (original = bench->variants[0].kernels; strcmp(original->name, name) != 0; original++)
		;
	kernels[0] = (struct gb_host_kernel){ name, spoilt, sizeof(struct host_fma_args) };
	copy.variants = variants;
	bench = &copy;
	spoil = how;
	/* Four threads have six chains each. */
	last_number = (size_t)(4 * 6 * isa_vector_bytes(isa)) - (strcmp(type, "fp64") == 0 ? 8 : 4);
	reset_device();
	assert_int_equal(open_bench(), 0);
	assert_true(at_if_there(type, isa, "threads=all,chains=6"));
	const int status = gb_run_verify(&run);
	close_point();
	bench = good;
	return status;
}

TEST(right_kernels_pass_and_spoilt_ones_fail)
{
	static const char *const types[] = { "fp64", "fp32" };

	for (int isa = ISA_SSE2; isa <= ISA_NEON; isa++)
		for (size_t t = 0; t < 2 && isa_missing((enum isa)isa) == NULL; t++) {
			assert_ok(verify(types[t], (enum isa)isa, RIGHT), error);
			assert_int_equal(verify(types[t], (enum isa)isa, A_BIT), GB_FAILED);
			assert_says(error.text, "lane 0 of chain 0 of thread 0 ended with ");
			assert_int_equal(verify(types[t], (enum isa)isa, THE_LAST_NUMBER), GB_FAILED);
			assert_says(error.text, " of chain 5 of thread 3 ended with ");
			assert_int_equal(verify(types[t], (enum isa)isa, A_TRIP_LESS), GB_FAILED);
			assert_says(error.text, "lane 0 of chain 0 of thread 3 ended with ");
			assert_int_equal(verify(types[t], (enum isa)isa, A_CHAIN_OFF), GB_FAILED);
			assert_int_equal(verify(types[t], (enum isa)isa, UNWRITTEN), GB_FAILED);
			assert_says(error.text, "lane 0 of chain 0 of thread 3 was not written");
		}
}

/* ---- the recurrences --------------------------------------------------------------------------------------------- */

/* Chains that lack some of their last 4096 steps. Signs alternate in sums, so steps are omitted in pairs. */
static void expect_other_ends(enum host_fma_type type, enum host_fma_map map)
{
	const uint64_t steps = 1048576, last = 4096, stride = map == HOST_FMA_SUM ? 2 : 1;
	double x[HOST_FMA_SEEDS], end[HOST_FMA_SEEDS];

	host_fma_ends(type, map, steps, end);
	host_fma_ends(type, map, steps - last, x);
	for (uint64_t left = last; left > 0; left -= stride) {
		for (uint32_t seed = 0; seed < HOST_FMA_SEEDS; seed++)
			if (x[seed] == end[seed])
				fail_msg("type %d, map %d, seed %u: %llu steps less end with the same", (int)type,
					 (int)map, seed, (unsigned long long)left);
		host_fma_advance(type, map, x, stride);
	}
	for (uint32_t seed = 0; seed < HOST_FMA_SEEDS; seed++) {
		assert_true(fabs(end[seed]) < 4 && fabs(end[seed]) > 1e-6);
		assert_true(x[seed] == end[seed]);
		assert_true(seed == 0 || end[seed - 1] != end[seed]);
	}
}

TEST(a_chain_cut_short_ends_elsewhere)
{
	for (int type = 0; type < HOST_FMA_TYPES; type++)
		for (int map = 0; map < HOST_FMA_MAPS; map++)
			expect_other_ends((enum host_fma_type)type, (enum host_fma_map)map);
}

/* Every number also belongs to the narrower format. */
TEST(seeds_and_constants_are_floats)
{
	for (uint32_t seed = 0; seed < HOST_FMA_SEEDS; seed++) {
		const double start = host_fma_start(seed);
		assert_true(start > 0 && start < 1 && (double)(float)start == start);
		for (uint32_t other = 0; other < seed; other++)
			assert_true(host_fma_start(other) != start);
	}
	for (int map = 0; map < HOST_FMA_MAPS; map++)
		for (uint32_t i = 0; i < HOST_FMA_CONSTANTS; i++) {
			const double constant = host_fma_constant((enum host_fma_map)map, i);
			assert_true((double)(float)constant == constant);
		}
}

TESTS_OF("host_fma")
