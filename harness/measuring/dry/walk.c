/* walk.c: steps through the variants and points of a plug-in. */
#include "dry/walk.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "base/wrap.h"

bool gb_dry_is_verified(const struct gb_dry_walk *w)
{
	return w->unverified == 0 && w->miscounted == 0 && (w->verified > 0 || !w->is_over);
}

bool gb_dry_is_fine(const struct gb_dry_walk *w)
{
	return w->faults == 0 && (gb_dry_is_verified(w) || w->options->allow_unverified);
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

GB_PRINTF(4, 0)
static void put_line(struct gb_dry_walk *w, int indent, const char *before, const char *format, va_list args)
{
	struct gb_wrap line = { .out = w->out, .columns = (size_t)gb_wrap_columns(w->out) };
	const bool brief = w->options != NULL && w->options->brief;

	/* A terminal shows the outcome and the faults; of several plug-ins, only those with faults. */
	if (before[0] == '\0' && w->place != NULL && gb_wrap_rows(w->out, 0) != SIZE_MAX &&
	    (indent > 0 || (brief && gb_dry_is_fine(w)))) {
		w->place->hidden++;
		return;
	}
	if (brief)
		fputs(GB_WRAP_WIPE, w->out);
	char *text = gb_text_made(format, args);

	line.indent = (size_t)indent + GB_WRAP_INDENT;
	gb_wrap_to(&line, (size_t)indent);
	gb_wrap_set_mark(&line, "WRONG:", "failed");
	gb_wrap_words(&line, before);
	gb_wrap_set_mark(&line, "FAILED:", "failed");
	gb_wrap_words(&line, text);
	free(text);
	gb_wrap_end(&line);
	fflush(w->out); /* a hook may end the process */
}

void gb_dry_say(struct gb_dry_walk *w, int indent, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line(w, indent, "", format, args);
	va_end(args);
}

void gb_dry_fault(struct gb_dry_walk *w, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line(w, 8, "WRONG: ", format, args);
	va_end(args);
	w->faults++;
}

void gb_dry_step(struct gb_dry_walk *w, const char *hook, const struct gb_point *point)
{
	struct gb_dry_place *place = w->place;
	char text[GB_POINT_TEXT] = "";

	gb_text_write(place->text, sizeof place->text, "%s", hook);
	if (w->variant != NULL)
		gb_text_add(place->text, sizeof place->text, " of variant %s", w->variant->name);
	if (point != NULL) {
		gb_point_text(w->bench->axes, point, -1, text, sizeof text);
		gb_text_add(place->text, sizeof place->text, " at %s", text);
	}
	place->steps++;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* For callbacks of the fake device. */
static struct gb_dry_walk *walking;

void gb_dry_forget(struct gb_dry_walk *w)
{
	w->launches = 0;
	w->idle[0] = '\0';
}

static void note_kernel(struct gb_dry_walk *w, const char *kernel)
{
	for (size_t i = 0; i < w->kernels; i++)
		if (strcmp(w->kernel[i], kernel) == 0)
			return;
	if (w->kernels < GB_DRY_KERNELS_MAX)
		gb_text_copy(w->kernel[w->kernels++], GB_NAME_MAX, kernel);
}

static void note_launch(const char *kernel, struct gb_shape shape, bool computes)
{
	struct gb_dry_walk *w = walking;

	if (!computes && w->idle[0] == '\0')
		gb_text_copy(w->idle, sizeof w->idle, kernel);
	note_kernel(w, kernel);
	for (size_t i = 0; i < w->launches; i++)
		if (strcmp(w->launch[i].kernel, kernel) == 0)
			return;
	if (w->launches == GB_DRY_LAUNCHES_MAX)
		return;
	gb_text_copy(w->launch[w->launches].kernel, GB_NAME_MAX, kernel);
	w->launch[w->launches++].shape = shape;
}

/* If the toolkit is too old for a kernel, users of gpubench.mk may leave it out; `gb_incomplete` marks such code. */
static int refuse_absent_kernel(const struct gb_dry_walk *w, const char *name, struct gb_error *error)
{
	char there[GB_ERROR_TEXT] = "";

	if (gb_code_find(w->code, "gb_incomplete") != NULL)
		return gb_error_skip(error, "kernel %s needs a newer CUDA Toolkit", name);
	for (size_t i = 0; i < w->code->entries; i++) {
		gb_text_add(there, sizeof there, "%s%s", i > 0 ? ", " : "", w->code->entry[i].name);
	}
	return gb_error_set(error, "no kernel %s for %s in variant %s; there are: %s", name, w->code->arch,
			    w->variant->name, w->code->entries > 0 ? there : "none");
}

/* The harness's own kernel is not in the plug-in. Without machine code, or if it is compressed, every name counts as
 * found. */
static int find_kernel(const struct gb_variant *variant, const char *name, struct fake_known *out,
		       struct gb_error *error)
{
	const struct gb_dry_walk *w = walking;

	out->models = gb_models_find(&w->models, name);
	if (variant != w->variant || w->code == NULL || w->code->packed)
		return GB_OK;
	const struct gb_entry *entry = gb_code_find(w->code, name);
	if (entry == NULL)
		return refuse_absent_kernel(w, name, error);
	out->kernel = (struct gb_kernel){ .registers = entry->registers,
					  .local_bytes = entry->local_bytes,
					  .shared_bytes = entry->shared_bytes,
					  .threads_max = entry->threads_max };
	out->args_size = entry->args_bytes;
	return GB_OK;
}

/* ---- the device -------------------------------------------------------------------------------------------------- */

/* The limits of an SM (CUDA C++ Programming Guide, technical specifications by compute capability). */
static void set_device_limits(int cc)
{
	static const struct {
		int cc, threads, shared_kb;
	} sm[] = { { 70, 2048, 96 },  { 75, 1024, 64 },   { 80, 2048, 164 },  { 86, 1536, 100 }, { 89, 1536, 100 },
		   { 90, 2048, 228 }, { 100, 2048, 228 }, { 103, 2048, 228 }, { 120, 1536, 100 } };

	fake.cc = cc;
	for (size_t i = 0; i < sizeof sm / sizeof sm[0]; i++)
		if (sm[i].cc == cc) {
			fake.threads_per_sm = sm[i].threads;
			fake.shared_per_sm = (uint64_t)sm[i].shared_kb << 10;
		}
}

int gb_dry_devices(int cc, struct gb_devices *devices, struct gb_error *error)
{
	fake_reset();
	set_device_limits(cc);
	return gb_devices_read(devices, &fake_ops, error);
}

static void note_output(void *listener, gb_ptr at, int byte, uint64_t bytes)
{
	((struct gb_dry_walk *)listener)->outputs++;
}

static int open_device(struct gb_dry_walk *w, int cc)
{
	const uint64_t wanted = w->options->memory_bytes, required = w->bench->require.memory_bytes;

	fake_reset();
	set_device_limits(cc);
	if (wanted > 0)
		fake.free_bytes = wanted;
	else if (required > fake.free_bytes)
		fake.free_bytes = required;
	fake.devices = w->bench->gpus == GB_ONE_GPU ? 1 : GB_DRY_GPUS;
	fake.no_libraries = true;
	fake.known = find_kernel;
	fake.launched = note_launch;
	int status = gb_device_open(&w->card, &fake_ops, 0, &w->error);
	for (int i = 0; i < fake.devices && status == GB_OK; i++)
		status = fake_ops.describe(i, &w->found[i].device, &w->found[i].identity, &w->error);
	w->peers = (struct gb_peers){ .ops = &fake_ops, .found = w->found, .count = (size_t)fake.devices };
	w->card.peers = &w->peers;
	w->card.peer = 1;
	w->card.on_output = note_output;
	w->card.listener = w;
	return status;
}

static void close_device(struct gb_dry_walk *w)
{
	gb_peers_close(&w->peers);
	gb_device_close(&w->card);
	w->outputs += fake.reports;
	/* The run has freed everything that it owns. */
	if (!fake_reset())
		gb_dry_fault(w, "teardown: something is left on the device");
}

/* ---- variants ---------------------------------------------------------------------------------------------------- */

enum { CC_USUAL = 90 };

static const struct gb_code *find_code(const struct gb_fatbin *fatbin, int cc)
{
	for (size_t i = 0; i < fatbin->count; i++)
		if (fatbin->code[i].cc == cc)
			return &fatbin->code[i];
	return NULL;
}

static int choose_cc(const struct gb_dry_walk *w)
{
	int highest = 0;

	if (w->options->cc > 0)
		return w->options->cc;
	if (w->fatbin.count == 0 || find_code(&w->fatbin, CC_USUAL) != NULL)
		return CC_USUAL;
	for (size_t i = 0; i < w->fatbin.count; i++)
		highest = w->fatbin.code[i].cc > highest ? w->fatbin.code[i].cc : highest;
	return highest;
}

static void say_code(struct gb_dry_walk *w)
{
	const struct gb_fatbin *all = &w->fatbin;
	char archs[2 * GB_ERROR_TEXT] = "", *kernels = NULL;
	size_t size = 0;
	FILE *list = gb_heap_stream(&kernels, &size);

	for (size_t i = 0; i < all->count; i++)
		gb_text_add(archs, sizeof archs, " %s%s", all->code[i].arch,
			    all->code[i].packed ? " (compressed: its kernels are not examined)" : "");
	if (w->bench->target == GB_HOST)
		gb_dry_say(w, 2, "variant %s", w->variant->name);
	else if (all->count == 0)
		gb_dry_say(w, 2,
			   "variant %s: no machine code: it has no .cu, or there was no CUDA Toolkit; every kernel "
			   "is assumed to exist",
			   w->variant->name);
	else
		gb_dry_say(w, 2, "variant %s: machine code for%s", w->variant->name, archs);
	for (size_t i = 0; i < all->count; i++)
		for (size_t k = 0; k < all->code[i].entries; k++) {
			char missing[GB_ERROR_TEXT] = "";
			const char *name = all->code[i].entry[k].name;
			bool seen = false;
			for (size_t j = 0; j < all->count; j++) {
				const bool has = gb_code_find(&all->code[j], name) != NULL;
				seen |= has && j < i;
				if (!has && !all->code[j].packed)
					gb_text_add(missing, sizeof missing, " %s", all->code[j].arch);
			}
			if (!seen)
				fprintf(list, "%s%s%s%s%s", ftell(list) > 0 ? ", " : "", name,
					missing[0] ? " (not for" : "", missing, missing[0] ? ")" : "");
		}
	gb_heap_close(list, &kernels);
	if (size > 0)
		gb_dry_say(w, 4, "kernels: %s", kernels);
	free(kernels);
}

static void walk_points(struct gb_dry_walk *w)
{
	struct gb_point row;

	for (bool more = gb_plan_first(&w->plan, &row); more; more = gb_plan_next(&w->plan, &row)) {
		if (gb_plan_has(&w->plan, w->variant, &row))
			gb_dry_point(w, &row);
		if (!w->is_open || (w->options->interrupted != NULL && *w->options->interrupted))
			return;
	}
}

static void walk_device(struct gb_dry_walk *w)
{
	gb_dry_forget(w);
	w->poisoned = false;
	gb_dry_step(w, "setup", NULL);
	const int status = gb_run_open(&w->run, &w->card, w->bench, w->variant, &w->error);
	w->is_open = status == GB_OK;
	gb_text_copy(w->idle_before, sizeof w->idle_before, w->idle);
	if (status == GB_SKIPPED) {
		gb_dry_say(w, 4, "skipped: setup: %s", w->error.text);
		return;
	}
	if (status != GB_OK) {
		gb_dry_fault(w, "setup: %s", w->error.text[0] ? w->error.text : "failed without giving a reason");
		return;
	}
	walk_points(w);
	gb_dry_step(w, "teardown", NULL);
	if (w->is_open)
		gb_run_close(&w->run);
}

static void walk_variant(struct gb_dry_walk *w)
{
	gb_error_clear(&w->error);
	if (gb_fatbin_read(w->variant->image, w->variant->image_end, &w->fatbin, &w->error) != GB_OK) {
		gb_dry_fault(w, "variant %s: %s", w->variant->name, w->error.text);
		return;
	}
	if (!w->reduced)
		say_code(w);
	const int cc = choose_cc(w);
	w->code = find_code(&w->fatbin, cc);
	if (w->fatbin.count > 0 && w->code == NULL)
		gb_dry_say(w, 4, "not run: no machine code for sm_%d", cc);
	else if (open_device(w, cc) == GB_OK) {
		gb_dry_say(w, 2, "on a simulated device, compute capability %d.%d, %d SMs, %.0f MiB", cc / 10, cc % 10,
			   w->card.device.sm_count, (double)fake.free_bytes / (1 << 20));
		walk_device(w);
		close_device(w);
	} else
		gb_dry_fault(w, "%s", w->error.text);
	gb_fatbin_free(&w->fatbin);
	w->code = NULL;
}

void gb_dry_walk(struct gb_dry_walk *w)
{
	const volatile int *stop = w->options->interrupted;

	walking = w;
	gb_dry_step(w, "start", NULL);
	for (const struct gb_variant *v = w->bench->variants; v->name != NULL && !(stop != NULL && *stop); v++) {
		w->variant = v;
		walk_variant(w);
	}
	w->variant = NULL;
	walking = NULL;
}
