/* fuzz_axis: gb_values_parse() over any list, against a second reading of the syntax. The first byte chooses the
 * axis. */
#include <stdlib.h>
#include <string.h>

#include "plan/axis.h"
#include "fuzz.h"

static const char *const names[] = { "read", "write", "copy", "r", "re", NULL };
static const struct gb_axis axes[] = {
	{ .name = "n", .help = "a number", .values = "0:8" },
	{ .name = "op", .help = "a name", .names = names },
};

/* The meaning of a list, computed again: the first word without meaning makes it `bad`. */
struct meaning {
	bool bad;
	size_t count;
	int64_t value[GB_VALUES_MAX];
};

/* Without the fuzzer's counters, which would take most of the time. */
__attribute__((no_sanitize("coverage"))) static void mean(struct meaning *m, int64_t value)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->value[i] == value)
			return;
	if (m->count == GB_VALUES_MAX)
		m->bad = true;
	else
		m->value[m->count++] = value;
}

/* -?[0-9]+, in 64 bits. */
static bool mean_number(const char **at, int64_t *out)
{
	const bool negative = **at == '-';
	const char *digits = *at + negative;
	int64_t value = 0;

	for (*at = digits; **at >= '0' && **at <= '9'; ++*at)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_sub_overflow(value, **at - '0', &value)) /* downwards: the least has no positive */
			return false;
	if (*at == digits || (!negative && value == INT64_MIN))
		return false;
	*out = negative ? value : -value;
	return true;
}

/* lo[:hi[:step|:pow2|:pow4]], all of `word` */
static void mean_range(struct meaning *m, const char *word)
{
	int64_t lo, hi, step = 1, power = 0;

	m->bad |= !mean_number(&word, &lo);
	if (m->bad)
		return;
	hi = lo;
	if (*word == ':') {
		word++;
		m->bad |= !mean_number(&word, &hi);
	}
	if (!m->bad && *word == ':') {
		word++;
		power = strcmp(word, "pow2") == 0 ? 2 : strcmp(word, "pow4") == 0 ? 4 : 0;
		word += power > 0 ? 4 : 0;
		m->bad |= power == 0 && !mean_number(&word, &step);
	}
	m->bad |=
		*word != '\0' || hi < lo || step < 1 || (power > 0 && lo < 1) || hi > INT64_MAX / (power == 4 ? 4 : 2);
	while (!m->bad) {
		mean(m, lo);
		if (power > 0)
			step = (power - 1) * lo;
		if (__builtin_add_overflow(lo, step, &lo) || lo > hi)
			break;
	}
}

static void mean_name(struct meaning *m, const char *word)
{
	size_t i = 0;

	while (names[i] != NULL && strcmp(names[i], word) != 0)
		i++;
	m->bad |= names[i] == NULL;
	if (!m->bad)
		mean(m, (int64_t)i);
}

static void mean_list(struct meaning *m, const struct gb_axis *axis, const char *list)
{
	char *copy = strdup(list), *rest = copy;

	fuzz_require(copy != NULL, "out of memory");
	m->bad = false;
	m->count = 0;
	for (const char *word; !m->bad && (word = strsep(&rest, ",")) != NULL;) {
		if (axis->names != NULL)
			mean_name(m, word);
		else
			mean_range(m, word);
	}
	free(copy);
}

static void check_values(const struct gb_axis *axis, const struct gb_values *values, const struct meaning *m)
{
	char text[GB_NAME_MAX];
	struct gb_error error = { "" };

	fuzz_require(!m->bad && values->count == m->count, "%zu values", values->count);
	for (size_t i = 0; i < values->count; i++) {
		struct gb_values back;
		fuzz_require(values->value[i] == m->value[i], "value %zu is %lld", i, (long long)values->value[i]);
		gb_value_text(axis, values->value[i], text, sizeof text);
		if (i >= 4 || values->value[i] > INT64_MAX / 2)
			continue;
		fuzz_require(gb_values_parse(axis, text, &back, &error) == GB_OK && back.count == 1 &&
				     back.value[0] == values->value[i],
			     "'%s' is not read back", text);
		gb_values_free(&back);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct meaning meaning;
	struct gb_values values = { 77, NULL };
	struct gb_error error = { "" };

	if (size == 0)
		return 0;
	const struct gb_axis *axis = &axes[bytes[0] % 2];
	char *list = fuzz_text(bytes + 1, size - 1);
	mean_list(&meaning, axis, list);
	if (gb_values_parse(axis, list, &values, &error) == GB_OK) {
		check_values(axis, &values, &meaning);
		gb_values_free(&values);
	} else {
		fuzz_require(meaning.bad, "'%s' is refused: %s", list, error.text);
		fuzz_require(values.count == 77 && values.value == NULL, "an output without success");
		fuzz_require(strstr(error.text, axis->name) != NULL, "which axis? %s", error.text);
		fuzz_one_line(&error);
	}
	free(list);
	return 0;
}
