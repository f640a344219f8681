/* ab_print.c: prints the answer of ab as text, CSV and JSON. */
#include "tables/tables.h"

#include <math.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"
#include "base/wrap.h"
#include "show/data.h"

enum { TEXT = 512 };

static const char *const verdicts[] = {
	[GB_SEQUENTIAL_OPEN] = "undecided", [GB_SEQUENTIAL_WORSE] = "worse", [GB_SEQUENTIAL_NOT_WORSE] = "not worse"
};

const struct gb_column_help gb_ab_columns[] = {
	{ "verdict", "worse, not worse, undecided" },
	{ "measured", "the compared quantity" },
	{ "unit", "theirs; empty: not known" },
	{ "better", "higher, lower" },
	{ "a", "median of A in the pairs that were judged" },
	{ "b", "the same of B" },
	{ "change", "B against A: median of the blocks, 0.02 is 2 % more" },
	{ "lo", "its interval, lower end; empty: not known yet" },
	{ "hi", "upper end" },
	{ "confidence", "confidence of the interval" },
	{ "tolerance", "tolerance: B may be worse by this fraction" },
	{ "error", "probability of each wrong answer" },
	{ "pairs", "pairs that were judged" },
	{ "most_pairs", "pairs that were allowed" },
	{ "seed", "seed of the order" },
	{ "command_a", "A, with its arguments" },
	{ "command_b", "B" },
	{ NULL, NULL },
};

static void join_words(const char *const *words, char text[TEXT])
{
	text[0] = '\0';
	for (size_t i = 0; words != NULL && words[i] != NULL; i++)
		gb_text_add(text, TEXT, "%s%s", i > 0 ? " " : "", words[i]);
}

static void print_values(const struct gb_ab_view *view, const struct gb_ab_answer *answer, enum gb_table_style style,
			 FILE *out)
{
	struct gb_table table = { .lesser = NULL };
	char command[TEXT];

	gb_table_columns(&table, "|>median");
	if (view->seed != NULL)
		gb_table_column(&table, "command");
	for (int side = 0; side < GB_AB_SIDES; side++) {
		gb_table_add(&table, "%s", gb_ab_names[side]);
		gb_table_add_si(&table, answer->median[side], view->unit);
		join_words(view->command[side], command);
		if (view->seed != NULL)
			gb_table_add(&table, "%s", command);
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

/* Writes "+2.10 %", without a minus sign before a 0 that is due to rounding. */
static void add_change(char text[TEXT], double change)
{
	const double percents = 100 * change;

	gb_text_add(text, TEXT, "%+.2f %%", fabs(percents) < 0.005 ? 0.0 : percents);
}

static void add_interval(char text[TEXT], const struct gb_ab_answer *answer, double error)
{
	if (isnan(answer->lo) || isnan(answer->hi)) {
		gb_text_add(text, TEXT, " (an interval needs at least %zu pairs)", 2 * gb_sequential_least(error));
		return;
	}
	gb_text_add(text, TEXT, " (%g %% interval: ", 100 - 200 * error);
	add_change(text, answer->lo);
	gb_text_add(text, TEXT, " to ");
	add_change(text, answer->hi);
	gb_text_add(text, TEXT, ")");
}

static void say_answer(const struct gb_ab_view *view, const struct gb_ab_answer *answer, char text[TEXT])
{
	static const char *const begin[] = { [GB_SEQUENTIAL_OPEN] = "Undecided whether B is worse than A",
					     [GB_SEQUENTIAL_WORSE] = "B is worse than A",
					     [GB_SEQUENTIAL_NOT_WORSE] = "B is not worse than A" };
	const struct gb_ab_question *question = view->runs->question;

	text[0] = '\0';
	/* A regular expression may end with a space. */
	size_t length = strlen(view->measured);
	while (length > 0 && view->measured[length - 1] == ' ')
		length--;
	gb_text_add(text, TEXT, "%s by more than %g %%: %.*s ", begin[answer->is], 100 * question->tolerance,
		    (int)length, view->measured);
	add_change(text, answer->change);
	add_interval(text, answer, question->error);
	gb_text_add(text, TEXT, " after %zu pairs", answer->pairs);
}

void gb_ab_print(const struct gb_ab_view *view, enum gb_table_style style, FILE *out)
{
	const struct gb_ab_answer answer = gb_ab_runs_answer(view->runs);
	char text[TEXT];

	print_values(view, &answer, style, out);
	fputc('\n', out);
	say_answer(view, &answer, text);
	if (style == GB_TABLE_TEXT) {
		gb_wrap_line(out, text);
		return;
	}
	gb_escape_put(out, gb_table_escape(style), text);
	fputc('\n', out);
}

static json_t *answer_object(const struct gb_ab_view *view)
{
	const struct gb_ab_answer answer = gb_ab_runs_answer(view->runs);
	const struct gb_ab_question *question = view->runs->question;
	char command[TEXT];
	json_t *object = json_object();

	gb_data_text(object, "verdict", verdicts[answer.is]);
	gb_data_text(object, "measured", view->measured);
	gb_data_text(object, "unit", view->unit);
	gb_data_text(object, "better", question->higher ? "higher" : "lower");
	gb_data_number(object, "a", answer.median[GB_AB_A]);
	gb_data_number(object, "b", answer.median[GB_AB_B]);
	gb_data_number(object, "change", answer.change);
	gb_data_number(object, "lo", answer.lo);
	gb_data_number(object, "hi", answer.hi);
	gb_data_number(object, "confidence", 1 - 2 * question->error);
	gb_data_number(object, "tolerance", question->tolerance);
	gb_data_number(object, "error", question->error);
	json_object_set_new(object, "pairs", json_integer((json_int_t)answer.pairs));
	json_object_set_new(object, "most_pairs", json_integer((json_int_t)question->pairs));
	gb_data_text(object, "seed", view->seed);
	join_words(view->command[GB_AB_A], command);
	gb_data_text(object, "command_a", command);
	join_words(view->command[GB_AB_B], command);
	gb_data_text(object, "command_b", command);
	return object;
}

int gb_ab_write_csv(const struct gb_ab_view *view, FILE *out, struct gb_error *error)
{
	json_t *rows = json_array();

	json_array_append_new(rows, answer_object(view));
	return gb_columns_write(gb_ab_columns, rows, out, error);
}

int gb_ab_write_json(const struct gb_ab_view *view, FILE *out, struct gb_error *error)
{
	return gb_data_document(out, answer_object(view), error);
}
