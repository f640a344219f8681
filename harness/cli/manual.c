/* manual.c: gpubench(1). What options, examples and exit statuses say comes from the commands; what only a page has room
 * for is here. */
#include "cli/manual.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/version.h"

enum { WIDTH = 60 }; /* of the source, before anything is escaped */

struct entry {
	const char *term, *text;
};

static const char *const description[] = {
	"`gpubench` measures what the GPUs of a machine really do, so that measured roofs replace datasheet numbers. It runs "
	"benchmarks, which are plug-ins, and writes a table in which every number carries its unit, the 95 % interval of its "
	"median, the SM clock it was taken at, the physical limit it is compared with, and the identity of the GPU, the driver "
	"and the host.",
	"Results go to standard output as CSV, a row for each observation, and to nothing else; progress and complaints go to "
	"standard error. An empty field means not known, never 0. A measurement that fails is a row too, with the reason. Rows "
	"are written as they are measured, so that an interrupted run leaves whole ones. Files of many GPUs may be joined with "
	"`cat`.",
	"With `--device host` the processors of the host are measured in the same way. That must be asked for: without a GPU a "
	"run is an error.",
	"The commands `roofs`, `compare`, `plot` and `report` read such files; they need no GPU.",
	NULL,
};

static const char *const axes[] = {
	"The points of a benchmark are the combinations of the values of its axes; `--describe` lists them. Each value of a "
	"reported axis (an operation, an offset, a number of paths) is a row. Searched axes are the shape of the launch (block, "
	"grid, unroll, ...): the best is found on the GPU at hand, and the row names it.",
	"`-a` `NAME=VALUES` takes other values than the run would. VALUES are names, or numbers from the axis's domain:",
	NULL,
};

static const struct entry values[] = {
	{ "op=read,copy", "names, for a named axis" },
	{ "vec=1,2,4", "a list" },
	{ "offset=0:128", "all from 0 to 128 that the axis has" },
	{ "offset=0:128:16", "in steps of 16" },
	{ "block=32:1024:pow2", "doubled each time" },
	{ NULL, NULL },
};

static const struct gb_example more_examples[] = {
	{ "gpubench --all --quick", "a health check, in seconds" },
	{ "gpubench -b 'dram|ffma' -a op=read -o %h-%u.csv", "two benchmarks, into a file for each GPU" },
	{ "gpubench -b dram -a op=mix -a reads=0:8:2", "every second mix of reads and writes" },
	{ "gpubench --all --resume gpu.csv", "complete an interrupted run" },
	{ "gpubench --all --points gpu.csv -o again.csv",
	  "exactly the points of an earlier run, with the shapes it found" },
	{ "gpubench -b ffma --sustained 30", "a burst against half a minute" },
	{ "srun --ntasks-per-node=1 gpubench --all -o %h.csv",
	  "every node of a Slurm job; then `gpubench compare *.csv` tells which GPU is slow" },
	{ NULL, NULL },
};

static const struct entry environment[] = {
	{ "CUDA_VISIBLE_DEVICES",
	  "which GPUs there are, as for every CUDA program. `-d` counts those that are left; UUID and PCI id in the rows say "
	  "which card it was." },
	{ "GPUBENCH_PLUGIN_PATH", "folders with further plug-ins, `:` between them; they are looked at first." },
	{ "GPUBENCH_PLOTS", "the folder of the gnuplot scripts that `plot` and `report` draw with." },
	{ "SLURM_JOB_ID, SLURM_PROCID",
	  "the columns job_id and rank; where Slurm has not set them, what PBS, LSF or Grid Engine and the MPI launchers set "
	  "(PBS_JOBID, LSB_JOBID, JOB_ID; OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK)." },
	{ NULL, NULL },
};

static const struct entry files[] = {
	{ "<prefix>/lib/gpubench/plugins/*.so",
	  "the benchmarks, found beside the program in ../lib/gpubench/plugins." },
	{ "<prefix>/share/gpubench/plots/*.gp", "the gnuplot scripts, likewise." },
	{ "<prefix>/share/doc/gpubench",
	  "the documentation: how every number is measured, the columns of the CSV, a glossary." },
	{ "<prefix>/include/gpubench*.h, <prefix>/share/gpubench/gpubench.mk",
	  "what a benchmark of one's own is written and built with; `pkg-config --variable=makefile gpubench` names the second." },
	{ NULL, NULL },
};

/* ---- troff ---------------------------------------------------------------------------------------------------------- */

/* ASCII that troff would take for something else, or show as a typographic sign. */
static const char *escaped(char c)
{
	switch (c) {
	case '\\':
		return "\\e";
	case '-':
		return "\\-";
	case '\'':
		return "\\(aq";
	case '"':
		return "\\(dq";
	case '^':
		return "\\(ha";
	case '~':
		return "\\(ti";
	default:
		return NULL;
	}
}

void gb_manual_text(const char *text, FILE *out)
{
	bool bold = false;
	size_t column = 0;

	for (; *text != '\0'; text++) {
		/* Where troff may fill, lines of the source are short. */
		if (*text == '\n' || (*text == ' ' && column + 1 + strcspn(text + 1, " \n") > WIDTH)) {
			fputc('\n', out);
			column = 0;
			continue;
		}
		if (column == 0 && *text == '.')
			fputs("\\&", out);
		column++;
		if (*text == '`') {
			bold = !bold;
			fputs(bold ? "\\fB" : "\\fR", out);
		} else if (escaped(*text) != NULL)
			fputs(escaped(*text), out);
		else
			fputc(*text, out);
	}
}

static void heading(const char *macro, const char *text, FILE *out)
{
	fprintf(out, ".%s \"", macro);
	gb_manual_text(text, out);
	fputs("\"\n", out);
}

/* A paragraph; the tables' own may end in a new line. */
static void say(const char *text, FILE *out)
{
	gb_manual_text(text, out);
	if (text[strlen(text) - 1] != '\n')
		fputc('\n', out);
}

static void paragraphs(const char *const *text, FILE *out)
{
	for (const char *const *first = text; *text != NULL; text++) {
		if (text != first)
			fputs(".PP\n", out);
		say(*text, out);
	}
}

/* "term" bold, then what it means, further in. */
static void item(const char *term, const char *text, FILE *out)
{
	fputs(".TP\n\\fB", out);
	gb_manual_text(term, out);
	fputs("\\fR\n", out);
	say(text, out);
}

static void items(const struct entry *entries, FILE *out)
{
	for (; entries->term != NULL; entries++)
		item(entries->term, entries->text, out);
}

static void examples(const struct gb_example *example, FILE *out)
{
	for (; example->line != NULL; example++)
		item(example->line, example->help, out);
}

/* ---- from the tables ------------------------------------------------------------------------------------------------- */

static void synopsis(const struct gb_command *const *commands, FILE *out)
{
	heading("SH", "SYNOPSIS", out);
	for (const struct gb_command *const *c = commands; *c != NULL; c++) {
		fprintf(out, "%s\\fBgpubench\\fR ", c == commands ? "" : ".br\n");
		fprintf(out, c == commands ? "[\\fB%s\\fR] " : "\\fB%s\\fR ", (*c)->word);
		fprintf(out, "%s[\\fIOPTION\\fR]...%s\n", (*c)->names != NULL ? "\\fIKIND\\fR " : "",
			(*c)->files ? " \\fIFILE\\fR..." : "");
	}
}

static void name_item(void *out, const char *name, const char *help)
{
	item(name, help, out);
}

static void option(const struct gb_option *o, const struct gb_plugins *plugins, FILE *out)
{
	fputs(".TP\n", out);
	if (o->letter != 0)
		fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
	fputs("\\fB\\-\\-", out);
	gb_manual_text(o->name, out);
	fputs("\\fR", out);
	if (o->argument != NULL) {
		fprintf(out, "%s\\fI", o->argument[0] != '[' ? " " : "");
		gb_manual_text(o->argument, out);
		fputs("\\fR", out);
	}
	fputc('\n', out);
	say(o->help, out);
	if (o->names != NULL) {
		fputs(".RS\n", out);
		o->names(plugins, name_item, out);
		fputs(".RE\n", out);
	}
}

static void options_of(const struct gb_command *command, const struct gb_plugins *plugins, FILE *out)
{
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL)
			heading("SS", o->help, out);
		else
			option(o, plugins, out);
	}
}

/* What a command is for, its options. */
static void command_section(const struct gb_command *command, const struct gb_plugins *plugins, FILE *out)
{
	char title[32];
	size_t length = 0;

	for (; command->word[length] != '\0' && length + 1 < sizeof title; length++)
		title[length] = (char)toupper((unsigned char)command->word[length]);
	title[length] = '\0';
	heading("SH", title, out);
	say(command->intro, out);
	if (command->names != NULL)
		command->names(plugins, name_item, out);
	if (command->outro != NULL) {
		fputs(".PP\n", out);
		say(command->outro, out);
	}
	options_of(command, plugins, out);
}

static void command_items(const struct gb_command *const *commands, FILE *out)
{
	heading("SH", "COMMANDS", out);
	item(commands[0]->word, "measure; the word may be left out", out);
	for (const struct gb_command *const *c = commands + 1; *c != NULL; c++)
		item((*c)->word, (*c)->summary, out);
}

static void benchmarks(const struct gb_plugins *plugins, FILE *out)
{
	heading("SH", "BENCHMARKS", out);
	say("Those that were there when this page was made. `gpubench --list` lists those that are there now, `--describe` says "
	    "what one of them does and how it counts.",
	    out);
	for (size_t i = 0; i < plugins->count; i++) {
		const struct gb_bench *bench = plugins->plugin[i].bench;
		item(bench->name, bench->summary, out);
		if (bench->target == GB_HOST)
			fputs("(with \\fB\\-\\-device host\\fR)\n", out);
	}
}

/* The commands that end with `status`, each with its reason; those with the same reason together. */
static void exit_status(const struct gb_command *const *commands, int status, FILE *out)
{
	bool later = false;

	fprintf(out, ".TP\n\\fB%d\\fR\n", status);
	for (const struct gb_command *const *c = commands; *c != NULL; c++)
		for (const struct gb_exit_help *e = (*c)->exit; e->help != NULL; e++) {
			if (e->status != status)
				continue;
			fprintf(out, "%s\\fB%s\\fR: ", later ? ".br\n" : "", (*c)->word);
			gb_manual_text(e->help, out);
			fputc('\n', out);
			later = true;
		}
}

static void exit_statuses(const struct gb_command *const *commands, FILE *out)
{
	int last = 1;

	heading("SH", "EXIT STATUS", out);
	item("0", "fine", out);
	item("1", "usage: the command line is wrong, or what it names is not there", out);
	/* Each number that any command has, in order. */
	for (int next = last; next != 0; last = next) {
		next = 0;
		for (const struct gb_command *const *c = commands; *c != NULL; c++)
			for (const struct gb_exit_help *e = (*c)->exit; e->help != NULL; e++)
				if (e->status > last && (next == 0 || e->status < next))
					next = e->status;
		if (next != 0)
			exit_status(commands, next, out);
	}
}

static void every_example(const struct gb_command *const *commands, FILE *out)
{
	heading("SH", "EXAMPLES", out);
	for (const struct gb_command *const *c = commands; *c != NULL; c++) {
		examples((*c)->example, out);
		if (c == commands)
			examples(more_examples, out);
	}
}

void gb_manual_print(const struct gb_command *const *commands, const struct gb_plugins *plugins, FILE *out)
{
	fprintf(out, ".\\\" Written by gpubench \\-\\-man.\n.TH GPUBENCH 1 \"\" \"gpubench %s\" \"User Commands\"\n",
		gb_version);
	/* Left-aligned, never hyphenated (there are names in the text), one blank between sentences. */
	fputs(".nh\n.ad l\n.ss 12 0\n.SH NAME\ngpubench \\- measure what a GPU really does\n", out);
	synopsis(commands, out);
	heading("SH", "DESCRIPTION", out);
	paragraphs(description, out);
	command_items(commands, out);
	heading("SH", "OPTIONS", out);
	say("Those of a run; each other command has its own, below.", out);
	options_of(commands[0], plugins, out);
	heading("SH", "AXES", out);
	paragraphs(axes, out);
	items(values, out);
	for (const struct gb_command *const *c = commands + 1; *c != NULL; c++)
		command_section(*c, plugins, out);
	benchmarks(plugins, out);
	every_example(commands, out);
	exit_statuses(commands, out);
	heading("SH", "ENVIRONMENT", out);
	items(environment, out);
	heading("SH", "FILES", out);
	items(files, out);
	heading("SH", "SEE ALSO", out);
	gb_manual_text("`gnuplot`(1), `nvidia-smi`(1), `ncu`(1), `pkg-config`(1)\n", out);
}
