#ifndef GB_NVML_LINKS_H
#define GB_NVML_LINKS_H

#include "device/links.h"
#include "device/nvml.h"

/* NVML's report of a card's links; they stay unknown if the card or the library does not answer. */
void gb_nvml_links(struct gb_nvml card, struct gb_links *out);

#endif
