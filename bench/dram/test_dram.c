/* Tests of the checks of `dram` against kernels in C: correct ones pass, and one wrong word is caught. */
#include "dram.h"

#include "verified.h"

static unsigned int bits(float value)
{
	unsigned int word;

	memcpy(&word, &value, sizeof word);
	return word;
}

static float number(unsigned int word)
{
	float value;

	memcpy(&value, &word, sizeof value);
	return value;
}

static unsigned int expected(int op, unsigned int a, unsigned int b)
{
	switch (op) {
	case DRAM_SCALE:
		return bits(DRAM_FACTOR * number(a));
	case DRAM_ADD:
		return bits(number(a) + number(b));
	case DRAM_TRIAD:
		return bits(fmaf(DRAM_FACTOR, number(b), number(a)));
	default:
		return a;
	}
}

/* ---- the kernels other than the timed ones ----------------------------------------------------------------------- */

/* The expected word i. DRAM_MIX stands for one load and one store. */
static unsigned int wanted(const struct dram_check_args *c, unsigned long long i)
{
	const unsigned long long first = i / 4 * 4;

	switch (c->op) {
	case DRAM_WRITE:
		return input_mark(i);
	case DRAM_MIX:
		return input_mark(i) + input_float(first) + input_float(first + 1) + input_float(first + 2) +
		       input_float(first + 3);
	case DRAM_ADD:
	case DRAM_TRIAD:
		return expected(c->op, input_float(i), input_float(c->b_word + i));
	default:
		return expected(c->op, input_float(i), 0);
	}
}

/* The work of the device's check. */
static double check(struct gb_shape shape, const void *args)
{
	const struct dram_check_args *c = args;
	const unsigned int *out = c->out;
	unsigned int total = 0;

	(void)shape;
	for (unsigned long long i = 0; i < c->words; i++)
		if (out[i] != wanted(c, i))
			real_wrong(c->report, i);
	for (unsigned long long i = 0; i < c->read_words; i++)
		total += input_float(i);
	*c->sum += total;
	c->report->compared += c->words + c->read_words;
	return 0;
}

/* ---- the timed ones ---------------------------------------------------------------------------------------------- */

enum { A_WORD = 1 }; /* wrong word of the output, or of the input */

/* With vec=4 and unroll=1. */
static unsigned long long words_of(struct gb_shape shape, const struct dram_args *args)
{
	return 4 * args->tiles * shape.block;
}

static double stream(int op, struct gb_shape shape, const struct dram_args *args)
{
	const unsigned int *a = args->a, *b = args->b;
	unsigned int *out = args->out, total = 0;
	const unsigned long long words = words_of(shape, args);

	for (unsigned long long i = 0; i < words; i++) {
		const bool reads_b = op == DRAM_ADD || op == DRAM_TRIAD;
		if (op == DRAM_READ)
			total += a[i];
		else if (op == DRAM_WRITE)
			out[i] = input_mark(i);
		else
			out[i] = expected(op, a[i], reads_b ? b[i] : 0);
	}
	if (op == DRAM_READ && args->record)
		*args->sum += total - (fault == A_WORD);
	if (op != DRAM_READ && fault == A_WORD)
		out[words - 1] ^= 1;
	return 0;
}

#define KERNEL(name, op)                                            \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return stream(op, shape, args);                     \
	}
KERNEL(do_read, DRAM_READ)
KERNEL(do_write, DRAM_WRITE)
KERNEL(do_copy, DRAM_COPY)
KERNEL(do_scale, DRAM_SCALE)
KERNEL(do_add, DRAM_ADD)
KERNEL(do_triad, DRAM_TRIAD)

static double do_mix(struct gb_shape shape, const void *args)
{
	const struct dram_args *m = args;
	const unsigned int *a = m->a;
	unsigned int *out = m->out;

	for (unsigned long long i = 0; i < words_of(shape, m); i += 4)
		for (unsigned long long w = i; w < i + 4; w++)
			out[w] = input_mark(w) + a[i] + a[i + 1] + a[i + 2] + a[i + 3];
	if (fault == A_WORD)
		out[0] ^= 1;
	return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

#define SHAPE "unroll=1,hint=none,block=256,grid=oneshot"

static const struct verified points[] = {
	{ "op=read,vec=4," SHAPE ",stripes=1", "dram_read_v4_u1_none", do_read },
	{ "op=read,vec=4," SHAPE ",stripes=256", "dram_read_v4_u1_none", do_read },
	{ "op=write,vec=4," SHAPE, "dram_write_v4_u1_none", do_write },
	{ "op=copy,vec=4," SHAPE ",skew=0", "dram_copy_v4_u1_none", do_copy },
	{ "op=copy,vec=4," SHAPE ",skew=1048576", "dram_copy_v4_u1_none", do_copy },
	{ "op=scale,vec=4," SHAPE ",skew=256", "dram_scale_v4_u1_none", do_scale },
	{ "op=add,vec=4," SHAPE ",skew=0", "dram_add_v4_u1_none", do_add },
	{ "op=triad,vec=4," SHAPE ",skew=1048576", "dram_triad_v4_u1_none", do_triad },
	{ "op=mix,reads=4," SHAPE, "dram_mix_r1_w1_none", do_mix },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_helper helpers[] = { { "dram_fill", real_fill_float }, { "dram_check", check } };
static const struct verified_device verified_device = {
	.helper = helpers, .helpers = 2, .l2_bytes = 1 << 20, .free_bytes = 24 << 20
};

static void one_wrong_word_is_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++) {
		fault = A_WORD;
		expect_caught(i, points[i].function == do_read ? "the sum of the words read" : "verify: 1 of ");
	}
}

static void the_drivers_copy_is_verified(void **state)
{
	(void)state;
	fake.computes = true;
	at("op=driver_copy");
	assert_ok(gb_run_verify(&run), error);
	fake.computes = false;
	at("op=driver_copy");
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

/* A triad reads two arrays and writes one; its limit is that of the memory, at both edges of its clock. */
static void bytes_and_limit_by_hand(void **state)
{
	const struct gb_device *device = &card.device;

	(void)state;
	at("op=read,vec=4," SHAPE ",stripes=1");
	const double arena = bench->cost(&run).bytes;
	assert_true(arena > 0.75 * 0.8 * (24 << 20) && arena <= 0.8 * (24 << 20));
	at("op=triad,vec=4," SHAPE ",skew=0");
	assert_near(bench->cost(&run).bytes, arena, 0.1);
	assert_near(bench->limit(&run, device, 1e9), 2 * device->mem_clock_hz * device->mem_bus_bits / 8, 1e-9);
}

static void memory_that_others_have_is_a_doubt(void **state)
{
	(void)state;
	assert_string_equal(run.doubt, "");
	gb_run_close(&run);
	fake.context_bytes = 8 << 20; /* of 24 MB: others hold the rest */
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	assert_says(run.doubt, "a working set of 8 MB instead of 17 MB: 17 MB of device memory are free");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),       IDLE(kernels_that_do_not_run_are_caught),
		OPEN(one_wrong_word_is_caught), OPEN(the_drivers_copy_is_verified),
		OPEN(bytes_and_limit_by_hand),  OPEN(memory_that_others_have_is_a_doubt),
	};
	return run_tests_of("dram", tests);
}
