#include "options/complete.h"

#include <regex.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "plan/axis.h"

enum { WORD_MAX = 1024 };

/* The state after the words before the last, and the parts of the last word. */
struct state {
	const struct gb_unfinished *line;
	const struct gb_command *command;
	const struct gb_option *pending; /* the option whose value comes next; NULL: none */
	size_t operands;                 /* words that are neither option nor value */
	bool no_options;                 /* after "--" */
	char benchmarks[WORD_MAX];       /* of each -b, separated by | */
	char kept[WORD_MAX];             /* the part of the last word that is kept */
	char rest[WORD_MAX];             /* the part to be completed */
	size_t plugin;                   /* the requested value of --plugin, as an index */
	const char *plugin_file;
	struct gb_strings seen;
	FILE *out;
};

/* Remove the shell's quotes. Expansions are left as they are. */
static void unquote_word(const char *word, char out[WORD_MAX])
{
	size_t used = 0;

	for (; *word != '\0' && used + 1 < WORD_MAX; word++)
		if (strchr("'\"\\", *word) == NULL)
			out[used++] = *word;
	out[used] = '\0';
}

/* ---- the words before the last ----------------------------------------------------------------------------------- */

static bool needs_value(const struct gb_option *option)
{
	return option->argument != NULL && option->argument[0] != '[';
}

/* Finds an option by its name or, as getopt does, by an unambiguous prefix. */
static const struct gb_option *find_long(const struct gb_command *command, const char *name, size_t length)
{
	const struct gb_option *found = NULL;

	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL || strncmp(o->name, name, length) != 0)
			continue;
		if (strlen(o->name) == length)
			return o;
		if (found == NULL)
			found = o;
	}
	return found;
}

static const struct gb_option *find_letter(const struct gb_command *command, char letter)
{
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++)
		if (o->name != NULL && o->letter == letter)
			return o;
	return NULL;
}

static void take_value(struct state *s, const struct gb_option *option, const char *value)
{
	char word[WORD_MAX];

	if (strcmp(option->name, "benchmark") == 0) {
		unquote_word(value, word);
		gb_text_add(s->benchmarks, sizeof s->benchmarks, "%s%s", s->benchmarks[0] != '\0' ? "|" : "", word);
	}
	if (strcmp(option->name, "plugin") == 0 && s->plugin-- == 0)
		s->plugin_file = value;
}

/* Reads a word of options: `option` receives the last one, and `value` the start of its value; NULL: there is none. */
static void read_option(const struct gb_command *command, const char *word, const struct gb_option **option,
			const char **value)
{
	*value = NULL;
	*option = NULL;
	if (word[1] == '-') {
		const size_t length = strcspn(word + 2, "=");
		*option = find_long(command, word + 2, length);
		*value = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
		return;
	}
	for (size_t i = 1; word[i] != '\0'; i++) {
		*option = find_letter(command, word[i]);
		if (*option == NULL)
			return;
		if (needs_value(*option)) {
			*value = word[i + 1] != '\0' ? word + i + 1 : NULL;
			return;
		}
	}
}

static void read_word(struct state *s, const char *word)
{
	const struct gb_option *option;
	const char *value;

	if (s->pending != NULL) {
		take_value(s, s->pending, word);
		s->pending = NULL;
	} else if (s->no_options || word[0] != '-' || word[1] == '\0') {
		s->operands++;
	} else if (strcmp(word, "--") == 0) {
		s->no_options = true;
	} else {
		read_option(s->command, word, &option, &value);
		if (option != NULL && value != NULL)
			take_value(s, option, value);
		else if (option != NULL && needs_value(option))
			s->pending = option;
	}
}

static void read_words(struct state *s)
{
	const struct gb_unfinished *line = s->line;
	const struct gb_command *const named = line->words > 1 ? gb_command_find(line->commands, line->word[0]) : NULL;
	const bool has_command = named != NULL;

	s->command = has_command ? named : line->commands[0];
	for (size_t i = has_command ? 1 : 0; i + 1 < line->words; i++)
		read_word(s, line->word[i]);
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

/* Moves the rest, up to its last character from `stops`, to the part that is kept. */
static void keep_to(struct state *s, const char *stops)
{
	size_t length = strlen(s->rest);

	while (length > 0 && strchr(stops, s->rest[length - 1]) == NULL)
		length--;
	gb_text_add(s->kept, sizeof s->kept, "%.*s", (int)length, s->rest);
	memmove(s->rest, s->rest + length, strlen(s->rest + length) + 1);
}

/* Prints a candidate that begins with the word, once. A new line in it would look like its end. */
static void offer_word(struct state *s, const char *text, const char *more)
{
	char word[WORD_MAX + GB_NAME_MAX] = "";

	if (strncmp(text, s->rest, strlen(s->rest)) != 0)
		return;
	gb_text_add(word, sizeof word, "%s%s%s", s->kept, text, more);
	if (strchr(word, '\n') != NULL || gb_strings_find(&s->seen, word) != NULL)
		return;
	fprintf(s->out, "%s\n", gb_strings_keep(&s->seen, word));
}

static void offer_files(struct state *s)
{
	fputs(GB_COMPLETE_FILES "\n", s->out);
}

static void offer_benchmarks(struct state *s)
{
	for (size_t i = 0; i < s->line->plugins->count; i++)
		offer_word(s, s->line->plugins->plugin[i].bench->name, "");
}

static void offer_regex(struct state *s)
{
	keep_to(s, "|(");
	offer_benchmarks(s);
}

static void offer_devices(struct state *s)
{
	char index[24];

	if (strchr(s->rest, ',') == NULL) {
		offer_word(s, "all", "");
		offer_word(s, "host", "");
	}
	keep_to(s, ",");
	for (size_t i = 0; i < s->line->gpus; i++) {
		snprintf(index, sizeof index, "%zu", i);
		offer_word(s, index, "");
	}
}

/* Offers all values of a named axis, but only those of a default run for a numeric axis, which may have thousands. */
static void offer_values(struct state *s, const struct gb_axis *axis)
{
	struct gb_error ignored = { "" };
	struct gb_values values;
	char text[GB_NAME_MAX];
	const int status =
		axis->names != NULL ? gb_values_all(axis, &values, &ignored) : gb_values_full(axis, &values, &ignored);

	if (status != GB_OK)
		return;
	for (size_t i = 0; i < values.count; i++) {
		gb_value_text(axis, values.value[i], text, sizeof text);
		offer_word(s, text, "");
	}
	gb_values_free(&values);
}

static void offer_axis(struct state *s, const struct gb_bench *bench, const char *name)
{
	if (name == NULL) {
		for (const struct gb_axis *axis = bench->axes; axis->name != NULL; axis++)
			offer_word(s, axis->name, "=");
		return;
	}
	const int at = gb_axes_find(bench->axes, name, strlen(name));
	if (at >= 0)
		offer_values(s, &bench->axes[at]);
}

/* Offers the axes of the benchmarks that -b selects, or the values of the given axis. */
static void offer_axes(struct state *s)
{
	const struct gb_plugins *plugins = s->line->plugins;
	char pattern[WORD_MAX + 8] = "", name[WORD_MAX] = "";
	const size_t length = strcspn(s->rest, "=");
	const bool named = s->rest[length] == '=';
	regex_t regex;

	gb_text_add(name, sizeof name, "%.*s", (int)length, s->rest);
	if (named)
		keep_to(s, "=,");
	gb_text_add(pattern, sizeof pattern, "^(%s)$", s->benchmarks[0] != '\0' ? s->benchmarks : ".*");
	if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return;
	for (size_t i = 0; i < plugins->count; i++)
		if (regexec(&regex, plugins->plugin[i].bench->name, 0, NULL, 0) == 0)
			offer_axis(s, plugins->plugin[i].bench, named ? name : NULL);
	regfree(&regex);
}

static void offer_name(void *context, const char *name, const char *help)
{
	offer_word(context, name, "");
}

/* The values of --color. */
static void offer_times(struct state *s)
{
	offer_word(s, "auto", "");
	offer_word(s, "always", "");
	offer_word(s, "never", "");
}

static void offer_nothing(struct state *s)
{
}

static void offer_commands(struct state *s)
{
	for (const struct gb_command *const *command = s->line->commands; *command != NULL; command++)
		offer_word(s, (*command)->word, "");
}

static bool has_operand(const struct gb_command *command, const char *name)
{
	return command->operands != NULL && strstr(command->operands, name) != NULL;
}

/* Indexed by the name of the option's argument in the help. Any other argument is a file. */
static const struct {
	const char *argument;
	void (*offer)(struct state *s);
} arguments[] = {
	{ "REGEX", offer_regex },         { "NAME", offer_benchmarks },     { "LIST", offer_devices },
	{ "NAME=VALUES", offer_axes },    { "NAME=VALUE", offer_axes },     { "WHEN", offer_times },
	{ "PART", offer_nothing },        { "NUMBER", offer_nothing },      { "N", offer_nothing },
	{ "SECONDS", offer_nothing },     { "BYTES", offer_nothing },       { "TEXT", offer_nothing },
	{ "[=SEED]", offer_nothing },     { "[=CC]", offer_nothing },       { "NAME=NUMBER", offer_nothing },
	{ "COLUMN=TEXT", offer_nothing }, { "[=COMMAND]", offer_commands }, { "COLUMN", offer_nothing },
	{ "DAY", offer_nothing },         { "WxH", offer_nothing },         { "A:B", offer_nothing },
	{ "AXES", offer_nothing },
};
enum { ARGUMENTS = sizeof arguments / sizeof arguments[0] };

static void offer_value(struct state *s, const struct gb_option *option)
{
	size_t i = 0;

	if (option->names != NULL) {
		option->names(s->line->plugins, offer_name, s);
		return;
	}
	while (i < ARGUMENTS && option->argument != NULL && strcmp(arguments[i].argument, option->argument) != 0)
		i++;
	if (option->argument != NULL)
		(i < ARGUMENTS ? arguments[i].offer : offer_files)(s);
}

static void offer_options(struct state *s)
{
	char name[GB_NAME_MAX];

	for (const struct gb_option *o = s->command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL)
			continue;
		snprintf(name, sizeof name, "--%s", o->name);
		offer_word(s, name, "");
	}
	for (const struct gb_option *o = s->command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL || o->letter == 0)
			continue;
		snprintf(name, sizeof name, "-%c", o->letter);
		offer_word(s, name, "");
	}
}

static void offer_operands(struct state *s)
{
	if (s->command->names != NULL && s->operands == 0)
		s->command->names(s->line->plugins, offer_name, s);
	else if (s->operands == 1 && has_operand(s->command, "BENCHMARK"))
		offer_benchmarks(s);
	else if (has_operand(s->command, "FILE"))
		offer_files(s);
	else if (s->line->words == 1)
		offer_commands(s);
}

static void offer_last(struct state *s)
{
	const char *last = s->line->word[s->line->words - 1], *value = NULL;
	const struct gb_option *option = s->pending;

	if (option == NULL && !s->no_options && last[0] == '-' && last[1] != '\0')
		read_option(s->command, last, &option, &value);
	unquote_word(value != NULL ? value : last, s->rest);
	if (value != NULL)
		gb_text_add(s->kept, sizeof s->kept, "%.*s", (int)(value - last), last);
	if (option != NULL && (value != NULL || option == s->pending))
		offer_value(s, option);
	else if (value != NULL)
		return; /* unknown option */
	else if (last[0] == '-' && !s->no_options)
		offer_options(s);
	else
		offer_operands(s);
}

void gb_complete(const struct gb_unfinished *line, FILE *out)
{
	struct state s = { .line = line, .out = out, .plugin = SIZE_MAX };

	read_words(&s);
	offer_last(&s);
	gb_strings_free(&s.seen);
}

const char *gb_complete_plugin(const struct gb_unfinished *line, size_t n)
{
	struct state s = { .line = line, .plugin = n };

	read_words(&s);
	return s.plugin_file;
}
