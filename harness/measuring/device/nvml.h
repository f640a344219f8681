/* nvml.h: facts about a card from NVIDIA's management library. The library is opened at run time. Without it, or for a
 * card that does not answer, fields stay unknown and nothing fails. */
#pragma once

#include "device/gpu.h"
#include "device/links.h"

#define GB_UUID_OF_GPU   "GPU-"
#define GB_UUID_OF_SLICE "MIG-"

/* True if a card is divided into MIG instances, so that a CUDA device is one of them. */
enum gb_nvml_mig { GB_NVML_MIG_UNKNOWN, GB_NVML_MIG_OFF, GB_NVML_MIG_ON };

/* A device as NVML sees it: the card (NULL: unknown to NVML), and the part of it that is the device: a MIG instance if
 * NVML knows its UUID, otherwise the card. */
struct gb_nvml {
	void *handle, *part;
	enum gb_nvml_mig mig;
	bool has_own_uuid; /* it has a slice's UUID */
};

/* Calls of the library and the places for their addresses, NULL for calls that an old library lacks. */
extern const struct gb_nvml_call {
	const char *name; /* NULL ends a list */
	void *slot;
} gb_nvml_health_calls[], gb_nvml_links_calls[];

/* Find a card or a slice by CUDA's UUID, or else by its PCI address. Either may be "". */
struct gb_nvml gb_nvml_find(const char *uuid, const char *pci_bus_id);

/* Fill the fields that NVML knows: driver, vbios, board, ecc, mig, power limit; and correct the prefix of a slice's
 * UUID. The driver is known even without the card. */
void gb_nvml_identity(struct gb_nvml card, struct gb_device *device, struct gpu_identity *out);

/* The present clocks, temperatures, throttle reasons and ECC errors. The driver updates them by itself, every 0.1 s on
 * an H200. */
void gb_nvml_state(struct gb_nvml card, struct gpu_state *out);

/* The mean of the whole card's power samples with time stamps between these times of gb_clock_now(), W; NAN: there is
 * none. The driver keeps the samples of the last seconds; an H200 adds one every 20 ms. A slice has none, because other
 * slices draw power from the same card. */
double gb_nvml_power(struct gb_nvml card, double since, double until);

/* Joules since the driver was loaded; NAN: not known, as for a slice. */
double gb_nvml_energy(struct gb_nvml card);

/* The number of compute processes on the card or slice now; -1: not known. */
int gb_nvml_processes(struct gb_nvml card);

/* The percentage of the last sampling period in which any kernel ran on the card; -1: not known. */
int gb_nvml_busy(struct gb_nvml card);

/* The number of processes that kept the card busy for more than `percent` of a sampling period that ended in the last
 * `seconds`; -1: not known. Zero counts as unknown too, because NVML does not distinguish it from missing samples. */
int gb_nvml_working(struct gb_nvml card, double seconds, unsigned int percent);

/* The errors of a card; NAN: not reported. Xid events are counted from the first call in this process, and only for the
 * first card that is queried. */
void gb_nvml_health(struct gb_nvml card, struct gpu_health *out);

/* ECC errors since the driver was loaded, including corrected ones; NAN: not known. */
double gb_nvml_ecc_errors(struct gb_nvml card);

/* One of NVML's numbered values (NVML_FI_DEV_...), a natural number. `scope`: the number of a link, for example,
 * otherwise 0. NAN: not known. */
double gb_nvml_field(struct gb_nvml card, unsigned int id, unsigned int scope);

/* The links of a card, which stay unknown if the card or the library does not answer. */
void gb_nvml_links(struct gb_nvml card, struct gb_links *out);
