/* The points of `energy`: their operations, the work of a launch, and the metrics that follow from its energy. */
#include "../common/findings.h"
#include "state.h"

#define NAME(name) #name,
const char *const energy_ops[] = { ENERGY_OPS(NAME) NULL };
#undef NAME
const char *const energy_datas[] = {
	[ENERGY_ZEROS] = "zeros", [ENERGY_CONSTANT] = "constant", [ENERGY_RANDOM] = "random", NULL
};

/* ---- the operations ---------------------------------------------------------------------------------------------- */

/* ANY: arbitrary bits. The others are floating-point numbers with arbitrary fractions: from 1 to 2; from -1/2 to -1, so
 * that a chain of multiply-adds stays finite; just below 1, so that a product of 256 of them does not vanish. */
#define ANY                    \
	{                      \
		0, 0xffffffffu \
	}
#define FROM_ONE                      \
	{                             \
		0x3f800000, 0x7fffffu \
	}
#define MINUS_HALF                    \
	{                             \
		0xbf000000, 0x7fffffu \
	}
#define BELOW_ONE                     \
	{                             \
		0x3f600000, 0x1fffffu \
	}

/* FLOP of an instruction: twice its rows x columns x elements along k. */
#define PRODUCT(rows, cols, bytes) (2.0 * (rows) * (cols)*ENERGY_STEP_BYTES / (bytes))
#define MMA_OF(rows, bytes)        .kind = MMA, .amount = PRODUCT(rows, 8, bytes)
#define WGMMA_OF(bytes)            .kind = WGMMA, .amount = PRODUCT(ENERGY_GROUP_ROWS, ENERGY_GROUP_COLS, bytes)

/* clang-format off */
static const struct operation operations[ENERGY_COUNT] = {
	[ENERGY_ffma] = { .kind = CHAIN, .amount = 2, .exact = exact_ffma, .start = FROM_ONE, .operand = MINUS_HALF },
	[ENERGY_fadd] = { .kind = CHAIN, .amount = 1, .exact = exact_fadd, .start = FROM_ONE, .operand = FROM_ONE },
	[ENERGY_fmul] = { .kind = CHAIN, .amount = 1, .exact = exact_fmul, .start = FROM_ONE, .operand = BELOW_ONE },
	[ENERGY_hfma2] = { .kind = CHAIN, .amount = 4, .exact = exact_hfma2,
		.start = { 0x3c003c00, 0x3ff03ff }, .operand = { 0xb400b400, 0x3ff03ff } },
	[ENERGY_dfma] = { .kind = CHAIN, .amount = 2, .exact = exact_dfma,
		.start = { 0x3ff0000000000000, 0xfffffffffffff }, .operand = { 0xbfe0000000000000, 0xfffffffffffff } },
	/* Factors of the form 8 n + 5 give long sequences. */
	[ENERGY_imad] = { .kind = CHAIN, .amount = 2, .is_integer = true, .exact = exact_imad,
		.start = ANY, .operand = { 5, 0xfffffff8 } },
	[ENERGY_iadd3] = { .kind = CHAIN, .amount = 2, .is_integer = true, .exact = exact_iadd3,
		.start = { 0, ~0ull }, .operand = ANY },
	[ENERGY_mask] = { .kind = CHAIN, .amount = 1, .is_integer = true, .exact = exact_mask,
		.start = ANY, .operand = ANY },
	[ENERGY_shift] = { .kind = CHAIN, .amount = 1, .is_integer = true, .exact = exact_shift,
		.start = ANY, .operand = { 1, 0x1e } },
	[ENERGY_mufu_rcp] = { .kind = CHAIN, .amount = 1, .start = FROM_ONE },
	[ENERGY_mma_fp16] = { MMA_OF(16, 2), .format = FORMAT_FP16 },
	[ENERGY_mma_bf16] = { MMA_OF(16, 2), .format = FORMAT_BF16 },
	[ENERGY_mma_tf32] = { MMA_OF(16, 4), .format = FORMAT_TF32 },
	[ENERGY_mma_fp8] = { MMA_OF(16, 1), .format = FORMAT_E4M3 },
	[ENERGY_mma_int8] = { MMA_OF(16, 1), .format = FORMAT_INT8, .is_integer = true },
	[ENERGY_mma_fp64] = { MMA_OF(16, 8), .format = FORMAT_FP64 },
	[ENERGY_wgmma_fp16] = { WGMMA_OF(2), .format = FORMAT_FP16 },
	[ENERGY_wgmma_bf16] = { WGMMA_OF(2), .format = FORMAT_BF16 },
	[ENERGY_wgmma_tf32] = { WGMMA_OF(4), .format = FORMAT_TF32 },
	[ENERGY_wgmma_fp8] = { WGMMA_OF(1), .format = FORMAT_E4M3 },
	[ENERGY_wgmma_int8] = { WGMMA_OF(1), .format = FORMAT_INT8, .is_integer = true },
	[ENERGY_shared_read] = { .kind = SHARED },
	[ENERGY_l1_read] = { .kind = L1 },
	[ENERGY_l2_read] = { .kind = L2 },
	[ENERGY_dram_read] = { .kind = DRAM },
	[ENERGY_dram_write] = { .kind = DRAM, .writes = true },
};
/* clang-format on */

const struct operation *energy_operation(const struct gb_run *run)
{
	return &operations[gb_value(run, op)];
}

enum energy_data energy_data(const struct gb_run *run)
{
	return gb_value(run, data);
}

bool energy_is_memory(const struct operation *op)
{
	return op->kind >= SHARED;
}

bool energy_is_matrix(const struct operation *op)
{
	return op->kind == MMA || op->kind == WGMMA;
}

uint32_t energy_rows(const struct operation *op, const struct gb_device *device)
{
	return op->format == FORMAT_FP64 && device->cc_major < 9 ? 8 : 16;
}

double energy_amount(const struct operation *op, const struct gb_device *device)
{
	return op->kind == MMA ? op->amount * energy_rows(op, device) / 16 : op->amount;
}

/* ---- the amount of work ------------------------------------------------------------------------------------------ */

/* True for operations that can run on a part of the SMs, for the energy over the load. */
static bool has_load(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op == ENERGY_ffma || op == ENERGY_wgmma_fp16;
}

uint32_t energy_sms(const struct gb_run *run)
{
	const uint32_t all = (uint32_t)gb_device(run)->sm_count;
	const uint32_t part = has_load(run) ? all * gb_value(run, load) / 100 : all;

	return part > 0 ? part : 1;
}

double energy_trip_instructions(const struct operation *op)
{
	switch (op->kind) {
	case CHAIN:
		return (double)ENERGY_STEPS * ENERGY_BLOCK / WARP;
	case MMA:
		return (double)ENERGY_ROUNDS * ENERGY_SUMS * ENERGY_MATRIX_WARPS;
	case WGMMA:
		return (double)ENERGY_GROUP_LAPS * ENERGY_ROW_BYTES / ENERGY_STEP_BYTES * ENERGY_MATRIX_WARPS / 4;
	default:
		return (double)ENERGY_ACCESSES * ENERGY_BLOCK / WARP;
	}
}

/* Results of a chain per clock and SM. The device's rates count a multiply-add as two operations. */
static double results_per_clock(const struct operation *op, const struct gb_device *device)
{
	const struct gb_rates *rates = &device->rates;

	switch ((enum energy_op)(op - operations)) {
	case ENERGY_ffma:
	case ENERGY_fadd:
	case ENERGY_fmul:
		return rates->fp32 / 2;
	case ENERGY_hfma2:
		return rates->fp16 / 4;
	case ENERGY_dfma:
		return rates->fp64 / 2;
	case ENERGY_mufu_rcp:
		return rates->special;
	case ENERGY_imad:
		return rates->int32 / 2;
	default: /* the logic pipe, as wide as the multiplier up to Hopper */
		return device->cc_major <= 9 ? rates->int32 / 2 : (double)NAN;
	}
}

static double bytes_per_clock(enum kind kind, const struct gb_device *device)
{
	switch (kind) {
	case SHARED:
		return device->rates.shared_bytes;
	case L1:
		return device->rates.l1_bytes;
	case L2:
		return device->rates.l2_bytes;
	default:
		return gb_memory_rate(device) / (device->sm_clock_max_hz * device->sm_count);
	}
}

double energy_trip_cycles(const struct operation *op, const struct gb_device *device)
{
	if (op->kind == CHAIN)
		return (double)ENERGY_STEPS * ENERGY_BLOCK / results_per_clock(op, device);
	if (energy_is_memory(op))
		return (double)ENERGY_BLOCK_BYTES / bytes_per_clock(op->kind, device);
	const struct units_instruction instruction = { .type = op->format, .is_mma = op->kind == MMA };
	return energy_trip_instructions(op) * energy_amount(op, device) / units_rate_of(instruction, device);
}

struct gb_cost energy_cost(const struct gb_run *run)
{
	const struct operation *op = energy_operation(run);
	const struct state *s = gb_state(run);
	const double instructions = energy_trip_instructions(op) * s->args.trips * s->shape.grid;

	return (struct gb_cost){ .ops = instructions,
				 .bytes = energy_is_memory(op) ? instructions * ENERGY_WARP_BYTES / ENERGY_ACCESSES
							       : 0 };
}

/* A lower limit of the energy cannot be computed. */
double energy_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return (double)NAN;
}

int energy_matrix(const struct gb_run *run)
{
	const struct operation *op = energy_operation(run);

	return energy_is_matrix(op) && op->format != FORMAT_FP64;
}

static size_t add_operations(const struct gb_run *run, double joules, struct gb_metric *out)
{
	const struct operation *op = energy_operation(run);
	const double amount = energy_amount(op, gb_device(run)) * (op->kind == CHAIN ? WARP : 1);
	size_t count = 0;

	if (op->kind == CHAIN)
		out[count++] = (struct gb_metric){ "energy_per_thread", "J", GB_TIMES, 1.0 / WARP, 0 };
	out[count++] = op->is_integer ? (struct gb_metric){ "energy_per_op", "J/OP", GB_TIMES, 1 / amount, 0 }
				      : (struct gb_metric){ "energy_per_flop", "J/FLOP", GB_TIMES, 1 / amount, 0 };
	const double all = amount * energy_cost(run).ops / joules;
	if (!isnan(all))
		out[count++] = op->is_integer ? (struct gb_metric){ "ops_per_joule", "OP/J", GB_DERIVED, all, 0 }
					      : (struct gb_metric){ "flop_per_joule", "FLOP/J", GB_DERIVED, all, 0 };
	return count;
}

static size_t add_bytes(const struct gb_run *run, double joules, struct gb_metric *out)
{
	const double bytes = (double)ENERGY_WARP_BYTES / ENERGY_ACCESSES, all = energy_cost(run).bytes / joules;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "energy_per_byte", "J/B", GB_TIMES, 1 / bytes, 0 };
	out[count++] = (struct gb_metric){ "energy_per_bit", "J/bit", GB_TIMES, 1 / (8 * bytes), 0 };
	if (!isnan(all))
		out[count++] = (struct gb_metric){ "bytes_per_joule", "B/J", GB_DERIVED, all, 0 };
	return count;
}

size_t energy_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct operation *op = energy_operation(run);
	size_t count = energy_is_memory(op) ? add_bytes(run, result->energy_j, out)
					    : add_operations(run, result->energy_j, out);
	const double clocks = result->seconds * result->sm_hz * energy_sms(run);

	if (clocks > 0)
		out[count++] = (struct gb_metric){ "instructions_per_clock_sm", "1", GB_MEASURED,
						   energy_cost(run).ops / clocks, 0 };
	return count;
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* The energy of an operation on all SMs. NULL: there is no such row. */
static const struct gb_row *find_energy(const struct gb_row *rows, size_t count, enum energy_op op,
					enum energy_data data)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "energy") == 0 && gb_row_value(&rows[i], op) == op &&
		    gb_row_value(&rows[i], data) == data &&
		    (!gb_row_has(&rows[i], load) || gb_row_value(&rows[i], load) == 100))
			return &rows[i];
	return NULL;
}

size_t energy_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t findings = 0;

	for (enum energy_op op = 0; op < ENERGY_COUNT; op++) {
		const struct gb_row *zeros = find_energy(rows, count, op, ENERGY_ZEROS),
				    *random = find_energy(rows, count, op, ENERGY_RANDOM);
		if (zeros == NULL || random == NULL || !(zeros->value > 0))
			continue;
		struct gb_finding *finding = &out[findings++];
		*finding = ratio_of("random_over_zeros", random, zeros);
		snprintf(finding->point, sizeof finding->point, "op=%s", energy_ops[op]);
		snprintf(finding->remark, sizeof finding->remark, "%.3g nJ on random data, %.3g nJ on zeros",
			 1e9 * random->value, 1e9 * zeros->value);
	}
	return findings;
}
