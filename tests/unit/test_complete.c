/* tests/cli/transcripts/completion.t has what is offered without several GPUs. */
#include "options/complete.h"

#include "cli/commands.h"
#include "support.h"

static struct gb_plugins plugins;

static int load(void)
{
	gb_plugins_load_file(&plugins, next_to_program("../plugins/toy.so"));
	gb_plugins_load_file(&plugins, next_to_program("../plugins/toy_cycles.so"));
	setenv("GPUBENCH_PLUGIN_PATH", next_to_program("../../plugins"), 1); /* which bring plots */
	return plugins.count == 2 ? 0 : -1;
}

static int unload(void)
{
	gb_plugins_free(&plugins);
	return 0;
}

/* Split `text` at spaces: one at the end begins a new word. */
static struct gb_unfinished line_of(const char *text, size_t gpus)
{
	static char copy[4096];
	static const char *word[128];
	struct gb_unfinished line = { .commands = gb_commands, .word = word, .gpus = gpus, .plugins = &plugins };

	snprintf(copy, sizeof copy, "%s", text);
	word[line.words++] = copy;
	for (char *at = copy; *at != '\0'; at++)
		if (*at == ' ') {
			*at = '\0';
			word[line.words++] = at + 1;
		}
	return line;
}

static char *complete(const struct gb_unfinished *line)
{
	FREED_BY(close_stream) FILE *file = tmpfile();

	gb_complete(line, file);
	return contents(file);
}

static void offers(const char *text, size_t gpus, const char *expected)
{
	const struct gb_unfinished line = line_of(text, gpus);
	FREED_BY(free_text) char *found = complete(&line);

	for (char *at = found; *at != '\0'; at++)
		if (*at == '\n')
			*at = ' ';
	if (strcmp(found, expected) != 0)
		fail_msg("'%s' offers '%s', not '%s'", text, found, expected);
}

TEST(devices)
{
	offers("-d ", 3, "all host 0 1 2 ");
	offers("info --device 0,", 3, "0,0 0,1 0,2 ");
	offers("-d 1", 11, "1 10 ");
	offers("roofs -d ", 3, GB_COMPLETE_FILES " ");
}

TEST(plugins_on_the_line)
{
	const struct gb_unfinished line =
		line_of("--all --plugin a.so -o --plugin --plugin=b.so --plug c.so --plugin d", 0);

	assert_string_equal(gb_complete_plugin(&line, 0), "a.so");
	assert_string_equal(gb_complete_plugin(&line, 1), "b.so");
	assert_string_equal(gb_complete_plugin(&line, 2), "c.so");
	assert_null(gb_complete_plugin(&line, 3)); /* the last word is unfinished */
}

/* An argument that completion does not list is completed as a file. */
static bool is_file(const struct gb_unfinished *line)
{
	FREED_BY(free_text) char *found = complete(line);
	const bool is = strcmp(found, GB_COMPLETE_FILES "\n") == 0;

	return is;
}

/* Only arguments that are files are completed as files: completion knows every other kind. */
TEST(every_argument_is_known)
{
	const struct gb_command run = {
		.word = "run", .option = (const struct gb_option[]){ { .name = "place", .argument = "PLACE" }, { 0 } }
	};
	const struct gb_command *const commands[] = { &run, NULL };
	char text[64];
	int arguments = 0;

	for (const struct gb_command *const *command = gb_commands; *command != NULL; command++)
		for (const struct gb_option *o = (*command)->option; !gb_option_is_end(o); o++) {
			if (o->argument == NULL)
				continue;
			snprintf(text, sizeof text, "%s --%s=", (*command)->word, o->name);
			const struct gb_unfinished line = line_of(text, 0);
			if (is_file(&line) != (strstr(o->argument, "FILE") != NULL))
				fail_msg("completion does not know %s of --%s of %s", o->argument, o->name,
					 (*command)->word);
			arguments++;
		}
	assert_true(arguments > 30);
	struct gb_unfinished line = line_of("--place=", 0);
	line.commands = commands;
	assert_true(is_file(&line));
}

int main(void)
{
	return run_all_tests_within(load, unload);
}
