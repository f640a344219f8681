#include "profile/kernel_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

/* GAP stands for text that is left out. A text of LEAST bytes has room for a part on each side of it. */
#define GAP ".."
enum { GAP_BYTES = sizeof GAP - 1, LEAST = 16 };

/* text that is not part of a name */

/* Returns the end of an operator's name, which may contain brackets; NULL: there is none here. */
static const char *skip_operator(const char *text)
{
	static const char word[] = "operator";

	if (strncmp(text, word, strlen(word)) != 0)
		return NULL;
	text += strlen(word);
	if (strncmp(text, "()", 2) == 0)
		return text + 2;
	return text + strspn(text, "+-*/%^&|~!=<>,[]");
}

/* Returns "f<int>" for "void f<int>(char *)". */
static char *copy_name(const char *name)
{
	const char *begin = name, *end = name + strlen(name);
	int depth = 0;

	for (const char *at = name; *at != '\0'; at++) {
		const char *after = depth == 0 ? skip_operator(at) : NULL;
		if (after != NULL) {
			at = after - 1;
			continue;
		}
		if (*at == '(' && depth == 0 && at > begin && strncmp(at, "(anonymous", 10) != 0 &&
		    strncmp(at, "(int)", 5) != 0) {
			end = at;
			break;
		}
		if (*at == '<' || *at == '(')
			depth++;
		else if ((*at == '>' || *at == ')') && depth > 0)
			depth--;
		if (*at == ' ' && depth == 0)
			begin = at + 1;
	}
	if (strncmp(begin, "unnamed>::", 10) == 0) /* ncu on Windows cuts "<unnamed>::" */
		begin += 10;
	return gb_heap_part(begin, (size_t)(end - begin));
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Returns the end of "at::", "(anonymous namespace)::" or a cast such as "(int)"; the text itself if there is none. */
static const char *skip_qualifier(const char *text)
{
	static const char *const whole[] = { "(anonymous namespace)::", "<unnamed>::", "(int)",  "(bool)",
					     "(unsigned int)",          "(long)",      "(char)", "(unsigned long)" };
	const char *end = text;

	for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
		if (strncmp(text, whole[i], strlen(whole[i])) == 0)
			return text + strlen(whole[i]);
	while (is_word(*end))
		end++;
	return end > text && strncmp(end, "::", 2) == 0 ? end + 2 : text;
}

/* "at::f<at::native::g<float>, (int)4>" becomes "f<g<float>, 4>". */
static void remove_qualifiers(char *text)
{
	char *to = text;

	for (const char *at = text; *at != '\0';) {
		const bool begins = at == text || !is_word(at[-1]);
		const char *after = begins ? skip_qualifier(at) : at;
		if (after > at)
			at = after;
		else
			*to++ = *at++;
	}
	*to = '\0';
}

/* ---- differences between names ----------------------------------------------------------------------------------- */

/* Functions are compared by the beginnings of their names, which are kept. */
static size_t head_length(const char *name, size_t most)
{
	size_t length = strcspn(name, "<");

	if (length <= 2 * most / 3 && name[length] == '<')
		return length;
	length = most / 2 < length ? most / 2 : length;
	while (length > most / 4 && name[length - 1] != '_')
		length--;
	return length;
}

static bool are_of_one_function(const char *a, const char *b, size_t most)
{
	const size_t length = head_length(a, most);

	return length == head_length(b, most) && strncmp(a, b, length) == 0;
}

static size_t token_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]))
		length++;
	return length;
}

static bool has_token(const char *text, const char *token, size_t length)
{
	while (*text != '\0') {
		const size_t its = token_length(text);
		if (its == length && strncmp(text, token, length) == 0)
			return true;
		text += its > 0 ? its : 1;
	}
	return false;
}

struct shortening {
	char **name; /* of all kernels, without qualifiers if they are too long */
	size_t count, most;
};

static bool are_relatives(const struct shortening *s, size_t a, size_t b)
{
	return strlen(s->name[a]) > s->most && strlen(s->name[b]) > s->most &&
	       are_of_one_function(s->name[a], s->name[b], s->most);
}

/* Returns the number of kernels of the same function as kernel i whose names have this token after the head. */
static size_t count_with_token(const struct shortening *s, size_t i, const char *token, size_t length)
{
	const size_t head = head_length(s->name[i], s->most);
	size_t count = 0;

	for (size_t n = 0; n < s->count; n++)
		count += are_relatives(s, i, n) && has_token(s->name[n] + head, token, length);
	return count;
}

static size_t count_relatives(const struct shortening *s, size_t i)
{
	size_t count = 0;

	for (size_t n = 0; n < s->count; n++)
		count += are_relatives(s, i, n);
	return count;
}

/* A token, the text before it, and the number of kernels that have it. */
struct token {
	const char *before, *text;
	size_t length, kernels;
};

static size_t find_tokens(const struct shortening *s, size_t i, struct token *tokens)
{
	size_t count = 0;

	for (const char *at = s->name[i] + head_length(s->name[i], s->most); *at != '\0';) {
		struct token *t = &tokens[count++];
		t->before = t->text = at;
		while (*t->text != '\0' && token_length(t->text) == 0)
			t->text++;
		t->length = token_length(t->text);
		t->kernels = t->length > 0 ? count_with_token(s, i, t->text, t->length) : SIZE_MAX;
		at = t->text + t->length;
	}
	return count;
}

/* Adds the tokens that at most this number of kernels have, with the text between neighbours. Returns their number. */
static size_t add_tokens(const struct token *tokens, size_t count, size_t kernels, char *text, size_t size)
{
	size_t added = 0;
	bool is_gap = false;

	for (size_t i = 0; i < count; i++) {
		const struct token *t = &tokens[i];
		if (t->kernels > kernels) {
			gb_text_add(text, size, "%s", is_gap ? "" : GAP);
			is_gap = true;
			continue;
		}
		const char *from = is_gap ? t->text : t->before;
		gb_text_add(text, size, "%.*s", (int)(t->text + t->length - from), from);
		is_gap = false;
		added++;
	}
	return added;
}

/* Leaves out the parts that all kernels of the function have, then those that most have, until the rest fits. */
static void add_differences(const struct shortening *s, size_t i, char *text, size_t size)
{
	const size_t head = strlen(text);
	struct token *tokens = gb_heap_array(strlen(s->name[i]) + 1, sizeof *tokens);
	const size_t count = find_tokens(s, i, tokens);

	for (size_t kernels = count_relatives(s, i) - 1, last = kernels; kernels > 0;) {
		text[head] = '\0';
		if (add_tokens(tokens, count, kernels, text, size) > 0 && strlen(text) <= s->most)
			break;
		if (strcmp(text + head, GAP) == 0 && kernels < last) {
			text[head] = '\0';
			add_tokens(tokens, count, last, text, size);
			break;
		}
		last = kernels;
		kernels = kernels > 8 ? kernels / 2 : kernels - 1;
	}
	free(tokens);
}

/* ---- cutting ----------------------------------------------------------------------------------------------------- */

static void cut_middle(char *text, size_t most, size_t front)
{
	const size_t length = strlen(text), back = most - front - GAP_BYTES;

	if (length <= most)
		return;
	memcpy(text + front, GAP, GAP_BYTES);
	memmove(text + front + GAP_BYTES, text + length - back, back + 1);
}

static bool is_taken(const struct gb_kernel_names *names, const char *const *full, size_t i, const char *text)
{
	for (size_t n = 0; n < i; n++)
		if (strcmp(names->text[n], text) == 0 && strcmp(full[n], full[i]) != 0)
			return true;
	return false;
}

/* Tries several cuts. If all are taken, a number distinguishes the kernels. */
static char *cut_apart(const struct gb_kernel_names *names, const char *const *full, size_t i, const char *whole,
		       size_t most)
{
	const size_t front[] = { 3 * most / 4, most / 2, most / 3, most - GAP_BYTES };
	char *text = NULL;

	for (size_t n = 0; n < 4; n++) {
		free(text);
		text = gb_heap_text(whole);
		cut_middle(text, most, front[n]);
		if (!is_taken(names, full, i, text))
			return text;
	}
	for (size_t n = 2; n < 10000; n++) {
		free(text);
		text = gb_text_format("%.*s" GAP "%zu", (int)(most - GAP_BYTES - 4), whole, n);
		if (!is_taken(names, full, i, text))
			break;
	}
	return text;
}

static char *shorten_name(const struct gb_kernel_names *names, const struct shortening *s, const char *const *full,
			  size_t i)
{
	const size_t size = 2 * strlen(s->name[i]) + LEAST;
	char *whole = gb_heap_array(1, size);

	if (count_relatives(s, i) > 1) {
		gb_text_add(whole, size, "%.*s", (int)head_length(s->name[i], s->most), s->name[i]);
		add_differences(s, i, whole, size);
	} else {
		gb_text_add(whole, size, "%s", s->name[i]);
	}
	char *text = cut_apart(names, full, i, whole, s->most);
	free(whole);
	return text;
}

void gb_kernel_names_make(struct gb_kernel_names *names, const char *const *full, size_t count, size_t most)
{
	struct shortening s = { gb_heap_array(count + 1, sizeof *s.name), count, most < LEAST ? LEAST : most };

	*names = (struct gb_kernel_names){ gb_heap_array(count + 1, sizeof *names->text), count };
	for (size_t i = 0; i < count; i++) {
		size_t same = 0;
		while (strcmp(full[same], full[i]) != 0)
			same++;
		s.name[i] = same < i ? gb_heap_text("") : copy_name(full[i]); /* each name is shortened once */
		if (strlen(s.name[i]) > s.most)
			remove_qualifiers(s.name[i]);
	}
	for (size_t i = 0; i < count; i++) {
		size_t same = 0;
		while (strcmp(full[same], full[i]) != 0)
			same++;
		names->text[i] = same < i ? gb_heap_text(names->text[same]) : shorten_name(names, &s, full, i);
	}
	for (size_t i = 0; i < count; i++)
		free(s.name[i]);
	free(s.name);
}

const char *gb_kernel_names_get(const struct gb_kernel_names *names, size_t i, const char *full)
{
	return names->text != NULL ? names->text[i] : full;
}

void gb_kernel_names_free(struct gb_kernel_names *names)
{
	for (size_t i = 0; names->text != NULL && i < names->count; i++)
		free(names->text[i]);
	free(names->text);
	*names = (struct gb_kernel_names){ .count = 0 };
}
