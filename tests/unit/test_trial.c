#include "plan/trial.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

#include "support.h"

static char answer[64];

static int try(size_t work(void *), double seconds)
{
	const struct gb_trial trial = {
		.what = "it", .seconds = seconds, .work = work, .answer = answer, .most = sizeof answer - 1
	};

	gb_error_clear(&error);
	return gb_trial_run(&trial, &error);
}

static size_t write_answer(void *context)
{
	snprintf(answer, sizeof answer, "well");
	return sizeof "well";
}

static size_t answer_twice(void *context)
{
	return fork() >= 0 ? write_answer(context) : 0;
}

static size_t end_well(void *context)
{
	_exit(0);
}

static size_t stop(void *context)
{
	return raise(SIGSTOP) == 0 ? write_answer(context) : 0;
}

static size_t abort_it(void *context)
{
	abort();
}

static size_t sleep_for_ever(void *context)
{
	for (;;)
		pause();
	return write_answer(context);
}

static size_t close_all(void *context)
{
	for (int fd = 0; fd < 64; fd++)
		close(fd);
	return sleep_for_ever(context);
}

static size_t answer_too_much(void *context)
{
	return sizeof answer;
}

TEST(only_the_answer_comes_back)
{
	answer[0] = answer[8] = '-';
	assert_ok(try(write_answer, 30), error);
	assert_string_equal(answer, "well");
	assert_int_equal(answer[8], '-');
	for (int i = 0; i < 20; i++)
		assert_ok(try(answer_twice, 30), error);
}

TEST(a_process_that_ends_stops_or_hangs_is_an_error)
{
	static const struct {
		size_t (*work)(void *);
		double seconds;
		const char *says;
	} cases[] = {
		{ end_well, 30, "it ended a process with status 0" },
		{ abort_it, 30, "it ended a process by signal 6 (Aborted)" },
		{ stop, 30, "it stopped a process by signal 19 (Stopped (signal))" },
		{ sleep_for_ever, 0.2, "it takes more than 0.2 s" },
		{ close_all, 30, "it closed all files of a process" },
		{ answer_too_much, 30, "it ended a process with status " },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_fails(try(cases[i].work, cases[i].seconds), cases[i].says);
	}
}

static char fifo[64];

/* A process that outlives the work, and holds the FIFO open. */
static size_t leave_process(void *context)
{
	if (open(fifo, O_WRONLY) < 0 || fork() == 0)
		return sleep_for_ever(context);
	return write_answer(context);
}

TEST(processes_that_it_leaves_are_ended)
{
	snprintf(fifo, sizeof fifo, "/tmp/gpubench_%d.fifo", (int)getpid());
	assert_int_equal(mkfifo(fifo, 0600), 0);
	struct pollfd p = { open(fifo, O_RDONLY | O_NONBLOCK), POLLIN, 0 };
	assert_ok(try(leave_process, 30), error);
	assert_int_equal(poll(&p, 1, 30000), 1); /* its last writer has gone */
	assert_int_equal(p.revents, POLLHUP);
	close(p.fd);
	unlink(fifo);
}

TEST(a_signal_of_the_user_ends_it)
{
	static const volatile int interrupted = 1;
	const struct gb_trial trial = { .what = "it",
					.seconds = 30,
					.interrupted = &interrupted,
					.work = sleep_for_ever,
					.answer = answer,
					.most = sizeof answer - 1 };

	assert_int_equal(gb_trial_run(&trial, &error), GB_INTERRUPTED);
}
