/* topology.h: puts the measuring thread next to its GPU. */
#ifndef GB_TOPOLOGY_H
#define GB_TOPOLOGY_H

/* Bind the calling thread to the processors nearest to the PCI device. Returns the NUMA node of the device with
 * processors of its own, or -1 where the topology does not show the device; the thread then stays as it was. */
int gb_topology_bind(const char *pci_bus_id);

/* Bind the calling thread to the core it is on, one of those it may use, until it is let go. NULL: the system refuses,
 * and it stays free to move. */
struct gb_pin;
struct gb_pin *gb_topology_pin(void);
void gb_topology_unpin(struct gb_pin **pin);

#endif
