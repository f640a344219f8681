/* label.h: texts for a device of which only the label is known, "0" or "host", as in rows and files. */
#ifndef GB_LABEL_H
#define GB_LABEL_H

#include <stdbool.h>

/* The word before a label: "GPU ", or "" for "host". */
const char *gb_device_word(const char *label);

/* The clock of the device of this label: "SM clock", "core clock". */
const char *gb_device_clock(const char *label);

/* True if -d's list selects the processors of this host, which cannot be combined with others. */
bool gb_devices_mean_host(const char *list);

#endif
