/* fuzz_report: the page of any result file consists of known elements, each closed in order, and known scripts;
 * everything from the file is text. */
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "report/page.h"

extern const char gb_file_page_css[];
#define DECLARE(name) extern const char gb_file_##name##_js[];
GB_PAGE_SCRIPTS(DECLARE)
#define ENTRY(name) gb_file_##name##_js,
static const char *const scripts[] = { GB_PAGE_SCRIPTS(ENTRY) };

static const char *const elements[] = { "html",    "head",    "title",    "body",    "h1",       "h2",    "h3",
					"p",       "label",   "output",   "div",     "table",    "thead", "tbody",
					"tr",      "th",      "td",       "style",   "script",   "ul",    "li",
					"details", "summary", "template", "canvas",  "select",   "pre",   "button",
					"header",  "main",    "nav",      "section", "noscript", "a",     "b" };
static const char *const empty[] = { "meta", "link", "input" };
static const char *const attributes[] = {
	"lang",     "charset",    "http-equiv", "content",     "name",       "rel",        "href",
	"id",       "type",       "class",      "placeholder", "tabindex",   "title",      "data-v",
	"role",     "aria-label", "open",       "hidden",      "scope",      "accept",     "aria-labelledby",
	"data-gpu", "data-key",   "data-host",  "data-model",  "data-worst", "data-below", "min",
	"step",     "value",      "aria-live"
};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

enum { DEPTH_MAX = 32 };

static bool is_one_of(const char *const *list, size_t count, const char *name, size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(list[i]) == length && memcmp(list[i], name, length) == 0)
			return true;
	return false;
}

/* Attributes up to the '>'. */
static const char *check_attributes(const char *at)
{
	for (; *at != '>';) {
		fuzz_require(*at++ == ' ', "an attribute: %.60s", at);
		const size_t length = strcspn(at, "= >");
		fuzz_require(is_one_of(attributes, COUNT(attributes), at, length), "an attribute: %.60s", at);
		at += length;
		if (length == strlen("hidden") && strncmp(at - length, "hidden", length) == 0)
			continue; /* it has no value */
		fuzz_require(at[0] == '=' && at[1] == '"', "no value in quotes: %.60s", at);
		at += 2;
		at += strcspn(at, "\"<>");
		fuzz_require(*at++ == '"', "a value without end: %.60s", at);
	}
	return at + 1;
}

static const char *check_entity(const char *at)
{
	static const char *const entities[] = { "amp;", "lt;", "gt;", "quot;", "#39;" };

	for (size_t i = 0; i < COUNT(entities); i++)
		if (strncmp(at + 1, entities[i], strlen(entities[i])) == 0)
			return at + 1 + strlen(entities[i]);
	fuzz_fail("no entity: %.40s", at);
}

struct place {
	const char *open[DEPTH_MAX]; /* names of elements, as pointers into the text */
	size_t length[DEPTH_MAX], depth, scripts;
};

static const char *check_end(struct place *p, const char *at)
{
	const size_t length = strcspn(at, ">");

	fuzz_require(p->depth > 0 && p->length[p->depth - 1] == length &&
			     memcmp(p->open[p->depth - 1], at, length) == 0,
		     "closed out of order: %.40s", at);
	p->depth--;
	return at + length + 1;
}

/* The name of a style or a script is followed by an embedded file, to which no other text is added. */
static const char *check_file(const char *at, const char *file)
{
	fuzz_require(strncmp(at, file, strlen(file)) == 0, "not our file: %.60s", at);
	return at + strlen(file);
}

static const char *check_element(struct place *p, const char *at)
{
	const char *name = at;
	const size_t length = strcspn(at, " >\n");

	at = check_attributes(at + length);
	if (is_one_of(empty, COUNT(empty), name, length))
		return at;
	fuzz_require(is_one_of(elements, COUNT(elements), name, length), "an element: %.60s", name);
	fuzz_require(p->depth < DEPTH_MAX, "too deep");
	p->open[p->depth] = name;
	p->length[p->depth++] = length;
	if (strncmp(name, "style>", 6) == 0)
		return check_file(at, gb_file_page_css);
	if (strncmp(name, "script>", 7) == 0) {
		fuzz_require(p->scripts < COUNT(scripts), "a script of nobody");
		return check_file(at, scripts[p->scripts++]);
	}
	return at;
}

static void check_page(const char *text)
{
	static const char type[] = "<!doctype html>";
	struct place place = { .depth = 0 };
	const char *at = text + strlen(type);

	fuzz_require(strncmp(text, type, strlen(type)) == 0, "no page: %.40s", text);
	while (*at != '\0') {
		if (*at == '&')
			at = check_entity(at);
		else if (at[0] == '<')
			at = at[1] == '/' ? check_end(&place, at + 2) : check_element(&place, at + 1);
		else
			fuzz_require(*at++ != '>', "a '>' of nobody: %.40s", at);
	}
	fuzz_require(place.depth == 0 && place.scripts == COUNT(scripts), "%zu elements open, %zu scripts", place.depth,
		     place.scripts);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct made made;
	struct written w;

	if (!made_read(&made, bytes, size))
		return 0;
	written_open(&w);
	gb_report_write(&made.roofs, &made.comparison, &made.history, &made.rows, NULL, 0, w.file);
	check_page(written_close(&w));
	check_visible("the rows", gb_report_rows_of(&made.rows)->text);
	written_free(&w);
	made_free(&made);
	return 0;
}
