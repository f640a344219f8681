/* Latency by the home of a line: near or far hits in L2, near or far lines of DRAM, from SMs of both halves.
 *
 * A line's home is the half of L2 next to its memory. Atomic operations are performed there, so their latency
 * identifies it. A load first looks in the half of its own SM. That half keeps copies of the other half's lines, so a
 * set that is read repeatedly shows only near hits, and a larger one shows a mixture. Here a chase follows lines of one
 * home, enough of them that none is in L2 when the chase reaches it. For hits, an SM at their home reads the lines just
 * before the chase. They are then in that half, without a copy in the other. */
#include "../common/l2_halves.h"
#include "state.h"

/* The size of the sorted buffer as a multiple of L2. The chase then finds nothing from its previous round, and the
 * translations of its pages cost as little as possible (on an H100, 512 MiB took 5 cycles more per hop than 256). */
#define SORTED 5
/* Untimed hops of each kernel, which load its code into the caches. */
enum { WARM = 256, BRINGERS = 512 };
_Static_assert((int)HOPS <= (int)LATENCY_HOPS, "the hops of a launch fit into shared memory");
/* Chain and single hops alternate, and should agree within this factor except for the clock. */
#define SAME 0.01

/* ---- lines and SMs ----------------------------------------------------------------------------------------------- */

static void list_sms(struct halves *h, const struct homes *homes)
{
	for (uint32_t sm = 0; sm < HOME_SMS; sm++)
		if (homes->side_of_sm[sm] >= 0)
			h->sm[homes->side_of_sm[sm]][h->sms[homes->side_of_sm[sm]]++] = (unsigned short)sm;
}

static int table(struct gb_run *run, const uint32_t *from, uint32_t words, gb_ptr *out)
{
	GB_TRY(gb_alloc(run, words * sizeof *from, out));
	return gb_copy_in(run, *out, from, words * sizeof *from);
}

/* Lists the same number of chunks of each home, and the place of each chunk in its list. */
static int list_chunks(struct gb_run *run, struct halves *h, const struct homes *homes)
{
	uint32_t *list = gb_scratch(run, UINT64_C(3) * homes->chunks * sizeof *list), *place_of = list;
	uint32_t count[2] = { 0, 0 };

	if (list == NULL)
		return GB_FAILED;
	for (uint32_t c = 0; c < homes->chunks; c++) {
		const uint32_t home = homes->of_chunk[c];
		place_of[c] = count[home];
		list[(1 + home) * (size_t)homes->chunks + count[home]++] = c;
	}
	h->chunks = homes->chunks;
	h->lines = (count[0] < count[1] ? count[0] : count[1]) * LATENCY_CHUNK_LINES;
	for (uint32_t home = 0; home < 2; home++)
		GB_TRY(table(run, &list[(1 + home) * (size_t)homes->chunks], homes->chunks, &h->list[home]));
	return table(run, place_of, homes->chunks, &h->place_of);
}

static int sort_lines(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct halves *h = &s->halves;
	const uint64_t room = SORTED * gb_device(run)->l2_bytes / PAGE * PAGE;
	struct homes homes;

	if (room > s->room_bytes)
		return gb_skip(run, "the lines of both halves need %.0f bytes, %d times the L2; the buffer has %.0f",
			       (double)room, SORTED, (double)s->room_bytes);
	s->linked = (struct latency_set){ 0 };
	GB_TRY(gb_fill(run, s->room, 0, room)); /* for atomic additions */
	GB_TRY(homes_find(run, "latency_probe", s->room, (uint32_t)(room / HOME_CHUNK), &homes));
	memcpy(h->why_not, homes.why_not, sizeof h->why_not);
	if (h->why_not[0] != '\0')
		return GB_OK;
	list_sms(h, &homes);
	return list_chunks(run, h, &homes);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static struct latency_trail_args trail_args(const struct gb_run *run, uint32_t trail, uint32_t sm)
{
	return (struct latency_trail_args){
		.set = latency_set_args(run).set,
		.trail = gb_address(state_of(run)->halves.trail + trail * sizeof(struct latency_trail)),
		.bins = gb_address(state_of(run)->halves.bins),
		.sm = sm,
		.warm = WARM,
		.hops = HOPS,
	};
}

/* There are more blocks than SMs, so that the requested SM gets one. */
static int on_one_sm(struct gb_run *run, const struct gb_kernel *kernel, uint32_t block, struct latency_trail_args args)
{
	const struct gb_shape shape = { .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = block };

	args.ticket = ++state_of(run)->halves.ticket;
	return gb_launch(run, kernel, shape, &args);
}

/* A chain of hops, and as many timed one by one. */
static int chase(struct gb_run *run, const struct latency_trail_args *args)
{
	GB_TRY(on_one_sm(run, &state_of(run)->halves.chain, 32, *args));
	return on_one_sm(run, &state_of(run)->halves.singles, 32, *args);
}

int latency_launch_halves(struct gb_run *run)
{
	struct halves *h = &state_of(run)->halves;
	const struct latency_trail_args args = trail_args(run, h->home, h->timed);

	if (gb_value(run, lines) == L2_NEAR || gb_value(run, lines) == L2_FAR) {
		struct latency_trail_args all = args;
		all.warm = 2 * WARM;
		all.hops = 2 * HOPS;
		all.sm = h->bringer;
		GB_TRY(on_one_sm(run, &h->bring, BRINGERS, all));
	}
	h->position[h->home] = (h->position[h->home] + latency_halves_hops()) % h->lines;
	return chase(run, &args);
}

uint32_t latency_halves_hops(void)
{
	return 2 * (WARM + HOPS);
}

/* ---- cost of reading the clock ----------------------------------------------------------------------------------- */

static int look(struct gb_run *run, uint32_t trail, struct latency_trail *out)
{
	return gb_copy_out(run, out, state_of(run)->halves.trail + trail * sizeof *out, sizeof *out);
}

/* A line that points to itself is always equally far, so the excess of single hops is the cost of reading the clock. */
static int find_cost(struct gb_run *run)
{
	struct halves *h = &state_of(run)->halves;
	const struct latency_trail first = { .at = h->loop };
	struct latency_trail_args args = trail_args(run, LOOP_TRAIL, h->sm[0][0]);
	struct latency_trail found;

	args.set = (struct latency_set){ .at = gb_address(h->loop), .stride = LATENCY_LINE, .lines = 1, .places = 1 };
	GB_TRY(gb_copy_in(run, h->loop, &h->loop, sizeof h->loop));
	GB_TRY(gb_copy_in(run, h->trail + LOOP_TRAIL * sizeof first, &first, sizeof first));
	GB_TRY(chase(run, &args));
	GB_TRY(look(run, LOOP_TRAIL, &found));
	if (found.chained != HOPS || found.singled != HOPS)
		return gb_fail(run, "no block ran on SM %u", args.sm);
	h->cost = ((double)found.singles - (double)found.chains) / HOPS;
	return GB_OK;
}

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static int allocate(struct gb_run *run)
{
	struct halves *h = &state_of(run)->halves;

	GB_TRY(gb_alloc(run, TRAILS * sizeof(struct latency_trail), &h->trail));
	GB_TRY(gb_fill(run, h->trail, 0, TRAILS * sizeof(struct latency_trail)));
	GB_TRY(gb_alloc(run, sizeof h->bin, &h->bins));
	GB_TRY(gb_alloc(run, LATENCY_LINE, &h->loop));
	GB_TRY(gb_find_kernel(run, "latency_bring", &h->bring));
	GB_TRY(gb_find_kernel(run, "latency_chain", &h->chain));
	GB_TRY(gb_find_kernel(run, "latency_singles", &h->singles));
	GB_TRY(gb_find_kernel(run, "latency_wash", &h->wash));
	return GB_OK;
}

static int get_ready(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (!s->halves.sorted) {
		GB_TRY(sort_lines(run));
		if (s->halves.why_not[0] == '\0')
			GB_TRY(allocate(run));
		if (s->halves.why_not[0] == '\0')
			GB_TRY(find_cost(run));
		s->halves.sorted = true;
	}
	return s->halves.why_not[0] != '\0' ? gb_skip(run, "%s", s->halves.why_not) : GB_OK;
}

/* The SMs of a point: the timed one, and one at the lines' home that brings the lines into L2. The timed SMs are spread
 * evenly over their half. */
static void choose_sms(const struct gb_run *run, struct halves *h)
{
	const uint32_t half = gb_value(run, half), pick = gb_value(run, pick);
	const bool far = gb_value(run, lines) == L2_FAR || gb_value(run, lines) == DRAM_FAR;
	const uint32_t of = LATENCY_PICKS;

	h->home = far ? 1 - half : half;
	h->timed = h->sm[half][(2 * pick - 1) * h->sms[half] / (2 * of)];
	h->bringer = h->sm[h->home][0];
	if (h->bringer == h->timed && h->sms[h->home] > 1)
		h->bringer = h->sm[h->home][1];
}

static void choose_set(struct state *s)
{
	const struct halves *h = &s->halves;

	s->chain = (struct chain){
		.bytes = (uint64_t)h->chunks * HOME_CHUNK,
		.stride = LATENCY_LINE,
		.places = 1,
		.lines = h->lines,
		.in_memory = true,
		.beyond = true,
		.name = "chain",
		.chunks = h->list[h->home],
	};
}

/* Removes written lines, and copies of them, from L2. */
static int wash(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct latency_wash_args args = {
		.at = gb_address(s->scratch),
		.words = s->scratch_bytes / 4,
		.sum = gb_address(s->halves.trail + offsetof(struct latency_trail, sum)),
	};
	for (int pass = 0; pass < 2; pass++)
		GB_TRY(gb_launch(run, &s->halves.wash, latency_everywhere(run), &args));
	return GB_OK;
}

static int continue_trail(struct gb_run *run)
{
	struct halves *h = &state_of(run)->halves;
	struct latency_trail trail = { .position = h->position[h->home] };
	uint64_t at;

	GB_TRY(latency_line_address(run, cycle_line_at(trail.position, h->lines), &at));
	trail.at = at;
	memset(h->bin, 0, sizeof h->bin);
	memset(&h->seen, 0, sizeof h->seen);
	GB_TRY(gb_copy_in(run, h->trail + h->home * sizeof trail, &trail, sizeof trail));
	return gb_fill(run, h->bins, 0, sizeof h->bin);
}

int latency_prepare_halves(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(get_ready(run));
	choose_sms(run, &s->halves);
	choose_set(s);
	GB_TRY(latency_link_lines(run));
	GB_TRY(wash(run));
	return continue_trail(run);
}

int latency_observe_halves(struct gb_run *run, double *value)
{
	struct halves *h = &state_of(run)->halves;

	GB_TRY(look(run, h->home, &h->seen));
	GB_TRY(gb_copy_out(run, h->bin, h->bins, sizeof h->bin));
	if (h->seen.position != h->position[h->home])
		return gb_fail(run, "the chase is at %u, not at %u: launches did not run on SM %u", h->seen.position,
			       h->position[h->home], h->timed);
	*value = (double)h->seen.chain / HOPS;
	return GB_OK;
}

/* ---- evaluation of single hops ----------------------------------------------------------------------------------- */

/* The cycles, less those of the clock, below which this share of the hops lies. */
static double percentile(const struct halves *h, double share)
{
	uint64_t below = 0;

	for (uint32_t cycles = 0; cycles < LATENCY_BINS; cycles++) {
		below += h->bin[cycles];
		if ((double)below > share * h->seen.singled)
			return cycles - h->cost;
	}
	return (double)NAN;
}

static double share_between(const struct halves *h, double least, double most)
{
	uint64_t in = 0;

	for (uint32_t cycles = 0; cycles < LATENCY_BINS; cycles++)
		if (cycles - h->cost >= least && cycles - h->cost <= most)
			in += h->bin[cycles];
	return (double)in / h->seen.singled;
}

static double mean_single(const struct halves *h)
{
	return (double)h->seen.singles / h->seen.singled - h->cost;
}

size_t latency_halves_metrics(const struct halves *h, struct gb_metric *out)
{
	static const struct {
		const char *name;
		double share;
	} at[] = { { "hop_p01", 0.01 }, { "hop_p05", 0.05 }, { "hop_p25", 0.25 }, { "hop_p50", 0.5 },
		   { "hop_p75", 0.75 }, { "hop_p95", 0.95 }, { "hop_p99", 0.99 } };
	const double middle = percentile(h, 0.5);
	size_t count = 0;

	if (h->seen.singled == 0)
		return 0;
	for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
		out[count++] = (struct gb_metric){ at[i].name, "cycles", GB_MEASURED, percentile(h, at[i].share), 0 };
	out[count++] = (struct gb_metric){ "hop_mean", "cycles", GB_MEASURED, mean_single(h), 0 };
	out[count++] = (struct gb_metric){ "hops_within_15", "1", GB_MEASURED,
					   share_between(h, 0.85 * middle, 1.15 * middle), 0 };
	out[count++] = (struct gb_metric){ "hops_slower", "1", GB_MEASURED, 1 - share_between(h, 0, 1.15 * middle), 0 };
	return count;
}

static void compare_means(struct gb_run *run, const struct halves *h)
{
	const double chain = h->seen.chained > 0 ? (double)h->seen.chains / h->seen.chained : (double)NAN;

	if (h->seen.singled > 0 && !(fabs(mean_single(h) - chain) <= SAME * chain))
		gb_suspect(run,
			   "single hops take %.1f cycles on average, less %.1f for reading the clock; chains take %.1f",
			   mean_single(h), h->cost, chain);
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

static int check_trail(struct gb_run *run)
{
	const struct halves *h = &state_of(run)->halves;
	static uint32_t bin[LATENCY_BINS];
	struct latency_trail trail;
	uint64_t wanted, counted = 0;

	GB_TRY(latency_line_address(run, cycle_line_at(h->position[h->home], h->lines), &wanted));
	GB_TRY(look(run, h->home, &trail));
	GB_TRY(gb_copy_out(run, bin, h->bins, sizeof bin));
	if (trail.at != wanted || trail.position != h->position[h->home])
		return gb_fail(run, "the chase ended at %#llx, not at %#llx", trail.at, (unsigned long long)wanted);
	for (uint32_t i = 0; i < LATENCY_BINS; i++)
		counted += bin[i];
	if (counted != HOPS || trail.chained != HOPS || trail.singled != HOPS)
		return gb_fail(run, "%u hops in a chain and %u single ones, %llu of them counted, instead of %d",
			       trail.chained, trail.singled, (unsigned long long)counted, HOPS);
	if (trail.chain == 0 || trail.singles == 0)
		return gb_fail(run, "the hops took %llu cycles in a chain, and %llu one by one", trail.chains,
			       trail.singles);
	return GB_OK;
}

int latency_verify_halves(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct latency_trail timed = s->halves.seen;
	static uint32_t bin[LATENCY_BINS];

	compare_means(run, &s->halves);
	memcpy(bin, s->halves.bin, sizeof bin);
	int status = continue_trail(run);
	if (status == GB_OK)
		status = latency_launch_halves(run);
	if (status == GB_OK)
		status = check_trail(run);
	s->halves.seen = timed;
	memcpy(s->halves.bin, bin, sizeof bin);
	return status == GB_OK ? latency_check_lines(run) : status;
}
