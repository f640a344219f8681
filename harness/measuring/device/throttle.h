/* throttle.h: the reasons why the driver lowers clocks, one bit each as in NVML (nvmlClocksEventReason...). */
#pragma once

#include <stddef.h>

/* Write the words of the bits, joined by '|'; "none" for 0. Bits without a word are written in hexadecimal. */
void gb_throttle_write(unsigned long long bits, char *text, size_t size);
