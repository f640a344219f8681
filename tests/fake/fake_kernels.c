/* fake_kernels.c: the kernels of tests/plugins in C, so that complete runs on the fake device compute and verify. */
#include <math.h>
#include <unistd.h>

#include "../plugins/faults/faults.h"
#include "../plugins/flips/flips.h"
#include "../plugins/skeleton/skeleton.h"
#include "../plugins/toy/toy.h"
#include "../plugins/toy_cycles/toy_cycles.h"
#include "gpu_fake.h"

/* 20 µs with blocks of 256, and longer for other sizes, so that a search has something to find. */
static double toy_seconds(struct gb_shape shape)
{
	return 20e-6 * (1 + 0.1 * fabs(log2(shape.block / 256.0)));
}

/* A quarter of the array, the size of `parts`: the compiler vectorizes loops of a known length, and runs have
 * thousands of launches. */
static void add_part(unsigned int *restrict out, const unsigned int *restrict in)
{
	for (unsigned int i = 0; i < TOY_WORDS / 4; i++)
		out[i] = in[i] + TOY_ADD;
}

static double toy_add(struct gb_shape shape, const void *args)
{
	const struct toy_args *a = args;

	for (unsigned int first = 0; first < a->words; first += TOY_WORDS / 4)
		add_part(a->out + first, a->in + first);
	return toy_seconds(shape);
}

static double toy_double(struct gb_shape shape, const void *args)
{
	const struct toy_args *a = args;

	for (unsigned int i = 0; i < a->words; i++)
		a->out[i] = 2 * a->in[i];
	return toy_seconds(shape);
}

/* Correct except for one word. */
static double toy_wrong(struct gb_shape shape, const void *args)
{
	const struct toy_args *a = args;

	toy_add(shape, args);
	a->out[a->words / 2] ^= 1;
	return toy_seconds(shape);
}

static double toy_cycles_chase(struct gb_shape shape, const void *args)
{
	const struct toy_cycles_args *a = args;

	*a->cycles = (unsigned long long)TOY_CYCLES_STEPS * (TOY_CYCLES_FIRST + a->stride);
	return 0;
}

static double skeleton_add(struct gb_shape shape, const void *args)
{
	const struct skeleton_args *a = args;

	for (unsigned long long i = 0; i < a->words; i++)
		a->out[i] = a->in[i] + SKELETON_ADD;
	return 1e-3;
}

static double skeleton_check(struct gb_shape shape, const void *args)
{
	const struct skeleton_check_args *a = args;

	for (unsigned long long i = 0; i < a->words; i++, a->report->compared++)
		if (a->out[i] != skeleton_word(i) + SKELETON_ADD)
			a->report->wrong++;
	return 1e-3;
}

static double faults_fine(struct gb_shape shape, const void *args)
{
	const struct faults_args *a = args;

	for (unsigned int i = 0; i < a->words; i++)
		a->out[i] = a->value + i;
	return 1e-3;
}

/* The launch succeeds, but from the next wait on the context is lost. */
static double faults_illegal_address(struct gb_shape shape, const void *args)
{
	fake_fail("sync", 1, true);
	return 0;
}

static double faults_endless(struct gb_shape shape, const void *args)
{
	while (true)
		pause();
	return 0;
}

static double flips_turn(struct gb_shape shape, const void *args)
{
	++*((const struct flips_args *)args)->turn;
	return 1e-6;
}

/* The blocks take turns on four SMs. */
static double flips_write(struct gb_shape shape, const void *args)
{
	const struct flips_args *a = args;

	for (unsigned int block = 0; block < shape.grid; block++)
		a->sms[block] = block % 4;
	for (unsigned int i = 0; i < a->words; i++)
		a->out[i] = flips_word(i) ^ (i == FLIPS_WORD && a->at != 0 && *a->turn == a->at ? FLIPS_BIT : 0);
	return 1e-4;
}

static double flips_check(struct gb_shape shape, const void *args)
{
	const struct flips_check_args *a = args;

	for (unsigned int i = 0; i < a->words; i++, a->report->compared++)
		if (a->out[i] != flips_word(i)) {
			a->report->first = a->report->wrong++ == 0 ? i : a->report->first;
		}
	return 1e-4;
}

static const struct fake_emulated emulated[] = {
	{ "toy_add", toy_add, sizeof(struct toy_args) },
	{ "toy_double", toy_double, sizeof(struct toy_args) },
	{ "toy_wrong", toy_wrong, sizeof(struct toy_args) },
	{ "toy_cycles", toy_cycles_chase, sizeof(struct toy_cycles_args) },
	{ "skeleton_add", skeleton_add, sizeof(struct skeleton_args) },
	{ "skeleton_check", skeleton_check, sizeof(struct skeleton_check_args) },
	{ "faults_fine", faults_fine, sizeof(struct faults_args) },
	{ "faults_illegal_address", faults_illegal_address, sizeof(struct faults_args) },
	{ "faults_endless", faults_endless, sizeof(struct faults_args) },
	{ "flips_turn", flips_turn, sizeof(struct flips_args) },
	{ "flips_write", flips_write, sizeof(struct flips_args) },
	{ "flips_check", flips_check, sizeof(struct flips_check_args) },
	{ NULL, NULL, 0 },
};

/* Before main(). */
__attribute__((constructor)) static void add(void)
{
	fake_more_kernels = emulated;
}
