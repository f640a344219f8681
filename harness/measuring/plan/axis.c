#include "plan/axis.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

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

static bool meets_condition(const struct gb_axis *axes, const char *when, size_t length, const struct gb_point *point)
{
	const char *end = when + length, *word = memchr(when, '=', length);
	const int on = word != NULL ? gb_axes_find(axes, when, (size_t)(word - when)) : -1;

	if (on < 0 || !point->has[on])
		return false;
	while (word < end) {
		word++;
		const char *comma = memchr(word, ',', (size_t)(end - word));
		const char *next = comma != NULL ? comma : end;
		if (gb_values_word_has(&axes[on], word, (size_t)(next - word), point->value[on]))
			return true;
		word = next;
	}
	return false;
}

bool gb_point_is(const struct gb_axis *axes, const char *selection, const struct gb_point *point)
{
	for (;;) {
		const size_t length = strcspn(selection, " ");
		if (!meets_condition(axes, selection, length, point))
			return false;
		if (selection[length] == '\0')
			return true;
		selection += length + 1;
	}
}

static bool is_axis_name(const char *name)
{
	size_t length = strlen(name);

	return length > 0 && length < GB_NAME_MAX && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

/* Names are part of a point's text and must be unique there. */
static int check_names(const struct gb_axis *axis, struct gb_error *error)
{
	if (axis->names == NULL && axis->values != NULL && isalpha((unsigned char)axis->values[0]))
		return gb_error_set(error, "axis '%s': .values is '%s': words are listed in .names", axis->name,
				    axis->values);
	if (axis->names == NULL)
		return GB_OK;
	if (axis->names[0] == NULL)
		return gb_error_set(error, "axis '%s' has no values", axis->name);
	for (int i = 0; axis->names[i] != NULL; i++) {
		const char *name = axis->names[i];
		if (name[0] == '\0' || strlen(name) >= GB_NAME_MAX || strpbrk(name, ",=:\" \r\n") != NULL)
			return gb_error_set(error, "axis '%s': '%s' is not a name for a value", axis->name, name);
		for (int j = 0; j < i; j++)
			if (strcmp(axis->names[j], name) == 0)
				return gb_error_set(error, "axis '%s': two values are called '%s'", axis->name, name);
	}
	return GB_OK;
}

/* Check that the axis has every value of a list. */
static int check_list(const struct gb_axis *axis, const char *list, struct gb_error *error)
{
	struct gb_values all, some;

	GB_TRY(gb_values_all(axis, &all, error));
	int status = gb_values_parse(axis, list, &some, error);
	for (size_t i = 0; status == GB_OK && i < some.count; i++)
		if (!gb_values_have(&all, some.value[i]))
			gb_error_write(error, "axis '%s': %" PRId64 " is in '%s' but not in its values", axis->name,
				       some.value[i], list);
	if (status == GB_OK)
		gb_values_free(&some);
	gb_values_free(&all);
	return error->text[0] == '\0' ? GB_OK : GB_FAILED;
}

static int check_condition(const struct gb_axis *axes, size_t end, bool searched, const char *condition,
			   struct gb_error *error)
{
	const size_t name = strcspn(condition, "=");
	const int on = gb_axes_find(axes, condition, name);

	if (condition[name] != '=' || on < 0 || (size_t)on >= end || (axes[on].kind != GB_REPORTED && !searched))
		return gb_error_set(error, "condition '%s' is not %sAXIS=VALUES", condition,
				    searched ? "" : "EARLIER_REPORTED_");
	return check_list(&axes[on], condition + name + 1, error) == GB_OK
		       ? GB_OK
		       : gb_error_prefix(error, "condition '%s'", condition);
}

int gb_selection_check(const struct gb_axis *axes, size_t end, bool searched, const char *selection,
		       struct gb_error *error)
{
	char *rest = gb_heap_text(selection), *text = rest, *next;
	int status = GB_OK;

	for (; text != NULL && status == GB_OK; text = next) {
		next = strchr(text, ' ');
		if (next != NULL)
			*next++ = '\0';
		status = check_condition(axes, end, searched, text, error);
	}
	free(rest);
	return status;
}

/* True if the member of struct point holds the value, even with a sign bit. */
static bool fits_member(const struct gb_axis *axis, int64_t value)
{
	return axis->size == 0 || axis->size >= sizeof value || value >> (8 * axis->size - 1) == 0;
}

/* Check that every value fits into its member, and the longest point's text into a row. */
static int check_room(const struct gb_axis *axes, struct gb_error *error)
{
	char value[GB_NAME_MAX];
	size_t length = 0;

	for (size_t i = 0; axes[i].name != NULL; i++) {
		struct gb_values all;
		size_t longest = 0;
		GB_TRY(gb_values_all(&axes[i], &all, error));
		for (size_t v = 0; v < all.count; v++) {
			gb_value_text(&axes[i], all.value[v], value, sizeof value);
			longest = strlen(value) > longest ? strlen(value) : longest;
			if (!fits_member(&axes[i], all.value[v])) {
				gb_values_free(&all);
				return gb_error_set(error, "axis '%s': %s does not fit into its member of %u bytes",
						    axes[i].name, value, axes[i].size);
			}
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
		if (!is_axis_name(axes[i].name))
			return gb_error_set(error, "axis name '%s' may have only lowercase letters, digits and '_'",
					    axes[i].name);
		if ((size_t)gb_axes_find(axes, axes[i].name, strlen(axes[i].name)) != i)
			return gb_error_set(error, "two axes are called '%s'", axes[i].name);
		if (axes[i].help == NULL || axes[i].help[0] == '\0')
			return gb_error_set(error, "axis '%s' has no help", axes[i].name);
		if (axes[i].kind != GB_REPORTED && axes[i].kind != GB_SEARCHED)
			return gb_error_set(error, "axis '%s' has unknown kind %d", axes[i].name, (int)axes[i].kind);
		if (check_names(&axes[i], error) != GB_OK ||
		    (axes[i].full != NULL && check_list(&axes[i], axes[i].full, error) != GB_OK) ||
		    (axes[i].quick != NULL && check_list(&axes[i], axes[i].quick, error) != GB_OK))
			return GB_FAILED;
		if (axes[i].when != NULL && gb_selection_check(axes, i, false, axes[i].when, error) != GB_OK)
			return gb_error_prefix(error, "axis '%s'", axes[i].name);
	}
	return check_room(axes, error);
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
	GB_TRY(gb_values_parse(&axes[axis], text, &value, error));
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
