/* plot_node.c: draws the host: NUMA nodes, PCIe, GPUs and their links, in their current state instead of from a
 * file. */
#include "plot/plot.h"

#include <string.h>

#include "plot/kinds.h"

/* If there are more links than this, they are not drawn one by one; plot pairs shows them as a matrix. */
enum { JOINS_MAX = 28 };

static size_t depth_of(const struct gb_plot_tree *tree, size_t at)
{
	size_t depth = 0;

	for (; tree->object[at].parent != at; at = tree->object[at].parent)
		depth++;
	return depth;
}

int gb_plot_node_write(struct gb_plot *plot, const struct gb_plot_tree *tree, struct gb_error *error)
{
	if (tree->objects == 0)
		return gb_error_set(error, "nothing is known about this host");
	/* Fields: depth, row, depth and row of the parent, kind, text. */
	fputs("# objects\n", plot->data);
	for (size_t i = 0; i < tree->objects; i++) {
		const struct gb_plot_object *o = &tree->object[i];
		fprintf(plot->data, "%zu %zu %zu %zu %d ", depth_of(tree, i), i, depth_of(tree, o->parent), o->parent,
			o->kind);
		gb_plot_put_text(plot->data, o->text);
		fputc('\n', plot->data);
	}
	fputs("\n\n# joins\n", plot->data);
	for (size_t i = 0; i < tree->joins && i < JOINS_MAX; i++) {
		const struct gb_plot_join *j = &tree->join[i];
		fprintf(plot->data, "%zu %zu ", j->from, j->to);
		/* repeated texts are printed only once */
		gb_plot_put_text(plot->data, i > 0 && strcmp(j->text, tree->join[i - 1].text) == 0 ? "" : j->text);
		fputc('\n', plot->data);
	}
	fputs("\n\n", plot->data);
	gb_plot_set(plot, "objects", (double)tree->objects);
	gb_plot_set(plot, "joins", (double)(tree->joins < JOINS_MAX ? tree->joins : JOINS_MAX));
	return GB_OK;
}

const struct gb_plot_kind gb_plot_node = {
	.name = "node",
	.help = "this host: NUMA nodes, PCIe, GPUs and their links; takes no file",
	.of_host = true,
};
