/* devices.h: the GPUs that -d selects. */
#pragma once

#include "base/text.h"
#include "device/gpu.h"

/* One device; also the payload of GB_MESSAGE_FOUND. */
struct gb_found_device {
	struct gb_device device;
	struct gpu_identity identity;
};

struct gb_devices {
	struct gb_found_device *found;
	size_t count;
};

/* The label of a device: its number, or "host"; and its title: "GPU 0", "host". */
enum { GB_DEVICE_LABEL = 16 };
const char *gb_device_label(const struct gb_device *device, char text[GB_DEVICE_LABEL]);
const char *gb_device_title(const struct gb_device *device, char text[GB_DEVICE_LABEL]);

/* A UUID from CUDA's 16 bytes: "GPU-..."; "" if all are 0, as for a device without one. */
enum { GB_DEVICE_UUID = 48, GB_DEVICE_PCI = 16 };
void gb_device_uuid(const char bytes[16], char text[GB_DEVICE_UUID]);
/* A PCI address that CUDA reports; "" if it is all zeros, as for a GPU that is not on a bus (Jetson). */
void gb_device_pci(const char *told, char text[GB_DEVICE_PCI]);

int gb_devices_read(struct gb_devices *devices, const struct gpu_ops *ops, struct gb_error *error);
/* Keep the devices in `list`: indices, UUID prefixes ("GPU-" may be omitted) or PCI addresses (with or without the
 * domain), separated by commas; "all"; or "host". The error lists the existing devices. */
int gb_devices_select(struct gb_devices *devices, const char *list, struct gb_error *error);
void gb_devices_free(struct gb_devices *devices);
