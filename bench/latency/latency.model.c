/* Models of the kernels of `latency`. */
#include "../common/l2_halves_model.h"
#include "halves_model.h"

/* Cycles of a hop, and the SM of all chases. */
enum { MEMORY_HOP = 32, SHARED_HOP = 23, CONSTANT_HOP = 30, TEXTURE_HOP = 88, SM = 3 };

static struct latency_line *line_of(const struct latency_set *set, uint32_t line)
{
	return (struct latency_line *)(void *)(set->at + latency_offset_of(set, line));
}

/* ---- chases ------------------------------------------------------------------------------------------------------ */

static void tell(const struct latency_chase_args *args, unsigned long long at, uint32_t cycles)
{
	args->place->at = at;
	args->place->cycles = 1ull * cycles * args->hops;
	args->place->sm = SM;
	gb_model_unchecked(&args->place->cycles, sizeof *args->place - offsetof(struct latency_place, cycles));
}

static void chase(struct gb_shape shape, const void *of)
{
	const struct latency_chase_args *args = of;

	tell(args, chain_follow_model(args->place->at, args->warm + args->hops), MEMORY_HOP);
}

/* Starts from a word that holds its own number. Each word holds the number of the next, times `scale`. */
static uint32_t follow_words(const struct latency_chase_args *args, const uint32_t *word, unsigned long long words,
			     uint32_t scale)
{
	uint32_t at = (uint32_t)args->place->at;

	for (uint32_t i = 0; i < args->warm + args->hops && at / scale < words; i++)
		at = word[at / scale];
	return at;
}

static void chase_shared(struct gb_shape shape, const void *of)
{
	const struct latency_chase_args *args = of;
	const uint32_t n = LATENCY_SHARED_WORDS;
	uint32_t word[LATENCY_SHARED_WORDS];

	for (uint32_t i = 0; i < n; i++)
		word[cycle_line_at(i, n)] = cycle_line_at((i + 1) % n, n);
	tell(args, follow_words(args, word, n, 1), SHARED_HOP);
	if (args->table != NULL)
		memcpy(args->table, word, sizeof word);
}

static void link_constants(uint32_t word[LATENCY_CONSTANT_BYTES / 4])
{
	static const uint32_t sizes[] = LATENCY_CONSTANT_SIZES;

	memset(word, 0, LATENCY_CONSTANT_BYTES);
	for (uint32_t set = 0; set < LATENCY_CONSTANT_SETS; set++) {
		const uint32_t n = sizes[set] / LATENCY_CONSTANT_STEP;
		for (uint32_t i = 0; i < n; i++)
			word[cycle_line_at(i, n) * LATENCY_CONSTANT_STEP / 4 + set] =
				cycle_line_at((i + 1) % n, n) * LATENCY_CONSTANT_STEP + 4 * set;
	}
}

static void chase_constant(struct gb_shape shape, const void *of)
{
	uint32_t word[LATENCY_CONSTANT_BYTES / 4];

	link_constants(word);
	tell(of, follow_words(of, word, LATENCY_CONSTANT_BYTES / 4, 4), CONSTANT_HOP);
}

static void constant_table(struct gb_shape shape, const void *of)
{
	link_constants(((const struct latency_chase_args *)of)->table);
}

/* A texture object of the simulated device is the address of its description. */
static void chase_texture(struct gb_shape shape, const void *of)
{
	const struct latency_chase_args *args = of;
	const struct gb_texture *texture = (const struct gb_texture *)(uintptr_t)args->texture;

	tell(args, follow_words(args, gb_address(texture->at), texture->width, 1), TEXTURE_HOP);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static void link_lines(struct gb_shape shape, const void *of)
{
	const struct latency_set *set = &((const struct latency_set_args *)of)->set;
	struct latency_line *line = line_of(set, cycle_line_at(0, set->lines));

	chain_linked_model(set->at,
			   set->chunks != NULL ? 1ull * set->room_chunks * HOME_CHUNK : set->lines * set->stride);
	for (uint32_t i = 1; i <= set->lines; i++) {
		struct latency_line *next = line_of(set, cycle_line_at(i % set->lines, set->lines));
		*line = (struct latency_line){ (uintptr_t)next, 0 };
		gb_model_unchecked(&line->mark, sizeof line->mark);
		line = next;
	}
}

static void link_texels(struct gb_shape shape, const void *of)
{
	const struct latency_set_args *args = of;
	const uint32_t n = args->set.lines, step = LATENCY_LINE / 4;

	for (uint32_t i = 0; i < n; i++)
		args->table[(size_t)cycle_line_at(i, n) * step] = cycle_line_at((i + 1) % n, n) * step;
}

static void touch(struct gb_shape shape, const void *of)
{
	((const struct latency_set_args *)of)->place->toucher = SM;
}

static void read_lines(struct gb_shape shape, const void *of)
{
}

/* ---- check that a set is one cycle ------------------------------------------------------------------------------- */

static struct latency_line *start_of(const struct latency_set_args *args, uint32_t walker)
{
	return line_of(&args->set, (uint32_t)(1ull * walker * args->set.lines / args->walkers));
}

static void mark(struct gb_shape shape, const void *of)
{
	const struct latency_set_args *args = of;

	for (uint32_t i = 0; i < args->walkers && i < shape.grid * shape.block; i++)
		start_of(args, i)->mark = i + 1;
}

static struct latency_walk walk_from(const struct latency_set_args *args, const struct latency_line *line)
{
	struct latency_walk walk = { 0, 0, 1 };

	do {
		const unsigned long long offset = line->next - (uintptr_t)args->set.at;
		const uint32_t number = latency_line_at(&args->set, offset);
		walk.steps++;
		if (number >= args->set.lines || latency_offset_of(&args->set, number) != offset)
			return walk;
		line = line_of(&args->set, number);
	} while (line->mark == 0 && walk.steps < args->set.lines);
	if (line->mark != 0) {
		walk.next = (uint32_t)line->mark - 1;
		walk.astray = 0;
	}
	return walk;
}

static void walk_lines(struct gb_shape shape, const void *of)
{
	const struct latency_set_args *args = of;

	for (uint32_t i = 0; i < args->walkers && i < shape.grid * shape.block; i++)
		args->walk[i] = walk_from(args, start_of(args, i));
}

GB_MODELS_OF(latency, { "latency_ca", chase }, { "latency_cg", chase }, { "latency_plain", chase },
	     { "latency_generic", chase }, { "latency_nc", chase }, { "latency_volatile", chase },
	     { "latency_relaxed_sys", chase }, { "latency_add*", chase }, { "latency_cas", chase },
	     { "latency_shared_*", chase_shared }, { "latency_constant", chase_constant },
	     { "latency_constant_table", constant_table }, { "latency_texture", chase_texture },
	     { "latency_link", link_lines }, { "latency_link_texels", link_texels }, { "latency_touch", touch },
	     { "latency_read", read_lines }, { "latency_mark", mark }, { "latency_walk_lines", walk_lines },
	     { "latency_probe", home_probe_model }, { "latency_bring", bring }, { "latency_wash", wash },
	     { "latency_chain", follow_in_a_chain }, { "latency_singles", follow_one_by_one });
