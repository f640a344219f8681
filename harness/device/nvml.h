/* nvml.h: what the driver's management library says of a card. Opened at run time: a machine without it, or a card
 * that does not answer, leaves fields unknown and fails nothing. */
#ifndef GB_NVML_H
#define GB_NVML_H

#include "device/gpu.h"

/* A card in NVML's eyes; NULL handle: not known to it. */
struct gb_nvml {
	void *handle;
};

/* Calls of the library and where they go; one that an old library lacks is NULL. It stays open for the life of the program.
 * False: there is no library, and nothing was written. */
struct gb_nvml_call {
	const char *name;
	void *slot;
};
bool gb_nvml_find_calls(const struct gb_nvml_call *wanted, size_t count);

/* Find a card by its UUID, else by its PCI address (a MIG slice has another UUID than its card). */
struct gb_nvml gb_nvml_find(const char *uuid, const char *pci_bus_id);

/* Fill the fields NVML knows: driver, vbios, board, ecc, mig, power limit. */
void gb_nvml_identity(struct gb_nvml card, struct gpu_identity *out);

/* Clocks, temperature, throttle reasons and ECC errors now: the driver renews them by itself, on an H200 every 0.1 s. */
void gb_nvml_state(struct gb_nvml card, struct gpu_state *out);

/* Mean of the samples of the whole card's draw that are stamped within this span of gb_clock_now(), W; NAN: there is none. The
 * driver keeps those of some seconds; an H200 adds one every 20 ms. */
double gb_nvml_power(struct gb_nvml card, double since, double until);

/* Joules since the driver was loaded; NAN: not known. */
double gb_nvml_energy(struct gb_nvml card);

/* Compute processes on the card now; -1: not known. */
int gb_nvml_processes(struct gb_nvml card);

/* Percent of the last sampling period in which a kernel ran on the card, whoever's; -1: not known. */
int gb_nvml_busy(struct gb_nvml card);

/* Processes that kept the card busy for more than `percent` of a sampling period that ended in the last `seconds`; -1:
 * not known. None at all is not known either: NVML does not tell that from samples it has not got. */
int gb_nvml_working(struct gb_nvml card, double seconds, unsigned int percent);

/* The words for NVML's bit mask of clock event reasons, joined by '|'; "none" for 0. */
void gb_nvml_reasons(unsigned long long bits, char *text, size_t size);

/* Whether one of the bits is a hardware or thermal slowdown. */
bool gb_nvml_is_slowdown(unsigned long long bits);

#endif
