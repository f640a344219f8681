#include "device/rates.h"

#include "support.h"

/* FP32 peaks as the vendor prints them: lanes x 2 x SMs x boost clock. */
static void peaks_as_published(void **state)
{
	static const struct {
		const char *card;
		int major, minor, sms;
		double hz, fp32, fp64;
	} cards[] = {
		{ "V100 SXM2", 7, 0, 80, 1.530e9, 15.7e12, 7.8e12 },
		{ "T4", 7, 5, 40, 1.590e9, 8.1e12, 0 },
		{ "A100", 8, 0, 108, 1.410e9, 19.5e12, 9.7e12 },
		{ "A10", 8, 6, 72, 1.695e9, 31.2e12, 0 },
		{ "L40", 8, 9, 142, 2.490e9, 90.5e12, 0 },
		{ "H100 SXM", 9, 0, 132, 1.980e9, 66.9e12, 33.5e12 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const struct gb_rates rates = gb_rates_of(cards[i].major, cards[i].minor);
		const double clocks = cards[i].sms * cards[i].hz;
		assert_near(rates.fp32 * clocks, cards[i].fp32, 0.006);
		if (cards[i].fp64 > 0)
			assert_near(rates.fp64 * clocks, cards[i].fp64, 0.01);
		assert_same(rates.fp32, 2.0 * gb_rates_cores(cards[i].major, cards[i].minor));
	}
}

/* Of dense matrices; the brief of Orin has those of sparse ones, twice as much. */
static void int8_as_published(void **state)
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

	(void)state;
	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const double rate = gb_rates_of(cards[i].major, cards[i].minor).tensor_int8;
		assert_near(rate * cards[i].sms * cards[i].hz, cards[i].int8, 0.005);
	}
}

/* Of dense matrices of Blackwell; the clocks are those that fit all formats of a card. */
static void tensor_as_published(void **state)
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

	(void)state;
	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const struct gb_rates rates = gb_rates_of(cards[i].major, cards[i].minor);
		const double clocks = cards[i].sms * cards[i].hz;
		assert_near(rates.tensor_fp16 * clocks, cards[i].fp16, 0.005);
		assert_near(rates.tensor_fp8 * clocks, cards[i].fp8, 0.005);
	}
}

/* The press rounds, and has no clock: a power of two more or less would be twice as much. */
static void rubin_as_the_press_has_it(void **state)
{
	const struct gb_rates rubin = gb_rates_of(10, 7);
	const double clocks = 224 * 2.3e9;

	(void)state;
	assert_near(rubin.fp32 * clocks, 130e12, 0.1);
	assert_near(rubin.fp64 * clocks, 33e12, 0.1);
	assert_near(rubin.tensor_fp16 * clocks, 4000e12, 0.1);
	assert_near(rubin.tensor_tf32 * clocks, 2000e12, 0.1);
	assert_near(rubin.tensor_fp8 * clocks, 17500e12, 0.1);
	assert_true(isnan(rubin.tensor_int8));
}

/* With sums of 32 bits; the same chips on other boards have twice as much. */
static void geforce_as_published(void **state)
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

	(void)state;
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

static void memory_as_published(void **state)
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
	};

	(void)state;
	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		const struct gb_device device = { .mem_clock_hz = cards[i].hz, .mem_bus_bits = cards[i].bits };
		assert_near(gb_memory_rate(&device), cards[i].bytes, 0.005);
	}
	assert_true(isnan(gb_memory_rate(&(struct gb_device){ .mem_clock_hz = NAN, .mem_bus_bits = 6144 })));
	assert_true(isnan(gb_memory_rate(&(struct gb_device){ .mem_clock_hz = 3e9 })));
}

static void an_unknown_architecture_is_not_guessed(void **state)
{
	(void)state;
	assert_true(isnan(gb_rates_of(99, 9).fp32) && isnan(gb_rates_of(6, 0).l2_bytes));
	assert_int_equal(gb_rates_cores(99, 9), -1);
}

/* The counters under reads and writes of L2. Measured there: 9.46 and 4.98 TB/s on an H200, 8.05 and 4.21 on an
 * H100. */
static void slices_as_counted(void **state)
{
	static const struct {
		const char *model;
		double read, write;
	} counted[] = { { "NVIDIA H200", 10.29e12, 5.14e12 }, { "NVIDIA H100 80GB HBM3", 8.756e12, 4.378e12 } };

	(void)state;
	for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
		const struct gb_l2 l2 = gb_rates_l2(counted[i].model);

		assert_near(l2.slices * l2.read_bytes * l2.clock_hz, counted[i].read, 1e-3);
		assert_near(l2.slices * l2.write_bytes * l2.clock_hz, counted[i].write, 1e-3);
	}
	assert_int_equal(gb_rates_l2("NVIDIA H200 NVL").slices, 0);
}

int main(void)
{
	RUN(T(peaks_as_published), T(int8_as_published), T(tensor_as_published), T(rubin_as_the_press_has_it),
	    T(geforce_as_published), T(memory_as_published), T(slices_as_counted),
	    T(an_unknown_architecture_is_not_guessed));
}
