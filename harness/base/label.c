#include "base/label.h"

#include <string.h>

const char *gb_device_word(const char *label)
{
	return gb_devices_mean_host(label) ? "" : "GPU ";
}

const char *gb_device_clock(const char *label)
{
	return gb_devices_mean_host(label) ? "core clock" : "SM clock";
}

bool gb_devices_mean_host(const char *list)
{
	return strcmp(list, "host") == 0;
}
