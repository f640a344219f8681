/* intensity: how close kernels that stream memory and compute come to the roofline, and to its corner. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"
#include "intensity.h"

GB_VARIANTS(intensity);

/* What is there to be read, and to be written, each. Every launch goes through the next part of it, so that nothing it reads
 * is in L2 from before. Less where memory is short, but never less than a few times L2. */
#define STREAM_BYTES (UINT64_C(4) << 30)
#define STREAM_SHARE 0.4 /* of the free memory, at most */
enum { STREAM_L2S = 4 };
#define STREAM_STEP (UINT64_C(1) << 20)

/* A launch on the roofline would last so long. */
#define LAUNCH_SECONDS 1e-3

/* Tiles of a block that does several. With all of its share, one block to a place, the corner is 2 to 5 % lower: warps get on
 * unevenly, and in the end few are left to hide loads behind. */
enum { TILES_OF_BLOCK = 16 };

static const char *const types[] = {
	[INTENSITY_FP32] = "fp32",
	[INTENSITY_FP64] = "fp64",
	[INTENSITY_FP16] = "fp16",
	NULL,
};
static const char *const traffics[] = { [INTENSITY_READ] = "read", [INTENSITY_COPY] = "copy", NULL };
static const char *const forms[] = {
	[INTENSITY_ONESHOT] = "oneshot",
	[INTENSITY_LOOPED] = "looped",
	[INTENSITY_AHEAD] = "ahead",
	NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "type", .help = "number format; fp16: in pairs", .kind = GB_REPORTED, .names = types },
	{ .name = "traffic",
	  .help = "read: nothing is written; copy: as much is written as is read",
	  .kind = GB_REPORTED,
	  .names = traffics,
	  .quick = "read" },
	{ .name = "flops",
	  .unit = "FLOP",
	  .help = "for every 16 bytes moved: 16 times the intensity in FLOP/B",
	  .kind = GB_REPORTED,
	  .values = "1:8192:pow2,24:6144:pow2,28:7168:pow2",
	  .full = "1,4,16,32,64,96,112,128,192,224,256,384,448,512,768,1024,2048,8192",
	  .quick = "1,112,224,448,8192" },
	{ .name = "form",
	  .help = "oneshot, well below the ridge: a block for every tile; looped, above: for every 16 tiles, with more vectors a "
		  "thread; ahead, of copy: these, and the next tile is loaded before the arithmetic on this one",
	  .kind = GB_SEARCHED,
	  .names = forms },
	{ .name = NULL },
};

/* What differs between formats. */
static const struct format {
	unsigned int word_bytes;
	double flops;   /* of an FMA instruction and thread */
	uint64_t start; /* a word of 0.25 */
} formats[] = {
	[INTENSITY_FP32] = { 4, 2, 0x3e800000 },
	[INTENSITY_FP64] = { 8, 2, UINT64_C(0x3fd0000000000000) },
	[INTENSITY_FP16] = { 4, 4, 0x34003400 },
};

/* Vectors of a thread, block and FMAs on each word in a trip of the loop, of each form: of these the first that divides them.
 * Blocks of another size change little on an H200. */
static const struct plan {
	unsigned int vectors, block, bodies[4];
} plans[][3] = {
	[INTENSITY_READ] = { [INTENSITY_ONESHOT] = { 4, 256, { 2, 1 } },
			     [INTENSITY_LOOPED] = { 8, 128, { 16, 14, 12, 1 } } },
	[INTENSITY_COPY] = { [INTENSITY_ONESHOT] = { 2, 128, { 2, 1 } },
			     [INTENSITY_LOOPED] = { 4, 256, { 32, 28, 24, 1 } },
			     [INTENSITY_AHEAD] = { 4, 512, { 32, 28, 24, 1 } } },
};

/* The bodies of `read`, looped, in FP16: intensity.cu says why they are others. */
static const unsigned int bodies_of_pairs[] = { 14, 8, 1 };

/* Up to this share of the ridge, oneshot; above it the others. They are not searched together: with power at its limit the
 * clock moves from one candidate to the next, and a search would take the luckier one. */
#define ONESHOT_SHARE 0.55
/* The ridge of a card whose rates are not known, FLOP/B. */
#define RIDGE 10.0

enum { REPORT_WRONG, REPORT_FIRST, REPORT_COMPARED, REPORT_WORDS };

/* Words at the start, middle and end of the input that the host checks by itself. */
enum { INPUT_WINDOW = 1024, WINDOWS = 3 };

struct state {
	uint64_t bytes; /* of the input, and of the output */
	int filled;     /* with data of this type; -1: not yet */
	gb_ptr in, out, report;
	struct gb_kernel fill;
	/* of the current point: */
	struct gb_kernel kernel, check;
	struct gb_shape shape;
	uint32_t resident;    /* blocks an SM */
	unsigned int tile;    /* words of a thread in a tile */
	unsigned int steps;   /* FMAs on each of them; 0: less than one */
	uint64_t part, parts; /* bytes of input of a launch; so many fit into what is there */
	uint64_t turn;        /* of the parts */
	struct intensity_args args;
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static uint64_t bytes_for(uint64_t available)
{
	uint64_t bytes = STREAM_BYTES;

	if ((double)bytes > STREAM_SHARE * (double)available)
		bytes = (uint64_t)(STREAM_SHARE * (double)available);
	return bytes / STREAM_STEP * STREAM_STEP;
}

static int choose_bytes(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t least = STREAM_L2S * gb_device(run)->l2_bytes;
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*bytes = bytes_for(available);
	if (*bytes < least || *bytes == 0)
		return gb_skip(run, "%.0f MB of device memory are free; twice %d times L2 (%.0f MB) are needed",
			       1e-6 * (double)available, STREAM_L2S, 2e-6 * (double)least);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	s->filled = -1;
	int status = choose_bytes(run, &s->bytes);
	if (status == GB_OK)
		status = gb_alloc(run, s->bytes, &s->in);
	if (status == GB_OK)
		status = gb_alloc(run, s->bytes, &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, REPORT_WORDS * sizeof(uint64_t), &s->report);
	return status == GB_OK ? gb_find_kernel(run, "intensity_fill", &s->fill) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static const struct format *format(const struct gb_run *run)
{
	return &formats[gb_value(run, "type")];
}

static const struct plan *plan(const struct gb_run *run)
{
	return &plans[gb_value(run, "traffic")][gb_value(run, "form")];
}

/* Bytes moved for each byte read. */
static unsigned int ways(const struct gb_run *run)
{
	return gb_value(run, "traffic") == INTENSITY_COPY ? 2 : 1;
}

static double rate(int type, const struct gb_device *device)
{
	const double rates[] = {
		[INTENSITY_FP32] = device->rates.fp32,
		[INTENSITY_FP64] = device->rates.fp64,
		[INTENSITY_FP16] = device->rates.fp16,
	};

	return rates[type];
}

static double bus(const struct gb_device *device)
{
	return 2 * device->mem_clock_hz * device->mem_bus_bits / 8;
}

/* FLOP for each byte moved. */
static double intensity(int64_t flops)
{
	return (double)flops / 16;
}

static double peak(int type, const struct gb_device *device, double sm_hz)
{
	return rate(type, device) * device->sm_count * sm_hz;
}

/* The roofline: what the lanes can do at this clock, or what the bus brings data for. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return fmin(peak((int)gb_value(run, "type"), device, sm_hz), intensity(gb_value(run, "flops")) * bus(device));
}

/* The shape of the kernels that are not timed. */
static struct gb_shape wide(const struct gb_run *run)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 };
}

static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int type = (int)gb_value(run, "type");
	const struct intensity_fill_args args = { gb_address(s->in), s->bytes / 4, type };

	if (s->filled == type)
		return GB_OK;
	s->filled = type;
	return gb_launch(run, &s->fill, wide(run), &args);
}

/* Does the form suit the point? */
static int check_form(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const int64_t form = gb_value(run, "form");
	const double roof = peak((int)gb_value(run, "type"), device, device->sm_clock_max_hz);
	const double ridge = roof > 0 && bus(device) > 0 ? roof / bus(device) : RIDGE;
	const int low = intensity(gb_value(run, "flops")) <= ONESHOT_SHARE * ridge;

	if (plan(run)->vectors == 0)
		return gb_skip(run, "reading has more vectors a thread instead of loading ahead");
	if (low != (form == INTENSITY_ONESHOT))
		return gb_skip(run, "the form %s is for intensities %s %.3g FLOP/B", forms[form],
			       low ? "above" : "up to", ONESHOT_SHARE * ridge);
	return GB_OK;
}

/* FMAs of a thread on its part of a tile; 0: not a whole number. */
static unsigned int fmas_of_tile(const struct gb_run *run)
{
	const double flops = (double)gb_value(run, "flops") * plan(run)->vectors * ways(run);
	const double fmas = flops / format(run)->flops;

	return fmas == floor(fmas) ? (unsigned int)fmas : 0;
}

/* How the FMAs of a tile are made: so many steps on each word in trips of a loop, or one on each of some words. */
static int choose_body(struct gb_run *run, unsigned int *body)
{
	struct state *s = gb_state(run);
	const unsigned int fmas = fmas_of_tile(run), *bodies = plan(run)->bodies;
	size_t b = 0;

	s->tile = 16 / format(run)->word_bytes * plan(run)->vectors;
	s->steps = fmas / s->tile;
	s->args.fed = fmas;
	*body = 0;
	if (fmas == 0 || (s->steps > 0 && fmas % s->tile != 0) ||
	    (s->steps == 0 && gb_value(run, "form") != INTENSITY_ONESHOT))
		return gb_skip(run, "%lld FLOP for 16 bytes are no whole number of FMAs on each word",
			       (long long)gb_value(run, "flops"));
	if (s->steps == 0)
		return GB_OK;
	if (gb_value(run, "type") == INTENSITY_FP16 && gb_value(run, "traffic") == INTENSITY_READ &&
	    gb_value(run, "form") == INTENSITY_LOOPED)
		bodies = bodies_of_pairs;
	while (s->steps % bodies[b] != 0)
		b++;
	*body = bodies[b];
	s->args.trips = s->steps / *body;
	return GB_OK;
}

static int find_kernels(struct gb_run *run, unsigned int body)
{
	struct state *s = gb_state(run);
	const char *type = types[gb_value(run, "type")], *traffic = traffics[gb_value(run, "traffic")];
	const unsigned int vectors = plan(run)->vectors;
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "intensity_%s_%s_u%u_a%d_s%u", type, traffic, vectors,
		 gb_value(run, "form") == INTENSITY_AHEAD, body);
	int status = gb_find_kernel(run, name, &s->kernel);
	snprintf(name, sizeof name, "intensity_%s_%s_u%u_check", type, traffic, vectors);
	if (status == GB_OK)
		status = gb_find_kernel(run, name, &s->check);
	if (status == GB_OK && plan(run)->block > s->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than there are", plan(run)->block);
	return status;
}

/* Bytes of input that a launch should go through: so that there are two parts at least. */
static double wanted_bytes(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const double roofline = limit(run, device, device->sm_clock_max_hz);
	/* Where a roof is not known: that of no card is lower. */
	const double flops = LAUNCH_SECONDS * (roofline > 0 ? roofline : 100e9);

	return fmin(0.5 * (double)((const struct state *)gb_state(run))->bytes,
		    flops / intensity(gb_value(run, "flops")) / ways(run));
}

/* Whole rounds of tiles for all warps that are resident at once, as many as are wanted and fit. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t block_bytes = UINT64_C(16) * plan(run)->vectors * plan(run)->block;
	const unsigned int most = gb_value(run, "form") == INTENSITY_ONESHOT ? 1 : TILES_OF_BLOCK;

	s->shape = (struct gb_shape){ .block = plan(run)->block };
	int status = gb_occupancy(run, &s->kernel, s->shape.block, 0, &s->resident);
	if (status != GB_OK)
		return status;
	const uint64_t wave = (uint64_t)s->resident * (uint64_t)gb_device(run)->sm_count;
	const double wanted = floor(wanted_bytes(run) / (double)(wave * block_bytes) + 0.5);
	const uint64_t fit = s->bytes / (wave * block_bytes), rounds = wanted < 1 ? 1 : (uint64_t)wanted;
	const uint64_t all = rounds < fit ? rounds : fit;
	s->args.rounds = (unsigned int)(all < most ? all : most);
	s->shape.grid = s->args.rounds > 0 ? (uint32_t)(wave * (all / s->args.rounds)) : 0;
	if (s->shape.grid == 0)
		return gb_skip(run, "%.0f MB are less than a tile for each of %llu resident blocks",
			       1e-6 * (double)s->bytes, (unsigned long long)wave);
	s->part = s->shape.grid * block_bytes * s->args.rounds;
	s->parts = s->bytes / s->part;
	s->turn = 0;
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned int body = 0;

	s->args = (struct intensity_args){ .start = format(run)->start };
	int status = check_form(run);
	if (status == GB_OK)
		status = choose_body(run, &body);
	if (status == GB_OK)
		status = find_kernels(run, body);
	if (status == GB_OK)
		status = choose_shape(run);
	return status == GB_OK ? fill(run) : status;
}

static int launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->turn = (s->turn + 1) % s->parts;
	s->args.in = gb_address(s->in + s->turn * s->part);
	s->args.out = gb_address(s->out + s->turn * s->part);
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* ---- what the time means ------------------------------------------------------------------------------------------- */

static uint64_t threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){
		.bytes = (double)ways(run) * (double)s->part,
		.ops = fmas_of_tile(run) * format(run)->flops * (double)threads(s) * s->args.rounds,
	};
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double flops_per_byte = intensity(gb_value(run, "flops"));

	(void)result;
	out[0] = (struct gb_metric){ .name = "bandwidth",
				     .unit = "B/s",
				     .kind = GB_TIMES,
				     .number = 1 / flops_per_byte,
				     .limit = bus(gb_device(run)) };
	out[1] = (struct gb_metric){ .name = "intensity", .unit = "FLOP/B", .number = flops_per_byte };
	out[2] = (struct gb_metric){ .name = "resident_warps",
				     .unit = "1",
				     .number = (double)s->resident * s->shape.block / INTENSITY_WARP };
	return 3;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The checking kernel works the input out anew with the function the filling kernel used: compare it with the host's own
 * result, so that one mistake in both would show. */
static int check_input(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int type = (int)gb_value(run, "type");
	unsigned int window[INPUT_WINDOW];

	for (int w = 0; w < WINDOWS; w++) {
		const uint64_t start = (s->bytes / 4 - INPUT_WINDOW) / (WINDOWS - 1) * (uint64_t)w;
		int status = gb_copy_out(run, window, s->in + 4 * start, sizeof window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = 0; i < INPUT_WINDOW; i++)
			if (window[i] != intensity_bits(type, start + i))
				return gb_fail(run, "input word %llu is %#x, not %#x", (unsigned long long)(start + i),
					       window[i], intensity_bits(type, start + i));
	}
	return GB_OK;
}

/* Where the word at `place` of a thread's tile is, from the start of a launch's part. */
static uint64_t word_at(const struct gb_run *run, uint64_t thread, uint64_t round, uint64_t place)
{
	const struct state *s = gb_state(run);
	const uint64_t in_vector = 16 / format(run)->word_bytes;
	const uint64_t tile = (round * threads(s) + thread) / INTENSITY_WARP;
	const uint64_t row = tile * plan(run)->vectors + place / in_vector;

	return (row * INTENSITY_WARP + thread % INTENSITY_WARP) * in_vector + place % in_vector;
}

static float float_of(unsigned int bits)
{
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static double double_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* The FP16 number of these bits; no infinities, no NaN. */
static double half_of(unsigned int bits)
{
	const int exponent = (int)(bits >> 10 & 31);
	const double mantissa = bits & 1023;
	const double size = exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, exponent - 25);

	return bits & 0x8000 ? -size : size;
}

/* The nearest FP16 number, ties to even, as its bits; less than 2 in size. */
static unsigned int half_bits(double value)
{
	const unsigned int sign = signbit(value) ? 0x8000 : 0;
	const double size = fabs(value);
	int exponent;

	frexp(size, &exponent);
	if (size == 0 || exponent < -13)
		exponent = -13; /* subnormal */
	/* A carry out of the mantissa is one into the exponent, which is what rounding up to a power of two means. */
	const unsigned int steps = (unsigned int)nearbyint(ldexp(size, 11 - exponent));
	return sign | (exponent == -13 && steps < 1024 ? steps : (unsigned int)(exponent + 13) * 1024 + steps);
}

/* One FMA on the bits of a word. The square of an FP16 number and its sum with another are exact in double. */
static uint64_t step(int type, uint64_t x, uint64_t c)
{
	uint64_t bits = 0;

	if (type == INTENSITY_FP32) {
		const float y = fmaf(float_of((unsigned int)x), float_of((unsigned int)x), float_of((unsigned int)c));
		memcpy(&bits, &y, sizeof y);
		return (unsigned int)(bits & 0xffffffffu);
	}
	if (type == INTENSITY_FP64) {
		const double y = fma(double_of(x), double_of(x), double_of(c));
		memcpy(&bits, &y, sizeof y);
		return bits;
	}
	for (unsigned int half = 0; half < 32; half += 16) {
		const double a = half_of((unsigned int)(x >> half) & 0xffff),
			     b = half_of((unsigned int)(c >> half) & 0xffff);
		bits |= (uint64_t)half_bits(a * a + b) << half;
	}
	return bits;
}

/* Word i of the input. */
static uint64_t input(int type, uint64_t i)
{
	if (type != INTENSITY_FP64)
		return intensity_bits(type, i);
	return (uint64_t)intensity_bits(type, 2 * i + 1) << 32 | intensity_bits(type, 2 * i);
}

/* Chain 0 of a thread after its last tile, on the host. */
static uint64_t chain(const struct gb_run *run, uint64_t thread)
{
	const struct state *s = gb_state(run);
	const int type = (int)gb_value(run, "type");
	const uint64_t first = s->turn * s->part / format(run)->word_bytes;
	const uint64_t chains = gb_value(run, "traffic") == INTENSITY_COPY ? s->tile : INTENSITY_CHAINS;
	const uint64_t neighbour = s->steps > 0 ? 1 : 0;
	uint64_t x = format(run)->start;

	for (uint64_t round = 0; round < s->args.rounds; round++)
		for (unsigned int i = 0; i < (s->steps > 0 ? s->steps : 1); i++)
			for (uint64_t place = 0; place < (s->steps > 0 ? s->tile : s->args.fed); place += chains)
				x = step(type, x, input(type, first + word_at(run, thread, round, place ^ neighbour)));
	return x;
}

/* What stands in memory for it: of `copy` the word itself after the last tile, of `read` the word beside the sum. */
static int check_chain(struct gb_run *run, uint64_t thread)
{
	const struct state *s = gb_state(run);
	const int copies = gb_value(run, "traffic") == INTENSITY_COPY, wide_word = format(run)->word_bytes == 8;
	const uint64_t x = chain(run, thread);
	const uint64_t at =
		copies ? format(run)->word_bytes * word_at(run, thread, s->args.rounds - 1, 0) : 8 * thread + 4;
	const uint64_t expected = copies || !wide_word ? x : (unsigned int)((x >> 32) + x);
	uint64_t found = 0;

	int status = gb_copy_out(run, &found, s->out + s->turn * s->part + at, copies && wide_word ? 8 : 4);
	if (status == GB_OK && found != expected)
		return gb_fail(run, "chain 0 of thread %llu ends in %#llx on the device, in %#llx on the host",
			       (unsigned long long)thread, (unsigned long long)found, (unsigned long long)expected);
	return status;
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int copies = gb_value(run, "traffic") == INTENSITY_COPY;
	const struct intensity_check_args args = {
		.out = gb_address(s->out + s->turn * s->part),
		.first = s->turn * s->part / format(run)->word_bytes,
		.start = format(run)->start,
		.threads = threads(s),
		.rounds = s->args.rounds,
		.steps = s->steps,
		.fed = s->args.fed,
		.wrong = gb_address(s->report + REPORT_WRONG * sizeof(uint64_t)),
		.compared = gb_address(s->report + REPORT_COMPARED * sizeof(uint64_t)),
	};
	const uint64_t results = copies ? s->part / format(run)->word_bytes : threads(s);
	uint64_t report[REPORT_WORDS];

	int status = gb_launch(run, &s->check, wide(run), &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[REPORT_COMPARED] != results)
		return gb_fail(run, "the check looked at %llu of %llu results",
			       (unsigned long long)report[REPORT_COMPARED], (unsigned long long)results);
	if (report[REPORT_WRONG] != 0)
		return gb_fail(run, "%llu of %llu results are wrong, the first at %llu",
			       (unsigned long long)report[REPORT_WRONG], (unsigned long long)results,
			       (unsigned long long)report[REPORT_FIRST]);
	status = check_chain(run, 0);
	return status == GB_OK ? check_chain(run, threads(s) - 1) : status;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t report[REPORT_WORDS] = { [REPORT_FIRST] = UINT64_MAX };
	const uint64_t next = (s->turn + 1) % s->parts;

	int status = check_input(run);
	if (status == GB_OK)
		status = gb_copy_in(run, s->report, report, sizeof report);
	if (status == GB_OK)
		status = gb_fill(run, s->out + next * s->part, 0xff, s->part);
	s->args.withheld = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.withheld = 0;
	return status == GB_OK ? check_output(run) : status;
}

/* ---- conclusions ---------------------------------------------------------------------------------------------------- */

/* The curve of one format and traffic, as far as it was measured. */
struct curve {
	int type, traffic;
	double ridge; /* FLOP/B, where the two roofs meet at the clock of the flat parts */
	double sm_hz; /* the highest */
	double memory_end,
		fma_end; /* the best fractions of the roof well below and well above the ridge; 0: not measured */
	const struct gb_row *corner; /* the row next to the ridge; NULL: none near it */
};

/* "Well": by this factor. And what is near the ridge. */
#define FAR  4.0
#define NEAR 1.2

static int on_curve(const struct gb_row *row, const struct curve *curve)
{
	return strcmp(row->metric, "flop_rate") == 0 && gb_row_value(row, "type") == curve->type &&
	       gb_row_value(row, "traffic") == curve->traffic && row->limit > 0;
}

static double distance(const struct gb_row *row, double ridge)
{
	return fabs(log(intensity(gb_row_value(row, "flops")) / ridge));
}

static struct curve curve_of(const struct gb_device *device, const struct gb_row *rows, size_t count, int type,
			     int traffic)
{
	struct curve curve = { .type = type, .traffic = traffic };

	for (size_t i = 0; i < count; i++)
		if (on_curve(&rows[i], &curve) && rows[i].sm_hz > curve.sm_hz)
			curve.sm_hz = rows[i].sm_hz;
	curve.ridge = bus(device) > 0 ? peak(type, device, curve.sm_hz) / bus(device) : 0;
	for (size_t i = 0; i < count && curve.ridge > 0; i++) {
		if (!on_curve(&rows[i], &curve))
			continue;
		const double at = intensity(gb_row_value(&rows[i], "flops")), fraction = rows[i].value / rows[i].limit;
		if (at * FAR <= curve.ridge)
			curve.memory_end = fmax(curve.memory_end, fraction);
		if (at >= curve.ridge * FAR)
			curve.fma_end = fmax(curve.fma_end, fraction);
		if (distance(&rows[i], curve.ridge) <= log(NEAR) &&
		    (curve.corner == NULL || distance(&rows[i], curve.ridge) < distance(curve.corner, curve.ridge)))
			curve.corner = &rows[i];
	}
	return curve;
}

static struct gb_finding finding(const struct curve *curve, const char *metric, const char *unit, double value)
{
	struct gb_finding f = { .metric = metric, .unit = unit, .value = value, .lo = NAN, .hi = NAN };

	snprintf(f.point, sizeof f.point, "type=%s,traffic=%s", types[curve->type], traffics[curve->traffic]);
	return f;
}

static struct gb_finding corner(const struct gb_device *device, const struct curve *curve)
{
	const struct gb_row *row = curve->corner;
	const int64_t flops = gb_row_value(row, "flops");
	const double of_bus = row->value / intensity(flops) / bus(device);
	const double of_lanes = row->value / peak(curve->type, device, row->sm_hz);
	struct gb_finding f = finding(curve, "corner", "1", row->value / row->limit);

	f.lo = row->lo / row->limit;
	f.hi = row->hi / row->limit;
	f.from = row;
	f.axis = "flops";
	f.x = (double)flops;
	snprintf(f.point + strlen(f.point), sizeof f.point - strlen(f.point), ",flops=%lld", (long long)flops);
	snprintf(
		f.remark, sizeof f.remark,
		"both at once: %.1f %% of the bus and %.1f %% of the FMA lanes at %.0f MHz; far from the corner %.1f and %.1f "
		"%% at up to %.0f MHz. %s",
		100 * of_bus, 100 * of_lanes, 1e-6 * row->sm_hz, 100 * curve->memory_end, 100 * curve->fma_end,
		1e-6 * curve->sm_hz,
		row->sm_hz < 0.99 * curve->sm_hz ? "The clock falls, as at the power limit: see throttle"
						 : "The clock holds: loads and arithmetic wait for each other");
	return f;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t n = 0;

	for (int type = 0; types[type] != NULL; type++)
		for (int traffic = 0; traffics[traffic] != NULL; traffic++) {
			const struct curve curve = curve_of(device, rows, count, type, traffic);
			if (curve.ridge > 0)
				out[n++] = finding(&curve, "ridge", "FLOP/B", curve.ridge);
			if (curve.memory_end > 0)
				out[n++] = finding(&curve, "memory_end", "1", curve.memory_end);
			if (curve.fma_end > 0)
				out[n++] = finding(&curve, "fma_end", "1", curve.fma_end);
			if (curve.corner != NULL)
				out[n++] = corner(device, &curve);
		}
	return n;
}

GB_BENCH(intensity) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "intensity",
	.summary = "the roofline as kernels see it: FLOP rate and bandwidth against FLOP per byte, FP32, FP64, FP16",
	.method =
		"Every word that is read is the c of x <- x x + c, a chaotic recurrence that stays within 1.75: so many FMAs on "
		"each word, or one on some words only, as make `flops` FLOP for every 16 bytes moved. `read` feeds 8 chains a "
		"thread and writes nothing; `copy` has a chain for each place of a thread's tile and stores where it stands after "
		"each tile. A launch goes through the next part of 4 GiB: what takes 1 ms on the roofline, at most half. An FMA counts "
		"as two FLOP (a pair of FP16 as four), and every byte read or written once; integer work, stores and the loop are "
		"not counted, but take issue slots. The limit is the roofline at the clock measured over the timed interval: the "
		"lesser of lanes x 2 x SMs x clock and intensity x 2 x memory clock x bus width / 8. Loads are of 16 bytes, 2 to 8 "
		"independent ones a thread, loops up to 512 FMAs long. Every word stored, and of "
		"`read` every thread's result, is compared bit by bit with the recurrence worked out anew on the device, and the "
		"first and the last thread's first chain with the host's. Findings: `ridge`, where the two roofs meet at the highest "
		"clock of the curve; `memory_end` and `fma_end`, the best fractions of the limit at a quarter of it and below and at "
		"four times it and above; `corner`, the fraction at the intensity next to it. Under the power limit the clock falls "
		"near the corner: the row says to what. Roofline after Williams, Waterman and Patterson (2009) and the article on "
		"CUDA kernels that explains kinds of points by it.",
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_intensity,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
};
