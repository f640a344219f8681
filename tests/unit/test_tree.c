/* The report on a host and its links, from a topology in a file and the fake device's NVLinks. */

#include "base/text.h"
#include "device/topology.h"
#include "gpu_fake.h"
#include "support.h"

static struct gb_devices devices;
static struct gb_tree node;

static int start(void)
{
	fake_reset();
	fake.devices = 3;
	unsetenv("HWLOC_FSROOT");
	unsetenv("HWLOC_COMPONENTS"); /* with these, the file would not be read */
	setenv("HWLOC_XMLFILE", "tests/data/node.xml", 1);
	setenv("GPUBENCH_HOST", "here", 1);
	return gb_devices_read(&devices, &fake_ops, &error) == GB_OK ? 0 : -1;
}

static int finish(void)
{
	gb_tree_free(&node);
	gb_devices_free(&devices);
	return 0;
}

TEST_WITH(the_tree_is_that_of_the_host, start, finish)
{
	static const struct {
		int depth, gpu;
		const char *text;
	} expected[] = {
		{ 0, -1, "here" },
		{ 1, -1, "NUMA node 0, 1 cores, 256.0 GB" },
		{ 2, -1, "PCIe root, domain 0000, buses 10 to 1f" },
		{ 3, -1, "PCIe bridge 0000:10:01.0" },
		{ 4, 0, "GPU 0, Fake GPU, 0000:18:00.0" },
		{ 4, -1, "network, 0000:17:00.0, mlx5_0" },
		{ 1, -1, "NUMA node 1, 1 cores, 128.0 GB" },
		{ 2, -1, "PCIe root, domain 0000, buses 28 to 28" },
		{ 3, 1, "GPU 1, Fake GPU, 0000:28:00.0" },
		{ 1, 2, "GPU 2, Fake GPU, 0000:38:00.0" }, /* hwloc does not see it */
	};

	gb_tree_read(&node, &fake_ops, &devices);
	for (size_t i = 0; i < node.count && i < sizeof expected / sizeof expected[0]; i++) {
		assert_string_equal(node.object[i].text, expected[i].text);
		assert_int_equal(node.object[i].depth, expected[i].depth);
		assert_int_equal(node.object[i].gpu, expected[i].gpu);
	}
	assert_int_equal(node.count, sizeof expected / sizeof expected[0]);
}

TEST_WITH(links_between_gpus_are_told, start, finish)
{
	char text[128];

	fake.links_down = 4;
	gb_tree_read(&node, &fake_ops, &devices);
	gb_tree_between(&node, &devices, 0, 1, text, sizeof text);
	assert_string_equal(text, "14 NVLinks, 350.0 GB/s each way");
	gb_tree_nvlinks(&node.links[0], text, sizeof text);
	assert_string_equal(text, "14 of 18 up, version 4.0, to switches, 350.0 GB/s each way");
	gb_links_tell_down(&node.links[0], text, sizeof text);
	assert_string_equal(text, "4 of 18 NVLinks are down: 0, 1, 2, 3");
	fake.links_down = 0;
	fake_ops.links(0, &node.links[0]);
	gb_links_tell_down(&node.links[0], text, sizeof text);
	assert_string_equal(text, "");
	/* The side with fewer links limits the rate. */
	gb_tree_between(&node, &devices, 0, 1, text, sizeof text);
	assert_string_equal(text, "14 NVLinks, 350.0 GB/s each way");
	node.links[1] = (struct gb_links){ 0 };
	gb_tree_between(&node, &devices, 0, 1, text, sizeof text);
	assert_string_equal(text, "PCIe");
}

/* Two links directly to GPU 1 and two to GPU 2: no switch combines them. */
TEST_WITH(links_that_lead_straight_to_a_gpu_count_for_that_one, start, finish)
{
	struct gb_links a = { .nvlinks = 4 }, b = { .nvlinks = 2 };

	for (size_t i = 0; i < 4; i++) {
		a.nvlink[i] = (struct gb_nvlink){ .up = i != 1, .bytes = 25e9, .to = GB_NVLINK_TO_GPU };
		gb_text_copy(a.nvlink[i].remote, sizeof a.nvlink[i].remote, i < 2 ? "0000:28:00.0" : "0000:38:00.0");
	}
	assert_int_equal(gb_links_between(&a, &b, "0000:28:00.0").up, 1);
	assert_int_equal(gb_links_between(&a, &b, "0000:28:00.0").down, 1);
	assert_same(gb_links_between(&a, &b, "0000:38:00.0").bytes, 50e9);
	assert_int_equal(gb_links_between(&a, &b, "0000:48:00.0").up, 0);
}

TEST_WITH(rates_by_hand, start, finish)
{
	char text[64];

	assert_same(gb_links_pcie_bytes(5, 16), 32e9 * 128 / 130 / 8 * 16); /* 63.0 GB/s */
	assert_same(gb_links_pcie_bytes(2, 8), 5e9 * 0.8);
	assert_true(isnan(gb_links_pcie_bytes(0, 16)) && isnan(gb_links_pcie_bytes(9, 16)) &&
		    isnan(gb_links_pcie_bytes(5, 0)));
	assert_same(gb_links_nvlink_bytes(26562e6), 25e9);
	assert_same(gb_links_nvlink_bytes(53125e6), 50e9);
	assert_same(gb_links_nvlink_bytes(106250e6), 100e9);
	assert_same(gb_links_nvlink_bytes(14062e6), 14062e6);
	assert_true(isnan(gb_links_nvlink_bytes(NAN)));
	gb_tree_pcie(5, 16, text, sizeof text);
	assert_string_equal(text, "generation 5 x 16 lanes, 63.02 GB/s each way");
	gb_tree_pcie(0, 16, text, sizeof text);
	assert_string_equal(text, "");
}
