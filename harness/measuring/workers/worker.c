#include "workers/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/heap.h"
#include "base/host.h"
#include "base/host_memory.h"
#include "device/topology.h"
#include "engine/peers.h"
#include "sdc/sdc.h"

const char *gb_worker_mode(const struct gb_sweep_options *options)
{
	static const char *const words[] = {
		[GB_QUICK] = "quick",
		[GB_FULL] = "full",
		[GB_EVERY] = "every-point",
		[GB_SDC] = GB_MODE_SDC,
	};

	return words[options->effort];
}

struct gb_record gb_worker_base(const struct gb_workplace *place, const struct gb_found_device *on,
				struct gb_device_text *text)
{
	return gb_row_begin(place->host, gb_worker_mode(place->options), on, text);
}

/* ---- messages of a worker, to its end of the socket pair
 * ---------------------------------------------------------- */

static bool tell_error(int fd, const char *text)
{
	return gb_wire_send(fd, GB_MESSAGE_ERROR, 0, text, strlen(text) + 1);
}

static void tell_not_open(int fd, int status, const char *text)
{
	gb_wire_send(fd, status == GB_SKIPPED ? GB_MESSAGE_SKIP : GB_MESSAGE_ERROR, 0, text, strlen(text) + 1);
}

static int on_begin(void *context, size_t task)
{
	const int *fd = context;

	return gb_wire_send(*fd, GB_MESSAGE_BEGIN, task, NULL, 0) ? GB_OK : GB_INTERRUPTED;
}

static void on_ask(void *context, size_t task)
{
	const int *fd = context;

	gb_wire_send(*fd, GB_MESSAGE_ASK, task, NULL, 0);
}

static int on_rows(void *context, size_t task, const struct gb_record *records, size_t count,
		   const struct gb_measurement *measurement, struct gb_error *error)
{
	const int *fd = context;
	size_t size;
	char *payload = gb_wire_pack_rows(records, count, measurement, &size);

	bool sent = gb_wire_send(*fd, GB_MESSAGE_ROWS, task, payload, size);
	free(payload);
	return sent ? GB_OK : gb_error_set(error, "the supervisor is gone");
}

static void on_leave(void *context, size_t task, bool is_over)
{
	const int *fd = context;

	gb_wire_send(*fd, is_over ? GB_MESSAGE_LEFT : GB_MESSAGE_LEAVE, task, NULL, 0);
}

/* ---- finding devices -------------------------------------------------------------------------------------------- */

/* True if an error was reported to the supervisor, which would otherwise wait for long. */
static bool find_devices(const struct gb_workplace *place, int fd)
{
	struct gb_error error = { "" };
	struct gb_devices devices;

	if (gb_devices_read(&devices, place->ops, &error) != GB_OK)
		return tell_error(fd, error.text);
	const bool told = gb_wire_send(fd, GB_MESSAGE_FOUND, 0, devices.found, devices.count * sizeof *devices.found);
	gb_devices_free(&devices);
	return told;
}

/* ---- measuring -------------------------------------------------------------------------------------------------- */

static void measure_tasks(const struct gb_workplace *place, int fd, const struct gb_job *job, char *payload)
{
	const size_t *order = gb_job_order(payload);
	struct gb_found_device *found = gb_job_found(payload), *on = &found[job->gpu];
	/* The threads of the host device are bound separately. */
	const int node = on->device.target == GB_CUDA ? gb_topology_bind(on->device.pci_bus_id) : -1;
	struct gb_peers peers = { place->ops, found, job->gpus, job->gpu, job->together, NULL };
	struct gb_device_text text;
	struct gb_error error = { "" };
	struct gb_open_device card;

	if (node >= 0)
		on->identity.numa_node = node;
	int status = gb_tasks_pair(place->tasks, job->gpus, &error);
	if (place->options->sdc_seconds > 0)
		gb_sdc_hold_signals();
	if (status == GB_OK && !gb_job_has_tasks(job, order, place->tasks))
		status = gb_error_set(&error, "a job with tasks that do not exist");
	on_begin(&fd, order[0]);
	if (status == GB_OK)
		status = gb_device_open(&card, place->ops, on->device.index, &error);
	if (status != GB_OK) {
		tell_not_open(fd, status, error.text);
		return;
	}
	card.peers = &peers;
	struct gb_sweep sweep = {
		.card = &card,
		.options = place->options,
		.base = gb_worker_base(place, on, &text),
		.together = job->together,
		.first = job->gpu == 0,
		.spent = job->spent,
		.in_turn = job->in_turn,
		.begin = on_begin,
		.emit = on_rows,
		.ask = on_ask,
		.leave = on_leave,
		.context = &fd,
	};
	/* A worker that loses its card ends without a message; its supervisor starts another for the remaining
	 * tasks. */
	if (place->options->sdc_seconds > 0)
		gb_sdc_watch(&sweep, place->tasks, order, job->count, &error);
	else
		gb_sweep_tasks(&sweep, place->tasks, order, job->count, &error);
	gb_peers_close(&peers);
	gb_device_close(&card);
}

/* ---- concluding ------------------------------------------------------------------------------------------------- */

static void draw_conclusions(const struct gb_workplace *place, int fd, const struct gb_conclude_job *job)
{
	struct gb_conclusions *found = gb_heap_array(1, sizeof *found);
	struct gb_device_text text;
	struct gb_error error = { "" };
	struct gb_record base = gb_worker_base(place, &job->on, &text);
	char time[GB_CLOCK_UTC];

	gb_clock_utc(time);
	gb_row_time(&base, time);
	if (gb_conclude(place->rows, place->tasks->plan[job->plan].bench, &job->on.device, &base, found, &error) !=
	    GB_OK)
		tell_error(fd, error.text);
	else
		on_rows(&fd, 0, found->record, found->count, NULL, &error);
	free(found);
}

/* ---- the process ------------------------------------------------------------------------------------------------ */

/* False: it was the last message. */
static bool obey_one(const struct gb_workplace *place, int fd, const struct gb_message *message, char *payload)
{
	if (message->type == GB_MESSAGE_FIND)
		return find_devices(place, fd);
	const struct gb_job *job = message->type == GB_MESSAGE_JOB ? gb_job_unpack(payload, message->size) : NULL;
	const struct gb_conclude_job *end =
		message->type == GB_MESSAGE_CONCLUDE ? gb_conclude_unpack(payload, message->size, place->tasks) : NULL;
	if (job != NULL)
		measure_tasks(place, fd, job, payload);
	else if (end != NULL)
		draw_conclusions(place, fd, end);
	return false;
}

static void obey_messages(const struct gb_workplace *place, int fd)
{
	struct gb_wire wire = { .fd = fd };
	struct gb_message message;
	char *payload;
	bool more = true;

	while (more && gb_wire_read(&wire))
		while (more && gb_wire_take(&wire, &message, &payload)) {
			more = obey_one(place, fd, &message, payload);
			free(payload);
		}
	gb_wire_close(&wire);
}

/* If memory runs out, the kernel kills this process first; its supervisor then writes the row with the reason. */
static void volunteer_for_killer(void)
{
	FILE *file = fopen("/proc/self/oom_score_adj", "w");

	if (file == NULL)
		return;
	fputs("1000", file);
	fclose(file);
}

/* Workers of this process that have not ended. After the last one, all processes that their hooks started are ended
 * too: orphans of workers become children of this process. */
static size_t alive;

int gb_worker_start(struct gb_worker *worker, const struct gb_workplace *place, struct gb_error *error)
{
	struct gb_host_memory memory;
	int ends[2];

	gb_host_memory_read("", &memory);
	/* Otherwise buffered output would be written twice. */
	fflush(NULL);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return gb_error_set(error, "no socket pair for a worker: %s", strerror(errno));
	const pid_t supervisor = getpid();
	const pid_t pid = fork();
	if (pid < 0) {
		close(ends[0]);
		close(ends[1]);
		return gb_error_set(error, "no process for a worker: %s", strerror(errno));
	}
	if (pid == 0) {
		gb_child_close_others(ends[1]);
		/* A worker without a supervisor must not run on. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* Standard output is reserved for the CSV. Output of plug-ins and libraries must not get there. */
		dup2(STDERR_FILENO, STDOUT_FILENO);
		volunteer_for_killer();
		if (getppid() == supervisor)
			obey_messages(place, ends[1]);
		_exit(0);
	}
	close(ends[1]);
	alive++;
	*worker = (struct gb_worker){ pid, { .fd = ends[0] }, memory.kills, memory.host_kills, false };
	return GB_OK;
}

void gb_worker_kill(struct gb_worker *worker)
{
	kill(worker->pid, SIGKILL);
	worker->killed = true;
}

bool gb_worker_has_ended(const struct gb_worker *worker)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)worker->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

int gb_worker_reap(struct gb_worker *worker)
{
	const struct timespec pause = { 0, 2000000 };
	double end = gb_clock_now() + GB_WORKER_KILL_SECONDS;
	bool late = false;
	int status = -1;
	pid_t gone;

	gb_wire_close(&worker->wire);
	while ((gone = waitpid(worker->pid, &status, WNOHANG)) == 0 || (gone < 0 && errno == EINTR)) {
		if (gb_clock_now() > end && late)
			break;
		if (gb_clock_now() > end) {
			gb_worker_kill(worker);
			late = true;
			end = gb_clock_now() + GB_WORKER_KILL_SECONDS;
		}
		nanosleep(&pause, NULL);
	}
	worker->pid = 0;
	if (--alive == 0)
		gb_cleanup_kill_left();
	return gone > 0 ? status : -1;
}

/* ---- payloads of messages ---------------------------------------------------------------------------------------- */

/* A job with more is corrupt, and would not fit into memory. */
enum { GPUS_MOST = 1024, TASKS_MOST = 1 << 24 };

static size_t job_size(const struct gb_job *job)
{
	return sizeof *job + job->gpus * sizeof(struct gb_found_device) + job->count * sizeof(size_t);
}

char *gb_job_pack(const struct gb_job *job, size_t *size)
{
	char *payload = gb_heap_array(1, *size = job_size(job));
	struct gb_job *to = (void *)payload;

	to->gpu = job->gpu;
	to->together = job->together;
	to->gpus = job->gpus;
	to->count = job->count;
	to->spent = job->spent;
	to->in_turn = job->in_turn;
	return payload;
}

struct gb_found_device *gb_job_found(char *payload)
{
	return (struct gb_found_device *)(void *)(payload + sizeof(struct gb_job));
}

size_t *gb_job_order(char *payload)
{
	const struct gb_job *job = (const void *)payload;

	return (size_t *)(void *)(payload + sizeof *job + job->gpus * sizeof(struct gb_found_device));
}

const struct gb_job *gb_job_unpack(const char *payload, size_t size)
{
	const struct gb_job *job = (const void *)payload;

	if (size < sizeof *job || job->gpus > GPUS_MOST || job->count > TASKS_MOST || size != job_size(job))
		return NULL;
	return job->gpu < job->gpus && job->count > 0 ? job : NULL;
}

bool gb_job_has_tasks(const struct gb_job *job, const size_t *order, const struct gb_tasks *tasks)
{
	for (size_t i = 0; i < job->count; i++)
		if (order[i] >= tasks->count || !gb_task_is_of(&tasks->task[order[i]], job->gpu))
			return false;
	return true;
}

char *gb_conclude_pack(const struct gb_found_device *on, size_t plan, size_t *size)
{
	struct gb_conclude_job *job = gb_heap_array(1, *size = sizeof *job);

	job->on = *on;
	job->plan = plan;
	return (char *)job;
}

const struct gb_conclude_job *gb_conclude_unpack(const char *payload, size_t size, const struct gb_tasks *tasks)
{
	const struct gb_conclude_job *job = (const void *)payload;

	return size == sizeof *job && job->plan < tasks->plans && tasks->plan[job->plan].bench->conclude != NULL ? job
														 : NULL;
}
