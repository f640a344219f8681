/* Launches of the points of `instr`: starting values, and cycles per step. */
#include "state.h"

/* Trips of both loops of a single warp. */
enum { LATENCY_TRIPS = 64 };

/* Scales trips by gb_work(), in multiples of 8 so that the recorded steps are spread evenly. */
static uint32_t some(const struct gb_run *run, uint32_t trips)
{
	return 8 * (uint32_t)ceil(gb_work(run) * trips / 8);
}

/* On 8.9, these conversions need a toolkit that supports them. */
static const char fp8[] = "conversions to FP8 need compute capability 9.0 here";
/* The first compute capability that has the instruction. */
static const struct {
	enum instr_op op;
	int cc;
	const char *why;
} since[] = {
	{ INSTR_tanh_fast, 75, "tanh.approx needs compute capability 7.5" },
	{ INSTR_pack8, 72, "cvt.pack needs compute capability 7.2" },
	{ INSTR_hmax2, 80, "max.f16x2 needs compute capability 8.0" },
	{ INSTR_f2bf, 80, "conversions to BF16 need compute capability 8.0" },
	{ INSTR_f2tf, 80, "conversions to TF32 need compute capability 8.0" },
	{ INSTR_h2e4m3, 90, fp8 },
	{ INSTR_h2e5m2, 90, fp8 },
	{ INSTR_f2e4m3, 90, fp8 },
};

/* The reason why the device cannot run the operation. NULL: it can. */
static const char *missing(const struct gb_run *run)
{
	const int cc = 10 * gb_device(run)->cc_major + gb_device(run)->cc_minor;

	for (size_t i = 0; i < sizeof since / sizeof since[0]; i++)
		if (gb_value(run, op) == since[i].op && cc < since[i].cc)
			return since[i].why;
	return NULL;
}

/* As many blocks as are resident, WAVES times, or one warp. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t wave;

	if (instr_is_latency(run)) {
		s->shape = (struct gb_shape){ .grid = 1, .block = WARP };
		s->args.trips = s->args.half_trips = some(run, LATENCY_TRIPS);
		return GB_OK;
	}
	s->shape.block = gb_value(run, block);
	s->args.trips = some(run, WAVE_TRIPS);
	s->args.half_trips = 0;
	GB_TRY(kernel_wave(run, &s->kernel, s->shape.block, &wave));
	s->shape.grid = WAVES * wave;
	return GB_OK;
}

static int fill_operands(struct gb_run *run)
{
	const struct operation *op = instr_operation(run);
	instr_word start[INSTR_SEEDS], operand[INSTR_SEEDS];

	for (uint32_t seed = 0; seed < INSTR_SEEDS; seed++) {
		start[seed] = instr_start_of(op, seed);
		operand[seed] = instr_operand_of(op, seed);
	}
	GB_TRY(gb_copy_in(run, state_of(run)->start, start, sizeof start));
	return gb_copy_in(run, state_of(run)->operand, operand, sizeof operand);
}

int instr_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->args = (struct instr_args){
		.start = gb_address(s->start),
		.operand = gb_address(s->operand),
		.out = gb_address(s->out),
		.cycles = gb_address(s->cycles),
	};
	s->ulps_off = NAN;
	const char *why = missing(run);
	if (why != NULL)
		return gb_skip(run, "%s", why);
	GB_TRY(kernel_find(run, &s->kernel, "instr_%s", instr_ops[gb_value(run, op)]));
	GB_TRY(choose_shape(run));
	return fill_operands(run);
}

LAUNCH_KERNEL(int instr_launch, state)

int instr_observe(struct gb_run *run, double *value)
{
	unsigned long long cycles;

	GB_TRY(gb_copy_out(run, &cycles, state_of(run)->cycles, sizeof cycles));
	*value = (double)(int64_t)cycles / (state_of(run)->args.half_trips * (instr_body(run) / 2.0));
	return GB_OK;
}
