/* Models of the kernels of `cache`. */
#include "../common/l2_halves_model.h"
#include "../common/input_model.h"
#include "cache.h"

/* One visit of a block to a granule; returns the sum of the words that are read, or that a read would return. */
typedef unsigned int granule_fn(unsigned int *words, unsigned long long first, unsigned int count);

static unsigned int read_words(unsigned int *words, unsigned long long first, unsigned int count)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < count; i++)
		sum += words[first + i];
	return sum;
}

static unsigned int write_words(unsigned int *words, unsigned long long first, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		words[first + i] = input_mark(first + i);
	return 0;
}

static unsigned int input_words(unsigned int *words, unsigned long long first, unsigned int count)
{
	unsigned int sum = 0;

	(void)words;
	for (unsigned int i = 0; i < count; i++)
		sum += input_bits(first + i);
	return sum;
}

/* A block's set. */
struct set {
	const unsigned int *chunks; /* NULL: it lies at `own` */
	unsigned long long own;
	unsigned int start, bytes, granule, step;
};

static unsigned long long first_word(const struct set *s, unsigned int place)
{
	return s->chunks != NULL ? s->chunks[place / HOME_CHUNK] * (HOME_CHUNK / 4ull) : (s->own + place) / 4;
}

/* A warp is at the same place again after as many visits as the set has granules, or earlier. */
static unsigned int visit(const struct set *s, unsigned int warp, unsigned int visits, granule_fn *granule,
			  unsigned int *words)
{
	const unsigned int places = s->bytes / s->granule;
	unsigned int place = (s->start + warp * s->granule) % s->bytes, total = 0;

	for (unsigned int v = 0; v < places && v < visits; v++) {
		const unsigned int times = visits / places + (v < visits % places);
		total += times * granule(words, first_word(s, place), s->granule / 4);
		place = (unsigned int)((1ull * place + s->step) % s->bytes);
	}
	return total;
}

static const unsigned int *chunks_of(struct cache_part part, unsigned int far, const unsigned int *chunks_0,
				     const unsigned int *chunks_1, unsigned int bytes)
{
	return (part.side != far ? chunks_1 : chunks_0) + (size_t)part.rank * (bytes / HOME_CHUNK);
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

static void visit_and_record(const struct cache_args *args, const struct set *s, unsigned int number,
			     unsigned int warps, unsigned int more)
{
	granule_fn *granule = gb_model_is("_write") ? write_words : read_words;

	for (unsigned int warp = 0; warp < warps; warp++) {
		const unsigned int visits = args->trips + (warp == 0 ? more : 0);
		const unsigned int total = visit(s, warp, visits, granule, args->at);
		if (!args->record)
			continue;
		args->sums[number] += total;
		args->visits[number * warps + warp] = visits;
	}
}

/* The first warp gets all tickets, as if its SM were served much faster. */
static void walk(struct gb_shape shape, const void *of)
{
	const struct cache_args *args = of;
	const unsigned int tickets = *args->ticket < args->tickets ? args->tickets - *args->ticket : 0;

	for (unsigned int block = 0; block < shape.grid; block++) {
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

	for (unsigned int sm = 0; sm < shape.grid; sm++) {
		const struct cache_part part = args->parts[sm];
		const struct set s = { .chunks = chunks_of(part, args->far, args->chunks_0, args->chunks_1, args->set),
				       .bytes = args->set,
				       .granule = HOME_CHUNK,
				       .step = args->step };
		visit_and_record(args, &s, part.number, shape.block / 32, 0);
	}
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static void check_words(const struct cache_check_args *args, const struct set *s)
{
	const unsigned int *words = args->at;

	for (unsigned int place = 0; place < s->bytes; place += s->granule) {
		const unsigned long long first = first_word(s, place), end = first + s->granule / 4;
		for (unsigned long long i = first; i < end; i++)
			if (words[i] != input_mark(i))
				gb_model_wrong(args->report, i);
		gb_model_compared(args->report, s->granule / 4);
	}
}

static void check_set(const struct cache_check_args *args, const struct set *s, unsigned int number)
{
	unsigned int sum = 0;

	for (unsigned int warp = 0; warp < args->warps; warp++) {
		const unsigned int visits = args->visits[number * args->warps + warp];
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

	for (unsigned int i = 0; i < shape.grid; i++) {
		struct set s = { NULL, i * args->own, i * args->start, args->set, args->granule, args->step };
		if (args->shares != NULL)
			s.chunks = chunks_of(args->shares[i], args->far, args->chunks_0, args->chunks_1, args->set);
		check_set(args, &s, i);
	}
}

static const struct gb_model models[] = {
	{ "cache_sided_*", sided }, { "cache_read_*", walk },
	{ "cache_shared_*", walk }, { "cache_fill", input_fill_bits_model },
	{ "cache_check", check },   { "cache_probe", home_probe_model },
	{ .kernel = NULL },
};

GB_MODELS(cache) = { GB_ABI, models };
