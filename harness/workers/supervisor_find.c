#include <math.h>
#include <poll.h>
#include <stdlib.h>

#include "base/clock.h"
#include "workers/crash.h"
#include "workers/supervisor_parts.h"
#include "workers/validate.h"

/* The time in seconds that a driver may take to list its devices. */
#define FIND_SECONDS 60

int gb_supervisor_poll(int fd, double until)
{
	struct pollfd p = { fd, POLLIN, 0 };
	double left = until - gb_clock_now();

	left = left < 0 ? 0 : left > LOOK_SECONDS ? LOOK_SECONDS : left;
	return poll(&p, 1, (int)ceil(1000 * left));
}

/* Reads the scout's answer; GB_AGAIN until it is there. */
static int take_found(struct gb_supervisor *s, struct gb_devices *devices, struct gb_error *error)
{
	struct gb_message message;
	char *payload;

	if (!gb_wire_take(&s->scout.wire, &message, &payload))
		return GB_AGAIN;
	struct gb_error why = { "" };
	int status = GB_FAILED;
	if (message.type != GB_MESSAGE_ERROR)
		status = gb_validate_found(&s->place, &message, payload, devices, &why);
	else if (gb_validate_text(&message, payload, &why) == GB_OK)
		gb_error_write(error, "%s", payload);
	if (why.text[0] != '\0')
		gb_error_write(error, "the worker that looks for devices sent an invalid message: %s", why.text);
	free(payload);
	return status;
}

int gb_supervisor_find(struct gb_supervisor *s, struct gb_devices *devices, struct gb_error *error)
{
	const double bound = fmin(FIND_SECONDS, s->options.deadline_seconds), now = gb_clock_now();
	struct gb_patience patience = gb_patience_begin(s->options.root, bound, now);
	char end[128];
	int status = gb_worker_start(&s->scout, &s->place, error);

	s->deadline = now + s->options.deadline_seconds;
	if (status != GB_OK)
		return status;
	if (!gb_wire_send(s->scout.wire.fd, GB_MESSAGE_FIND, 0, NULL, 0))
		gb_worker_kill(&s->scout);
	while ((status = take_found(s, devices, error)) == GB_AGAIN) {
		if (*s->options.interrupted) {
			status = GB_INTERRUPTED;
			break;
		}
		if (gb_clock_now() >= s->deadline || gb_patience_is_over(&patience, s->scout.pid, gb_clock_now())) {
			gb_worker_kill(&s->scout);
			status = gb_error_set(error, "the driver did not list its devices within %g s", bound);
			break;
		}
		if (gb_supervisor_poll(s->scout.wire.fd, s->deadline) > 0 && !gb_wire_read(&s->scout.wire)) {
			gb_crash_describe(&s->scout, gb_worker_reap(&s->scout), end, sizeof end);
			return gb_error_set(error, "while the devices were listed, %s", end);
		}
	}
	if (status != GB_OK)
		gb_supervisor_dismiss(s);
	return status;
}

void gb_supervisor_dismiss(struct gb_supervisor *s)
{
	if (s->scout.pid != 0)
		gb_worker_reap(&s->scout);
}
