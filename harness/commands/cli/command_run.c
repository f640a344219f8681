/* command_run.c: the command run, which is the default. */
#include "cli/command_run.h"

#include <stdio.h>

#include "base/pager.h"
#include "base/host.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "dry/dry.h"
#include "timing/timer.h"
#include "options/manual.h"
#include "plan/select.h"

static void print_version(void)
{
	const char *archs = gb_timer_archs();

	printf("gpubench %s\n", gb_version);
	gb_wrap_format(stdout, "%s%s", archs[0] ? "kernels: machine code for " : GB_NO_KERNELS, archs);
}

static int print_manual(const struct gb_plugins *plugins, const char *word)
{
	const struct gb_command *const command = word != NULL ? gb_command_find(gb_commands, word) : gb_commands[0];
	struct gb_error error = { "" };

	if (command == NULL) {
		gb_line_no_command(gb_commands, word, &error);
		return gb_complain(GB_EXIT_USAGE, error.text);
	}
	if (command != gb_commands[0])
		gb_manual_print_command(command, plugins, stdout);
	else
		gb_manual_print(gb_commands, plugins, stdout);
	return gb_flushed(GB_EXIT_OK);
}

static int perform_action(const struct gb_run_options *options, const struct gb_host *host,
			  const struct gb_plugins *plugins)
{
	if (gb_wrap_shows_rows() && (options->action == GB_ACTION_LIST || options->action == GB_ACTION_DESCRIBE))
		gb_pager_begin();
	switch (options->action) {
	case GB_ACTION_LIST:
		return gb_flushed(gb_list_benchmarks(plugins));
	case GB_ACTION_DESCRIBE:
		return gb_flushed(gb_describe(plugins, options->described));
	case GB_ACTION_LIST_DEVICES:
		return gb_flushed(gb_list_devices(options->devices));
	case GB_ACTION_INFO:
		return gb_flushed(gb_list_peaks(options->devices));
	case GB_ACTION_DRY_RUN:
		return gb_flushed(gb_dry_run_benchmarks(options, plugins));
	case GB_ACTION_VERSION:
		print_version();
		return gb_flushed(GB_EXIT_OK);
	case GB_ACTION_MANUAL:
		return print_manual(plugins, options->described);
	default: /* measuring closes the files that it writes */
		return gb_run_measure(options, host, plugins, NULL);
	}
}

static int perform_run(const struct gb_line *line)
{
	const struct gb_run_options *options = line->options;
	struct gb_plugins plugins = { 0 };
	static struct gb_host host;

	/* The messages of several nodes may go to one place. */
	gb_host_describe(&host);
	if (gb_host_is_one_of_many())
		gb_complain_as(host.name);
	/* Completion loads the plug-ins itself. */
	if (options->action == GB_ACTION_COMPLETE)
		return gb_flushed(gb_complete_words(line->operand, line->operands));
	const int status = gb_commands_load(&plugins, &options->plugins) == GB_OK
				   ? perform_action(options, &host, &plugins)
				   : GB_EXIT_USAGE;
	gb_plugins_free(&plugins);
	return status;
}

static const struct gb_example examples[] = {
	{ "gpubench --all > gpu.csv", "measure everything on every GPU" },
	{ "gpubench -b dram -a op=copy -d 0", "one benchmark, one axis, one GPU" },
	{ "gpubench --sdc 60 -o sdc.csv", "look for silent data corruption, a minute per GPU" },
	{ "gpubench --all --device host", "measure the processors of this host" },
	{ "gpubench --plugin build/plugins/mine.so --dry-run -b mine", "try a plug-in without a GPU" },
	{ NULL, NULL },
};

void gb_print_first_steps(FILE *out)
{
	enum { HELP_AT = 42 };
	static const struct gb_example steps[] = {
		{ "gpubench info", "the GPUs here and their limits" },
		{ "gpubench --all --quick", "a health check in seconds" },
		{ "gpubench --all -o gpu.csv", "measure everything" },
		{ "gpubench -b dram", "one benchmark; --list names them" },
		{ "gpubench --all --quick --device host", "the processors of this host" },
		{ "gpubench roofs gpu.csv", "measured roofs and their limits" },
		{ "gpubench check gpu.csv", "is this GPU as fast as others?" },
		{ "gpubench report gpu.csv -o report.html", "everything on one page" },
	};

	gb_wrap_line(out, "gpubench measures the real performance of GPUs. To begin:");
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
		gb_wrap_pair(out, 2, steps[i].line, HELP_AT, steps[i].help);
	gb_wrap_line(out, "gpubench --help has all commands and options.");
}

const struct gb_command gb_command_run = {
	.word = "run",
	.intro = "gpubench measures the real performance of GPUs. Commands have their own --help.\n",
	.option = gb_run_option_table,
	.example = examples,
	.exit = { { 2, "no device, a measurement or a dry run failed, or output could not be written" },
		  { 3, "with --sdc: a wrong result, or an error that the GPU did not correct" },
		  { 130, "interrupted" } },
	.outro = "gpubench also looks for plug-ins in the folders of GPUBENCH_PLUGIN_PATH.\n",
	.options_size = sizeof(struct gb_run_options),
	.defaults = &gb_run_defaults,
	.check = gb_run_options_check,
	.perform = perform_run,
};

/* ---- --dry-run --------------------------------------------------------------------------------------------------- */

/* A hook without progress for this long is stuck; a model of a kernel may be slow. */
#define PATIENCE_SECONDS 60

static struct gb_dry_options dry_options(const struct gb_run_options *options, struct gb_choice *choice)
{
	for (size_t i = 0; i < options->axes.count; i++)
		choice[i].text = options->axes.text[i];
	return (struct gb_dry_options){
		/* The quick points already call every hook. */
		.effort = options->sweep.effort == GB_FULL ? GB_QUICK : options->sweep.effort,
		.choice = choice,
		.choices = options->axes.count,
		.cc = options->cc,
		.patience_seconds = options->patience_seconds > 0 ? options->patience_seconds : PATIENCE_SECONDS,
		.memory_bytes = options->sweep.memory_most,
		.model = options->models.text,
		.models = options->models.count,
		.allow_unverified = options->allow_unverified,
		.interrupted = &gb_interrupted,
	};
}

/* On a screen, sums up several dry runs. */
static void tell_dry_runs(size_t benches, size_t failed)
{
	if (failed == 0)
		gb_wrap_format(stdout, "%zu benchmarks: ok", benches);
	else
		gb_wrap_format(stdout, "%zu benchmarks: %zu FAILED", benches, failed);
}

int gb_dry_run_benchmarks(const struct gb_run_options *options, const struct gb_plugins *plugins)
{
	const char *const *names = options->all ? NULL : options->benchmarks.text;
	const struct gb_bench *bench[GB_PLUGINS_MAX];
	struct gb_choice choice[GB_REPEATS_MAX];
	bool wanted[GB_PLUGINS_MAX] = { false };
	struct gb_dry_options how = dry_options(options, choice);
	struct gb_progress progress;
	struct gb_error error = { "" };
	int exit = GB_EXIT_OK;
	size_t benches = 0, done = 0, failed = 0;

	if (gb_select(plugins, GB_ANY_TARGET, names, options->benchmarks.count, wanted, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	for (size_t i = 0; i < plugins->count; i++)
		if (wanted[i])
			bench[benches++] = plugins->plugin[i].bench;
	if (gb_choices_check(choice, how.choices, bench, benches, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	gb_signals_ask();
	how.brief = benches > 1 && gb_wrap_rows(stdout, 0) != SIZE_MAX;
	gb_progress_start(&progress, stdout, benches);
	for (size_t i = 0; i < plugins->count && exit != GB_EXIT_INTERRUPTED; i++) {
		if (!wanted[i])
			continue;
		if (how.brief)
			gb_progress_begin(&progress, done++, "dry run", plugins->plugin[i].bench->name, "");
		const int status = gb_dry_run(&how, &plugins->plugin[i], stdout, &error);
		if (error.text[0] != '\0')
			return gb_complain(GB_EXIT_FAILED, error.text);
		failed += status == GB_FAILED;
		if (status != GB_OK)
			exit = status == GB_INTERRUPTED ? GB_EXIT_INTERRUPTED : GB_EXIT_FAILED;
	}
	if (how.brief)
		gb_progress_clear(&progress);
	if (how.brief && exit != GB_EXIT_INTERRUPTED)
		tell_dry_runs(benches, failed);
	return exit;
}
