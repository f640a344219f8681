#include "device/topology.h"

#include <ctype.h>
#include <hwloc.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int bind_near(hwloc_topology_t topology, const char *pci_bus_id)
{
	hwloc_obj_t device = hwloc_get_pcidev_by_busidstring(topology, pci_bus_id);
	hwloc_obj_t near = device != NULL ? hwloc_get_non_io_ancestor_obj(topology, device) : NULL;
	hwloc_obj_t node = NULL;

	if (near == NULL)
		return -1;
	/* Some containers refuse it; the measurement is still correct, but less steady. */
	hwloc_set_cpubind(topology, near->cpuset, HWLOC_CPUBIND_THREAD);
	/* Nodes with memory only (CXL, HBM of Grace) have no processor: a GPU is never attached to them. */
	while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != NULL)
		if (hwloc_bitmap_isset(near->nodeset, node->os_index) && !hwloc_bitmap_iszero(node->cpuset))
			return (int)node->os_index;
	return -1;
}

/* False for a simulated device. hwloc would find that out by reading the configuration of every device on the bus,
 * which takes longer than a whole small run in a virtual machine. */
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

	if (!is_on_the_bus(pci_bus_id) || hwloc_topology_init(&topology) != 0)
		return -1;
	if (hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT) == 0 &&
	    hwloc_topology_load(topology) == 0)
		node = bind_near(topology, pci_bus_id);
	hwloc_topology_destroy(topology);
	return node;
}

/* hwloc would examine the whole host for this. */
struct gb_pin {
	cpu_set_t before;
};

struct gb_pin *gb_topology_pin(void)
{
	const int here = sched_getcpu();
	struct gb_pin *pin = malloc(sizeof *pin);
	cpu_set_t one;

	CPU_ZERO(&one);
	if (here >= 0 && here < CPU_SETSIZE)
		CPU_SET((size_t)here, &one);
	if (pin != NULL && sched_getaffinity(0, sizeof pin->before, &pin->before) == 0 && CPU_COUNT(&one) == 1 &&
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
