/* command_ab.c: gpubench ab -- COMMAND_A -- COMMAND_B: tests with interleaved runs whether B is worse than A, with an
 * exit status for CI. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ab/measure.h"
#include "base/host.h"
#include "base/text.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "record/publish.h"
#include "show/print.h"

struct options {
	double tolerance, error;
	uint64_t pairs;
	const char *seed; /* NULL: a different one each time */
	bool processor;
	const char *match, *column, *better;
	struct gb_texts where;
	const char *from, *keep, *log;
	enum gb_format format;
	const char *output;
};

static const struct options defaults = { .tolerance = 0.01, .error = 0.01, .pairs = 100 };

/* The complete state of one command line. */
struct ab {
	const struct options *options;
	struct gb_ab_question question;
	struct gb_ab_job job;
	const char **words; /* both commands; NULL: there are none */
	struct gb_ab_runs runs;
	struct gb_progress progress;
	struct gb_host host;
	bool interrupted;
};

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static bool stop(void)
{
	return gb_interrupted != 0;
}

static void tell(void *context, const struct gb_ab_runs *runs)
{
	struct ab *ab = context;
	char text[96] = "";

	if (!ab->progress.shown)
		return;
	const struct gb_ab_answer answer = gb_ab_runs_answer(runs);
	gb_text_add(text, sizeof text, "[%zu/%zu] pairs: B %+.2f %%", answer.pairs, runs->question->pairs,
		    100 * answer.change);
	gb_progress_say(&ab->progress, text);
}

static int measure(struct ab *ab, struct gb_error *error)
{
	const char *path = ab->options->log;

	if (path != NULL && (ab->job.log = fopen(path, "w")) == NULL)
		return gb_error_set(error, "%s: cannot be written: %s", path, strerror(errno));
	gb_signals_ask();
	gb_progress_start(&ab->progress, stderr, ab->question.pairs);
	int status = gb_ab_measure(&ab->job, &ab->runs, error);
	gb_progress_clear(&ab->progress);
	if (ab->job.log != NULL && fclose(ab->job.log) != 0 && status == GB_OK)
		status = gb_error_set(error, "%s: cannot be written: %s", path, strerror(errno));
	ab->interrupted = status == GB_INTERRUPTED;
	return ab->interrupted ? GB_OK : status;
}

/* ---- showing ----------------------------------------------------------------------------------------------------- */

static const char *measured_in(const struct ab *ab)
{
	return ab->options->from != NULL ? "value" : gb_taker_name(&ab->job.wish);
}

static int keep(const struct ab *ab, struct gb_error *error)
{
	struct gb_publish publish;

	if (ab->options->keep == NULL || ab->runs.count == 0)
		return GB_OK;
	if (gb_publish_open(&publish, ab->options->keep, error) != GB_OK)
		return GB_FAILED;
	gb_ab_runs_write(&ab->runs, measured_in(ab), publish.out);
	return gb_publish_close(&publish, GB_OK, error);
}

static int show(const struct ab *ab, struct gb_error *error)
{
	const bool ran = ab->options->from == NULL;
	const struct gb_ab_view view = { .runs = &ab->runs,
					 .measured = measured_in(ab),
					 .unit = ran ? gb_taker_unit(&ab->job.wish) : "",
					 .seed = ran ? ab->job.seed : NULL,
					 .command = { ab->job.command[GB_AB_A], ab->job.command[GB_AB_B] } };
	struct gb_publish publish;
	int status = GB_OK;

	if (gb_publish_open(&publish, ab->options->output, error) != GB_OK)
		return GB_FAILED;
	switch (ab->options->format) {
	case GB_FORMAT_CSV:
		status = gb_ab_write_csv(&view, publish.out, error);
		break;
	case GB_FORMAT_JSON:
		status = gb_ab_write_json(&view, publish.out, error);
		break;
	case GB_FORMAT_MARKDOWN:
		gb_ab_print(&view, GB_TABLE_MARKDOWN, publish.out);
		break;
	case GB_FORMAT_TABLE:
		gb_ab_print(&view, GB_TABLE_TEXT, publish.out);
		break;
	}
	return gb_publish_close(&publish, status, error);
}

static int status_of(const struct ab *ab)
{
	if (ab->interrupted)
		return GB_EXIT_INTERRUPTED;
	return ab->runs.is == GB_SEQUENTIAL_WORSE       ? GB_EXIT_BELOW
	       : ab->runs.is == GB_SEQUENTIAL_NOT_WORSE ? GB_EXIT_OK
							: GB_EXIT_UNDECIDED;
}

/* ---- the complete comparison ------------------------------------------------------------------------------------- */

/* Measurements are kept even if a command failed. */
static int finish(struct ab *ab, int status, struct gb_error *error)
{
	struct gb_error kept = { "" };

	if (keep(ab, &kept) != GB_OK)
		gb_complain(0, kept.text);
	if (status != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error->text);
	if (ab->interrupted && ab->runs.test.count == 0)
		return gb_complain(GB_EXIT_INTERRUPTED, "interrupted before two pairs were measured");
	if (ab->interrupted)
		gb_remark("interrupted: the results so far follow");
	if (ab->runs.test.count == 0)
		return gb_complain(GB_EXIT_FAILED, "fewer than two pairs to judge");
	if (show(ab, error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error->text);
	return gb_flushed(kept.text[0] != '\0' ? GB_EXIT_FAILED : status_of(ab));
}

static bool is_separator(const char *word)
{
	return strcmp(word, "--") == 0;
}

/* Both commands, each terminated by NULL, in one array: operands are not terminated at the separator. */
static int split(struct ab *ab, const struct gb_line *line, struct gb_error *error)
{
	const char **words = calloc(line->operands + 2, sizeof *words);
	size_t at = 0;

	if (words == NULL)
		return gb_error_set(error, "out of memory");
	for (; at < line->operands && !is_separator(line->operand[at]); at++)
		words[at] = line->operand[at];
	for (size_t i = at + 1; i < line->operands; i++)
		words[i] = line->operand[i];
	ab->words = words;
	ab->job.command[GB_AB_A] = words;
	ab->job.command[GB_AB_B] = words + at + 1;
	return GB_OK;
}

static int run(struct ab *ab, const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = ab->options;

	if (o->from != NULL)
		return gb_ab_runs_read(&ab->runs, o->from, error);
	return split(ab, line, error) == GB_OK ? measure(ab, error) : GB_FAILED;
}

static int perform(const struct gb_line *line)
{
	static struct ab ab;
	const struct options *o = line->options;
	struct gb_error error = { "" };

	ab = (struct ab){ .options = o };
	gb_host_describe(&ab.host); /* its id is random */
	ab.question = (struct gb_ab_question){ .tolerance = o->tolerance,
					       .error = o->error,
					       .pairs = o->pairs,
					       .higher = o->better != NULL && strcmp(o->better, "higher") == 0 };
	ab.job = (struct gb_ab_job){ .wish = { o->processor, o->match, o->column, o->where.text, o->where.count },
				     .seed = o->seed != NULL ? o->seed : ab.host.run_id,
				     .stop = stop,
				     .tell = tell,
				     .context = &ab };
	int status = gb_ab_runs_begin(&ab.runs, &ab.question, &error);
	if (status == GB_OK)
		status = run(&ab, line, &error);
	status = finish(&ab, status, &error);
	free(ab.words);
	gb_ab_runs_free(&ab.runs);
	return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct options, field, function)
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
	(void)plugins;
	each(context, "lower", "less is better");
	each(context, "higher", "more is better");
}

static const struct gb_option option_table[] = {
	{ .help = "Measured value (default: elapsed time)" },
	{ .name = "processor", .help = "processor time of the command, in seconds", TO(processor, gb_option_flag) },
	{ .name = "match",
	  .argument = "TEXT",
	  .help = "the number after the last match of this regular expression in its output",
	  TO(match, gb_option_text) },
	{ .name = "column",
	  .argument = "TEXT",
	  .help = "this column of its CSV output; the geometric mean of several rows",
	  TO(column, gb_option_text) },
	{ .name = "where",
	  .argument = "COLUMN=TEXT",
	  .help = "only rows whose COLUMN has this TEXT; repeatable",
	  TO(where, gb_option_texts) },
	{ .name = "better",
	  .argument = "WORD",
	  .help = "direction in which values of --match, --column and --from are better:",
	  TO(better, gb_option_text),
	  .names = name_better },
	{ .name = "from",
	  .argument = "FILE",
	  .help = "judge the runs written by --keep instead of running commands (-: standard input)",
	  TO(from, gb_option_text),
	  .file = GB_FILE_READ },
	{ .help = "When it ends" },
	{ .name = "tolerance",
	  .argument = "PART",
	  .help = "B may be worse by this much",
	  .usual = usual_tolerance,
	  TO(tolerance, gb_option_part) },
	{ .name = "error",
	  .argument = "PART",
	  .help = "the probability of calling B worse when it is not, and of the reverse",
	  .usual = usual_error,
	  TO(error, gb_option_part) },
	{ .name = "pairs",
	  .argument = "N",
	  .help = "stop as undecided after N pairs of runs, an even number",
	  .usual = usual_pairs,
	  TO(pairs, gb_option_positive),
	  .value = PAIRS_MAX },
	{ .name = "seed",
	  .argument = "TEXT",
	  .help = "seed of the order of runs (default: random)",
	  TO(seed, gb_option_text) },
	GB_OPTIONS_SHOW(struct options, format, output),
	{ .name = "keep",
	  .argument = "FILE",
	  .help = "also write the value of every run as CSV, for --from",
	  TO(keep, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	{ .name = "log",
	  .argument = "FILE",
	  .help = "keep the output of the commands, which is otherwise discarded",
	  TO(log, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_commands(const struct gb_line *line, struct gb_error *error)
{
	static const char expected[] = "gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...";
	const struct options *o = line->options;
	size_t separators = 0;

	if (o->from != NULL)
		return line->operands == 0
			       ? GB_OK
			       : gb_error_set(error, "'%s': --from judges earlier runs, and runs no command",
					      line->operand[0]);
	for (size_t i = 0; i < line->operands; i++)
		separators += is_separator(line->operand[i]);
	if (separators == 0)
		return gb_error_set(error, "expected two commands, %s, or --from FILE", expected);
	if (separators > 1)
		return gb_error_set(error,
				    "more than two commands, or a command that contains --; put it into a script: %s",
				    expected);
	if (is_separator(line->operand[0]) || is_separator(line->operand[line->operands - 1]))
		return gb_error_set(error, "no command %s: %s", is_separator(line->operand[0]) ? "A" : "B", expected);
	return GB_OK;
}

/* An invalid expression is a usage error. */
static int check_match(const struct options *o, struct gb_error *error)
{
	const struct gb_taker_wish wish = { .match = o->match };
	struct gb_taker taker;

	if (gb_taker_open(&taker, &wish, error) != GB_OK)
		return GB_FAILED;
	gb_taker_close(&taker);
	return GB_OK;
}

static int check_value(const struct options *o, struct gb_error *error)
{
	const bool printed = o->match != NULL || o->column != NULL;

	if (o->processor + (o->match != NULL) + (o->column != NULL) + (o->from != NULL) > 1)
		return gb_error_set(error, "--processor, --match, --column and --from are mutually exclusive");
	if (o->match != NULL && check_match(o, error) != GB_OK)
		return GB_FAILED;
	if (o->where.count > 0 && o->column == NULL)
		return gb_error_set(error, "--where needs --column");
	for (size_t i = 0; i < o->where.count; i++)
		if (strchr(o->where.text[i], '=') == NULL)
			return gb_error_set(error, "--where '%s': expected COLUMN=TEXT", o->where.text[i]);
	if (o->better == NULL)
		return printed ? gb_error_set(error, "--better lower or --better higher: which values are better?")
			       : GB_OK;
	if (strcmp(o->better, "lower") != 0 && strcmp(o->better, "higher") != 0)
		return gb_error_set(error, "--better '%s': expected lower or higher", o->better);
	if (!printed && o->from == NULL)
		return gb_error_set(error, "--better needs --match, --column or --from: a shorter time is always "
					   "better");
	return o->from != NULL && (o->keep != NULL || o->log != NULL || o->seed != NULL)
		       ? gb_error_set(error, "--keep, --log and --seed need commands: they cannot be combined "
					     "with --from")
		       : GB_OK;
}

static int check(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;

	if (check_value(o, error) != GB_OK || check_commands(line, error) != GB_OK)
		return GB_FAILED;
	if (o->error > 0.4)
		return gb_error_set(error, "--error %g: expected 0.4 or less", o->error);
	const size_t least = 2 * gb_sequential_least(o->error);
	if (o->pairs % 2 != 0 || o->pairs < least)
		return gb_error_set(error,
				    "--pairs %llu: expected an even number of at least %zu, which --error %g%% needs",
				    (unsigned long long)o->pairs, least, 100 * o->error);
	return GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench ab -- ./old -n 1000 -- ./new -n 1000", "does ./new take over 1 % longer?" },
	{ "gpubench ab --match 'GFLOP/s: ' --better higher -- ./old -- ./new", "by what they print" },
	{ "gpubench ab --column value --where roof=fp32 --better higher -- old/gpubench -b ffma -- "
	  "new/gpubench -b ffma",
	  "two builds of gpubench" },
	{ "gpubench ab --from runs.csv --tolerance 0.5%", "judge the runs kept by --keep again" },
	{ NULL, NULL },
};

const struct gb_command gb_command_ab = {
	.word = "ab",
	.operands = "-- A ARGS... -- B ARGS...",
	.summary = "test if command B is worse than command A, for CI",
	.intro =
		"gpubench ab -- A ARGS... -- B ARGS...: runs two commands in turn, in blocks of four (ABBA or BAAB, by "
		"a fair coin), and\n"
		"tests after each block whether B is worse than A by more than a tolerance. It ends as soon as the "
		"answer is known.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "a command failed or gave no value, or output was lost" },
		  { 3, "B is worse than A by more than the tolerance" },
		  { 4, "undecided after all pairs" },
		  { 130, "interrupted" } },
	.outro = "The only assumption is that the noise is independent of the coin. The first run of each command "
		 "is discarded.\n"
		 "Commands get no input and run without a shell. If one fails, the comparison ends with an error.\n",
	.program = true,
	.options_size = sizeof(struct options),
	.defaults = &defaults,
	.check = check,
	.perform = perform,
};
