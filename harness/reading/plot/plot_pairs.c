/* plot_pairs.c: the rate of each ordered pair of GPUs of a host, as a matrix for each roof: a slow pair shows as a cell
 * of another colour, a slow GPU as a row and a column. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "base/text.h"
#include "plot/kinds.h"

enum { ROOFS_MAX = 4, LINE = 256 };

static bool is_pair(const struct gb_gpu_roofs *gpu)
{
	return strstr(gpu->device, " to ") != NULL;
}

/* "2 to 5" */
static long gpu_of_pair(const struct gb_gpu_roofs *pair, bool to)
{
	const char *second = strstr(pair->device, " to ");

	return strtol(to ? second + strlen(" to ") : pair->device, NULL, 10);
}

/* The pairs of the host that has the most pairs. */
static const char *find_host(const struct gb_roofs *roofs)
{
	const char *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < roofs->count; i++) {
		size_t pairs = 0;
		for (size_t j = 0; j < roofs->count; j++)
			pairs += is_pair(&roofs->gpu[j]) && strcmp(roofs->gpu[j].host, roofs->gpu[i].host) == 0;
		if (pairs > most) {
			most = pairs;
			best = roofs->gpu[i].host;
		}
	}
	return best;
}

static bool is_pair_on_host(const struct gb_gpu_roofs *gpu, const char *host)
{
	return is_pair(gpu) && strcmp(gpu->host, host) == 0;
}

/* The roofs that any pair has, in their order of appearance. */
static size_t find_roofs(const struct gb_roofs *roofs, const char *host, const struct gb_roof *found[ROOFS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; is_pair_on_host(&roofs->gpu[i], host) && at < roofs->gpu[i].roofs; at++) {
			const struct gb_roof *roof = &roofs->gpu[i].roof[at];
			bool there = false;
			for (size_t k = 0; k < count; k++)
				there |= strcmp(found[k]->row->name, roof->row->name) == 0;
			if (!there && count < ROOFS_MAX)
				found[count++] = roof;
		}
	return count;
}

/* The slowest pair relative to the fastest pair of the same roof. */
struct slowest {
	double part; /* of the fastest */
	long from, to;
	const char *roof;
};

/* One block per roof: from, to, value. */
static long put_matrix(struct gb_plot *plot, const struct gb_roofs *roofs, const char *host, const char *name,
		       struct slowest *slowest)
{
	struct slowest least = { .part = INFINITY, .roof = name };
	double most = 0;
	long last = 0;

	fprintf(plot->data, "# %s\n", name);
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *pair = &roofs->gpu[i];
		const struct gb_roof *roof = is_pair_on_host(pair, host) ? gb_gpu_roof(pair, name) : NULL;
		if (roof == NULL)
			continue;
		const long from = gpu_of_pair(pair, false), to = gpu_of_pair(pair, true);
		fprintf(plot->data, "%ld %ld %.6g\n", from, to, 1e-9 * roof->value);
		most = fmax(most, roof->value);
		if (roof->value < least.part)
			least = (struct slowest){ roof->value, from, to, name };
		last = from > last ? from : last;
		last = to > last ? to : last;
	}
	fputs("\n\n", plot->data);
	least.part /= most;
	if (least.part < slowest->part)
		*slowest = least;
	return last;
}

static int write_pairs(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
		       struct gb_error *error)
{
	const struct gb_roof *found[ROOFS_MAX];
	const char *host = find_host(roofs);
	struct slowest slowest = { .part = INFINITY };
	char setting[32], title[LINE] = "", finding[LINE] = "";
	long last = 0;

	const size_t count = host != NULL ? find_roofs(roofs, host, found) : 0;
	if (count == 0)
		return gb_error_set(error, "no roof of a pair of GPUs in these files");
	gb_plot_array(plot, "roof", count);
	for (size_t k = 0; k < count; k++) {
		const long most = put_matrix(plot, roofs, host, found[k]->row->name, &slowest);
		last = most > last ? most : last;
		gb_text_write(setting, sizeof setting, "roof[%zu]", k + 1);
		gb_plot_set_text(plot, setting, found[k]->row->name);
	}
	gb_text_add(title, sizeof title, "%s, GB/s from GPU to GPU", host);
	gb_plot_set_text(plot, "title", title);
	if (isfinite(slowest.part))
		gb_text_add(finding, sizeof finding, "GPU %ld to %ld is the slowest pair: %.0f %% of the fastest in %s",
			    slowest.from, slowest.to, 100 * slowest.part, slowest.roof);
	gb_plot_set_text(plot, "finding", finding);
	gb_plot_set(plot, "roofs", (double)count);
	gb_plot_set(plot, "last", (double)last);
	return GB_OK;
}

const struct gb_plot_kind gb_plot_pairs = {
	.name = "pairs",
	.help = "a matrix of the rates from each GPU of a host to every other",
	.write = write_pairs,
	.gpus = SIZE_MAX, /* compare names the outlying pairs */
};
