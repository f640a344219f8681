#include "record/pattern.h"

#include <string.h>

#include "base/text.h"

/* The value of a letter; NULL: not known. `what` describes it. */
static const char *meaning(char letter, const struct gb_host *host, const char *uuid, const char **what)
{
	switch (letter) {
	case 'h':
		*what = "the host's name";
		return host->name;
	case 'u':
		*what = "the GPU's UUID";
		return uuid;
	case 'j':
		*what = "the batch job";
		return host->job_id;
	case 't':
		*what = "the task's rank in the job";
		return host->rank;
	default:
		return NULL;
	}
}

static void add_part(char path[GB_PATH_TEXT], const char *text)
{
	for (const char *at = text; *at != '\0'; at++) {
		const unsigned char c = (unsigned char)*at;
		const bool leads_away = c == '/' || c < ' ' || c == 0x7f || (c == '.' && at == text);
		gb_text_add(path, GB_PATH_TEXT, "%c", leads_away ? '_' : *at);
	}
}

int gb_pattern_fill(const char *pattern, const struct gb_host *host, const char *uuid, char path[GB_PATH_TEXT],
		    struct gb_error *error)
{
	path[0] = '\0';
	for (const char *at = pattern; *at != '\0'; at++) {
		if (*at != '%' || *++at == '%') {
			gb_text_add(path, GB_PATH_TEXT, "%c", *at);
			continue;
		}
		const char *what = "", *text = meaning(*at, host, uuid, &what);
		if (text == NULL)
			return gb_error_set(error, "'%s': %%%c is not known; %s", pattern, *at ? *at : ' ',
					    GB_PATTERN_LETTERS);
		if (text[0] == '\0')
			return gb_error_set(error, "'%s': %%%c is %s, which is not known here", pattern, *at, what);
		add_part(path, text);
	}
	if (strlen(path) == GB_PATH_TEXT - 1) /* a truncated name could be that of another file */
		return gb_error_set(error, "'%.80s...': too long a name", pattern);
	return GB_OK;
}
