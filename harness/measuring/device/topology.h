/* topology.h: the parts of a host through which data moves (NUMA nodes, PCIe bridges, GPUs, network and storage) and
 * the processors near a GPU, from hwloc. */
#pragma once

#include "device/devices.h"
#include "device/links.h"

/* Bind the calling thread to the processors nearest to the PCI device. Returns the nearest NUMA node with processors;
 * -1: the topology does not show the device, and the thread is not bound. */
int gb_topology_bind(const char *pci_bus_id);

/* Bind the calling thread to its present core until it is unpinned. NULL: the system refuses, and the thread stays free
 * to move. */
struct gb_pin;
struct gb_pin *gb_topology_pin(void);
void gb_topology_unpin(struct gb_pin **pin);

/* ---- the tree of parts ------------------------------------------------------------------------------------------- */

enum gb_tree_kind { GB_TREE_HOST, GB_TREE_NUMA, GB_TREE_BRIDGE, GB_TREE_GPU, GB_TREE_NETWORK, GB_TREE_STORAGE };

struct gb_tree_object {
	enum gb_tree_kind kind;
	size_t parent; /* index; the host, which comes first, is its own parent */
	int depth;     /* levels below the host */
	int gpu;       /* for a GPU that the program can use, its index among the devices; -1: none */
	char text[160];
};

struct gb_tree {
	/* a tree: each object follows its parent and precedes its parent's next sibling */
	struct gb_tree_object *object;
	size_t count;
	struct gb_links *links; /* for each device */
	size_t gpus;
};

/* Devices that hwloc does not see are placed directly below the host. */
void gb_tree_read(struct gb_tree *tree, const struct gpu_ops *ops, const struct gb_devices *devices);
void gb_tree_free(struct gb_tree *tree);

/* "18 NVLinks, 450.0 GB/s each way"; "PCIe" if no NVLink connects the two. */
void gb_tree_between(const struct gb_tree *tree, const struct gb_devices *devices, size_t from, size_t to, char *text,
		     size_t size);
/* "generation 5 x 16 lanes, 63.0 GB/s each way"; "" if not known. */
void gb_tree_pcie(int generation, int width, char *text, size_t size);
/* "18 of 18 up, version 4.0, to switches, 450.0 GB/s each way"; "" if there are none. */
void gb_tree_nvlinks(const struct gb_links *links, char *text, size_t size);
