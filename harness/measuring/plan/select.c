#include "plan/select.h"

#include <regex.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"

static const char everything[] = ".*";

static bool has_target(const struct gb_bench *bench, int target)
{
	return target == GB_ANY_TARGET || (int)bench->target == target;
}

int gb_select_unknown(const struct gb_plugins *plugins, int target, const char *wanted, struct gb_error *error)
{
	/* Nobody reads longer lists. */
	enum { NAMES_MOST = 8 };
	struct gb_suggestion meant = gb_suggest_for(wanted);
	char said[GB_ERROR_TEXT] = "";
	size_t count = 0;

	for (size_t i = 0; i < plugins->count; i++)
		if (has_target(plugins->plugin[i].bench, target)) {
			gb_suggest_offer(&meant, plugins->plugin[i].bench->name);
			count++;
		}
	gb_text_add(said, sizeof said, "no benchmark '%s'", wanted);
	gb_suggest_say(&meant, said, sizeof said);
	if (count > NAMES_MOST)
		return gb_error_set(error, "%s%s gpubench --list shows them all", said, meant.name == NULL ? ";" : "");
	for (size_t i = 0, named = 0; i < plugins->count; i++)
		if (has_target(plugins->plugin[i].bench, target))
			gb_text_add(said, sizeof said, "%s %s",
				    named++ > 0          ? ","
				    : meant.name == NULL ? "; there are"
							 : " There are",
				    plugins->plugin[i].bench->name);
	return gb_error_set(error, "%s", said);
}

static int refuse_selection(const struct gb_plugins *plugins, int target, const char *wanted, bool of_others,
			    struct gb_error *error)
{
	if (plugins->count == 0)
		return gb_error_set(error, GB_NO_PLUGINS);
	if (of_others && target != GB_HOST && strcmp(wanted, everything) == 0)
		return gb_error_set(error,
				    "no plug-in here measures GPUs; --device host measures this host's processors");
	if (of_others && target == GB_HOST)
		return gb_error_set(error, "'%s' measures GPUs: leave out --device host", wanted);
	if (of_others)
		return gb_error_set(error, "'%s' measures the host's processors: add --device host", wanted);
	return gb_select_unknown(plugins, target, wanted, error);
}

/* Find the plug-ins whose names match. If all are wanted, nothing is compiled, because regcomp() of glibc may free
 * twice when memory runs out. */
static int match_names(const struct gb_plugins *plugins, const char *wanted, bool *matches, struct gb_error *error)
{
	char pattern[GB_ERROR_TEXT] = "", why[128];
	regex_t regex;
	int code = 0;

	for (size_t i = 0; i < plugins->count; i++)
		matches[i] = true;
	if (wanted == everything)
		return GB_OK;
	gb_text_add(pattern, sizeof pattern, "^(%s)$", wanted);
	code = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);
	if (code != 0) {
		regerror(code, &regex, why, sizeof why);
		return gb_error_set(error, "-b '%s' is not a regular expression: %s", wanted, why);
	}
	for (size_t i = 0; i < plugins->count && (code == 0 || code == REG_NOMATCH); i++) {
		code = regexec(&regex, plugins->plugin[i].bench->name, 0, NULL, 0);
		matches[i] = code == 0;
	}
	regfree(&regex);
	return code == 0 || code == REG_NOMATCH ? GB_OK : gb_error_set(error, "-b '%s': out of memory", wanted);
}

static int add_benches(const struct gb_plugins *plugins, int target, const char *wanted, bool *out,
		       struct gb_error *error)
{
	bool any = false, of_others = false, matches[GB_PLUGINS_MAX];

	GB_TRY(match_names(plugins, wanted, matches, error));
	for (size_t i = 0; i < plugins->count; i++) {
		const bool has = has_target(plugins->plugin[i].bench, target);
		out[i] |= matches[i] && has;
		any |= matches[i] && has;
		of_others |= matches[i] && !has;
	}
	return any ? GB_OK : refuse_selection(plugins, target, wanted, of_others, error);
}

/* The length up to the next comma outside of brackets and braces, which belong to the expression. */
static size_t item_length(const char *text)
{
	int depth = 0;
	size_t length = 0;

	for (; text[length] != '\0' && (depth > 0 || text[length] != ','); length++) {
		depth += strchr("([{", text[length]) != NULL;
		depth -= strchr(")]}", text[length]) != NULL;
	}
	return length;
}

static int add_list(const struct gb_plugins *plugins, int target, const char *list, bool *out, struct gb_error *error)
{
	int status = GB_OK;

	for (const char *at = list; status == GB_OK; at++) {
		char wanted[GB_ERROR_TEXT];
		const size_t length = item_length(at);

		if (length >= sizeof wanted)
			return gb_error_set(error, "-b: a name of %zu characters", length);
		memcpy(wanted, at, length);
		wanted[length] = '\0';
		status = add_benches(plugins, target, wanted, out, error);
		at += length;
		if (*at == '\0')
			break;
	}
	return status;
}

int gb_select(const struct gb_plugins *plugins, int target, const char *const *wanted, size_t count, bool *out,
	      struct gb_error *error)
{
	if (wanted == NULL)
		return add_benches(plugins, target, everything, out, error);
	for (size_t i = 0; i < count; i++)
		GB_TRY(add_list(plugins, target, wanted[i], out, error));
	return GB_OK;
}
