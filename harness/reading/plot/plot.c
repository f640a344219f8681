#include "plot/plot.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/escape.h"
#include "base/folders.h"
#include "base/text.h"
#include "plot/gnuplot.h"
#include "record/publish.h"

enum { TICK_MAX = 48, FILES_NAMED = 3 }; /* TICK_MAX: bytes of a tick's label */

/* ---- settings and texts ------------------------------------------------------------------------------------------ */

void gb_plot_set(struct gb_plot *plot, const char *name, double value)
{
	fprintf(plot->settings, "%s = %.9g; ", name, value);
}

void gb_plot_array(struct gb_plot *plot, const char *name, size_t size)
{
	fprintf(plot->settings, "array %s[%zu]; ", name, size > 0 ? size : 1);
}

/* Bytes that cannot be part of a picture's text: XML 1.0, and thus SVG, allows no control characters and no "]]>", and
 * gnuplot escapes only '<' and '&'. */
static size_t no_letter(const char *at)
{
	return strncmp(at, "]]>", 3) == 0 ? 3 : (unsigned char)*at < 0x80 ? 0 : gb_escape_hidden(at);
}

/* A quote would end the column, and a backslash begins an escape in labels. */
static int plain_letter(char letter)
{
	if ((unsigned char)letter < ' ' || letter == 0x7f)
		return ' ';
	return letter == '"' || letter == '\\' ? '\'' : letter;
}

static void put_text(FILE *data, const char *text, bool tick)
{
	const size_t most = tick ? TICK_MAX : GB_PLOT_TEXT;

	fputc('"', data);
	for (size_t i = 0, length; i < most && text[i] != '\0'; i += length) {
		const size_t hidden = no_letter(text + i);
		length = hidden > 0 ? hidden : gb_text_character(text + i);
		if (hidden > 0) {
			fputc('?', data);
			continue;
		}
		if (tick && text[i] == '%')
			fputc('%', data);
		if (length == 1)
			fputc(plain_letter(text[i]), data);
		else
			fwrite(text + i, 1, length, data);
	}
	fputc('"', data);
}

void gb_plot_put_text(FILE *data, const char *text)
{
	put_text(data, text, false);
}

static void set_text(struct gb_plot *plot, const char *name, const char *text, bool tick)
{
	fprintf(plot->settings, "%s = texts[%zu]; ", name, ++plot->count);
	put_text(plot->texts, text, tick);
	fputc('\n', plot->texts);
}

void gb_plot_set_text(struct gb_plot *plot, const char *name, const char *text)
{
	set_text(plot, name, text, false);
}

void gb_plot_set_tick(struct gb_plot *plot, const char *name, const char *text)
{
	set_text(plot, name, text, true);
}

/* ---- the folder of a plot ---------------------------------------------------------------------------------------- */

static const char *const formats[] = { "svg", "png", "pdf" };
enum { FORMATS = sizeof formats / sizeof formats[0], PATH_TEXT = GB_PLOT_FOLDER + 32 };

static const char *in_folder(const struct gb_plot *plot, const char *name, const char *end, char path[PATH_TEXT])
{
	gb_text_write(path, PATH_TEXT, "%s/%s%s", plot->folder, name, end);
	return path;
}

/* All files that may be in the folder, including gnuplot's pictures. */
static const char *const names[] = { "data",   "settings",    "texts",       "begin",      "here",
				     "script", "picture.svg", "picture.png", "picture.pdf" };
enum { NAMES = sizeof names / sizeof names[0] };

static FILE *open_in(const struct gb_plot *plot, const char *name)
{
	char path[PATH_TEXT];

	return fopen(in_folder(plot, name, "", path), "wx");
}

int gb_plot_begin(struct gb_plot *plot, struct gb_error *error)
{
	*plot = (struct gb_plot){ .count = 0 };
	gb_folders_temporary("gpubench-plot-XXXXXX", plot->folder, sizeof plot->folder);
	if (mkdtemp(plot->folder) == NULL) {
		gb_error_write(error, "%s: cannot be made: %s", plot->folder, strerror(errno));
		plot->folder[0] = '\0';
		return GB_FAILED;
	}
	gb_cleanup_note(plot->folder);
	plot->data = open_in(plot, "data");
	plot->settings = open_in(plot, "settings");
	plot->texts = open_in(plot, "texts");
	return plot->data != NULL && plot->settings != NULL && plot->texts != NULL
		       ? GB_OK
		       : gb_error_set(error, "%s: cannot be written: %s", plot->folder, strerror(errno));
}

void gb_plot_end(struct gb_plot *plot)
{
	FILE *const files[] = { plot->data, plot->settings, plot->texts };
	char path[PATH_TEXT];

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		if (files[i] != NULL)
			fclose(files[i]);
	if (plot->folder[0] == '\0')
		return;
	for (size_t i = 0; i < NAMES; i++)
		unlink(in_folder(plot, names[i], "", path));
	rmdir(plot->folder);
	gb_cleanup_forget(plot->folder);
	*plot = (struct gb_plot){ .data = NULL };
}

void gb_plot_name_files(struct gb_plot *plot, const char *const *file, size_t count)
{
	for (size_t i = 0; i < count && i < FILES_NAMED; i++) {
		const char *slash = strrchr(file[i], '/'), *name = slash != NULL ? slash : file[i];
		while (name > file[i] && name[-1] != '/') /* keep the last folder of the name */
			name--;
		gb_text_add(plot->files, sizeof plot->files, ", %.28s", name);
	}
	if (count > FILES_NAMED)
		gb_text_add(plot->files, sizeof plot->files, " and %zu more", count - FILES_NAMED);
}

static int flush_file(const struct gb_plot *plot, FILE *file, struct gb_error *error)
{
	return fflush(file) == 0 && !ferror(file)
		       ? GB_OK
		       : gb_error_set(error, "%s: cannot write: %s", plot->folder, strerror(errno));
}

static int publish_file(const char *from, const char *path, struct gb_error *error)
{
	struct gb_publish publish;
	char bytes[16384];
	size_t got;
	FILE *file = fopen(from, "r");

	if (file == NULL)
		return gb_error_set(error, "%s: %s", from, strerror(errno));
	int status = gb_publish_open(&publish, path, error);
	if (status == GB_OK) {
		while (status == GB_OK && (got = fread(bytes, 1, sizeof bytes, file)) > 0)
			if (fwrite(bytes, 1, got, publish.out) != got)
				status = gb_error_set(error, "%s: cannot write: %s", path, strerror(errno));
		if (ferror(file))
			status = gb_error_set(error, "%s: %s", from, strerror(errno));
		status = gb_publish_close(&publish, status, error);
	}
	fclose(file);
	return status;
}

int gb_plot_keep(struct gb_plot *plot, const char *path, struct gb_error *error)
{
	char from[PATH_TEXT];

	GB_TRY(flush_file(plot, plot->data, error));
	return publish_file(in_folder(plot, "data", "", from), path, error);
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static const char *format_of(const char *output)
{
	const char *dot = strrchr(output, '.');

	for (size_t i = 0; i < FORMATS; i++)
		if (dot != NULL && strcmp(dot + 1, formats[i]) == 0)
			return formats[i];
	return NULL;
}

int gb_plot_check_output(const char *output, struct gb_error *error)
{
	if (format_of(output) != NULL)
		return GB_OK;
	return gb_error_set(error, "%s: expected a name that ends in .svg, .png or .pdf", output);
}

/* Writes input in gnuplot's own syntax, without any text from a file or name from the user. */
static int write_begin(const struct gb_plot *plot, const char *format, struct gb_error *error)
{
	FILE *out = open_in(plot, "begin");

	if (out == NULL)
		return gb_error_set(error, "%s: cannot be written: %s", plot->folder, strerror(errno));
	/* gnuplot runs in the folder, so that the folder's name, which may contain anything, is not evaluated. */
	fprintf(out, "here = \"here\"\ndata = \"data\"\noutput = \"picture.%s\"\nformat = \"%s\"\n", format, format);
	if (plot->count > 0)
		fprintf(out,
			"array texts[%zu]\n"
			"stats \"texts\" using (texts[int($0) + 1] = stringcolumn(1), 0) nooutput\n",
			plot->count);
	return (ferror(out) | fclose(out)) == 0
		       ? GB_OK
		       : gb_error_set(error, "%s: cannot write: %s", plot->folder, strerror(errno));
}

/* Copies a file or folder of any name under one of the program's names. */
static int link_to(const struct gb_plot *plot, const char *file, const char *name, struct gb_error *error)
{
	char path[PATH_TEXT], *real = realpath(file, NULL);
	const bool linked = real != NULL && symlink(real, in_folder(plot, name, "", path)) == 0;

	free(real);
	return linked ? GB_OK : gb_error_set(error, "%s: cannot be read: %s", file, strerror(errno));
}

/* gnuplot does not report a full disk, but each format has its own end marker. */
static int check_whole(const struct gb_plot *plot, const char *picture, const char *format, struct gb_error *error)
{
	const char *end = strcmp(format, "svg") == 0 ? "</svg>" : strcmp(format, "png") == 0 ? "IEND" : "%%EOF";
	char last[64] = "";
	FILE *file = fopen(picture, "r");
	bool whole = false;

	if (file != NULL && fseek(file, -16, SEEK_END) == 0) {
		const size_t got = fread(last, 1, 16, file);
		whole = memmem(last, got, end, strlen(end)) != NULL;
	}
	if (file != NULL)
		fclose(file);
	return whole ? GB_OK
		     : gb_error_set(error, "gnuplot wrote an incomplete picture; is there room in %s?", plot->folder);
}

int gb_plot_draw(struct gb_plot *plot, const char *script, const char *here, const char *output, struct gb_error *error)
{
	const char *format = format_of(output);
	static const char *const scripts[] = { "begin", "settings", "script", NULL };
	char picture[PATH_TEXT];

	if (format == NULL)
		return gb_plot_check_output(output, error);
	in_folder(plot, "picture.", format, picture);
	GB_TRY(flush_file(plot, plot->data, error));
	GB_TRY(flush_file(plot, plot->settings, error));
	GB_TRY(flush_file(plot, plot->texts, error));
	GB_TRY(write_begin(plot, format, error));
	GB_TRY(link_to(plot, script, "script", error));
	GB_TRY(link_to(plot, here, "here", error));
	GB_TRY(gb_gnuplot_run(scripts, plot->folder, true, error));
	GB_TRY(check_whole(plot, picture, format, error));
	return publish_file(picture, output, error);
}
