/* command_dry_run.c: --dry-run. */
#include "cli/command_run.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "dry/dry.h"
#include "plan/select.h"

/* A hook that shows no progress for this long hangs; a model of a kernel may be slow. */
#define PATIENCE_SECONDS 60

static struct gb_dry_options dry_options(const struct gb_run_options *options, struct gb_choice *choice)
{
	for (size_t i = 0; i < options->axes.count; i++)
		choice[i].text = options->axes.text[i];
	return (struct gb_dry_options){
		/* Every hook is called at the quick points; more points take longer and show little more. */
		.effort = options->sweep.effort == GB_FULL ? GB_QUICK : options->sweep.effort,
		.choice = choice,
		.choices = options->axes.count,
		.cc = options->cc,
		.patience_seconds = options->patience_seconds > 0 ? options->patience_seconds : PATIENCE_SECONDS,
		.memory_bytes = options->sweep.memory_most,
		.model = options->models.text,
		.models = options->models.count,
		.interrupted = &gb_interrupted,
	};
}

int gb_dry_run_benchmarks(const struct gb_run_options *options, const struct gb_plugins *plugins)
{
	const char *const *names = options->all ? NULL : options->benchmarks.text;
	const struct gb_bench *bench[GB_PLUGINS_MAX];
	struct gb_choice choice[GB_REPEATS_MAX];
	bool wanted[GB_PLUGINS_MAX] = { false };
	const struct gb_dry_options how = dry_options(options, choice);
	struct gb_error error = { "" };
	int exit = GB_EXIT_OK;
	size_t benches = 0;

	if (gb_select(plugins, GB_ANY_TARGET, names, options->benchmarks.count, wanted, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	for (size_t i = 0; i < plugins->count; i++)
		if (wanted[i])
			bench[benches++] = plugins->plugin[i].bench;
	if (gb_choices_check(choice, how.choices, bench, benches, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	gb_signals_ask();
	for (size_t i = 0; i < plugins->count && exit != GB_EXIT_INTERRUPTED; i++) {
		const int status = wanted[i] ? gb_dry_run(&how, &plugins->plugin[i], stdout, &error) : GB_OK;
		if (error.text[0] != '\0')
			return gb_complain(GB_EXIT_FAILED, error.text);
		if (status != GB_OK)
			exit = status == GB_INTERRUPTED ? GB_EXIT_INTERRUPTED : GB_EXIT_FAILED;
	}
	return exit;
}
