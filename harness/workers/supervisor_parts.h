/* supervisor_parts.h: what the parts of the supervisor share. */
#ifndef GB_SUPERVISOR_PARTS_H
#define GB_SUPERVISOR_PARTS_H

#include "workers/supervisor.h"

/* How often signals are looked for while nothing else happens. */
#define LOOK_SECONDS 0.1

/* Wait for something to read, until host time `until` or for a signal to be looked for. Like poll(). */
int gb_supervisor_poll(int fd, double until);

/* Deliver the records of one message: the payload of GB_MESSAGE_ROWS. */
int gb_supervisor_deliver(struct gb_supervisor *s, const char *payload, size_t left, struct gb_error *error);

#endif
