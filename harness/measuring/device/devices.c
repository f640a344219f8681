#include "device/devices.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/heap.h"
#include "base/text.h"
#include "device/nvml.h"
#include "record/record.h"

/* A shorter prefix of a UUID is more likely a mistake than a name. */
enum { UUID_PREFIX_MIN = 4 };

void gb_device_uuid(const char bytes[16], char text[GB_DEVICE_UUID])
{
	static const char none[16];

	text[0] = '\0';
	if (memcmp(bytes, none, sizeof none) == 0)
		return;
	gb_text_copy(text, GB_DEVICE_UUID, GB_UUID_OF_GPU);
	for (size_t i = 0; i < sizeof none; i++)
		gb_text_add(text, GB_DEVICE_UUID, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			    (unsigned char)bytes[i]);
}

void gb_device_pci(const char *told, char text[GB_DEVICE_PCI])
{
	gb_text_copy(text, GB_DEVICE_PCI, told[strspn(told, "0:.")] != '\0' ? told : "");
}

int gb_devices_read(struct gb_devices *devices, const struct gpu_ops *ops, struct gb_error *error)
{
	int count, status = ops->count(&count, error);

	*devices = (struct gb_devices){ 0 };
	if (status != GB_OK && ops->target == GB_CUDA)
		gb_text_add(error->text, sizeof error->text, "; --device host measures this host's processors");
	if (status != GB_OK)
		return status;
	devices->found = gb_heap_array((size_t)count, sizeof *devices->found);
	for (int i = 0; i < count && status == GB_OK; i++) {
		struct gb_found_device *found = &devices->found[i];
		struct gb_links links = { 0 };
		status = ops->describe(i, &found->device, &found->identity, error);
		if (status == GB_OK && ops->links != NULL)
			ops->links(i, &links);
		found->identity.pcie_lanes = links.pcie_width;
		devices->count++;
	}
	if (status != GB_OK)
		gb_devices_free(devices);
	return status;
}

void gb_devices_free(struct gb_devices *devices)
{
	free(devices->found);
	*devices = (struct gb_devices){ 0 };
}

const char *gb_device_label(const struct gb_device *device, char text[GB_DEVICE_LABEL])
{
	text[0] = '\0';
	if (device->target == GB_HOST)
		gb_text_copy(text, GB_DEVICE_LABEL, "host");
	else
		gb_text_add(text, GB_DEVICE_LABEL, "%d", device->index);
	return text;
}

const char *gb_device_title(const struct gb_device *device, char text[GB_DEVICE_LABEL])
{
	char label[GB_DEVICE_LABEL];

	text[0] = '\0';
	gb_device_label(device, label);
	gb_text_add(text, GB_DEVICE_LABEL, "%s%s", gb_device_word(label), label);
	return text;
}

static bool has_uuid_prefix(const char *uuid)
{
	return strncasecmp(uuid, GB_UUID_OF_GPU, strlen(GB_UUID_OF_GPU)) == 0 ||
	       strncasecmp(uuid, GB_UUID_OF_SLICE, strlen(GB_UUID_OF_SLICE)) == 0;
}

static bool word_means_device(const char *word, size_t length, const struct gb_device *device)
{
	char label[GB_DEVICE_LABEL];
	const char *uuid = device->uuid, *pci = device->pci_bus_id;

	if (length == 0)
		return false;
	gb_device_label(device, label);
	if (strlen(label) == length && memcmp(label, word, length) == 0)
		return true;
	const size_t prefix = has_uuid_prefix(uuid) && !has_uuid_prefix(word) ? strlen(GB_UUID_OF_GPU) : 0;
	/* Digits alone are an index, however many. */
	if (length >= UUID_PREFIX_MIN && strspn(word, "0123456789") < length &&
	    strncasecmp(uuid + prefix, word, length) == 0)
		return true;
	const char *short_pci = strchr(pci, ':') != NULL ? strchr(pci, ':') + 1 : pci;
	return (strlen(pci) == length && strncasecmp(pci, word, length) == 0) ||
	       (strlen(short_pci) == length && strncasecmp(short_pci, word, length) == 0);
}

static int refuse_unknown_device(const struct gb_devices *devices, const char *word, size_t length,
				 struct gb_error *error)
{
	char there[384] = "", label[GB_DEVICE_LABEL];

	if (length == 4 && memcmp(word, "host", 4) == 0)
		return gb_error_set(error, "'host' cannot be combined with GPUs: measure them in separate runs");
	for (size_t i = 0; i < devices->count; i++) {
		const struct gb_device *d = &devices->found[i].device;
		gb_text_add(there, sizeof there, "%s%s (%s%s%s%s%s)", i ? "; " : "", gb_device_label(d, label), d->name,
			    d->uuid[0] ? ", " : "", d->uuid, d->pci_bus_id[0] ? ", " : "", d->pci_bus_id);
	}
	return gb_error_set(error, "no device '%.*s'; there is %s", (int)length, word, there);
}

int gb_devices_select(struct gb_devices *devices, const char *list, struct gb_error *error)
{
	size_t kept = 0;

	if (strcmp(list, "all") == 0)
		return GB_OK;
	bool *wanted = gb_heap_array(devices->count, sizeof *wanted);
	int status = GB_OK;

	for (const char *word = list; status == GB_OK; word += strcspn(word, ",") + 1) {
		const size_t length = strcspn(word, ",");
		bool found = false;
		for (size_t i = 0; i < devices->count; i++)
			if (word_means_device(word, length, &devices->found[i].device))
				wanted[i] = found = true;
		if (!found)
			status = refuse_unknown_device(devices, word, length, error);
		if (word[length] == '\0')
			break;
	}
	for (size_t i = 0; i < devices->count && status == GB_OK; i++)
		if (wanted[i])
			devices->found[kept++] = devices->found[i];
	if (status == GB_OK)
		devices->count = kept;
	free(wanted);
	return status;
}
