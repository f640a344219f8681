/* plot_node.h: the picture of a host, as passed by the command: a tree, and the links between its GPUs. */
#ifndef GB_PLOT_NODE_H
#define GB_PLOT_NODE_H

#include "plot/plot.h"

struct gb_plot_object {
	const char *text;
	size_t parent; /* its index; for the first object, its own */
	int kind;      /* a colour: 0 host, 1 NUMA node, 2 bridge, 3 GPU, 4 network, 5 storage */
};

struct gb_plot_join {
	size_t from, to; /* indices of GPUs */
	const char *text;
};

struct gb_plot_tree {
	const struct gb_plot_object *object;
	size_t objects;
	const struct gb_plot_join *join; /* may be empty */
	size_t joins;
};

int gb_plot_node_write(struct gb_plot *plot, const struct gb_plot_tree *tree, struct gb_error *error);

#endif
