/* compare_print.c: prints the results of compare as text. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge_outliers.h"
#include "base/heap.h"
#include "base/text.h"
#include "base/wrap.h"
#include "show/print.h"

/* Longer lists are truncated, with a message; CSV and JSON are complete. */
enum { LINES_MAX = 100, FEW_GPUS = 4 };

/* Lines of a screen that are kept for outliers or ratios below a table, and for changes below outliers. */
enum { OTHERS = 11, LINES_OF_CHANGES = 9 };

/* Where sections are printed, and in which form. */
struct page {
	enum gb_table_style style;
	FILE *out;
	bool begun, is_screen; /* is_screen: the verdict of a table is below it, and healthy GPUs are left out */
};

static void print_heading(struct page *page, const char *text)
{
	if (page->begun)
		gb_wrap_line(page->out, "");
	page->begun = true;
	gb_table_title(page->style, text, page->out);
}

static void finish_table(const struct page *page, struct gb_table *table, size_t left_out)
{
	gb_table_print(table, page->style, page->out);
	gb_table_free(table);
	if (left_out > 0)
		fprintf(page->out, "%s... and %zu more: --csv and --json have them all\n",
			page->style == GB_TABLE_MARKDOWN ? "\n" : "  ", left_out);
}

/* ---- peers ------------------------------------------------------------------------------------------------------- */

static void print_model_title(struct page *page, const struct gb_fleet_model *model)
{
	char title[2 * GB_FLEET_TITLE] = "", name[GB_FLEET_TITLE];

	gb_text_add(title, sizeof title, "%s: %zu GPU%s on %zu host%s", gb_fleet_title(model, name), model->gpus,
		    gb_text_plural(model->gpus), model->hosts, gb_text_plural(model->hosts));
	print_heading(page, title);
}

static void print_model(struct page *page, const struct gb_fleet_model *model)
{
	static const char *const lesser[] = { "fast", "best", "robust sd", "GPUs", NULL };
	struct gb_table table = { .lesser = lesser };
	print_model_title(page, model);
	gb_table_columns(&table, "roof|>GPUs|>median|>robust sd|>worst|>best|>slow|>fast");
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *group = &model->group[i];
		gb_table_add(&table, "%s", group->roof);
		gb_table_add(&table, "%zu", group->gpus);
		gb_table_add_si(&table, group->median, group->unit);
		gb_table_add_uncertainty(&table,
					 group->gpus < GB_PEERS_MIN ? (double)NAN : gb_group_sd(group) / group->median);
		gb_table_add_change(&table, 1, group->worst);
		gb_table_add_change(&table, 1, group->best);
		gb_table_add(&table, group->slow ? "%zu" : "-", group->slow);
		gb_table_add(&table, group->fast ? "%zu" : "-", group->fast);
	}
	finish_table(page, &table, 0);
}

/* ---- outliers ---------------------------------------------------------------------------------------------------- */

static void add_place(struct gb_table *table, const struct gb_gpu_roofs *gpu)
{
	gb_table_add(table, "%s", gpu->host);
	gb_table_add(table, "%s", gpu->key);
	gb_table_add(table, "%s", gpu->pci);
}

static void add_place_headings(struct gb_table *table)
{
	gb_table_columns(table, "host|GPU|PCI");
}

static void add_outlier(struct gb_table *table, const struct gb_outlier *o, size_t rank)
{
	const struct gb_group *group = &o->model->group[o->group];
	char why[256];

	gb_outliers_explain(o->model, o->gpu, o->group, why, sizeof why);
	gb_table_add(table, "%zu", rank);
	gb_table_add(table, "%s", o->standing == GB_SLOW ? "slow" : "fast");
	gb_table_add_change(table, 1, o->off);
	if (isfinite(o->z))
		gb_table_add(table, "%+.1f", o->z);
	else
		gb_table_add(table, "-");
	gb_table_add(table, "%s", group->roof);
	gb_table_add_si(table, gb_fleet_sample(o->model, o->gpu, o->group).value, group->unit);
	gb_table_add(table, o->roofs > 1 ? "%zu" : "-", o->roofs - 1);
	add_place(table, &o->model->gpu[o->gpu]);
	gb_table_add(table, "%s", why);
}

static bool has_peers(const struct gb_fleet *fleet)
{
	for (size_t m = 0; m < fleet->models; m++)
		for (size_t i = 0; i < fleet->model[m].groups; i++)
			if (fleet->model[m].group[i].gpus >= GB_PEERS_MIN)
				return true;
	return false;
}

static void print_outliers(struct page *page, const struct gb_fleet *fleet, size_t others)
{
	static const char *const lesser[] = { "z", "more roofs", "PCI", "value", "rank", NULL };
	struct gb_table table = { .lesser = lesser, .others = others };
	char title[256] = "", rule[GB_OUTLIERS_RULE];
	size_t count;
	struct gb_outlier *list = gb_outliers_find(fleet, &count);

	gb_text_add(title, sizeof title, "Outliers: %zu GPU%s %s", count, gb_text_plural(count),
		    gb_outliers_rule(fleet, rule));
	if (!page->is_screen || (count == 0 && has_peers(fleet)))
		print_heading(page, title);
	else if (page->begun)
		gb_wrap_line(page->out, "");
	if (!has_peers(fleet))
		gb_wrap_format(page->out,
			       "No outliers without at least %d GPUs of a model; gpubench check FILE compares one with "
			       "its reference",
			       GB_PEERS_MIN);
	if (count == 0)
		return;
	gb_table_columns(&table, ">rank|verdict|>deviation|>z|worst roof|>value|>more roofs");
	add_place_headings(&table);
	gb_table_column(&table, "differs in");
	for (size_t i = 0; i < count && i < LINES_MAX; i++)
		add_outlier(&table, &list[i], i + 1);
	finish_table(page, &table, count > LINES_MAX ? count - LINES_MAX : 0);
	if (page->is_screen)
		gb_table_title(page->style, title, page->out);
	free(list);
}

static void print_nodes(struct page *page, const struct gb_comparison *c)
{
	char title[64] = "";

	if (c->nodes == 0)
		return;
	gb_text_add(title, sizeof title, "%zu nodes", c->nodes);
	print_heading(page, title);
	gb_compare_print_nodes(c, OTHERS, page->style, page->out);
}

static void print_cohorts(struct page *page, const struct gb_fleet *fleet)
{
	char text[GB_ERROR_TEXT];

	for (size_t i = 0; i < fleet->cohorts + fleet->alike; i++) {
		if (i == 0 || i == fleet->cohorts)
			print_heading(page, i < fleet->cohorts ? "GPUs that deviate together" : "As good as before");
		gb_cohort_tell(&fleet->cohort[i], text, sizeof text);
		gb_wrap_format(page->out, page->style == GB_TABLE_MARKDOWN ? "- %s" : "%s", text);
	}
}

/* ---- missing measurements ---------------------------------------------------------------------------------------- */

/* Writes the roofs that a GPU lacks, its first failure, and its throttle reason; "": nothing. */
static void trouble_of(const struct gb_fleet_model *model, size_t gpu, char *text, size_t size)
{
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	char slowdown[GB_ERROR_TEXT];

	text[0] = '\0';
	for (size_t i = 0; i < model->groups; i++)
		if (gb_outliers_lacks(model, gpu, i) && !gb_roof_is_burst(model->group[i].roof))
			gb_text_add(text, size, "%s%s", text[0] ? " " : "no ", model->group[i].roof);
	if (card->failed > 0)
		gb_text_add(text, size, "%s%zu row%s failed, first %s", text[0] ? "; " : "", card->failed,
			    gb_text_plural(card->failed), card->failure);
	if (gb_judge_set_throttled(card, NULL, slowdown, sizeof slowdown))
		gb_text_add(text, size, "%s%s", text[0] ? "; " : "", slowdown);
}

static size_t add_gaps(struct gb_table *table, const struct gb_roofs *roofs, size_t count)
{
	for (size_t i = 0; i < roofs->empties; i++) {
		if (++count > LINES_MAX)
			continue;
		gb_table_add(table, "-");
		gb_table_add(table, "unknown");
		gb_table_add(table, "-");
		gb_table_add(table, "%s: no row", gb_text_input(roofs->empty[i]));
	}
	for (size_t i = 0; i < roofs->runs.count; i++) {
		const struct gb_run_rows *run = &roofs->runs.run[i];
		const struct gb_gpu_roofs *gpu = run->seen < run->points ? gb_roofs_find(roofs, run->gpu) : NULL;
		if (gpu == NULL || ++count > LINES_MAX)
			continue;
		add_place(table, gpu);
		gb_table_add(table, "cut short: rows of %zu of %zu points (run %s)", run->seen, run->points, run->run);
	}
	return count;
}

static void print_troubles(struct page *page, const struct gb_comparison *c)
{
	static const char *const lesser[] = { "PCI", NULL };
	const struct gb_fleet *fleet = &c->fleet;
	struct gb_table table = { .lesser = lesser, .others = OTHERS };
	char text[1024];
	size_t count = 0;

	add_place_headings(&table);
	gb_table_column(&table, "what");
	count = add_gaps(&table, c->roofs, count);
	for (size_t m = 0; m < fleet->models; m++)
		for (size_t g = 0; g < fleet->model[m].gpus; g++) {
			trouble_of(&fleet->model[m], g, text, sizeof text);
			if (text[0] == '\0' || ++count > LINES_MAX)
				continue;
			add_place(&table, &fleet->model[m].gpu[g]);
			gb_table_add(&table, "%s", text);
		}
	/* A screen with outliers and changes has no room for more. */
	if (count > 0 && page->is_screen && c->baseline != NULL && has_peers(fleet)) {
		gb_wrap_format(page->out, "Not measured, failed or throttled: %zu GPUs", count);
		gb_wrap_leave_out(count);
		page->begun = true;
	} else if (count > 0) {
		print_heading(page, "Not measured, failed or throttled");
		finish_table(page, &table, count > LINES_MAX ? count - LINES_MAX : 0);
	}
	gb_table_free(&table);
}

/* ---- the baseline ------------------------------------------------------------------------------------------------ */

struct line {
	const struct gb_fleet_model *model;
	size_t gpu, group;
	struct gb_change change;
};

static int compare_lines(const void *left, const void *right)
{
	const struct line *a = left, *b = right;

	return (a->change.part > b->change.part) - (a->change.part < b->change.part);
}

static void add_interval(struct gb_table *table, double lo, double hi)
{
	char from[64], to[64];

	gb_text_percent(from, sizeof from, lo, 2);
	gb_text_percent(to, sizeof to, hi, 2);
	from[strcspn(from, " ")] = '\0'; /* only the last number has a percent sign */
	gb_table_add(table, "%s%s ... %s%s", lo >= 0 ? "+" : "", from, hi >= 0 ? "+" : "", to);
}

/* An interval around zero shows that there is no change. */
static const char *tell_changed(const struct gb_change *change)
{
	if (change->changed == GB_UNDECIDED && change->lo <= 0 && change->hi >= 0)
		return "not significant";
	return gb_changed_word(change->changed);
}

static void add_line(struct gb_table *table, const struct line *line)
{
	const struct gb_group *group = &line->model->group[line->group];

	gb_table_add(table, "%s", group->roof);
	gb_table_add_si(table, line->change.before, group->unit);
	gb_table_add_si(table, gb_fleet_sample(line->model, line->gpu, line->group).value, group->unit);
	gb_table_add_better(table, 2, line->change.part);
	if (isfinite(line->change.lo) && isfinite(line->change.hi))
		add_interval(table, line->change.lo, line->change.hi);
	else
		gb_table_add(table, "-");
	gb_table_add(table, "%s", tell_changed(&line->change));
	gb_table_add(table, "%s", line->change.same_gpu ? "this GPU" : "its peers");
	add_place(table, &line->model->gpu[line->gpu]);
}

static void print_lines(const struct page *page, const struct line *lines, size_t count)
{
	static const char *const lesser[] = { "PCI", "from", "interval", "before", NULL };
	struct gb_table table = { .lesser = lesser, .others = 3 };

	gb_table_columns(&table, "roof|>before|>now|>change|>interval|verdict|from");
	add_place_headings(&table);
	for (size_t i = 0; i < count && i < LINES_MAX; i++) {
		add_line(&table, &lines[i]);
		gb_table_rank(&table, fabs(lines[i].change.part) + (lines[i].change.changed == GB_CHANGED));
	}
	finish_table(page, &table, count > LINES_MAX ? count - LINES_MAX : 0);
}

/* For a few GPUs, prints all roofs in order; for many, only roofs that changed, the worst first. */
static void print_changes(struct page *page, const struct gb_comparison *c)
{
	size_t of[4] = { 0 }, better = 0, all = 0, gpus = 0, kept = 0;
	char title[512] = "";

	for (size_t m = 0; m < c->fleet.models; m++) {
		all += c->fleet.model[m].gpus * c->fleet.model[m].groups;
		gpus += c->fleet.model[m].gpus;
	}
	struct line *lines = gb_heap_array(all + 1, sizeof *lines);
	for (size_t m = 0; m < c->fleet.models; m++) {
		const struct gb_fleet_model *model = &c->fleet.model[m];
		for (size_t at = 0; at < model->gpus * model->groups; at++) {
			struct line line = { .model = model, .gpu = at / model->groups, .group = at % model->groups };
			const struct gb_sample sample = gb_fleet_sample(model, line.gpu, line.group);
			if (sample.runs == 0)
				continue;
			line.change = gb_change_of(c->baseline, &model->gpu[line.gpu], model->group[line.group].roof,
						   model->group[line.group].unit, &sample, c->margin);
			of[line.change.changed]++;
			better += line.change.changed == GB_CHANGED && line.change.part > 0;
			if (gpus <= FEW_GPUS || line.change.changed == GB_CHANGED)
				lines[kept++] = line;
		}
	}
	if (gpus > FEW_GPUS && kept > 0)
		qsort(lines, kept, sizeof *lines, compare_lines);
	gb_text_add(title, sizeof title,
		    "Against %s: %zu worse, %zu better, %zu unchanged, %zu undecided, %zu without a baseline "
		    "(margin %.3g %%%s)",
		    c->baseline_name, of[GB_CHANGED] - better, better, of[GB_UNCHANGED], of[GB_UNDECIDED],
		    of[GB_NO_BASELINE], 100 * c->margin, page->is_screen ? "" : "; in intervals, + is better");
	if (!page->is_screen)
		print_heading(page, title);
	/* If all belong to another model, the command reports this in one line. */
	if (kept > 0 && of[GB_CHANGED] + of[GB_UNCHANGED] + of[GB_UNDECIDED] > 0)
		print_lines(page, lines, kept);
	if (page->is_screen)
		print_heading(page, title);
	free(lines);
}

/* ---- models side by side ----------------------------------------------------------------------------------------- */

static void print_models(struct page *page, const struct gb_comparison *c)
{
	char title[3 * GB_FLEET_TITLE] = "", name[2][GB_FLEET_TITLE];

	for (size_t m = 0; m < c->fleet.models; m++) {
		const struct gb_fleet_model *model = &c->fleet.model[m];
		if (model == c->base)
			continue;
		gb_text_write(title, sizeof title, "%s relative to %s: ratio of medians; above 1 is better",
			      gb_fleet_title(model, name[0]), gb_fleet_title(c->base, name[1]));
		print_heading(page, title);
		gb_compare_print_ratios(c->base, model, (c->fleet.models - 2) * OTHERS / 2, page->style, page->out);
	}
}

/* A screen shows problems, then outliers or, without peers, the ratios of models, but no tables of healthy GPUs. */
static void print_screen(struct page *page, const struct gb_comparison *c)
{
	const bool judged = has_peers(&c->fleet);

	print_troubles(page, c);
	print_nodes(page, c);
	if (!judged)
		print_models(page, c);
	const bool is_alone = !judged && c->fleet.models == 1 && c->baseline == NULL;
	if (is_alone)
		print_model_title(page, &c->fleet.model[0]);
	if (judged || is_alone)
		print_outliers(page, &c->fleet, c->baseline != NULL ? LINES_OF_CHANGES : 1);
	if (c->baseline != NULL)
		print_changes(page, c);
	print_cohorts(page, &c->fleet);
	for (size_t m = 0; m < c->fleet.models; m++)
		gb_wrap_leave_out(c->fleet.model[m].groups);
}

/* Problems come first, then the differences between two models, then the scatter of peers. */
void gb_compare_print(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out)
{
	struct page page = { .style = style,
			     .out = out,
			     .is_screen = style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX };

	if (comparison->roofs->empties > 0) {
		gb_wrap_format(out, "%zu files, %zu without a row: their GPUs are not judged", comparison->roofs->files,
			       comparison->roofs->empties);
		page.begun = true;
	}
	const bool judged = has_peers(&comparison->fleet);
	if (page.is_screen) {
		print_screen(&page, comparison);
		return;
	}
	if (judged)
		print_outliers(&page, &comparison->fleet, 0);
	print_nodes(&page, comparison);
	print_cohorts(&page, &comparison->fleet);
	if (comparison->baseline != NULL)
		print_changes(&page, comparison);
	print_models(&page, comparison);
	print_troubles(&page, comparison);
	for (size_t m = 0; m < comparison->fleet.models; m++)
		print_model(&page, &comparison->fleet.model[m]);
	if (!judged)
		print_outliers(&page, &comparison->fleet, 0);
}
