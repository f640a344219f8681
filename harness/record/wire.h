/* wire.h: messages between a supervisor and its workers, over a socket pair. Both ends are the same program, so structs
 * are sent unchanged, with the texts of a record. This code checks the form of messages; workers/validate.h decides
 * whether a worker may send them. */
#pragma once

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
	GB_MESSAGE_ROWS,  /* the task is done: its records, and the measurement of the first if there is one */
	GB_MESSAGE_ERROR, /* the worker cannot continue; the payload is a text */
	GB_MESSAGE_SKIP,  /* nothing can be measured here; the payload is a text */
	GB_MESSAGE_ASK,   /* a hook is called for a task, before any task begins: no payload */
	GB_MESSAGE_LEAVE, /* teardown() of the task's benchmark begins: no payload */
	GB_MESSAGE_LEFT   /* teardown() has returned: no payload */
};

struct gb_message {
	enum gb_message_type type;
	size_t task;
	size_t size; /* of the payload, bytes */
};

/* Write a complete message; false if the other end is gone. */
bool gb_wire_send(int fd, enum gb_message_type type, size_t task, const void *payload, size_t size);

/* Pack records and the measurement of the first (or NULL) as the payload of GB_MESSAGE_ROWS, which the caller frees. */
char *gb_wire_pack_rows(const struct gb_record *records, size_t count, const struct gb_measurement *measurement,
			size_t *size);

/* Bytes received but not yet taken. */
struct gb_wire {
	int fd;
	char *bytes;
	size_t used, room;
};

/* Read the available bytes, or wait if there are none. False: the stream has ended or is corrupt, or an error
 * occurred. */
bool gb_wire_read(struct gb_wire *wire);
/* True if the next bytes cannot be a message. */
bool gb_wire_is_broken(const struct gb_wire *wire);
/* Take the next complete message, if there is one. `payload` is allocated and terminated by a 0, or NULL; the caller
 * frees it. */
bool gb_wire_take(struct gb_wire *wire, struct gb_message *message, char **payload);
void gb_wire_close(struct gb_wire *wire);

/* Read the next record from the rest of the payload of GB_MESSAGE_ROWS, and advance past it. Its texts and batches
 * point into the payload. `*has_measurement`: the row had one. False: the record is incomplete, or has an invalid flag
 * or enum, so that the struct could not be read. */
bool gb_wire_unpack_row(const char **payload, size_t *left, struct gb_record *record,
			struct gb_measurement *measurement, bool *has_measurement);
