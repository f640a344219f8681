/* supervisor_parts.h: declarations shared by the parts of the supervisor. */
#pragma once

#include "workers/supervisor.h"

/* The interval at which signals are checked while nothing else happens. */
#define LOOK_SECONDS 0.1

/* Wait for something to read, but no longer than until host time `until` or the next check for signals. Returns as
 * poll(). */
int gb_supervisor_poll(int fd, double until);

/* Deliver the records of one message: the payload of GB_MESSAGE_ROWS. */
int gb_supervisor_deliver(struct gb_supervisor *s, const char *payload, size_t left, struct gb_error *error);
