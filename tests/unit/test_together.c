/* Blocks that run together, more shared memory than the default, and tensor maps: the results of plug-in calls. */
#include "engine/run.h"

#include "one_run.h"

static int start(void)
{
	return open_card() == GB_OK ? open_run() : -1;
}

static int launch(struct gb_shape shape)
{
	const struct bench_state *s = gb_state(&run);

	gb_error_clear(&error);
	return gb_launch(&run, &s->kernel, shape, &s->memory);
}

static int clusters(struct gb_shape shape, uint32_t *count)
{
	const struct bench_state *s = gb_state(&run);

	gb_error_clear(&error);
	return gb_clusters(&run, &s->kernel, shape, count);
}

/* Four SMs with 228 KiB: one block of 200 KiB each, so two clusters of two, and none of eight. */
TEST_WITH(clusters_that_fit_are_counted, start, close_card)
{
	uint32_t count = 0;

	assert_ok(clusters((struct gb_shape){ .block = 128, .shared_bytes = 200 << 10, .cluster = 2 }, &count), error);
	assert_int_equal(count, 2);
	assert_skips(clusters((struct gb_shape){ .block = 128, .shared_bytes = 200 << 10, .cluster = 8 }, &count),
		     "no cluster of 8 blocks of 128 threads with 204800 bytes");
	assert_ok(launch((struct gb_shape){ .grid = 4, .block = 128, .cluster = 2 }), error);
	assert_fails(launch((struct gb_shape){ .grid = 3, .block = 128, .cluster = 2 }), "INVALID_CLUSTER_SIZE");
}

TEST_WITH(an_older_device_has_no_clusters, start, close_card)
{
	const struct bench_state *s = gb_state(&run);
	struct gb_tensor_map map;
	uint32_t count;

	fake.cc = 80;
	assert_skips(clusters((struct gb_shape){ .block = 128, .cluster = 2 }, &count), "9.0");
	assert_skips(launch((struct gb_shape){ .grid = 4, .block = 128, .cluster = 2 }), "9.0");
	assert_skips(gb_tensor_map(&run, &(struct gb_tensor){ .at = s->memory }, &map), "tensor copies");
}

TEST_WITH(blocks_that_wait_for_one_another_must_all_fit, start, close_card)
{
	assert_ok(launch((struct gb_shape){ .grid = 8, .block = 1024, .cooperative = 1 }), error);
	assert_fails(launch((struct gb_shape){ .grid = 9, .block = 1024, .cooperative = 1 }), "TOO_LARGE");
}

TEST_WITH(shared_memory_that_is_not_there_is_no_fault, start, close_card)
{
	assert_ok(launch((struct gb_shape){ .grid = 1, .block = 32, .shared_bytes = 227 << 10 }), error);
	assert_skips(launch((struct gb_shape){ .grid = 1, .block = 32, .shared_bytes = 228 << 10 }),
		     "233472 bytes of shared memory");
}

TEST_WITH(a_tensor_lies_in_device_memory, start, close_card)
{
	const struct bench_state *s = gb_state(&run);
	struct gb_tensor tensor = {
		.at = s->memory,
		.element = GB_ELEMENT_F32,
		.rank = 2,
		.size = { 32, 32 },
		.stride = { 4, 128 },
		.box = { 16, 8 },
		.swizzle = GB_SWIZZLE_64,
	};
	struct gb_tensor_map map;

	assert_ok(gb_tensor_map(&run, &tensor, &map), error);
	assert_int_equal(map.bits[0], s->memory);
	tensor.size[1] = 33; /* past the end of 4096 bytes */
	assert_int_equal(gb_tensor_map(&run, &tensor, &map), GB_FAILED);
	tensor.size[1] = 32;
	tensor.box[0] = 257;
	assert_fails(gb_tensor_map(&run, &tensor, &map), "cuTensorMapEncodeTiled");
}

static const struct gb_tensor two_images = {
	/* of 3 x 2 pixels of four channels */
	.element = GB_ELEMENT_U32,
	.rank = 4,
	.size = { 4, 3, 2, 2 },
	.stride = { 4, 16, 48, 96 },
};

/* A filter of 3 x 3 on padded images: its middle left pixel, starting at its last position in the first row, without
 * the first channel. Channel 4 does not exist. */
TEST_WITH(pixels_are_those_of_a_convolution, start, close_card)
{
	static const struct gb_im2col im2col = { { -1, -1 }, { -1, -1 }, { 1, 1 }, 4, 7 };
	static const int at[] = { 1, 1, -1, 0 };
	static const unsigned int tap[] = { 0, 1 }, first[] = { 5, 0, 13, 17, 0, 25, 29 };
	const struct bench_state *s = gb_state(&run);
	struct gb_tensor tensor = two_images;
	uint32_t words[48], came[28];
	struct gb_tensor_map map;

	for (uint32_t i = 0; i < 48; i++)
		words[i] = i;
	tensor.at = s->memory;
	assert_ok(gb_copy_in(&run, s->memory, words, sizeof words), error);
	assert_ok(gb_tensor_map_im2col(&run, &tensor, &im2col, &map), error);
	const struct fake_im2col of = fake_im2col(&map);
	fake_im2col_copy(&of, at, tap, came);
	for (size_t pixel = 0; pixel < 7; pixel++)
		for (size_t channel = 0; channel < 4; channel++)
			assert_int_equal(came[4 * pixel + channel],
					 first[pixel] == 0 || channel == 3 ? 0 : first[pixel] + channel);
}

TEST_WITH(a_filter_must_have_a_position, start, close_card)
{
	static const struct gb_im2col right = { { -1, -1 }, { -1, -1 }, { 1, 1 }, 4, 7 };
	const struct bench_state *s = gb_state(&run);
	struct gb_tensor tensor = two_images;
	struct gb_tensor_map map;
	struct gb_im2col wrong[8];

	tensor.at = s->memory;
	for (size_t i = 0; i < 8; i++)
		wrong[i] = right;
	wrong[0].upper[0] = -4;
	wrong[1].lower[1] = -129;
	wrong[2].upper[1] = 128;
	wrong[3].step[0] = 0;
	wrong[4].step[1] = 9;
	wrong[5].channels = 3;
	wrong[6].channels = 260;
	wrong[7].pixels = 1025;
	for (size_t i = 0; i < 8; i++) {
		assert_fails(gb_tensor_map_im2col(&run, &tensor, &wrong[i], &map), "cuTensorMapEncodeIm2col");
	}
	tensor.rank = 2; /* no image */
	assert_int_equal(gb_tensor_map_im2col(&run, &tensor, &right, &map), GB_FAILED);
}

TEST(other_devices_say_so)
{
	struct gb_tensor_map map;
	uint32_t count;

	assert_int_equal(gpu_host.clusters(NULL, NULL, (struct gb_shape){ .cluster = 2 }, &count, &error), GB_SKIPPED);
	assert_int_equal(gpu_host.tensor_map(NULL, NULL, NULL, &map, &error), GB_SKIPPED);
}
