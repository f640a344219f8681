#include "plan/description.h"

#include <dlfcn.h>
#include <fenv.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/folders.h"
#include "base/text.h"
#include "plan/library.h"
#include "plan/loader.h"
#include "plan/trial.h"

/* Memory at the same address in the child, which fills it, and in its parent. */
enum { DESCRIPTION_BYTES = 1 << 20, ENTRIES_MOST = 1 << 12 };

struct description {
	struct gb_bench bench; /* first, so that its address is that of the description */
	const char *path, *name;
	char kept_path[PATH_MAX];
	struct stat file;
	struct gb_error error; /* why the child refuses the file; "": it does not */
	size_t used;           /* bytes from the start of this struct */
};

/* ---- the state of the process, which a constructor must leave alone ---------------------------------------------- */

enum { SIGNALS = 6, STREAMS = 3 };
static const int own_signals[SIGNALS] = { SIGHUP, SIGINT, SIGTERM, SIGALRM, SIGPIPE, SIGXFSZ };

struct process_state {
	struct stat folder, stream[STREAMS];
	struct rlimit files, memory, stack;
	struct sigaction action[SIGNALS];
	mode_t mask;
	int exceptions; /* floating-point exceptions that raise signals */
	bool has_children;
};

static void read_state(struct process_state *state)
{
	siginfo_t ignored;

	memset(state, 0, sizeof *state);
	stat(".", &state->folder);
	for (int fd = 0; fd < STREAMS; fd++)
		fstat(fd, &state->stream[fd]);
	getrlimit(RLIMIT_NOFILE, &state->files);
	getrlimit(RLIMIT_AS, &state->memory);
	getrlimit(RLIMIT_STACK, &state->stack);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(own_signals[i], NULL, &state->action[i]);
	state->mask = umask(0);
	umask(state->mask);
	state->exceptions = fegetexcept();
	state->has_children = waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static bool is_same_limit(const struct rlimit *a, const struct rlimit *b)
{
	return a->rlim_cur == b->rlim_cur && a->rlim_max == b->rlim_max;
}

/* The name of the difference; NULL: none. */
static const char *find_change(const struct process_state *a, const struct process_state *b)
{
	if (!gb_folders_is_same(&a->folder, &b->folder))
		return "working folder";
	for (int fd = 0; fd < STREAMS; fd++)
		if (!gb_folders_is_same(&a->stream[fd], &b->stream[fd]))
			return "standard streams";
	if (!is_same_limit(&a->files, &b->files) || !is_same_limit(&a->memory, &b->memory) ||
	    !is_same_limit(&a->stack, &b->stack))
		return "resource limits";
	for (int i = 0; i < SIGNALS; i++)
		if (a->action[i].sa_handler != b->action[i].sa_handler)
			return "signal handlers";
	if (a->mask != b->mask)
		return "file mode mask";
	if (a->has_children != b->has_children)
		return "children";
	return a->exceptions != b->exceptions ? "floating-point exceptions" : NULL;
}

/* ---- copying and checking ---------------------------------------------------------------------------------------- */

/* One walk over all texts and tables. The child copies each to the memory after the description. The parent, which
 * cannot know what code ran in the child, checks that each lies there. */
struct walk {
	struct description *d;
	bool copies, is_valid;
};

static bool is_inside(const struct walk *w, const void *at, size_t bytes)
{
	const uintptr_t offset = (uintptr_t)at - (uintptr_t)w->d;

	return offset >= sizeof *w->d && offset <= w->d->used && bytes <= w->d->used - offset;
}

/* NULL: there is no room, or the address is out of range. */
static void *take_bytes(struct walk *w, const void *from, size_t bytes, size_t alignment)
{
	const size_t at = (w->d->used + alignment - 1) / alignment * alignment;

	if (!w->copies && is_inside(w, from, bytes) && (uintptr_t)from % alignment == 0)
		return (void *)(uintptr_t)from;
	if (!w->copies || at > DESCRIPTION_BYTES || bytes > DESCRIPTION_BYTES - at) {
		w->is_valid = false;
		return NULL;
	}
	w->d->used = at + bytes;
	return memcpy((char *)w->d + at, from, bytes);
}

static const char *take_text(struct walk *w, const char *text)
{
	size_t most = w->copies ? DESCRIPTION_BYTES : 0;

	if (text == NULL)
		return NULL;
	if (!w->copies && is_inside(w, text, 1))
		most = w->d->used - (size_t)(text - (const char *)w->d);
	return take_bytes(w, text, strnlen(text, most) + 1, 1);
}

/* Each entry of these tables begins with a text; a NULL there marks the end. */
static void *take_table(struct walk *w, const void *table, size_t entry)
{
	const char *at = table;
	const char *text = "";
	size_t count = 0;

	for (; table != NULL && text != NULL && count < ENTRIES_MOST; count++, at += entry) {
		if (!w->copies && !is_inside(w, at, entry))
			break;
		memcpy(&text, at, sizeof text);
	}
	w->is_valid &= table == NULL || text == NULL;
	return table != NULL && text == NULL ? take_bytes(w, table, count * entry, _Alignof(max_align_t)) : NULL;
}

static void take_axes(struct walk *w, struct gb_axis *axis)
{
	for (; axis != NULL && axis->name != NULL && w->is_valid; axis++) {
		axis->name = take_text(w, axis->name);
		axis->unit = take_text(w, axis->unit);
		axis->help = take_text(w, axis->help);
		const char **names = take_table(w, axis->names, sizeof *names);
		for (axis->names = names; names != NULL && *names != NULL; names++)
			*names = take_text(w, *names);
		axis->values = take_text(w, axis->values);
		axis->full = take_text(w, axis->full);
		axis->quick = take_text(w, axis->quick);
		axis->when = take_text(w, axis->when);
	}
}

static void take_variants(struct walk *w, struct gb_variant *v)
{
	for (; v != NULL && v->name != NULL && w->is_valid; v++) {
		v->name = take_text(w, v->name);
		v->flags = take_text(w, v->flags);
		v->archs = take_text(w, v->archs);
		v->points = take_text(w, v->points);
		v->image = v->image_end = NULL;
		struct gb_host_kernel *k = take_table(w, v->kernels, sizeof *k);
		for (v->kernels = k; k != NULL && k->name != NULL; k++)
			k->name = take_text(w, k->name);
	}
}

static bool take_bench(struct walk *w)
{
	struct gb_bench *b = &w->d->bench;
	const char **const text[] = { &b->name, &b->summary, &b->method, &b->last, &b->deep, &b->every_pair, &b->sdc };

	w->is_valid = true;
	for (size_t i = 0; i < sizeof text / sizeof text[0] && w->is_valid; i++)
		*text[i] = take_text(w, *text[i]);
	struct gb_axis *axes = take_table(w, b->axes, sizeof *axes);
	b->axes = axes;
	take_axes(w, axes);
	struct gb_variant *variants = take_table(w, b->variants, sizeof *variants);
	b->variants = variants;
	take_variants(w, variants);
	return w->is_valid;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------- */

static const size_t hooks[] = {
	offsetof(struct gb_bench, setup),    offsetof(struct gb_bench, prepare),  offsetof(struct gb_bench, launch),
	offsetof(struct gb_bench, verify),   offsetof(struct gb_bench, restore),  offsetof(struct gb_bench, teardown),
	offsetof(struct gb_bench, cost),     offsetof(struct gb_bench, limit),    offsetof(struct gb_bench, roof),
	offsetof(struct gb_bench, observe),  offsetof(struct gb_bench, measures), offsetof(struct gb_bench, metrics),
	offsetof(struct gb_bench, conclude), offsetof(struct gb_bench, remark),   offsetof(struct gb_bench, timing),
	offsetof(struct gb_bench, shares),   offsetof(struct gb_bench, matrix),
};
_Static_assert(offsetof(struct gb_bench, declared) + sizeof(void *) == sizeof(struct gb_bench),
	       "a new field: is it a hook, or a text that take_bench() takes?");
typedef int gb_any_hook(struct gb_run *run);

/* Stands in for hooks that this process does not have. A call is a bug of the program. */
static int call_nothing(struct gb_run *run)
{
	abort();
}

static void remove_hooks(struct gb_bench *bench)
{
	gb_any_hook *const nothing = call_nothing;
	gb_any_hook *hook;

	for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++) {
		memcpy(&hook, (char *)bench + hooks[i], sizeof hook);
		if (hook != NULL)
			memcpy((char *)bench + hooks[i], &nothing, sizeof nothing);
	}
	bench->declared = NULL;
}

static void put_hooks(struct gb_bench *bench, const struct gb_bench *from)
{
	for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++)
		memcpy((char *)bench + hooks[i], (const char *)from + hooks[i], sizeof(gb_any_hook *));
	bench->declared = from->declared;
}

static int put_kernels(struct gb_variant *variant, const struct gb_variant *from, struct gb_error *error)
{
	for (; variant->name != NULL; variant++, from++) {
		if (from->name == NULL || strcmp(from->name, variant->name) != 0)
			return gb_error_set(error, "it has no variant '%s' any more", variant->name);
		variant->image = from->image;
		variant->image_end = from->image_end;
		variant->kernels = from->kernels;
	}
	return GB_OK;
}

/* ---- the child --------------------------------------------------------------------------------------------------- */

const struct gb_bench *gb_description_find(void *library, const char *name, struct gb_error *error)
{
	char symbol[GB_NAME_MAX + 16] = "";

	gb_text_add(symbol, sizeof symbol, "gb_bench_%s", name);
	const struct gb_bench *bench = dlsym(library, symbol);
	if (bench == NULL)
		gb_error_write(error, "does not export '%s'", symbol);
	return bench != NULL && gb_bench_check(bench, name, error) == GB_OK ? bench : NULL;
}

static size_t describe_plugin(void *context)
{
	struct description *d = context;
	struct walk copy = { .d = d, .copies = true };
	struct process_state before, after;
	void *library;

	read_state(&before);
	const int status = gb_library_load(d->path, &library, &d->error);
	read_state(&after);
	const char *changed = find_change(&before, &after);
	if (changed != NULL)
		gb_error_write(&d->error, "loading it changes the %s of the process", changed);
	const struct gb_bench *bench = status == GB_OK ? gb_description_find(library, d->name, &d->error) : NULL;
	if (bench == NULL || d->error.text[0] != '\0')
		return d->used;
	d->bench = *bench;
	if (!take_bench(&copy))
		gb_error_write(&d->error, "its descriptor has more than %d bytes", DESCRIPTION_BYTES);
	return d->used;
}

/* ---- its parent -------------------------------------------------------------------------------------------------- */

static int check_description(struct description *d, const char *name, struct gb_error *error)
{
	struct walk check = { .d = d };

	d->error.text[sizeof d->error.text - 1] = '\0';
	if (d->error.text[0] != '\0')
		return gb_error_set(error, "%s", d->error.text);
	if (d->used > DESCRIPTION_BYTES || !take_bench(&check))
		return gb_error_set(error, "loading it damages the memory of the process");
	remove_hooks(&d->bench);
	return gb_bench_check(&d->bench, name, error);
}

const struct gb_bench *gb_description_read(const char *path, const char *name, struct gb_error *error)
{
	struct description *d =
		mmap(NULL, DESCRIPTION_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct stat file;

	if (d == MAP_FAILED || stat(path, &file) != 0) {
		gb_error_write(error, "no memory for its descriptor");
		return NULL;
	}
	*d = (struct description){ .path = path, .name = name, .used = sizeof *d };
	const struct gb_trial trial = {
		.what = "loading it",
		.seconds = GB_LIBRARY_SECONDS,
		.work = describe_plugin,
		.context = d,
		.answer = d,
		.most = DESCRIPTION_BYTES,
	};
	if (gb_trial_run(&trial, error) != GB_OK || check_description(d, name, error) != GB_OK) {
		munmap(d, DESCRIPTION_BYTES);
		return NULL;
	}
	d->file = file;
	gb_text_copy(d->kept_path, sizeof d->kept_path, path);
	d->path = d->kept_path;
	return &d->bench;
}

void gb_description_free(const struct gb_bench *bench)
{
	munmap((void *)(uintptr_t)bench, DESCRIPTION_BYTES);
}

int gb_description_attach(const struct gb_bench *bench, struct gb_error *error)
{
	struct description *d = (struct description *)(uintptr_t)bench;
	struct stat now;
	void *library;

	if (bench->setup != call_nothing)
		return GB_OK;
	if (stat(d->path, &now) != 0 || !gb_folders_is_same(&now, &d->file) || now.st_size != d->file.st_size ||
	    now.st_mtim.tv_sec != d->file.st_mtim.tv_sec || now.st_mtim.tv_nsec != d->file.st_mtim.tv_nsec)
		return gb_error_set(error, "the plug-in's file has changed since the program began");
	GB_TRY(gb_library_load(d->path, &library, error));
	const struct gb_bench *real = gb_description_find(library, bench->name, error);
	if (real == NULL ||
	    put_kernels((struct gb_variant *)(uintptr_t)bench->variants, real->variants, error) != GB_OK)
		return GB_FAILED;
	put_hooks(&d->bench, real);
	return GB_OK;
}
