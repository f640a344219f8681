/* Models of the kernels of `constant`. All blocks have the same results, so these are computed once. */
#include "constant.h"
#include "gpubench_model.h"

static void table(struct gb_shape shape, const void *of)
{
	const struct constant_table_args *args = of;

	for (uint32_t i = 0; i < CONSTANT_BYTES / 4; i++)
		args->words[i] = constant_word(i);
}

/* 2 cycles per warp operation. */
static void count_cycles(struct gb_shape shape, uint32_t *cycles, uint32_t operations)
{
	gb_model_unchecked(cycles, shape.grid * sizeof *cycles);
	for (uint32_t b = 0; b < shape.grid; b++)
		cycles[b] = 2 * shape.block / CONSTANT_LANES * operations;
}

static void load(struct gb_shape shape, const void *of)
{
	const struct constant_load_args *args = of;

	count_cycles(shape, args->cycles, CONSTANT_LOADS * args->trips[1]);
	for (uint32_t t = 0; args->record && t < shape.grid * shape.block; t++) {
		const uint32_t start = constant_start(t % shape.block / CONSTANT_LANES, args->set);
		args->sum[t] = t < shape.block ? 0 : args->sum[t - shape.block];
		for (uint32_t i = 0; t < shape.block && i < CONSTANT_LOADS * args->trips[1]; i++) {
			const uint32_t group = (start + i / CONSTANT_LINES * CONSTANT_GROUP) % args->set;
			const uint32_t line = group + i % CONSTANT_LINES * CONSTANT_LINE;
			args->sum[t] += constant_word((line + args->offset[t % CONSTANT_LANES]) / 4);
		}
	}
}

/* A chain of multiply-adds, each with the next one of `constants` constants; 0: all are 1. */
static void add(struct gb_shape shape, const struct constant_sum_args *args, uint32_t body, uint32_t constants)
{
	float chain[CONSTANT_CHAINS], operand = 1;
	uint32_t sum = 0;

	count_cycles(shape, args->cycles, body * args->trips[1]);
	for (uint32_t c = 0; c < CONSTANT_CHAINS; c++)
		chain[c] = 1;
	for (uint32_t i = 0; args->record && i < body * args->trips[1]; i++) {
		const uint32_t word = constants > 0 ? constant_word(i % CONSTANT_OPERANDS % constants) : 0;
		if (constants > 0)
			memcpy(&operand, &word, sizeof operand);
		chain[i % CONSTANT_CHAINS] += operand;
	}
	for (uint32_t c = 0; c < CONSTANT_CHAINS; c++) {
		uint32_t bits;
		memcpy(&bits, &chain[c], sizeof bits);
		sum += (2 * c + 1) * bits;
	}
	for (uint32_t t = 0; args->record && t < shape.grid * shape.block; t++)
		args->sum[t] = sum;
}

static void operands(struct gb_shape shape, const void *args)
{
	add(shape, args, CONSTANT_OPERANDS, gb_model_is("register") ? CONSTANT_REGISTERS : CONSTANT_OPERANDS);
}

static void code(struct gb_shape shape, const void *of)
{
	const struct constant_sum_args *args = of;
	const uint32_t bytes =
		gb_model_is("segments") ? args->segments * CONSTANT_SEGMENT : 1024 * gb_model_number("_");

	add(shape, args, bytes / CONSTANT_INSTRUCTION, 0);
}

GB_MODELS_OF(constant, { "constant_load", load }, { "constant_table", table }, { "constant_operand_*", operands },
	     { "constant_code_*", code });
