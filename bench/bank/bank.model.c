/* Models of the kernels of `bank`. All blocks do the same, so it is worked out once. */
#include "bank.h"
#include "gpubench_model.h"

enum op { HALF, LOAD, STORE, ADD, EXCHANGE };
enum { THREADS = BANK_WARPS * BANK_LANES, ACCESSES = 2 * BANK_UNROLL * BANK_LANES };

static unsigned int access_word(enum op op, const struct bank_args *args, unsigned int *word, unsigned int at,
				unsigned int trip)
{
	const unsigned int old = *word;

	if (op == HALF)
		return at % 4 == 0 ? old & 0xffff : old >> 16;
	if (op == ADD)
		*word += args->operand;
	if (op == STORE || op == EXCHANGE)
		*word = bank_stored(at, trip + 1);
	return op == STORE ? 0 : old;
}

/* The lanes of a warp run in step. */
static void warp(enum op op, unsigned int width, const struct bank_args *args, unsigned int *memory, unsigned int *sum)
{
	for (unsigned int trip = 0; trip < args->trips[1]; trip++)
		for (unsigned int i = 0; i < BANK_UNROLL * BANK_LANES; i++) {
			const unsigned int lane = i % BANK_LANES, u = i / BANK_LANES;
			const unsigned int to = (args->offset[lane] ^ trip % 2 * args->flip) + u * BANK_APART;
			for (unsigned int at = to; at < to + width; at += 4)
				sum[lane] += access_word(op, args, &memory[at / 4], at, trip);
		}
}

static void first_block(enum op op, unsigned int width, const struct bank_args *args)
{
	static unsigned int memory[BANK_BYTES / 4];
	const unsigned int parts = (width + 3) / 4;

	for (unsigned int i = 0; i < BANK_BYTES / 4; i++)
		memory[i] = bank_content(4 * i) + (op == HALF ? 0x10000 * bank_content(4 * i + 2) : 0);
	for (unsigned int t = 0; t < THREADS; t++)
		args->sum[t] = t < BANK_LANES ? args->offset[t] ^ (args->links[1] + 1) % 2 * BANK_ROW : 0;
	for (unsigned int first = 0; first < THREADS; first += BANK_LANES)
		warp(op, width, args, memory, args->sum + first);
	for (unsigned int i = 0; i < ACCESSES * parts; i++) {
		const unsigned int lane = i / parts % BANK_LANES, access = i / parts / BANK_LANES;
		const unsigned int from = (args->offset[lane] ^ access % 2 * BANK_ROW) + access / 2 * BANK_APART;
		args->words[i] = memory[from / 4 + i % parts];
	}
}

/* 3 cycles per request, and 65 per link of the chain. */
static void launch(struct gb_shape shape, const void *of)
{
	static const char *const names[] = { "load_half", "load", "store", "add", "exchange" };
	const struct bank_args *args = of;
	const unsigned int width = gb_model_number("_");
	const size_t words = (size_t)ACCESSES * ((width + 3) / 4);
	unsigned int op = HALF;

	while (!gb_model_is(names[op]))
		op++;
	if (args->record)
		first_block(op, width, args);
	for (size_t b = 0; b < shape.grid; b++) {
		args->cycles[b] = 3 * BANK_WARPS * BANK_UNROLL * args->trips[1];
		args->cycles[shape.grid + b] = 65 * (args->links[1] + 1);
		if (args->record && b > 0) {
			memcpy(args->sum + b * THREADS, args->sum, THREADS * sizeof *args->sum);
			memcpy(args->words + b * words, args->words, words * sizeof *args->words);
		}
	}
}

static const struct gb_model models[] = { { "bank_*", launch }, { .kernel = NULL } };

GB_MODELS(bank) = { GB_ABI, models };
