#include "device/rates.h"

#include "base/text.h"
#include "support.h"

/* Dense rates of the matrix units; the brief on Orin lists sparse rates, twice as high. */
TEST(int8_as_published)
{
	static const struct {
		const char *card;
		int major, minor, sms;
		double hz, int8;
	} cards[] = {
		{ "A100", 8, 0, 108, 1.410e9, 624e12 },
		{ "Jetson AGX Orin", 8, 7, 16, 1.300e9, 170e12 / 2 },
		{ "L40S", 8, 9, 142, 2.520e9, 733e12 },
		{ "H100 SXM", 9, 0, 132, 1.830e9, 1979e12 },
	};

	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const double rate = gb_rates_of(cards[i].major, cards[i].minor).tensor_int8;
		assert_near(rate * cards[i].sms * cards[i].hz, cards[i].int8, 0.005);
	}
}

/* Dense rates of Blackwell's matrix units; the clocks fit all formats of a card. */
TEST(tensor_as_published)
{
	static const struct {
		const char *card;
		int major, minor, sms;
		double hz, fp16, fp8;
	} cards[] = {
		{ "B200", 10, 0, 148, 1.860e9, 2250e12, 4500e12 },
		{ "GB300", 10, 3, 160, 1.907e9, 2500e12, 5000e12 },
		{ "Jetson Thor T5000", 11, 0, 20, 1.578e9, 258.5e12, 517e12 },
		{ "RTX PRO 6000 Blackwell", 12, 0, 188, 2.617e9, 504e12, 1008e12 },
		{ "GB10", 12, 1, 48, 2.543e9, 125e12, 250e12 },
	};

	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const struct gb_rates rates = gb_rates_of(cards[i].major, cards[i].minor);
		const double clocks = cards[i].sms * cards[i].hz;
		assert_near(rates.tensor_fp16 * clocks, cards[i].fp16, 0.005);
		assert_near(rates.tensor_fp8 * clocks, cards[i].fp8, 0.005);
	}
}

/* The press rounds, and gives no clock: a power of two more or less would be a factor of two. */
TEST(rubin_as_the_press_has_it)
{
	const struct gb_rates rubin = gb_rates_of(10, 7);
	const double clocks = 224 * 2.3e9;

	assert_near(rubin.fp32 * clocks, 130e12, 0.1);
	assert_near(rubin.fp64 * clocks, 33e12, 0.1);
	assert_near(rubin.tensor_fp16 * clocks, 4000e12, 0.1);
	assert_near(rubin.tensor_tf32 * clocks, 2000e12, 0.1);
	assert_near(rubin.tensor_fp8 * clocks, 17500e12, 0.1);
	assert_true(isnan(rubin.tensor_int8));
}

/* With 32-bit sums; the same chips on other boards have twice as much. */
TEST(geforce_as_published)
{
	static const struct {
		const char *card, *other;
		int major, minor, sms;
		double hz, fp16, tf32;
	} cards[] = {
		{ "NVIDIA GeForce RTX 2080 Ti", "Tesla T4", 7, 5, 68, 1.545e9, 53.8e12, 0 },
		{ "NVIDIA GeForce RTX 3090", "NVIDIA A40", 8, 6, 82, 1.695e9, 71.2e12, 35.6e12 },
		{ "NVIDIA GeForce RTX 4090", "NVIDIA L40S", 8, 9, 128, 2.520e9, 165.2e12, 82.6e12 },
		{ "NVIDIA GeForce RTX 5090", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 12, 0, 170, 2.407e9,
		  209.5e12, 104.8e12 },
	};

	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const struct gb_rates rates = gb_rates_of_board(cards[i].card, cards[i].major, cards[i].minor),
				      whole = gb_rates_of_board(cards[i].other, cards[i].major, cards[i].minor);
		const double clocks = cards[i].sms * cards[i].hz;

		assert_near(rates.tensor_fp16 * clocks, cards[i].fp16, 0.005);
		assert_same(whole.tensor_fp16, 2 * rates.tensor_fp16);
		if (cards[i].tf32 > 0) {
			assert_near(rates.tensor_tf32 * clocks, cards[i].tf32, 0.005);
			assert_same(whole.tensor_bf16, 2 * rates.tensor_bf16);
		}
		assert_same(whole.tensor_int8, rates.tensor_int8);
	}
}

/* Peaks of boards in public, dense, TFLOP/s or TOPS, and the matching clocks: that of the matrix units, and that of
 * all other units if it differs. 0: not published, or not found; NONE: the board has no such unit. */
enum { NONE = -1 };
static const struct {
	const char *name;
	int cc, sms;
	double matrix_ghz, ghz;
	double fp16, fp8, int8, fp32, fp64;
} sheets[] = {
	// clang-format off
	{ "Tesla V100-SXM2-16GB", 70, 80, 1.53, 0, 125, NONE, 0, 15.7, 7.8 }, /* NVIDIA, V100 datasheet, 2020 */
	{ "Tesla T4", 75, 40, 1.59, 0, 65, NONE, 130, 8.1, 0 }, /* NVIDIA, T4 datasheet, 2019 */
	{ "NVIDIA GeForce RTX 2080 Ti", 75, 68, 1.545, 0, 53.8, NONE, 0, 0, 0 }, /* Turing white paper, 2018 */
	{ "NVIDIA TITAN RTX", 75, 72, 1.77, 0, 130, NONE, 0, 16.3, 0 }, /* its datasheet, 2018 */
	{ "Quadro RTX 6000", 75, 72, 1.62, 0, 119.4, NONE, 238.9, 14.9, 0 }, /* Leadtek, passive board, 2019 */
	{ "Quadro RTX 8000", 75, 72, 1.77, 0, 130.5, NONE, 0, 16.3, 0 }, /* Leadtek, 2018 */
	{ "NVIDIA GeForce GTX 1660 Ti", 75, 24, 1.77, 0, NONE, NONE, NONE, 5.4, 0 }, /* anandtech.com, 13973, 2019 */
	{ "NVIDIA A100-SXM4-80GB", 80, 108, 1.41, 0, 312, NONE, 624, 19.5, 9.7 }, /* NVIDIA, A100 datasheet, 2021 */
	{ "NVIDIA A800-SXM4-80GB", 80, 108, 1.41, 0, 311.9, NONE, 623.7, 19.5, 9.75 }, /* hmc-tech.com, 2024 */
	{ "NVIDIA A30", 80, 56, 1.44, 0, 165, NONE, 0, 10.32, 0 }, /* calwoo.github.io; huggingface.co */
	{ "NVIDIA CMP 170HX", 80, 70, 1.41, 0, 6.3, NONE, 0, 0.39, 0 }, /* niconiconi, 2023; zenodo 18995979 */
	{ "NVIDIA A10", 86, 72, 1.695, 0, 125, NONE, 250, 31.2, 0 }, /* NVIDIA, A10 datasheet, 2021 */
	{ "NVIDIA A10G", 86, 80, 1.71, 0, 69.5, NONE, 0, 35, 0 }, /* torch-performance-test-data, 126 */
	{ "NVIDIA A2", 86, 10, 1.77, 0, 18.1, NONE, 36.3, 4.5, 0 }, /* hmc-tech.com, 2024 */
	{ "NVIDIA A16", 86, 10, 1.755, 0, 17.9, NONE, 35.9, 4.5, 0 }, /* its datasheet, panchaea.com */
	{ "NVIDIA A40", 86, 84, 1.74, 0, 149.7, NONE, 299.3, 37.4, 0 }, /* its datasheet, ecer.com */
	{ "NVIDIA RTX A6000", 86, 84, 1.8, 0, 154.8, NONE, 309.7, 38.7, 0 }, /* microway.com, by llmperf.net */
	{ "NVIDIA RTX A4000", 86, 48, 1.56, 0, 76.7, NONE, 0, 19.2, 0 }, /* its datasheet, ecer.com */
	{ "NVIDIA GeForce RTX 3090", 86, 82, 1.695, 0, 71.2, NONE, 0, 35.6, 0 }, /* GA102 white paper, 2020 */
	{ "NVIDIA L4", 89, 58, 2.04, 0, 121, 242.5, 242.5, 30.3, 0 }, /* NVIDIA, L4 datasheet, 2023 */
	{ "NVIDIA L40S", 89, 142, 2.52, 0, 362.05, 733, 733, 91.6, 0 }, /* its datasheet, mullet.se */
	{ "NVIDIA L40", 89, 142, 2.49, 0, 181.05, 362, 362, 90.5, 0 }, /* its datasheet, mullet.se */
	{ "NVIDIA L20", 89, 92, 2.52, 0, 119.5, 239, 239, 59.35, 0 }, /* VeOmni, 2026; topcpu.net, 2025 */
	{ "NVIDIA RTX 6000 Ada Generation", 89, 142, 2.505, 0, 364.25, 0, 0, 91.1, 0 }, /* modula, pull 1, 2024 */
	/* Ada white paper, 2022; FP8 is half of INT8: gpu-flops-bench, 2026 */
	{ "NVIDIA GeForce RTX 4090", 89, 128, 2.52, 0, 165.2, 330.3, 660.6, 82.6, 0 },
	/* Hopper white paper, 2022 */
	{ "NVIDIA H100 80GB HBM3", 90, 132, 1.83, 1.98, 989.4, 1978.9, 1978.9, 66.9, 33.5 },
	{ "NVIDIA H100 PCIe", 90, 114, 1.62, 1.755, 756.5, 1513, 1513, 51, 26 }, /* datasheet, hpctech.co.jp, 2022 */
	/* pytorch-lightning, pull 21743 */
	{ "NVIDIA H100 NVL", 90, 132, 1.545, 1.785, 835.5, 1670.5, 1670.5, 60, 30 },
	{ "NVIDIA H200", 90, 132, 1.83, 1.98, 989.5, 1979, 1979, 67, 33.5 }, /* NVIDIA, H200 datasheet, 2023 */
	{ "NVIDIA GH200 480GB", 90, 132, 1.83, 1.98, 989.4, 0, 0, 66.9, 33.5 }, /* GPUInspector.jl, pull 27, 2024 */
	{ "NVIDIA H800", 90, 132, 1.83, 1.98, 989.5, 1979, 0, 0, 1 }, /* FlashMLA, issue 75; philisun.com */
	{ "NVIDIA H20", 90, 78, 1.83, 1.98, 148, 296, 296, 44, 1 }, /* zangshuxian.com, 2024 */
	{ "NVIDIA B200", 100, 148, 1.86, 1.965, 2250, 4500, 4500, 75, 37 }, /* Blackwell datasheet, 2024 */
	{ "NVIDIA B300 SXM6 AC", 103, 148, 1.86, 1.965, 2250, 4500, 0, 75, 0 }, /* glennklockwood.com, "B300", 2025 */
	/* RTX Blackwell white paper, 2025 */
	{ "NVIDIA RTX PRO 6000 Blackwell Server Edition", 120, 188, 2.617, 0, 504, 1008, 0, 125, 0 },
	/* RTX Blackwell white paper, 2025; CUDALibrarySamples, issue 283; mmapeak */
	{ "NVIDIA GeForce RTX 5090", 120, 170, 2.407, 0, 209.5, 419, 838, 104.8, 0 },
	{ "NVIDIA GeForce RTX 5090 D v2", 120, 170, 2.407, 0, 0, 0, 0, 104.8, 0 }, /* gpu-flops-bench, 2026 */
	// clang-format on
};

/* True if it is as published, within 2 %; a limit that differs fails. */
static bool is_known(size_t i, const char *unit, double rate, double ghz, double peak)
{
	const double limit = rate * sheets[i].sms * ghz * 1e-3;

	if (peak == 0)
		return true;
	if (peak == NONE && !isnan(rate))
		fail_msg("%s has no %s, and a limit of %g", sheets[i].name, unit, limit);
	if (!isnan(rate) && fabs(limit / peak - 1) > 0.02)
		fail_msg("%s: %s of %g is held to %g", sheets[i].name, unit, peak, limit);
	return peak == NONE || !isnan(rate);
}

TEST(boards_as_published_or_unknown)
{
	size_t known = 0;

	for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
		const int cc = sheets[i].cc;
		const struct gb_rates r = gb_rates_of_board(sheets[i].name, cc / 10, cc % 10);
		const double matrix = sheets[i].matrix_ghz, ghz = sheets[i].ghz > 0 ? sheets[i].ghz : matrix;
		bool all = is_known(i, "FP16", r.tensor_fp16, matrix, sheets[i].fp16);

		all = is_known(i, "BF16", r.tensor_bf16, matrix, cc < 80 ? NONE : sheets[i].fp16) && all;
		all = is_known(i, "FP8", r.tensor_fp8, matrix, sheets[i].fp8) && all;
		all = is_known(i, "INT8", r.tensor_int8, matrix, sheets[i].int8) && all;
		all = is_known(i, "FP32", r.fp32, ghz, sheets[i].fp32) && all;
		all = is_known(i, "FP64", r.fp64, ghz, sheets[i].fp64) && all;
		known += all;
	}
	/* The others: CMP 170HX, H20, and the H800's FP64. */
	assert_int_equal(sizeof sheets / sizeof sheets[0], 37);
	assert_int_equal(known, 34);
}

/* A board with fewer units than its chip may have any name. */
TEST(a_board_that_is_not_in_the_table_has_no_limit)
{
	static const struct {
		int cc;
		bool has_vectors; /* no board of the chip is known to have less of them */
	} chips[] = { { 75, false }, { 80, false }, { 86, false }, { 89, true }, { 90, false }, { 120, true } };
	static const char *const names[] = { "NVIDIA L99", "NVIDIA A10X", "NVIDIA GeForce RTX 99", "NVIDIA L40T", "" };

	for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
		for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
			struct gb_device device = { .cc_major = chips[i].cc / 10, .cc_minor = chips[i].cc % 10 };

			gb_text_copy(device.name, sizeof device.name, names[n]);
			device.rates = gb_rates_of_board(names[n], device.cc_major, device.cc_minor);
			const struct gb_rates *r = &device.rates;
			assert_true(isnan(r->tensor_fp16) && isnan(r->tensor_bf16) && isnan(r->tensor_tf32));
			assert_true(isnan(r->tensor_fp8) && isnan(r->tensor_mxfp8) && isnan(r->tensor_fp4));
			assert_true(isnan(r->tensor_int8) && isnan(r->tensor_fp64));
			assert_int_equal(!isnan(r->fp32), chips[i].has_vectors);
			assert_int_equal(!isnan(r->fp64), chips[i].has_vectors);
			assert_true(gb_rates_are_withheld(&device));
			/* The memory bus is the same on all boards. */
			assert_true(r->shared_bytes > 0);
		}
	assert_false(gb_rates_find_board("NVIDIA L99", &(struct gb_device){ 0 }));
}

TEST(memory_as_published)
{
	static const struct {
		const char *card;
		double hz;
		uint32_t bits;
		double bytes;
	} cards[] = {
		{ "V100 SXM2", 0.877e9, 4096, 900e9 },
		{ "T4", 5.001e9, 256, 320e9 },
		{ "A100 80GB SXM", 1.593e9, 5120, 2039e9 },
		{ "H200", 3.201e9, 6144, 4.9e12 },
		{ "NVIDIA H200", 3.201e9, 6016, 4.814e12 },
		{ "NVIDIA GeForce RTX 5090", 14.001e9, 512, 1792e9 },
		/* 7.7 TB/s (Blackwell datasheet, 2024), whatever width a driver reports */
		{ "NVIDIA B200", 3.996e9, 8192, 7672e9 },
		{ "NVIDIA B200", 3.996e9, 7680, 7672e9 },
	};

	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		struct gb_device device = { .mem_clock_hz = cards[i].hz, .mem_bus_bits = cards[i].bits };

		gb_text_copy(device.name, sizeof device.name, cards[i].card);
		assert_near(gb_memory_rate(&device), cards[i].bytes, 0.005);
	}
	assert_true(isnan(gb_memory_rate(&(struct gb_device){ .mem_clock_hz = NAN, .mem_bus_bits = 6144 })));
	assert_true(isnan(gb_memory_rate(&(struct gb_device){ .mem_clock_hz = 3e9 })));
}

/* The width and the clock that CUDA reports, and the peak of the module in GB/s; 0: unknown, because another module
 * has the same chip and as much memory. */
TEST(memory_of_modules_as_published)
{
	static const struct {
		const char *name;
		int cc;
		uint32_t bits;
		double gib, mhz, peak;
	} modules[] = {
		{ "Orin", 87, 64, 7.4, 624, 0 },       /* Orin Nano, CUDA 11.4 */
		{ "Orin", 87, 128, 7.4, 612, 0 },      /* the same, or Orin NX of 8 GB, CUDA 12.6 */
		{ "Orin", 87, 64, 15.3, 918, 102.4 },  /* Orin NX of 16 GB, CUDA 11.4 */
		{ "Orin", 87, 256, 53.5, 612, 204.8 }, /* AGX Orin of 64 GB: deviceQuery in meta-tegra, pull 2088 */
		{ "Orin", 87, 256, 29.8, 612, 204.8 },
		{ "Xavier", 72, 256, 31.2, 1377, 136.5 }, /* AGX Xavier */
		{ "Xavier", 72, 256, 15, 1377, 0 },       /* the same, or Xavier NX */
		{ "NVIDIA GB10", 121, 256, 119.6, 8533, 273 },
		{ "NVIDIA Thor", 110, 0, 122.8, 0, 273 },      /* CUDA 13.0 */
		{ "NVIDIA Thor", 110, 256, 122.8, 4266, 273 }, /* CUDA 13.2 */
		{ "NVIDIA Thor", 101, 256, 122.8, 4266, 273 },
		{ "NVIDIA Thor", 110, 256, 61, 4266, 0 },
	};
	struct gb_device other = { .cc_major = 13, .mem_clock_hz = 1e9, .mem_bus_bits = 256, .is_integrated = 1 };

	for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
		struct gb_device device = {
			.cc_major = modules[i].cc / 10,
			.cc_minor = modules[i].cc % 10,
			.memory_bytes = (uint64_t)(modules[i].gib * 1024 * 1024 * 1024),
			.mem_clock_hz = modules[i].mhz * 1e6,
			.mem_bus_bits = modules[i].bits,
		};

		gb_text_copy(device.name, sizeof device.name, modules[i].name);
		if (modules[i].peak > 0)
			assert_near(gb_memory_rate(&device), 1e9 * modules[i].peak, 0.05);
		else
			assert_true(isnan(gb_memory_rate(&device)));
	}
	assert_true(isnan(gb_memory_rate(&other)));
	other.is_integrated = 0;
	assert_near(gb_memory_rate(&other), 64e9, 1e-9);
}

TEST(an_unknown_architecture_is_not_guessed)
{
	assert_true(isnan(gb_rates_of(99, 9).fp32) && isnan(gb_rates_of(6, 0).l2_bytes));
	assert_int_equal(gb_rates_cores(99, 9), -1);
}

/* The counters under reads and writes of L2. Measured there: 9.46 and 4.98 TB/s on an H200, 8.05 and 4.21 on an
 * H100. */
TEST(slices_as_counted)
{
	static const struct {
		const char *model;
		double read, write;
	} counted[] = { { "NVIDIA H200", 10.29e12, 5.14e12 }, { "NVIDIA H100 80GB HBM3", 8.756e12, 4.378e12 } };

	for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
		const struct gb_l2 l2 = gb_rates_l2(counted[i].model);

		assert_near(l2.slices * l2.read_bytes * l2.clock_hz, counted[i].read, 1e-3);
		assert_near(l2.slices * l2.write_bytes * l2.clock_hz, counted[i].write, 1e-3);
	}
	assert_int_equal(gb_rates_l2("NVIDIA H200 NVL").slices, 0);
}
