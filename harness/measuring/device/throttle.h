/* throttle.h: the reasons why the driver lowers clocks, one bit each in NVML (nvmlClocksEventReason...). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The words of the bits, joined by '|'; "none" for 0. Bits without a word are written in hexadecimal. */
void gb_throttle_write(unsigned long long bits, char *text, size_t size);

/* True if one of the bits is a hardware or thermal slowdown. The software power cap does not count: it is how a card
 * keeps to its power limit. */
bool gb_throttle_is_slowdown(unsigned long long bits);
