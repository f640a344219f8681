/* Models of the kernels of `map`. The second half of the SMs is on the other side of L2. */
#include "../common/input_model.h"
#include "../common/l2_halves_model.h"
#include "map.h"

static uint64_t *line_of(const struct map_survey_args *args, size_t line)
{
	return (uint64_t *)(void *)(args->lines + line * MAP_LINE);
}

static void link_lines(struct gb_shape shape, const void *of)
{
	const struct map_survey_args *args = of;

	for (size_t i = 0; i < args->count; i++)
		*line_of(args, i) = (uintptr_t)line_of(args, i);
}

static unsigned short cycles_to(uint32_t side, uint32_t line)
{
	const uint32_t of_line = line * INPUT_GOLDEN >> 31, depth = line * 40503u >> 8 & 3;

	return (unsigned short)(MAP_LOADS * (250u + (side == of_line ? 0 : 40u) + 2 * (side ? 3 - depth : depth)));
}

static void survey(struct gb_shape shape, const void *of)
{
	const struct map_survey_args *args = of;

	for (uint32_t sm = args->part; sm < shape.grid; sm += args->parts) {
		args->visited[sm] = 0;
		for (uint32_t i = 0; i < args->count; i++) {
			args->cycles[(size_t)sm * MAP_LINES + i] = cycles_to(2 * sm / shape.grid, i);
			args->visited[sm] += *line_of(args, i) == (uintptr_t)line_of(args, i);
		}
	}
}

static void where(struct gb_shape shape, const void *of)
{
	const struct map_where_args *args = of;

	for (uint32_t i = 0; i < shape.grid; i++)
		args->sm[i] = i;
}

/* Each SM also asks for one chunk after the last. */
static void read_chunks(struct gb_shape shape, const void *of)
{
	const struct map_read_args *args = of;
	unsigned long long chunk = *args->next, active = 0;

	for (uint32_t sm = 0; sm < shape.grid; sm++)
		active += args->active[sm] != 0;
	for (; active > 0 && chunk < args->chunks; chunk++)
		for (uint32_t i = 0; i < MAP_CHUNK / 4; i++)
			*args->sum += args->in[chunk % args->of * (MAP_CHUNK / 4) + i];
	*args->next = chunk + active;
	gb_model_unchecked(args->next, sizeof *args->next);
}

/* Block b runs on SM b modulo the number of SMs. */
static void read_parts(struct gb_shape shape, const void *of)
{
	const struct map_random_args *args = of;
	const uint32_t reads = args->trips * gb_model_number("_u");

	for (uint32_t thread = 0; thread < shape.grid * shape.block; thread++) {
		const uint32_t sm = thread / shape.block % args->sms, part = args->part_of_sm[sm];
		if (part == MAP_IDLE)
			continue;
		args->sm_of_block[thread / shape.block] = sm;
		for (uint32_t k = 0, x = random_start(thread); k < reads; k++, x = random_next(x)) {
			const void *at = args->at + map_place(args, args->homes, part, x);
			const uint32_t *word = at;
			args->sums[0] += args->record == 0 ? 0 : word[0] + word[1];
		}
	}
}

static void replay(struct gb_shape shape, const void *of)
{
	const struct map_random_args *args = of;

	for (uint32_t walker = 0; walker < args->walkers; walker++) {
		const uint32_t sm = args->sm_of_block[walker / args->block];
		const uint32_t part = sm < args->sms ? args->part_of_sm[sm] : MAP_IDLE;
		for (uint32_t k = 0, x = random_start(walker); part != MAP_IDLE && k < args->trips;
		     k++, x = random_next(x)) {
			const unsigned long long word = map_place(args, args->homes, part, x) / 4;
			args->sums[1] += input_bits(word) + input_bits(word + 1);
		}
	}
}

static void sum_words(struct gb_shape shape, const void *of)
{
	const struct map_sum_args *args = of;
	uint32_t sum = 0;

	for (unsigned long long i = 0; i < args->words; i++)
		sum += input_bits(i);
	*args->sum += sum * (uint32_t)args->times;
}

GB_MODELS_OF(map, { "map_link", link_lines }, { "map_survey", survey }, { "map_sm", survey }, { "map_where", where },
	     { "map_read", read_chunks }, { "map_fill", input_fill_bits_model }, { "map_sum", sum_words },
	     { "map_random_*", read_parts }, { "map_homes_*", read_parts }, { "map_probe", home_probe_model },
	     { "map_replay", replay });
