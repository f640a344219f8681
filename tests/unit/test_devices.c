#include "device/devices.h"

#include "gpu_fake.h"
#include "support.h"

/* The indices that a list selects, of ten devices, as "0 3 ". */
static void expect(const char *list, const char *expected)
{
	struct gb_devices devices;
	struct gb_error error = { "" };
	char text[64] = "";

	fake_reset();
	fake.devices = 10;
	assert_ok(gb_devices_read(&devices, &fake_ops, &error), error);
	assert_ok(gb_devices_select(&devices, list, &error), error);
	for (size_t i = 0; i < devices.count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%d ", devices.found[i].device.index);
	assert_string_equal(text, expected);
	gb_devices_free(&devices);
}

static void every_way_to_name_one(void **state)
{
	(void)state;
	expect("all", "0 1 2 3 4 5 6 7 8 9 ");
	expect("3", "3 ");
	expect("3,0", "0 3 ");
	expect("3,3", "3 ");
	expect("GPU-d", "3 9 "); /* two share the prefix */
	expect("gpu-D0", "3 ");
	expect("e000", "4 ");
	expect("GPU-b0000000-1111-2222-3333-444444444444", "1 ");
	expect("0000:28:00.0", "1 ");
	expect("38:00.0", "2 ");
	expect("0001:28:00.0", "9 ");
	expect("18:00.0", "0 8 "); /* in two domains */
	expect("0,GPU-c,0000:28:00.0", "0 1 2 8 ");
}

static void refuse(const char *list, const char *says)
{
	struct gb_devices devices;
	struct gb_error error = { "" };

	fake_reset();
	fake.devices = 2;
	assert_ok(gb_devices_read(&devices, &fake_ops, &error), error);
	assert_int_equal(gb_devices_select(&devices, list, &error), GB_FAILED);
	assert_says(error.text, says);
	assert_says(error.text, "0 (Fake GPU, GPU-a0000000-1111-2222-3333-444444444444, 0000:18:00.0)");
	assert_says(error.text, "1 (Fake GPU, GPU-b0000000");
	gb_devices_free(&devices);
}

static void what_is_not_there_lists_what_is(void **state)
{
	(void)state;
	refuse("2", "no device '2'");
	refuse("0,7,1", "no device '7'");
	refuse("-1", "no device '-1'");
	refuse("", "no device ''");
	refuse("0,", "no device ''");
	refuse("b0", "no device 'b0'"); /* too short to be meant */
	refuse("GPU-b1", "no device 'GPU-b1'");
	refuse("0000:99:00.0", "no device");
	refuse("ALL", "no device 'ALL'");
	refuse("0 ,1", "no device '0 '");
	refuse("00", "no device '00'");
}

static void failures_are_passed_on(void **state)
{
	struct gb_devices devices;
	struct gb_error error = { "" };

	(void)state;
	fake_reset();
	fake.devices = 3;
	fake_fail("describe", 2, false);
	assert_int_equal(gb_devices_read(&devices, &fake_ops, &error), GB_FAILED);
	assert_says(error.text, "device 1: cudaGetDeviceProperties: ");
	gb_error_clear(&error);
	fake.devices = 0;
	assert_int_equal(gb_devices_read(&devices, &fake_ops, &error), GB_FAILED);
	assert_says(error.text, "no CUDA device");
}

int main(void)
{
	RUN(T(every_way_to_name_one), T(what_is_not_there_lists_what_is), T(failures_are_passed_on));
}
