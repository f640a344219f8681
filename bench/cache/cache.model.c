/* Models of the kernels of `cache`. */
#include "../common/l2_halves_model.h"
#include "../common/input_model.h"
#include "cache.h"

/* A visit of a block to a granule. Returns the sum of the words that it reads, or that a read would return. */
typedef uint32_t granule_fn(uint32_t *words, unsigned long long first, uint32_t count);

static uint32_t read_words(uint32_t *words, unsigned long long first, uint32_t count)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
		sum += words[first + i];
	return sum;
}

static uint32_t write_words(uint32_t *words, unsigned long long first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		words[first + i] = input_mark(first + i);
	return 0;
}

static uint32_t input_words(uint32_t *words, unsigned long long first, uint32_t count)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
		sum += input_bits(first + i);
	return sum;
}

struct set {
	const uint32_t *chunks; /* NULL: it lies at `own` */
	unsigned long long own;
	uint32_t start, bytes, granule, step;
};

static unsigned long long first_word(const struct set *s, uint32_t place)
{
	return s->chunks != NULL ? s->chunks[place / HOME_CHUNK] * (HOME_CHUNK / 4ull) : (s->own + place) / 4;
}

/* Processes all visits of a warp. The warp is back at the same place after at most as many visits as the set has
 * granules. */
static uint32_t visit(const struct set *s, uint32_t warp, uint32_t visits, granule_fn *granule, uint32_t *words)
{
	const uint32_t places = s->bytes / s->granule;
	uint32_t place = (s->start + warp * s->granule) % s->bytes, total = 0;

	for (uint32_t v = 0; v < places && v < visits; v++) {
		const uint32_t times = visits / places + (v < visits % places);
		total += times * granule(words, first_word(s, place), s->granule / 4);
		place = (uint32_t)((1ull * place + s->step) % s->bytes);
	}
	return total;
}

static const uint32_t *chunks_of(struct cache_part part, uint32_t far, const uint32_t *chunks_0,
				 const uint32_t *chunks_1, uint32_t bytes)
{
	return (part.side != far ? chunks_1 : chunks_0) + (size_t)part.rank * (bytes / HOME_CHUNK);
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

static void visit_and_record(const struct cache_args *args, const struct set *s, uint32_t number, uint32_t warps,
			     uint32_t more)
{
	granule_fn *granule = gb_model_is("_write") ? write_words : read_words;

	for (uint32_t warp = 0; warp < warps; warp++) {
		const uint32_t visits = args->trips + (warp == 0 ? more : 0);
		const uint32_t total = visit(s, warp, visits, granule, args->at);
		if (!args->record)
			continue;
		args->sums[number] += total;
		args->visits[number * warps + warp] = visits;
	}
}

/* The first warp takes all tickets, as if its SM were served much faster. */
static void walk(struct gb_shape shape, const void *of)
{
	const struct cache_args *args = of;
	const uint32_t tickets = *args->ticket < args->tickets ? args->tickets - *args->ticket : 0;

	for (uint32_t block = 0; block < shape.grid; block++) {
		const struct set s = { .own = block * args->own,
				       .start = block * args->start,
				       .bytes = args->set,
				       .granule = gb_model_number("_u") * CACHE_ACCESS,
				       .step = args->step };
		visit_and_record(args, &s, block, shape.block / 32, block == 0 ? tickets * args->each : 0);
	}
}

static void sided(struct gb_shape shape, const void *of)
{
	const struct cache_args *args = of;

	for (uint32_t sm = 0; sm < shape.grid; sm++) {
		const struct cache_part part = args->parts[sm];
		const struct set s = { .chunks = chunks_of(part, args->far, args->chunks_0, args->chunks_1, args->set),
				       .bytes = args->set,
				       .granule = HOME_CHUNK,
				       .step = args->step };
		if (part.side < args->sides)
			visit_and_record(args, &s, part.number, shape.block / 32, 0);
	}
}

/* ---- kernels that are not timed ---------------------------------------------------------------------------------- */

static void check_words(const struct cache_check_args *args, const struct set *s)
{
	const uint32_t *words = args->at;

	for (uint32_t place = 0; place < s->bytes; place += s->granule) {
		const unsigned long long first = first_word(s, place), end = first + s->granule / 4;
		for (unsigned long long i = first; i < end; i++)
			if (words[i] != input_mark(i))
				gb_model_wrong(args->report, i);
		gb_model_compared(args->report, s->granule / 4);
	}
}

static void check_set(const struct cache_check_args *args, const struct set *s, uint32_t number)
{
	uint32_t sum = 0;

	for (uint32_t warp = 0; warp < args->warps; warp++) {
		const uint32_t visits = args->visits[number * args->warps + warp];
		sum += args->sums != NULL ? visit(s, warp, visits, input_words, NULL) : 0;
		gb_model_compared(args->report, visits);
	}
	if (args->sums == NULL)
		check_words(args, s);
	else if (args->sums[number] != sum)
		gb_model_wrong(args->report, number);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct cache_check_args *args = of;

	for (uint32_t i = 0; i < shape.grid; i++) {
		struct set s = { NULL, i * args->own, i * args->start, args->set, args->granule, args->step };
		if (args->shares != NULL)
			s.chunks = chunks_of(args->shares[i], args->far, args->chunks_0, args->chunks_1, args->set);
		check_set(args, &s, i);
	}
}

GB_MODELS_OF(cache, { "cache_sided_*", sided }, { "cache_read_*", walk }, { "cache_shared_*", walk },
	     { "cache_fill", input_fill_bits_model }, { "cache_check", check }, { "cache_probe", home_probe_model });
