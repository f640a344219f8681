/* label.h: what is said of a device whose label is known, "0" or "host": rows and files have the label alone. */
#ifndef GB_LABEL_H
#define GB_LABEL_H

#include <stdbool.h>

/* The text before a label: "GPU ", before "host" nothing. */
const char *gb_device_word(const char *label);

/* The clock of the device of this label: "SM clock", "core clock". */
const char *gb_device_clock(const char *label);

/* True if -d's list means the processors of this host, which stand alone. */
bool gb_devices_mean_host(const char *list);

#endif
