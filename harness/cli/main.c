/* main.c: reads the command line, loads the plug-ins, does what it is told. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "device/devices.h"
#include "base/text.h"
#include "base/version.h"

/* The first signal asks for a whole last row; a second one, where that takes too long, ends the program. */
static void interrupt(int signal)
{
	(void)signal;
	gb_interrupted = 1;
}

static void handle_signals(void)
{
	struct sigaction action = { .sa_handler = interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* A terminal that went away, unless that does not matter (nohup). */
	if (signal(SIGHUP, SIG_DFL) != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
	else
		signal(SIGHUP, SIG_IGN);
	/* A reader that went away is an error of write(), with a line to say so. */
	signal(SIGPIPE, SIG_IGN);
	/* So is a file that may not grow further. */
	signal(SIGXFSZ, SIG_IGN);
	/* Whoever started this may not care how processes end, and that is inherited: workers would leave no status. */
	signal(SIGCHLD, SIG_DFL);
}

/* A standard stream that is closed would be the next file opened, a worker's socket or the CSV, and take what is meant for
 * the stream. It is given a file that refuses: to write there stays an error. */
static void hold_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			return;
}

static void say_rejected(const struct gb_plugins *plugins)
{
	for (size_t i = 0; i < plugins->rejected_count; i++) {
		const char *path = plugins->rejected[i].path != NULL ? plugins->rejected[i].path : "?";
		char text[2 * GB_ERROR_TEXT + 64] = "";
		gb_text_add(text, sizeof text, "plug-in %.*s is not used: %s", GB_ERROR_TEXT, path,
			    plugins->rejected[i].error.text);
		gb_complain(0, text);
	}
}

/* One bad plug-in does not stop the rest. One that was asked for by name and is not there is a mistake of the command line. */
static int load(struct gb_plugins *plugins, const struct gb_options *options)
{
	bool absent = false;

	for (size_t i = 0; i < options->plugins; i++)
		gb_plugins_load_file(plugins, options->plugin[i]);
	for (size_t i = 0; i < plugins->rejected_count; i++)
		absent |= plugins->rejected[i].absent;
	if (!absent)
		gb_plugins_load(plugins, getenv("GPUBENCH_PLUGIN_PATH"));
	say_rejected(plugins);
	return absent ? GB_FAILED : GB_OK;
}

/* Analysis needs neither plug-ins nor a GPU; completion loads them when it needs them. */
static bool needs_no_plugins(const struct gb_options *options)
{
	return options->command == GB_COMPLETE || options->command == GB_ROOFS || options->command == GB_COMPARE ||
	       options->command == GB_PLOT || options->command == GB_REPORT;
}

static int perform(const struct gb_options *options, const struct gb_plugins *plugins)
{
	const struct gpu_ops *ops = gb_devices_mean_host(options->devices) ? &gpu_host : gpu_backend;

	switch (options->command) {
	case GB_LIST:
		return gb_command_list(plugins);
	case GB_DESCRIBE:
		return gb_command_describe(plugins, options->describe);
	case GB_LIST_DEVICES:
		return gb_command_list_devices(options, ops);
	case GB_INFO:
		return gb_command_info(options, ops);
	case GB_ROOFS:
		return gb_command_roofs(options);
	case GB_COMPARE:
		return gb_command_compare(options);
	case GB_PLOT:
		return gb_command_plot(options);
	case GB_REPORT:
		return gb_command_report(options);
	case GB_VERSION_OF:
		printf("gpubench %s\n", gb_version);
		return GB_EXIT_OK;
	case GB_MANUAL:
		return gb_command_manual(plugins);
	case GB_COMPLETE:
		return gb_command_complete(options);
	case GB_HELP:
		gb_options_help(options->syntax, stdout);
		return GB_EXIT_OK;
	case GB_RUN:
		break;
	}
	return gb_command_run(options, plugins, ops);
}

int main(int argc, char **argv)
{
	struct gb_options options;
	struct gb_plugins plugins = { 0 };
	struct gb_error error = { "" };

	hold_standard_streams();
	handle_signals();
	if (gb_options_read(&options, argc, argv, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	int status = GB_EXIT_USAGE;
	if (needs_no_plugins(&options) || load(&plugins, &options) == GB_OK)
		status = perform(&options, &plugins);
	gb_plugins_free(&plugins);
	/* Listings too must not vanish silently into a full disk. */
	if (options.command != GB_RUN && fflush(stdout) != 0 && status == GB_EXIT_OK)
		status = gb_complain(GB_EXIT_FAILED, "standard output: cannot write");
	return status;
}
