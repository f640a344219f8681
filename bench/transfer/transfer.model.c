/* Models of the kernels of `transfer`. */
#include "../common/input_model.h"
#include "transfer.h"

static void read_all(struct gb_shape shape, const void *of)
{
	const struct transfer_args *args = of;
	uint32_t total = 0;

	for (unsigned long long i = 0; i < args->words && args->record; i++)
		total += args->at[i];
	if (args->record)
		*args->sum += total;
}

static void write_all(struct gb_shape shape, const void *of)
{
	const struct transfer_args *args = of;

	for (unsigned long long i = 0; i < args->words; i++)
		args->at[i] = input_mark(i);
}

static void pieces(struct gb_shape shape, const void *of)
{
	const struct transfer_pieces_args *args = of;

	for (unsigned long long i = 0; i < shape.grid; i++)
		memcpy(args->to + i * args->pitch, args->from + i * args->pitch, args->words * sizeof(uint32_t));
}

static void check(struct gb_shape shape, const void *of)
{
	const struct transfer_check_args *args = of;

	for (unsigned long long i = 0; i < args->bytes; i += 4) {
		const uint32_t want = args->marks ? input_mark(i / 4) : input_bits(i / 4);
		uint32_t found = want; /* of the last word only the first bytes may arrive */
		if (args->bytes - i >= 4)
			found = args->at[i / 4];
		else
			memcpy(&found, &args->at[i / 4], args->bytes - i);
		if (found != want)
			gb_model_wrong(args->report, i / 4);
	}
	gb_model_compared(args->report, (args->bytes + 3) / 4);
}

GB_MODELS_OF(transfer, { "transfer_read_*", read_all }, { "transfer_write_*", write_all },
	     { "transfer_pieces", pieces }, { "transfer_check", check }, { "transfer_fill", input_fill_bits_model });
