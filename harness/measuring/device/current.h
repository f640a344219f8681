/* current.h: whether a backend must select the device before a call.
 *
 * The CUDA runtime keeps one device current, and memory, streams and events belong to it. A process that has used only
 * one device need not select it. Once a second device has been made current, even by closing it or failing to open it,
 * every call selects its device first. The number of open devices does not show this: a peer that could not be opened
 * is current but not open. */
#pragma once

#include <stdbool.h>

/* {0}: no device has been used. */
struct gb_current {
	bool touched, several;
	int first;
};

/* Call this before making a device current to open it. */
static inline void gb_current_touch(struct gb_current *current, int index)
{
	current->several |= current->touched && current->first != index;
	if (!current->touched)
		current->first = index;
	current->touched = true;
}
