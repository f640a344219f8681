#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_ALL = 256,
	OPT_QUICK,
	OPT_EVERY,
	OPT_NOISE,
	OPT_SAMPLES,
	OPT_TIMEOUT,
	OPT_DEADLINE,
	OPT_IDLE,
	OPT_MEMORY,
	OPT_PATIENCE,
	OPT_CONCURRENT,
	OPT_STRICT,
	OPT_SHUFFLE,
	OPT_JSON,
	OPT_RESUME,
	OPT_PLUGIN,
	OPT_DEVICES,
	OPT_DESCRIBE,
	OPT_VERSION
};

/* Options of one heading; `code` below 256 is the short form as well. */
static const struct {
	int code;
	const char *name, *argument, *help;
} table[] = {
	{ 0, NULL, NULL, "What to run" },
	{ OPT_ALL, "all", NULL, "every benchmark" },
	{ 'b', "benchmark", "REGEX", "the benchmarks whose whole name matches" },
	{ 'a', "axis", "NAME=VALUES", "take these values: 1,2,4  lo:hi[:step|:pow2]  or names; repeatable" },
	{ 'd', "device", "LIST", "indices, UUID prefixes or PCI ids of GPUs, or all (the default)" },
	{ OPT_QUICK, "quick", NULL, "the short sets: seconds, for a health check" },
	{ OPT_EVERY, "every-point", NULL, "every value of every axis, each a row; takes its time" },
	{ OPT_PLUGIN, "plugin", "FILE", "load this plug-in too; repeatable" },
	{ 0, NULL, NULL, "How to measure" },
	{ OPT_NOISE, "max-noise", "PART",
	  "sample until half the 95 % interval is below this part (0.001; quick 0.002)" },
	{ OPT_SAMPLES, "min-samples", "N", "take at least N samples (20; quick 8)" },
	{ OPT_TIMEOUT, "timeout", "SECONDS", "sample a point for no longer than this (1; quick 0.1)" },
	{ OPT_PATIENCE, "patience", "SECONDS",
	  "a point that gives no sign of life for longer has failed (60; quick 20)" },
	{ OPT_DEADLINE, "deadline", "SECONDS", "the whole run ends by then; what is not measured is a failed row" },
	{ OPT_IDLE, "wait-idle", "SECONDS", "before each point wait this long for other processes to leave the GPU" },
	{ OPT_MEMORY, "max-memory", "BYTES", "use no more device memory; working sets too small for it are suspect" },
	{ OPT_SHUFFLE, "shuffle", "[=SEED]",
	  "mix the order of points; the seed is the run_id, or that of an earlier run" },
	{ OPT_CONCURRENT, "concurrent", NULL, "all GPUs at once; the rows say so" },
	{ OPT_STRICT, "strict", NULL, "a suspect row is a failure: exit status 2" },
	{ 0, NULL, NULL, "Where results go" },
	{ 'o', "output", "FILE", "CSV into FILE instead of standard output; %h is the host, %u the GPU's UUID" },
	{ OPT_RESUME, "resume", "FILE", "complete the CSV of an interrupted run, with the same other options" },
	{ OPT_JSON, "json", "FILE", "JSON with raw samples as well" },
	{ 0, NULL, NULL, "What there is" },
	{ 'l', "list", NULL, "the benchmarks" },
	{ OPT_DEVICES, "list-devices", NULL, "the GPUs" },
	{ OPT_DESCRIBE, "describe", "NAME", "what a benchmark does, its axes, how it counts" },
	{ OPT_VERSION, "version", NULL, "the version" },
	{ 'h', "help", NULL, "this text" },
};

/* LONG_FORM is added to the code of a long option: where getopt refuses one, that tells it from a letter. */
enum { TABLE = sizeof table / sizeof table[0], LONG_FORM = 1024 };

void gb_options_help(FILE *out)
{
	fputs("gpubench measures what a GPU really does.\n\n"
	      "  gpubench --all > gpu.csv           measure everything on every GPU\n"
	      "  gpubench -b dram -a op=copy -d 0   one benchmark, one axis, one GPU\n"
	      "  gpubench info                      the GPUs and their theoretical peaks\n",
	      out);
	for (size_t i = 0; i < TABLE; i++) {
		char left[40], letter[5] = "    ";
		if (table[i].name == NULL) {
			fprintf(out, "\n%s:\n", table[i].help);
			continue;
		}
		if (table[i].code < 256)
			snprintf(letter, sizeof letter, "-%c, ", table[i].code);
		const char *argument = table[i].argument != NULL ? table[i].argument : "";
		snprintf(left, sizeof left, "%s--%s%s%s", letter, table[i].name, argument[0] != '[' ? " " : "",
			 argument);
		fprintf(out, "  %-25s %s\n", left, table[i].help);
	}
	fputs("\nExit status: 0 fine; 1 usage; 2 no device, a measurement failed or output was lost; 130 interrupted.\n"
	      "Plug-ins are also looked for in the folders of GPUBENCH_PLUGIN_PATH.\n",
	      out);
}

/* A number above 0, all of the text. */
static int positive(const char *option, const char *text, double *out, struct gb_error *error)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end != '\0' || !isfinite(value) || value <= 0)
		return gb_error_set(error, "--%s '%s': expected a number above 0", option, text);
	*out = value;
	return GB_OK;
}

static int repeat(const char *option, size_t count, struct gb_error *error)
{
	if (count == GB_REPEATS_MAX)
		return gb_error_set(error, "--%s is given more than %d times", option, GB_REPEATS_MAX);
	return GB_OK;
}

static int set_effort(struct gb_options *options, enum gb_effort effort, struct gb_error *error)
{
	if (options->effort != GB_FULL && options->effort != effort)
		return gb_error_set(error, "--quick and --every-point exclude each other");
	options->effort = effort;
	return GB_OK;
}

static int take(struct gb_options *options, int code, const char *argument, struct gb_error *error)
{
	double number;

	switch (code) {
	case OPT_ALL:
		options->all = true;
		return GB_OK;
	case OPT_SHUFFLE:
		options->shuffle = true;
		options->seed = argument;
		return GB_OK;
	case OPT_STRICT:
		options->strict = true;
		return GB_OK;
	case OPT_CONCURRENT:
		options->concurrent = true;
		return GB_OK;
	case OPT_DEADLINE:
		return positive("deadline", argument, &options->deadline, error);
	case OPT_PATIENCE:
		return positive("patience", argument, &options->patience, error);
	case OPT_MEMORY:
		return positive("max-memory", argument, &options->max_memory, error);
	case OPT_IDLE:
		return positive("wait-idle", argument, &options->wait_idle, error);
	case 'b':
		options->benchmarks = argument;
		return GB_OK;
	case 'a':
		if (repeat("axis", options->choices, error) != GB_OK)
			return GB_FAILED;
		options->choice[options->choices++].text = argument;
		return GB_OK;
	case OPT_PLUGIN:
		if (repeat("plugin", options->plugins, error) != GB_OK)
			return GB_FAILED;
		options->plugin[options->plugins++] = argument;
		return GB_OK;
	case 'd':
		options->devices = argument;
		return GB_OK;
	case 'o':
		options->csv = argument;
		return GB_OK;
	case OPT_JSON:
		options->json = argument;
		return GB_OK;
	case OPT_RESUME:
		options->resume = argument;
		return GB_OK;
	case OPT_QUICK:
		return set_effort(options, GB_QUICK, error);
	case OPT_EVERY:
		return set_effort(options, GB_EVERY, error);
	case OPT_NOISE:
		return positive("max-noise", argument, &options->max_noise, error);
	case OPT_TIMEOUT:
		return positive("timeout", argument, &options->timeout, error);
	case OPT_SAMPLES:
		if (positive("min-samples", argument, &number, error) != GB_OK)
			return GB_FAILED;
		if (number != floor(number) || number > 10000)
			return gb_error_set(error, "--min-samples '%s': expected a whole number up to 10000", argument);
		options->min_samples = (size_t)number;
		return GB_OK;
	case 'l':
		options->command = GB_LIST;
		return GB_OK;
	case OPT_DEVICES:
		options->command = GB_LIST_DEVICES;
		return GB_OK;
	case OPT_DESCRIBE:
		options->command = GB_DESCRIBE;
		options->describe = argument;
		return GB_OK;
	case OPT_VERSION:
		options->command = GB_VERSION_OF;
		return GB_OK;
	default:
		options->command = GB_HELP;
		return GB_OK;
	}
}

/* The table in getopt_long's form. The leading ':' tells a missing argument from an unknown option. */
static void make_getopt(struct option longs[TABLE + 1], char shorts[2 * TABLE + 2])
{
	size_t l = 0, s = 0;

	shorts[s++] = ':';
	for (size_t i = 0; i < TABLE; i++) {
		if (table[i].name == NULL)
			continue;
		const int has = table[i].argument == NULL     ? no_argument
				: table[i].argument[0] == '[' ? optional_argument
							      : required_argument;
		longs[l++] = (struct option){ table[i].name, has, NULL, table[i].code + LONG_FORM };
		if (table[i].code >= 256)
			continue;
		shorts[s++] = (char)table[i].code;
		if (table[i].argument != NULL)
			shorts[s++] = ':';
	}
	longs[l] = (struct option){ 0 };
	shorts[s] = '\0';
}

/* A short option is only known by its letter: it may stand in the middle of a word. */
static int refuse(int code, const char *word, struct gb_error *error)
{
	const char letter[] = { '-', (char)optopt, '\0' };
	const char *name = optopt != 0 && optopt < 256 ? letter : word; /* a letter may be below 0 */

	return gb_error_set(error,
			    code == ':' ? "'%s' lacks its value; see gpubench --help"
					: "'%s' is not an option; see gpubench --help",
			    name);
}

static int words(struct gb_options *options, int count, char **word, struct gb_error *error)
{
	if (count == 0)
		return GB_OK;
	if (count == 1 && strcmp(word[0], "info") == 0)
		options->command = GB_INFO;
	else if (!(count == 1 && strcmp(word[0], "run") == 0))
		return gb_error_set(error, "'%s' is not a command; there are run (the default) and info",
				    word[count - 1]);
	return GB_OK;
}

int gb_options_read(struct gb_options *options, int argc, char **argv, struct gb_error *error)
{
	struct option longs[TABLE + 1];
	char shorts[2 * TABLE + 2];
	int code, status = GB_OK;

	*options = (struct gb_options){ .command = GB_RUN, .effort = GB_FULL, .devices = "all" };
	make_getopt(longs, shorts);
	optind = 0; /* start anew: tests read more than one command line */
	while (status == GB_OK && (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (code == ':' || code == '?')
			status = refuse(code, argv[optind - 1], error);
		else
			status = take(options, code % LONG_FORM, optarg, error);
	}
	if (status == GB_OK)
		status = words(options, argc - optind, argv + optind, error);
	if (status == GB_OK && options->command == GB_RUN && !options->all && options->benchmarks == NULL)
		status = gb_error_set(error,
				      "nothing to run: name benchmarks with -b, or use --all; see gpubench --help");
	if (status == GB_OK && options->csv != NULL && options->json != NULL &&
	    strcmp(options->csv, options->json) == 0)
		status = gb_error_set(error, "-o and --json name the same file: '%s'", options->csv);
	if (status == GB_OK && options->resume != NULL && (options->csv != NULL || options->json != NULL))
		status = gb_error_set(error, "--resume appends to its own file: -o and --json do not go with it");
	if (status == GB_OK && options->all && options->benchmarks != NULL)
		status = gb_error_set(error, "--all and -b exclude each other");
	return status;
}
