#include "plan/axis.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static int push(struct gb_values *values, int64_t value, struct gb_error *error)
{
	if (gb_values_have(values, value))
		return GB_OK;
	if (values->count >= GB_VALUES_MAX)
		return gb_error_set(error, "more than %d values", GB_VALUES_MAX);
	/* Doubled whenever the count reaches a power of two. */
	if ((values->count & (values->count - 1)) == 0) {
		size_t room = values->count ? 2 * values->count : 1;
		int64_t *grown = realloc(values->value, room * sizeof *grown);
		if (grown == NULL)
			return gb_error_set(error, "out of memory for %zu values", room);
		values->value = grown;
	}
	values->value[values->count++] = value;
	return GB_OK;
}

static int find_name(const char *const *names, const char *word, size_t length)
{
	for (int i = 0; names[i] != NULL; i++)
		if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
			return i;
	return -1;
}

static int push_name(const struct gb_axis *axis, const char *word, size_t length, struct gb_values *out,
		     struct gb_error *error)
{
	int place = find_name(axis->names, word, length);
	char known[256] = "";

	if (place >= 0)
		return push(out, place, error);
	for (int i = 0; axis->names[i] != NULL; i++)
		gb_text_add(known, sizeof known, "%s%s", i ? ", " : "", axis->names[i]);
	return gb_error_set(error, "axis '%s' has no value '%.*s'; it has %s", axis->name, (int)length, word, known);
}

/* A decimal integer up to `end`; *at is moved past it. */
static bool read_number(const char **at, const char *end, int64_t *out)
{
	char *stop;

	if (*at == end || !(isdigit((unsigned char)**at) || **at == '-'))
		return false;
	errno = 0;
	long long number = strtoll(*at, &stop, 10);
	if (errno != 0 || stop == *at || stop > end)
		return false;
	*at = stop;
	*out = number;
	return true;
}

/* "pow2" or "pow4": the factor; 0: neither. */
static int64_t read_power(const char *at, const char *end)
{
	if ((size_t)(end - at) != 4 || memcmp(at, "pow", 3) != 0)
		return 0;
	return at[3] == '2' || at[3] == '4' ? at[3] - '0' : 0;
}

struct range {
	int64_t lo, hi, step, power; /* power: 0 for steps */
};

/* lo[:hi[:step|:pow2|:pow4]] */
static int read_range(const struct gb_axis *axis, const char *word, size_t length, struct range *out,
		      struct gb_error *error)
{
	const char *at = word, *end = word + length;
	int64_t lo, hi, step = 1, power = 0;
	bool good = read_number(&at, end, &lo);

	hi = good ? lo : 0;
	if (good && at < end && *at == ':') {
		at++;
		good = read_number(&at, end, &hi);
		if (good && at < end && *at == ':') {
			at++;
			power = read_power(at, end);
			if (power > 0)
				at = end;
			else
				good = read_number(&at, end, &step);
		}
	}
	if (!good || at != end || hi < lo || step < 1 || (power > 0 && lo < 1) ||
	    hi > INT64_MAX / (power > 2 ? power : 2))
		return gb_error_set(error, "axis '%s': '%.*s' is not a number, lo:hi, lo:hi:step, lo:hi:pow2 or pow4",
				    axis->name, (int)length, word);
	*out = (struct range){ lo, hi, step, power };
	return GB_OK;
}

/* Advance to the next value; false: there is none. */
static bool step_range(const struct range *range, int64_t *value)
{
	if (range->power == 0 && *value > INT64_MAX - range->step)
		return false;
	const int64_t next = range->power > 0 ? range->power * *value : *value + range->step;
	if (next > range->hi)
		return false;
	*value = next;
	return true;
}

static int push_range(const struct gb_axis *axis, const char *word, size_t length, struct gb_values *out,
		      struct gb_error *error)
{
	struct range range;

	if (read_range(axis, word, length, &range, error) != GB_OK)
		return GB_FAILED;
	int64_t value = range.lo;
	do
		if (push(out, value, error) != GB_OK)
			return gb_error_prefix(error, "axis '%s'", axis->name);
	while (step_range(&range, &value));
	return GB_OK;
}

int gb_values_parse(const struct gb_axis *axis, const char *list, struct gb_values *out, struct gb_error *error)
{
	struct gb_values values = { 0 };
	int status = GB_OK;

	for (const char *word = list; status == GB_OK; word += strcspn(word, ",") + 1) {
		size_t length = strcspn(word, ",");
		if (axis->names != NULL)
			status = push_name(axis, word, length, &values, error);
		else
			status = push_range(axis, word, length, &values, error);
		if (word[length] == '\0')
			break;
	}
	if (status == GB_OK)
		*out = values;
	else
		gb_values_free(&values);
	return status;
}

int gb_values_all(const struct gb_axis *axis, struct gb_values *out, struct gb_error *error)
{
	if (axis->values != NULL || axis->names == NULL)
		return gb_values_parse(axis, axis->values != NULL ? axis->values : "", out, error);

	struct gb_values values = { 0 };
	for (int i = 0; axis->names[i] != NULL; i++)
		if (push(&values, i, error) != GB_OK) {
			gb_values_free(&values);
			return GB_FAILED;
		}
	*out = values;
	return GB_OK;
}

int gb_values_full(const struct gb_axis *axis, struct gb_values *out, struct gb_error *error)
{
	return axis->full != NULL ? gb_values_parse(axis, axis->full, out, error) : gb_values_all(axis, out, error);
}

int gb_values_quick(const struct gb_axis *axis, struct gb_values *out, struct gb_error *error)
{
	return axis->quick != NULL ? gb_values_parse(axis, axis->quick, out, error) : gb_values_full(axis, out, error);
}

bool gb_values_have(const struct gb_values *values, int64_t value)
{
	for (size_t i = 0; i < values->count; i++)
		if (values->value[i] == value)
			return true;
	return false;
}

void gb_values_free(struct gb_values *values)
{
	free(values->value);
	*values = (struct gb_values){ 0 };
}

/* ---- tables of axes --------------------------------------------------------------------------------------------- */

size_t gb_axes_count(const struct gb_axis *axes)
{
	size_t count = 0;

	while (axes[count].name != NULL)
		count++;
	return count;
}

int gb_axes_find(const struct gb_axis *axes, const char *name, size_t length)
{
	for (int i = 0; axes[i].name != NULL; i++)
		if (strncmp(axes[i].name, name, length) == 0 && axes[i].name[length] == '\0')
			return i;
	return -1;
}

bool gb_axis_exists(const struct gb_axis *axes, size_t i, const struct gb_point *point)
{
	return axes[i].when == NULL || gb_point_is(axes, axes[i].when, point);
}

/* True if a value belongs to a name or a range. */
static bool word_has(const struct gb_axis *axis, const char *word, size_t length, int64_t value)
{
	struct gb_error ignored = { "" }; /* the loader has parsed every condition once */
	struct range range;

	if (axis->names != NULL)
		return find_name(axis->names, word, length) == value;
	if (read_range(axis, word, length, &range, &ignored) != GB_OK)
		return false;
	int64_t one = range.lo;
	while (one != value && step_range(&range, &one))
		;
	return one == value;
}

/* Calls back without a list of the values: for lack of memory a point could be lost without a trace. */
/* One condition of `length` characters. */
static bool meets(const struct gb_axis *axes, const char *when, size_t length, const struct gb_point *point)
{
	const char *end = when + length, *word = memchr(when, '=', length);
	const int on = word != NULL ? gb_axes_find(axes, when, (size_t)(word - when)) : -1;

	if (on < 0 || !point->has[on])
		return false;
	while (word < end) {
		word++;
		const char *comma = memchr(word, ',', (size_t)(end - word));
		const char *next = comma != NULL ? comma : end;
		if (word_has(&axes[on], word, (size_t)(next - word), point->value[on]))
			return true;
		word = next;
	}
	return false;
}

bool gb_point_is(const struct gb_axis *axes, const char *when, const struct gb_point *point)
{
	for (;;) {
		const size_t length = strcspn(when, " ");
		if (!meets(axes, when, length, point))
			return false;
		if (when[length] == '\0')
			return true;
		when += length + 1;
	}
}

static bool good_name(const char *name)
{
	size_t length = strlen(name);

	return length > 0 && length < GB_NAME_MAX && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

/* Names form the text of a point, so each must be unique there. */
static int check_names(const struct gb_axis *axis, struct gb_error *error)
{
	if (axis->names == NULL)
		return GB_OK;
	if (axis->names[0] == NULL)
		return gb_error_set(error, "axis '%s' has no values", axis->name);
	for (int i = 0; axis->names[i] != NULL; i++) {
		const char *name = axis->names[i];
		if (name[0] == '\0' || strlen(name) >= GB_NAME_MAX || strpbrk(name, ",=:\" \r\n") != NULL)
			return gb_error_set(error, "axis '%s': '%s' is not a name for a value", axis->name, name);
		if (find_name(axis->names, name, strlen(name)) != i)
			return gb_error_set(error, "axis '%s': two values are called '%s'", axis->name, name);
	}
	return GB_OK;
}

static int check_lists(const struct gb_axis *axis, struct gb_error *error)
{
	const char *const lists[] = { axis->full, axis->quick };
	struct gb_values all, some;

	if (gb_values_all(axis, &all, error) != GB_OK)
		return GB_FAILED;
	for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++) {
		if (lists[l] == NULL)
			continue;
		if (gb_values_parse(axis, lists[l], &some, error) != GB_OK)
			break;
		for (size_t i = 0; i < some.count; i++)
			if (!gb_values_have(&all, some.value[i]))
				gb_error_write(error, "axis '%s': %" PRId64 " is in '%s' but not in its values",
					       axis->name, some.value[i], lists[l]);
		gb_values_free(&some);
	}
	gb_values_free(&all);
	return error->text[0] == '\0' ? GB_OK : GB_FAILED;
}

/* A condition on the axes before number `end`. */
static int check_one(const struct gb_axis *axes, size_t end, const char *when, struct gb_error *error)
{
	const size_t name = strcspn(when, "=");
	const int on = gb_axes_find(axes, when, name);
	struct gb_values values;

	if (when[name] != '=' || on < 0 || (size_t)on >= end || axes[on].kind != GB_REPORTED)
		return gb_error_set(error, "condition '%s' is not EARLIER_REPORTED_AXIS=VALUES", when);
	if (gb_values_parse(&axes[on], when + name + 1, &values, error) != GB_OK)
		return gb_error_prefix(error, "condition '%s'", when);
	gb_values_free(&values);
	return GB_OK;
}

/* All conditions of a text, separated by spaces. */
static int check_condition(const struct gb_axis *axes, size_t end, const char *when, struct gb_error *error)
{
	char *rest = strdup(when), *text = rest, *next;
	int status = rest != NULL ? GB_OK : gb_error_set(error, "out of memory");

	for (; text != NULL && status == GB_OK; text = next) {
		next = strchr(text, ' ');
		if (next != NULL)
			*next++ = '\0';
		status = check_one(axes, end, text, error);
	}
	free(rest);
	return status;
}

static int check_when(const struct gb_axis *axes, size_t i, struct gb_error *error)
{
	if (axes[i].when == NULL || check_condition(axes, i, axes[i].when, error) == GB_OK)
		return GB_OK;
	return gb_error_prefix(error, "axis '%s'", axes[i].name);
}

int gb_axes_check_condition(const struct gb_axis *axes, const char *when, struct gb_error *error)
{
	return check_condition(axes, gb_axes_count(axes), when, error);
}

/* The text of the longest point fits into a row. */
static int check_length(const struct gb_axis *axes, struct gb_error *error)
{
	char value[GB_NAME_MAX];
	size_t length = 0;

	for (size_t i = 0; axes[i].name != NULL; i++) {
		struct gb_values all;
		size_t longest = 0;
		if (gb_values_all(&axes[i], &all, error) != GB_OK)
			return GB_FAILED;
		for (size_t v = 0; v < all.count; v++) {
			gb_value_text(&axes[i], all.value[v], value, sizeof value);
			longest = strlen(value) > longest ? strlen(value) : longest;
		}
		gb_values_free(&all);
		length += strlen(axes[i].name) + 1 + longest + 1;
	}
	if (length > GB_POINT_TEXT)
		return gb_error_set(error, "names and values of all axes have %zu characters; the maximum is %d",
				    length, GB_POINT_TEXT);
	return GB_OK;
}

int gb_axes_check(const struct gb_axis *axes, struct gb_error *error)
{
	const size_t count = gb_axes_count(axes);

	if (count == 0 || count > GB_AXES_MAX)
		return gb_error_set(error, "%zu axes, of 1 to %d", count, GB_AXES_MAX);
	for (size_t i = 0; i < count; i++) {
		if (!good_name(axes[i].name))
			return gb_error_set(error, "axis name '%s' may have only lower case letters, digits and '_'",
					    axes[i].name);
		if ((size_t)gb_axes_find(axes, axes[i].name, strlen(axes[i].name)) != i)
			return gb_error_set(error, "two axes are called '%s'", axes[i].name);
		if (axes[i].help == NULL || axes[i].help[0] == '\0')
			return gb_error_set(error, "axis '%s' has no help", axes[i].name);
		if (axes[i].kind != GB_REPORTED && axes[i].kind != GB_SEARCHED)
			return gb_error_set(error, "axis '%s' has unknown kind %d", axes[i].name, (int)axes[i].kind);
		if (check_names(&axes[i], error) != GB_OK || check_lists(&axes[i], error) != GB_OK ||
		    check_when(axes, i, error) != GB_OK)
			return GB_FAILED;
	}
	return check_length(axes, error);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

void gb_value_text(const struct gb_axis *axis, int64_t value, char *text, size_t size)
{
	text[0] = '\0';
	if (axis->names != NULL)
		gb_text_add(text, size, "%s", axis->names[value]);
	else
		gb_text_add(text, size, "%" PRId64, value);
}

void gb_point_text(const struct gb_axis *axes, const struct gb_point *point, int kind, char *text, size_t size)
{
	char value[GB_NAME_MAX];

	text[0] = '\0';
	for (size_t i = 0; axes[i].name != NULL; i++) {
		if (!point->has[i] || (kind >= 0 && (int)axes[i].kind != kind))
			continue;
		gb_value_text(&axes[i], point->value[i], value, sizeof value);
		gb_text_add(text, size, "%s%s=%s", text[0] ? "," : "", axes[i].name, value);
	}
}

/* One word, `length` characters of "axis=value". */
static int read_word(const struct gb_axis *axes, const char *word, size_t length, struct gb_point *point,
		     struct gb_error *error)
{
	const char *equals = memchr(word, '=', length);
	char text[GB_NAME_MAX] = "";
	struct gb_values value;

	const int axis = equals != NULL ? gb_axes_find(axes, word, (size_t)(equals - word)) : -1;
	if (axis < 0)
		return GB_OK;
	gb_text_add(text, sizeof text, "%.*s", (int)(word + length - equals - 1), equals + 1);
	int status = gb_values_parse(&axes[axis], text, &value, error);
	if (status != GB_OK)
		return status;
	if (value.count != 1 || value.value == NULL) {
		gb_values_free(&value);
		return gb_error_set(error, "axis '%s' has '%s', expected one value", axes[axis].name, text);
	}
	point->has[axis] = true;
	point->value[axis] = value.value[0];
	gb_values_free(&value);
	return GB_OK;
}

int gb_point_read(const struct gb_axis *axes, const char *text, struct gb_point *point, struct gb_error *error)
{
	int status = GB_OK;

	*point = (struct gb_point){ .has = { false } };
	while (*text != '\0' && status == GB_OK) {
		const size_t length = strcspn(text, ",");
		status = read_word(axes, text, length, point, error);
		text += length + (text[length] == ',');
	}
	return status;
}
