/* perform_ab.c: gpubench ab -- COMMAND_A -- COMMAND_B: tests with interleaved runs whether B is worse than A, and ends
 * with an exit status for CI. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ab/run_blocks.h"
#include "base/heap.h"
#include "base/host.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/profiler.h"
#include "cli/signals.h"
#include "perform/perform.h"
#include "record/publish.h"
#include "tables/tables.h"

struct ab {
	const struct gb_ab_options *options;
	struct gb_ab_question question;
	struct gb_ab_job job;
	const char **words; /* both commands; NULL: none */
	struct gb_ab_runs runs;
	struct gb_progress progress;
	struct gb_host host;
	bool interrupted;
};

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static bool is_interrupted(void)
{
	return gb_interrupted != 0;
}

static void on_block_end(void *context, const struct gb_ab_runs *runs)
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

static int measure_pairs(struct ab *ab, struct gb_error *error)
{
	const char *path = ab->options->log;

	if (path != NULL && (ab->job.log = fopen(path, "we")) == NULL)
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

static int keep_runs(const struct ab *ab, struct gb_error *error)
{
	struct gb_publish publish;

	if (ab->options->keep == NULL || ab->runs.count == 0)
		return GB_OK;
	GB_TRY(gb_publish_open(&publish, ab->options->keep, error));
	gb_ab_runs_write(&ab->runs, measured_in(ab), publish.out);
	return gb_publish_close(&publish, GB_OK, error);
}

static int show_answer(const struct ab *ab, struct gb_error *error)
{
	const bool ran = ab->options->from == NULL;
	const struct gb_ab_view view = { .runs = &ab->runs,
					 .measured = measured_in(ab),
					 .unit = ran ? gb_taker_unit(&ab->job.wish) : "",
					 .seed = ran ? ab->job.seed : NULL,
					 .command = { ab->job.command[GB_AB_A], ab->job.command[GB_AB_B] } };
	struct gb_publish publish;
	int status = GB_OK;

	GB_TRY(gb_publish_open(&publish, ab->options->output, error));
	if (ab->options->format == GB_FORMAT_CSV)
		status = gb_ab_write_csv(&view, publish.out, error);
	else if (ab->options->format == GB_FORMAT_JSON)
		status = gb_ab_write_json(&view, publish.out, error);
	else
		gb_ab_print(&view, gb_format_style(ab->options->format), publish.out);
	return gb_publish_close(&publish, status, error);
}

static int answer_status(const struct ab *ab)
{
	if (ab->interrupted)
		return GB_EXIT_INTERRUPTED;
	return ab->runs.is == GB_SEQUENTIAL_WORSE       ? GB_EXIT_BELOW
	       : ab->runs.is == GB_SEQUENTIAL_NOT_WORSE ? GB_EXIT_OK
							: GB_EXIT_UNDECIDED;
}

/* ---- the complete comparison ------------------------------------------------------------------------------------- */

/* Keeps the measurements even if a command has failed. */
static int finish_comparison(struct ab *ab, int status, struct gb_error *error)
{
	struct gb_error kept = { "" };

	if (keep_runs(ab, &kept) != GB_OK)
		gb_complain(0, kept.text);
	if (status != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error->text);
	if (ab->interrupted && ab->runs.test.count == 0)
		return gb_complain(GB_EXIT_INTERRUPTED, "interrupted before two pairs were measured");
	if (ab->interrupted)
		gb_remark("interrupted: the results so far follow");
	if (ab->runs.test.count == 0)
		return gb_complain(GB_EXIT_FAILED, "fewer than two pairs to judge");
	if (show_answer(ab, error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error->text);
	return gb_flushed(kept.text[0] != '\0' ? GB_EXIT_FAILED : answer_status(ab));
}

static bool is_separator(const char *word)
{
	return strcmp(word, "--") == 0;
}

/* Copies both commands into one array, each terminated by NULL: operands are not terminated at the separator. */
static void split_commands(struct ab *ab, const struct gb_line *line)
{
	const char **words = gb_heap_array(line->operands + 2, sizeof *words);
	size_t at = 0;

	for (; at < line->operands && !is_separator(line->operand[at]); at++)
		words[at] = line->operand[at];
	for (size_t i = at + 1; i < line->operands; i++)
		words[i] = line->operand[i];
	ab->words = words;
	ab->job.command[GB_AB_A] = words;
	ab->job.command[GB_AB_B] = words + at + 1;
}

static int obtain_runs(struct ab *ab, const struct gb_line *line, struct gb_error *error)
{
	const struct gb_ab_options *o = ab->options;

	if (o->from != NULL)
		return gb_ab_runs_read(&ab->runs, o->from, error);
	split_commands(ab, line);
	return measure_pairs(ab, error);
}

int gb_perform_ab(const struct gb_line *line)
{
	static struct ab ab;
	const struct gb_ab_options *o = line->options;
	struct gb_error error = { "" };

	ab = (struct ab){ .options = o };
	gb_host_describe(&ab.host); /* its id is random */
	ab.question = (struct gb_ab_question){ .tolerance = o->tolerance,
					       .error = o->error,
					       .pairs = o->pairs,
					       .higher = o->better != NULL && strcmp(o->better, "higher") == 0 };
	ab.job = (struct gb_ab_job){ .wish = { o->processor, o->match, o->column, o->where.text, o->where.count },
				     .seed = o->seed != NULL ? o->seed : ab.host.run_id,
				     .stop = is_interrupted,
				     .tell = on_block_end,
				     .context = &ab };
	gb_ab_runs_begin(&ab.runs, &ab.question);
	int status = obtain_runs(&ab, line, &error);
	status = finish_comparison(&ab, status, &error);
	free(ab.words);
	gb_ab_runs_free(&ab.runs);
	return status;
}

static int check_commands(const struct gb_line *line, struct gb_error *error)
{
	static const char expected[] = "gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...";
	const struct gb_ab_options *o = line->options;
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
static int check_match(const struct gb_ab_options *o, struct gb_error *error)
{
	const struct gb_taker_wish wish = { .match = o->match };
	struct gb_taker taker;

	GB_TRY(gb_taker_open(&taker, &wish, error));
	gb_taker_close(&taker);
	return GB_OK;
}

static int check_value(const struct gb_ab_options *o, struct gb_error *error)
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

int gb_check_ab(const struct gb_line *line, struct gb_error *error)
{
	const struct gb_ab_options *o = line->options;

	GB_TRY(check_value(o, error));
	GB_TRY(check_commands(line, error));
	if (o->error > 0.4)
		return gb_error_set(error, "--error %g: expected 0.4 or less", o->error);
	const size_t least = 2 * gb_sequential_least(o->error);
	if (o->pairs % 2 != 0 || o->pairs < least)
		return gb_error_set(error,
				    "--pairs %llu: expected an even number of at least %zu, which --error %g%% needs",
				    (unsigned long long)o->pairs, least, 100 * o->error);
	return GB_OK;
}
