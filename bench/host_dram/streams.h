/* streams.h: the timed kernels for one width of vectors. Included once for each width, after the
 * definitions in kernels.c, with these macros:
 *     WIDTH             bytes of a vector
 *     WITH              the attribute of functions that use such vectors; may be empty
 *     PAST(at, vector)  a store past the caches, which then hold neither old nor new data */
#define NAME_3(name, width) name##_##width
#define NAME_2(name, width) NAME_3(name, width)
#define NAME(name)          NAME_2(name, WIDTH)

typedef uint64_t NAME(words) __attribute__((vector_size(WIDTH), may_alias));
typedef double NAME(doubles) __attribute__((vector_size(WIDTH), may_alias));

enum { NAME(SUMS) = 8 }; /* chains of additions, so that no addition waits for another */

/* One access to each array of the operation. */
ALWAYS_INLINE WITH void NAME(step)(enum host_dram_op op, int past, const char *b, const char *c, char *out,
				   const NAME(doubles) * value, NAME(words) * sum)
{
	NAME(doubles) result = *value;

	switch (op) {
	case HOST_DRAM_READ:
		*sum += *(const NAME(words) *)b;
		return;
	case HOST_DRAM_WRITE:
		break;
	case HOST_DRAM_COPY:
		result = *(const NAME(doubles) *)b;
		break;
	case HOST_DRAM_SCALE:
		result *= *(const NAME(doubles) *)b;
		break;
	case HOST_DRAM_ADD:
		result = *(const NAME(doubles) *)b + *(const NAME(doubles) *)c;
		break;
	case HOST_DRAM_TRIAD:
		result = *(const NAME(doubles) *)b + result * *(const NAME(doubles) *)c;
		break;
	}
	if (past)
		PAST((NAME(doubles) *)out, result);
	else
		*(NAME(doubles) *)out = result;
}

/* Everything except `thread` and `a` is a constant where this is inlined. */
ALWAYS_INLINE WITH void NAME(walk)(uint32_t thread, const struct host_dram_args *a, enum host_dram_op op, int past,
				   uint32_t unroll, uint32_t streams)
{
	/* Copies, because the compiler must assume that the stores below change the data that `a` points to. */
	const uint64_t each = a->each, part = a->part, first = (uint64_t)thread * streams * part;
	const char *const b = a->b + first, *const c = a->c + first;
	char *const out = a->out + first;
	NAME(words) sum[NAME(SUMS)] = { { 0 } };
	const NAME(doubles) value = a->value + (NAME(doubles)){ 0 };
	uint64_t lane[WIDTH / sizeof(uint64_t)], total = 0;

	for (uint64_t at = 0; at < each; at += (uint64_t)unroll * WIDTH) {
		UNROLL_ALL
		for (uint32_t i = 0; i < unroll * streams; i++) {
			const uint64_t to = at + i / unroll * part + (uint64_t)(i % unroll) * WIDTH;
			NAME(step)(op, past, b + to, c + to, out + to, &value, &sum[i % NAME(SUMS)]);
			IN_ORDER();
		}
	}
	if (past)
		DRAIN();
	if (op != HOST_DRAM_READ)
		return;
	UNROLL_ALL
	for (uint32_t i = 1; i < NAME(SUMS); i++)
		sum[0] += sum[i];
	memcpy(lane, &sum[0], sizeof lane);
	for (uint32_t i = 0; i < WIDTH / sizeof(uint64_t); i++)
		total += lane[i];
	a->report[thread].sum += total;
}

FOR_KERNELS(DEFINE, WIDTH)

#undef NAME
#undef NAME_2
#undef NAME_3
#undef WIDTH
#undef WITH
#undef PAST
