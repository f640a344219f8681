#include "device/topology.h"

#include <hwloc.h>

static int bind_near(hwloc_topology_t topology, const char *pci_bus_id)
{
	hwloc_obj_t device = hwloc_get_pcidev_by_busidstring(topology, pci_bus_id);
	hwloc_obj_t near = device != NULL ? hwloc_get_non_io_ancestor_obj(topology, device) : NULL;
	hwloc_obj_t node = NULL;

	if (near == NULL)
		return -1;
	/* Refused inside some containers; the measurement is still right, only less quiet. */
	hwloc_set_cpubind(topology, near->cpuset, HWLOC_CPUBIND_THREAD);
	/* Nodes of memory alone (CXL, HBM of Grace) have no processor: they are not where the GPU hangs. */
	while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != NULL)
		if (hwloc_bitmap_isset(near->nodeset, node->os_index) && !hwloc_bitmap_iszero(node->cpuset))
			return (int)node->os_index;
	return -1;
}

int gb_topology_bind(const char *pci_bus_id)
{
	hwloc_topology_t topology;
	int node = -1;

	if (hwloc_topology_init(&topology) != 0)
		return -1;
	if (hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT) == 0 &&
	    hwloc_topology_load(topology) == 0)
		node = bind_near(topology, pci_bus_id);
	hwloc_topology_destroy(topology);
	return node;
}
