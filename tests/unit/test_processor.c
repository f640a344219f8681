#include "device/processor.h"

#include <sched.h>

#include "base/text.h"
#include "support.h"

TEST(the_cores_are_those_we_may_run_on)
{
	FREED_BY(gb_processor_free) struct gb_processor p;
	cpu_set_t ours;

	assert_ok(gb_processor_read(&p, &error), error);
	assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
	assert_true(p.cores >= 1 && p.cores <= p.threads && p.threads <= (size_t)CPU_COUNT(&ours));
	assert_true(p.nodes >= 1);
	assert_true(p.name[0] != '\0' && p.name[0] != ' ');
	for (size_t i = 0; i < p.cores; i++) {
		assert_true(CPU_ISSET(p.core[i].cpu, &ours));
		assert_true(p.core[i].node >= 0 && p.core[i].node < p.nodes);
		assert_true(i == 0 || p.core[i].node >= p.core[i - 1].node);
		assert_true(i == 0 || p.core[i].cpu != p.core[i - 1].cpu);
	}
}

TEST(a_smaller_affinity_is_a_smaller_processor)
{
	struct gb_processor p;
	cpu_set_t ours, one;

	assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
	CPU_ZERO(&one);
	size_t last = 0;
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		last = CPU_ISSET(cpu, &ours) ? cpu : last;
	CPU_SET(last, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	assert_ok(gb_processor_read(&p, &error), error);
	assert_int_equal(p.cores, 1);
	assert_int_equal(p.core[0].cpu, last);
	gb_processor_free(&p);
	assert_int_equal(sched_setaffinity(0, sizeof ours, &ours), 0);
}

TEST(a_thread_is_bound_to_a_core)
{
	FREED_BY(gb_processor_free) struct gb_processor p;
	cpu_set_t ours;

	assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
	assert_ok(gb_processor_read(&p, &error), error);
	if (gb_processor_bind(&p, p.cores - 1) == GB_OK)
		assert_int_equal(sched_getcpu(), p.core[p.cores - 1].cpu);
	assert_int_equal(sched_setaffinity(0, sizeof ours, &ours), 0);
}

TEST(memory_goes_to_nodes_that_are_there)
{
	FREED_BY(gb_processor_free) struct gb_processor p;
	FREED_BY(free_text) char *memory = malloc(4096);

	assert_non_null(memory);
	assert_ok(gb_processor_read(&p, &error), error);
	assert_int_not_equal(gb_processor_place(&p, memory, 4096, 0, &error), GB_FAILED);
	gb_error_clear(&error);
	assert_skips(gb_processor_place(&p, memory, 4096, p.nodes, &error), "this host has ");
}

static void expect_rates(const char *vendor, int family, int model, double fp64, double l1_bytes, double l2_bytes,
			 double l3_bytes)
{
	const struct gb_rates rates = gb_processor_rates(vendor, family, model);

	assert_same(rates.fp64, fp64);
	assert_same(rates.fp32, 2 * fp64);
	assert_same(rates.l1_bytes, l1_bytes);
	assert_same(rates.l2_bytes, l2_bytes);
	assert_same(rates.l3_bytes, l3_bytes);
}

TEST(rates_by_model)
{
	expect_rates("AuthenticAMD", 0x19, 0x11, 16, 64, 32, NAN);  /* EPYC 9654 */
	expect_rates("AuthenticAMD", 0x1a, 0x02, 32, 128, 64, NAN); /* EPYC 9755 */
	expect_rates("GenuineIntel", 6, 0x8f, 32, 128, 64, NAN);    /* Xeon 8480 */
	expect_rates("Arm", 0x41, 0xd4f, 16, 48, NAN, NAN);         /* Grace */
	expect_rates("AuthenticAMD", 0x19, 0xff, NAN, NAN, NAN, NAN);
	expect_rates("GenuineIntel", 0x19, 0x11, NAN, NAN, NAN, NAN);
	expect_rates("", 0, 0, NAN, NAN, NAN, NAN);
}

static void expect_name(const char *name, const char *vendor, int family, int model, const char *told)
{
	char text[64];

	gb_text_copy(text, sizeof text, name);
	gb_processor_tell(text, sizeof text, vendor, family, model);
	assert_string_equal(text, told);
}

TEST(a_name_without_a_number_is_told_by_the_model)
{
	expect_name("AMD EPYC", "AuthenticAMD", 0x19, 0x11, "AMD EPYC (Zen 4)");
	expect_name("Intel(R) Xeon(R) Processor", "GenuineIntel", 6, 0xcf,
		    "Intel(R) Xeon(R) Processor (Emerald Rapids)");
	expect_name("Intel(R) Xeon(R) Processor", "GenuineIntel", 6, 0xff,
		    "Intel(R) Xeon(R) Processor (family 6, model 255)");
	expect_name("AMD EPYC 9654 96-Core Processor", "AuthenticAMD", 0x19, 0x11, "AMD EPYC 9654 96-Core Processor");
	expect_name("Neoverse", "", 0, 0, "Neoverse");
}

/* Linux knows the names of few Arm processors, so the kind is their whole name. */
TEST(an_arm_is_told_by_its_part)
{
	assert_string_equal(gb_processor_kind("Arm", 0x41, 0xd4f), "Neoverse V2"); /* Grace */
	assert_string_equal(gb_processor_kind("Arm", 0x41, 0xd0c), "Neoverse N1");
	assert_null(gb_processor_kind("Arm", 0x41, 0xfff));
	assert_null(gb_processor_kind("AuthenticAMD", 0x41, 0xd4f));
}

/* Only within the range of real processors: results show how exact the clock is, a test cannot. */
TEST(the_clock_is_one_of_a_processor)
{
	const double hz = gb_cycles_clock();

#if defined(__x86_64__) || defined(__aarch64__)
	assert_true(hz > 0.2e9 && hz < 8e9);
#else
	assert_unknown(hz);
#endif
}
