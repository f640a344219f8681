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
	OPT_POINTS,
	OPT_LAUNCHES,
	OPT_SUSTAINED,
	OPT_PLUGIN,
	OPT_DEVICES,
	OPT_DESCRIBE,
	OPT_VERSION
};

/* What becomes of an option: its argument, or that it was given, goes to a place in struct gb_options; or take_special()
 * knows. */
enum kind { SPECIAL, FLAG, TEXT, NUMBER };
#define TO(kind, field) kind, offsetof(struct gb_options, field)

/* Options under their headings; `code` below 256 is the short form as well. */
static const struct option_entry {
	int code;
	const char *name, *argument, *help;
	enum kind kind;
	unsigned int at;
} table[] = {
	{ 0, NULL, NULL, "What to run", SPECIAL, 0 },
	{ OPT_ALL, "all", NULL, "every benchmark", TO(FLAG, all) },
	{ 'b', "benchmark", "REGEX", "the benchmarks whose whole name matches", TO(TEXT, benchmarks) },
	{ 'a', "axis", "NAME=VALUES", "take these values: 1,2,4  lo:hi[:step|:pow2]  or names; repeatable", SPECIAL,
	  0 },
	{ 'd', "device", "LIST", "indices, UUID prefixes or PCI ids of GPUs, or all (the default)", TO(TEXT, devices) },
	{ OPT_QUICK, "quick", NULL, "the short sets: seconds, for a health check", SPECIAL, 0 },
	{ OPT_EVERY, "every-point", NULL, "every value of every axis, each a row; takes its time", SPECIAL, 0 },
	{ OPT_POINTS, "points", "FILE", "exactly the points of an earlier CSV, with the shapes it found",
	  TO(TEXT, points) },
	{ OPT_PLUGIN, "plugin", "FILE", "load this plug-in too; repeatable", SPECIAL, 0 },
	{ 0, NULL, NULL, "How to measure", SPECIAL, 0 },
	{ OPT_NOISE, "max-noise", "PART", "sample until half the 95 % interval is below this part (0.001; quick 0.002)",
	  TO(NUMBER, max_noise) },
	{ OPT_SAMPLES, "min-samples", "N", "take at least N samples (20; quick 8)", SPECIAL, 0 },
	{ OPT_TIMEOUT, "timeout", "SECONDS", "sample a point for no longer than this (1; quick 0.1)",
	  TO(NUMBER, timeout) },
	{ OPT_PATIENCE, "patience", "SECONDS",
	  "a point that gives no sign of life for longer has failed (60; quick 20)", TO(NUMBER, patience) },
	{ OPT_DEADLINE, "deadline", "SECONDS", "the whole run ends by then; what is not measured is a failed row",
	  TO(NUMBER, deadline) },
	{ OPT_IDLE, "wait-idle", "SECONDS", "before each point wait this long for other processes to leave the GPU",
	  TO(NUMBER, wait_idle) },
	{ OPT_MEMORY, "max-memory", "BYTES", "use no more device memory; working sets too small for it are suspect",
	  TO(NUMBER, max_memory) },
	{ OPT_SHUFFLE, "shuffle", "[=SEED]",
	  "mix the order of points; the seed is the run_id, or that of an earlier run", SPECIAL, 0 },
	{ OPT_CONCURRENT, "concurrent", NULL, "all GPUs at once; the rows say so", TO(FLAG, concurrent) },
	{ OPT_STRICT, "strict", NULL, "a suspect row is a failure: exit status 2", TO(FLAG, strict) },
	{ OPT_SUSTAINED, "sustained", "SECONDS",
	  "then keep each point that sets a roof running for so long, and tell how it fares", TO(NUMBER, sustained) },
	{ OPT_LAUNCHES, "launches", "N", "launch each point N times and measure nothing: for profilers",
	  TO(NUMBER, launches) },
	{ 0, NULL, NULL, "Where results go", SPECIAL, 0 },
	{ 'o', "output", "FILE", "CSV into FILE instead of standard output; %h is the host, %u the GPU's UUID",
	  TO(TEXT, csv) },
	{ OPT_RESUME, "resume", "FILE", "complete the CSV of an interrupted run, with the same other options",
	  TO(TEXT, resume) },
	{ OPT_JSON, "json", "FILE", "JSON with raw samples as well", TO(TEXT, json) },
	{ 0, NULL, NULL, "What there is", SPECIAL, 0 },
	{ 'l', "list", NULL, "the benchmarks", SPECIAL, 0 },
	{ OPT_DEVICES, "list-devices", NULL, "the GPUs", SPECIAL, 0 },
	{ OPT_DESCRIBE, "describe", "NAME", "what a benchmark does, its axes, how it counts", SPECIAL, 0 },
	{ OPT_VERSION, "version", NULL, "the version", SPECIAL, 0 },
	{ 'h', "help", NULL, "this text", SPECIAL, 0 },
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

static int set_samples(struct gb_options *options, const char *argument, struct gb_error *error)
{
	double number;

	if (positive("min-samples", argument, &number, error) != GB_OK)
		return GB_FAILED;
	if (number != floor(number) || number > 10000)
		return gb_error_set(error, "--min-samples '%s': expected a whole number up to 10000", argument);
	options->min_samples = (size_t)number;
	return GB_OK;
}

static enum gb_command command_of(int code)
{
	switch (code) {
	case 'l':
		return GB_LIST;
	case OPT_DEVICES:
		return GB_LIST_DEVICES;
	case OPT_DESCRIBE:
		return GB_DESCRIBE;
	case OPT_VERSION:
		return GB_VERSION_OF;
	default:
		return GB_HELP;
	}
}

static int take_special(struct gb_options *options, int code, const char *argument, struct gb_error *error)
{
	switch (code) {
	case OPT_SHUFFLE:
		options->shuffle = true;
		options->seed = argument;
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
	case OPT_QUICK:
		return set_effort(options, GB_QUICK, error);
	case OPT_EVERY:
		return set_effort(options, GB_EVERY, error);
	case OPT_SAMPLES:
		return set_samples(options, argument, error);
	default:
		options->command = command_of(code);
		options->describe = code == OPT_DESCRIBE ? argument : options->describe;
		return GB_OK;
	}
}

static int take(struct gb_options *options, int code, const char *argument, struct gb_error *error)
{
	const struct option_entry *entry = table;

	while (entry->code != code)
		entry++;
	void *at = (char *)options + entry->at;
	switch (entry->kind) {
	case FLAG:
		*(bool *)at = true;
		return GB_OK;
	case TEXT:
		*(const char **)at = argument;
		return GB_OK;
	case NUMBER:
		return positive(entry->name, argument, at, error);
	case SPECIAL:
		break;
	}
	return take_special(options, code, argument, error);
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
	if (status == GB_OK && options->points != NULL && (options->choices > 0 || options->effort == GB_EVERY))
		status = gb_error_set(error, "--points says which points: -a and --every-point do not go with it");
	if (status == GB_OK && options->all && options->benchmarks != NULL)
		status = gb_error_set(error, "--all and -b exclude each other");
	return status;
}
