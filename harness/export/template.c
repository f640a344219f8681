#include "export/template.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/peaks.h"
#include "base/folders.h"
#include "base/text.h"

enum { TEMPLATE_MAX = 1 << 20, EXPRESSION_MAX = 256, PATH_MAX_HERE = 4096 };

static const char opens[] = "{{", closes[] = "}}", comment[] = "#%";

/* ---- the file ------------------------------------------------------------------------------------------------------ */

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

/* A name without a slash is one of ours, unless there is a file of that name here. */
static FILE *open_template(struct search *search, struct gb_error *error)
{
	static const char *const ours[] = { "../share/gpubench/templates", "../harness/export/templates", NULL };

	if (strchr(search->name, '/') != NULL || gb_folders_is_file(search->name))
		gb_text_copy(search->path, sizeof search->path, search->name);
	else
		gb_folders_near(NULL, ours, look_into, search);
	if (search->path[0] == '\0') {
		gb_error_write(error, "--template %s: there is no such file, and none that comes with the program",
			       search->name);
		return NULL;
	}
	FILE *file = fopen(search->path, "re");
	if (file == NULL)
		gb_error_write(error, "%s: cannot be read: %s", search->path, strerror(errno));
	return file;
}

/* ---- what stands between the braces -------------------------------------------------------------------------------- */

struct filling {
	const struct gb_template *template;
	const struct gb_peaks *peaks;
	const char *path;
	size_t line;
	FILE *out;
	struct gb_error *error;
};

static int refuse(const struct filling *f, const char *what, const char *why)
{
	return gb_error_set(f->error, "%s: line %zu: %.200s: %s", f->path, f->line, what, why);
}

/* Of the GPU: a text, or a number where that is NULL. */
static const char *gpu_field(const struct gb_peaks *peaks, const char *field, double *number)
{
	const struct gb_gpu *gpu = peaks->gpu;
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

static double given(const struct gb_template *template, const char *name)
{
	const size_t length = strlen(name);

	for (size_t i = 0; i < template->withs; i++)
		if (strncmp(template->with[i], name, length) == 0 && template->with[i][length] == '=')
			return strtod(template->with[i] + length + 1, NULL);
	return NAN;
}

static double number_of(const struct filling *f, const char *name)
{
	static const char limit[] = ":limit";
	char roof[EXPRESSION_MAX];
	double number;

	if (strncmp(name, "with:", 5) == 0)
		return given(f->template, name + 5);
	if (strncmp(name, "gpu:", 4) == 0) {
		gpu_field(f->peaks, name + 4, &number);
		return number;
	}
	const bool is_limit = gb_text_ends_in(name, limit);
	gb_text_copy(roof, sizeof roof, name);
	if (is_limit)
		roof[strlen(name) - strlen(limit)] = '\0';
	const struct gb_peak *peak = gb_peaks_find(f->peaks, roof);
	return peak == NULL ? NAN : is_limit ? peak->limit : peak->value;
}

/* Letters and digits alone, and what no format takes for its own. */
static void put_text(FILE *out, const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-_()/";

	for (; *text != '\0'; text++)
		fputc(strchr(plain, *text) != NULL ? *text : '_', out);
}

/* Cut the expression at the last of these characters; NULL: it is not there. */
static char *cut(char *expression, char at)
{
	char *found = strrchr(expression, at);

	if (found != NULL)
		*found++ = '\0';
	return found;
}

static int put_number(const struct filling *f, char *expression, const char *whole, const char *otherwise)
{
	char *decimals = cut(expression, '@'), *scale = cut(expression, '*'), *divisor = cut(expression, '/');
	const double digits = decimals != NULL ? gb_text_number(decimals) : 0;
	const double factor = scale != NULL ? gb_text_number(scale) : 1;

	if (!(digits >= 0 && digits <= 9) || isnan(factor))
		return refuse(f, whole, "expected NAME, then /NAME, *NUMBER, @DECIMALS and |TEXT as wanted");
	const double number = number_of(f, expression) / (divisor != NULL ? number_of(f, divisor) : 1) * factor;
	if (!isfinite(number) && otherwise == NULL)
		return refuse(f, whole,
			      strncmp(expression, "with:", 5) == 0 ? "give it: --with NAME=NUMBER"
								   : "was not measured");
	if (!isfinite(number))
		fputs(otherwise, f->out);
	else if (decimals != NULL)
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
		return refuse(f, opens, "is longer than an expression may be");
	memcpy(expression, text, length);
	expression[length] = '\0';
	gb_text_copy(whole, sizeof whole, expression);
	char *otherwise = strchr(expression, '|');
	if (otherwise != NULL)
		*otherwise++ = '\0';
	const char *field = strncmp(expression, "gpu:", 4) == 0 ? gpu_field(f->peaks, expression + 4, &number) : NULL;
	if (field == NULL)
		return put_number(f, expression, whole, otherwise);
	put_text(f->out, field);
	return GB_OK;
}

static int fill_line(const struct filling *f, const char *line)
{
	const char *begin, *end;

	if (strncmp(line, comment, strlen(comment)) == 0)
		return GB_OK;
	while ((begin = strstr(line, opens)) != NULL) {
		fwrite(line, 1, (size_t)(begin - line), f->out);
		begin += strlen(opens);
		end = strstr(begin, closes);
		if (end == NULL)
			return refuse(f, opens, "is not closed in its line");
		if (put_expression(f, begin, (size_t)(end - begin)) != GB_OK)
			return GB_FAILED;
		line = end + strlen(closes);
	}
	fputs(line, f->out);
	return GB_OK;
}

/* ---- the whole ----------------------------------------------------------------------------------------------------- */

static int fill_lines(struct filling *f, FILE *file)
{
	char *line = NULL;
	size_t room = 0, bytes = 0;
	int status = GB_OK;
	ssize_t length;

	while (status == GB_OK && (length = getline(&line, &room, file)) >= 0) {
		f->line++;
		bytes += (size_t)length;
		if (bytes > TEMPLATE_MAX || strlen(line) != (size_t)length)
			status = refuse(f, "template", "is no text of up to 1 MiB");
		else
			status = fill_line(f, line);
	}
	free(line);
	return status;
}

static int check_given(const struct gb_template *template, struct gb_error *error)
{
	for (size_t i = 0; i < template->withs; i++) {
		const char *value = strchr(template->with[i], '=');
		if (value == NULL || value == template->with[i] || isnan(gb_text_number(value + 1)))
			return gb_error_set(error, "--with '%s': expected NAME=NUMBER", template->with[i]);
	}
	return GB_OK;
}

/* All of it or nothing: half a file on standard output would be read. */
static int fill_file(const struct gb_template *template, const struct gb_peaks *peaks, const char *path, FILE *file,
		     FILE *out, struct gb_error *error)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size);

	if (memory == NULL)
		return gb_error_set(error, "out of memory");
	struct filling filling = { template, peaks, path, 0, memory, error };
	int status = fill_lines(&filling, file);
	if (fclose(memory) != 0 && status == GB_OK)
		status = gb_error_set(error, "out of memory");
	if (status == GB_OK)
		fwrite(text, 1, size, out);
	free(text);
	return status;
}

int gb_template_fill(const struct gb_template *template, const struct gb_roofs *roofs, FILE *out,
		     struct gb_error *error)
{
	struct search search = { .name = template->name };
	struct gb_peaks peaks;

	if (check_given(template, error) != GB_OK || gb_peaks_of(&peaks, roofs, error) != GB_OK)
		return GB_FAILED;
	FILE *file = open_template(&search, error);
	const int status = file != NULL ? fill_file(template, &peaks, search.path, file, out, error) : GB_FAILED;
	if (file != NULL)
		fclose(file);
	gb_peaks_free(&peaks);
	return status;
}
