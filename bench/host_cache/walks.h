/* walks.h: the timed kernels for one width of vectors. Included once for each width, after the definitions
 * in kernels.c, with these macros:
 *     WIDTH  bytes of a vector
 *     WITH   the attribute of functions that use such vectors; may be empty */
#define NAME_3(name, width) name##_##width
#define NAME_2(name, width) NAME_3(name, width)
#define NAME(name)          NAME_2(name, WIDTH)

typedef uint64_t NAME(words) __attribute__((vector_size(WIDTH), may_alias));

enum { NAME(SUMS) = 8 }; /* chains of additions, so that no addition waits for another */

/* `unroll` is a constant where these are inlined. */
ALWAYS_INLINE WITH void NAME(read)(uint32_t thread, const struct host_cache_args *a, uint32_t unroll)
{
	const uint64_t set = a->set, passes = a->passes;
	const char *const from = a->at + thread * a->own;
	NAME(words) sum[NAME(SUMS)] = { { 0 } };
	uint64_t lane[WIDTH / sizeof(uint64_t)], total = 0;

	for (uint64_t pass = 0; pass < passes; pass++)
		for (uint64_t at = 0; at < set; at += (uint64_t)unroll * WIDTH) {
			UNROLL_ALL
			for (uint32_t i = 0; i < unroll; i++) {
				sum[i % NAME(SUMS)] += *(const NAME(words) *)(from + at + (uint64_t)i * WIDTH);
				IN_ORDER();
			}
		}
	UNROLL_ALL
	for (uint32_t i = 1; i < NAME(SUMS); i++)
		sum[0] += sum[i];
	memcpy(lane, &sum[0], sizeof lane);
	for (uint32_t i = 0; i < WIDTH / sizeof(uint64_t); i++)
		total += lane[i];
	a->report[thread].sum = total;
}

ALWAYS_INLINE WITH void NAME(write)(uint32_t thread, const struct host_cache_args *a, uint32_t unroll)
{
	const uint64_t set = a->set, passes = a->passes;
	char *const to = a->at + thread * a->own;
	NAME(words) value = a->value + (NAME(words)){ 0 };

	for (uint64_t pass = 0; pass < passes; pass++) {
		value += 1;
		for (uint64_t at = 0; at < set; at += (uint64_t)unroll * WIDTH) {
			UNROLL_ALL
			for (uint32_t i = 0; i < unroll; i++) {
				*(NAME(words) *)(to + at + (uint64_t)i * WIDTH) = value;
				IN_ORDER();
			}
		}
	}
}

FOR_KERNELS(DEFINE, WIDTH)

#undef NAME
#undef NAME_2
#undef NAME_3
#undef WIDTH
#undef WITH
