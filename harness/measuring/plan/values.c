#include "plan/values.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

static int add_value(struct gb_values *values, int64_t value, struct gb_error *error)
{
	if (gb_values_have(values, value))
		return GB_OK;
	if (values->count >= GB_VALUES_MAX)
		return gb_error_set(error, "more than %d values", GB_VALUES_MAX);
	/* Double the room whenever the count reaches a power of two. */
	if ((values->count & (values->count - 1)) == 0) {
		size_t room = values->count ? 2 * values->count : 1;
		values->value = gb_heap_resize(values->value, room, sizeof *values->value);
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

static int add_name(const struct gb_axis *axis, const char *word, size_t length, struct gb_values *out,
		    struct gb_error *error)
{
	int place = find_name(axis->names, word, length);
	char known[256] = "";

	if (place >= 0)
		return add_value(out, place, error);
	for (int i = 0; axis->names[i] != NULL; i++)
		gb_text_add(known, sizeof known, "%s%s", i ? ", " : "", axis->names[i]);
	return gb_error_set(error, "axis '%s' has no value '%.*s'; it has %s", axis->name, (int)length, word, known);
}

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

/* The factor of "pow2" or "pow4"; 0: neither. */
static int64_t read_power(const char *at, const char *end)
{
	if ((size_t)(end - at) != 4 || memcmp(at, "pow", 3) != 0)
		return 0;
	return at[3] == '2' || at[3] == '4' ? at[3] - '0' : 0;
}

struct range {
	int64_t lo, hi, step, power; /* power: 0: steps */
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

static int add_range(const struct gb_axis *axis, const char *word, size_t length, struct gb_values *out,
		     struct gb_error *error)
{
	struct range range;

	GB_TRY(read_range(axis, word, length, &range, error));
	int64_t value = range.lo;
	do
		if (add_value(out, value, error) != GB_OK)
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
			status = add_name(axis, word, length, &values, error);
		else
			status = add_range(axis, word, length, &values, error);
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
		if (add_value(&values, i, error) != GB_OK) {
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

bool gb_values_word_has(const struct gb_axis *axis, const char *word, size_t length, int64_t value)
{
	struct gb_error ignored = { "" }; /* the loader has parsed every condition */
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

void gb_values_free(struct gb_values *values)
{
	free(values->value);
	*values = (struct gb_values){ 0 };
}
