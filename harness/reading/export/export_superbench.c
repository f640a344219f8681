/* export_superbench.c: files for SuperBench's data diagnosis: results, a baseline and rules. Bandwidth is in GB/s;
 * rates are in GFLOP/s, Gop/s or 10^9 accesses per second. The metric for DRAM reads of GPU 3 is
 * "gpubench/dram_read:3". */
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/peaks.h"
#include "base/heap.h"
#include "base/text.h"
#include "export/export.h"
#include "show/data.h"

enum { NAME = 96 };

/* Quantities that SuperBench also measures have its names and units (docs/user-tutorial/benchmarks/micro-benchmarks.md
 * of SuperBench): copies between host and GPU, and from a GPU to a peer's memory, by the copy engine; the launch of an
 * empty kernel up to the end of the wait for it, in ms; NCCL's bus bandwidth by size. There is no equivalent here for
 * mem-bw/d2d_bw, a copy by the engine where gpubench uses a kernel, or for kernel-launch/event_time, the time between
 * two events around a kernel. */
static const struct {
	const char *roof, *name;
	enum { OF_GPU, OF_PAIR, OF_NODE } of; /* the name of a pair is placed between its two GPUs */
} same[] = {
	{ "transfer.h2d", "mem-bw/h2d_bw", OF_GPU },
	{ "transfer.d2h", "mem-bw/d2h_bw", OF_GPU },
	{ "launch.round_trip", "kernel-launch/wall_time", OF_GPU },
	{ "p2p.copy", "to", OF_PAIR },
	{ "p2p.copy_both", "and", OF_PAIR },
	{ "nccl.all_reduce", "nccl-bw/allreduce_1073741824_busbw:0", OF_NODE },
	{ "nccl.all_gather", "nccl-bw/allgather_1073741824_busbw:0", OF_NODE },
	{ "nccl.reduce_scatter", "nccl-bw/reducescatter_1073741824_busbw:0", OF_NODE },
	{ "nccl.all_to_all", "nccl-bw/alltoall_1073741824_busbw:0", OF_NODE },
};
enum { SAME = sizeof same / sizeof same[0] };

static size_t same_as(const char *roof)
{
	size_t i = 0;

	while (i < SAME && strcmp(same[i].roof, roof) != 0)
		i++;
	return i;
}

/* A name is a JSON key and, in YAML, a regular expression, and SuperBench splits it at '/' and ':'. Characters with a
 * meaning in any of these become '_'. There is room for ":<number>" after the name. */
static void metric_name(const char *roof, char text[NAME])
{
	static const char prefix[] = "gpubench/";
	const size_t i = same_as(roof);

	text[0] = '\0';
	if (i < SAME && same[i].of == OF_GPU) {
		gb_text_add(text, NAME - 24, "%s", same[i].name);
		return;
	}
	gb_text_add(text, NAME - 24, "%s%s", prefix, roof);
	for (char *c = text + sizeof prefix - 1; *c != '\0'; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
}

static double in_its_unit(const char *roof, double value, const char *unit)
{
	if (strcmp(roof, "launch.round_trip") == 0)
		return value * 1e3;
	return gb_lower_is_better(unit) ? value : value / 1e9;
}

/* Places the roof's name between two GPUs, "2 to 5", or among all GPUs of a node; "": not listed. */
static void name_together(const struct gb_gpu_roofs *gpu, const char *roof, char text[NAME])
{
	const char *second = strstr(gpu->device, " to ");
	const size_t i = same_as(roof);

	text[0] = '\0';
	if (i < SAME && same[i].of == OF_NODE)
		gb_text_add(text, NAME, "%s", same[i].name);
	else if (i < SAME && same[i].of == OF_PAIR && second != NULL)
		gb_text_add(text, NAME, "gpu-copy-bw/gpu%ld_%s_gpu%ld_write_by_dma_bw", strtol(gpu->device, NULL, 10),
			    same[i].name, strtol(second + strlen(" to "), NULL, 10));
	else if (strcmp(gpu->peer, "all") == 0)
		metric_name(roof, text);
}

static void add_together(json_t *node, const struct gb_gpu_roofs *gpu)
{
	const struct gb_roof *roof;

	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		char name[NAME];
		name_together(gpu, roof->row->name, name);
		if (name[0] != '\0')
			gb_data_number(node, name, in_its_unit(roof->row->name, roof->value, roof->row->unit));
	}
}

/* GPU numbers begin again in each job, so two GPUs of a host may have the same number. The next free number is then
 * used. The same applies if the value in the file is not a GPU number. */
enum { DEVICE_MAX = 9999 };

static long gpu_number(const struct gb_gpu_roofs *gpu, long next)
{
	const long device = strtol(gpu->device, NULL, 10);

	return device > next && device <= DEVICE_MAX ? device : next;
}

static void add_gpu(json_t *node, const struct gb_gpu_roofs *gpu, long number)
{
	const struct gb_roof *roof;

	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		char name[NAME];
		metric_name(roof->row->name, name);
		gb_text_add(name, sizeof name, ":%ld", number);
		gb_data_number(node, name, in_its_unit(roof->row->name, roof->value, roof->row->unit));
	}
}

/* Sorts by host, and keeps the order within a host. */
static int compare_hosts(const void *left, const void *right)
{
	const struct gb_gpu_roofs *a = *(const struct gb_gpu_roofs *const *)left,
				  *b = *(const struct gb_gpu_roofs *const *)right;
	const int order = strcmp(a->host, b->host);

	return order != 0 ? order : (a > b) - (a < b);
}

/* Writes the GPUs of a host, its pairs and its groups of all GPUs. Returns the number of entries of `gpu`. */
static size_t put_node(const struct gb_gpu_roofs *const *gpu, size_t count, FILE *out, bool *written)
{
	const char *host = gpu[0]->host;
	json_t *node = json_object();
	size_t failed = 0, i = 0;
	long next = 0;

	gb_data_text(node, "node", host[0] != '\0' ? host : gpu[0]->key);
	for (; i < count && strcmp(gpu[i]->host, host) == 0; i++) {
		failed += gpu[i]->failed;
		if (gpu[i]->peer[0] != '\0') {
			add_together(node, gpu[i]);
			continue;
		}
		next = gpu_number(gpu[i], next);
		add_gpu(node, gpu[i], next++);
	}
	json_object_set_new(node, "gpubench/return_code", json_integer(failed > 0 ? 2 : 0));
	*written &= json_dumpf(node, out, GB_DATA_JSON | JSON_COMPACT) == 0;
	fputc('\n', out);
	json_decref(node);
	return i;
}

int gb_export_superbench(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	const struct gb_gpu_roofs **gpu = gb_heap_array(roofs->count + 1, sizeof *gpu);
	bool written = true;

	for (size_t i = 0; i < roofs->count; i++)
		gpu[i] = &roofs->gpu[i];
	qsort(gpu, roofs->count, sizeof *gpu, compare_hosts);
	for (size_t i = 0; i < roofs->count;)
		i += put_node(gpu + i, roofs->count - i, out, &written);
	free(gpu);
	return written ? GB_OK : gb_error_set(error, "cannot write");
}

/* A name without a GPU number applies to all GPUs. */
int gb_export_superbench_baseline(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;
	json_t *object = json_object();

	if (gb_peaks_of(&peaks, roofs, error) != GB_OK) {
		json_decref(object);
		return GB_FAILED;
	}
	for (size_t i = 0; i < peaks.count; i++) {
		char name[NAME];
		metric_name(peaks.peak[i].name, name);
		gb_data_number(object, name, in_its_unit(peaks.peak[i].name, peaks.peak[i].value, peaks.peak[i].unit));
	}
	json_object_set_new(object, "gpubench/return_code", json_integer(0));
	gb_peaks_free(&peaks);
	return gb_data_document(out, object, error);
}

static void put_rule(FILE *out, const struct gb_peaks *peaks, bool lower, const char *name, const char *criteria)
{
	bool begun = false;

	for (size_t i = 0; i < peaks->count; i++) {
		char metric[NAME];
		if (gb_lower_is_better(peaks->peak[i].unit) != lower)
			continue;
		if (!begun)
			fprintf(out,
				"    %s:\n      function: variance\n      criteria: '%s'\n      categories: "
				"GPU\n      metrics:\n",
				name, criteria);
		begun = true;
		metric_name(peaks->peak[i].name, metric);
		fprintf(out, "        - %s:\\d+\n", metric);
	}
}

int gb_export_superbench_rules(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;

	GB_TRY(gb_peaks_of(&peaks, roofs, error));
	fputs("# SuperBench rules: a GPU that fails, or is 5 % worse than the baseline\n"
	      "version: v0.11\n"
	      "superbench:\n"
	      "  rules:\n"
	      "    gpubench_failed:\n"
	      "      function: value\n"
	      "      criteria: 'lambda x:x>0'\n"
	      "      categories: FailedTest\n"
	      "      metrics:\n"
	      "        - gpubench/return_code\n",
	      out);
	put_rule(out, &peaks, false, "gpubench_slow", "lambda x:x<-0.05");
	put_rule(out, &peaks, true, "gpubench_late", "lambda x:x>0.05");
	gb_peaks_free(&peaks);
	return GB_OK;
}
