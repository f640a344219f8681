/* command_store.c: gpubench store STORE [FILE...]: moves result files into an SQLite file, and rows out of it. */
#include <stdio.h>

#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "record/csv.h"
#include "record/publish.h"
#include "record/store.h"

struct options {
	const char *files_from;
	bool csv, roofs, upgrade;
	const char *gpu;
	const char *output; /* NULL: standard output */
};

static void complain_of_row(void *context, const char *text)
{
	size_t *wrong = context;

	(*wrong)++;
	gb_complain(0, text);
}

/* A doubtful run is stored anyway. */
static void on_doubtful_run(void *context, const char *text)
{
	gb_complain_format(0, "note: %s", text);
}

static int add_files(struct gb_store *store, const char *const *file, size_t count)
{
	size_t wrong = 0, rows = 0;
	char text[2 * GB_ERROR_TEXT];

	for (size_t i = 0; i < count; i++) {
		struct gb_error error = { "" };
		if (gb_store_add(store, file[i], complain_of_row, on_doubtful_run, &wrong, &rows, &error) != GB_OK)
			complain_of_row(&wrong, error.text);
		else {
			snprintf(text, sizeof text, "%s: %zu new row%s", file[i], rows, rows == 1 ? "" : "s");
			gb_complain(0, text);
		}
	}
	return wrong > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

static int put_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	return gb_csv_write_rows(context, record, 1, error);
}

static int write_rows(struct gb_store *store, const struct options *options, struct gb_error *error)
{
	struct gb_publish publish;

	GB_TRY(gb_publish_open(&publish, options->output, error));
	int status = gb_csv_write_header(publish.out, error);
	if (status == GB_OK)
		status = gb_store_read(store, options->roofs ? GB_STORE_ROOFS : GB_STORE_ALL, options->gpu, put_row,
				       NULL, publish.out, error);
	return gb_publish_close(&publish, status, error);
}

static int upgrade_store(const char *old, const char *path)
{
	struct gb_error error = { "" };
	char text[2 * GB_ERROR_TEXT];
	size_t rows;

	if (gb_store_upgrade(old, path, on_doubtful_run, NULL, &rows, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	snprintf(text, sizeof text,
		 "%s: has the %zu row%s of %s. Rows that the old store dropped cannot be recovered from it: store "
		 "their files again",
		 path, rows, rows == 1 ? "" : "s", old);
	return gb_complain(GB_EXIT_OK, text);
}

static int perform_store(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct gb_error error = { "" };
	struct gb_store *store;
	int status = GB_EXIT_OK;

	if (options->upgrade)
		return upgrade_store(line->operand[0], line->operand[1]);
	if (gb_store_open(&store, line->operand[0], line->operands > 1, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (line->operands > 1)
		status = add_files(store, line->operand + 1, line->operands - 1);
	if (options->csv && write_rows(store, options, &error) != GB_OK)
		status = gb_complain(GB_EXIT_FAILED, error.text);
	gb_store_close(store);
	return status;
}

static int check_store(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;

	if (o->upgrade && (line->operands != 2 || o->csv))
		return gb_error_set(error, "--upgrade takes two names, OLD and NEW, and nothing else");
	if (line->operands < 2 && !o->csv)
		return gb_error_set(error, "nothing to do: name files to store, or --csv");
	if (!o->csv && (o->roofs || o->gpu != NULL || o->output != NULL))
		return gb_error_set(error, "--roofs, --gpu and -o need --csv");
	return GB_OK;
}

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static const struct gb_option option_table[] = {
	{ .help = "Input" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	{ .help = "Output" },
	{ "csv", NULL, "its rows as CSV, in the order in which they were stored", TO(csv, gb_option_flag) },
	{ "roofs", NULL, "only rows that set a roof", TO(roofs, gb_option_flag) },
	{ "gpu", "TEXT", "only GPUs whose UUID or host begins with TEXT", TO(gpu, gb_option_text) },
	GB_OPTION_OUTPUT(struct options, output),
	{ .help = "Instead" },
	{ "upgrade", NULL, "convert OLD, a store of an older version, into the store NEW; OLD stays unchanged",
	  TO(upgrade, gb_option_flag) },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench store results.db *.csv", "keep these runs" },
	{ "gpubench store results.db --csv --gpu n013 > n013.csv", "the rows of a node" },
	{ "gpubench store --upgrade old.db results.db", "convert a store of an older version" },
	{ NULL, NULL },
};

const struct gb_command gb_command_store = {
	.word = "store",
	.operands = "STORE [FILE...]",
	.summary = "keep runs in one file, for years",
	.intro = "gpubench store STORE [FILE...]: adds result files (-: standard input) to STORE, an SQLite file that "
		 "is created if there is\n"
		 "none. roofs, compare, report (the newest run of each GPU) and history (all runs) read it in "
		 "place of files.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES }, { 130, "interrupted" } },
	.outro = "A file is stored whole or not at all, and a row only once. STORE must lie on a local disk.\n",
	.files = true,
	.before_files = 1,
	.only_csv = true,
	.options_size = sizeof(struct options),
	.check = check_store,
	.perform = perform_store,
};
