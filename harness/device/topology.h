/* topology.h: moves the measuring thread close to its GPU. */
#ifndef GB_TOPOLOGY_H
#define GB_TOPOLOGY_H

/* Bind the calling thread to the processors nearest to the PCI device. Returns the device's nearest NUMA node with
 * processors, or -1 if the topology does not show the device; the thread is then left unbound. */
int gb_topology_bind(const char *pci_bus_id);

/* Bind the calling thread to its current core, one of those it may use, until it is unpinned. NULL: the system refuses,
 * and the thread stays free to move. */
struct gb_pin;
struct gb_pin *gb_topology_pin(void);
void gb_topology_unpin(struct gb_pin **pin);

#endif
