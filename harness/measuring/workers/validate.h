/* validate.h: checks the messages of a worker.
 *
 * A worker runs plug-ins, and a stray write by one of them may send anything. Every message is therefore checked here,
 * and its form in gb_wire_unpack_row(), before anything else reads it: its type and order, its task, and for rows every
 * count, length, word and identity. A message passes if this worker could have sent it after measuring its own GPU;
 * whether the numbers are true cannot be checked. */
#pragma once

#include "workers/worker.h"

/* The state of a measuring worker since it got its job. */
struct gb_validation {
	const struct gb_workplace *place;
	const struct gb_devices *all; /* the GPUs of the run */
	size_t gpu;                   /* index of the GPU that it measures */
	size_t begins_left;           /* tasks that it may still begin, or return to */
	size_t task;                  /* its state */
	bool at_task, has_rows, has_ended;
	size_t leaves_left; /* benchmarks that it has begun and not left: at most one for each task begun */
	bool leaving;
};

/* The state of a worker that got `left` tasks of this GPU. */
struct gb_validation gb_validate_begin(const struct gb_workplace *place, const struct gb_devices *all, size_t gpu,
				       size_t left);

/* GB_OK: a measuring worker may send this message now. `is_left`: the task is one of its own without a row. Otherwise
 * the error describes the fault, and nothing more may be read. */
int gb_validate_measuring(struct gb_validation *t, const struct gb_message *message, const char *payload, bool is_left,
			  struct gb_error *error);

/* The devices in a message that must be GB_MESSAGE_FOUND, allocated with malloc(). */
int gb_validate_found(const struct gb_workplace *place, const struct gb_message *message, const char *payload,
		      struct gb_devices *out, struct gb_error *error);

/* GB_OK: a worker that draws conclusions from a benchmark's rows on one GPU may answer with this: rows or an error. */
int gb_validate_concluding(const struct gb_workplace *place, const struct gb_found_device *on,
			   const struct gb_bench *bench, const struct gb_message *message, const char *payload,
			   struct gb_error *error);

/* GB_OK: a worker's error text, of limited length, and terminated. */
int gb_validate_text(const struct gb_message *message, const char *payload, struct gb_error *error);
