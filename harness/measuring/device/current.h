/* current.h: whether a backend must select the device of a call.
 *
 * The CUDA runtime keeps one device current, and memory, streams and events belong to it. A process that has only ever
 * used one device need not select it. Once a second device has been made current, even by closing it or failing to open
 * it, every call selects its device first. The number of open devices is not sufficient: a peer that could not be
 * opened is current but not open. */
#pragma once

#include <stdbool.h>

/* The state before any device is used: {0}. */
struct gb_current {
	bool touched, several;
	int first;
};

/* Call before a device is made current in order to open it. */
static inline void gb_current_touch(struct gb_current *current, int index)
{
	current->several |= current->touched && current->first != index;
	if (!current->touched)
		current->first = index;
	current->touched = true;
}
