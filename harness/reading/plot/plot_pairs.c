/* plot_pairs.c: draws the rate of each ordered pair of GPUs, as a matrix for each roof of a host. A slow pair is a cell
 * of another colour, a slow GPU a row and a column. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "base/text.h"
#include "plot/kinds.h"

enum { MATRICES_MAX = 24, LINE = 256 };

/* A roof of the pairs of a host in one run: different hosts may have the same name. */
struct matrix {
	const struct gb_gpu_roofs *first;
	const char *roof;
};

/* The slowest pair relative to the fastest pair of its matrix. */
struct slowest {
	const struct matrix *matrix;
	double part; /* of the fastest pair */
	long from, to;
};

static bool is_pair(const struct gb_gpu_roofs *gpu)
{
	return strstr(gpu->device, " to ") != NULL;
}

static bool is_in(const struct matrix *matrix, const struct gb_gpu_roofs *gpu)
{
	return is_pair(gpu) && strcmp(matrix->first->host, gpu->host) == 0 && strcmp(matrix->first->run, gpu->run) == 0;
}

/* Returns a number of "2 to 5". */
static long gpu_of_pair(const struct gb_gpu_roofs *pair, bool to)
{
	const char *second = strstr(pair->device, " to ");

	return strtol(to ? second + strlen(" to ") : pair->device, NULL, 10);
}

/* Matrices are in order of appearance; *more: there is no room for all of them. */
static size_t find_matrices(const struct gb_roofs *roofs, struct matrix found[MATRICES_MAX], bool *more)
{
	size_t count = 0;

	*more = false;
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *pair = &roofs->gpu[i];
		for (size_t at = 0; is_pair(pair) && at < pair->roofs; at++) {
			const char *roof = pair->roof[at].row->name;
			size_t k = 0;
			while (k < count && (strcmp(found[k].roof, roof) != 0 || !is_in(&found[k], pair)))
				k++;
			*more |= k == MATRICES_MAX;
			if (k == count && k < MATRICES_MAX)
				found[count++] = (struct matrix){ pair, roof };
		}
	}
	return count;
}

/* Writes a block of from, to and value. Returns the highest number of a GPU. */
static long put_matrix(struct gb_plot *plot, const struct gb_roofs *roofs, const struct matrix *matrix,
		       struct slowest *slowest)
{
	struct slowest least = { .part = INFINITY };
	double most = 0;
	long last = 0;

	fprintf(plot->data, "# %s\n", matrix->roof);
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *pair = &roofs->gpu[i];
		const struct gb_roof *roof = is_in(matrix, pair) ? gb_gpu_roof(pair, matrix->roof) : NULL;
		if (roof == NULL)
			continue;
		const long from = gpu_of_pair(pair, false), to = gpu_of_pair(pair, true);
		fprintf(plot->data, "%ld %ld %.6g\n", from, to, 1e-9 * roof->value);
		most = fmax(most, roof->value);
		if (roof->value < least.part)
			least = (struct slowest){ matrix, roof->value, from, to };
		last = from > last ? from : last;
		last = to > last ? to : last;
	}
	fputs("\n\n", plot->data);
	least.part /= most;
	if (least.part < slowest->part)
		*slowest = least;
	return last;
}

/* Several hosts are named with their first GPUs, because their names may be the same. */
static void name_matrix(struct gb_plot *plot, const struct matrix *matrix, size_t number, bool is_of_one_host)
{
	char setting[32], host[LINE] = "";

	gb_text_write(setting, sizeof setting, "roof[%zu]", number);
	gb_plot_set_text(plot, setting, matrix->roof);
	gb_text_write(setting, sizeof setting, "host[%zu]", number);
	if (!is_of_one_host)
		gb_text_add(host, sizeof host, "%.16s, %.12s", matrix->first->host, matrix->first->owner);
	gb_plot_set_text(plot, setting, host);
}

static void set_title(struct gb_plot *plot, const struct slowest *slowest, const char *host, bool more)
{
	char title[LINE] = "", finding[LINE] = "";

	if (host != NULL)
		gb_text_add(title, sizeof title, "%s, ", host);
	gb_text_add(title, sizeof title, "GB/s from GPU to GPU%s",
		    more ? "; other roofs and hosts have no room here" : "");
	gb_plot_set_text(plot, "title", title);
	if (slowest->matrix != NULL)
		gb_text_add(finding, sizeof finding,
			    "GPU %ld to %ld%s%s is the slowest pair: %.0f %% of the fastest in %s", slowest->from,
			    slowest->to, host == NULL ? " of " : "", host == NULL ? slowest->matrix->first->host : "",
			    100 * slowest->part, slowest->matrix->roof);
	gb_plot_set_text(plot, "finding", finding);
}

static int write_pairs(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
		       struct gb_error *error)
{
	struct matrix found[MATRICES_MAX];
	struct slowest slowest = { .part = INFINITY };
	bool more, is_of_one_host = true;
	long last = 0;

	const size_t count = find_matrices(roofs, found, &more);
	if (count == 0)
		return gb_error_set(error, "no roof of a pair of GPUs in these files");
	for (size_t k = 0; k < count; k++)
		is_of_one_host &= is_in(&found[0], found[k].first);
	gb_plot_array(plot, "roof", count);
	gb_plot_array(plot, "host", count);
	for (size_t k = 0; k < count; k++) {
		const long most = put_matrix(plot, roofs, &found[k], &slowest);
		last = most > last ? most : last;
		name_matrix(plot, &found[k], k + 1, is_of_one_host);
	}
	set_title(plot, &slowest, is_of_one_host ? found[0].first->host : NULL, more);
	gb_plot_set(plot, "roofs", (double)count);
	gb_plot_set(plot, "last", (double)last);
	return GB_OK;
}

const struct gb_plot_kind gb_plot_pairs = {
	.name = "pairs",
	.help = "a matrix of the rates from each GPU of a host to every other",
	.write = write_pairs,
	.gpus = SIZE_MAX, /* not in a report: compare names the outlying pairs */
};
