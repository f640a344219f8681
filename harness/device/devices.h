/* devices.h: which GPUs -d means. */
#ifndef GB_DEVICES_H
#define GB_DEVICES_H

#include "base/label.h"
#include "device/gpu.h"

/* One device, as GB_MESSAGE_FOUND carries it too. */
struct gb_found {
	struct gb_device device;
	struct gpu_identity identity;
};

struct gb_devices {
	struct gb_found *found;
	size_t count;
};

/* The name of a device: its number, or "host" for the processors; and with what it is: "GPU 0", "host". */
enum { GB_DEVICE_LABEL = 16 };
const char *gb_device_label(const struct gb_device *device, char text[GB_DEVICE_LABEL]);
const char *gb_device_title(const struct gb_device *device, char text[GB_DEVICE_LABEL]);

/* A UUID as CUDA's 16 bytes have it: "GPU-..."; "" where all are 0, as of a device that has none. */
enum { GB_DEVICE_UUID = 48, GB_DEVICE_PCI = 16 };
void gb_device_uuid(const char bytes[16], char text[GB_DEVICE_UUID]);
/* A PCI address as CUDA reports it; "" where it is all zeros, as of a GPU that is on no bus (Jetson). */
void gb_device_pci(const char *told, char text[GB_DEVICE_PCI]);

/* Describe every device the backend has. */
int gb_devices_read(struct gb_devices *devices, const struct gpu_ops *ops, struct gb_error *error);
/* Keep those that `list` names: indices, UUID prefixes ("GPU-" may be left out) or PCI ids (with or without the
 * domain), with commas between them, "all", or "host". The error lists the devices there are. */
int gb_devices_select(struct gb_devices *devices, const char *list, struct gb_error *error);
void gb_devices_free(struct gb_devices *devices);

#endif
