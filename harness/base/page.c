#include "base/page.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"

/* Whether the line goes on behind the margin, so that it can be broken, and has no room for that. */
static bool is_full(const struct gb_page *page, size_t length)
{
	return page->at > GB_PAGE_INDENT && page->at + length > page->columns;
}

static void go_on(struct gb_page *page)
{
	fprintf(page->out, "\n%*s", GB_PAGE_INDENT, "");
	page->at = GB_PAGE_INDENT;
}

static void put_word(struct gb_page *page, const char *word, size_t length, size_t blanks)
{
	if (is_full(page, blanks + length)) {
		go_on(page);
		blanks = 0;
	}
	fprintf(page->out, "%*s%.*s", (int)blanks, "", (int)length, word);
	page->at += blanks + length;
}

void gb_page_phrase(struct gb_page *page, const char *text)
{
	char *escaped = gb_escape_copy(GB_ESCAPE_LINE, text);
	size_t blanks = page->at > 0 ? 3 : 0;

	if (escaped == NULL)
		return;
	if (is_full(page, blanks + strlen(escaped))) {
		go_on(page);
		blanks = 0;
	}
	for (const char *at = escaped; *at != '\0';) {
		const size_t length = strcspn(at, " ");
		put_word(page, at, length, blanks);
		at += length;
		blanks = strspn(at, " ");
		at += blanks;
	}
	free(escaped);
}

void gb_page_end(struct gb_page *page)
{
	fputc('\n', page->out);
	page->at = 0;
}
