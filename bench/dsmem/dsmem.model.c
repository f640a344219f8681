/* Models of the kernels of `dsmem`. */
#include "dsmem.h"
#include "gpubench_model.h"

enum { LOAD, STORE, ATOMIC };

/* One access by a thread to its part of a block's memory. */
static unsigned int access_words(int op, unsigned int *memory, unsigned int thread, unsigned int u, unsigned int value)
{
	const unsigned int words = op == ATOMIC ? 1 : 4;
	unsigned int sum = 0;

	for (unsigned int i = 0; i < words; i++) {
		unsigned int *word = memory + (size_t)(thread + u * DSMEM_THREADS) * words + i;
		sum += *word;
		*word = op == STORE ? value : op == ATOMIC ? *word + 1 : *word;
	}
	return op == LOAD ? sum : 0;
}

/* Block b takes 1000 x b cycles more than 400000. */
static void tell_cycles(struct gb_shape shape, const struct dsmem_args *args)
{
	for (unsigned int b = 0; b < shape.grid; b++)
		args->cycles[b] = UINT64_C(400000) + UINT64_C(1000) * b;
}

static void accesses(int op, struct gb_shape shape, const struct dsmem_args *args)
{
	/* Stores write the same in each trip. */
	const unsigned int size = shape.cluster, trips = op == STORE ? 8 : args->trips;

	tell_cycles(shape, args);
	if (!args->record)
		return;
	memset(args->sum, 0, (size_t)shape.grid * DSMEM_THREADS * sizeof *args->sum);
	for (unsigned int b = 0; b < shape.grid; b++)
		for (unsigned int i = 0; i < DSMEM_WORDS; i++)
			args->memory[b * DSMEM_WORDS + i] = dsmem_content(b % size, i);
	for (unsigned int b = 0; b < shape.grid; b++)
		for (unsigned int trip = 0; trip < trips; trip++) {
			const unsigned int partner = dsmem_partner(b % size, size, args->all, trip);
			const unsigned int to = b / size * size + partner;
			for (unsigned int t = 0; t < DSMEM_THREADS; t++)
				for (unsigned int u = 0; u < DSMEM_UNROLL; u++)
					args->sum[b * DSMEM_THREADS + t] += access_words(
						op, args->memory + (size_t)to * DSMEM_WORDS, t, u, ~partner);
		}
}

static void load(struct gb_shape shape, const void *args)
{
	accesses(LOAD, shape, args);
}
static void store(struct gb_shape shape, const void *args)
{
	accesses(STORE, shape, args);
}
static void atomic(struct gb_shape shape, const void *args)
{
	accesses(ATOMIC, shape, args);
}

static void bulk(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;
	const unsigned int size = shape.cluster, words = DSMEM_PIECE / 4;

	tell_cycles(shape, args);
	for (unsigned int b = 0; b < shape.grid && args->record; b++)
		for (unsigned int i = 0; i < DSMEM_WORDS; i++) {
			const unsigned int from = (b + size - 1) % size;
			args->memory[b * DSMEM_WORDS + i] = dsmem_content(from, i % words);
		}
}

/* Block b is 200 + b cycles away. */
static void chain(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;

	for (unsigned int to = 1; to < shape.cluster; to++) {
		unsigned int at = 0;
		for (unsigned int i = 0; i < args->trips * DSMEM_LINKS; i++)
			at = dsmem_next(at);
		args->sum[to] = at;
		args->cycles[to] = (UINT64_C(200) + to) * DSMEM_LINKS * (args->trips - 1);
	}
}

/* 300 cycles one way. */
static void message(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;

	(void)shape;
	args->sum[0] = args->sum[1] = args->trips;
	args->cycles[args->to] = UINT64_C(600) * (args->trips - 1);
}

static const struct gb_model models[] = {
	{ "dsmem_load", load }, { "dsmem_store", store },   { "dsmem_async", store },       { "dsmem_atomic", atomic },
	{ "dsmem_bulk", bulk }, { "dsmem_chain_*", chain }, { "dsmem_message_*", message }, { .kernel = NULL },
};

GB_MODELS(dsmem) = { GB_ABI, models };
