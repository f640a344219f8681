/* The checks of `dram`, against kernels in C: right ones pass, and one wrong word is caught. */
#include "dram.h"

#include "real.h"
#include "support.h"

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

/* ---- the kernels other than the timed ones ----------------------------------------------------------------------------- */

/* What the device's check must do, for one load and one store of a mix. */
static double check(struct gb_shape shape, const void *args)
{
	const struct dram_check_args *c = args;
	const unsigned int *out = c->out;
	unsigned int total = 0;

	(void)shape;
	for (unsigned long long i = 0; i < c->words; i++) {
		unsigned int want = expected(c->op, input_float(i), input_float(c->b_word + i));
		if (c->op == DRAM_WRITE)
			want = input_mark(i);
		if (c->op == DRAM_MIX) {
			const unsigned long long first = i / 4 * 4;
			want = input_mark(i) + input_float(first) + input_float(first + 1) + input_float(first + 2) +
			       input_float(first + 3);
		}
		if (out[i] == want)
			continue;
		real_wrong(c->report, i);
	}
	for (unsigned long long i = 0; i < c->read_words; i++)
		total += input_float(i);
	*c->sum += total;
	c->report->compared += c->words + c->read_words;
	return 0;
}

/* ---- the timed ones -------------------------------------------------------------------------------------------------- */

static bool spoil; /* one word of what is written, or of what is read */

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
		*args->sum += total - (spoil ? 1 : 0);
	if (op != DRAM_READ && spoil)
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
	if (spoil)
		out[0] ^= 1;
	return 0;
}

/* ---- tests ---------------------------------------------------------------------------------------------------------- */

#define SHAPE "unroll=1,hint=none,block=256,grid=oneshot"

static const struct {
	const char *point, *kernel;
	fake_kernel_fn *function;
} points[] = {
	{ "op=read,vec=4," SHAPE ",stripes=1", "dram_read_v4_u1_none", do_read },
	{ "op=read,vec=4," SHAPE ",stripes=256", "dram_read_v4_u1_none", do_read },
	{ "op=write,vec=4," SHAPE, "dram_write_v4_u1_none", do_write },
	{ "op=copy,vec=4," SHAPE ",skew=0", "dram_copy_v4_u1_none", do_copy },
	{ "op=copy,vec=4," SHAPE ",skew=1048576", "dram_copy_v4_u1_none", do_copy },
	{ "op=scale,vec=4," SHAPE ",skew=256", "dram_scale_v4_u1_none", do_scale },
	{ "op=add,vec=4," SHAPE ",skew=0", "dram_add_v4_u1_none", do_add },
	{ "op=triad,vec=4," SHAPE ",skew=1048576", "dram_triad_v4_u1_none", do_triad },
	{ "op=mix,reads=4," SHAPE, "dram_mix_r1_w1_none", do_mix },
	{ "op=driver_copy", "none", NULL },
};

enum kernels { RIGHT, WRONG, MISSING };

/* The status of the check with a device whose timed kernels are right, wrong by a word, or do nothing. */
static int verify(size_t i, enum kernels kernels, struct gb_error *error)
{
	struct gb_plugins plugins = real_plugins();
	const struct gb_bench *bench = gb_plugins_find(&plugins, "dram");
	struct gb_card card;
	struct gb_run run;

	fake_reset();
	fake.free_bytes = 24 << 20;
	fake.l2_bytes = 1 << 20;
	fake_kernel("dram_fill", real_fill_float);
	fake_kernel("dram_check", check);
	if (kernels != MISSING && points[i].function != NULL)
		fake_kernel(points[i].kernel, points[i].function);
	fake.computes = kernels != MISSING; /* the driver's copy */
	spoil = kernels == WRONG;
	assert_non_null(bench);
	const struct gb_point point = real_point(bench, points[i].point);
	assert_ok(gb_card_open(&card, &fake_ops, 0, error), *error);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], error), *error);
	assert_ok(gb_run_point(&run, &point), *error);
	const int status = gb_run_verify(&run);
	gb_run_close(&run);
	gb_card_close(&card);
	gb_plugins_free(&plugins);
	return status;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		struct gb_error error = { "" };
		if (verify(i, RIGHT, &error) != GB_OK)
			fail_msg("%s: %s", points[i].point, error.text);
	}
}

static void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		struct gb_error error = { "" };
		if (verify(i, MISSING, &error) != GB_FAILED)
			fail_msg("%s passes", points[i].point);
	}
}

static void one_wrong_word_is_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		struct gb_error error = { "" };
		if (points[i].function == NULL)
			continue;
		if (verify(i, WRONG, &error) != GB_FAILED)
			fail_msg("%s passes", points[i].point);
		assert_says(error.text, points[i].function == do_read ? "the sum of the words read" : "verify: 1 of ");
	}
}

int main(void)
{
	RUN(T(right_kernels_pass), T(kernels_that_do_not_run_are_caught), T(one_wrong_word_is_caught));
}
