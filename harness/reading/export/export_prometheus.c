/* export_prometheus.c: the text format of Prometheus, for node_exporter's textfile collector. There are no time stamps,
 * which this collector rejects; the time of measurement is a metric. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "analysis/fleet.h"
#include "judge/judge_set.h"
#include "base/escape.h"
#include "base/text.h"
#include "export/export.h"

enum what { VALUE, LIMIT };

static const struct family {
	const char *unit, *name, *help;
	enum what what;
} families[] = {
	{ "B/s", "gpubench_bandwidth_bytes_per_second", "Measured bandwidth.", VALUE },
	{ "B/s", "gpubench_bandwidth_limit_bytes_per_second", "Physical limit at the clock of the measurement.",
	  LIMIT },
	{ "FLOP/s", "gpubench_flops_per_second", "Measured floating-point rate; an FMA counts as two operations.",
	  VALUE },
	{ "FLOP/s", "gpubench_flops_limit_per_second", "Physical limit at the clock of the measurement.", LIMIT },
	{ "OP/s", "gpubench_operations_per_second", "Measured rate of integer operations.", VALUE },
	{ "OP/s", "gpubench_operations_limit_per_second", "Physical limit at the clock of the measurement.", LIMIT },
	{ "access/s", "gpubench_accesses_per_second", "Measured rate of memory accesses.", VALUE },
	{ "access/s", "gpubench_accesses_limit_per_second", "Physical limit at the clock of the measurement.", LIMIT },
	{ "inst/s", "gpubench_instructions_per_second", "Measured rate of warp instructions.", VALUE },
	{ "inst/s", "gpubench_instructions_limit_per_second", "Physical limit at the clock of the measurement.",
	  LIMIT },
	{ "s", "gpubench_latency_seconds", "Measured time.", VALUE },
	{ "cycles", "gpubench_latency_cycles", "Measured cycles.", VALUE },
	{ "Hz", "gpubench_clock_hertz", "SM clock measured under its own load.", VALUE },
};

static void put_label(FILE *out, const char *name, const char *text, const char *before)
{
	fprintf(out, "%s%s=\"", before, name);
	gb_escape_put(out, GB_ESCAPE_PROMETHEUS, text);
	fputc('"', out);
}

/* `gpu` NULL: no GPU. */
static void put_gpu(FILE *out, const char *name, const struct gb_gpu_roofs *gpu)
{
	fputs(name, out);
	put_label(out, "uuid", gpu == NULL ? "" : gpu->peer[0] != '\0' ? gpu->owner : gpu->uuid, "{");
	if (gpu != NULL && gpu->peer[0] != '\0')
		put_label(out, "peer", gpu->peer, ",");
	put_label(out, "gpu", gpu != NULL ? gpu->device : "", ",");
	put_label(out, "pci", gpu != NULL ? gpu->pci : "", ",");
	put_label(out, "model", gpu != NULL ? gpu->name : "", ",");
	put_label(out, "board", gpu != NULL ? gpu->board : "", ",");
}

static void put_sample(FILE *out, const char *name, const struct gb_gpu_roofs *gpu, const char *roof, double value)
{
	put_gpu(out, name, gpu);
	if (roof != NULL)
		put_label(out, "roof", roof, ",");
	fprintf(out, "} %.12g\n", value);
}

static void put_head(FILE *out, const char *name, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

/* Writes the roofs of every GPU in one unit, if there are any. */
static void put_family(FILE *out, const struct family *family, const struct gb_roofs *roofs)
{
	const struct gb_roof *roof;
	bool begun = false;

	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; (roof = gb_gpu_next(&roofs->gpu[i], &at)) != NULL;) {
			const double value = family->what == VALUE ? roof->value : roof->limit;
			if (strcmp(roof->row->unit, family->unit) != 0 || !isfinite(value))
				continue;
			if (!begun)
				put_head(out, family->name, family->help);
			begun = true;
			put_sample(out, family->name, &roofs->gpu[i], roof->row->name, value);
		}
}

static double clock_of(const struct gb_roof *roof)
{
	return roof->sm_clock_hz;
}

static double is_ok(const struct gb_roof *roof)
{
	return roof->row->status == GB_ROW_OK;
}

static void put_of_roofs(FILE *out, const struct gb_roofs *roofs, const char *name, const char *help,
			 double (*of)(const struct gb_roof *))
{
	const struct gb_roof *roof;

	put_head(out, name, help);
	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; (roof = gb_gpu_next(&roofs->gpu[i], &at)) != NULL;)
			if (isfinite(of(roof)))
				put_sample(out, name, &roofs->gpu[i], roof->row->name, of(roof));
}

int gb_export_prometheus(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		put_family(out, &families[i], roofs);
	put_of_roofs(out, roofs, "gpubench_sm_clock_hertz",
		     "Mean clock of the SMs, or of a host's cores, while it was measured.", clock_of);
	put_of_roofs(out, roofs, "gpubench_roof_ok", "1: measured and verified; 0: in doubt.", is_ok);
	put_head(out, "gpubench_failed_rows", "Measurements that failed.");
	for (size_t i = 0; i < roofs->count; i++)
		put_sample(out, "gpubench_failed_rows", &roofs->gpu[i], NULL, (double)roofs->gpu[i].failed);
	put_head(out, "gpubench_last_measurement_timestamp_seconds", "When the newest roof was measured.");
	for (size_t i = 0; i < roofs->count; i++)
		if (isfinite(roofs->gpu[i].newest))
			put_sample(out, "gpubench_last_measurement_timestamp_seconds", &roofs->gpu[i], NULL,
				   roofs->gpu[i].newest);
	return GB_OK;
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

void gb_export_findings(const struct gb_verdict *verdict, FILE *out)
{
	put_head(out, "gpubench_check_status", "Exit status of gpubench check.");
	fprintf(out, "gpubench_check_status %d\n", gb_verdict_status(verdict));
	put_head(out, "gpubench_check_timestamp_seconds", "When gpubench check ended.");
	fprintf(out, "gpubench_check_timestamp_seconds %lld\n", (long long)time(NULL));
	put_head(out, "gpubench_finding", "Findings of gpubench check: the drop of a slow roof as a fraction, else 1.");
	for (size_t i = 0; i < verdict->findings; i++) {
		const struct gb_verdict_finding *finding = &verdict->finding[i];
		if (finding->kind == GB_FOUND_NOTE)
			continue;
		put_gpu(out, "gpubench_finding", finding->gpu);
		put_label(out, "kind", gb_verdict_kind_word(finding->kind), ",");
		put_label(out, "roof", finding->roof != NULL ? finding->roof : "", ",");
		put_label(out, "text", finding->roof == NULL ? finding->text : "", ",");
		fprintf(out, "} %.4g\n", finding->kind == GB_FOUND_SLOW ? -finding->ruling.part : 1);
	}
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

/* The alert threshold of a roof: healthy cards differ by less. Whole percentages keep the number of rules low. */
enum { ALERT_PERCENT = 5, ALERT_PERCENT_MAX = 100, PATTERN = 4096 };

/* Writes the ratio of a value to the median of its peers, inverted for times, if there are at least three GPUs.
 * `before` joins the condition to others. */
static void put_ratio(FILE *out, const struct family *family, const char *before)
{
	const bool lower = gb_lower_is_better(family->unit);
	const char *name = family->name;

	fprintf(out,
		"      %s%s%s %s on (model, board, roof) group_left quantile by (model, board, roof) (0.5, %s)\n"
		"      and on (model, board, roof) count by (model, board, roof) (%s) >= %d\n",
		before, lower ? "1 / " : "", name, lower ? "*" : "/", name, name, GB_PEERS_MIN);
}

static bool is_judged(const char *roof)
{
	static const struct gb_judge_set as_it_is = { .onlys = 0 };

	/* An alert compares GPUs of different hosts. */
	return gb_judge_set_has(&as_it_is, roof) && !gb_judge_kind_is_of_host(gb_judge_kind_of(roof));
}

/* Adds "dram[.]read". */
static void add_name(char *pattern, const char *roof, const char *after)
{
	gb_text_add(pattern, PATTERN, "%s", pattern[0] != '\0' ? "|" : "");
	for (const char *c = roof; *c != '\0'; c++)
		gb_text_add(pattern, PATTERN, *c == '.' ? "[.]" : "%c", *c);
	gb_text_add(pattern, PATTERN, "%s", after);
}

/* Returns the alert threshold in percent of a roof that was measured on enough cards. */
static int percent_of(const char *roof)
{
	double most = 0;

	for (const struct gb_scatter_model *m = gb_scatter_models; m->gpu != NULL; m++) {
		const struct gb_scatter *known = gb_scatter_of(m->gpu, roof);
		if (known != NULL)
			most = fmax(most, GB_MIN_OFF_SD * hypot(known->runs, known->cards));
	}
	return (int)fmin(fmax(ceil(100 * most), ALERT_PERCENT), ALERT_PERCENT_MAX);
}

static bool is_first_of_its_name(const struct gb_scatter_model *model, const struct gb_scatter *roof)
{
	for (const struct gb_scatter_model *m = gb_scatter_models; m <= model; m++)
		for (const struct gb_scatter *s = m->roofs; s->roof != NULL && s != roof; s++)
			if (strcmp(s->roof, roof->roof) == 0)
				return false;
	return true;
}

/* Adds the roofs of the set whose alert threshold is `percent`, or, with `or_more`, at least `percent`. */
static void add_wide(char *pattern, int percent, bool or_more)
{
	for (const struct gb_scatter_model *m = gb_scatter_models; m->gpu != NULL; m++)
		for (const struct gb_scatter *s = m->roofs; s->roof != NULL; s++) {
			const int its = percent_of(s->roof);
			if (strchr(s->roof, '/') == NULL && strchr(s->roof, ' ') == NULL && is_judged(s->roof) &&
			    (its == percent || (or_more && its > percent)) && is_first_of_its_name(m, s))
				add_name(pattern, s->roof, "");
		}
}

/* Adds the names in the judge's table that are in the set or, unless `judged`, that are not. */
static void add_table(char *pattern, bool judged)
{
	for (const struct gb_judge_set_entry *e = gb_judge_set_entries; e->roofs != NULL; e++)
		if (is_judged(e->roofs) == judged && strchr(e->roofs, ' ') == NULL)
			add_name(pattern, e->roofs, "([.].*)?");
}

/* Writes a condition for roofs with this threshold. `before` joins it to others. */
static void put_slow(FILE *out, int percent, const char *pattern, const char *without, const char *before)
{
	fprintf(out, "      %sgpubench:roof_of_peers:ratio{roof=~\"%s\"", before, pattern);
	if (without[0] != '\0')
		fprintf(out, ",roof!~\"%s\"", without);
	fprintf(out, "} < %g\n", 1 - 0.01 * percent);
}

static void put_all_slow(FILE *out)
{
	char pattern[PATTERN] = "", without[PATTERN] = "";

	add_table(pattern, true);
	add_table(without, false);
	add_wide(without, ALERT_PERCENT + 1, true);
	put_slow(out, ALERT_PERCENT, pattern, without, "(");
	for (int percent = ALERT_PERCENT + 1; percent <= ALERT_PERCENT_MAX; percent++) {
		pattern[0] = '\0';
		add_wide(pattern, percent, false);
		if (pattern[0] != '\0')
			put_slow(out, percent, pattern, "", "or ");
	}
}

static const char rules_head[] =
	"# Alert rules of Prometheus for what `gpubench roofs --export prometheus` and `gpubench check --prometheus`\n"
	"# write, made by `--rules` next to the former. Roofs and thresholds are those of the tables of `gpubench\n"
	"# check`. Peers are GPUs of one model and board.\n"
	"groups:\n- name: gpubench\n  rules:\n"
	"  - record: gpubench:roof_of_peers:ratio\n    expr: >-\n";

static const char rules_slow[] = "  - alert: GpubenchSlow\n    expr: >-\n";

#define FINDING                                                                                               \
	"    annotations:\n"                                                                                  \
	"      summary: '{{ $labels.uuid }} on {{ $labels.instance }}: {{ $labels.kind }} {{ $labels.roof }}" \
	"{{ $labels.text }}'\n"

static const char rules_end[] =
	"      ) and on (instance, uuid, roof) gpubench_roof_ok == 1\n"
	"    labels: {severity: warning}\n"
	"    annotations:\n"
	"      summary: '{{ $labels.roof }} of {{ $labels.uuid }} on {{ $labels.instance }} is "
	"{{ $value | humanizePercentage }} of its peers'\n"
	"  - alert: GpubenchFailed\n"
	"    expr: gpubench_failed_rows > 0\n"
	"    labels: {severity: critical}\n"
	"    annotations:\n"
	"      summary: '{{ $value }} measurements of {{ $labels.uuid }} on {{ $labels.instance }} failed'\n"
	"  - alert: GpubenchStale\n"
	"    expr: time() - gpubench_last_measurement_timestamp_seconds > 7 * 86400\n"
	"    labels: {severity: info}\n"
	"    annotations:\n"
	"      summary: '{{ $labels.uuid }} on {{ $labels.instance }} was not measured for {{ $value | "
	"humanizeDuration }}'\n"
	"  - alert: GpubenchSuspect\n"
	"    expr: gpubench_roof_ok == 0\n"
	"    for: 3d\n"
	"    labels: {severity: info}\n"
	"    annotations:\n"
	"      summary: '{{ $labels.roof }} of {{ $labels.uuid }} on {{ $labels.instance }} has been suspect for three "
	"days'\n"
	"  - alert: GpubenchCheckFailed\n"
	"    expr: gpubench_finding{kind=~\"slow|throttled|link|not as expected\"}\n"
	"    labels: {severity: warning}\n" FINDING "  - alert: GpubenchCheckOpen\n"
	"    expr: gpubench_finding{kind=\"no verdict\"}\n"
	"    labels: {severity: warning}\n" FINDING "  - alert: GpubenchDiffers\n"
	"    expr: gpubench_finding{kind=\"differs\"}\n"
	"    labels: {severity: info}\n" FINDING "  - alert: GpubenchCheckStale\n"
	"    expr: time() - gpubench_check_timestamp_seconds > 7 * 86400\n"
	"    labels: {severity: info}\n"
	"    annotations:\n"
	"      summary: '{{ $labels.instance }} was not checked for {{ $value | humanizeDuration }}'\n";

int gb_export_prometheus_rules(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	const char *before = "";

	fputs(rules_head, out);
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
		if (families[i].what != VALUE)
			continue;
		put_ratio(out, &families[i], before);
		before = "or ";
	}
	fputs(rules_slow, out);
	put_all_slow(out);
	fputs(rules_end, out);
	return GB_OK;
}
