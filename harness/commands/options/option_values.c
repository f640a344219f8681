/* option_values.c: converts the arguments of options to values. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/wrap.h"
#include "options/options.h"

int gb_option_flag(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	*(bool *)to = true;
	return GB_OK;
}

int gb_option_text(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	*(const char **)to = argument;
	return GB_OK;
}

int gb_option_texts(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	struct gb_texts *texts = to;

	if (texts->count == GB_REPEATS_MAX)
		return gb_error_set(error, "--%s is given more than %d times", option->name, GB_REPEATS_MAX);
	texts->text[texts->count++] = argument;
	return GB_OK;
}

/* Reads a finite number above 0 at the start of the text. Returns the text after it; NULL: there is none. */
static const char *read_number(const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	return end != text && isfinite(*out) && *out > 0 ? end : NULL;
}

int gb_option_number(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	double number;
	const char *end = read_number(argument, &number);

	if (end == NULL || *end != '\0')
		return gb_error_set(error, "--%s '%s': expected a number above 0", option->name, argument);
	*(double *)to = number;
	return GB_OK;
}

int gb_option_part(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	double part;
	const char *end = read_number(argument, &part);

	if (end != NULL && *end == '%') {
		part /= 100;
		end++;
	}
	const bool too_much = option->value > 0 ? part > (double)option->value : part >= 1;
	if (end == NULL || *end != '\0' || part <= 0 || too_much)
		return gb_error_set(error, "--%s '%s': expected a part such as 5%% or 0.05", option->name, argument);
	*(double *)to = part;
	return GB_OK;
}

/* False for values such as 0.5 or 1e30, which a conversion to an integer would change. */
static bool is_count(double number, int64_t most)
{
	return number == floor(number) && number <= (double)most;
}

int gb_option_positive(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	double number;
	const char *end = read_number(argument, &number);

	if (end == NULL || *end != '\0')
		return gb_error_set(error, "--%s '%s': expected a number above 0", option->name, argument);
	if (!is_count(number, option->value))
		return gb_error_set(error, "--%s '%s': expected a whole number up to %lld", option->name, argument,
				    (long long)option->value);
	*(uint64_t *)to = (uint64_t)number;
	return GB_OK;
}

/* Bytes in a unit: "", B, KB, KiB, ..., with or without the B, in any case; 0: unknown unit. */
static double unit_bytes(const char *unit)
{
	static const char prefixes[] = "kmgt";
	const char *prefix = *unit != '\0' ? strchr(prefixes, tolower((unsigned char)*unit)) : NULL;
	double base = 1000, bytes = 1;

	if (prefix != NULL) {
		unit++;
		if (tolower((unsigned char)*unit) == 'i') {
			base = 1024;
			unit++;
		}
		for (const char *at = prefixes; at <= prefix; at++)
			bytes *= base;
	}
	if (tolower((unsigned char)*unit) == 'b')
		unit++;
	return *unit == '\0' ? bytes : 0;
}

int gb_option_bytes(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	double number;
	const char *unit = read_number(argument, &number);

	number = unit != NULL ? number * unit_bytes(unit) : 0;
	if (number <= 0 || !is_count(number, option->value))
		return gb_error_set(error, "--%s '%s': expected bytes, such as 1500000, 1.5MB or 2GiB, up to %lld",
				    option->name, argument, (long long)option->value);
	*(uint64_t *)to = (uint64_t)number;
	return GB_OK;
}

int gb_option_foreign(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	gb_owner_allow_any();
	return GB_OK;
}

int gb_option_wide(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	gb_wrap_wide();
	return GB_OK;
}

int gb_option_rows(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	gb_wrap_show_rows();
	return GB_OK;
}

int gb_option_colour(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	static const char *const word[] = {
		[GB_COLOUR_AUTO] = "auto", [GB_COLOUR_ALWAYS] = "always", [GB_COLOUR_NEVER] = "never"
	};

	for (int i = GB_COLOUR_AUTO; i <= GB_COLOUR_NEVER; i++)
		if (strcmp(argument, word[i]) == 0) {
			gb_wrap_choose_colour((enum gb_wrap_colour)i);
			return GB_OK;
		}
	return gb_error_set(error, "--%s '%s': expected auto, always or never", option->name, argument);
}

int gb_option_help(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	return GB_OK; /* gb_line_read() looks for this option */
}
