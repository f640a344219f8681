/* The tables of constants in the pages are those of the code. With GB_GOLDEN=write the pages are written anew. A
 * table is between "<!-- made from the code by tests/unit/test_pages: NAME -->" and "<!-- end -->". */
#include "judge/judge_outliers.h"
#include "judge/judge.h"
#include "base/text.h"
#include "cli/commands.h"
#include "device/gpu.h"
#include "timing/ceiling.h"
#include "engine/shape_search.h"
#include "engine/intervals.h"
#include "engine/doubts_remarks.h"
#include "engine/precondition.h"
#include "show/print.h"
#include "export/export.h"
#include "profile/binding.h"
#include "tables/tables.h"
#include "roofs_made.h"

#define BEGIN "<!-- made from the code by tests/unit/test_pages: "
#define END   "<!-- end -->\n"

/* ---- how a point is measured ------------------------------------------------------------------------------------- */

static struct gb_effort effort[4], every_roof;
static const struct gb_wishes no_wishes;

static const char *seconds(double value)
{
	static char text[8][32];
	static int at;
	char *to = text[at++ % 8];

	if (value == 0)
		return "0";
	snprintf(to, sizeof text[0],
		 value < 1e-3  ? "%g ms"
		 : value < 0.1 ? "%g ms"
			       : "%g s",
		 value < 0.1 ? 1e3 * value : value);
	return to;
}

/* A table row with four columns, for a field of struct gb_effort. */
#define SECONDS_LINE(out, what, field, option, file)                                                           \
	fprintf(out, "| " what " | %s | %s | %s | %s | " option " | `" file "` |\n", seconds(effort[0].field), \
		seconds(effort[1].field), seconds(effort[2].field), seconds(effort[3].field))
#define PERCENT_LINE(out, what, field, option, file)                                             \
	fprintf(out, "| " what " | %g %% | %g %% | %g %% | %g %% | " option " | `" file "` |\n", \
		100 * effort[0].field, 100 * effort[1].field, 100 * effort[2].field, 100 * effort[3].field)
#define COUNT_LINE(out, what, field, option, file)                                                        \
	fprintf(out, "| " what " | %zu | %zu | %zu | %zu | " option " | `" file "` |\n", effort[0].field, \
		effort[1].field, effort[2].field, effort[3].field)

static void print_effort(FILE *out)
{
	fputs("| constant | roof | `--quick` | curve | `--quick` | changed by | in |\n"
	      "| --- | --- | --- | --- | --- | --- | --- |\n",
	      out);
	SECONDS_LINE(out, "a batch lasts at least", measure.batch_seconds, "", "effort.c");
	SECONDS_LINE(out, "warm-up is bounded by", measure.warmup_seconds, "", "effort.c");
	fprintf(out, "| batches that a warm-up may always take | %d | %d | %d | %d | | `measure.h` |\n",
		GB_WARMUP_BATCHES, GB_WARMUP_BATCHES, GB_WARMUP_BATCHES, GB_WARMUP_BATCHES);
	fprintf(out, "| batches in a row that must agree | %d | %d | %d | %d | | `measure.h` |\n", GB_STEADY_BATCHES,
		GB_STEADY_BATCHES, GB_STEADY_BATCHES, GB_STEADY_BATCHES);
	PERCENT_LINE(out, "and agree within", measure.steady_within, "", "effort.c");
	SECONDS_LINE(out, "time for a clock that is held down to settle", measure.settle_seconds, "", "effort.c");
	SECONDS_LINE(out, "length of the load that tests for this", measure.look_seconds, "", "effort.c");
	SECONDS_LINE(out, "the same, at a later visit", look_again_seconds, "", "effort.c");
	fprintf(out,
		"| warm-up at a later visit is bounded by | %s | as above | as above | as above | | `effort.c` |\n",
		seconds(effort[0].warm_again_seconds));
	fprintf(out, "| a card that drew more than %g %% of its power limit for %g s is left idle for up to | ",
		100 * GB_PRECONDITION_POWER_PART, GB_PRECONDITION_POWER_SPAN);
	fprintf(out, "%g s | %g s | 0 | 0 | | `precondition.h` |\n", GB_PRECONDITION_POWER_MOST,
		GB_PRECONDITION_POWER_MOST);
	COUNT_LINE(out, "visits, which share samples and time", visits, "", "effort.c");
	COUNT_LINE(out, "extra visits, at most", extra_visits, "", "effort.c");
	COUNT_LINE(out, "samples, at least", measure.min_samples, "`--min-samples`", "effort.c");
	SECONDS_LINE(out, "and together at least", measure.min_seconds, "`--min-time`", "effort.c");
	fprintf(out, "| the same, with `--every-point` | %s | | | | `--min-time` | `effort.c` |\n",
		seconds(every_roof.measure.min_seconds));
	PERCENT_LINE(out, "wanted half interval, relative to the value", measure.max_noise, "`--max-noise`",
		     "effort.c");
	SECONDS_LINE(out, "sampling is bounded by", measure.budget_seconds, "`--timeout`", "effort.c");
	fprintf(out, "| the same, if the clock is held down | %s | | | | `--timeout` | `effort.c` |\n",
		seconds(effort[0].measure.held_budget_seconds));
	SECONDS_LINE(out, "a batch of the search lasts at least", judge_seconds, "", "effort.c");
	COUNT_LINE(out, "points of a search, at most", search_most, "", "effort.c");
	COUNT_LINE(out, "finalists of the search (1: no final)", finalists, "", "effort.c");
	fprintf(out, "| batches of each finalist | %d | | | | | `shape_search.h` |\n", GB_FINAL_BATCHES);
	SECONDS_LINE(out, "load before each finalist of a second final, at a held clock (0: none)", final_seconds, "",
		     "effort.c");
	SECONDS_LINE(out, "rest of the card before a burst (0: no burst)", rest_seconds, "", "effort.c");
	SECONDS_LINE(out, "rest before each further burst", pause_seconds, "", "effort.c");
	COUNT_LINE(out, "measurements of a burst", bursts, "", "effort.c");
	fprintf(out,
		"| the interval of a roof with a searched shape extends at least | %g %% | | | | "
		"| `shape_search.h` |\n",
		100 * GB_SHAPE_SCATTER);
	fprintf(out, "| the clock moves in steps of | %g MHz | | | | | `ceiling.h` |\n", 1e-6 * GB_CLOCK_STEP_HZ);
	SECONDS_LINE(out, "the card is watched for", watch_seconds, "`--watch`", "effort.c");
	fprintf(out, "| the same, if the clock is held down | %s | | | | `--watch` | `effort.c` |\n",
		seconds(effort[0].held_watch_seconds));
	fprintf(out, "| the same, with `--every-point` | %s | | | | `--watch` | `effort.c` |\n",
		seconds(every_roof.watch_seconds));
	fprintf(out,
		"| a measurement without progress is ended after | %d s | %d s | %d s | %d s | `--patience` "
		"| `effort.h` |\n",
		GB_PATIENCE_SECONDS, GB_PATIENCE_QUICK_SECONDS, GB_PATIENCE_SECONDS, GB_PATIENCE_QUICK_SECONDS);
}

/* ---- when a row is suspect --------------------------------------------------------------------------------------- */

static void print_suspect(FILE *out)
{
	fputs("| doubt | threshold | where |\n| --- | --- | --- |\n", out);
	fprintf(out, "| better than the physical limit | by more than %g %% | `doubts_remarks.h` |\n",
		100 * GB_LIMIT_TOLERANCE);
	fprintf(out,
		"| the SM clock (for processors: the core clock) moved between the samples, and not because of the "
		"power cap | (max − min) / median above %g %%; exceptions: links; samples that differ by less "
		"than %g of this; roofs whose half-interval, for the value or the work per clock, is within %g %% "
		"| `doubts_remarks.h` |\n",
		100 * GB_CLOCK_TOLERANCE, GB_FOLLOWS_CLOCK, 100 * GB_KNOWN_INTERVAL);
	fprintf(out,
		"| the SM clock of a roof at its power cap had not settled | median of the second half of a visit's "
		"samples against that of the first, mean of the visits: more than %g %% apart | `doubts_remarks.h` |\n",
		100 * GB_CLOCK_DRIFT_CAPPED);
	fprintf(out,
		"| the memory clock under the load is below the rated one | by more than %g %% "
		"| `doubts_remarks.h` |\n",
		100 * GB_MEMORY_CLOCK_TOLERANCE);
	fprintf(out,
		"| a roof and its work per clock both have wide intervals | the half-interval exceeds %g %% of the "
		"value | `doubts_remarks.h` |\n",
		100 * GB_WIDE_INTERVAL);
	fprintf(out,
		"| times did not settle during the warm-up | within its time limit and %d batches; exception: roofs "
		"whose half-interval is within %g %% | `doubts_remarks.c` |\n",
		GB_WARMUP_BATCHES, 100 * GB_KNOWN_INTERVAL);
	fputs("| hardware or thermal slowdown, or a power brake, while the card was watched | any | `nvml.c` |\n"
	      "| other compute processes on the GPU, before or after the point | any; `--wait-idle` gives them time to "
	      "leave | `open_device.c` |\n",
	      out);
	fprintf(out,
		"| others worked on the GPU during a point of more than a second | more than %d %% of a sampling "
		"period | `open_device.c` |\n",
		GPU_BUSY_PERCENT);
	fprintf(out,
		"| others kept the GPU busy before this run's first launch and were not seen to stop | more than %d "
		"%% of a sampling period | `open_device.c` |\n",
		GPU_BUSY_PERCENT);
	fprintf(out,
		"| the GPU warmed from the first timed batch to the end of the point | by more than %d °C "
		"| `doubts_remarks.h` |\n",
		GB_TEMPERATURE_TOLERANCE);
	fprintf(out,
		"| other work took the time of the host's cores (`--device host`) | more than %g %% "
		"| `doubts_remarks.h` |\n",
		100 * GB_LOST_TOLERANCE);
	fputs("| memory errors (ECC), corrected ones included, during the point | any | `doubts_remarks.c` |\n"
	      "| a doubt of the benchmark, such as a smaller working set because memory was in use | its own | "
	      "`gb_suspect()` |\n"
	      "| launches did only a part of their usual work | `--work` was given | `run.c` |\n",
	      out);
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

static void print_compare(FILE *out)
{
	fputs("| constant | value | changed by |\n| --- | --- | --- |\n", out);
	fprintf(out, "| GPUs needed to find an outlier | %d | |\n", GB_PEERS_MIN);
	fprintf(out,
		"| the probability of an outlier in a healthy fleet, for a roof of the gate's set and normal "
		"values | %g %% | |\n",
		100 * GB_JUDGE_CHANCE);
	fprintf(out, "| an outlier is off by at least | %g %% | `--min-off`, `--max-drop` |\n", 100 * GB_MIN_OFF_LEAST);
	fprintf(out, "| with an unknown board, by at least | %g %% | `--min-off`, `--max-drop` |\n",
		100 * GB_MIN_OFF_UNKNOWN);
	fprintf(out, "| peers needed for a roof whose scatter is in no table | %d | |\n", GB_SCATTER_CARDS_MIN);
	fprintf(out, "| a robust standard deviation, in MAD | %g | |\n", GB_SD_OF_MAD);
	fprintf(out, "| changes are ignored | up to %g %% | `--margin` |\n", 100 * GB_MARGIN);
	fprintf(out, "| an SM clock that may explain a value is off by more than | %g %% | |\n",
		100 * GB_CLOCK_DIFFERS_BY);
}

static void print_scatter(FILE *out)
{
	fputs("| model | roof | scatter of runs (sd) | scatter of cards (sd) | cards | least step of one GPU |\n"
	      "| --- | --- | --- | --- | --- | --- |\n",
	      out);
	for (const struct gb_scatter_model *m = gb_scatter_models; m->gpu != NULL; m++)
		for (const struct gb_scatter *s = m->roofs; s->roof != NULL; s++)
			fprintf(out, "| %s | `%s` | %.3g %% | %.3g %% | %u | %.3g %% |\n", m->gpu, s->roof,
				100 * s->runs, 100 * s->cards, s->count, 100 * gb_scatter_min_off(m->gpu, s->roof));
}

/* The line of one exit status with all commands that share it, printed where the first of them stands. */
static void print_exit_line(FILE *out, const struct gb_exit_help *of)
{
	const char *before = "";

	for (const struct gb_command *const *c = gb_commands; *c != NULL; c++)
		for (const struct gb_exit_help *e = (*c)->exit; e->help != NULL; e++) {
			if (e->status != of->status || strcmp(e->help, of->help) != 0)
				continue;
			if (before[0] == '\0' && e != of)
				return;
			if (before[0] == '\0')
				fprintf(out, "| %d | ", of->status);
			fprintf(out, "%s`%s`", before, (*c)->word);
			before = ", ";
		}
	fprintf(out, " | %s |\n", of->help);
}

static void print_exit(FILE *out)
{
	fputs("| exit status | command | meaning |\n| --- | --- | --- |\n| 0 | all | fine |\n| 1 | all | usage |\n",
	      out);
	for (const struct gb_command *const *c = gb_commands; *c != NULL; c++)
		for (const struct gb_exit_help *e = (*c)->exit; e->help != NULL; e++)
			print_exit_line(out, e);
	fputs("| 129, 143 | all | ended by SIGHUP or SIGTERM before or without a run |\n", out);
}

/* ---- profile ----------------------------------------------------------------------------------------------------- */

static void print_profile(FILE *out)
{
	fputs("| column | meaning |\n| --- | --- |\n", out);
	for (const struct gb_column_help *c = gb_profile_columns; c->name != NULL; c++)
		fprintf(out, "| `%s` | %s |\n", c->name, c->help);
}

static void print_survey(FILE *out)
{
	fputs("| column | says |\n| --- | --- |\n", out);
	for (const struct gb_column_help *c = gb_survey_columns; c->name != NULL; c++)
		fprintf(out, "| `%s` | %s |\n", c->name, c->help);
}

static void print_reasons(FILE *out)
{
	fputs("| reason | what is wrong | what helps | counted | measured rows |\n| --- | --- | --- | --- | --- |\n",
	      out);
	for (int fault = 0; fault < GB_FAULTS; fault++) {
		const struct gb_fault_text *t = &gb_fault_text[fault];
		fprintf(out, "| `%s` | %s | %s | %s | %s |\n", t->word, t->wrong, t->helps, t->counted, t->measured);
	}
}

static const struct gb_ncu_metric *metric_of(enum gb_counter counter)
{
	const struct gb_ncu_metric *m = gb_ncu_metric_table;

	while (m->counter != counter || m->rank != 0)
		m++;
	return m;
}

static char *write_section(void)
{
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = { .count = 0 };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < gb_binding_memories; i++) {
		struct gb_record row = made("GPU-1", gb_binding_memory[i].roof, "B/s", 1e12);
		row.compute_capability = "9.0";
		add(&roofs, row);
	}
	gb_roofs_sort(&roofs);
	assert_ok(gb_export_ncu(&roofs, out, &error), error);
	fclose(out);
	return text;
}

/* Each roof has one quantity: if `profile` and the section file request different counters, one of them is wrong. */
static void print_levels(FILE *out)
{
	static const char of_all[] = ".sum";
	char *section = write_section(), asked[256], *dot;

	fputs("| roof | its benchmark accounts for | `profile` and the section file count |\n| --- | --- | --- |\n",
	      out);
	for (size_t i = 0; i < gb_binding_memories; i++) {
		const struct gb_binding_memory *m = &gb_binding_memory[i];
		const struct gb_ncu_metric *counted = metric_of(m->counter);
		snprintf(asked, sizeof asked, "\"derived__gpubench_%s_pct\" Expression: \"", m->roof);
		while ((dot = strchr(asked, '.')) != NULL)
			*dot = '_';
		snprintf(asked + strlen(asked), sizeof asked - strlen(asked), "%s.per_second / ", counted->name);
		assert_non_null(strstr(section, asked));
		fprintf(out, "| `%s` | %s | `%.*s`", m->roof, m->accounted,
			(int)(strlen(counted->name) - strlen(of_all)), counted->name);
		if (counted->scale > 1)
			fprintf(out, ", %g bytes each", counted->scale);
		fputs(" |\n", out);
	}
	free(section);
}

/* ---- a watch ----------------------------------------------------------------------------------------------------- */

static void print_counters(FILE *out)
{
	fputs("| metric | counter | counts since | a rise is a failure |\n| --- | --- | --- | --- |\n", out);
	for (const struct gpu_counter_text *c = gpu_counter_text; c < gpu_counter_text + GPU_COUNTERS; c++)
		fprintf(out, "| `%s` | %s | %s | %s |\n", c->metric, c->words,
			c->since != NULL ? c->since : "the watch began", c->fails ? "yes" : "no");
}

/* ---- ab ---------------------------------------------------------------------------------------------------------- */

static void print_ab(FILE *out)
{
	fputs("| column | meaning |\n| --- | --- |\n", out);
	for (const struct gb_column_help *c = gb_ab_columns; c->name != NULL; c++)
		fprintf(out, "| `%s` | %s |\n", c->name, c->help);
}

static void print_ab_least(FILE *out)
{
	static const double errors[] = { 0.001, 0.01, 0.05, 0.1 };

	fputs("| `--error` | pairs, at least | runs, including two warm-up runs |\n| ---: | ---: | ---: |\n", out);
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		fprintf(out, "| %g %% | %zu | %zu |\n", 100 * errors[i], 2 * gb_sequential_least(errors[i]),
			4 * gb_sequential_least(errors[i]) + 2);
}

/* ---- the pages --------------------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*print)(FILE *out);
} tables[] = {
	{ "effort", print_effort },   { "suspect", print_suspect }, { "compare", print_compare },
	{ "scatter", print_scatter }, { "exit", print_exit },       { "profile", print_profile },
	{ "least", print_ab_least },  { "ab", print_ab },           { "levels", print_levels },
	{ "survey", print_survey },   { "reasons", print_reasons }, { "counters", print_counters },
};

/* The page with its tables made anew from the code; the caller frees it. *found counts the tables. */
static char *made_anew(const char *page, size_t *found)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	*found = 0;
	for (const char *at = page; *at != '\0';) {
		const char *end = strchr(at, '\n');
		const size_t length = end != NULL ? (size_t)(end - at) + 1 : strlen(at);
		fwrite(at, 1, length, out);
		if (strncmp(at, BEGIN, strlen(BEGIN)) == 0) {
			for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
				if (strncmp(at + strlen(BEGIN), tables[i].name, strlen(tables[i].name)) == 0) {
					tables[i].print(out);
					++*found;
				}
			at = strstr(at, END);
			assert_non_null(at);
			continue;
		}
		at += length;
	}
	fclose(out);
	return text;
}

static char *read_page(const char *path)
{
	FREED_BY(close_stream) FILE *file = fopen(path, "r");

	if (file == NULL)
		fail_msg("%s: cannot be read: this test runs in the root of the source", path);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	return contents(file);
}

static void check_page(const char *path, size_t wanted)
{
	FREED_BY(free_text) char *page = read_page(path);
	size_t found;
	FREED_BY(free_text) char *made = made_anew(page, &found);

	assert_int_equal(found, wanted);
	const char *golden = getenv("GB_GOLDEN");
	if (golden != NULL && strcmp(golden, "write") == 0) {
		FILE *file = fopen(path, "w");
		fputs(made, file);
		fclose(file);
	} else {
		assert_string_equal(page, made);
	}
}

TEST(pages)
{
	effort[0] = gb_effort_of_roof(GB_FULL, &no_wishes);
	effort[1] = gb_effort_of_roof(GB_QUICK, &no_wishes);
	effort[2] = gb_effort_of_curve(GB_FULL, &no_wishes);
	effort[3] = gb_effort_of_curve(GB_QUICK, &no_wishes);
	every_roof = gb_effort_of_roof(GB_EVERY, &no_wishes);
	check_page("docs/how-we-measure.md", 2);
	check_page("docs/reliability.md", 1);
	check_page("docs/analysis.md", 1);
	check_page("results/fleet/scatter.md", 1);
	check_page("docs/design.md", 1);
	check_page("docs/roofline.md", 3);
	check_page("docs/profile.md", 1);
	check_page("docs/ab.md", 2);
}
