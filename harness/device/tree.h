/* tree.h: what a host is made of, as far as data take their way through it: NUMA nodes, PCIe bridges, GPUs, network and
 * storage, as hwloc sees them, and what joins the GPUs. */
#ifndef GB_TREE_H
#define GB_TREE_H

#include "device/devices.h"
#include "device/links.h"

enum gb_tree_kind { GB_TREE_HOST, GB_TREE_NUMA, GB_TREE_BRIDGE, GB_TREE_GPU, GB_TREE_NETWORK, GB_TREE_STORAGE };

struct gb_tree_object {
	enum gb_tree_kind kind;
	size_t parent; /* its place; of the host, which comes first, its own */
	int depth;     /* below the host */
	int gpu;       /* of a GPU that the program can use: its place among the devices; -1: none */
	char text[160];
};

struct gb_tree {
	struct gb_tree_object *object; /* a tree, each after its parent and before what follows that */
	size_t count;
	struct gb_links *links; /* of each device */
	size_t gpus;
};

/* Devices that hwloc does not see hang at the host. */
int gb_tree_read(struct gb_tree *node, const struct gpu_ops *ops, const struct gb_devices *devices,
		 struct gb_error *error);
void gb_tree_free(struct gb_tree *node);

/* "18 NVLinks, 450.0 GB/s each way"; "PCIe" where there are none that lead from one to the other. */
void gb_tree_between(const struct gb_tree *node, const struct gb_devices *devices, size_t from, size_t to, char *text,
		     size_t size);
/* "generation 5 x 16 lanes, 63.0 GB/s each way"; "" where it is not known. */
void gb_tree_pcie(int generation, int width, char *text, size_t size);
/* "18 of 18 up, version 4.0, to switches, 450.0 GB/s each way"; "" without any. */
void gb_tree_nvlinks(const struct gb_links *links, char *text, size_t size);

#endif
