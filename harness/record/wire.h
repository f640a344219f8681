/* wire.h: messages between a supervisor and its workers, over a socket pair. Both ends are the same program, so structs
 * are sent unchanged, and the texts of a record with it. Input must have the right form; whether a worker may send it
 * is decided by workers/validate.h. */
#ifndef GB_WIRE_H
#define GB_WIRE_H

#include <stdbool.h>

#include "record/measurement.h"
#include "record/record.h"

enum gb_message_type {
	/* to a worker */
	GB_MESSAGE_FIND,     /* which devices are there? */
	GB_MESSAGE_JOB,      /* measure: struct gb_job (workers/worker.h) */
	GB_MESSAGE_CONCLUDE, /* conclude: struct gb_conclude_job */
	/* from a worker */
	GB_MESSAGE_FOUND, /* struct gb_found_device, one per device */
	GB_MESSAGE_BEGIN, /* a task begins: no payload */
	GB_MESSAGE_ROWS,  /* it is done: its records, and the measurement of the first if there is one */
	GB_MESSAGE_ERROR, /* the worker cannot continue: a text */
	GB_MESSAGE_SKIP,  /* nothing can be measured here: a text */
	GB_MESSAGE_ASK,   /* a hook is asked about a task, before any begins: no payload */
	GB_MESSAGE_LEAVE, /* teardown() of the task's benchmark begins: no payload */
	GB_MESSAGE_LEFT   /* and it is over */
};

struct gb_message {
	enum gb_message_type type;
	size_t task; /* its number */
	size_t size; /* of the payload, bytes */
};

/* Write a complete message; false if the other end is gone. */
bool gb_wire_send(int fd, enum gb_message_type type, size_t task, const void *payload, size_t size);

/* Records and the measurement of the first (or NULL) as the payload of GB_MESSAGE_ROWS: malloc's; NULL: out of
 * memory. */
char *gb_wire_pack_rows(const struct gb_record *records, size_t count, const struct gb_measurement *measurement,
			size_t *size);

/* The receiving end: bytes that have been received but not yet taken. */
struct gb_wire {
	int fd;
	char *bytes;
	size_t used, room;
};

/* Read what is available, waiting if there is nothing. False at the end of the stream, on an error, or if it is
 * corrupt. */
bool gb_wire_read(struct gb_wire *wire);
/* True if the next bytes cannot be a message. */
bool gb_wire_is_broken(const struct gb_wire *wire);
/* Take the next complete message. `payload` is malloc's with a 0 after it, or NULL; the caller frees it. */
bool gb_wire_take(struct gb_wire *wire, struct gb_message *message, char **payload);
void gb_wire_close(struct gb_wire *wire);

/* Read the next record from the rest of the payload of GB_MESSAGE_ROWS, and advance past it. Its texts and batches
 * point into the payload. `*has_measurement`: there was one. False if it is incomplete, or if a flag or an enum
 * is invalid, so that the struct could not even be read. */
bool gb_wire_unpack_row(const char **payload, size_t *left, struct gb_record *record,
			struct gb_measurement *measurement, bool *has_measurement);

#endif
