/* command_info.c: gpubench info and --list-devices: prints what is known about the GPUs without measuring. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/command_run_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "device/devices.h"
#include "device/rates.h"
#include "device/topology.h"
#include "host/dmi.h"

static const struct gpu_ops *device_ops(const char *devices)
{
	return gb_devices_mean_host(devices) ? &gpu_host : gpu_backend;
}

static int read_devices(const char *wanted, struct gb_devices *devices)
{
	struct gb_error error = { "" };

	if (gb_devices_read(devices, device_ops(wanted), &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (gb_devices_select(devices, wanted, &error) != GB_OK) {
		gb_devices_free(devices);
		return gb_complain(GB_EXIT_USAGE, error.text);
	}
	return GB_EXIT_OK;
}

int gb_list_devices(const char *wanted)
{
	struct gb_devices devices;
	int status = read_devices(wanted, &devices);

	if (status != GB_EXIT_OK)
		return status;
	gb_wrap_limit(0);
	for (size_t i = 0; i < devices.count; i++) {
		const struct gb_device *d = &devices.found[i].device;
		const char *board = devices.found[i].identity.board;
		char text[GB_ERROR_TEXT] = "";
		if (d->target == GB_HOST)
			gb_text_add(text, sizeof text, "host %s  %s  %d cores  %.1f GB", d->name, d->uuid, d->sm_count,
				    1e-9 * (double)d->memory_bytes);
		else
			gb_text_add(text, sizeof text, "%-3d %-28s %-41s %-13s cc %d.%d  %d SMs  %.1f GB%s%s", d->index,
				    d->name, d->uuid, d->pci_bus_id, d->cc_major, d->cc_minor, d->sm_count,
				    1e-9 * (double)d->memory_bytes, board[0] ? "  board " : "", board);
		gb_wrap_line(stdout, text);
	}
	gb_devices_free(&devices);
	return GB_EXIT_OK;
}

enum { VALUES_AT = 29 };

static void print_line(const char *label, const char *value)
{
	struct gb_wrap wrap = { .out = stdout, .columns = (size_t)gb_wrap_columns(stdout), .indent = VALUES_AT };

	/* A complete identity would be too wide for most windows. */
	if (wrap.columns > 0 && VALUES_AT + strlen(value) > wrap.columns)
		wrap.indent = 4;
	gb_wrap_to(&wrap, 2);
	gb_wrap_words(&wrap, label);
	gb_wrap_words(&wrap, "  ");
	gb_wrap_to(&wrap, VALUES_AT);
	gb_wrap_words(&wrap, value[0] != '\0' ? value : "not known");
	gb_wrap_end(&wrap);
}

static void print_quantity(const char *label, double value, const char *unit)
{
	char text[64] = "";

	if (value > 0)
		gb_quantity_write(text, sizeof text, value, unit);
	print_line(label, text);
}

static void print_processors(const struct gb_device *d, const struct gpu_identity *id)
{
	char text[64] = "";

	print_line("identity", d->uuid);
	print_line("system", id->driver);
	gb_text_add(text, sizeof text, "%d", d->sm_count);
	print_line("cores", text);
	print_quantity("memory", (double)d->memory_bytes, "B");
	print_quantity("clock, rated", d->sm_clock_max_hz, "Hz");
}

static void print_identity(const struct gb_device *d, const struct gpu_identity *id)
{
	char text[64] = "";

	print_line("UUID", d->uuid);
	print_line("PCI", d->pci_bus_id);
	gb_text_add(text, sizeof text, "%d.%d", d->cc_major, d->cc_minor);
	print_line("compute capability", text);
	print_line("driver", id->driver);
	print_line("CUDA, driver / program", id->cuda);
	print_line("VBIOS", id->vbios);
	print_line("board part number", id->board);
	print_line("ECC", id->ecc);
	print_line("MIG", id->mig);
	print_quantity("power limit", id->power_limit_w, "W");
	text[0] = '\0';
	if (id->numa_node >= 0)
		gb_text_add(text, sizeof text, "%d", id->numa_node);
	print_line("NUMA node", text);
	gb_text_write(text, sizeof text, "%d", d->sm_count);
	const int cores = gb_rates_cores(d->cc_major, d->cc_minor);
	if (cores > 0)
		gb_text_add(text, sizeof text, " (x %d = %d FP32 lanes)", cores, cores * d->sm_count);
	print_line("SMs", text);
	gb_quantity_write_bytes(text, sizeof text, (double)d->memory_bytes);
	print_line("device memory", text);
}

static void print_links(const struct gpu_ops *ops, int index)
{
	struct gb_links links = { 0 };
	char text[256];

	if (ops->links != NULL)
		ops->links(index, &links);
	gb_tree_pcie(links.pcie_generation, links.pcie_width, text, sizeof text);
	print_line("PCIe now (idle: slower)", text);
	gb_tree_pcie(links.pcie_generation_max, links.pcie_width_max, text, sizeof text);
	print_line("PCIe at most", text);
	gb_tree_nvlinks(&links, text, sizeof text);
	print_line("NVLinks", text[0] != '\0' ? text : "none are reported");
	gb_links_tell_down(&links, text, sizeof text);
	if (text[0] != '\0')
		print_line("", text);
}

/* The errors that a GPU has counted. Counters of this process alone are left out. */
static void print_health(const struct gpu_ops *ops, int index)
{
	struct gpu_health health;

	if (ops->health == NULL)
		return;
	ops->health(index, &health);
	for (int i = 0; i < GPU_COUNTERS; i++) {
		char text[96] = "";
		if (gpu_counter_text[i].since == NULL)
			continue;
		if (!isnan(health.count[i]))
			gb_text_add(text, sizeof text, "%.0f since %s", health.count[i], gpu_counter_text[i].since);
		print_line(gpu_counter_text[i].words, text);
	}
}

static void print_pair(const struct gpu_ops *ops, const struct gb_tree *node, const struct gb_devices *devices,
		       size_t a, size_t b)
{
	const int one = devices->found[a].device.index, other = devices->found[b].device.index;
	bool access[2] = { false, false }, atomics[2] = { false, false };
	struct gb_error error = { "" };
	char text[160];

	gb_tree_between(node, devices, a, b, text, sizeof text);
	if (ops->peer_can == NULL || ops->peer_can(one, other, &access[0], &atomics[0], &error) != GB_OK ||
	    ops->peer_can(other, one, &access[1], &atomics[1], &error) != GB_OK)
		gb_text_add(text, sizeof text, "; peer access is not known");
	else if (access[0] != access[1])
		gb_text_add(text, sizeof text, "; peer access only from %d", access[0] ? one : other);
	else
		gb_text_add(text, sizeof text, "; %s%s", access[0] ? "peer access" : "no peer access",
			    atomics[0] && atomics[1] ? ", with atomics" : "");
	gb_wrap_format(stdout, "  %d to %d: %s", one, other, text);
}

static void print_node(const struct gpu_ops *ops, const struct gb_devices *devices)
{
	struct gb_tree node;

	gb_tree_read(&node, ops, devices);
	gb_wrap_line(stdout, "");
	gb_wrap_line(stdout, "The node, as reported by hwloc");
	for (size_t i = 0; i < node.count; i++) {
		struct gb_wrap wrap = { .out = stdout, .columns = (size_t)gb_wrap_columns(stdout) };
		wrap.indent = 2 + 2 * (size_t)node.object[i].depth + GB_WRAP_INDENT;
		gb_wrap_to(&wrap, wrap.indent - GB_WRAP_INDENT);
		gb_wrap_words(&wrap, node.object[i].text);
		gb_wrap_end(&wrap);
	}
	if (devices->count > 1) {
		gb_wrap_line(stdout, "");
		gb_wrap_line(stdout, "From GPU to GPU");
	}
	for (size_t a = 0; a < devices->count; a++)
		for (size_t b = a + 1; b < devices->count; b++)
			print_pair(ops, &node, devices, a, b);
	gb_tree_free(&node);
}

static void attribute_text(const struct gpu_attribute *a, char *text, size_t size)
{
	static const char *const modes[GPU_MODES] = { "default", "exclusive to a thread", "prohibited",
						      "exclusive to a process" };

	text[0] = '\0';
	if (isnan(a->value))
		return;
	if (strcmp(a->unit, "bool") == 0)
		gb_text_copy(text, size, a->value != 0 ? "yes" : "no");
	else if (strcmp(a->unit, "mode") == 0 && a->value >= 0 && a->value < GPU_MODES)
		gb_text_copy(text, size, modes[(int)a->value]);
	else if (strcmp(a->unit, "Hz") == 0)
		gb_quantity_write(text, size, a->value, a->unit);
	else if (strcmp(a->unit, "B") == 0)
		gb_quantity_write_bytes(text, size, a->value);
	else
		gb_text_add(text, size, "%.0f%s%s", a->value, a->unit[0] ? " " : "", a->unit);
}

static void print_attributes(const struct gpu_ops *ops, int index)
{
	struct gb_error error = { "" };
	struct gpu_attribute a;
	char text[64];

	for (int i = 0; ops->attribute(index, i, &a, &error) == GB_OK; i++) {
		attribute_text(&a, text, sizeof text);
		print_line(a.label, text);
	}
}

/* Prints a peak at a clock, with its formula. Without a card, a peak that is missing from the table is left out. */
static void print_peak_at(const char *label, double per_clock, const struct gb_device *d, double hz, const char *unit)
{
	const char *part = d->target == GB_HOST ? "core" : "SM";
	char value[32], text[128] = "";

	if (per_clock > 0 && d->sm_count == 0) {
		gb_text_add(text, sizeof text, "%g / clock / %s", per_clock, part);
	} else if (per_clock > 0 && !(hz > 0)) {
		gb_text_add(text, sizeof text, "%g / clock / %s; the clock is unknown until it is measured", per_clock,
			    part);
	} else if (per_clock > 0) {
		gb_quantity_write(value, sizeof value, per_clock * d->sm_count * hz, unit);
		gb_text_add(text, sizeof text, "%-13s = %g / clock x %d %ss x %.3f GHz", value, per_clock, d->sm_count,
			    part, 1e-9 * hz);
	} else if (gb_rates_are_withheld(d)) {
		gb_text_add(text, sizeof text, "%s", GB_RATES_WITHHELD);
	}
	print_line(label, text);
}

static void print_peak(const char *label, double per_clock, const struct gb_device *d, const char *unit)
{
	print_peak_at(label, per_clock, d, d->sm_clock_max_hz, unit);
}

/* For low-precision matrix instructions, which run at a lower clock on some models. */
static void print_matrix_peak(const char *label, double per_clock, const struct gb_device *d, const char *unit)
{
	print_peak_at(label, per_clock, d, fmin(d->sm_clock_max_hz, d->matrix_clock_max_hz), unit);
}

/* For the L2 slices, which have their own clock. */
static void print_slices_peak(const char *label, double per_clock, const struct gb_l2 *l2)
{
	char value[32], text[128] = "";

	if (l2->slices > 0) {
		gb_quantity_write(value, sizeof value, l2->slices * per_clock * l2->clock_hz, "B/s");
		gb_text_add(text, sizeof text, "%-13s = %g / clock x %d slices x %.3f GHz", value, per_clock,
			    l2->slices, 1e-9 * l2->clock_hz);
	}
	print_line(label, text);
}

static void print_memory_peak(const struct gb_device *d)
{
	const double rate = gb_memory_rate(d);
	char value[32], text[128] = "";

	gb_quantity_write(value, sizeof value, rate, "B/s");
	if (rate > 0 && gb_memory_is_shared(d))
		gb_text_add(text, sizeof text, "%-13s of this module, which it shares with its host", value);
	else if (rate > 0)
		gb_text_add(text, sizeof text, "%-13s = 2 x %.3f GHz x %.0f bit / 8", value, 1e-9 * d->mem_clock_hz,
			    4 * rate / d->mem_clock_hz);
	else if (gb_memory_is_shared(d))
		gb_text_add(text, sizeof text,
			    "not known: the memory is that of the host, and this module is not in the table");
	if (d->target == GB_HOST && isnan(gb_memory_rate(d))) {
		struct gb_error why = { "" };
		struct gb_dmi_memory memory;
		if (gb_dmi_read(&memory, &why) != GB_OK)
			gb_text_add(text, sizeof text, "not known: %s", why.text);
	}
	print_line("DRAM", text);
}

static void print_peaks(const struct gb_device *d)
{
	const struct gb_rates *r = &d->rates;

	gb_wrap_line(stdout, "  Theoretical peaks at the rated clock (an FMA is two operations)");
	print_memory_peak(d);
	print_peak("FP32", r->fp32, d, "FLOP/s");
	print_peak("FP64", r->fp64, d, "FLOP/s");
	print_peak("L1", r->l1_bytes, d, "B/s");
	if (d->target == GB_HOST) {
		print_peak("L2", r->l2_bytes, d, "B/s");
		if (!isnan(r->l3_bytes))
			print_peak("L3", r->l3_bytes, d, "B/s");
		else
			print_line("L3", "unknown: there is no source, or its clock is not that of the cores");
		return;
	}
	print_peak("FP16 (packed)", r->fp16, d, "FLOP/s");
	print_peak("BF16 (packed)", r->bf16, d, "FLOP/s");
	print_peak("INT32 multiply-add", r->int32, d, "OP/s");
	print_peak("DP4A", r->dp4a, d, "OP/s");
	print_peak("special functions", r->special, d, "OP/s");
	print_peak("tensor FP64", r->tensor_fp64, d, "FLOP/s");
	print_matrix_peak("tensor TF32, dense", r->tensor_tf32, d, "FLOP/s");
	print_matrix_peak("tensor FP16, dense", r->tensor_fp16, d, "FLOP/s");
	print_matrix_peak("tensor BF16, dense", r->tensor_bf16, d, "FLOP/s");
	print_matrix_peak("tensor FP8, dense", r->tensor_fp8, d, "FLOP/s");
	print_matrix_peak("tensor MXFP8, dense", r->tensor_mxfp8, d, "FLOP/s");
	print_matrix_peak("tensor FP4, dense", r->tensor_fp4, d, "FLOP/s");
	print_matrix_peak("tensor INT8, dense", r->tensor_int8, d, "OP/s");
	print_peak("shared memory", r->shared_bytes, d, "B/s");
	print_peak("L2, SM side", r->l2_bytes, d, "B/s");
	print_slices_peak("L2, slices, read", d->l2.read_bytes, &d->l2);
	print_slices_peak("L2, slices, write", d->l2.write_bytes, &d->l2);
	if (gb_rates_cores(d->cc_major, d->cc_minor) < 0)
		gb_wrap_format(stdout, "  The rates of compute capability %d.%d are not in this program's table.",
			       d->cc_major, d->cc_minor);
}

int gb_list_peaks(const char *wanted)
{
	struct gb_devices devices;
	char title[GB_DEVICE_LABEL];
	int status = read_devices(wanted, &devices);

	if (status != GB_EXIT_OK)
		return status;
	gb_wrap_limit(0);
	for (size_t i = 0; i < devices.count; i++) {
		const struct gb_device *d = &devices.found[i].device;
		char text[GB_ERROR_TEXT] = "";
		gb_text_add(text, sizeof text, "%s: %s", gb_device_title(d, title), d->name);
		if (i > 0)
			gb_wrap_line(stdout, "");
		gb_wrap_line(stdout, text);
		if (d->target == GB_HOST)
			print_processors(d, &devices.found[i].identity);
		else
			print_identity(d, &devices.found[i].identity);
		if (d->target == GB_CUDA) {
			print_links(device_ops(wanted), d->index);
			print_health(device_ops(wanted), d->index);
		}
		print_attributes(device_ops(wanted), d->index);
		print_peaks(d);
	}
	print_node(device_ops(wanted), &devices);
	gb_devices_free(&devices);
	return GB_EXIT_OK;
}

/* Prints the limits that the program would use for a board of this name. */
static int list_board(const char *name)
{
	struct gb_device board;
	if (!gb_rates_find_board(name, &board)) {
		return gb_complain_format(GB_EXIT_FAILED,
					  "'%s': %s; it has no limit for units in which boards with its chip differ",
					  name, GB_RATES_WITHHELD);
	}
	gb_wrap_limit(0);
	gb_wrap_format(stdout, "%s: compute capability %d.%d", board.name, board.cc_major, board.cc_minor);
	print_peaks(&board);
	return GB_EXIT_OK;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

struct options {
	const char *devices; /* NULL: all */
	const char *board;
};

static int perform_info(const struct gb_line *line)
{
	const struct options *options = line->options;

	gb_signals_end_unread();
	if (options->board != NULL)
		return gb_flushed(list_board(options->board));
	return gb_flushed(gb_list_peaks(options->devices != NULL ? options->devices : "all"));
}

static int check_info(const struct gb_line *line, struct gb_error *error)
{
	const struct options *options = line->options;

	if (options->board != NULL && options->devices != NULL)
		return gb_error_set(error, "--board needs no GPU: it cannot be combined with --device");
	return line->operands == 0 ? GB_OK : gb_line_no_command(gb_commands, line->operand[line->operands - 1], error);
}

static const struct gb_option option_table[] = {
	{ .help = "Options" },
	GB_OPTION_DEVICES(struct options, devices),
	{ "board", "NAME", "the peaks used for the board with this NVML name; needs no GPU",
	  GB_OPTION_TO(struct options, board, gb_option_text) },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench info -d 0", "only the first GPU" },
	{ "gpubench info --board 'NVIDIA GeForce RTX 4090'", "a board that need not be installed" },
	{ NULL, NULL },
};

const struct gb_command gb_command_info = {
	.word = "info",
	.operands = "",
	.summary = "the GPUs and their theoretical peaks",
	.intro = "gpubench info: prints the GPUs of this host, their properties, and their theoretical peaks.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "no device, or a board that is not in the table" } },
	.options_size = sizeof(struct options),
	.check = check_info,
	.perform = perform_info,
};
