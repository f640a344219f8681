/* session_terminal.c: a run on a terminal: the file that keeps its rows, and the rows that are shown. */
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "record/output.h"
#include "show/points.h"
#include "show/print.h"

/* A table of more points has one line per curve, so that it fits on a screen. */
enum { ROWS_MOST = 16 };

/* Lines of a screen for the first failure. */
enum { FAILED_LINES = 4 };

/* For example "gpubench-%h-20260131T235959Z.csv". */
static void name_file(char pattern[GB_SESSION_FILE])
{
	char time[GB_CLOCK_UTC];

	gb_clock_utc(time);
	gb_text_copy(pattern, GB_SESSION_FILE, "gpubench-%h-");
	for (const char *at = time; *at != '\0' && *at != '.'; at++)
		if (*at != '-' && *at != ':')
			gb_text_add(pattern, GB_SESSION_FILE, "%c", *at);
	gb_text_add(pattern, GB_SESSION_FILE, "Z.csv");
}

const char *gb_session_csv(struct gb_session *s)
{
	const struct gb_run_options *o = s->options;
	const bool elsewhere = o->csv != NULL || o->resume != NULL || o->csv_shown;

	if (elsewhere || o->quiet || o->sweep.launches > 0 || isatty(STDOUT_FILENO) != 1)
		return o->resume != NULL ? o->resume : o->csv;
	s->shows_tables = true;
	if (o->no_file)
		return gb_output_none;
	name_file(s->pattern);
	return s->pattern;
}

void gb_session_keep_point(struct gb_session *s, size_t bench, const struct gb_record *record)
{
	if (!s->shows_tables || s->options->all)
		return;
	if (s->points == NULL)
		s->points = gb_heap_array(s->benches, sizeof *s->points);
	gb_points_add(&s->points[bench], record);
}

static void tell_file(const struct gb_session *s, const char *before, const char *after)
{
	struct gb_error error = { "" };
	char path[GB_PATH_TEXT];

	if (gb_pattern_fill(s->pattern, &s->host, "", path, &error) != GB_OK)
		return;
	gb_complain_format(0, "%s %s%s", before, path, after);
}

void gb_session_tell_begin(const struct gb_session *s)
{
	if (s->pattern[0] != '\0')
		tell_file(s, "rows go into", "");
}

void gb_session_tell_end(const struct gb_session *s)
{
	char left_out[128];

	/* The file also contains the rows that a table omits. */
	if (s->pattern[0] != '\0')
		tell_file(s, "all rows are in",
			  gb_wrap_left_out(left_out, sizeof left_out)
				  ? "; gpubench show and roofs have what is left out"
				  : "; gpubench show reads it");
}

void gb_session_show(struct gb_session *s)
{
	const struct gb_points_look look = { .most = ROWS_MOST, .brief = true };
	struct gb_error error = { "" };

	gb_roofs_print(&s->roofs, (size_t)gb_wrap_columns(stdout), stdout);
	gb_wrap_count_lines(s->failed > 0 ? FAILED_LINES : 0);
	for (size_t i = 0; s->points != NULL && i < s->benches; i++) {
		struct gb_points_about about = gb_about(s->bench[i]->name, s->bench[i]);
		if (s->points[i].rows == 0)
			continue;
		about.method = NULL; /* the user has chosen the axis, and --describe explains it */
		putchar('\n');
		gb_points_settle(&s->points[i], &about);
		if (gb_points_print(&s->points[i], &about, &look, stdout, &error) != GB_OK)
			gb_complain(0, error.text);
	}
	putchar('\n');
	gb_flushed(GB_EXIT_OK);
}

void gb_session_free_points(struct gb_session *s)
{
	for (size_t i = 0; s->points != NULL && i < s->benches; i++)
		gb_points_free(&s->points[i]);
	free(s->points);
}
