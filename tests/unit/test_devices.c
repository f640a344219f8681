#include "device/devices.h"

#include "gpu_fake.h"
#include "support.h"

/* The indices that a list selects, of ten devices, as "0 3 ". */
static void expect(const char *list, const char *expected)
{
	FREED_BY(gb_devices_free) struct gb_devices devices;
	char text[64] = "";

	fake_reset();
	fake.devices = 10;
	assert_ok(gb_devices_read(&devices, &fake_ops, &error), error);
	assert_ok(gb_devices_select(&devices, list, &error), error);
	for (size_t i = 0; i < devices.count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%d ", devices.found[i].device.index);
	assert_string_equal(text, expected);
}

TEST(every_way_to_name_one)
{
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

TEST(a_uuid_of_bytes)
{
	const char bytes[16] = { '\x01', '\x23', '\x45', '\x67', '\x89', '\xab', '\xcd', '\xef',
				 '\xfe', '\xdc', '\xba', '\x98', '\x76', '\x54', '\x32', '\x10' };
	const char none[16] = { 0 };
	char text[GB_DEVICE_UUID];

	gb_device_uuid(bytes, text);
	assert_string_equal(text, "GPU-01234567-89ab-cdef-fedc-ba9876543210");
	gb_device_uuid(none, text); /* otherwise all such devices would be the same */
	assert_string_equal(text, "");
}

TEST(a_place_on_no_bus)
{
	char text[GB_DEVICE_PCI];

	gb_device_pci("000F:01:00.0", text);
	assert_string_equal(text, "000F:01:00.0");
	gb_device_pci("0000:00:00.0", text);
	assert_string_equal(text, "");
	gb_device_pci("", text);
	assert_string_equal(text, "");
}

TEST(a_device_without_names)
{
	struct gb_found_device found = { .device = { .index = 3, .name = "Orin" } };
	struct gb_devices devices = { &found, 1 };

	assert_fails_with(gb_devices_select(&devices, "", &error), "no device ''; there is 3 (Orin)");
	assert_ok(gb_devices_select(&devices, "3", &error), error);
	assert_int_equal(devices.count, 1);
}

TEST(a_slice_goes_by_its_uuid)
{
	struct gb_found_device found = { .device = { .name = "A100",
						     .uuid = "MIG-a65afc88-50b5-5ccf-b0a8-f93b3247ae9e" } };
	static const char *const names[] = { "MIG-a65a", "mig-A65AFC88", "a65afc88" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct gb_devices devices = { &found, 1 };
		gb_error_clear(&error);
		assert_ok(gb_devices_select(&devices, names[i], &error), error);
		assert_int_equal(devices.count, 1);
	}
}

static void refuse(const char *list, const char *says)
{
	FREED_BY(gb_devices_free) struct gb_devices devices;
	gb_error_clear(&error);

	fake_reset();
	fake.devices = 2;
	assert_ok(gb_devices_read(&devices, &fake_ops, &error), error);
	assert_int_equal(gb_devices_select(&devices, list, &error), GB_FAILED);
	assert_says(error.text, says);
	assert_says(error.text, "0 (Fake GPU, GPU-a0000000-1111-2222-3333-444444444444, 0000:18:00.0)");
	assert_says(error.text, "1 (Fake GPU, GPU-b0000000");
}

TEST(what_is_not_there_lists_what_is)
{
	refuse("2", "no device '2'");
	refuse("0,7,1", "no device '7'");
	refuse("-1", "no device '-1'");
	refuse("", "no device ''");
	refuse("0,", "no device ''");
	refuse("b0", "no device 'b0'"); /* too short to be intended */
	refuse("GPU-b1", "no device 'GPU-b1'");
	refuse("0000:99:00.0", "no device");
	refuse("ALL", "no device 'ALL'");
	refuse("0 ,1", "no device '0 '");
	refuse("00", "no device '00'");
}
