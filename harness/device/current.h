/* current.h: whether a backend has to say which device a call is for.
 *
 * The CUDA runtime keeps one device current, and what needs one goes there: memory, streams, events. A process
 * that has only ever touched one device need not say which. Once a second one was made current, by opening it in
 * vain or closing it too, every call says it first. The count of open devices does not show that: a peer that
 * could not be opened is current and not open. */
#ifndef GB_CURRENT_H
#define GB_CURRENT_H

#include <stdbool.h>

/* Before any device is touched: {0}. */
struct gb_current {
	bool touched, several;
	int first;
};

/* Before a device is made current in order to open it. */
static inline void gb_current_touch(struct gb_current *current, int index)
{
	current->several |= current->touched && current->first != index;
	if (!current->touched)
		current->first = index;
	current->touched = true;
}

#endif
