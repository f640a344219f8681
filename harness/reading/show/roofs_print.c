/* roofs_print.c: prints the tables of roofs and ridge points as text. */
#include "show/print.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "analysis/fleet_ratios.h"
#include "base/text.h"
#include "base/wrap.h"

/* ---- roofs ------------------------------------------------------------------------------------------------------- */

static void add_row(struct gb_table *table, const struct gb_roof *roof, bool rated)
{
	const bool usual = strcmp(roof->row->variant, "default") == 0;

	gb_table_add(table, "%s", roof->row->name);
	gb_table_add_si(table, roof->value, roof->row->unit);
	gb_table_add_uncertainty(table, (roof->hi - roof->lo) / 2 / roof->value);
	gb_table_add_si(table, roof->limit, roof->row->unit);
	gb_table_add_percent(table, 1, gb_roof_fraction(roof));
	if (rated) {
		const double part = roof->value / roof->limit_rated;
		gb_table_add_si(table, roof->limit_rated, roof->row->unit);
		gb_table_add_percent(table, 1, gb_lower_is_better(roof->row->unit) ? 1 / part : part);
	}
	gb_table_add_si(table, roof->sm_clock_hz, "Hz");
	gb_table_add(table, "%s", gb_row_status_word(roof->row->status));
	gb_table_add(table, "%s", roof->row->throttle[0] != '\0' ? roof->row->throttle : "-");
	gb_table_add(table, "%s%s%s", usual ? "" : roof->row->variant,
		     usual || roof->row->variant[0] == '\0' ? "" : " ", roof->row->point);
}

static void add_headings(struct gb_table *table, const char *clock, bool rated)
{
	char heading[32] = ">";

	gb_text_add(heading, sizeof heading, "%s", clock);
	gb_table_columns(table, "roof|>value|>+-|>limit|>% of limit");
	if (rated) {
		gb_table_columns(table, ">limit, rated clock|>% of limit");
	}
	gb_table_column(table, heading);
	gb_table_columns(table, "status|throttle|point");
}

struct digest {
	size_t roofs, suspect;
	const struct gb_roof *furthest; /* from its limit; NULL: no limit is known */
};

static struct digest digest_gpu(const struct gb_gpu_roofs *gpu)
{
	struct digest digest = { 0 };
	const struct gb_roof *roof;

	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL; digest.roofs++) {
		digest.suspect += roof->row->status != GB_ROW_OK;
		if (isfinite(gb_roof_fraction(roof)) &&
		    (digest.furthest == NULL || gb_roof_fraction(roof) < gb_roof_fraction(digest.furthest)))
			digest.furthest = roof;
	}
	return digest;
}

/* A screen first shows doubtful roofs, then those furthest from their limits, then those that most programs meet. */
static double roof_rank(const struct gb_roof *roof, const struct gb_roof *furthest)
{
	static const char *const usual[] = { "dram.read", "dram.copy",   "l2.read",     "shared.read", "fp64",
					     "fp32",      "tensor.tf32", "tensor.bf16", "tensor.fp8",  "transfer.h2d" };

	if (roof->row->status != GB_ROW_OK || roof == furthest)
		return roof == furthest ? 3 : 2;
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
		if (strcmp(roof->row->name, usual[i]) == 0)
			return 1;
	return 0;
}

/* `rated`: with the limits at rated clocks, too. `most` and `others` as in struct gb_table. */
static void print_roofs(const struct gb_gpu_roofs *gpu, bool rated, size_t most, size_t others,
			enum gb_table_style style, FILE *out)
{
	const char *clock = gb_device_clock(gpu->device);
	const char *const always[] = { "point", "throttle", clock, "limit", "+-", "% of limit", NULL },
			  *const of_rated[] = {
				  "% of limit", "limit, rated clock", "point", "throttle", clock, "limit", "+-", NULL
			  };
	struct gb_table table = { .lesser = rated ? of_rated : always, .most = most, .others = others };
	const struct gb_roof *const furthest = digest_gpu(gpu).furthest;
	size_t at = 0;

	add_headings(&table, clock, rated);
	for (const struct gb_roof *roof = gb_gpu_next(gpu, &at); roof != NULL; roof = gb_gpu_next(gpu, &at)) {
		add_row(&table, roof, rated);
		gb_table_rank(&table, roof_rank(roof, furthest));
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

/* TITLE_TEXT: bytes of the lines above the roofs of a GPU. RUN_LINES: lines that a run prints after the roofs. */
enum { TITLE_TEXT = 4096, RUN_LINES = 8 };

static void print_heading(const struct gb_gpu_roofs *gpu, size_t columns, FILE *out)
{
	struct gb_wrap wrap = { .out = out, .columns = columns, .indent = GB_WRAP_INDENT };
	char text[TITLE_TEXT] = "";

	gb_text_add(text, sizeof text, "%s%s%s%s, %s: measured roofs", gb_device_word(gpu->device), gpu->device,
		    gpu->host[0] != '\0' ? " on " : "", gpu->host, gpu->name);
	gb_wrap_phrase(&wrap, text);
	gb_wrap_end(&wrap);
}

void gb_roofs_print(const struct gb_roofs *roofs, size_t columns, FILE *out)
{
	gb_wrap_count_lines(-1);
	for (size_t i = 0; i < roofs->count; i++) {
		if (roofs->gpu[i].roofs == 0)
			continue;
		print_heading(&roofs->gpu[i], columns, out);
		print_roofs(&roofs->gpu[i], false, columns, RUN_LINES, GB_TABLE_TEXT, out);
	}
}

/* ---- ridge points ------------------------------------------------------------------------------------------------ */

enum ridge_unit { OPERATIONS, INSTRUCTIONS };

static void add_ridge(struct gb_table *table, const struct gb_roof *compute, const struct gb_roof *memory,
		      enum ridge_unit unit)
{
	const struct gb_ridge ridge = gb_ridge_of(compute, memory);
	const double value = unit == OPERATIONS ? ridge.value : ridge.instructions_per_byte;

	if (isfinite(value))
		gb_table_add(table, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
	else
		gb_table_add(table, "-");
}

/* Prints a row for each arithmetic roof (in instructions, where known), and a column for each memory roof. */
static void print_matrix(const struct gb_gpu_roofs *gpu, enum ridge_unit unit, enum gb_table_style style, FILE *out)
{
	struct gb_table table = { 0 };
	const struct gb_roof *compute, *memory;

	gb_table_column(&table, unit == OPERATIONS ? "operations / byte" : "instructions / byte");
	for (size_t m = 0; (memory = gb_gpu_next(gpu, &m)) != NULL;) {
		char heading[64] = ">";
		gb_text_add(heading, sizeof heading, "%s", memory->row->name);
		if (gb_ridge_is_memory(memory))
			gb_table_column(&table, heading);
	}
	for (size_t c = 0; (compute = gb_gpu_next(gpu, &c)) != NULL;) {
		const struct gb_roof_kind *kind = gb_roof_kind(compute->row->name);
		const bool known = kind != NULL && kind->ops_per_instruction > 0;
		if (!gb_ridge_is_compute(compute) || (unit == INSTRUCTIONS && !known))
			continue;
		gb_table_add(&table, "%s", compute->row->name);
		for (size_t m = 0; (memory = gb_gpu_next(gpu, &m)) != NULL;)
			if (gb_ridge_is_memory(memory))
				add_ridge(&table, compute, memory, unit);
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

static bool has_ridges(const struct gb_gpu_roofs *gpu)
{
	bool compute = false, memory = false;

	for (size_t i = 0; i < gpu->roofs; i++) {
		compute |= gb_ridge_is_compute(&gpu->roof[i]);
		memory |= gb_ridge_is_memory(&gpu->roof[i]);
	}
	return compute && memory;
}

static void print_ridges(const struct gb_gpu_roofs *gpu, enum gb_table_style style, FILE *out)
{
	const char *gap = style == GB_TABLE_MARKDOWN ? "\n" : "";

	if (!has_ridges(gpu))
		return;
	fputc('\n', out);
	gb_wrap_line(out, "Ridge points: the intensity above which arithmetic is the limit");
	fputs(gap, out);
	print_matrix(gpu, OPERATIONS, style, out);
	fputc('\n', out);
	gb_wrap_line(out, "Balance in thread instructions (an FMA is one instruction and two or more operations)");
	fputs(gap, out);
	print_matrix(gpu, INSTRUCTIONS, style, out);
}

/* ---- a GPU ------------------------------------------------------------------------------------------------------- */

/* `most`: the number of parts to print. */
static void print_title(const struct gb_gpu_roofs *gpu, size_t most, enum gb_table_style style, FILE *out)
{
	const struct {
		const char *label, *text;
	} parts[] = { { "", gpu->uuid },          { "host ", gpu->host },   { "PCI ", gpu->pci },
		      { "driver ", gpu->driver }, { "VBIOS ", gpu->vbios }, { "board ", gpu->board },
		      { "ECC ", gpu->ecc } };

	char text[TITLE_TEXT] = "";

	gb_text_add(text, sizeof text, "%s", gpu->name);
	for (size_t i = 0; i < sizeof parts / sizeof parts[0] && i < most; i++)
		if (parts[i].text[0] != '\0')
			gb_text_add(text, sizeof text, ", %s%s", parts[i].label, parts[i].text);
	gb_table_title(style, text, out);
}

static void print_failures(const struct gb_gpu_roofs *gpu, enum gb_table_style style, FILE *out)
{
	if (gpu->failed == 0)
		return;
	if (style == GB_TABLE_TEXT) {
		gb_wrap_format(out, "%zu row%s failed, first %s", gpu->failed, gpu->failed == 1 ? "" : "s",
			       gpu->failure);
		return;
	}
	fprintf(out, "\n%zu row%s failed, first ", gpu->failed, gpu->failed == 1 ? "" : "s");
	gb_escape_put(out, GB_ESCAPE_MARKDOWN, gpu->failure);
	fputc('\n', out);
}

static void print_whole(const struct gb_gpu_roofs *gpu, enum gb_table_style style, FILE *out)
{
	print_title(gpu, SIZE_MAX, style, out);
	if (gpu->roofs == 0)
		fputs("no roof was measured\n", out);
	else
		print_roofs(gpu, true, 0, 0, style, out);
	print_failures(gpu, style, out);
	print_ridges(gpu, style, out);
}

/* ---- on a screen ------------------------------------------------------------------------------------------------- */

static void print_screen(const struct gb_gpu_roofs *gpu, FILE *out)
{
	enum { TITLE_PARTS = 2 };
	const struct digest digest = digest_gpu(gpu);
	char text[256] = "";

	print_title(gpu, TITLE_PARTS, GB_TABLE_TEXT, out);
	if (digest.roofs > 0)
		print_roofs(gpu, true, 0, gpu->failed > 0 ? 2 : 1, GB_TABLE_TEXT, out);
	print_failures(gpu, GB_TABLE_TEXT, out);
	gb_text_add(text, sizeof text, "%zu roof%s, %zu suspect", digest.roofs, gb_text_plural(digest.roofs),
		    digest.suspect);
	if (digest.furthest != NULL)
		gb_text_add(text, sizeof text, "; furthest from its limit: %s, at %.1f %% of it",
			    digest.furthest->row->name, 100 * gb_roof_fraction(digest.furthest));
	gb_wrap_line(out, text);
}

static void add_gpu(struct gb_table *table, const struct gb_gpu_roofs *gpu)
{
	const struct digest digest = digest_gpu(gpu);

	gb_table_add(table, "%s", gpu->host);
	gb_table_add(table, "%s", gpu->key);
	gb_table_add(table, "%s", gpu->name);
	gb_table_add(table, "%zu", digest.roofs);
	gb_table_add(table, digest.suspect > 0 ? "%zu" : "-", digest.suspect);
	gb_table_add(table, gpu->failed > 0 ? "%zu" : "-", gpu->failed);
	gb_table_add(table, "%s", digest.furthest != NULL ? digest.furthest->row->name : "-");
	gb_table_add_percent(table, 1, digest.furthest != NULL ? gb_roof_fraction(digest.furthest) : (double)NAN);
	gb_table_rank(table, gpu->failed > 0 ? 2 : digest.suspect > 0);
}

static void print_gpus(const struct gb_roofs *roofs, FILE *out)
{
	static const char *const lesser[] = { "model", "roofs", NULL };
	struct gb_table table = { .lesser = lesser, .others = 1 };
	size_t failed = 0;

	gb_table_columns(&table, "host|GPU|model|>roofs|>suspect|>failed rows|furthest roof|>% of limit");
	for (size_t i = 0; i < roofs->count; i++) {
		failed += roofs->gpu[i].failed > 0;
		add_gpu(&table, &roofs->gpu[i]);
	}
	gb_table_print(&table, GB_TABLE_TEXT, out);
	gb_table_free(&table);
	gb_wrap_format(out, "%zu GPUs, %zu with failed rows; --gpu TEXT shows the roofs of one", roofs->count, failed);
}

void gb_roofs_print_all(const struct gb_roofs *roofs, enum gb_table_style style, FILE *out)
{
	const bool is_screen = style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX;

	if (is_screen && roofs->count > 1) {
		print_gpus(roofs, out);
		return;
	}
	for (size_t i = 0; i < roofs->count; i++) {
		if (i > 0)
			fputc('\n', out);
		if (is_screen)
			print_screen(&roofs->gpu[i], out);
		else
			print_whole(&roofs->gpu[i], style, out);
	}
}
