/* command_ab.c: describes gpubench ab -- COMMAND_A -- COMMAND_B, which gpubench-profile performs. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/profiler.h"

static const struct gb_ab_options defaults = { .tolerance = 0.01, .error = 0.01, .pairs = 100 };

#define TO(field, function) GB_OPTION_TO(struct gb_ab_options, field, function)
enum { PAIRS_MAX = 10000 };

static void usual_part(char *text, size_t size, double part)
{
	snprintf(text, size, "%g%%", 100 * part);
}

static void usual_tolerance(char *text, size_t size)
{
	usual_part(text, size, defaults.tolerance);
}

static void usual_error(char *text, size_t size)
{
	usual_part(text, size, defaults.error);
}

static void usual_pairs(char *text, size_t size)
{
	snprintf(text, size, "%llu", (unsigned long long)defaults.pairs);
}

static void name_better(const struct gb_plugins *plugins, gb_name_fn *each, void *context)
{
	each(context, "lower", "less is better");
	each(context, "higher", "more is better");
}

static const struct gb_option option_table[] = {
	{ .help = "Measured value (default: elapsed time)" },
	{ "processor", NULL, "processor time of the command, in seconds", TO(processor, gb_option_flag) },
	{ "match", "TEXT", "the number after the last match of this regular expression in its output",
	  TO(match, gb_option_text) },
	{ "column", "TEXT", "this column of its CSV output; the geometric mean of several rows",
	  TO(column, gb_option_text) },
	{ "where", "COLUMN=TEXT", "only rows whose COLUMN has this TEXT; repeatable", TO(where, gb_option_texts) },
	{ "better", "WORD", "direction in which values of --match, --column and --from are better:",
	  TO(better, gb_option_text), .names = name_better },
	{ "from", "FILE", "judge the runs written by --keep instead of running commands (-: standard input)",
	  TO(from, gb_option_text), .file = GB_FILE_READ },
	{ .help = "When it ends" },
	{ "tolerance", "PART", "B may be worse by this much", TO(tolerance, gb_option_part), .usual = usual_tolerance },
	{ "error", "PART", "the probability of each wrong answer: worse when it is not, or not worse when it is",
	  TO(error, gb_option_part), .usual = usual_error },
	{ "pairs", "N", "stop as undecided after N pairs of runs, an even number", TO(pairs, gb_option_positive),
	  .value = PAIRS_MAX, .usual = usual_pairs },
	{ "seed", "TEXT", "seed for the order of runs (default: random)", TO(seed, gb_option_text) },
	GB_OPTIONS_SHOW(struct gb_ab_options, format, output),
	{ "keep", "FILE", "also write the value of every run as CSV, for --from", TO(keep, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	{ "log", "FILE", "keep the output of the commands, which is otherwise discarded", TO(log, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench ab -- ./old -n 1000 -- ./new -n 1000", "does ./new take over 1 % longer?" },
	{ "gpubench ab --match 'GFLOP/s: ' --better higher -- ./old -- ./new", "by a number that they print" },
	{ "gpubench ab --column value --where roof=fp32 --better higher -- old/gpubench -b ffma -- "
	  "new/gpubench -b ffma",
	  "two builds of gpubench" },
	{ "gpubench ab --from runs.csv --tolerance 0.5%", "judge the runs kept by --keep again" },
	{ NULL, NULL },
};

const struct gb_command gb_command_ab = {
	.word = "ab",
	.operands = "-- A ARGS... -- B ARGS...",
	.summary = "test whether command B is worse than command A, for CI",
	.intro =
		"gpubench ab -- A ARGS... -- B ARGS...: runs two commands in turn, in blocks of four (ABBA or BAAB, by "
		"a fair coin), and\n"
		"tests after each block whether B is worse than A by more than a tolerance. It ends as soon as the "
		"answer is known.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "a command failed or gave no value, or output could not be written" },
		  { 3, "B is worse than A by more than the tolerance" },
		  { 4, "undecided after all pairs" },
		  { 130, "interrupted" } },
	.outro = "The only assumption is that the noise is independent of the coin. The first run of each command "
		 "is discarded.\n"
		 "Commands get no input and run without a shell. If one fails, the comparison ends with an error.\n",
	.program = true,
	.options_size = sizeof(struct gb_ab_options),
	.defaults = &defaults,
	.perform = gb_start_profiler,
};
