/* host_fma_loop.h: the loops of one instruction set and number format, one for each number of chains. It is included
 * once for each SET, with WITH (the target of the functions), NUMBER, VECTOR, LOAD, STORE, SPREAD, CHAINS (the numbers
 * of chains) and the steps EVEN(i) and ODD(i) of chain x<i>, which may use the constants c0, c1 and c2.
 *
 * Nothing between the steps gives a compiler a reason to reorder them: a chain is one register from the first step to
 * the last. */

#define LANES    (sizeof(VECTOR) / sizeof(NUMBER))
#define BEGIN(i) VECTOR x##i = LOAD(start + (thread + (i)*LANES) % HOST_FMA_SEEDS);
#define END(i)   STORE(out + (i)*LANES, x##i);

#define LOOP(chains, EACH)                                                                                 \
	WITH static void HOST_FMA_NAME(SET, chains)(uint32_t thread, uint32_t threads, const void *args)   \
	{                                                                                                  \
		const struct host_fma_args *a = args;                                                      \
		const NUMBER *start = a->start, *constant = a->constant;                                   \
		NUMBER *out = (NUMBER *)a->out + (size_t)thread * (chains)*LANES;                          \
		const VECTOR c0 = SPREAD(constant[0]), c1 = SPREAD(constant[1]), c2 = SPREAD(constant[2]); \
		(void)threads, (void)c0, (void)c1, (void)c2;                                               \
		EACH(BEGIN)                                                                                \
		for (uint64_t trip = a->trips; trip > 0; trip--) {                                         \
			EACH(EVEN)                                                                         \
			EACH(ODD)                                                                          \
			EACH(EVEN)                                                                         \
			EACH(ODD)                                                                          \
		}                                                                                          \
		EACH(END)                                                                                  \
	}
CHAINS(LOOP)

#undef LANES
#undef BEGIN
#undef END
#undef LOOP
#undef SET
#undef WITH
#undef NUMBER
#undef VECTOR
#undef LOAD
#undef STORE
#undef SPREAD
#undef CHAINS
#undef EVEN
#undef ODD
