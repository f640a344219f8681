/* compare_job.c: prints what the slowest GPU costs a synchronous job, and the nodes to leave out or to pair. */
#include <math.h>
#include <string.h>

#include "judge/job.h"
#include "base/text.h"
#include "base/wrap.h"
#include "show/data.h"
#include "show/print.h"

/* OTHERS: lines of the other table and the texts on a screen. LINES_MAX: lines of a table elsewhere. */
enum { OTHERS = 15, LINES_MAX = 100 };

static const struct gb_gpu_roofs *gpu_of(const struct gb_job *job, const struct gb_job_cost *cost)
{
	return &job->model->gpu[cost->gpu];
}

static const char *roof_of(const struct gb_job *job, const struct gb_job_cost *cost)
{
	return cost->part > 0 ? job->model->group[cost->group].roof : "-";
}

static struct gb_table begin_table(const char *const *heading, size_t columns)
{
	static const char *const lesser[] = { "by chance", NULL };
	struct gb_table table = { .lesser = lesser, .others = OTHERS };

	for (size_t i = 0; i < columns; i++)
		gb_table_column(&table, heading[i]);
	return table;
}

static void print_roofs(const struct gb_job *job, enum gb_table_style style, FILE *out)
{
	static const char *const heading[] = { "limited by", ">costs",      ">without its node",
					       ">by chance", "slowest GPU", "host" };
	struct gb_table table = begin_table(heading, sizeof heading / sizeof heading[0]);

	for (size_t i = 0; i < job->roofs; i++) {
		const struct gb_job_roof *roof = &job->roof[i];
		gb_table_add(&table, "%s", job->model->group[roof->cost.group].roof);
		gb_table_add_percent(&table, 1, roof->cost.part);
		gb_table_add_percent(&table, 1, roof->without);
		gb_table_add_percent(&table, 1, roof->by_chance);
		gb_table_add(&table, "%s", gpu_of(job, &roof->cost)->key);
		gb_table_add(&table, "%s", gpu_of(job, &roof->cost)->host);
		gb_table_rank(&table, roof->cost.part);
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

/* Returns "n013", or the key of a GPU if all GPUs are on one host. */
static const char *name_of(const struct gb_job *job, const struct gb_job_node *node)
{
	const struct gb_gpu_roofs *gpu = &job->model->gpu[node->first];

	return job->by_gpu ? gpu->key : gpu->host;
}

static void print_nodes(const struct gb_job *job, enum gb_table_style style, FILE *out)
{
	static const char *const heading[] = { "GPU", ">costs", "limited by" };
	static const char *const of_nodes[] = { "node", ">costs", "limited by", ">GPUs", "slowest GPU" };
	struct gb_table table = job->by_gpu ? begin_table(heading, sizeof heading / sizeof heading[0])
					    : begin_table(of_nodes, sizeof of_nodes / sizeof of_nodes[0]);

	for (size_t i = 0; i < job->nodes && i < LINES_MAX; i++) {
		const struct gb_job_node *node = &job->node[i];
		gb_table_add(&table, "%s", name_of(job, node));
		gb_table_add_percent(&table, 1, node->cost.part);
		gb_table_add(&table, "%s", roof_of(job, &node->cost));
		if (!job->by_gpu) {
			gb_table_add(&table, "%zu", node->gpus);
			gb_table_add(&table, "%s", gpu_of(job, &node->cost)->key);
		}
		gb_table_rank(&table, node->cost.part);
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

static void print_answer(const struct gb_job *job, FILE *out)
{
	const struct gb_job_node *node = job->node;
	char text[GB_ERROR_TEXT] = "", percent[64];

	gb_text_percent(percent, sizeof percent, node->cost.part, 1);
	gb_text_add(text, sizeof text, "A synchronous job on these %zu GPUs ", job->model->gpus);
	if (node->cost.part > 0)
		gb_text_add(text, sizeof text, "loses up to %s: it waits for %s in %s", percent, name_of(job, node),
			    roof_of(job, &node->cost));
	else
		gb_text_add(text, sizeof text, "loses nothing: none is slower than the median");
	for (size_t left = 1; node->cost.part > 0 && left < job->nodes && left <= 2; left++) {
		gb_text_percent(percent, sizeof percent, node[left].cost.part, 1);
		gb_text_add(text, sizeof text, left == 1 ? "; without it %s" : ", without the first two %s", percent);
	}
	if (job->others > 0)
		gb_text_add(text, sizeof text, "; %zu GPU%s of other models or boards not counted", job->others,
			    gb_text_plural(job->others));
	gb_wrap_line(out, text);
}

static int find_job(struct gb_job *job, const struct gb_comparison *comparison, struct gb_error *error)
{
	gb_job_of(job, &comparison->fleet);
	if (job->roofs == 0)
		return gb_error_set(error, "--cost needs %d GPUs of a model with a verdict", GB_PEERS_MIN);
	return GB_OK;
}

static void print_job(const struct gb_job *job, enum gb_table_style style, FILE *out)
{
	char title[2 * GB_FLEET_TITLE] = "", name[GB_FLEET_TITLE];

	gb_text_add(title, sizeof title,
		    "%s: time that a kernel takes longer on the slowest of %zu GPUs than on the median",
		    gb_fleet_title(job->model, name), job->model->gpus);
	gb_table_title(style, title, out);
	print_roofs(job, style, out);
	fputc('\n', out);
	gb_table_title(style,
		       job->by_gpu ? "GPUs by what they cost: leave out the first ones"
				   : "Nodes by what they cost: leave out the first ones, pair neighbours",
		       out);
	print_nodes(job, style, out);
	fputc('\n', out);
	print_answer(job, out);
}

int gb_compare_print_job(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out,
			 struct gb_error *error)
{
	struct gb_job job;
	const int status = find_job(&job, comparison, error);

	if (status == GB_OK)
		print_job(&job, style, out);
	gb_job_free(&job);
	return status;
}

static void add_cost(json_t *rows, const struct gb_job *job, const char *kind, const struct gb_job_cost *cost,
		     const char *host, const struct gb_job_roof *roof)
{
	json_t *object = json_object();

	gb_data_text(object, "kind", kind);
	gb_data_text(object, "roof", cost->part > 0 || roof != NULL ? job->model->group[cost->group].roof : "");
	gb_data_text(object, "gpu", gpu_of(job, cost)->key);
	gb_data_text(object, "host", host);
	gb_data_number(object, "cost", cost->part);
	gb_data_number(object, "without", roof != NULL ? roof->without : (double)NAN);
	gb_data_number(object, "by_chance", roof != NULL ? roof->by_chance : (double)NAN);
	json_array_append_new(rows, object);
}

static json_t *costs_of(const struct gb_job *job)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < job->roofs; i++)
		add_cost(rows, job, "roof", &job->roof[i].cost, gpu_of(job, &job->roof[i].cost)->host, &job->roof[i]);
	for (size_t i = 0; i < job->nodes; i++)
		add_cost(rows, job, job->by_gpu ? "gpu" : "node", &job->node[i].cost,
			 job->model->gpu[job->node[i].first].host, NULL);
	return rows;
}

int gb_compare_write_job(const struct gb_comparison *comparison, bool csv, FILE *out, struct gb_error *error)
{
	static const char *const columns[] = { "kind", "roof", "gpu", "host", "cost", "without", "by_chance", NULL };
	struct gb_job job;
	int status = find_job(&job, comparison, error);
	json_t *rows = status == GB_OK ? costs_of(&job) : NULL;

	gb_job_free(&job);
	if (status != GB_OK)
		return status;
	if (!csv)
		return gb_data_document(out, json_pack("{s:o}", "costs", rows), error);
	gb_data_header(out, columns);
	gb_data_rows(out, columns, NULL, rows);
	json_decref(rows);
	return gb_data_end(out, error);
}
