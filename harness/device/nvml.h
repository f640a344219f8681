/* nvml.h: what the driver's management library says of a card. Opened at run time: a machine without it, or a card
 * that does not answer, leaves fields unknown and fails nothing. */
#ifndef GB_NVML_H
#define GB_NVML_H

#include "device/gpu.h"

/* The prefixes of UUIDs. */
#define GB_UUID_OF_GPU   "GPU-"
#define GB_UUID_OF_SLICE "MIG-"

/* True if a card is divided into slices, and so a device of CUDA is one of them. */
enum gb_nvml_mig { GB_NVML_MIG_UNKNOWN, GB_NVML_MIG_OFF, GB_NVML_MIG_ON };

/* A device in NVML's eyes: the card, NULL where NVML does not know it, and the part of it that the device is: a MIG
 * slice where NVML knows it by a UUID of its own, else the card. */
struct gb_nvml {
	void *handle, *part;
	enum gb_nvml_mig mig;
	bool has_own_uuid; /* its UUID is a slice's */
};

/* Calls of the library and where they go; one that an old library lacks is NULL. It stays open for the life of the
 * program. False: there is no library, and nothing was written. */
struct gb_nvml_call {
	const char *name;
	void *slot;
};
bool gb_nvml_find_calls(const struct gb_nvml_call *wanted, size_t count);

/* Find a device by its UUID as CUDA has it, as a card's and as a slice's, else by its PCI address. Either may be "". */
struct gb_nvml gb_nvml_find(const char *uuid, const char *pci_bus_id);

/* Fill the fields NVML knows: driver, vbios, board, ecc, mig, power limit; and give a slice's UUID the prefix it has.
 * The driver is known without the card too. */
void gb_nvml_identity(struct gb_nvml card, struct gb_device *device, struct gpu_identity *out);

/* Clocks, temperature, throttle reasons and ECC errors now: the driver renews them by itself, on an H200 every 0.1
 * s. */
void gb_nvml_state(struct gb_nvml card, struct gpu_state *out);

/* Mean of the samples of the whole card's draw that are stamped within this span of gb_clock_now(), W; NAN: there is
 * none. The driver keeps those of some seconds; an H200 adds one every 20 ms. None of a slice: others draw from the
 * same card. */
double gb_nvml_power(struct gb_nvml card, double since, double until);

/* Joules since the driver was loaded; NAN: not known, as of a slice. */
double gb_nvml_energy(struct gb_nvml card);

/* Compute processes on the card, or the slice, now; -1: not known. */
int gb_nvml_processes(struct gb_nvml card);

/* Percent of the last sampling period in which a kernel ran on the card, whoever's; -1: not known. */
int gb_nvml_busy(struct gb_nvml card);

/* Processes that kept the card busy for more than `percent` of a sampling period that ended in the last `seconds`;
 * -1: not known. None at all is unknown too: NVML does not distinguish that from missing samples. */
int gb_nvml_working(struct gb_nvml card, double seconds, unsigned int percent);

/* The words for NVML's bit mask of clock event reasons, joined by '|'; "none" for 0. */
void gb_nvml_reasons(unsigned long long bits, char *text, size_t size);

/* True if one of the bits is a hardware or thermal slowdown. */
bool gb_nvml_is_slowdown(unsigned long long bits);

#endif
