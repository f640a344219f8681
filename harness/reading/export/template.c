#include "export/template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/peaks.h"
#include "base/folders.h"
#include "base/heap.h"
#include "base/open_input.h"
#include "base/text.h"

enum { TEMPLATE_MAX = 1 << 20, EXPRESSION_MAX = 256, PATH_MAX_HERE = 4096 };

static const char opens[] = "{{", closes[] = "}}", comment[] = "#%", optional[] = "#?", point_word[] = "point:";

static bool begins_with(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

struct search {
	const char *name;
	char path[PATH_MAX_HERE]; /* "": not found yet */
};

static void look_into(void *context, const char *folder)
{
	struct search *search = context;
	char path[PATH_MAX_HERE] = "";

	gb_text_add(path, sizeof path, "%s/%s", folder, search->name);
	if (search->path[0] == '\0' && gb_folders_is_file(path))
		gb_text_copy(search->path, sizeof search->path, path);
}

/* A name without a slash means a supplied template, unless there is a file with this name. */
static int find_template(struct search *search, struct gb_error *error)
{
	static const char *const ours[] = { "../share/gpubench/templates", "../harness/reading/export/templates",
					    NULL };

	if (strchr(search->name, '/') != NULL || gb_folders_is_file(search->name))
		gb_text_copy(search->path, sizeof search->path, search->name);
	else
		gb_folders_near(NULL, ours, look_into, search);
	if (search->path[0] == '\0')
		return gb_error_set(error, "--template %s: neither a file nor a template of this program",
				    search->name);
	return GB_OK;
}

static int read_text(struct gb_template *template, struct gb_error *error)
{
	FILE *file = gb_open_input(template->path, error);

	if (file == NULL)
		return GB_FAILED;
	template->text = gb_heap_array(TEMPLATE_MAX + 2, 1);
	const size_t size = fread(template->text, 1, TEMPLATE_MAX + 1, file);
	const bool is_bad = ferror(file) != 0;
	gb_close_input(file);
	if (is_bad || size > TEMPLATE_MAX || strlen(template->text) != size)
		return gb_error_set(error, "%s: expected a text of up to 1 MiB", template->path);
	return GB_OK;
}

/* ---- expressions in braces --------------------------------------------------------------------------------------- */

struct filling {
	const struct gb_template *template;
	const char *const *with;
	size_t withs;
	const struct gb_roofs *roofs;
	const struct gb_peaks *peaks;
	size_t line;
	FILE *out;
	struct gb_error *error;
};

static int refuse_text(const struct filling *f, const char *what, const char *why)
{
	return gb_error_set(f->error, "%s: line %zu: %.200s: %s", f->template->path, f->line, what, why);
}

/* Returns a property of the GPU as a text, or NULL and *number. */
static const char *gpu_field(const struct gb_peaks *peaks, const char *field, double *number)
{
	const struct gb_gpu_roofs *gpu = peaks->gpu;
	const struct {
		const char *name, *text;
		double number;
	} fields[] = {
		{ "name", gpu->name, NAN },
		{ "board", peaks->board, NAN },
		{ "driver", gpu->driver, NAN },
		{ "version", gpu->version, NAN },
		{ "capability", NULL, strtod(gpu->capability, NULL) },
		{ "memory_bytes", NULL, gpu->memory_bytes },
		{ "power_limit_w", NULL, gpu->power_limit_w },
		{ "sm_clock_rated_hz", NULL, gpu->sm_clock_rated_hz },
	};

	*number = NAN;
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (strcmp(fields[i].name, field) == 0) {
			*number = fields[i].number;
			return fields[i].text;
		}
	return NULL;
}

static double given_number(const struct filling *f, const char *name)
{
	const size_t length = strlen(name);

	for (size_t i = 0; i < f->withs; i++)
		if (strncmp(f->with[i], name, length) == 0 && f->with[i][length] == '=')
			return strtod(f->with[i] + length + 1, NULL);
	return NAN;
}

static double roof_of(const struct filling *f, const char *name)
{
	static const char limit[] = ":limit";
	char roof[EXPRESSION_MAX];

	const bool is_limit = gb_text_ends_in(name, limit);
	gb_text_copy(roof, sizeof roof, name);
	if (is_limit)
		roof[strlen(name) - strlen(limit)] = '\0';
	const struct gb_peak *peak = gb_peaks_find(f->peaks, roof);
	return peak == NULL ? NAN : is_limit ? peak->limit : peak->value;
}

/* NAN: unknown. */
static int find_number(const struct filling *f, const char *name, double *number)
{
	struct gb_error why = { "" };

	if (begins_with(name, point_word))
		return gb_template_points_value(&f->template->points, name + strlen(point_word), f->roofs, number,
						&why) == GB_OK
			       ? GB_OK
			       : refuse_text(f, name, why.text);
	if (begins_with(name, "with:"))
		*number = given_number(f, name + 5);
	else if (begins_with(name, "gpu:"))
		gpu_field(f->peaks, name + 4, number);
	else
		*number = roof_of(f, name);
	return GB_OK;
}

/* Writes only letters and digits, which have no special meaning in any format. */
static void put_text(FILE *out, const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-_()/";

	for (; *text != '\0'; text++)
		fputc(strchr(plain, *text) != NULL ? *text : '_', out);
}

/* Cuts the expression at the last occurrence of this character and returns the part after it; NULL: not found. */
static char *cut_at(char *expression, char at)
{
	char *found = strrchr(expression, at);

	if (found != NULL)
		*found++ = '\0';
	return found;
}

/* GB_SKIPPED: the value is unknown. */
static int put_unknown(const struct filling *f, const char *name, const char *whole, const char *otherwise)
{
	if (otherwise == NULL) {
		refuse_text(f, whole, begins_with(name, "with:") ? "give it: --with NAME=NUMBER" : "was not measured");
		return GB_SKIPPED;
	}
	fputs(otherwise, f->out);
	return GB_OK;
}

static int put_number(const struct filling *f, char *expression, const char *whole, const char *otherwise)
{
	char *decimals = cut_at(expression, '@'), *scale = cut_at(expression, '*'), *divisor = cut_at(expression, '/');
	const double digits = decimals != NULL ? gb_text_number(decimals) : 0;
	const double factor = scale != NULL ? gb_text_number(scale) : 1;
	double number, part = 1;

	if (!(digits >= 0 && digits <= 9) || isnan(factor))
		return refuse_text(f, whole,
				   "expected NAME, optionally followed by /NAME, *NUMBER, @DECIMALS and |TEXT");
	if (find_number(f, expression, &number) != GB_OK ||
	    (divisor != NULL && find_number(f, divisor, &part) != GB_OK))
		return GB_FAILED;
	number = number / part * factor;
	if (!isfinite(number))
		return put_unknown(f, expression, whole, otherwise);
	if (decimals != NULL)
		fprintf(f->out, "%.*f", (int)digits, number);
	else
		fprintf(f->out, "%.9g", number);
	return GB_OK;
}

static int put_expression(const struct filling *f, const char *text, size_t length)
{
	char expression[EXPRESSION_MAX], whole[EXPRESSION_MAX];
	double number;

	if (length >= sizeof expression)
		return refuse_text(f, opens, "is longer than an expression may be");
	memcpy(expression, text, length);
	expression[length] = '\0';
	gb_text_copy(whole, sizeof whole, expression);
	char *otherwise = strchr(expression, '|');
	if (otherwise != NULL)
		*otherwise++ = '\0';
	const char *field = begins_with(expression, "gpu:") ? gpu_field(f->peaks, expression + 4, &number) : NULL;
	if (field == NULL)
		return put_number(f, expression, whole, otherwise);
	put_text(f->out, field);
	return GB_OK;
}

static int fill_line(const struct filling *f, const char *line)
{
	const char *begin, *end;

	while ((begin = strstr(line, opens)) != NULL) {
		fwrite(line, 1, (size_t)(begin - line), f->out);
		begin += strlen(opens);
		end = strstr(begin, closes);
		if (end == NULL)
			return refuse_text(f, opens, "is not closed on its line");
		GB_TRY(put_expression(f, begin, (size_t)(end - begin)));
		line = end + strlen(closes);
	}
	fputs(line, f->out);
	return GB_OK;
}

/* Writes a line only if all its values are known. */
static int fill_optional(const struct filling *f, const char *line)
{
	struct filling trial = *f;
	char *text = NULL;
	size_t size = 0;

	trial.out = gb_heap_stream(&text, &size);
	const int status = fill_line(&trial, line);
	gb_heap_close(trial.out, &text);
	if (status == GB_OK)
		fwrite(text, 1, size, f->out);
	free(text);
	if (status != GB_SKIPPED)
		return status;
	gb_error_clear(f->error);
	return GB_OK;
}

/* ---- the complete template --------------------------------------------------------------------------------------- */

/* Called with each line, including its end. A result other than GB_OK ends the reading. */
typedef int line_fn(void *context, char *line, size_t number);

static int each_line(const char *text, line_fn *take, void *context)
{
	char *copy = gb_heap_text(text);
	int status = GB_OK;
	size_t number = 0;

	for (char *line = copy; status == GB_OK && *line != '\0';) {
		const size_t length = strcspn(line, "\n") + (strchr(line, '\n') != NULL);
		const char after = line[length];
		line[length] = '\0';
		status = take(context, line, ++number);
		line[length] = after;
		line += length;
	}
	free(copy);
	return status;
}

static int fill_one(void *context, char *line, size_t number)
{
	struct filling *f = context;

	f->line = number;
	if (begins_with(line, comment))
		return GB_OK;
	if (begins_with(line, optional))
		return fill_optional(f, line + strlen(optional));
	return fill_line(f, line) == GB_OK ? GB_OK : GB_FAILED;
}

/* Writes all or nothing, because an incomplete file on standard output might be used. */
static int fill_all(struct filling *filling, FILE *out)
{
	char *text = NULL;
	size_t size = 0;

	filling->out = gb_heap_stream(&text, &size);
	const int status = each_line(filling->template->text, fill_one, filling);
	gb_heap_close(filling->out, &text);
	if (status == GB_OK)
		fwrite(text, 1, size, out);
	free(text);
	return status;
}

static int check_given(const char *const *with, size_t withs, struct gb_error *error)
{
	for (size_t i = 0; i < withs; i++) {
		const char *value = strchr(with[i], '=');
		if (value == NULL || value == with[i] || isnan(gb_text_number(value + 1)))
			return gb_error_set(error, "--with '%s': expected NAME=NUMBER", with[i]);
	}
	return GB_OK;
}

int gb_template_fill(const struct gb_template *template, const char *const *with, size_t withs,
		     const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;

	GB_TRY(check_given(with, withs, error));
	GB_TRY(gb_peaks_of(&peaks, roofs, error));
	struct filling filling = { template, with, withs, roofs, &peaks, 0, NULL, error };
	const int status = fill_all(&filling, out);
	gb_peaks_free(&peaks);
	return status;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

struct wanting {
	struct gb_template *template;
	struct gb_error *error;
};

/* Requests every "point:" in braces, up to what may follow a name. */
static int want_points(void *context, char *line, size_t number)
{
	const struct wanting *w = context;
	char *next;

	for (char *at = strstr(line, opens); at != NULL && !begins_with(line, comment); at = strstr(next, opens)) {
		char *end = strstr(at, closes);
		if (end == NULL)
			return GB_OK; /* an error is reported when the template is filled */
		next = end + strlen(closes);
		*end = '\0';
		at[strcspn(at, "|")] = '\0';
		while ((at = strstr(at, point_word)) != NULL) {
			char *name = at + strlen(point_word);
			const size_t length = strcspn(name, "/*@");
			at = name + length + (name[length] != '\0');
			name[length] = '\0';
			if (gb_template_points_want(&w->template->points, name, w->error) != GB_OK)
				return gb_error_prefix(w->error, "%s: line %zu: %.200s", w->template->path, number,
						       name);
		}
	}
	return GB_OK;
}

int gb_template_open(struct gb_template *template, const char *name, struct gb_error *error)
{
	struct search search = { .name = name };
	struct wanting wanting = { template, error };

	*template = (struct gb_template){ 0 };
	GB_TRY(find_template(&search, error));
	template->path = gb_heap_text(search.path);
	GB_TRY(read_text(template, error));
	return each_line(template->text, want_points, &wanting);
}

void gb_template_close(struct gb_template *template)
{
	gb_template_points_free(&template->points);
	free(template->path);
	free(template->text);
	*template = (struct gb_template){ 0 };
}
