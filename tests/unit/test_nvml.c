#include "device/nvml.h"

#include <dlfcn.h>

#include "base/clock.h"
#include "device/throttle.h"
#include "record/record.h"
#include "support.h"

static void expect_reasons(unsigned long long bits, const char *words, bool slowdown)
{
	char text[96];

	gb_throttle_write(bits, text, sizeof text);
	assert_string_equal(text, words);
	assert_int_equal(gb_record_is_slowdown(text), slowdown);
}

TEST(reasons_in_words)
{
	expect_reasons(0, "none", false);
	expect_reasons(0x1, "idle", false);
	expect_reasons(0x4, "sw_power_cap", false);
	expect_reasons(0x8, "hw_slowdown", true);
	expect_reasons(0x20, "sw_thermal_slowdown", true);
	expect_reasons(0x40 | 0x4, "sw_power_cap|hw_thermal_slowdown", true);
	expect_reasons(0x80, "hw_power_brake", true);
	/* Additions by a later driver are shown, not hidden. */
	expect_reasons(0x4000, "0x4000", false);
	expect_reasons(0x4001, "idle|0x4000", false);
}

TEST(all_reasons_at_once_fit)
{
	char text[96];

	gb_throttle_write(~0ull, text, sizeof text);
	assert_says(text, "idle|application_clocks|sw_power_cap|hw_slowdown");
	assert_true(strlen(text) < sizeof text);
}

/* ---- over the library of tests/nvml -------------------------------------------------------------------------- */

static struct gb_nvml card;

static int find_card(void)
{
	card = gb_nvml_find("GPU-known", "");
	return 0;
}

#define CARD_TEST(name) TEST_WITH(name, find_card, NULL)

static struct gpu_identity nothing_known(void)
{
	return (struct gpu_identity){ .power_limit_w = NAN, .numa_node = -1 };
}

TEST(a_known_card)
{
	card = gb_nvml_find("GPU-known", "0000:99:00.0");
	struct gpu_identity id = nothing_known();
	struct gb_device device = { .uuid = "GPU-known" };
	struct gpu_state s;

	assert_non_null(card.handle);
	gb_nvml_identity(card, &device, &id);
	assert_string_equal(device.uuid, "GPU-known");
	assert_string_equal(id.driver, "580.00");
	assert_string_equal(id.vbios, ""); /* refused: the value left in the buffer is not an answer */
	assert_string_equal(id.board, "692-2G520-0282-001");
	assert_string_equal(id.ecc, "on");
	assert_string_equal(id.mig, ""); /* not supported */
	assert_same(id.power_limit_w, 700);
	gb_nvml_state(card, &s);
	assert_same(s.sm_clock_hz, 1.98e9);
	assert_same(s.mem_clock_hz, 3.201e9);
	assert_same(gb_nvml_energy(card), 123456789.012);
	assert_same(s.temperature_c, 61);
	assert_string_equal(s.throttle, "sw_power_cap|hw_thermal_slowdown");
	assert_true(s.slowdown);
}

/* A function of the library that sets its own answers. */
static void *setting(const char *name)
{
	void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_NOLOAD);

	assert_non_null(library);
	void *found = dlsym(library, name);
	assert_non_null(found);
	dlclose(library); /* the library stays open for the program */
	return found;
}

#define SETTING(name, symbol, params, ...)        \
	static void name params                   \
	{                                         \
		void(*set) params;                \
		*(void **)&set = setting(symbol); \
		set(__VA_ARGS__);                 \
	}
SETTING(set_library, "fake_nvml_set", (int processes, int code, int code_of_ecc), processes, code, code_of_ecc)
SETTING(set_busy, "fake_nvml_busy", (unsigned int percent, int code), percent, code)
SETTING(add_sample, "fake_nvml_sample", (unsigned int pid, double seconds_ago, unsigned int percent), pid, seconds_ago,
	percent)
SETTING(add_power, "fake_nvml_power", (double seconds_ago, unsigned int milliwatts), seconds_ago, milliwatts)

/* The sensor's values before and after a load are not the load's power. */
CARD_TEST(power_is_that_of_samples_inside)
{
	const double now = gb_clock_now();

	add_power(0, 0);
	assert_unknown(gb_nvml_power(card, now - 10, now + 10));
	add_power(0.5, 120000);
	add_power(0.3, 640000);
	add_power(0.25, 660000);
	add_power(0.1, 130000);
	assert_same(gb_nvml_power(card, now - 0.4, now - 0.2), 650);
	assert_same(gb_nvml_power(card, now - 0.4, now - 0.28), 640);
	assert_unknown(gb_nvml_power(card, now - 0.22, now - 0.15));
	assert_unknown(gb_nvml_power(card, now - 0.05, now));
	assert_unknown(gb_nvml_power(card, now - 0.9, now - 0.6));
	add_power(0, 1); /* a card that keeps none */
	assert_unknown(gb_nvml_power(card, now - 10, now + 10));
	add_power(0, 0);
}

CARD_TEST(a_board_that_is_not_told_is_empty)
{
	void (*set_board)(int);
	struct gpu_identity id = nothing_known();
	struct gb_device device = { .uuid = "GPU-known" };

	*(void **)&set_board = setting("fake_nvml_board");
	set_board(3); /* not supported, as on cards without an inventory */
	gb_nvml_identity(card, &device, &id);
	set_board(0);
	assert_string_equal(id.board, "");
}

CARD_TEST(processes_are_counted)
{
	set_library(0, 0, 0);
	assert_int_equal(gb_nvml_processes(card), 0);
	set_library(3, 0, 0); /* returns an error because the list has no room */
	assert_int_equal(gb_nvml_processes(card), 3);
	set_library(3, 3, 0); /* not supported, as on some cards: the value in the count is not an answer */
	assert_int_equal(gb_nvml_processes(card), -1);
	set_library(0, 0, 0);
}

CARD_TEST(utilisation_in_percent)
{
	set_busy(0, 0);
	assert_int_equal(gb_nvml_busy(card), 0);
	set_busy(83, 0);
	assert_int_equal(gb_nvml_busy(card), 83);
	set_busy(83, 3); /* not supported, as with MIG */
	assert_int_equal(gb_nvml_busy(card), -1);
	set_busy(4000000000u, 0); /* rubbish */
	assert_int_equal(gb_nvml_busy(card), -1);
	set_busy(0, 0);
}

CARD_TEST(processes_that_worked_are_counted_once)
{
	add_sample(0, 0, 0);
	assert_int_equal(gb_nvml_working(card, 5, 5), -1); /* no samples means no answer */
	add_sample(11, 1, 80);
	assert_int_equal(gb_nvml_working(card, 5, 5), 1);
	add_sample(11, 2, 70); /* the same one */
	assert_int_equal(gb_nvml_working(card, 5, 5), 1);
	add_sample(12, 1, 6);
	assert_int_equal(gb_nvml_working(card, 5, 5), 2);
	add_sample(13, 1, 5);           /* hardly */
	add_sample(14, 30, 90);         /* long ago */
	add_sample(15, -30, 90);        /* not yet: rubbish */
	add_sample(16, 1, 3000000000u); /* likewise */
	assert_int_equal(gb_nvml_working(card, 5, 5), 2);
	assert_int_equal(gb_nvml_working(card, 60, 5), 3);
	add_sample(0, 0, 0);
	add_sample(17, 1, 0); /* there, and idle */
	assert_int_equal(gb_nvml_working(card, 5, 5), -1);
	add_sample(0, 0, 0);
}

CARD_TEST(ecc_errors_of_both_kinds_are_added)
{
	struct gpu_state s;

	gb_nvml_state(card, &s);
	assert_same(s.ecc_errors, 42);
	set_library(0, 0, 3); /* a card without ECC */
	gb_nvml_state(card, &s);
	assert_unknown(s.ecc_errors);
	assert_same(s.temperature_c, 61); /* the rest is there */
	set_library(0, 0, 0);
}

CARD_TEST(memory_without_a_sensor_is_not_at_0_degrees)
{
	void (*set)(unsigned int);
	struct gpu_state s;

	gb_nvml_state(card, &s);
	assert_same(s.mem_temperature_c, 72);
	*(void **)&set = setting("fake_nvml_memory");
	set(0);
	gb_nvml_state(card, &s);
	set(72);
	assert_unknown(s.mem_temperature_c);
}

SETTING(add_xid, "fake_nvml_xid", (unsigned int number), number)

CARD_TEST(errors_are_counted_by_kind)
{
	struct gpu_health h;

	gb_nvml_health(card, &h);
	assert_same(h.count[GPU_ECC_CORRECTED], 40);
	assert_same(h.count[GPU_ECC_UNCORRECTED], 2);
	assert_same(h.count[GPU_ROWS_REMAPPED], 3);
	assert_same(h.count[GPU_REMAPS_PENDING], 1);
	assert_same(h.count[GPU_REMAPS_FAILED], 0);
	assert_same(h.count[GPU_PCIE_REPLAYS], 700);
	assert_same(h.count[GPU_XIDS], 0);
	set_library(0, 0, 3); /* one counter that is missing */
	gb_nvml_health(card, &h);
	assert_same(h.count[GPU_ECC_CORRECTED], 40);
	assert_unknown(h.count[GPU_ECC_UNCORRECTED]);
	set_library(0, 0, 0);
}

CARD_TEST(xid_events_count_from_the_first_reading)
{
	struct gpu_health h;

	gb_nvml_health(card, &h);
	add_xid(63);
	add_xid(0);
	add_xid(94);
	gb_nvml_health(card, &h);
	assert_same(h.count[GPU_XIDS], 2);
	assert_same(h.last_xid, 94);
	gb_nvml_health(card, &h);
	assert_same(h.count[GPU_XIDS], 2);
	gb_nvml_health((struct gb_nvml){ .handle = NULL }, &h);
	assert_unknown(h.count[GPU_XIDS]);
	assert_unknown(h.count[GPU_ECC_CORRECTED]);
	assert_unknown(h.count[GPU_ROWS_REMAPPED]);
}

/* kinds of libraries */

#define FIRST "a0000000-1111-2222-3333-444444444444"

/* The card's state is completely unknown: no value is 0, and no reason is "none". */
static void expect_no_state(void)
{
	struct gpu_state s;

	gb_nvml_state(card, &s);
	assert_unknown(s.sm_clock_hz);
	assert_unknown(s.mem_clock_hz);
	assert_unknown(s.temperature_c);
	assert_unknown(s.mem_temperature_c);
	assert_unknown(s.ecc_errors);
	assert_string_equal(s.throttle, "");
	assert_false(s.slowdown);
}

/* Nor what it draws. */
static void expect_no_draw(void)
{
	assert_unknown(gb_nvml_power(card, gb_clock_now() - 1, gb_clock_now() + 1));
	assert_unknown(gb_nvml_energy(card));
}

static void expect_no_use(void)
{
	assert_int_equal(gb_nvml_processes(card), -1);
	assert_int_equal(gb_nvml_busy(card), -1);
	assert_int_equal(gb_nvml_working(card, 5, 5), -1);
}

static struct gpu_identity identity_of(struct gb_device *device)
{
	struct gpu_identity id = nothing_known();

	gb_nvml_identity(card, device, &id);
	return id;
}

static void expect_no_identity(const struct gpu_identity *id)
{
	assert_string_equal(id->vbios, "");
	assert_string_equal(id->board, "");
	assert_string_equal(id->ecc, "");
	assert_string_equal(id->mig, "");
	assert_unknown(id->power_limit_w);
}

TEST(a_slice_goes_by_the_address)
{
	assert_non_null(gb_nvml_find("MIG-other", "0000:18:00.0").handle);
}

TEST(an_unknown_card_stays_unknown)
{
	card = gb_nvml_find("GPU-other", "0000:99:00.0");
	struct gb_device device = { .uuid = "GPU-other" };
	const struct gpu_identity id = identity_of(&device);

	assert_null(card.handle);
	expect_no_identity(&id);
	assert_string_equal(id.driver, "580.00"); /* of all cards */
	assert_string_equal(device.uuid, "GPU-other");
	expect_no_state();
	expect_no_draw();
	expect_no_use();
}

/* A Jetson has neither. */
TEST(a_card_without_uuid_and_address_is_not_asked_for)
{
	assert_null(gb_nvml_find("", "").handle);
}

static fixture_fn as_it_was;

TEST_WITH(what_is_not_supported_stays_unknown, NULL, as_it_was)
{
	struct gb_device device = { .uuid = "GPU-" FIRST };

	setenv("GPUBENCH_FAKE_NVML", "unsupported", 1);
	card = gb_nvml_find(device.uuid, "");
	const struct gpu_identity id = identity_of(&device);
	assert_non_null(card.handle);
	expect_no_identity(&id);
	assert_string_equal(id.driver, "580.00");
	expect_no_state();
	expect_no_draw();
	expect_no_use();
}

TEST_WITH(a_library_that_answers_nothing, NULL, as_it_was)
{
	struct gb_device device = { .uuid = "GPU-" FIRST };

	setenv("GPUBENCH_FAKE_NVML", "nothing", 1);
	card = gb_nvml_find(device.uuid, "0000:18:00.0");
	const struct gpu_identity id = identity_of(&device);
	assert_null(card.handle);
	expect_no_identity(&id);
	assert_string_equal(id.driver, "");
}

/* CUDA reports its UUID; NVML reports that the UUID belongs to a slice. */
TEST_WITH(a_slice_is_known_by_its_own_uuid, NULL, as_it_was)
{
	static const char *const as_asked[] = { "GPU-" FIRST, "MIG-" FIRST };

	setenv("GPUBENCH_FAKE_NVML", "mig", 1);
	for (size_t i = 0; i < sizeof as_asked / sizeof as_asked[0]; i++) {
		struct gb_device device = { .uuid = "" };
		snprintf(device.uuid, sizeof device.uuid, "%s", as_asked[i]);
		card = gb_nvml_find(device.uuid, "");
		const struct gpu_identity id = identity_of(&device);
		assert_string_equal(device.uuid, "MIG-" FIRST);
		assert_string_equal(id.mig, "on");
		assert_string_equal(id.vbios, "96.00.61.00.01"); /* of its card */
		assert_same(id.power_limit_w, 700);
	}
}

/* The card's values include the loads of others. */
TEST_WITH(what_a_card_draws_is_not_what_a_slice_draws, NULL, as_it_was)
{
	setenv("GPUBENCH_FAKE_NVML", "card", 1);
	card = gb_nvml_find("GPU-" FIRST, "");
	assert_same(gb_nvml_power(card, gb_clock_now() - 1, gb_clock_now() + 1), 100);
	assert_true(gb_nvml_energy(card) > 0);
	setenv("GPUBENCH_FAKE_NVML", "mig", 1);
	card = gb_nvml_find("GPU-" FIRST, "0000:18:00.0");
	expect_no_draw();
	/* The same applies to a GPU that is not known by its UUID. */
	card = gb_nvml_find("GPU-other", "0000:18:00.0");
	expect_no_draw();
}

TEST_WITH(processes_are_those_of_the_slice, NULL, as_it_was)
{
	setenv("GPUBENCH_FAKE_NVML", "mig", 1);
	const struct gb_nvml slice = gb_nvml_find("GPU-" FIRST, "0000:18:00.0");
	assert_ptr_not_equal(slice.part, slice.handle);
	set_library(2, 0, 0);
	assert_int_equal(gb_nvml_processes(slice), 2);
	set_library(0, 0, 0);
}

TEST_WITH(a_virtual_card, NULL, as_it_was)
{
	struct gb_device device = { .uuid = "GPU-" FIRST };

	setenv("GPUBENCH_FAKE_NVML", "vgpu", 1);
	card = gb_nvml_find(device.uuid, "");
	const struct gpu_identity id = identity_of(&device);
	expect_no_identity(&id); /* a version of all zeros means that there is none */
	assert_string_equal(device.uuid, "GPU-" FIRST);
	expect_no_state();
	expect_no_draw();
}

SETTING(set_links, "fake_nvml_links", (unsigned int count, unsigned int version, unsigned int mbytes), count, version,
	mbytes)

static struct gb_links links_of(unsigned int count, unsigned int version, unsigned int mbytes)
{
	struct gb_links links;

	set_links(count, version, mbytes);
	gb_nvml_links(gb_nvml_find("GPU-known", "0000:99:00.0"), &links);
	set_links(0, 0, 0);
	return links;
}

CARD_TEST(replays_of_all_links_that_answer_are_added)
{
	struct gpu_health h;

	set_links(4, 6, 25781); /* the last link is down: replays 0, 1 and 2, and one recovery each */
	gb_nvml_health(card, &h);
	assert_same(h.count[GPU_NVLINK_REPLAYS], 6);
	set_links(0, 0, 0);
	gb_nvml_health(card, &h);
	assert_unknown(h.count[GPU_NVLINK_REPLAYS]);
}

/* Links of each generation with NVML's answers about their lines; the last link is down. */
TEST(links_of_each_version)
{
	static const struct {
		unsigned int count, version, mbytes;
		int is;
		double bytes;
	} of[] = {
		{ 18, 6, 26562, 40, 17 * 25e9 },   { 18, 7, 53125, 50, 17 * 50e9 },  { 36, 8, 53125, 60, 35 * 50e9 },
		{ 18, 8, 106250, 60, 17 * 100e9 }, { 18, 9, 200000, 0, 17 * 200e9 }, /* later than this program */
	};

	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		const struct gb_links links = links_of(of[i].count, of[i].version, of[i].mbytes);
		assert_int_equal(links.nvlinks, of[i].count);
		assert_int_equal(links.nvlink_version, of[i].is);
		assert_same(gb_links_sum(&links).bytes, of[i].bytes);
		assert_int_equal(gb_links_sum(&links).down, 1);
	}
}

static int as_it_was(void)
{
	return unsetenv("GPUBENCH_FAKE_NVML");
}

/* The library is found by its name, so it must be on the search path before the program starts: put it there under
 * that name and start again. An emulator does not start programs of its machine by itself, so emulated.py names it. */
static void find_the_fake(void)
{
	char folder[] = "/tmp/gpubench-nvml-XXXXXX", link[64];

	if (getenv("GPUBENCH_TEST_NVML") != NULL || mkdtemp(folder) == NULL)
		return;
	snprintf(link, sizeof link, "%s/libnvidia-ml.so.1", folder);
	FREED_BY(free_text) char *library = realpath(next_to_program("../libfake_nvml.so"), NULL);
	FREED_BY(free_text) char *program = realpath("/proc/self/exe", NULL);
	if (library != NULL && program != NULL && symlink(library, link) == 0) {
		setenv("GPUBENCH_TEST_NVML", folder, 1);
		setenv("LD_LIBRARY_PATH", folder, 1);
		execl("/bin/sh", "sh", "-c", "exec ${GB_EMULATOR-} \"$0\"", program, (char *)NULL);
	}
}

int main(void)
{
	find_the_fake();
	int failed = run_all_tests();
	const char *folder = getenv("GPUBENCH_TEST_NVML");
	char link[4096];
	if (folder != NULL) {
		snprintf(link, sizeof link, "%s/libnvidia-ml.so.1", folder);
		unlink(link);
		rmdir(folder);
	}
	return failed;
}
