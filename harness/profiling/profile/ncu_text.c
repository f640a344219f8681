/* ncu_text.c: parses Nsight Compute's output without --csv: a line that names a launch, then tables of its metrics. */
#include <string.h>

#include "profile/ncu_reading.h"

/* Returns the last occurrence of a part before `end`; NULL: none. */
static const char *find_last(const char *text, const char *end, const char *part)
{
	const char *last = NULL;

	for (const char *at = strstr(text, part); at != NULL && at < end; at = strstr(at + 1, part))
		last = at;
	return last;
}

static void take_trimmed(struct gb_ncu_reading *r, enum gb_ncu_field field, const char *begin, const char *end)
{
	while (begin < end && *begin == ' ')
		begin++;
	while (end > begin && end[-1] == ' ')
		end--;
	gb_ncu_take_text(r, field, begin, (size_t)(end - begin));
}

/* Takes the text between a word and the next comma; "": the word is missing. */
static void take_after(struct gb_ncu_reading *r, enum gb_ncu_field field, const char *text, const char *word)
{
	const char *at = strstr(text, word);
	const char *begin = at != NULL ? at + strlen(word) : text + strlen(text);

	take_trimmed(r, field, begin, begin + strcspn(begin, ","));
}

/* Reads "  k(int) (8, 1, 1)x(64, 1, 1), Context 1, Stream 7, Device 0, CC 9.0", or from 2019 to 2021 "  k(int),
 * 2020-Jan-31 10:00:00, Context 1, Stream 7". */
static int take_launch(struct gb_ncu_reading *r, const char *context)
{
	const char *line = r->line, *by = find_last(line, context, ")x("), *date = find_last(line, context, ", 20");
	const char *grid = by;

	while (by != NULL && grid > line && *grid != '(')
		grid--;
	r->bad = false;
	r->unit_column = r->value_column = 0;
	take_trimmed(r, GB_NCU_KERNEL, line, by != NULL ? grid : date != NULL ? date : context);
	take_trimmed(r, GB_NCU_GRID, by != NULL ? grid : context, by != NULL ? by + 1 : context);
	take_trimmed(r, GB_NCU_BLOCK, by != NULL ? by + 2 : context, context);
	take_after(r, GB_NCU_DEVICE, context, ", Device ");
	take_after(r, GB_NCU_CAPABILITY, context, ", CC ");
	take_after(r, GB_NCU_ID, context, ", ID ");
	take_after(r, GB_NCU_GPU, context, ", GPU ");
	return gb_ncu_begin_launch(r);
}

/* Reads " k(int) (8, 1, 1)x(64, 1, 1), Device 0, CC 9.0, Invocations 5", before minimum, maximum and mean. */
static int take_summary(struct gb_ncu_reading *r)
{
	const int status = gb_ncu_end_launch(r);

	r->bad = false;
	gb_ncu_refuse_line(r, "is a summary of launches: print each of them, without --print-summary");
	return status;
}

/* A line with three runs of dashes, one per column, delimits the rows of a metric table. */
static void take_dashes(struct gb_ncu_reading *r)
{
	size_t begin[4] = { 0 }, count = 0;

	for (const char *at = r->line; *at != '\0'; at++)
		if (*at == '-' && (at == r->line || at[-1] == ' ') && count++ < 3)
			begin[count] = (size_t)(at - r->line);
	r->unit_column = count == 3 ? begin[2] : 0;
	r->value_column = count == 3 ? begin[3] : 0;
}

static bool is_metric(const struct gb_ncu_reading *r)
{
	return r->is_open && r->value_column > 0 && strlen(r->line) > r->value_column && r->line[0] == ' ' &&
	       r->line[r->unit_column - 1] == ' ' && r->line[r->value_column - 1] == ' ';
}

static int take_metric(struct gb_ncu_reading *r)
{
	const char *line = r->line, *unit = line + r->unit_column, *value = line + r->value_column;

	r->bad = false;
	take_trimmed(r, GB_NCU_METRIC, line, unit);
	take_trimmed(r, GB_NCU_UNIT, unit, value);
	take_trimmed(r, GB_NCU_VALUE, value, line + strlen(line));
	gb_ncu_take_metric(r);
	return r->is_refused ? GB_FAILED : GB_OK;
}

int gb_ncu_take_text_line(struct gb_ncu_reading *r)
{
	const char *line = r->line, *context = find_last(line, line + strlen(line), ", Context ");

	if (line[0] == ' ' && strstr(line, ", Device ") != NULL && strstr(line, ", Invocations ") != NULL)
		return take_summary(r);
	if (line[0] == ' ' && context != NULL && strstr(context, ", Stream ") != NULL)
		return take_launch(r, context);
	if (line[0] == ' ' && strchr(line, '-') != NULL && strspn(line, " -") == strlen(line))
		take_dashes(r);
	else if (is_metric(r))
		return take_metric(r);
	return GB_OK;
}
