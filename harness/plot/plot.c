#include "plot/plot.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plot/curve.h"
#include "base/text.h"

const struct gb_plot_kind gb_plot_kinds[] = {
	{ "roofline", "roofs of memory and arithmetic over the intensity, and kernels under them", gb_plot_roofline },
	{ "compare", "each GPU's distance from the median of its peers", gb_plot_compare },
	{ "offset", "copies that begin beside a boundary", NULL },
	{ "stride", "copies that leave elements out", NULL },
	{ "bank", "cycles of a request against the degree of its bank conflicts", NULL },
	{ "spill", "what spilled registers cost", NULL },
	{ "cache", "bandwidth over the working set", NULL },
	{ "l1", "reuse with and without L1", NULL },
	{ "occupancy", "bandwidth and FMAs over the warps of an SM", NULL },
	{ "transpose", "transposes against a copy", NULL },
	{ "texture", "texels a clock through textures and plain loads", NULL },
	{ "instr", "operations a clock and latency of instructions", NULL },
	{ "intensity", "FLOP/s over the FLOP for each byte of memory", NULL },
	{ "overlap", "copies and FMAs at once", NULL },
	{ "divergence", "cycles over the paths of a warp", NULL },
	{ "tensor", "operations a clock of tensor units", NULL },
	{ NULL, NULL, NULL },
};

const struct gb_plot_kind *gb_plot_kind_find(const char *name)
{
	for (const struct gb_plot_kind *kind = gb_plot_kinds; kind->name != NULL; kind++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	return NULL;
}

int gb_plot_kind_unknown(const char *name, struct gb_error *error)
{
	char list[256] = "";

	for (const struct gb_plot_kind *kind = gb_plot_kinds; kind->name != NULL; kind++)
		gb_text_add(list, sizeof list, "%s%s", list[0] ? ", " : "", kind->name);
	return gb_error_set(error, "'%s' is not a plot; there are %s", name, list);
}

void gb_plot_set(struct gb_plot *plot, const char *name, double value)
{
	gb_text_add(plot->settings, sizeof plot->settings, "%s = %.9g; ", name, value);
}

void gb_plot_set_text(struct gb_plot *plot, const char *name, const char *text)
{
	const size_t size = sizeof plot->settings;

	gb_text_add(plot->settings, size, "%s = \"", name);
	for (; *text != '\0'; text++) {
		if (*text == '\n')
			gb_text_add(plot->settings, size, "\\n");
		else
			gb_text_add(plot->settings, size, *text == '"' || *text == '\\' || *text == '`' ? "\\%c" : "%c",
				    *text);
	}
	gb_text_add(plot->settings, size, "\"; ");
}

void gb_plot_put_text(FILE *data, const char *text)
{
	fputc('"', data);
	for (; *text != '\0'; text++)
		fputc(*text == '"' || *text == '\\' ? '\'' : *text, data);
	fputc('"', data);
}

/* ---- gnuplot ------------------------------------------------------------------------------------------------------- */

static const char *format_of(const char *output)
{
	static const char *const formats[] = { "svg", "png", "pdf" };
	const char *dot = strrchr(output, '.');

	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (dot != NULL && strcmp(dot + 1, formats[i]) == 0)
			return formats[i];
	return NULL;
}

static int run(char *const *argv, struct gb_error *error)
{
	pid_t pid;
	int status;

	/* The scripts and what they draw are UTF-8, whatever locale a fresh machine or a batch job has. */
	setenv("LC_ALL", "C.UTF-8", 1);
	const int why = posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ);

	if (why != 0)
		return gb_error_set(error, "%s cannot be run: %s (Debian: apt-get install gnuplot-nox)", argv[0],
				    strerror(why));
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return gb_error_set(error, "gnuplot: %s", strerror(errno));
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return gb_error_set(error, "gnuplot failed; its own words are above");
	return GB_OK;
}

/* Have gnuplot write `part`. */
static int run_script(const char *script, const char *here, const char *data, const char *settings, const char *part,
		      const char *format, struct gb_error *error)
{
	struct gb_plot all = { .settings = "" };
	char name[] = "gnuplot", flag[] = "-e", *option = NULL, *file = strdup(script);
	int status;

	gb_plot_set_text(&all, "here", here);
	gb_plot_set_text(&all, "data", data);
	gb_plot_set_text(&all, "output", part);
	gb_plot_set_text(&all, "format", format);
	if (asprintf(&option, "%s%s", all.settings, settings) < 0)
		option = NULL;
	char *const argv[] = { name, flag, option, file, NULL };
	status = file != NULL && option != NULL ? run(argv, error) : gb_error_set(error, "out of memory");
	free(file);
	free(option);
	return status;
}

/* The picture is written beside its place and renamed, so that nothing half drawn is ever there. */
int gb_plot_run(const char *script, const char *here, const char *data, const char *settings, const char *output,
		struct gb_error *error)
{
	const char *format = format_of(output);
	char part[4096] = "";

	if (format == NULL)
		return gb_error_set(error, "%s: expected a name that ends in .svg, .png or .pdf", output);
	gb_text_add(part, sizeof part, "%s.%ld.part", output, (long)getpid());
	FILE *file = fopen(part, "wx");
	if (file == NULL)
		return gb_error_set(error, "%s: cannot be written: %s", output, strerror(errno));
	fclose(file);
	int status = run_script(script, here, data, settings, part, format, error);
	if (status == GB_OK && rename(part, output) != 0)
		status = gb_error_set(error, "%s: cannot be written: %s", output, strerror(errno));
	if (status != GB_OK)
		unlink(part);
	return status;
}

int gb_plot_folder(const char *kind, char *folder, size_t size, struct gb_error *error)
{
	const char *named = getenv("GPUBENCH_PLOTS");
	char exe[3072] = "", script[4096];
	const ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
	static const char *const beside[] = { "../share/gpubench/plots", "../plots", "plots", "share/gpubench/plots" };

	exe[length > 0 ? length : 0] = '\0';
	if (strrchr(exe, '/') != NULL)
		*strrchr(exe, '/') = '\0';
	for (size_t i = named != NULL ? 0 : 1; i <= sizeof beside / sizeof beside[0]; i++) {
		folder[0] = script[0] = '\0';
		if (i == 0)
			gb_text_add(folder, size, "%s", named);
		else
			gb_text_add(folder, size, "%s/%s", exe, beside[i - 1]);
		gb_text_add(script, sizeof script, "%s/%s.gp", folder, kind);
		if (access(script, R_OK) == 0)
			return GB_OK;
	}
	return gb_error_set(error, "%s.gp was not found beside the program; GPUBENCH_PLOTS names its folder", kind);
}
