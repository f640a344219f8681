/* compare_nodes.c: prints the table of compare with a line for each expected node. */
#include <math.h>
#include <stdlib.h>

#include "base/heap.h"
#include "judge/judge_outliers.h"
#include "show/print.h"

struct deviations {
	double *part;
	size_t count, slow;
	const char *roof; /* with the worst deviation */
	double worst;
};

static void take_gpu(struct deviations *d, const struct gb_fleet_model *model, size_t gpu)
{
	for (size_t i = 0; i < model->groups; i++) {
		const enum gb_standing standing = gb_outliers_standing(model, gpu, i);
		const double part = model->part[gpu * model->groups + i];
		if (standing != GB_NORMAL && standing != GB_SLOW && standing != GB_FAST)
			continue;
		d->slow += standing == GB_SLOW;
		d->part[d->count++] = part;
		if (d->count == 1 || part < d->worst) {
			d->worst = part;
			d->roof = model->group[i].roof;
		}
	}
}

static void add_node(struct gb_table *table, const struct gb_fleet *fleet, const struct gb_expected_node *node,
		     struct deviations *d)
{
	double best = -INFINITY;

	*d = (struct deviations){ .part = d->part, .roof = "-" };
	for (size_t m = 0; m < fleet->models; m++)
		for (size_t g = 0; g < fleet->model[m].gpus; g++)
			if (gb_is_host(fleet->model[m].gpu[g].host, node->name))
				take_gpu(d, &fleet->model[m], g);
	for (size_t i = 0; i < d->count; i++)
		best = fmax(best, d->part[i]);
	const bool is_partial = node->gpus < node->usual;
	gb_table_add(table, "%s", node->name);
	gb_table_add(table, is_partial ? "%zu of %zu" : "%zu", node->gpus, node->usual);
	gb_table_add_change(table, 1, d->count > 0 ? d->worst : (double)NAN);
	gb_table_add_change(table, 1, d->count > 0 ? gb_stats_middle(d->part, d->count) : (double)NAN);
	gb_table_add_change(table, 1, d->count > 0 ? best : (double)NAN);
	gb_table_add(table, "%s", d->roof);
	gb_table_add(table, "%s",
		     node->model == NULL ? "did not report"
		     : is_partial        ? "in part"
		     : d->slow           ? "slow"
					 : "");
	gb_table_rank(table, node->model == NULL ? 4 : is_partial ? 3 : (d->slow > 0 ? 1 : 0) - d->worst);
}

void gb_compare_print_nodes(const struct gb_comparison *c, size_t others, enum gb_table_style style, FILE *out)
{
	static const char *const heading[] = { "node", ">GPUs", ">worst", ">median", ">best", "worst roof", "state" };
	static const char *const lesser[] = { "best", "median", "worst roof", NULL };
	struct gb_table table = { .lesser = lesser, .others = others };
	struct gb_expected_node *node = gb_heap_array(c->nodes + 1, sizeof *node);
	struct deviations d = { 0 };
	size_t most = 1;

	for (size_t m = 0; m < c->fleet.models; m++)
		most += c->fleet.model[m].gpus * c->fleet.model[m].groups;
	d.part = gb_heap_array(most, sizeof *d.part);
	gb_expected_nodes(c->roofs, c->node, c->nodes, node);
	for (size_t i = 0; i < sizeof heading / sizeof heading[0]; i++)
		gb_table_column(&table, heading[i]);
	for (size_t i = 0; i < c->nodes; i++)
		add_node(&table, &c->fleet, &node[i], &d);
	gb_table_print(&table, style, out);
	gb_table_free(&table);
	free(node);
	free(d.part);
}
