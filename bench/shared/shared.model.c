/* Models of the kernels of `shared`. */
#include "gpubench_model.h"
#include "shared.h"

/* Words that are accessed in odd trips: neighbours have swapped places. */
static unsigned int swapped(const struct shared_args *args, unsigned int i)
{
	return i ^ args->flip / 4;
}

static unsigned int sum_of(const struct shared_args *args, unsigned int thread)
{
	const unsigned int words = gb_model_number("_w") / 4, unroll = gb_model_number("_u"), odd = args->trips / 2;
	unsigned int sum = 0;

	for (unsigned int n = 0; n < unroll * words; n++) {
		const unsigned int access = thread / SHARED_LANES * unroll + n / words;
		const unsigned int i = (access * SHARED_LANES + thread % SHARED_LANES) * words + n % words;
		sum += (args->trips - odd) * shared_word(i) + odd * shared_word(swapped(args, i));
	}
	return sum;
}

static unsigned int left(enum shared_op op, const struct shared_args *args, unsigned int i)
{
	switch (op) {
	case SHARED_WRITE:
		return shared_written(i, args->trips);
	case SHARED_COPY:
		return shared_word(args->trips % 2 == 0 ? swapped(args, i) : i);
	default:
		return shared_word(i);
	}
}

static void stream(enum shared_op op, struct gb_shape shape, const struct shared_args *args)
{
	const unsigned int words = shape.shared_bytes / 4 / (op == SHARED_COPY ? 2 : 1);

	for (unsigned int thread = 0; thread < shape.block && args->record; thread++) {
		const unsigned int sum = op == SHARED_READ ? sum_of(args, thread) : 0;
		for (unsigned int block = 0; block < shape.grid; block++)
			args->sum[block * shape.block + thread] = sum;
	}
	for (unsigned int i = 0; i < words && i < args->words && args->record; i++) {
		const unsigned int word = left(op, args, i);
		for (unsigned int block = 0; block < shape.grid; block++)
			args->left[block * args->words + i] = word;
	}
}

#define STREAM(name, op)                                          \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		stream(op, shape, args);                          \
	}
STREAM(read, SHARED_READ)
STREAM(write, SHARED_WRITE)
STREAM(copy, SHARED_COPY)

static const struct gb_model models[] = {
	{ "shared_read_*", read },
	{ "shared_write_*", write },
	{ "shared_copy_*", copy },
	{ .kernel = NULL },
};

GB_MODELS(shared) = { GB_ABI, models };
