#include "device/topology.h"

#include <ctype.h>
#include <hwloc.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/host.h"
#include "base/quantity.h"
#include "base/text.h"

static int bind_near(hwloc_topology_t topology, const char *pci_bus_id)
{
	hwloc_obj_t device = hwloc_get_pcidev_by_busidstring(topology, pci_bus_id);
	hwloc_obj_t near = device != NULL ? hwloc_get_non_io_ancestor_obj(topology, device) : NULL;
	hwloc_obj_t node = NULL;

	if (near == NULL)
		return -1;
	/* Some containers refuse this. Measurements are then correct, but less steady. */
	hwloc_set_cpubind(topology, near->cpuset, HWLOC_CPUBIND_THREAD);
	/* Nodes with memory only (CXL, HBM of Grace) have no processor: a GPU is never attached to them. */
	while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != NULL)
		if (hwloc_bitmap_isset(near->nodeset, node->os_index) && !hwloc_bitmap_iszero(node->cpuset))
			return (int)node->os_index;
	return -1;
}

/* False for a simulated device. hwloc would need the configuration of every device on the bus to find that out, which
 * takes longer than a whole small run in a virtual machine. */
static bool is_on_the_bus(const char *pci_bus_id)
{
	char path[64];
	const int length = snprintf(path, sizeof path, "/sys/bus/pci/devices/%s", pci_bus_id);

	for (int i = 0; i < length && i < (int)sizeof path; i++)
		path[i] = (char)tolower((unsigned char)path[i]); /* CUDA writes capital letters */
	return access(path, F_OK) == 0;
}

int gb_topology_bind(const char *pci_bus_id)
{
	hwloc_topology_t topology;
	int node = -1;

	if (!is_on_the_bus(pci_bus_id) || !gb_host_tells_cores() || hwloc_topology_init(&topology) != 0)
		return -1;
	if (hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT) == 0 &&
	    hwloc_topology_load(topology) == 0)
		node = bind_near(topology, pci_bus_id);
	hwloc_topology_destroy(topology);
	return node;
}

/* Binds without hwloc, which would examine the whole host. */
struct gb_pin {
	cpu_set_t before;
};

struct gb_pin *gb_topology_pin(void)
{
	const int here = sched_getcpu();
	struct gb_pin *pin = gb_heap_array(1, sizeof *pin);
	cpu_set_t one;

	CPU_ZERO(&one);
	if (here >= 0 && here < CPU_SETSIZE)
		CPU_SET((size_t)here, &one);
	if (sched_getaffinity(0, sizeof pin->before, &pin->before) == 0 && CPU_COUNT(&one) == 1 &&
	    sched_setaffinity(0, sizeof one, &one) == 0)
		return pin;
	free(pin);
	return NULL;
}

void gb_topology_unpin(struct gb_pin **pin)
{
	if (*pin != NULL)
		sched_setaffinity(0, sizeof(*pin)->before, &(*pin)->before);
	free(*pin);
	*pin = NULL;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static void add_rate(char *text, size_t size, double bytes)
{
	char rate[32];

	if (!(bytes > 0))
		return;
	gb_quantity_write(rate, sizeof rate, bytes, "B/s");
	gb_text_add(text, size, ", %s each way", rate);
}

void gb_tree_pcie(int generation, int width, char *text, size_t size)
{
	text[0] = '\0';
	if (generation < 1 || width < 1)
		return;
	gb_text_add(text, size, "generation %d x %d lane%s", generation, width, width == 1 ? "" : "s");
	add_rate(text, size, gb_links_pcie_bytes(generation, width));
}

void gb_tree_nvlinks(const struct gb_links *links, char *text, size_t size)
{
	const struct gb_nvlink_sum sum = gb_links_sum(links);
	bool switches = false;

	text[0] = '\0';
	if (links->nvlinks == 0)
		return;
	for (size_t i = 0; i < links->nvlinks; i++)
		switches |= links->nvlink[i].to == GB_NVLINK_TO_SWITCH;
	gb_text_add(text, size, "%zu of %zu up", sum.up, links->nvlinks);
	if (links->nvlink_version > 0)
		gb_text_add(text, size, ", version %d.%d", links->nvlink_version / 10, links->nvlink_version % 10);
	if (sum.up > 0)
		gb_text_add(text, size, ", to %s", switches ? "switches" : "GPUs");
	add_rate(text, size, sum.bytes);
}

void gb_tree_between(const struct gb_tree *tree, const struct gb_devices *devices, size_t from, size_t to, char *text,
		     size_t size)
{
	const struct gb_nvlink_sum sum =
		gb_links_between(&tree->links[from], &tree->links[to], devices->found[to].device.pci_bus_id);

	text[0] = '\0';
	if (sum.up == 0) {
		gb_text_copy(text, size, "PCIe");
		return;
	}
	gb_text_add(text, size, "%zu NVLink%s", sum.up, sum.up == 1 ? "" : "s");
	add_rate(text, size, sum.bytes);
}

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

struct tree_reading {
	struct gb_tree *tree;
	const struct gb_devices *devices;
	hwloc_topology_t topology;
};

static struct gb_tree_object *add_object(struct tree_reading *r, enum gb_tree_kind kind, size_t parent)
{
	struct gb_tree *tree = r->tree;

	tree->object = gb_heap_resize(tree->object, tree->count + 1, sizeof *tree->object);
	tree->object[tree->count] = (struct gb_tree_object){
		.kind = kind,
		.parent = parent,
		.depth = tree->count > 0 ? tree->object[parent].depth + 1 : 0,
		.gpu = -1,
	};
	return &tree->object[tree->count++];
}

static void pci_address(hwloc_obj_t object, char text[16])
{
	const struct hwloc_pcidev_attr_s *pci = &object->attr->pcidev;

	gb_text_write(text, 16, "%04x:%02x:%02x.%x", pci->domain, pci->bus, pci->dev, pci->func);
}

static int find_gpu(const struct gb_devices *devices, const char *address)
{
	for (size_t i = 0; i < devices->count; i++)
		if (strcasecmp(devices->found[i].device.pci_bus_id, address) == 0)
			return (int)i;
	return -1;
}

/* PCI classes: 01 storage, 02 network, 03 display and other processors. */
static enum gb_tree_kind device_kind(hwloc_obj_t object)
{
	switch (object->attr->pcidev.class_id >> 8) {
	case 1:
		return GB_TREE_STORAGE;
	case 2:
		return GB_TREE_NETWORK;
	default:
		return GB_TREE_GPU;
	}
}

static bool is_listed_device(hwloc_obj_t object)
{
	const unsigned int kind = object->attr->pcidev.class_id >> 8;

	return object->type == HWLOC_OBJ_PCI_DEVICE && kind >= 1 && kind <= 3;
}

// NOLINTNEXTLINE(misc-no-recursion): a tree of PCI bridges is only a few levels deep
static bool leads_to_listed_device(hwloc_obj_t object)
{
	for (hwloc_obj_t child = object->io_first_child; child != NULL; child = child->next_sibling)
		if ((child->type == HWLOC_OBJ_PCI_DEVICE && is_listed_device(child)) ||
		    (child->type == HWLOC_OBJ_BRIDGE && leads_to_listed_device(child)))
			return true;
	return false;
}

static void add_device(struct tree_reading *r, hwloc_obj_t object, size_t parent)
{
	struct gb_tree_object *added = add_object(r, device_kind(object), parent);
	char address[16];

	pci_address(object, address);
	added->gpu = added->kind == GB_TREE_GPU ? find_gpu(r->devices, address) : -1;
	if (added->gpu >= 0) {
		const struct gb_device *device = &r->devices->found[added->gpu].device;
		gb_text_add(added->text, sizeof added->text, "GPU %d, %s, %s", device->index, device->name, address);
		return;
	}
	gb_text_add(added->text, sizeof added->text, "%s, %s",
		    added->kind == GB_TREE_NETWORK   ? "network"
		    : added->kind == GB_TREE_STORAGE ? "storage"
						     : "display",
		    address);
	for (hwloc_obj_t child = object->io_first_child; child != NULL; child = child->next_sibling)
		if (child->name != NULL)
			gb_text_add(added->text, sizeof added->text, ", %s", child->name);
}

/* Bridges cannot be nested more deeply than there are buses. */
static void add_below(struct tree_reading *r, hwloc_obj_t object, size_t parent) // NOLINT(misc-no-recursion)
{
	for (hwloc_obj_t child = object->io_first_child; child != NULL; child = child->next_sibling) {
		if (is_listed_device(child))
			add_device(r, child, parent);
		if (child->type != HWLOC_OBJ_BRIDGE || !leads_to_listed_device(child))
			continue;
		struct gb_tree_object *bridge = add_object(r, GB_TREE_BRIDGE, parent);
		const struct hwloc_bridge_attr_s *attr = &child->attr->bridge;
		if (attr->upstream_type == HWLOC_OBJ_BRIDGE_HOST)
			gb_text_add(bridge->text, sizeof bridge->text, "PCIe root, domain %04x, buses %02x to %02x",
				    attr->downstream.pci.domain, attr->downstream.pci.secondary_bus,
				    attr->downstream.pci.subordinate_bus);
		else
			gb_text_add(bridge->text, sizeof bridge->text, "PCIe bridge %04x:%02x:%02x.%x",
				    attr->upstream.pci.domain, attr->upstream.pci.bus, attr->upstream.pci.dev,
				    attr->upstream.pci.func);
		add_below(r, child, r->tree->count - 1);
	}
}

/* Devices at or inside this processor or memory object, except those of another node. */
// NOLINTNEXTLINE(misc-no-recursion): a tree of processors is only a few levels deep
static void add_devices_near(struct tree_reading *r, hwloc_obj_t object, hwloc_const_nodeset_t nodes, size_t parent)
{
	if (object->io_first_child != NULL && object->nodeset != NULL && hwloc_bitmap_isequal(object->nodeset, nodes))
		add_below(r, object, parent);
	for (unsigned int i = 0; i < object->arity; i++)
		if (object->children[i]->nodeset != NULL &&
		    hwloc_bitmap_isincluded(nodes, object->children[i]->nodeset))
			add_devices_near(r, object->children[i], nodes, parent);
}

static void add_numa_nodes(struct tree_reading *r)
{
	hwloc_obj_t root = hwloc_get_root_obj(r->topology), numa = NULL;

	while ((numa = hwloc_get_next_obj_by_type(r->topology, HWLOC_OBJ_NUMANODE, numa)) != NULL) {
		struct gb_tree_object *added = add_object(r, GB_TREE_NUMA, 0);
		char memory[32];
		gb_quantity_write(memory, sizeof memory, (double)numa->attr->numanode.local_memory, "B");
		gb_text_add(added->text, sizeof added->text, "NUMA node %u, %d cores, %s", numa->os_index,
			    hwloc_get_nbobjs_inside_cpuset_by_type(r->topology, numa->cpuset, HWLOC_OBJ_CORE), memory);
		add_devices_near(r, root, numa->nodeset, r->tree->count - 1);
	}
	/* On a host with several nodes, some devices belong to none of them. */
	if (hwloc_get_nbobjs_by_type(r->topology, HWLOC_OBJ_NUMANODE) > 1 && root->io_first_child != NULL)
		add_below(r, root, 0);
}

static void add_unplaced_gpus(struct tree_reading *r)
{
	for (size_t i = 0; i < r->devices->count; i++) {
		const struct gb_device *device = &r->devices->found[i].device;
		bool seen = device->target != GB_CUDA;
		for (size_t at = 0; at < r->tree->count; at++)
			seen |= r->tree->object[at].gpu == (int)i;
		if (seen)
			continue;
		struct gb_tree_object *added = add_object(r, GB_TREE_GPU, 0);
		added->gpu = (int)i;
		gb_text_add(added->text, sizeof added->text, "GPU %d, %s%s%s", device->index, device->name,
			    device->pci_bus_id[0] ? ", " : "", device->pci_bus_id);
	}
}

void gb_tree_read(struct gb_tree *tree, const struct gpu_ops *ops, const struct gb_devices *devices)
{
	struct tree_reading r = { .tree = tree, .devices = devices };
	struct gb_host host;

	*tree = (struct gb_tree){ .gpus = devices->count };
	tree->links = gb_heap_array(devices->count + 1, sizeof *tree->links);
	for (size_t i = 0; i < devices->count && ops->links != NULL; i++)
		ops->links(devices->found[i].device.index, &tree->links[i]);
	struct gb_tree_object *top = add_object(&r, GB_TREE_HOST, 0);
	gb_host_describe(&host);
	gb_text_copy(top->text, sizeof top->text, host.name);
	if (gb_host_tells_cores() && hwloc_topology_init(&r.topology) == 0) {
		if (hwloc_topology_set_io_types_filter(r.topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT) == 0 &&
		    hwloc_topology_load(r.topology) == 0)
			add_numa_nodes(&r);
		hwloc_topology_destroy(r.topology);
	}
	add_unplaced_gpus(&r);
}

void gb_tree_free(struct gb_tree *tree)
{
	free(tree->object);
	free(tree->links);
	*tree = (struct gb_tree){ 0 };
}
